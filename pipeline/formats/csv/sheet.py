"""Reads a spreadsheet from before the log: what each player won or lost on each night, with no hands.

Three layouts are supported, by the first line: a row a player and a night (date, player, and net or buy-in and
cash-out), a row a night with a column a player, and a row a player with a column a night. `Spreadsheet.remarks` says
how a file was understood, before anything is written.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

from engine.api import fold_name, shortened
from language import tr, trn
from pipeline.bank.money import NumberStyle, common_currency, unit_of
from pipeline.formats.files import read_text
from pipeline.formats.sessions import FileError

_FIRST_YEAR, _LAST_YEAR = 1950, 2100
_EPOCH = date(1899, 12, 30)
"""The day 0 of spreadsheets, whose days are numbers where a cell lost its format."""
_LARGEST = Decimal(10) ** 12

_ISO = re.compile(r"(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?|(\d\d)(\d\d))")
_WEEKDAY = r"(?:[^\W\d]+\.?,? (?:d\. ?|den )?)?"
_TIME = r"(?:,? (?:kl\.? ?|at |um )?\d{1,2}(?:[:.]\d{2}.*| ?[ap]m)?)?"
_PARTED = re.compile(
    rf"{_WEEKDAY}(\d{{1,2}})[-/. ]+(\d{{1,2}})[-/. ]+(\d{{2}}|\d{{4}}){_TIME}", re.IGNORECASE
)
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan januar january januari", "feb februar february februari", "mar mär maer mrz march marts märz mars",
            "apr april", "may maj mai", "jun june juni", "jul july juli", "aug august augusti",
            "sep sept september", "oct okt october oktober", "nov november", "dec dez des december dezember desember",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
_NAMED = (
    re.compile(rf"{_WEEKDAY}(?P<day>\d{{1,2}})(?:\.|st|nd|rd|th)?[-/ ]*(?P<month>[^\W\d_]{{3,9}})\.?,?[-/ ]*(?P<year>\d{{4}}|\d\d){_TIME}", re.IGNORECASE),
    re.compile(rf"(?:[^\W\d]+\.?,? )?(?P<month>[^\W\d_]{{3,9}})\.?[-/ ]+(?P<day>\d{{1,2}})(?:\.|st|nd|rd|th)?,?[-/ ]+(?P<year>\d{{4}}){_TIME}", re.IGNORECASE),
)  # fmt: skip
"""A day with the month's name: ``24. dec 2025``, ``24-Dec-25``, ``Dec 24, 2025``."""
_SERIAL = re.compile(r"([2-6]\d{4})(?:[.,]\d+)?")
_SEPARATOR = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
"""A first line that tells spreadsheets what stands between cells."""
_CELL = re.compile(
    r"([^\d.,]*+(?:(?<=kr)\.[^\d.,]*+)?)([.,]?\d(?:[\d.,' ]*\d)?)(?:[.,]-)?([^\d]*)", re.ASCII | re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]+\$?|[€£$¢]")
_AS_WRITTEN = str.maketrans(
    dict.fromkeys("\u00a0\u2007\u2009\u202f", " ")
    | dict.fromkeys("\u2212\u2013\u2014", "-")
    | {"\u2019": "'"}
)


_ORDERED = 3
"""Days in order that show which of their numbers is the month."""


def _is_ordered(days: Sequence[date | None]) -> bool:
    known = [day for day in days if day]
    return known in (sorted(known), sorted(known, reverse=True))


@dataclass(frozen=True)
class Days:
    """How a column's days are written: the day before the month, or after it."""

    day_first: bool = True

    @classmethod
    def of(cls, texts: Iterable[str]) -> Days:
        """As all of these can be read; where both ways do, as they are in order, else the day stands first."""
        parted = [text for text in texts if _PARTED.fullmatch(text.strip())]
        orders = [[cls(day_first).read(text) for text in parted] for day_first in (True, False)]
        day_first, month_first = (None not in days and _is_ordered(days) for days in orders)
        if None in orders[0] or None in orders[1]:
            return cls(orders[0].count(None) <= orders[1].count(None))
        return cls(day_first or not month_first or len(parted) < _ORDERED)

    def read(self, text: str) -> date | None:
        """Return the day in a cell; None if it has none."""
        text = text.strip()
        try:
            if match := _ISO.fullmatch(text):
                day = date(int(match[1]), int(match[2] or match[4]), int(match[3] or match[5]))
            elif match := _PARTED.fullmatch(text):
                one, two, year = int(match[1]), int(match[2]), int(match[3])
                month, number = (two, one) if self.day_first else (one, two)
                day = date(year + 2000 * (year < 100), month, number)
            elif named := next(filter(None, (form.fullmatch(text) for form in _NAMED)), None):
                if named["month"].casefold() not in _MONTHS:
                    return None
                year = int(named["year"])
                day = date(year + 2000 * (year < 100), _MONTHS[named["month"].casefold()], int(named["day"]))
            elif match := _SERIAL.fullmatch(text):
                day = _EPOCH + timedelta(days=int(match[1]))
            else:
                return None
        except ValueError:
            return None
        return day if _FIRST_YEAR <= day.year <= _LAST_YEAR else None


@dataclass(frozen=True)
class Amounts:
    """How the amounts of a sheet are written."""

    style: NumberStyle = field(default_factory=NumberStyle)

    @classmethod
    def of(cls, texts: Iterable[str], delimiter: str = "\t") -> Amounts:
        """The style of a sheet whose cells `delimiter` separates.

        A comma between cells goes with a point before decimals, and a semicolon with a comma: there, amounts such as
        1.500 and 1,500 are thousands only where others of the sheet show it.
        """
        numbers = [cell.number for text in texts if (cell := _cell(text))]
        style = NumberStyle.of(numbers)
        usual = {",": ".", ";": ","}.get(delimiter, style.marks)
        is_shown = any(style.marks in number for number in numbers)
        return cls(style if usual in style.marks or is_shown else NumberStyle(usual))

    @property
    def decimal_mark(self) -> str:
        return self.style.marks[0]

    def read(self, text: str) -> Decimal | None:
        """Return the amount in a cell; None if it has none. In brackets or next to a `-` it is a loss."""
        cell = _cell(text)
        number = self.style.read(cell.number) if cell else None
        if cell is None or number is None or number >= _LARGEST:
            return None
        return number * cell.unit * (-1 if cell.is_loss else 1)


@dataclass(frozen=True)
class _Cell:
    """The parts of a cell with an amount: the number as it is written, what it is in, the value of one."""

    number: str
    is_loss: bool
    currency: str | None = None
    unit: Decimal = Decimal(1)


def _cell(text: str) -> _Cell | None:
    text = text.strip().removeprefix("'").translate(_AS_WRITTEN)
    in_brackets = text.startswith("(") and text.endswith(")")
    match = _CELL.fullmatch(text[1:-1].strip() if in_brackets else text)
    if match is None:
        return None
    around = match[1] + " " + match[3]
    signs = [char for char in around if char in "+-"]
    words = _WORD.findall(around)
    units = [unit_of(word) for word in words]
    rest = _WORD.sub("", around).strip(" .+-")
    if rest or len(signs) + in_brackets > 1 or len(units) > 1 or None in units:
        return None
    currency, unit = next(filter(None, units), (None, Decimal(1)))
    return _Cell(match[2], in_brackets or signs == ["-"], currency, unit)


_WORDS = {
    "date": {
        "date", "dato", "day", "dag", "night", "aften", "when", "hvornar", "datum", "tag", "abend", "kvall", "kveld",
        "gamedate", "spilledato", "spieltag", "fecha",
    },
    "player": {
        "player", "spiller", "name", "navn", "who", "hvem", "nick", "nickname", "spieler", "mitspieler", "wer",
        "playername", "spillernavn", "deltager", "teilnehmer", "spelare", "namn", "speler", "naam", "joueur", "jugador",
    },
    "net": {
        "net", "netto", "result", "resultat", "amount", "belob", "win", "gevinst", "profit", "won", "plusminus",
        "ergebnis", "gewinn", "gewinnverlust", "betrag", "bilanz", "winloss", "profitloss", "pl", "pnl", "winnings",
        "netresult", "netprofit", "nettoresultat", "nettogevinst", "gevinsttab", "vinst", "belopp", "winst", "resultaat",
    },
    "season": {"season", "saeson", "sason", "saison", "sasong"},
    "in": {
        "buyin", "buyins", "totalbuyin", "totalbuyins", "rebuy", "rebuys", "addon", "addons", "topup", "topups", "in",
        "buy", "bought", "cashin", "moneyin", "paidin", "ind", "kob", "kobt", "indkob", "indskud", "indsats", "einkauf",
        "einsatz", "einzahlung", "eingezahlt", "insats",
    },
    "out": {
        "cashout", "cashouts", "totalcashout", "cashedout", "out", "moneyout", "paidout", "payout", "stack",
        "finalstack", "ud", "udbetaling", "udbetalt", "slutstack", "auszahlung", "ausgezahlt", "endstack", "uttag",
    },
}  # fmt: skip
"""The names of columns, as `fold_name` writes them."""
_STATISTICS = {
    "total", "totals", "totalt", "sum", "sums", "summe", "summa", "ialt", "samlet", "gesamt", "subtotal", "grandtotal",
    "gennemsnit", "snit", "middel", "average", "averages", "avg", "mean", "durchschnitt", "schnitt", "mittelwert",
    "genomsnitt", "medel", "gemiddelde", "median", "diff", "difference", "differenz", "differens", "forskel", "afvigelse",
    "maximum", "minimum", "stdev", "stddev", "stdafv", "varians", "variance", "varianz", "standardafvigelse", "spredning", "antal", "anzahl", "kontrol", "kontrolle", "check", "control", "balance", "saldo",
}  # fmt: skip
"""The names of columns and rows of sums, averages and checks; more words may follow."""
_EXTREMES: dict[str, Callable[[Sequence[Decimal]], Decimal]] = {
    **dict.fromkeys(("max", "maks", "best", "bedst", "bedste", "beste", "hojest", "hojeste", "highest", "high", "top"), max),
    **dict.fromkeys(("min", "worst", "vaerst", "vaerste", "lavest", "laveste", "lowest", "low", "darligst"), min),
}  # fmt: skip
"""The names of rows and columns of the highest or lowest amounts, which may be a player's name as well."""
_REMARKS = {
    "note", "noter", "notes", "notiz", "kommentar", "comment", "comments", "bemaerkning", "bemerkung", "anmerkung",
    "place", "sted", "location", "ort", "host", "vaert", "gastgeber",
}  # fmt: skip
"""The names of columns that have no player's amounts."""


_HEAD = 5
"""Lines of a file among which the names of its columns are: a title may stand above them."""
_ENCODING = "cp1252"  # where it isn't Unicode: what spreadsheets save on Windows


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a player won or lost on a night, in money; `line` of the file says so. A part is a buy-in or a cash-out alone:
    other rows may have more of them.
    """

    line: int
    day: date
    name: str
    net: Decimal
    season: str | None = None
    is_part: bool = False


@dataclass(frozen=True, kw_only=True)
class Spreadsheet:
    """A spreadsheet as it was understood: its results, and a remark for each choice that was made."""

    path: Path
    results: Sequence[Result]
    remarks: Sequence[str]
    currency: str | None = None  # as `Amount` has it


@dataclass(frozen=True)
class _Grid:
    path: Path
    delimiter: str
    header: list[str]
    rows: list[tuple[int, list[str]]]
    title: int = 0  # lines above the header

    def column(self, place: int) -> list[str]:
        return [row[place] for _, row in self.rows if row[place]]

    def columns(self, what: str) -> list[int]:
        """The columns of a kind, by what they are called."""
        return [place for place, name in enumerate(self.header) if _folded(name) in _WORDS[what]]

    def first_column(self, what: str) -> int | None:
        """The first column of a kind."""
        return next(iter(self.columns(what)), None)

    def at(self, line: int, what: str) -> FileError:
        return FileError(tr("{name}, line {line}: {what}.", name=self.path.name, line=line, what=what))


@dataclass(frozen=True)
class _Layout:
    """Which columns hold what: `places` the amounts of players, or of the player of the row what was won (`net`), paid
    in (`bought`) and paid out (`cashed`).
    """

    text: str
    day: int | None = None
    player: int | None = None
    season: int | None = None
    places: Sequence[int] = ()
    net: int | None = None
    bought: Sequence[int] = ()
    cashed: Sequence[int] = ()

    @property
    def amounts(self) -> list[int]:
        net = () if self.net is None else (self.net,)
        return [*self.places, *net, *self.bought, *self.cashed]

    @property
    def keys(self) -> list[int]:
        return [column for column in (self.day, self.player) if column is not None]


def _layout(grid: _Grid) -> _Layout:
    """Raises FileError for columns that aren't known."""
    header = grid.header
    day, player, net, season = (grid.first_column(what) for what in ("date", "player", "net", "season"))
    if net is None:
        net = next(
            (place for place, name in enumerate(header) if _folded(name) in ("saldo", "balance")), None
        )
    bought, cashed = grid.columns("in"), grid.columns("out")
    if day is not None and player is not None and (net is not None or (bought and cashed)):
        both = {"bought": bought, "cashed": cashed} if bought and cashed else {}
        return _Layout(
            tr("a row a player and a night"), day=day, player=player, season=season, net=net, **both
        )
    dates = [place for place, name in enumerate(header) if place and Days().read(name)]
    others = [place for place, name in enumerate(header) if place and name and not _is_sum(name)]
    if 2 * len(dates) > len(others):
        return _Layout(tr("a row a player, a column a night"), player=0, places=dates)
    if day is None or player is not None:
        missing = tr("a date") if day is None else tr("a result")
        raise FileError(
            tr(
                "{name} has no column that is {missing}: its first line must name the columns, such as date,player,net "
                "or date,player,buy-in,cash-out, and it is {header!r}.",
                name=grid.path.name,
                missing=missing,
                header=shortened(",".join(header)),
            )
        )
    players = [place for place in range(len(header)) if place not in (day, season)]
    players = [place for place in players if header[place] and not _is_sum(header[place])]
    for place in players:
        cells = grid.column(place)
        if cells and not any(map(_cell, cells)):
            raise FileError(
                tr(
                    "{name}: the column {column!r} has no amounts: call the columns date, player and net, or date, player, "
                    "buy-in and cash-out, and one of remarks note.",
                    name=grid.path.name,
                    column=shortened(header[place]),
                )
            )
    return _Layout(tr("a row a night, a column a player"), day=day, season=season, places=players)


def read_sheet(path: Path, *, month_first: bool = False) -> Spreadsheet:
    """Understand a spreadsheet. Raises FileError for one that isn't, with the line that isn't understood."""
    grid = _grid(path)
    layout = _layout(grid)
    written = (
        [grid.header[place] for place in layout.places] if layout.day is None else grid.column(layout.day)
    )
    days = Days(False) if month_first else Days.of(written)
    cells = [cell for place in layout.amounts for cell in grid.column(place)]
    currency = _currency(grid, cells)
    amounts = Amounts.of(cells, grid.delimiter)
    rows = [(line, row) for line, row in grid.rows if not _is_passed(row, layout)]
    passed = len(grid.rows) - len(rows)
    extreme_rows, extreme_columns = _extremes(grid, layout, amounts, [row for _, row in rows])
    rows = [(line, row) for line, row in rows if not any(row is one for one in extreme_rows)]
    layout = replace(layout, places=[place for place in layout.places if place not in extreme_columns])
    if layout.places:
        _check_names(grid, layout, [row for _, row in rows])
    results = [result for line, row in rows for result in _results(grid, layout, days, amounts, line, row)]
    if not results:
        raise FileError(tr("{name} holds no result of a night: there is nothing to import.", name=path.name))
    used = {layout.day, layout.player, layout.season, *layout.amounts}
    left = [repr(name) for place, name in enumerate(grid.header) if place not in used and name]
    remarks = _remarks(layout.text, results, days, amounts, left, passed)
    if grid.title:
        remarks.append(
            trn(
                "left out: {n} line above the columns' names",
                "left out: {n} lines above the columns' names",
                grid.title,
            )
        )
    for row in extreme_rows:
        name = shortened(row[layout.player or 0])
        remarks.append(tr("left out: {name!r}, whose amounts are statistics of the rows above", name=name))
    return Spreadsheet(path=path, results=results, remarks=remarks, currency=currency)


def _is_passed(row: Sequence[str], layout: _Layout) -> bool:
    """Whether a row holds no player's result of a night: it lacks the day or the player, or has sums."""
    if any(_is_sum(row[key]) for key in layout.keys) or not any(row[key] for key in layout.keys):
        return True
    if layout.day is None:
        return False
    day, player = row[layout.day], "" if layout.player is None else row[layout.player]
    return _folded(day) in _EXTREMES or (not day and _folded(player) in _EXTREMES)


def _extremes(
    grid: _Grid, layout: _Layout, amounts: Amounts, rows: Sequence[list[str]]
) -> tuple[list[list[str]], list[int]]:
    """The rows, or columns, of statistics among those of players: called Max, say, and the maximum of all before it."""
    if not layout.places:
        return [], []
    table = [[amounts.read(row[place]) for place in layout.places] for row in rows]
    by_row = layout.day is None
    lines = table if by_row else list(map(list, zip(*table, strict=True)))
    names = [row[layout.player or 0] for row in rows] if by_row else [grid.header[p] for p in layout.places]
    players: list[list[Decimal | None]] = []
    found: list[int] = []
    for number, (name, line) in enumerate(zip(names, lines, strict=True)):
        statistic = _EXTREMES.get(_folded(name))
        if statistic and len(players) > 1 and _is_statistic(statistic, line, players):
            found.append(number)
        else:
            players.append(line)
    if by_row:
        return [rows[number] for number in found], []
    return [], [layout.places[number] for number in found]


def _is_statistic(
    statistic: Callable[[Sequence[Decimal]], Decimal],
    line: Sequence[Decimal | None],
    players: Sequence[Sequence[Decimal | None]],
) -> bool:
    """Whether all amounts of a line are that statistic of those before; not if all add up to zero with the line, as
    players' do.
    """
    before = [[value for value in column if value is not None] for column in zip(*players, strict=True)]
    expected = [statistic(others) if others else None for others in before]
    if list(line) != expected or not any(before):
        return False
    return any(sum(others) + (value or 0) for value, others in zip(line, before, strict=True))


def _check_names(grid: _Grid, layout: _Layout, rows: Sequence[list[str]]) -> None:
    """Raise FileError if two columns, or two of the `rows`, are one player's: their sum may not be meant."""
    names = (
        [grid.header[place] for place in layout.places]
        if layout.player is None
        else [row[layout.player] for row in rows]
    )
    seen: dict[str, str] = {}
    for name in names:
        if not name or _is_sum(name):
            continue
        key = unicodedata.normalize("NFC", name).casefold()
        if key in seen:
            raise FileError(
                tr(
                    "{name} has {one!r} and {other!r}, which are one player: name them apart, or add up what is one player's.",
                    name=grid.path.name,
                    one=shortened(seen[key]),
                    other=shortened(name),
                )
            )
        seen[key] = name


_NOT_THERE = ("", "-", "–", "—", "x", "X")
"""The contents of a cell of a player who wasn't there."""


def _results(
    grid: _Grid, layout: _Layout, days: Days, amounts: Amounts, line: int, row: Sequence[str]
) -> Iterator[Result]:
    """Return the results in a row."""

    def result(day: str, name: str, net: Decimal, *, is_part: bool = False) -> Result:
        return Result(
            line=line,
            day=_day(grid, days, line, day),
            name=_name(grid, line, name),
            net=net,
            season=None if layout.season is None else row[layout.season] or None,
            is_part=is_part,
        )

    for place in layout.places:
        if row[place] not in _NOT_THERE:
            day = grid.header[place] if layout.day is None else row[layout.day]
            name = grid.header[place] if layout.player is None else row[layout.player]
            yield result(day, name, _amount(grid, amounts, line, row[place]))
    if layout.day is None or layout.player is None:
        return
    is_part = False
    if any(row[place] for place in (*layout.bought, *layout.cashed)):
        bought, cashed = (
            sum((_amount(grid, amounts, line, row[place]) for place in places if row[place]), Decimal(0))
            for places in (layout.bought, layout.cashed)
        )
        net, is_part = cashed - bought, not (bought and cashed)
        stated = row[layout.net] if layout.net is not None else ""
        if stated and _amount(grid, amounts, line, stated) != net:
            raise grid.at(
                line, tr("{stated!r} isn't the cash-out less the buy-in, {net}", stated=stated, net=net)
            )
    elif layout.net is None:
        return
    else:
        net = _amount(grid, amounts, line, row[layout.net])
    yield result(row[layout.day], row[layout.player], net, is_part=is_part)


def _currency(grid: _Grid, cells: Iterable[str]) -> str | None:
    """The currency of a sheet's amounts, or the unit that several have, if they name one. Raises FileError for several."""
    currency: str | None = None
    for named in dict.fromkeys(cell.currency for text in cells if (cell := _cell(text))):
        if named is None:
            continue
        before, currency = currency, common_currency(currency, named)
        if currency is None:
            raise FileError(
                tr(
                    "{name} has amounts in several currencies, {one} and {other}: import a sheet for each.",
                    name=grid.path.name,
                    one=before,
                    other=named,
                )
            )
    return currency


def _grid(path: Path) -> _Grid:
    text = read_text(path, otherwise=_ENCODING)
    first, *_ = lines = [line for line in text.splitlines() if line.strip()] or [""]
    if separator := _SEPARATOR.fullmatch(first.strip(" \r")):
        text = text.replace(first, "", 1)  # an empty line, so that lines keep their numbers
    if not any(lines[1 if separator else 0 :]):
        raise FileError(tr("{name} is empty: save the spreadsheet as CSV again.", name=path.name))
    begun = next((line for line in lines[:_HEAD] if any(mark in line for mark in ";\t,")), first)
    mark = separator[1] if separator else max(";\t,", key=begun.count)
    rows: list[tuple[int, list[str]]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append((reader.line_num, [cell.strip() for cell in row]))
    except csv.Error as error:
        raise FileError(
            tr(
                "{name}, line {line_num} is cut off or damaged: save it again.",
                name=path.name,
                line_num=reader.line_num,
            )
        ) from error
    title = next((number for number, (_, row) in enumerate(rows) if sum(map(bool, row)) > 1), 0)
    (_, header), *rest = rows[title:]
    width = len(header)
    for line, row in rest:
        if any(row[width:]):
            raise FileError(
                tr(
                    "{name}, line {line} has more cells than the first line has columns.",
                    name=path.name,
                    line=line,
                )
            )
    return _Grid(path, mark, header, [(line, (row + [""] * width)[:width]) for line, row in rest], title)


def _remarks(
    layout: str, results: list[Result], days: Days, amounts: Amounts, left: list[str], passed: int
) -> list[str]:
    """Return remarks on how a sheet was understood; `left` are the unused columns, `passed` is the number of unused
    rows.
    """
    nights = sorted({result.day for result in results})
    span = {"first": nights[0], "last": nights[-1], "how": layout}
    remarks = [
        trn(
            "{n} night, {first} to {last}: {how}", "{n} nights, {first} to {last}: {how}", len(nights), **span
        ),
        tr("days are written with the day first, where they aren't ISO")
        if days.day_first
        else tr("days are written with the month first, where they aren't ISO"),
        tr("amounts are money, with a decimal comma")
        if amounts.decimal_mark == ","
        else tr("amounts are money, with a decimal point"),
    ]
    if left:
        names = ", ".join(left)
        remarks.append(
            trn("left out: the column {names}", "left out: the columns {names}", len(left), names=names)
        )
    if passed:
        remarks.append(
            trn(
                "left out: {n} row without a day or a player, or with sums",
                "left out: {n} rows without a day or a player, or with sums",
                passed,
            )
        )
    return remarks


def _day(grid: _Grid, days: Days, line: int, text: str) -> date:
    day = days.read(text)
    if day is None:
        raise grid.at(
            line,
            tr("{text!r} has no year: write the day as 2019-03-14 or 14.3.2019", text=shortened(text))
            if any(days.read(f"{text.strip(' .')}{mark}2024") for mark in " -/.")
            else tr("{text!r} isn't a day: write it as 2019-03-14 or 14.3.2019", text=shortened(text)),
        )
    return day


def _amount(grid: _Grid, amounts: Amounts, line: int, text: str) -> Decimal:
    amount = amounts.read(text)
    if amount is not None and amount == round(amount, 2):
        return amount
    if amount is None and Amounts.of([text]).read(text) is not None:
        mark = tr("a decimal comma") if amounts.decimal_mark == "," else tr("a decimal point")
        why = tr(
            "{text!r} isn't an amount that can be read in one way, where the sheet has {mark}: write thousands as 1200, with no "
            "mark",
            text=shortened(text),
            mark=mark,
        )
        raise grid.at(line, why)
    raise grid.at(line, tr("{text!r} isn't an amount: write it as -120 or 37,50", text=shortened(text)))


def _name(grid: _Grid, line: int, text: str) -> str:
    name = " ".join(text.removeprefix("'").split())
    if not any(char.isalpha() for char in name) or not name.isprintable() or len(name) > 60:
        raise grid.at(
            line, tr("{text!r} isn't a player's name: letters, at most sixty of them", text=shortened(text))
        )
    return name


def _is_sum(text: str) -> bool:
    """Whether a column or a row is of sums, averages, checks or remarks, and no player's."""
    words = text.split()
    firsts = (fold_name("".join(words[:count])) for count in (1, 2))
    return _folded(text) in _REMARKS or any(first in _STATISTICS for first in firsts)


_IN_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]")


def _folded(text: str) -> str:
    """A column's name without what stands in brackets: ``net (kr)``."""
    return fold_name(_IN_BRACKETS.sub("", text)) or ("plusminus" if text == "+/-" else "")
