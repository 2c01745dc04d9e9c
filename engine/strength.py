"""What hands hold at each street of a game: the scores that cut them into equal parts."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernel.standing import LOWS
from engine.kernel.state import MAX_SHARES, new_state, seat_players
from engine.kernel.study import Job, Study, new_jobs, new_study
from engine.kernel.table import MAX_CHAIN, play_hands
from engine.low import NO_LOW
from engine.profiles import profile_rows
from engine.program import LEVELS, compile_program
from engine.record import Record, SeatColumn, Span, empty_record
from engine.variants.model import Variant

SAMPLED_HANDS = 1024
_SEED = 2002  # the year of PR; the levels are facts of a game, not of a run
_DEEP = 1_000_000
_STREET, _SCORE, _OPEN_SCORE = 0, 3, 4


class Levels(NamedTuple):
    """Cutting scores, streets + 1 x `LEVELS`: of whole hands (row 0 is for the lows), and of open cards."""

    whole: NDArray[np.int64]
    shown: NDArray[np.int64]


@lru_cache(maxsize=256)
def levels_of(variant: Variant, players: int) -> Levels:
    """What hands hold in a game at a table of `players`.

    From `SAMPLED_HANDS` hands in which nobody bets, exchanging, passing and choosing as in play.
    """
    program = compile_program(variant, players)
    jobs = new_jobs(np.arange(SAMPLED_HANDS), stay_from=0)
    study, record = study_hands(program, profile_rows(["plain-caller"] * players), jobs, _SEED)
    cases = study.cases[: study.case_ends[-1]]
    streets = range(program.streets + 1)
    whole = np.stack([_cut(cases[cases[:, _STREET] == street, _SCORE]) for street in streets])
    shown = np.stack([_cut(cases[cases[:, _STREET] == street, _OPEN_SCORE]) for street in streets])
    lows = record.seat[:, :, SeatColumn.LOW]
    whole[LOWS] = _cut(np.where(lows > 0, NO_LOW - lows, -1))
    return Levels(whole, shown)


def study_hands(
    program: Any, profiles: NDArray[np.float64], jobs: NDArray[np.int64], seed: int, stack: int = _DEEP,
    choices: int = 0,
) -> tuple[Study, Record]:  # fmt: skip
    """Play the jobs of a study, everybody with the same stack (chips); return its answers and the rows.

    `choices` is room for so many choices a job.
    """
    players = len(profiles)
    state = new_state()
    seat_players(state, profiles)
    state.studied = state.once = 1
    stays = int((jobs[:, Job.STAY_FROM] >= 0).any())
    study = new_study(jobs, choices, stays * players * (program.streets if program.streets < 16 else 16))
    rows = len(jobs) + MAX_CHAIN
    record = empty_record(rows, players, actions=1, shares=rows * 16 + MAX_CHAIN * MAX_SHARES)
    stacks = np.full(players, stack, np.int64)
    done, filled = play_hands(state, program, stacks, Span(seed, 0, len(jobs)), record, study)
    if done < len(jobs):
        raise RuntimeError(f"{done} of {len(jobs)} hands fit into the room that the study has")
    return study, record.first(filled)


def learn_levels(program: Any, levels: Levels) -> None:
    """Tell a program what hands hold."""
    program.levels[: len(levels.whole)] = levels.whole
    program.open_levels[: len(levels.shown)] = levels.shown


def _cut(values: NDArray[Any]) -> NDArray[np.int64]:
    """The `LEVELS` values in the middle of as many equal parts of those that were sampled (-1 was not)."""
    seen = np.sort(values[values >= 0].astype(np.int64), axis=None)
    if len(seen) == 0:
        return np.zeros(LEVELS, np.int64)
    places = (np.arange(LEVELS) + 0.5) / LEVELS * len(seen)
    return np.ascontiguousarray(seen[places.astype(np.int64)])
