"""Evenings of simulated players: the hands of runs cut into evenings, with quantiles, chances and intervals.

`peder risk`, `peder compare` and the page of games take their figures from here. The formulas of intervals are
in `queries/formulas.sql`; docs/statistics.md explains them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from statistics import NormalDist
from typing import Any, NamedTuple

import msgspec
import numpy as np
import polars as pl
from duckdb import DuckDBPyConnection

from engine.api import Variant
from language import tr
from pipeline.analysis.pace import Paces, pace_of, paces_of
from pipeline.simulation import evenings as cutting
from pipeline.simulation.columns import Array
from pipeline.simulation.evenings import FIGURES, Ints, by_place, cut, hands_of, paths
from pipeline.store.files import PARTS
from pipeline.store.games import catalogue_of
from pipeline.store.parts import read_each
from pipeline.store.progress import Progress
from pipeline.store.schemas import HANDS, SEATS
from pipeline.store.session_names import session_folder
from queries.cache import Cache, key_of
from queries.people_error import AMOUNT_HIGH, AMOUNT_LOW
from reports import game_source
from reports.game_source import (
    DRAWDOWN_HOURS,
    DRAWDOWN_PERCENTILES,
    EVENING_HOURS,
    SAMPLE_STEP,
    STACKS,
    EveningFigures,
    GameEvenings,
)

FEWEST = 20
"""Minimum number of evenings for an interval: with fewer, its ends are beyond the data."""
USUAL_STACKS = (75, 150, 300)
"""Default stacks, in chips, of which the chance to be lost in an evening is computed."""
PERCENT = {"net": (5, 50, 95), "drawdown": (50, 95)}
"""The percentiles that are reported, by figure."""
_LARGEST_DRAWDOWN = {50: 1.148973, 95: 2.241403}  # of a random walk without drift, in standard deviations

MOST_HANDS = 60_000
"""Hands of a game that the page of games uses, or as many more as its last part has."""
SAMPLES = 20
"""Evenings of a game that the page of games draws."""
HORIZONS = 4000
"""Number of sequences of hours that drawdowns over many hours are estimated from."""
_NET = (5, 25, 50, 75, 95)
_USUAL = 2 / 3
_THREADS = 2  # numpy computes without the interpreter's lock; a game being read takes some 50 MB

_GAME = pl.Schema({name: HANDS[name] for name in ("variant_id", "additions", "player_count")})
_HANDS = pl.Schema({name: HANDS[name] for name in ("hand_no", "chain_no", "deal_no", "unit")})
_SEATS = pl.Schema({"net": SEATS["net"]})

GameKey = tuple[str, str, int, str]
"""A game, its additions, the number of players, their line-up."""
PartFiles = tuple[Path, Path]
"""The files of a part: hands and seats."""


# Parts of runs


class RunPart(NamedTuple):
    """A part of a run: nets (hands, seats) in chips, and the number of each hand, of its chain's first hand
    and of its deal's; the ante in chips.
    """

    nets: Ints
    numbers: Ints
    chains: Ints
    deals: Ints
    unit: float

    @classmethod
    def read(cls, files: Sequence[PartFiles]) -> list[RunPart]:
        """Read parts, but for those without hands. Raises StoreError."""
        hands = read_each([place for place, _ in files], _HANDS, only=True)
        played = [(rows, seats) for rows, (_, seats) in zip(hands, files, strict=True) if len(rows)]
        seats = read_each([place for _, place in played], _SEATS, only=True)
        return [cls._of(rows, of_seats["net"]) for (rows, _), of_seats in zip(played, seats, strict=True)]

    @classmethod
    def _of(cls, hands: pl.DataFrame, nets: pl.Series) -> RunPart:
        numbers, chains = hands["hand_no"].to_numpy(), hands["chain_no"].to_numpy()
        deals = chains if hands["deal_no"].null_count() else hands["deal_no"].to_numpy()
        return cls(nets.to_numpy().reshape(len(numbers), -1), numbers, chains, deals, float(hands["unit"][0]))

    @property
    def begins(self) -> Ints:
        """The places of the hands that begin a chain."""
        return np.flatnonzero(self.chains == self.numbers)

    def by_player(self) -> Ints:
        """The nets (hands, players) by place at the table, from which the deal moves on each hand."""
        return by_place(self.nets, self.numbers)


def part_files(store: Path, session: str) -> list[PartFiles]:
    """The part files of a run, in order."""
    folder = session_folder(session)
    hands = sorted((store / "hands" / folder).glob(PARTS))
    return [(place, store / "seats" / folder / place.name) for place in hands]


def parts_by_game(con: DuckDBPyConnection, store: Path) -> dict[GameKey, list[PartFiles]]:
    """The part files of runs with one profile, by game, table and line-up; hands that another run repeats
    are left out.
    """
    sessions = con.execute(
        """
        select session_id, profiles[1] as lineup
        from int_sessions
        where kind = 'run' and len(profiles) = 1
        order by session_id
        """
    ).fetchall()
    repeated = set(con.execute("select * from int_repeated").fetchall())
    runs = [(session, lineup, files) for session, lineup in sessions for files in part_files(store, session)]
    first_hands = read_each([hands for _, _, (hands, _) in runs], _GAME, only=True, first=1)
    parts: dict[GameKey, list[PartFiles]] = {}
    for (session, lineup, files), hands in zip(runs, first_hands, strict=True):
        for game in hands.iter_rows():
            if (session, *game) not in repeated:
                parts.setdefault((*game, lineup or ""), []).append(files)
    return parts


# Evenings


def evenings_of_parts(parts: Sequence[RunPart], size: int, seatings: int) -> Mapping[str, Ints]:
    """`FIGURES` (evenings, players) of a run's evenings of `size` hands, each deal played in `seatings` seatings."""
    tables = [
        evenings_of_deals(part, size, seatings)
        if seatings > 1
        else _evenings(part.by_player(), part.begins, size)
        for part in parts
    ]
    return {name: np.concatenate([table[name] for table in tables]) for name in FIGURES}


def _evenings(nets: Ints, begins: Ints, size: int) -> Mapping[str, Ints]:
    """`FIGURES` of players of one profile: the hands of a part (hands, players) one after the other."""
    evenings = cut(begins, len(nets), size)
    whole = slice(np.count_nonzero(evenings >= 0))  # the hands that fill no evening are the last
    return paths(nets[whole], evenings[whole])


def evenings_of_deals(part: RunPart, size: int, seatings: int) -> Mapping[str, Ints]:
    """`FIGURES` of duplicate play (evenings, players): an evening has as many deals as have `size` hands on
    average, each in one seating, and the next deal in the next, so that the deal moves around the players.

    Begun with each of the seatings, the same deals make as many evenings of as many players. Their columns
    stand side by side, as one evening of them all, because they aren't independent.
    """
    tables = []
    for nets, begins in rotations(part, seatings):
        deals_each = max(1, round(size * seatings * begins.size / len(part.nets)))
        evenings = np.repeat(np.arange(begins.size) // deals_each, np.diff(begins, append=len(nets)))
        whole = evenings < begins.size // deals_each
        tables.append(paths(nets[whole], evenings[whole]))
    return {name: np.concatenate([table[name] for table in tables], axis=1) for name in FIGURES}


def rotations(part: RunPart, seatings: int) -> Iterator[tuple[Ints, Ints]]:
    """Yield duplicate play as one table sees it: the nets (hands, players) of each deal in the next of its seatings,
    and where the deals begin (deals,), once for each seating of the first deal.
    """
    begins, blocks = _deals_by_seating(part, seatings)
    placed = _duplicate_nets(part, seatings, begins, blocks)
    lengths = np.diff(begins, append=len(part.nets))
    deals = np.arange(len(blocks))
    for first in range(seatings):
        chosen = blocks[deals, (deals + first) % seatings]
        before = np.cumsum(lengths[chosen]) - lengths[chosen]
        rows = np.arange(lengths[chosen].sum()) + np.repeat(begins[chosen] - before, lengths[chosen])
        yield placed[rows], before


def _duplicate_nets(part: RunPart, seatings: int, begins: Ints, blocks: Ints) -> Ints:
    """The nets of duplicate play with each player in the same column (hands, players)."""
    lengths = np.diff(begins, append=len(part.nets))
    turns = np.empty(begins.size, np.int64)
    turns[blocks] = np.arange(seatings)
    placed = by_place(part.nets, np.arange(len(part.nets)) - np.repeat(begins, lengths))
    for turn in range(1, seatings):  # in turn 1 the second player sits in the first place
        mine = np.repeat(turns == turn, lengths)
        placed[mine] = np.roll(placed[mine], turn, axis=1)
    return placed


def _deals_by_seating(part: RunPart, seatings: int) -> tuple[Ints, Ints]:
    """The hands that begin a deal in a seating (blocks,), and the numbers of these blocks (deals, seatings)."""
    deals = np.unique(part.deals).size
    begins = part.begins
    if begins.size != deals * seatings:  # a game of several pots, always with the same number of hands
        begins = np.arange(0, len(part.nets), len(part.nets) // (deals * seatings))
    return begins, np.argsort(part.deals[begins], kind="stable").reshape(deals, seatings)


# Figures and intervals


def evening_rows(
    con: DuckDBPyConnection, figures: Mapping[str, Ints], stacks: Sequence[int], sigma: float = 0.0
) -> list[dict[str, Any]]:
    """Return the figures of evenings, a row each: metric, measure (chips or share), value, its 95 % interval (null below
    `FEWEST` evenings), the value by the formula of a random walk whose net has the standard deviation `sigma`, and the
    interval of the uncertainty about people (`people_low`, `people_high`), for amounts and for the share that loses a
    stack, which counts as larger or smaller if amounts are smaller or larger. It is null for the share that is ahead,
    which doesn't depend on amounts.

    `figures` are arrays (evenings, players) in chips, as `paths` returns them; `stacks` are in chips as well.

    >>> nets = np.array([[5, -5], [-8, 8], [3, -3], [2, -2]])  # four hands of two players
    >>> rows = evening_rows(con, paths(nets, np.array([0, 0, 1, 1])), stacks=[5], sigma=6.0)
    >>> [(row["metric"], row["measure"], row["value"], round(row["formula"], 2)) for row in rows[:3]]
    [('gone_5', 'share', 0.5, 0.4), ('ahead', 'share', 0.5, 0.5), ('net_p5', 'chips', -5, -9.87)]
    """
    normal = NormalDist()
    shares = [
        (f"gone_{stack}", figures["lowest"] <= -stack, 2 * normal.cdf(-stack / sigma) if sigma else 0.0)
        for stack in stacks
    ]
    shares.append(("ahead", figures["net"] > 0, 0.5))
    points = [
        (figure, percent, in_order, quantile(in_order, percent / 100))
        for figure, percents in PERCENT.items()
        for in_order in [np.sort(figures[figure], axis=None)]
        for percent in percents
    ]
    counts = [EveningCount.of(holds) for _, holds, _ in shares]
    counts += [
        EveningCount.of(figures[figure] <= value, percent / 100) for figure, percent, _, value in points
    ]
    intervals = iter(share_intervals(con, counts))
    rows = [_row(metric, "share", *next(intervals), formula) for metric, _, formula in shares]
    for row, stack in zip(rows, stacks, strict=False):
        row["people_low"], row["people_high"] = (
            float((figures["lowest"] <= -stack / times).mean()) for times in (AMOUNT_LOW, AMOUNT_HIGH)
        )
    for figure, percent, in_order, value in points:
        low, high = (quantile(in_order, end) for end in next(intervals)[1:])
        times = normal.inv_cdf(percent / 100) if figure == "net" else _LARGEST_DRAWDOWN[percent]
        row = _row(f"{figure}_p{percent}", "chips", value, low, high, times * sigma)
        row["people_low"], row["people_high"] = sorted([value * AMOUNT_LOW, value * AMOUNT_HIGH])
        rows.append(row)
    return rows if len(figures["net"]) >= FEWEST else [row | {"low": None, "high": None} for row in rows]


def _row(metric: str, measure: str, value: float, low: float, high: float, formula: float) -> dict[str, Any]:
    return {
        "metric": metric, "measure": measure, "value": value, "low": low, "high": high, "formula": formula,
        "people_low": None, "people_high": None,
    }  # fmt: skip


class EveningCount(NamedTuple):
    """The number of player-evenings in which an event happened, and the number of evenings and players; the sum over
    evenings of the squared number of players it happened to; the share whose quantile is asked, if any.
    """

    k: int
    squares: int
    evenings: int
    players: int
    share: float | None = None

    @classmethod
    def of(cls, happened: Array, share: float | None = None) -> EveningCount:
        """The count of an event, (evenings, players)."""
        of_evening = happened.sum(axis=1)
        squares = int((of_evening * of_evening).sum())
        return cls(int(of_evening.sum()), squares, len(happened), happened.shape[1], share)


def share_intervals(
    con: DuckDBPyConnection, counts: Sequence[EveningCount]
) -> list[tuple[float, float, float]]:
    """Return for each count the share of player-evenings with its 95 % interval; if the count has a share, that share
    and the two between which the share of its quantile lies.
    """
    rows: list[tuple[float, float, float]] = con.execute(
        """
        with given as (
            select
                unnest($k::bigint[]) as k,
                unnest($squares::bigint[]) as squares,
                unnest($n::bigint[]) as n,
                unnest($players::bigint[]) as players,
                unnest($share::double[]) as share,
                generate_subscripts($k::bigint[], 1) as place
        ),

        known as (
            select place, share, k / n as p, share_sample(evening_sums(k, squares, n, players)) as m
            from given
        )

        select
            coalesce(share, p),
            if(share is null, share_low(p * m, m), place_low(share, m)),
            if(share is null, share_high(p * m, m), place_high(share, m))
        from known
        order by place
        """,
        {
            "k": [count.k for count in counts],
            "squares": [count.squares for count in counts],
            "n": [count.evenings * count.players for count in counts],
            "players": [count.players for count in counts],
            "share": [count.share for count in counts],
        },
    ).fetchall()
    return rows


def quantile(in_order: Ints, share: float) -> int:
    """The smallest value that at least this share of the values doesn't exceed."""
    place = int(np.ceil(round(share * in_order.size, 6))) - 1
    return int(in_order[min(max(place, 0), in_order.size - 1)])


# Of every game, for its page


class _Length(NamedTuple):
    """The figures of evenings of one length, without intervals: sorted sizes of nets, for the interval of
    `typical_range`; the counts that intervals are computed from, of each of `STACKS` and of `typical_range`.
    """

    figures: EveningFigures
    reach: Ints
    counts: list[EveningCount]

    @classmethod
    def of(cls, hands: int, table: Mapping[str, Ints]) -> _Length:
        """The figures of evenings (evenings, players) of a number of hands."""
        nets, drawdowns, reach = (
            np.sort(each, axis=None) for each in (table["net"], table["drawdown"], np.abs(table["net"]))
        )
        usual = quantile(reach, _USUAL)
        counts = [EveningCount.of(table["lowest"] <= -stack) for stack in STACKS]
        counts.append(EveningCount.of(np.abs(table["net"]) <= usual, _USUAL))
        figures = EveningFigures(
            hands=hands,
            evenings=len(table["net"]),
            net=[quantile(nets, percent / 100) for percent in _NET],
            typical_range=(usual, usual, usual),
            ahead=float((nets > 0).mean()),
            drawdown=(quantile(drawdowns, 0.5), quantile(drawdowns, 0.95)),
            ruin_chance=[],
        )
        return cls(figures, reach, counts)

    def with_intervals(self, intervals: Iterator[tuple[float, float, float]]) -> EveningFigures:
        """The figures, with the next intervals, one for each of `counts`."""
        ruin_chance = [next(intervals) for _ in STACKS]
        low, high = (quantile(self.reach, share) for share in next(intervals)[1:])
        return replace(
            self.figures, typical_range=(self.figures.typical_range[0], low, high), ruin_chance=ruin_chance
        )


@dataclass
class _GameTables:
    """The evenings of a game at a table, by length in hours; sample evenings; and the deepest drawdown over each of
    `DRAWDOWN_HOURS` hours, at the percentiles `DRAWDOWN_PERCENTILES`.
    """

    variant: Variant
    pace: float
    files: Sequence[PartFiles]
    lengths: dict[float, _Length] = field(default_factory=dict)
    samples: list[list[int]] = field(default_factory=list)
    drawdowns: dict[int, list[int]] = field(default_factory=dict)

    def fill(self) -> _GameTables:
        """Read parts until there are enough hands, and compute everything but intervals."""
        tables: dict[float, list[Mapping[str, Ints]]] = {}
        hands = 0
        for pair in self.files:
            for part in RunPart.read([pair]) if hands < MOST_HANDS else ():
                nets, begins = part.by_player(), part.begins
                for hours in EVENING_HOURS:
                    tables.setdefault(hours, []).append(_evenings(nets, begins, self._hands(hours)))
                self._sample(nets)
                hands += len(nets)
        for hours, parts in tables.items():
            table = {name: np.concatenate([part[name] for part in parts]) for name in FIGURES}
            if len(table["net"]) >= FEWEST:
                self.lengths[hours] = _Length.of(self._hands(hours), table)
                if hours == 1:
                    self.drawdowns = _drawdowns(table)
        return self

    def _hands(self, hours: float) -> int:
        return hands_of(self.variant, timedelta(hours=hours), self.pace)

    def _sample(self, nets: Ints) -> None:
        """Sample evenings of the greatest length, each of another place at the table."""
        size = self._hands(EVENING_HOURS[-1])
        after = np.round(
            np.arange(1, EVENING_HOURS[-1] / SAMPLE_STEP + 1) / (EVENING_HOURS[-1] / SAMPLE_STEP) * size
        ).astype(int)
        for evening in range(min(len(nets) // size, SAMPLES - len(self.samples))):
            place = len(self.samples) % nets.shape[1]
            totals = np.cumsum(nets[evening * size : (evening + 1) * size, place])
            self.samples.append([0, *(int(totals[hand - 1]) if hand else 0 for hand in after)])


def _drawdowns(hour: Mapping[str, Ints]) -> dict[int, list[int]]:
    """The deepest drawdown over each of `DRAWDOWN_HOURS` hours such as these, at the percentiles `DRAWDOWN_PERCENTILES`."""
    deepest = drawdowns_over({name: values.ravel() for name, values in hour.items()}, DRAWDOWN_HOURS)
    return {
        hours: [quantile(each, share / 100) for share in DRAWDOWN_PERCENTILES]
        for hours, each in deepest.items()
    }


def drawdowns_over(hour: Mapping[str, Ints], horizons: Sequence[int]) -> dict[int, Ints]:
    """The deepest drawdowns, sorted, of `HORIZONS` random sequences of hours, over each of some horizons
    (hours, ascending).

    The hours are drawn with replacement from those that were played; `hour` has each one's net, lowest and
    highest point and deepest drawdown (hours,). Where two hours meet, the drawdown is the deepest of both, or
    from the top of the one to the bottom of the other.
    """
    hours = np.stack([hour[name] for name in FIGURES], axis=1)
    drawn = np.random.default_rng(len(hours)).integers(len(hours), size=(horizons[-1], HORIZONS))
    total, best, deepest = np.zeros((3, HORIZONS), np.int64)
    drawdowns = {}
    for number, chosen in enumerate(drawn, start=1):
        net, lowest, highest, drawdown = hours.take(chosen, axis=0).T
        deepest = np.maximum.reduce([deepest, drawdown, best - total - lowest])
        best = np.maximum(best, total + highest)
        total = total + net
        if number in horizons:
            drawdowns[number] = np.sort(deepest)
    return drawdowns


def evenings_by_game(
    con: DuckDBPyConnection, store: Path, progress: Progress | None = None, paces: Paces | None = None
) -> list[GameEvenings]:
    """The evenings of all games that runs of players of one profile have played, for the marts `con`.

    Of each game at a table by a line-up the first `MOST_HANDS` hands are used. Cached until its runs change. `paces`
    say how many hands an evening has, by default the marts' of `con`.
    """
    paces = paces_of(con) if paces is None else paces
    cache, games = Cache(store, "evenings", ".json"), catalogue_of(store)
    code = (__file__, cutting.__file__, game_source.__file__)
    names, keys, stored, waiting = {}, {}, {}, {}
    for game, files in parts_by_game(con, store).items():
        if variant := games.with_additions(*game[:2]):
            pace = pace_of(variant, paces).seconds
            names[game] = sha256(json.dumps(game).encode()).hexdigest()[:16]
            keys[game] = key_of([file for pair in files for file in pair], code=code, facts=[f"{pace:.3f}"])
            if data := cache.get(names[game], keys[game]):
                stored[game] = msgspec.json.decode(data, type=GameEvenings)
            else:
                waiting[game] = _GameTables(variant, pace, files)
    filled: dict[GameKey, _GameTables] = {}
    with ThreadPoolExecutor(_THREADS) as threads:
        for number, (game, tables) in enumerate(
            zip(waiting, threads.map(_GameTables.fill, waiting.values()), strict=True)
        ):
            if progress:
                progress(tr("walking evenings"), number, len(waiting))
            filled[game] = tables
    counts = [
        count for tables in filled.values() for each in tables.lengths.values() for count in each.counts
    ]
    intervals = iter(share_intervals(con, counts))  # in one query, because planning it takes longest
    for game, tables in filled.items():
        stored[game] = GameEvenings(
            variant_id=game[0], additions=game[1], players=game[2], lineup=game[3], samples=tables.samples,
            by_hours={hours: each.with_intervals(intervals) for hours, each in tables.lengths.items()},
            drawdowns=tables.drawdowns,
        )  # fmt: skip
        cache.put(names[game], keys[game], msgspec.json.encode(stored[game]))
    cache.prune(names.values())
    return [stored[game] for game in names]
