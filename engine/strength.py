"""What hands hold at each street of a game: the scores that cut them into equal parts."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernel.standing import LOWS
from engine.kernel.state import MAX_SHARES, new_state, seat_players
from engine.kernel.study import Job, Study, new_jobs, new_study
from engine.kernel.table import MAX_CHAIN, play_hands
from engine.low import NO_LOW
from engine.profiles import profile_rows
from engine.programme import QUANTILES, compile_programme, held
from engine.record import Record, SeatColumn, Span, empty_record
from engine.table_size import largest_table
from engine.variants.model import Variant

MAIN_TABLE = 6
"""At how large a table it is found out what is known of a game, if so many can play it."""
SAMPLED_HANDS = 1024
_SEED = 2002  # the year of PR; the quantiles are facts of a game, not of a run
_DEEP = 1_000_000
_STREET, _SCORE, _OPEN_SCORE = 0, 3, 4


class Quantiles(NamedTuple):
    """Cutting scores, streets + 1 x `QUANTILES`: of whole hands (row 0 for the lows), and of open cards."""

    whole: NDArray[np.int64]
    shown: NDArray[np.int64]


def main_table(variant: Variant) -> int:
    """At how large a table a game is learned."""
    return min(MAIN_TABLE, largest_table(variant))


@cache
def quantiles_of(variant: Variant) -> Quantiles:
    """What hands hold in a game, at its main table: one measure for tables of all sizes.

    From `SAMPLED_HANDS` hands in which nobody bets, exchanging, passing and choosing as in play. A high spade
    that shares the pot changes nothing of them.
    """
    if variant.spade:
        return quantiles_of(replace(variant, spade=False, additions=""))
    players = main_table(variant)
    programme = compile_programme(variant, players)
    jobs = new_jobs(np.arange(SAMPLED_HANDS), stay_from=0)
    rows = profile_rows(["plain-caller"] * players)
    study, record = study_hands(programme, rows, jobs, _SEED, scores_alone=True)
    streets, scores, shown_scores = study.cases[: study.case_ends[-1], [_STREET, _SCORE, _OPEN_SCORE]].T
    of_street = [streets == street for street in range(programme.streets + 1)]
    whole = np.stack([cut(scores[chosen]) for chosen in of_street])
    shown = np.stack([cut(shown_scores[chosen]) for chosen in of_street])
    lows = record.seat[:, :, SeatColumn.LOW]
    whole[LOWS] = cut(np.where(lows > 0, NO_LOW - lows, -1))
    return Quantiles(whole, shown)


def study_hands(
    programme: Any, profiles: NDArray[np.float64], jobs: NDArray[np.int64], seed: int, stack: int = _DEEP,
    choices: int = 0, scores_alone: bool = False,
) -> tuple[Study, Record]:  # fmt: skip
    """Play the jobs of a study, everybody with the same stack (chips); return its answers and the rows.

    `choices` is room for so many choices a job. With `scores_alone` cases hold no more than what hands hold.
    """
    players = len(profiles)
    state = new_state()
    seat_players(state, profiles)
    state.studied = state.once = 1
    state.scores_alone = scores_alone
    stays = int((jobs[:, Job.STAY_FROM] >= 0).any())
    cases = stays * players * min(int(programme.streets), 16)
    study = new_study(jobs, choices, cases, scores_alone)
    rows = len(jobs) + MAX_CHAIN
    record = empty_record(rows, players, actions=1, shares=rows * 16 + MAX_CHAIN * MAX_SHARES)
    stacks = np.full(players, stack, np.int64)
    done, filled = play_hands(held(state), held(programme), stacks, Span(seed, 0, len(jobs)), record, study)
    if done < len(jobs):
        raise RuntimeError(f"{done} of {len(jobs)} hands fit into the room that the study has")
    return study, record.first(filled)


def learn_quantiles(programme: Any, quantiles: Quantiles) -> None:
    """Tell a programme what hands hold."""
    programme.quantiles[: len(quantiles.whole)] = quantiles.whole
    programme.open_quantiles[: len(quantiles.shown)] = quantiles.shown
    alike = (programme.quantiles == programme.open_quantiles).all(axis=1)
    programme.all_open = sum(1 << street for street in np.flatnonzero(alike).tolist())


def cut(values: NDArray[Any]) -> NDArray[np.int64]:
    """The `QUANTILES` values in the middle of as many equal parts of those that were sampled (-1 was not)."""
    seen = values[values >= 0]
    if len(seen) == 0:
        return np.zeros(QUANTILES, np.int64)
    places = ((np.arange(QUANTILES) + 0.5) / QUANTILES * len(seen)).astype(np.int64)
    # of such narrow integers numpy sorts all sooner than it picks some out
    return np.sort(seen.astype(np.min_scalar_type(int(seen.max()))))[places].astype(np.int64)
