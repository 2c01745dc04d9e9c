"""Evenings of every simulated game, of several lengths, in one walk over the hands of the runs.

As `pipeline.risk` cuts and walks one game's; here every part is read once, and intervals are asked of all at
once. Of each game at a table by a line-up the first `MOST` hands are walked: a few hundred evenings tell a
chance to a few hundredths. What they come to is kept beside the store's tables (`pipeline.lengths_kept`), so
that only games whose runs are others than before are walked anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import cache, partial
from hashlib import sha256
from pathlib import Path

import numpy as np
import polars as pl
from duckdb import DuckDBPyConnection

from engine.api import Variant, game_called
from language import tr
from pipeline import risk
from pipeline.lengths_kept import Game, KeptEvenings, Key
from pipeline.progress import Progress
from pipeline.risk import LEAST, EveningCount, quantile, share_intervals
from pipeline.simulation import evenings, walks
from pipeline.simulation.evenings import FIGURES, Ints, cut, hands_of, part_nets, paths
from pipeline.store.parts import PARTS, read_parts, session_folder
from pipeline.store.schemas import HANDS
from queries.sources import signature
from reports import game_source
from reports.game_source import FALLS, HOURS, QUARTER, STACKS, STRETCHES, EveningFigures, GameEvenings

MOST = 60_000
"""Hands of a game that are walked, or as many more as its last part holds: of a long run one part."""
AT_ONCE = 2
"""Games that are walked at once: what walks them holds no lock, and each takes some 50 MB."""
SAMPLES = 20
NET = (5, 25, 50, 75, 95)
USUAL = 2 / 3
DRAWN = 4000
"""So many stretches of hours are put together from those that were played."""

_GAME = pl.Schema({name: HANDS[name] for name in ("variant_id", "additions", "player_count")})


@dataclass(frozen=True)
class _Length:
    """A game's evenings of one length, all but what takes intervals (`usual`, `gone`); in how many something
    held, for each of `STACKS` that it was gone, and then that the net was usual; and what nets were at most,
    up or down, in order.
    """

    figures: EveningFigures
    held: Sequence[EveningCount]
    reach: Ints


@dataclass(frozen=True)
class _Summed:
    """What a game at a table was summed up to, by the length of evenings in hours."""

    key: Key
    by_hours: Mapping[float, _Length]
    samples: Sequence[Sequence[int]]
    falls: Mapping[int, Sequence[int]]


@dataclass
class _Walked:
    """What was walked of a game at a table: by length the figures of its evenings, a list a part."""

    variant: Variant
    hands: int = 0
    figures: dict[float, list[dict[str, Ints]]] = field(default_factory=dict)
    samples: list[list[int]] = field(default_factory=list)
    heights: list[Ints] = field(default_factory=list)

    def add(self, nets: Ints, begins: Ints) -> None:
        """A part's nets (hands, players) by place at the table, and which hands begin a chain."""
        for hours in HOURS:
            size = hands_of(self.variant, timedelta(hours=hours))
            of_part = cut(begins, len(nets), size)
            whole = slice(np.count_nonzero(of_part >= 0))  # what fills no evening comes last
            self.figures.setdefault(hours, []).append(dict(paths(nets[whole], of_part[whole])))
            if hours == 1:
                self.heights.append(-paths(-nets[whole], of_part[whole])["lowest"])
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

    def falls(self) -> dict[int, list[int]]:
        """The deepest fall over each of `STRETCHES` hours, at the percentiles `FALLS`."""
        hour = {**self.of(1.0), "highest": np.concatenate(self.heights)}
        found = stretch_falls({name: values.ravel() for name, values in hour.items()}, STRETCHES)
        return {hours: [quantile(fall, share / 100) for share in FALLS] for hours, fall in found.items()}


def stretch_falls(hour: Mapping[str, Ints], stretches: Sequence[int]) -> dict[int, Ints]:
    """The deepest falls, sorted, of `DRAWN` lines over each of some lengths (hours, ascending).

    Such a line is hours of play one after the other, drawn with replacement from those that were played; of
    each the line's net, its lowest and highest point and its deepest fall are in `hour` (hours,). Where two
    lines meet, the fall is the deepest of both, or from the top of the one to the bottom of the other.
    """
    from pipeline.simulation.walks import join

    hours = np.stack([hour[name] for name in ("net", "lowest", "highest", "drawdown")], axis=1)
    drawn = np.random.default_rng(len(hours)).integers(len(hours), size=(stretches[-1], DRAWN))
    falls = np.empty((len(stretches), DRAWN), np.int64)
    join(hours, drawn, np.array(stretches), falls)
    return dict(zip(stretches, np.sort(falls, axis=1), strict=True))


def play_lengths(
    con: DuckDBPyConnection, store: Path, progress: Progress | None = None
) -> list[GameEvenings]:
    """The evenings of all games that runs of players who are alike have played, for the marts `con`."""
    kept = KeptEvenings.of(store)
    parts = _parts(con, store, kept)
    stamps = {key: _stamp(files) for key, files in parts.items()}
    waiting = {key: files for key, files in parts.items() if stamps[key] not in kept.games}
    told = dict(zip(waiting, _in_words(con, _walk(waiting, progress)), strict=True))
    found = [told[key] if key in told else kept.games[stamps[key]] for key in parts]
    kept.keep(dict(zip(stamps.values(), found, strict=True)))
    return [game for game in found if game]


def _in_words(con: DuckDBPyConnection, summed: Sequence[_Summed | None]) -> list[GameEvenings | None]:
    """What games were summed up to, with the intervals of all, asked at once."""
    lengths = [length for game in summed if game for length in game.by_hours.values()]
    intervals = iter(share_intervals(con, [held for length in lengths for held in length.held]))
    found: list[GameEvenings | None] = []
    for game in summed:
        if game is None:
            found.append(None)
            continue
        by_hours = {}
        for hours, length in game.by_hours.items():
            gone = [next(intervals) for _ in STACKS]
            ends = [quantile(length.reach, share) for share in (USUAL, *next(intervals)[1:])]
            by_hours[hours] = replace(length.figures, gone=gone, usual=(ends[0], ends[1], ends[2]))
        variant_id, additions, players, lineup = game.key
        found.append(
            GameEvenings(
                variant_id=variant_id, additions=additions, players=players, lineup=lineup,
                by_hours=by_hours, samples=game.samples, falls=game.falls,
            )
        )  # fmt: skip
    return found


def _parts(con: DuckDBPyConnection, store: Path, kept: KeptEvenings) -> dict[Key, list[tuple[Path, Path]]]:
    """The part files of hands and of seats, by game, table and line-up."""
    sessions = con.execute(
        """
        select distinct s.session_id, array_to_string(s.profiles, ', ') as lineup
        from int_evening_counts as x
        inner join int_sessions as s using (session_id)
        where s.kind = 'run'
        order by s.session_id
        """
    ).fetchall()
    repeated = set(con.execute("select * from int_repeated").fetchall())
    found: dict[Key, list[tuple[Path, Path]]] = {}
    for session, lineup in sessions:
        read = partial(_game_told, cache(partial(_games_beside, store / "sums" / session_folder(session))))
        for place in sorted((store / "hands" / session_folder(session)).iterdir()):
            game = kept.game_of(place, signature([place]), read)
            if game is not None and (session, *game) not in repeated:
                seats = store / "seats" / session_folder(session) / place.name
                found.setdefault((*game, lineup or ""), []).append((place, seats))
    return found


def _game_told(beside: Callable[[], Mapping[str, Game]], place: Path) -> Game | None:
    """The game of a part, told by its sums where they lie beside it, else by its hands."""
    return beside().get(place.name) or _game_of(place)


def _games_beside(folder: Path) -> dict[str, Game]:
    """The games of a session's parts beside which their sums lie, by the parts' names: read all at once."""
    parts = {str(part): part.name for part in folder.glob(PARTS)}
    if not parts:
        return {}
    try:
        rows = pl.scan_parquet(
            [*parts], schema=_GAME, glob=False, hive_partitioning=False, missing_columns="insert",
            extra_columns="ignore", include_file_paths="part",
        ).collect()  # fmt: skip
    except pl.exceptions.PolarsError:  # whatever is wrong there, the hands tell it, too
        return {}
    return {parts[part]: (game, additions, players) for game, additions, players, part in rows.rows()}


def _game_of(place: Path) -> Game | None:
    """The game, what was added and the number of players of a part; None for a part without hands."""
    hands = read_parts([place], _GAME, only=True)
    return None if hands.is_empty() else hands.row(0)


def _walk(
    parts: Mapping[Key, Sequence[tuple[Path, Path]]], progress: Progress | None
) -> list[_Summed | None]:
    """Each game walked and summed up, two at a time; None for one that this catalogue doesn't have."""
    found: list[_Summed | None] = []
    with ThreadPoolExecutor(AT_ONCE) as threads:
        for done, game in enumerate(threads.map(_summed, parts, parts.values())):
            if progress:
                progress(tr("walking evenings"), done, len(parts))
            found.append(game)
    return found


def _summed(key: Key, files: Sequence[tuple[Path, Path]]) -> _Summed | None:
    variant = game_called(key[0], key[1])
    if variant is None:
        return None
    game = _Walked(variant)
    for hands_file, seats_file in files:
        if game.hands < MOST:
            game.add(*part_nets(hands_file, seats_file))
    by_hours = {
        hours: _length(figures, hands_of(variant, timedelta(hours=hours)))
        for hours in HOURS
        if len((figures := game.of(hours))["net"]) >= LEAST
    }
    return _Summed(key, by_hours, game.samples, game.falls() if 1.0 in by_hours else {})


def _stamp(files: Sequence[tuple[Path, Path]]) -> str:
    """What tells a game's evenings from any others: its files, and the code that walks them."""
    return sha256(f"{_code()} {signature(file for pair in files for file in pair)}".encode()).hexdigest()[:24]


@cache
def _code() -> str:
    modules = (__file__, evenings.__file__, walks.__file__, risk.__file__, game_source.__file__)
    return sha256(b"".join(Path(place).read_bytes() for place in modules)).hexdigest()


def _length(figures: dict[str, Ints], size: int) -> _Length:
    evenings, players = figures["net"].shape
    nets, falls, reach = (
        np.sort(values, axis=None) for values in (figures["net"], figures["drawdown"], np.abs(figures["net"]))
    )
    usual = quantile(reach, USUAL)
    told = EveningFigures(
        hands=size,
        evenings=evenings,
        net=[quantile(nets, percent / 100) for percent in NET],
        usual=(usual, usual, usual),
        ahead=float((figures["net"] > 0).mean()),
        fall=(quantile(falls, 0.5), quantile(falls, 0.95)),
        gone=[],
    )
    held = [EveningCount(*gone, evenings, players) for gone in _gone(figures["lowest"])]
    held.append(EveningCount.of(np.abs(figures["net"]) <= usual, USUAL))
    return _Length(told, held, reach)


def _gone(lowest: Ints) -> list[tuple[int, int]]:
    """Of each of `STACKS`, in how many players' evenings (evenings, players) it was gone; and the squares of
    how many lost it in an evening, summed.
    """
    lost = np.searchsorted(STACKS, -lowest, side="right")  # so many of the stacks
    evening = np.arange(len(lowest))[:, None]
    counts = np.bincount(
        (evening * (len(STACKS) + 1) + lost).ravel(), minlength=len(lowest) * (len(STACKS) + 1)
    )
    losers = counts.reshape(len(lowest), -1)[:, ::-1].cumsum(axis=1)[:, ::-1][:, 1:]
    return list(zip(losers.sum(axis=0).tolist(), (losers * losers).sum(axis=0).tolist(), strict=True))


__all__ = ["play_lengths", "stretch_falls"]
