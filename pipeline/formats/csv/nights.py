"""The nights of a spreadsheet (`pipeline.formats.csv.sheet`) as sessions.

A night that doesn't sum to zero is refused, unless the user names a player who gets the rest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from decimal import Decimal
from importlib.metadata import version
from itertools import pairwise
from math import gcd
from pathlib import Path
from statistics import pvariance

from engine.api import VARIANTS, fold_name, shortened
from language import join_words, tr, trn
from pipeline.bank.ledger import BankEntry, BankKind, in_money
from pipeline.formats.csv.sheet import Result, Spreadsheet
from pipeline.formats.currency import check_option
from pipeline.formats.sessions import FileError, Imported
from pipeline.night.parser.reserved import GIVEN_NAMES, means_something_else
from pipeline.store.bank_rows import bank_frame
from pipeline.store.people import Person, Registry
from pipeline.store.player_names import fold_similar, same_name, slug

_EVENING = time(18, tzinfo=UTC)
"""The hour that a night without one begins: the same day everywhere in Europe."""


_HOUSE = {
    "rake", "house", "thehouse", "huset", "haus", "maison", "casino", "kasino", "klub", "klubben", "club", "kasse", "kassen",
    "kitty", "pulje", "puljen", "pot", "tip", "tips", "drikkepenge", "pourboire", "trinkgeld", "dealer", "fee", "fees", "gebyr",
    "bank", "banken", "banque", "timerake",
}  # fmt: skip
"""What a sheet calls money that no player has."""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The user's options for a sheet's nights; if `season` is None, and no column has it, it is the year."""

    prefix: str = "sheet"
    season: str | None = None
    currency: str | None = None
    rest: str | None = None  # who takes what a night is off by


def nights_of(sheet: Spreadsheet, registry: Registry, terms: Terms) -> list[Imported]:
    r"""Return each night of a sheet as a session of kind `night`, with an entry of the bank for each player's result.
    Players are known by their names.

    Raises FileError if a night doesn't sum to zero and no player takes the rest.

    >>> from pipeline.formats.csv.sheet import read_sheet
    >>> _ = (tmp / "nights.csv").write_text("date,player,net\n27.11.2026,Birgit,12.50\n27.11.2026,Bo,-12.50\n")
    >>> [session] = nights_of(read_sheet(tmp / "nights.csv"), Registry.of(online), Terms(currency="DKK"))
    >>> session.session_id, session.session["chip_value"]
    ('sheet-2026-11-27', Decimal('0.5'))
    """
    check_option(sheet.path, sheet.currency, terms.currency)
    names = _players(sheet, registry, terms.rest)
    by_day = _by_day(sheet)
    for day, results in by_day.items():
        _check_twice(sheet.path, day, results, names)
    _check_sums(sheet.path, by_day, names)
    return [_night(sheet.path, day, results, names, terms) for day, results in by_day.items()]


def _by_day(sheet: Spreadsheet) -> dict[date, list[Result]]:
    """The results of each night, the earliest first."""
    by_day: dict[date, list[Result]] = defaultdict(list)
    for result in sheet.results:
        by_day[result.day].append(result)
    return dict(sorted(by_day.items()))


def _check_twice(path: Path, day: date, results: Sequence[Result], names: Mapping[str, str]) -> None:
    """Raise FileError for a second result of a player and a night, which would count twice.

    Buy-ins and cash-outs in rows of their own, and stints that a column tells apart, are added up, unless all rows of the night are there again.
    """
    first: dict[tuple[str, str], Result] = {}
    for result in results:
        key = same_name(result.name), result.stint
        if result.is_part or not result.net or first.setdefault(key, result) is result:
            continue
        before = first[key]
        raise FileError(
            tr(
                "{name}, line {line}: {player} has a result of {day} already, {net} on line {first}: keep one of them, or "
                "their sum; if both count, number them in a column called stint.",
                name=path.name,
                line=result.line,
                player=result.name,
                day=day,
                net=before.net,
                first=before.line,
            )
        )
    times = Counter((names[result.name], result.net) for result in results).values()
    if any(result.is_part for result in results) and all(count % 2 == 0 for count in times):
        raise FileError(
            tr(
                "{name}, line {line}: every row of the night of {day} is there twice: keep it once.",
                name=path.name,
                line=results[-1].line,
                day=day,
            )
        )


_FEWEST_SUMS = 3
"""Players with a result for which a night of sums is no coincidence."""


def _check_sums(path: Path, by_day: Mapping[date, Sequence[Result]], names: Mapping[str, str]) -> None:
    """Raise FileError for a night in which each player has the sum, or the average, of the nights before: a row of sums with a
    day. With two players, whose one amount may be that by chance, only the sheet's last row is taken for one.
    """
    sums: dict[str, Decimal] = defaultdict(Decimal)
    last = max((result.line for results in by_day.values() for result in results), default=0)
    first: dict[str, Decimal] = {}
    are_alike = True  # the nights so far
    for number, (day, results) in enumerate(by_day.items()):
        nets = _nets(results, names)
        playing = sum(map(bool, nets.values()))
        is_last = any(result.line == last for result in results)
        first = first if number else nets
        if number > 1 and (playing >= _FEWEST_SUMS or (playing and is_last)):
            averages = {name: round(net / number, 2) for name, net in sums.items()}
            if nets == sums or (nets == averages and not (are_alike and nets == first)):
                raise FileError(
                    tr(
                        "{name}, line {line}: the night of {day} has the sum or the average of all nights before it for each "
                        "player: call it total if it is that, or import it from a file of its own.",
                        name=path.name,
                        line=results[0].line,
                        day=day,
                    )
                )
        are_alike = are_alike and nets == first
        for name, net in nets.items():
            sums[name] += net


def added_up(sheet: Spreadsheet, registry: Registry) -> Iterator[str]:
    r"""Yield a remark on nights for which the sheet has several results of a player, which are added up; nothing if there
    are none.

    >>> from pipeline.formats.csv.sheet import read_sheet
    >>> rows = ["date,player,net", "2026-11-27,Anna,5", "2026-11-27,Bo,-8"]
    >>> _ = (tmp / "stints.csv").write_text("\n".join([*rows, "2026-11-27,Bo,3"]))
    >>> list(added_up(read_sheet(tmp / "stints.csv"), Registry.of(online)))
    ["added up: 1 player's results of one night, such as Bo's of 2026-11-27 on lines 3 and 4"]
    """
    names = _players(sheet, registry, None)
    lines: dict[tuple[date, str], list[Result]] = defaultdict(list)
    for result in sheet.results:
        lines[result.day, names[result.name]].append(result)
    several = [results for results in lines.values() if sum(bool(result.net) for result in results) > 1]
    if several:
        one = several[0]
        yield trn(
            "added up: {n} player's results of one night, such as {name}'s of {day} on lines {lines}",
            "added up: {n} players' results of one night, such as {name}'s of {day} on lines {lines}",
            len(several),
            name=join_words(list(dict.fromkeys(result.name for result in one))),
            day=one[0].day,
            lines=join_words(list(dict.fromkeys(str(result.line) for result in one))),
        )


_FEWEST_NIGHTS = 8
_LEAST_CHANGE = 0.3
"""Changes of the results from night to night, as a part of what they would be in a random order, below which they look like
running totals. Of nights in a random order fewer than 1 sheet in 1,000 is below it.
"""


def running_totals(sheet: Spreadsheet, registry: Registry) -> Iterator[str]:
    r"""Yield a remark if the results look like running totals: each player's change far less from one night to the next than
    they would in another order. Nothing is said of fewer than 8 nights or 3 players.

    >>> from pipeline.formats.csv.sheet import read_sheet
    >>> rows = [f"2026-01-{day:02},{day},{day},{-2 * day}" for day in range(1, 11)]
    >>> _ = (tmp / "totals.csv").write_text("\n".join(["date,Anna,Bo,Carl", *rows]))
    >>> [remark] = running_totals(read_sheet(tmp / "totals.csv"), Registry.of(online))
    >>> remark.partition(":")[0]
    'the results look like running totals'
    """
    names = _players(sheet, registry, None)
    by_day = _by_day(sheet)
    series: dict[str, list[float]] = defaultdict(list)
    for results in by_day.values():
        for name, net in _nets(results, names).items():
            if net:
                series[name].append(float(net))
    if len(by_day) < _FEWEST_NIGHTS or len(series) < _FEWEST_SUMS:
        return
    changes = sum((after - before) ** 2 for nets in series.values() for before, after in pairwise(nets))
    in_any_order = sum(2 * len(nets) * pvariance(nets) for nets in series.values())
    if changes < _LEAST_CHANGE * in_any_order:
        yield tr(
            "the results look like running totals: they change little from one night to the next; if they are, write what each "
            "player won or lost each night instead"
        )


def _players(sheet: Spreadsheet, registry: Registry, rest: str | None) -> dict[str, str]:
    """The ids of a sheet's players by name: the store's ids where it knows the player, else new ones.

    Names that differ in more than case and spaces are different players.
    """
    names = list(dict.fromkeys([result.name for result in sheet.results] + ([rest] if rest else [])))
    known = {name: _known(name, registry) for name in names}
    new_words = (name for name in names if known[name] is None and means_something_else(name, VARIANTS))
    if word := next((name for name in new_words if fold_name(name) not in GIVEN_NAMES), None):
        raise FileError(
            tr(
                "{name}: {word!r} is a word of the log, so no player can be called that: write more of the name, or call a column "
                "that is no player's note.",
                name=sheet.path.name,
                word=shortened(word),
            )
        )
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(same_name(name), name)
    new = registry.new_ids(name for name in first.values() if known[name] is None)
    return {
        name: person.player_id if person else new[first[same_name(name)]] for name, person in known.items()
    }


def _known(name: str, registry: Registry) -> Person | None:
    """The player whom a name in a sheet means. Of a name that is a word of the log as well, it is the one who got the id
    after it, ``Chip (chip)``.
    """
    person = registry.match(name)
    return person or (
        registry.people.get(registry.merged_id(slug(name))) if fold_name(name) in GIVEN_NAMES else None
    )


def understood_players(sheet: Spreadsheet, registry: Registry) -> Iterator[str]:
    r"""Yield a remark for each name of a sheet: which player of the store it is, or that it is a new one, with any players
    of similar names.

    >>> from pipeline.formats.csv.sheet import read_sheet
    >>> _ = (tmp / "names.csv").write_text("date,player,net\n2026-11-27,Birgit,12.50\n2026-11-27,Bo,-12.50\n")
    >>> list(understood_players(read_sheet(tmp / "names.csv"), Registry.of(online)))
    ['Birgit: Birgit (pokernow:bR7tWc0ZpN)', 'Bo: new']
    """
    names = list(dict.fromkeys(result.name for result in sheet.results))
    similar: dict[str, list[str]] = defaultdict(list)
    for name in names:
        similar[fold_similar(name)].append(name)
    for name in names:
        if person := _known(name, registry):
            yield f"{name}: {person.name} ({person.player_id})"
            continue
        others = [f"{person.name} ({person.player_id})" for person in registry.with_similar_name(name)]
        others += [other for other in similar[fold_similar(name)] if same_name(other) != same_name(name)]
        if others:
            yield tr("{name}: new, and not {others}", name=name, others=", ".join(others[:5]))
        elif fold_name(name) in _HOUSE:
            yield tr(
                "{name}: new, and a player; if it is what the house took, call that column note, and say with --rest who has "
                "the money",
                name=name,
            )
        else:
            yield tr("{name}: new", name=name)


def _nets(results: Sequence[Result], names: Mapping[str, str]) -> dict[str, Decimal]:
    """What each player won, by id."""
    nets: dict[str, Decimal] = defaultdict(Decimal)
    for result in results:
        nets[names[result.name]] += result.net
    return nets


def _night(
    path: Path, day: date, results: Sequence[Result], names: Mapping[str, str], terms: Terms
) -> Imported:
    nets = _nets(results, names)
    spellings: dict[str, list[str]] = {}
    for result in results:
        spellings.setdefault(names[result.name], []).append(result.name)
    if left := sum(nets.values()):
        if terms.rest is None:
            raise FileError(
                tr(
                    "{name}, line {line}: the night of {day} adds up to {left} and not to 0: correct it, "
                    "or name who takes what is left with --rest.",
                    name=path.name,
                    line=results[0].line,
                    day=day,
                    left=left,
                )
            )
        nets[names[terms.rest]] -= left
        spellings.setdefault(names[terms.rest], [terms.rest])
    seasons = {result.season for result in results if result.season}
    if len(seasons) > 1:
        raise FileError(
            tr(
                "{name}: the night of {day} belongs to several seasons: {names}.",
                name=path.name,
                day=day,
                names=", ".join(sorted(seasons)),
            )
        )
    session_id = f"{terms.prefix}-{day}"
    start = datetime.combine(day, _EVENING)
    chip = gcd(100, *(int(100 * net) for net in nets.values()))
    return Imported(
        source=path,
        session={
            "session_id": session_id,
            "kind": "night",
            "season": terms.season or (seasons.pop() if seasons else str(day.year)),
            "started_at": start,
            "ended_at": start,
            "currency": terms.currency,
            "chip_value": Decimal(chip) / 100,
            "engine_version": version("peder"),
        },
        bank=bank_frame(in_money(_entries(nets, chip, start), Decimal(chip) / 100), terms.currency),
        names={player_id: list(dict.fromkeys(known)) for player_id, known in spellings.items()},
        origin=session_id,
    )


def _entries(nets: Mapping[str, Decimal], chip: int, at: datetime) -> Iterator[BankEntry]:
    """The bank's entries of a night with known nets only: losers buy chips for their losses, winners hand back their
    gains, and differences put both into the standings.
    """
    for player_id, net in sorted(nets.items(), key=lambda one: not one[1]):
        chips = int(100 * net) // chip
        if chips:
            kind = BankKind.PURCHASE if chips < 0 else BankKind.BUYBACK
            yield BankEntry(kind=kind, player_id=player_id, chips=abs(chips), at=at)
        yield BankEntry(kind=BankKind.DIFFERENCE, player_id=player_id, chips=chips, at=at)
