"""What an evening may cost: any length, any stack, of one game or of several in given shares.

From the hands that runs hold, cut into evenings of that length (`pipeline.simulation.evenings`) and walked
hand by hand; `mart_variant_nights` has the same figures for a whole night. The formulas of intervals are
those of `queries/formulas.sql`; docs/statistics.md explains them.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from duckdb import DuckDBPyConnection

from engine.api import PederError, Variant
from language import listed, tr
from pipeline.simulation.columns import Array
from pipeline.simulation.evenings import Ints, cut, part_nets, paths
from pipeline.store.parts import read_parts, session_folder
from pipeline.store.schemas import HANDS

LEAST = 20
"""Fewer evenings than these have no intervals, and no page tells of them; a test holds it against SQL's."""

PERCENT = {"net": (5, 50, 95), "drawdown": (50, 95)}
_GAME = pl.Schema({name: HANDS[name] for name in ("variant_id", "additions")})
_LARGEST_FALL = {50: 1.148973, 95: 2.241403}  # of a line without drift, in deviations


class RiskError(PederError):
    """No run can tell what was asked."""


@dataclass(frozen=True)
class GameShare:
    """A game of an evening: the call, and its share of the evening's hands beside the others'."""

    variant: Variant
    share: float


@dataclass(frozen=True)
class Played:
    """A game's hands in evenings: nets (hands, players), a column a player; evenings (hands,) from 0; where
    in its evening each hand's chain began (hands,), from 0 to 1. `variance` is that of a player's net a hand,
    the hands of a chain taken together.
    """

    nets: Ints
    evenings: Ints
    places: Array
    variance: float


@dataclass(frozen=True, kw_only=True)
class Evenings:
    """Evenings that were played: whose, how many hands each game has in one, and figures (evenings, players).

    `sigma` is the deviation of a player's net of an evening, in chips, by the variance of chains.
    """

    players: int
    lineup: str
    hands: Sequence[int]
    figures: Mapping[str, Ints]
    sigma: float

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.figures["net"])

    @property
    def needed(self) -> list[int] | None:
        """Where they are too few for intervals: about how many hands of each game it takes."""
        return None if self.count >= LEAST else [LEAST * size for size in self.hands]


def play_evenings(
    con: DuckDBPyConnection,
    store: Path,
    parts: Sequence[GameShare],
    *,
    length: timedelta,
    players: int | None = None,
    lineup: str | None = None,
) -> Evenings:
    """Evenings of so many games, from the runs of a store opened as `con`.

    Without `players` and `lineup`, those of the runs with most hands of the first game. The games of an
    evening take turns as evenly as their shares let them. Raises RiskError where the store has no such runs,
    or none that is long enough.
    """
    players, lineup = _whose(con, parts, players, lineup)
    seconds = sum(part.share * part.variant.pace for part in parts)
    sizes = [max(1, round(length.total_seconds() * part.share / seconds)) for part in parts]
    games = [
        _hands_of(con, store, part.variant, size, players, lineup)
        for part, size in zip(parts, sizes, strict=True)
    ]
    for part, size, played in zip(parts, sizes, games, strict=True):
        if not played.evenings.size:
            raise RiskError(
                tr(
                    "The runs of {name} hold no evening of {size} hands: `{command}` plays a thousand.",
                    name=_call(part.variant),
                    size=size,
                    command=to_play(part.variant, players, lineup, 1000 * size),
                )
            )
    variance = sum(played.variance * size for played, size in zip(games, sizes, strict=True))
    return Evenings(
        players=players, lineup=lineup, hands=sizes, sigma=variance**0.5,
        figures=paths(*in_turns(games)),
    )  # fmt: skip


def in_turns(games: Sequence[Played]) -> tuple[Ints, Ints]:
    """The evenings of several games as evenings of all of them: nets (hands, players), evenings (hands,).

    Runs of one seed deal each game the same cards, so an evening has another number of each game: luck would
    count twice, were it the same of all.
    """
    whole = min(int(played.evenings[-1]) + 1 for played in games)
    kept = [played.evenings < whole for played in games]
    nets = np.concatenate([played.nets[mine] for played, mine in zip(games, kept, strict=True)])
    places = np.concatenate([played.places[mine] for played, mine in zip(games, kept, strict=True)])
    evenings = np.concatenate(
        [
            (played.evenings[mine] + number * whole // len(games)) % whole
            for number, (played, mine) in enumerate(zip(games, kept, strict=True))
        ]
    )
    order = np.lexsort((places, evenings))
    return nets[order], evenings[order]


def _whose(
    con: DuckDBPyConnection, parts: Sequence[GameShare], players: int | None, lineup: str | None
) -> tuple[int, str]:
    """The size of the table and the players of the runs that are asked."""
    there = [_tables(con, part.variant) for part in parts]
    for part, tables in zip(parts, there, strict=True):
        if not tables:
            raise RiskError(
                tr(
                    "The store has no run of {call} by players who are alike: `{command}` plays one.",
                    call=_call(part.variant),
                    command=to_play(part.variant, players, lineup),
                )
            )
    wanted = [
        table
        for table in there[0]
        if players in (None, table[0])
        and lineup in (None, table[1])
        and all(table in tables for tables in there)
    ]
    if not wanted:
        told = "; ".join(
            f"{_call(part.variant)} by {' or '.join(f'{size} {who}' for size, who in tables)}"
            for part, tables in zip(parts, there, strict=True)
        )
        table = players or there[0][0][0], lineup or there[0][0][1]
        missing = [
            f"`{to_play(part.variant, *table)}`"
            for part, tables in zip(parts, there, strict=True)
            if table not in tables
        ]
        raise RiskError(
            tr(
                "No such table has played all that is asked. The runs are {told}; what is missing is played "
                "by {commands}.",
                told=told,
                commands=listed(missing),
            )
        )
    return wanted[0]


def to_play(variant: Variant, players: int | None, lineup: str | None, hands: int | None = None) -> str:
    """The command that plays a game at a table, as far as that is known."""
    words = ["peder", "simulate", f"{variant.id}+{variant.additions}".removesuffix("+")]
    for option, value in (("--players", players), ("--profiles", lineup), ("--hands", hands)):
        words += [option, str(value)] if value else []
    return shlex.join(words)


def _call(variant: Variant) -> str:
    return f"{variant.name} {variant.additions}".strip()


def _tables(con: DuckDBPyConnection, variant: Variant) -> list[tuple[int, str]]:
    """At which tables, and by whom, evenings of a game were played, the most hands first."""
    return con.execute(
        """
        select any_value(player_count), lineup
        from mart_variant_nights
        where kind = 'run' and variant_id = ? and additions = ?
        group by player_count, lineup
        order by max(evenings) desc, player_count, lineup
        """,
        [variant.id, variant.additions],
    ).fetchall()


def _hands_of(
    con: DuckDBPyConnection, store: Path, variant: Variant, size: int, players: int, lineup: str
) -> Played:
    """A game's hands in whole evenings of `size`."""
    sessions = con.execute(
        """
        select distinct s.session_id
        from int_evening_counts as x
        anti join int_repeated using (session_id, variant_id, additions, player_count)
        inner join int_sessions as s using (session_id)
        where s.kind = 'run' and x.variant_id = ? and x.additions = ? and x.player_count = ?
            and array_to_string(s.profiles, ', ') = ?
        order by s.session_id
        """,
        [variant.id, variant.additions, players, lineup],
    ).fetchall()
    nets, evenings, places = [np.zeros((0, players), np.int64)], [np.zeros(0, np.int64)], [np.zeros(0)]
    before = hands = 0
    squares = 0.0
    for (session,) in sessions:
        for place in sorted((store / "hands" / session_folder(session)).iterdir()):
            part, begins = _part(place, store / "seats" / session_folder(session) / place.name, variant)
            if part is None:
                continue
            of_part = cut(begins, len(part), size)
            whole = of_part >= 0
            began = np.repeat(begins % size, np.diff(begins, append=len(part)))
            nets.append(part[whole])
            evenings.append(of_part[whole] + before)
            places.append((began[whole] + 0.5) / size)
            before += len(part) // size
            hands += len(part)
            squares += float((np.add.reduceat(part, begins, axis=0).astype(np.float64) ** 2).sum())
    number = np.unique(np.concatenate(evenings), return_inverse=True)[1]
    return Played(np.concatenate(nets), number, np.concatenate(places), squares / max(1, hands * players))


def _part(hands_file: Path, seats_file: Path, variant: Variant) -> tuple[Ints | None, Ints]:
    """A part's nets (hands, players), a column a player, and which hands begin a chain; None for another
    game's.
    """
    hands = read_parts([hands_file], _GAME, only=True)
    if hands.is_empty() or hands.row(0) != (variant.id, variant.additions):
        return None, np.zeros(0, np.int64)
    return part_nets(hands_file, seats_file)


def told(con: DuckDBPyConnection, evenings: Evenings, stacks: Sequence[int]) -> list[dict[str, Any]]:
    """The figures of evenings, a row each: metric, value, its 95 % interval, null below `LEAST` evenings,
    what a formula says.
    """
    normal = NormalDist()
    sigma, figures = evenings.sigma, evenings.figures
    shares = [
        (f"gone_{stack}", figures["lowest"] <= -stack, 2 * normal.cdf(-stack / sigma) if sigma else 0.0)
        for stack in stacks
    ]
    shares.append(("ahead", figures["net"] > 0, 0.5))
    points = [
        (fact, percent, in_order, quantile(in_order, percent / 100))
        for fact, percents in PERCENT.items()
        for in_order in [np.sort(figures[fact], axis=None)]
        for percent in percents
    ]
    intervals = iter(
        share_intervals(
            con,
            [EveningCount.of(holds) for _, holds, _ in shares]
            + [EveningCount.of(figures[fact] <= at, percent / 100) for fact, percent, _, at in points],
        )
    )
    rows = [_row(metric, "share", *next(intervals), formula) for metric, _, formula in shares]
    for fact, percent, in_order, at in points:
        low, high = (quantile(in_order, end) for end in next(intervals)[1:])
        times = normal.inv_cdf(percent / 100) if fact == "net" else _LARGEST_FALL[percent]
        rows.append(_row(f"{fact}_p{percent}", "chips", at, low, high, times * sigma))
    return rows if evenings.count >= LEAST else [row | {"low": None, "high": None} for row in rows]


def _row(metric: str, measure: str, value: float, low: float, high: float, formula: float) -> dict[str, Any]:
    return {
        "metric": metric, "measure": measure, "value": value, "low": low, "high": high, "formula": formula,
    }  # fmt: skip


class EveningCount(NamedTuple):
    """In how many of so many evenings, each of so many players, something held for a player; the sum over the
    evenings of the squares of how many players that was; and the share to look at, if not its own.
    """

    k: int
    squares: int
    evenings: int
    players: int
    share: float | None = None

    @classmethod
    def of(cls, holds: Array, share: float | None = None) -> EveningCount:
        """That of what holds or not, (evenings, players)."""
        of_evening = holds.sum(axis=1)
        squares = int((of_evening * of_evening).sum())
        return cls(int(of_evening.sum()), squares, len(holds), holds.shape[1], share)


def share_intervals(
    con: DuckDBPyConnection, asked: Sequence[EveningCount]
) -> list[tuple[float, float, float]]:
    """The share of players' evenings for which something held, and its interval, of many at once; where a
    share is given, between which shares its quantile lies, of as many independent evenings as would tell as
    much.
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
            "k": [held.k for held in asked],
            "squares": [held.squares for held in asked],
            "n": [held.evenings * held.players for held in asked],
            "players": [held.players for held in asked],
            "share": [held.share for held in asked],
        },
    ).fetchall()
    return rows


def quantile(in_order: Ints, share: float) -> int:
    """The smallest value that at least so large a share doesn't exceed."""
    place = int(np.ceil(round(share * in_order.size, 6))) - 1
    return int(in_order[min(max(place, 0), in_order.size - 1)])
