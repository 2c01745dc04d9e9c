"""How the rows and columns of a sheet are laid out: what its first line names, and which of them are statistics."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

from engine.api import fold_name, shortened
from language import tr
from pipeline.formats.csv.values import Amounts, is_absent, is_day, is_error, is_unit, parse_cell
from pipeline.formats.files import read_text
from pipeline.formats.sessions import FileError

_SEPARATOR = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
"""A first line that tells spreadsheets what stands between cells."""
_WORDS = {
    "date": {
        "date", "dato", "day", "dag", "night", "aften", "when", "hvornar", "datum", "tag", "abend", "kvall", "kveld",
        "gamedate", "spilledato", "spieltag", "fecha", "jour", "soiree",
    },
    "player": {
        "player", "spiller", "name", "navn", "who", "hvem", "nick", "nickname", "spieler", "mitspieler", "wer",
        "playername", "spillernavn", "deltager", "teilnehmer", "spelare", "namn", "speler", "naam", "joueur", "joueuse", "nom", "pseudo", "jugador",
    },
    "net": {
        "net", "netto", "result", "resultat", "amount", "belob", "win", "gevinst", "profit", "won", "plusminus",
        "ergebnis", "gewinn", "gewinnverlust", "betrag", "bilanz", "winloss", "profitloss", "pl", "pnl", "winnings",
        "netresult", "netprofit", "nettoresultat", "nettogevinst", "gevinsttab", "vinst", "belopp", "winst", "resultaat", "gain", "gains", "gainnet",
        "gainsnets", "benefice", "montant", "bilan",
    },
    "won": {"won", "win", "winnings", "gevinst", "vundet", "gewinn", "gewonnen", "vinst", "winst", "gain", "gains"},
    "lost": {"lost", "loss", "tab", "tabt", "verlust", "verloren", "forlust", "tap", "verlies", "perte", "pertes"},
    "stint": {"stint", "session", "sitting", "round", "runde", "spillerunde", "omgang", "sitzung"},
    "season": {"season", "saeson", "sason", "saison", "sasong"},
    "in": {
        "buyin", "buyins", "totalbuyin", "totalbuyins", "rebuy", "rebuys", "addon", "addons", "topup", "topups", "in",
        "buy", "bought", "cashin", "moneyin", "paidin", "ind", "kob", "kobt", "indkob", "indskud", "indsats", "einkauf",
        "einsatz", "einzahlung", "eingezahlt", "insats", "cave", "caves", "recave", "recaves", "rachat", "rachats", "achat", "achats", "mise", "mises", "entree",
    },
    "out": {
        "cashout", "cashouts", "totalcashout", "cashedout", "out", "moneyout", "paidout", "payout", "stack",
        "finalstack", "ud", "udbetaling", "udbetalt", "slutstack", "auszahlung", "ausgezahlt", "endstack", "uttag", "sortie", "sorties",
        "retrait", "encaissement", "tapisfinal",
    },
}  # fmt: skip
"""The names of columns, as `fold_name` writes them."""
_STATISTICS = {
    "total", "totals", "totalt", "sum", "sums", "summe", "summa", "ialt", "samlet", "gesamt", "subtotal", "grandtotal",
    "gennemsnit", "gns", "gnsn", "snit", "middel", "average", "averages", "avg", "mean", "durchschnitt", "schnitt", "mittelwert", "mittel",
    "genomsnitt", "gjennomsnitt", "gjsnitt", "medel", "gemiddelde", "moyenne", "moyennes", "median", "mediane", "somme", "ecart", "ecarttype", "diff", "difference", "differenz", "differens", "forskel", "afvigelse",
    "maximum", "minimum", "std", "stdev", "stddev", "stdafv", "varians", "variance", "varianz", "standardafvigelse", "spredning", "antal", "anzahl", "kontrol", "kontrolle", "check", "control", "balance", "saldo",
    "wins", "losses", "sejre", "rank", "ranking", "rang", "players", "spillere", "deltagere", "joueurs", "hours", "timer", "stunden", "heures",
    "duration", "varighed", "dauer", "duree", "cumulative", "cumulated", "cum", "running", "akkumuleret", "akk", "kumuleret", "kumuliert", "cumul",
    "gnms", "gnst", "snitt", "sammanlagt", "sammenlagt", "tilsammen", "zusammen", "insgesamt", "gesamtsumme", "gesamtergebnis", "endsumme", "endstand",
    "totaal", "subtotaal", "totale", "totali", "subtotale", "totales", "totais", "totaux", "somma", "soma", "suma", "media", "medie", "promedio", "mediana",
    "yhteensa", "summat", "keskiarvo", "razem", "srednia", "celkem", "soucet", "prumer", "osszesen", "atlag", "toplam", "ortalama",
    "合計", "平均",
    "roi", "pct", "percent", "percentage", "procent", "prozent", "afkast", "rendite", "winrate",
}  # fmt: skip
"""The names of columns and rows of sums, averages and checks; more words may follow."""
_STATISTICS_SIGNS = ("ø", "\u2300", "\u2205", "\u03c3", "\u2211", "x̄", "\u03bc", "\u00b5")
"""Signs that name sums and averages, casefolded."""
_EXTREMES: dict[str, Callable[[Sequence[Decimal]], Decimal]] = {
    **dict.fromkeys(("max", "maks", "best", "bedst", "bedste", "beste", "hojest", "hojeste", "highest", "high", "top"), max),
    **dict.fromkeys(("min", "worst", "vaerst", "vaerste", "lavest", "laveste", "lowest", "low", "darligst"), min),
}  # fmt: skip
"""The names of rows and columns of the highest or lowest amounts, which may be a player's name as well."""
_REMARKS = {
    "note", "noter", "notes", "notiz", "kommentar", "comment", "comments", "bemaerkning", "bemerkung", "anmerkung",
    "bemaerkninger", "bemerkungen", "anmerkungen", "kommentarer", "kommentare", "notizen", "remark", "remarks", "commentaire",
    "commentaires", "remarque", "remarques", "place", "sted", "location", "ort", "lieu", "host", "vaert", "gastgeber", "hote",
    "winner", "vinder", "gewinner", "vainqueur", "game", "spil", "spiel", "jeu", "weekday", "ugedag", "wochentag", "week", "uge",
    "woche", "semaine", "nr", "no", "number", "nummer", "numero", "time", "tid", "uhrzeit", "heure", "start", "end",
}  # fmt: skip
"""The names of columns that have no player's amounts."""


_MOST_WORDS = 12
"""Words of a name that are looked at for a statistic."""
_HEAD = 5
"""Lines of a file among which the names of its columns are: a title may stand above them."""


@dataclass(frozen=True)
class Grid:
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

    def filled(self, place: int, other: int) -> tuple[Grid, int]:
        """This grid with a column's empty cells as the cell above them, and how many there are.

        Only where the column has each text once, as merged cells are saved, only in rows that have a text in the
        `other` column, and only to the end of a block: an empty line, a row of sums, one without either text.
        """
        texts = self.column(place)
        if len(set(texts)) < len(texts):
            return self, 0
        above, before, count, rows = "", 0, 0, []
        for line, row in self.rows:
            if line != before + 1 or not row[other] or is_sum(row[other]) or is_sum(row[place]):
                above = ""
            elif not row[place] and above:
                row, count = [*row[:place], above, *row[place + 1 :]], count + 1
            above, before = row[place] or above, line
            rows.append((line, row))
        return replace(self, rows=rows), count

    def at(self, line: int, what: str) -> FileError:
        return FileError(tr("{name}, line {line}: {what}.", name=self.path.name, line=line, what=what))


@dataclass(frozen=True)
class Layout:
    """The meaning of columns: `places` are the columns of the players' amounts, or of the row's player: the result
    (`net`), chips paid for (`bought`) and paid out (`cashed`), or what was lost and won, if `is_won_or_lost`.
    """

    text: str
    day: int | None = None
    player: int | None = None
    season: int | None = None
    stint: int | None = None
    places: Sequence[int] = ()
    net: int | None = None
    bought: Sequence[int] = ()
    cashed: Sequence[int] = ()
    is_won_or_lost: bool = False

    @property
    def amounts(self) -> list[int]:
        net = () if self.net is None else (self.net,)
        return [*self.places, *net, *self.bought, *self.cashed]

    @property
    def keys(self) -> list[int]:
        return [column for column in (self.day, self.player) if column is not None]


def layout_of(grid: Grid) -> Layout:
    """Raises FileError for columns that aren't known."""
    header = grid.header
    player, net, season = (grid.first_column(what) for what in ("player", "net", "season"))
    day = _day_column(grid)
    stint = grid.first_column("stint")
    if net is None:
        net = next(
            (place for place, name in enumerate(header) if _folded(name) in ("saldo", "balance")), None
        )
        is_shown = grid.columns("in") and grid.columns("out")
        if (
            net is not None
            and day is not None
            and player is not None
            and not is_shown
            and len({*filter(is_day, grid.column(day))}) > 1
        ):
            raise FileError(
                tr(
                    "{name}: is {column!r} the result of a night, or of all nights so far? Call it net if it is the night's, or leave "
                    "it out and write each night's result.",
                    name=grid.path.name,
                    column=shortened(header[net]),
                )
            )
    bought, cashed = grid.columns("in"), grid.columns("out")
    won, lost = grid.columns("won"), grid.columns("lost")
    is_won_or_lost = bool(won and lost and not bought and not cashed)
    if is_won_or_lost:
        bought, cashed = lost, won
        net = next((place for place in grid.columns("net") if place not in won), None)
    if day is not None and player is not None and (net is not None or (bought and cashed)):
        both = {"bought": bought, "cashed": cashed} if bought and cashed else {}
        return Layout(
            tr("a row a player and a night"),
            day=day,
            player=player,
            season=season,
            stint=stint,
            net=net,
            is_won_or_lost=is_won_or_lost,
            **both,
        )
    dates = [place for place, name in enumerate(header) if place and is_day(name)]
    others = [place for place, name in enumerate(header) if place and name and not is_sum(name)]
    if 2 * len(dates) > len(others):
        return Layout(tr("a row a player, a column a night"), player=0, places=dates)
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
    elsewhere = {day, season, stint, *grid.columns("date")}  # another is the night's number, say
    players = [place for place in range(len(header)) if place not in elsewhere]
    players = [place for place in players if header[place].strip("#№") and not is_sum(header[place])]
    for place in players:
        cells = grid.column(place)
        if cells and not any(parse_cell(cell) or is_error(cell) or is_absent(cell) for cell in cells):
            raise FileError(
                tr(
                    "{name}: the column {column!r} has no amounts: call the columns date, player and net, or date, player, "
                    "buy-in and cash-out, and one of remarks note.",
                    name=grid.path.name,
                    column=shortened(header[place]),
                )
            )
    return Layout(tr("a row a night, a column a player"), day=day, season=season, stint=stint, places=players)


def _day_column(grid: Grid) -> int | None:
    """The column of the days by its name, of several the first that has days; else the first column, if it has no name and
    most of its cells are days.
    """
    named = grid.columns("date")
    if named:
        return next((place for place in named if any(map(is_day, grid.column(place)))), named[0])
    cells = grid.column(0)
    days = sum(map(is_day, cells))
    return 0 if not grid.header[0] and 2 * days > len(cells) else None


def check_one_table(grid: Grid, layout: Layout) -> None:
    """Raise FileError for a second table below the first, and for pairs of columns below the players' names."""
    for line, row in grid.rows:
        is_named = any(
            row[key]
            and (_folded(row[key]) == _folded(grid.header[key]) or _folded(row[key]) in _WORDS["date"])
            for key in layout.keys
        )
        if is_named and not any(parse_cell(row[place]) for place in layout.amounts):
            raise grid.at(line, tr("the columns are named again: save each table as a file of its own"))
        below = {_folded(cell) for cell in row}
        if layout.places and all(_WORDS[kind] & below for kind in ("in", "out")):
            raise grid.at(
                line,
                tr(
                    "buy-ins and cash-outs stand side by side: write a row for each player and night, with the columns "
                    "date, player, buy-in and cash-out"
                ),
            )


_CHIPS = {"chip", "chips", "jeton", "jetons", "jetoner", "point", "points", "pts"}
"""What amounts are in that aren't money."""


def check_headings(grid: Grid, layout: Layout) -> None:
    """Raise FileError for amounts that are chips, or sums of all nights so far, by the names of their columns."""
    if layout.day is None:
        return
    headings = [grid.header[place] for place in layout.amounts]
    words = [re.findall(r"[^\W_]+", heading) for heading in headings]
    ends = {fold_name(some[-1]) if len(some) > 1 else "" for some in words}
    if not layout.places:
        ends &= _CHIPS
    elif len(headings) < 2 or len(ends) > 1:
        return
    for end in ends & (_CHIPS | _STATISTICS):
        what = tr("chips") if end in _CHIPS else tr("sums of all nights so far, or other statistics")
        raise FileError(
            tr(
                "{name}: by {column!r}, the amounts are {what}: write what each player won or lost on each night, in money.",
                name=grid.path.name,
                column=shortened(headings[0]),
                what=what,
            )
        )


def read_grid(path: Path) -> Grid:
    text = read_text(path, is_sheet=True)
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
    return Grid(path, mark, header, [(line, (row + [""] * width)[:width]) for line, row in rest], title)


def is_passed(row: Sequence[str], layout: Layout) -> bool:
    """Whether a row holds no player's result of a night: it lacks the day or the player, or has sums."""
    if any(is_sum(row[key]) for key in layout.keys) or not any(row[key] for key in layout.keys):
        return True
    if not all(row[key] for key in layout.keys) and not any(row[place] for place in layout.amounts):
        return True  # the day above its players
    if layout.day is None:
        return False
    day, player = row[layout.day], "" if layout.player is None else row[layout.player]
    return _folded(day) in _EXTREMES or (not day and (_folded(player) in _EXTREMES or _is_sum_of(player)))


def check_second_columns(grid: Grid, names: Sequence[str]) -> None:
    """Raise FileError for columns, or rows, that are a second one of each of several players: ``Anna bounty``, ``Bo bounty``."""
    parts: dict[str, list[str]] = {}
    for name, rest in _second_ones(names):
        parts.setdefault(rest, []).append(name)
    for several in parts.values():
        if len(several) > 1:
            raise FileError(
                tr(
                    "{name}: {columns} look like second amounts of players who have one already: call them note, or add them to the "
                    "player's own; if they are other players, write the first ones' names in full too.",
                    name=grid.path.name,
                    columns=", ".join(map(shortened, several)),
                )
            )


def _second_ones(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The names that are another with words before or after it, and these words."""
    known = {" ".join(_words(name)) for name in names} - {""}
    for name in names:
        words = _words(name)[:_MOST_WORDS]
        for count in range(1, len(words)):
            for of, rest in ((words[:count], words[count:]), (words[-count:], words[:-count])):
                if " ".join(of) in known:
                    yield name, " ".join(rest)


def sums_of_others(names: Sequence[str]) -> set[str]:
    """The names of a player's sums, averages and the like, next to the player's own: ``Anna total`` next to ``Anna``."""
    return {name for name, rest in _second_ones(names) if is_sum(rest) or re.search(r"[$€£]|/|\bhr\b", rest)}


def _is_sum_of(name: str) -> bool:
    """Whether a name ends in words of a statistic: ``Anna total``."""
    words = _words(name)[:_MOST_WORDS]
    return any(is_sum(" ".join(words[count:])) for count in range(1, len(words)))


def _words(name: str) -> list[str]:
    return re.sub(r"[()\[\].:,_-]+", " ", name.casefold()).split()


def extremes(
    grid: Grid, layout: Layout, amounts: Amounts, rows: Sequence[list[str]]
) -> tuple[list[list[str]], list[int]]:
    """The rows, or columns, of statistics among those of players: called Max, say, and the maximum of all before it."""
    if not layout.places or not rows:
        return [], []
    table = [[amounts.read(row[place]) for place in layout.places] for row in rows]
    by_row = layout.day is None
    lines = table if by_row else list(map(list, zip(*table, strict=True)))
    names = [row[layout.player or 0] for row in rows] if by_row else [grid.header[p] for p in layout.places]
    players: list[list[Decimal | None]] = []
    statistics: list[int] = []
    for number, (name, line) in enumerate(zip(names, lines, strict=True)):
        statistic = _EXTREMES.get(_folded(name))
        if statistic and len(players) > 1 and _is_statistic(statistic, line, players):
            statistics.append(number)
        else:
            players.append(line)
    if by_row:
        return [rows[number] for number in statistics], []
    return [], [layout.places[number] for number in statistics]


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


def is_sum(text: str) -> bool:
    """Whether a column or a row is of sums, averages, checks or remarks, and no player's."""
    words = text.split()
    firsts = (fold_name("".join(words[:count])) for count in (1, 2))
    is_sign = any(word.casefold().strip(".:") in _STATISTICS_SIGNS for word in words[:1])
    return is_sign or "%" in text or _folded(text) in _REMARKS or any(one in _STATISTICS for one in firsts)


_UNIT = re.compile(
    r"(?P<name>.*?[^\W_].*?)(?:\s*[(\[{]\s*(?:(?:i|in|en) )?(?P<inside>[^()\[\]{}\s]+)\s*[)\]}]|(?:\s+[-–—/:]|[,:])\s+(?P<after>[^\s()]+)"
    r"|\s+(?P<bare>(?:(?:i|in|en) )?[^\s()]+))",
    re.IGNORECASE,
)
"""A name with what its amounts are in: ``Anna (kr)``, ``Anna [kr]``, ``Anna – kr``, ``net in EUR``."""
_LONGEST_HEADING = 80


def _names_column(text: str) -> bool:
    """Whether a heading says what a column has, unlike a player's name."""
    return any(_folded(text) in words for words in _WORDS.values())


def _unit_of(text: str, units: Mapping[str, int], columns: int) -> tuple[str, str]:
    """A name without the unit of money at its end, and the unit, "" for none.

    A word without a mark before it is one after what a column is called (``net kr``), or where all `columns` have it: Bo Kr
    may be a player.
    """
    match = _UNIT.fullmatch(text) if len(text) <= _LONGEST_HEADING else None
    unit = (match["inside"] or match["after"] or match["bare"]) if match else ""
    unit = re.sub(r"^(?:i|in|en) ", "", unit, flags=re.IGNORECASE)
    if not match or not is_unit(unit):
        return text, ""
    if (
        match["bare"]
        and unit.isalpha()
        and not _names_column(match["name"])
        and units[unit.casefold()] < columns
    ):
        return text, ""
    return match["name"], unit


def with_units(grid: Grid) -> Grid:
    """The grid with the units of its columns' names, and of the names of its rows, at their amounts: ``Anna (kr)`` above 12 is
    Anna's 12 kr. An amount that names its own unit is unchanged.
    """
    ends = Counter(name.split()[-1].casefold() for name in grid.header if name)
    named = sum(1 for name in grid.header if name and not _names_column(name))
    parted = [_unit_of(name, ends, max(named, 2)) for name in grid.header]
    grid = replace(grid, header=[name for name, _ in parted])
    player = grid.first_column("player")
    keys = {player, _day_column(grid)}
    rows = []
    for line, row in grid.rows:
        of_row = ""
        if player is not None:
            name, of_row = (
                _unit_of(row[player], {}, 1) if re.search(r"[)\]}]$", row[player]) else (row[player], "")
            )
            row = [*row[:player], name, *row[player + 1 :]]
        cells = (
            cell if place in keys else _with_unit(cell, unit or of_row)
            for place, (cell, (_, unit)) in enumerate(zip(row, parted, strict=True))
        )
        rows.append((line, list(cells)))
    return replace(grid, rows=rows)


def _with_unit(text: str, unit: str) -> str:
    """An amount with its unit, if it names none."""
    cell = parse_cell(text) if unit else None
    return f"{text} {unit}" if cell and cell.currency is None and cell.unit == 1 else text


_IN_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]")


def _folded(text: str) -> str:
    """A column's name without the part in brackets: ``net (kr)``."""
    return fold_name(_IN_BRACKETS.sub("", text)) or ("plusminus" if text == "+/-" else "")
