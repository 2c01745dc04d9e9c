"""Evenings of every simulated game, of several lengths, in one walk over the hands of the runs.

As `pipeline.risk` cuts and walks one game's; here every part is read once, and intervals are asked of all at
once. Of each game at a table by a line-up the first `MOST` hands are walked: a few hundred evenings tell a
chance to a few hundredths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import numpy as np
import polars as pl
from duckdb import DuckDBPyConnection

from engine.api import PederError, Variant, call, find_variant, parse_additions
from language import tr
from pipeline.progress import Progress
from pipeline.risk import quantile, share_intervals
from pipeline.simulation.columns import Array
from pipeline.simulation.evenings import FIGURES, Ints, cut, hands_of, part_nets, paths
from pipeline.store.parts import read_parts, session_folder
from pipeline.store.schemas import HANDS
from reports.game_source import HOURS, QUARTER, STACKS, EveningFigures, GameEvenings

MOST = 100_000
"""Hands of a game that are walked, or as many more as its last part holds."""
SAMPLES = 20
LEAST = 20
"""Fewer evenings than these tell nothing."""
NET = (5, 25, 50, 75, 95)
USUAL = 2 / 3

_GAME = pl.Schema({name: HANDS[name] for name in ("variant_id", "additions", "player_count")})

Key = tuple[str, str, int, str]


@dataclass
class _Walked:
    """What was walked of a game at a table: by length the figures of its evenings, a list a part."""

    variant: Variant
    hands: int = 0
    figures: dict[float, list[dict[str, Ints]]] = field(default_factory=dict)
    samples: list[list[int]] = field(default_factory=list)

    def add(self, nets: Ints, begins: Ints) -> None:
        """A part's nets (hands, players) by place at the table, and which hands begin a chain."""
        for hours in HOURS:
            size = hands_of(self.variant, timedelta(hours=hours))
            of_part = cut(begins, len(nets), size)
            whole = of_part >= 0
            self.figures.setdefault(hours, []).append(dict(paths(nets[whole], of_part[whole])))
        self._sample(nets, size)
        self.hands += len(nets)

    def _sample(self, nets: Ints, size: int) -> None:
        """Evenings of the greatest length, of `size` hands, each of another place at the table."""
        after = np.round(np.arange(1, HOURS[-1] / QUARTER + 1) / (HOURS[-1] / QUARTER) * size).astype(int)
        for evening in range(min(len(nets) // size, SAMPLES - len(self.samples))):
            place = len(self.samples) % nets.shape[1]
            line = np.cumsum(nets[evening * size : (evening + 1) * size, place])
            self.samples.append([0, *(int(line[hand - 1]) if hand else 0 for hand in after)])

    def of(self, hours: float) -> dict[str, Ints]:
        """The figures of the evenings of a length, (evenings, players)."""
        parts = self.figures[hours]
        return {name: np.concatenate([part[name] for part in parts]) for name in FIGURES}


def play_lengths(
    con: DuckDBPyConnection, store: Path, progress: Progress | None = None
) -> list[GameEvenings]:
    """The evenings of all games that runs of players who are alike have played, for the marts `con`."""
    walked = _walk(con, store, progress)
    asked: list[tuple[Array, float | None]] = []
    for game in walked.values():
        for hours in HOURS:
            figures = game.of(hours)
            if len(figures["net"]) >= LEAST:
                asked += [(figures["lowest"] <= -stack, None) for stack in STACKS]
                asked.append((np.abs(figures["net"]) <= _usual(figures["net"]), USUAL))
    intervals = iter(share_intervals(con, asked))
    found = []
    for (variant_id, additions, players, lineup), game in walked.items():
        by_hours = {}
        for hours in HOURS:
            figures = game.of(hours)
            if len(figures["net"]) >= LEAST:
                gone = [next(intervals) for _ in STACKS]
                size = hands_of(game.variant, timedelta(hours=hours))
                by_hours[hours] = _evening(figures, size, gone, next(intervals))
        found.append(
            GameEvenings(
                variant_id=variant_id, additions=additions, players=players, lineup=lineup,
                by_hours=by_hours, samples=game.samples,
            )
        )  # fmt: skip
    return found


def _walk(con: DuckDBPyConnection, store: Path, progress: Progress | None) -> dict[Key, _Walked]:
    sessions = con.execute(
        """
        select distinct s.session_id, array_to_string(s.profiles, ', ') as lineup
        from int_evening_counts as x
        inner join int_sessions as s using (session_id)
        where s.kind = 'run'
        order by s.session_id
        """
    ).fetchall()
    parts = [
        (place, store / "seats" / session_folder(session) / place.name, lineup)
        for session, lineup in sessions
        for place in sorted((store / "hands" / session_folder(session)).iterdir())
    ]
    walked: dict[Key, _Walked] = {}
    for done, (hands_file, seats_file, lineup) in enumerate(parts):
        if progress:
            progress(tr("walking evenings"), done, len(parts))
        hands = read_parts([hands_file], _GAME, only=True)
        if hands.is_empty():
            continue
        key = (hands["variant_id"][0], hands["additions"][0], hands["player_count"][0], lineup or "")
        if key not in walked:
            variant = game_called(key[0], key[1])
            if variant is None:
                continue
            walked[key] = _Walked(variant)
        if walked[key].hands < MOST:
            walked[key].add(*part_nets(hands_file, seats_file))
    return walked


def game_called(variant_id: str, additions: str) -> Variant | None:
    """A game as a hand names it, with its additions; None for one that this catalogue doesn't have."""
    try:
        return call(find_variant(variant_id), parse_additions(additions.split()))
    except PederError:
        return None


def _usual(nets: Ints) -> int:
    return quantile(np.sort(np.abs(nets), axis=None), USUAL)


def _evening(
    figures: dict[str, Ints],
    size: int,
    gone: Sequence[tuple[float, float, float]],
    usual: tuple[float, float, float],
) -> EveningFigures:
    nets, falls, reach = (
        np.sort(values, axis=None) for values in (figures["net"], figures["drawdown"], np.abs(figures["net"]))
    )
    return EveningFigures(
        hands=size,
        evenings=len(figures["net"]),
        net=[quantile(nets, percent / 100) for percent in NET],
        usual=(quantile(reach, USUAL), quantile(reach, usual[1]), quantile(reach, usual[2])),
        ahead=float((figures["net"] > 0).mean()),
        fall=(quantile(falls, 0.5), quantile(falls, 0.95)),
        gone=gone,
    )


__all__ = ["game_called", "play_lengths"]
