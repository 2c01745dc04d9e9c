"""The quantiles of the hands at each street of a game, and hands played for training."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards.low import NO_LOW
from engine.catalogue.model import Variant, largest_table
from engine.kernel.program import QUANTILES, as_array, compile_program
from engine.kernel.record import Record, SeatColumn, Span, empty_record
from engine.kernel.standing import LOWS
from engine.kernel.state import MAX_SHARES, new_state, seat_players
from engine.kernel.table import MAX_CHAIN, play_hands
from engine.kernel.training import Job, JobResults, empty_results, new_jobs
from engine.players.profiles import Seating, profile_rows, seating_of

NO_STYLES = seating_of(())
MAIN_TABLE = 6
"""Size of the table at which a game is trained, if it takes as many players."""
SAMPLED_HANDS = 1024
_SEED = 2002  # the year of PR; the quantiles are facts of a game, not of a run
_DEEP = 1_000_000
_STREET, _SCORE, _OPEN_SCORE = 0, 3, 4


class Exploiter(NamedTuple):
    """An exploiter (`engine.kernel.exploiter`) and its seat. Without trees it plays as the trained player does.

    trees: the fields of the state that begin with ``tree_``.
    """

    seat: int
    trees: Mapping[str, NDArray[Any]]


class Quantiles(NamedTuple):
    """Cutting scores, streets + 1 x `QUANTILES`: of whole hands (row 0 for the lows), and of open cards."""

    whole: NDArray[np.int64]
    shown: NDArray[np.int64]


def main_table(variant: Variant) -> int:
    """Return the size of the table at which a game is trained.

    >>> from engine.catalogue import VARIANTS
    >>> main_table(VARIANTS["baseball"]), main_table(VARIANTS["california-lowball"])
    (6, 5)
    """
    return min(MAIN_TABLE, largest_table(variant))


@cache
def quantiles_of(variant: Variant) -> Quantiles:
    """Return the quantiles of hands in a game, at its main table: one measure for tables of all sizes.

    From `SAMPLED_HANDS` hands in which no player bets, exchanging, passing and choosing as in play. A spade or a
    count that shares the pot doesn't change them.
    """
    if variant.spade or variant.counted:
        return quantiles_of(replace(variant, spade=False, counted=0, additions=""))
    players = main_table(variant)
    program = compile_program(variant, players)
    jobs = new_jobs(np.arange(SAMPLED_HANDS), stay_from=0)
    rows = profile_rows(["plain-caller"] * players)
    results, record = play_jobs(program, rows, jobs, _SEED, scores_alone=True)
    streets, scores, shown_scores = results.cases[: results.case_ends[-1], [_STREET, _SCORE, _OPEN_SCORE]].T
    of_street = [streets == street for street in range(program.streets + 1)]
    whole = np.stack([cut(scores[chosen]) for chosen in of_street])
    shown = np.stack([cut(shown_scores[chosen]) for chosen in of_street])
    lows = record.seat[:, :, SeatColumn.LOW]
    whole[LOWS] = cut(np.where(lows > 0, NO_LOW - lows, -1))
    return Quantiles(whole, shown)


def play_jobs(
    program: Any, profiles: NDArray[np.float64], jobs: NDArray[np.int64], seed: int, stack: int = _DEEP,
    choices: int = 0, scores_alone: bool = False, exploiter: Exploiter | None = None, seating: Seating = NO_STYLES,
) -> tuple[JobResults, Record]:  # fmt: skip
    """Play jobs, every player with the same stack (chips); return their results and the rows.

    `choices` is the room for choices of a job. With `scores_alone` a case has only the scores of the hand. An
    exploiter takes the seat of one of the trained players; what it sees is recorded with its choices. `seating`:
    players who change from hand to hand.
    """
    players = len(profiles)
    state = new_state(exploited=exploiter is not None)
    seat_players(state, profiles)
    state.training.is_on = state.once = 1
    if exploiter:
        state.exploiters[0].seats = 1 << exploiter.seat
        for name, values in exploiter.trees.items():
            state.exploiters[0][name] = values
    state.training.scores_alone = scores_alone
    stays = int((jobs[:, Job.STAY_FROM] >= 0).any())
    cases = stays * players * min(int(program.streets), 16)
    results = empty_results(jobs, choices, cases, scores_alone, views=bool(exploiter and choices))
    rows = len(jobs) + MAX_CHAIN
    record = empty_record(rows, players, actions=1, shares=rows * 16 + MAX_CHAIN * MAX_SHARES)
    stacks = np.full((1, players), stack, np.int64)
    span = Span(seed, 0, len(jobs))
    done, filled = play_hands(as_array(state), as_array(program), stacks, seating, span, record, results)
    if done < len(jobs):
        raise RuntimeError(f"{done} of {len(jobs)} hands fit into the room for results")
    return results, record.first(filled)


def set_quantiles(program: Any, quantiles: Quantiles) -> None:
    program.quantiles[: len(quantiles.whole)] = quantiles.whole
    program.open_quantiles[: len(quantiles.shown)] = quantiles.shown
    is_same = (program.quantiles == program.open_quantiles).all(axis=1)
    program.all_open = sum(1 << street for street in np.flatnonzero(is_same).tolist())


def cut(values: NDArray[Any]) -> NDArray[np.int64]:
    """Return the `QUANTILES` values in the middle of as many equal parts of the sampled values (-1 was not sampled).

    >>> quantiles = cut(np.arange(10_000))
    >>> quantiles.shape, quantiles[:3]
    ((64,), array([ 78, 234, 390]))
    """
    seen = values[values >= 0]
    if len(seen) == 0:
        return np.zeros(QUANTILES, np.int64)
    places = ((np.arange(QUANTILES) + 0.5) / QUANTILES * len(seen)).astype(np.int64)
    # numpy sorts such narrow integers faster than it partitions them
    return np.sort(seen.astype(np.min_scalar_type(int(seen.max()))))[places].astype(np.int64)
