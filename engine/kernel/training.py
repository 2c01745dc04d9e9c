"""Hands that are played for training: the interpreter plays given hands, and tries other choices in them.

A job is a hand of a seed, played once: as it comes; with one choice of a trained player replaced by another, on the
same cards and luck; with every player staying from some decision on; or with no betting and some players leaving at a
street. Its results are each seat's net, the choices of trained players, and cases: what the players in saw, with
their shares of the pot.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.compile.jit import njit
from engine.kernel.exploiter import is_exploiter
from engine.kernel.program import MAX_PLAYERS
from engine.kernel.state import CASE_COLUMNS, CASE_SCORES, CHOICE_COLUMNS, MAX_CASES, MAX_CHOICES, VIEW

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Job(IntEnum):
    HAND = 0  # its number in the seed
    POT_IN = 1
    FORCE_AT = 2  # the choice of trained players, from 0, to replace; -1 for none
    FORCE_TO = 3
    STAY_FROM = 4  # the decision, from 1, from which every player stays; 0: no betting; -1: never
    LEAVERS = 5  # without betting: seats that leave, as bits
    LEAVE_AT = 6  # and the street at which they do
    LEAD_AT = 7  # an earlier choice, from 0, that is replaced to come where others are tried; -1 for none
    LEAD_TO = 8


_HAND, _POT_IN, _FORCE_AT, _FORCE_TO, _STAY_FROM, _LEAVERS, _LEAVE_AT, _LEAD_AT, _LEAD_TO = (
    int(column) for column in Job
)


class JobResults(NamedTuple):
    """Jobs and room for their results.

    jobs: n x `Job`. nets: n x players, chips won less paid, a pot that no player wins counted in equal parts.
    shares: n x players, of the pot. choices: rows of `CHOICE_COLUMNS`, those of job i ending before
    `choice_ends[i + 1]`; the same for `cases`, rows of `CASE_COLUMNS`, or the
    first `CASE_SCORES` of them. views: what exploiters saw at their choices, rows as in `choices`.
    """

    jobs: Ints
    nets: Floats
    shares: Floats
    choices: Ints
    choice_ends: Ints
    cases: Floats
    case_ends: Ints
    views: NDArray[np.float32]


def empty_results(
    jobs: Ints, choices: int, cases: int, scores_alone: bool = False, views: bool = False
) -> JobResults:
    """Jobs with room for `choices` and `cases` a job, and for one more hand; 0: they aren't recorded. With
    `scores_alone` a case has only the scores of the hand; with `views` the exploiters' features are recorded.
    """
    n = len(jobs)
    return JobResults(
        jobs,
        np.zeros((n, MAX_PLAYERS)),
        np.zeros((n, MAX_PLAYERS)),
        np.empty((n * choices + MAX_CHOICES if choices else 0, CHOICE_COLUMNS), np.int64),
        np.zeros(n + 1, np.int64),
        np.empty((n * cases + MAX_CASES if cases else 0, CASE_SCORES if scores_alone else CASE_COLUMNS)),
        np.zeros(n + 1, np.int64),
        np.empty((n * choices + MAX_CHOICES if views else 0, VIEW), np.float32),
    )


NO_JOBS = empty_results(np.zeros((0, len(Job)), np.int64), 0, 0)
"""No results: hands are played as they come."""


@njit
def has_room(results: Any, number: int) -> bool:
    choices = results.choices.shape[0] - results.choice_ends[number]
    cases = results.cases.shape[0] - results.case_ends[number]
    return (choices >= MAX_CHOICES or choices == 0) and (cases >= MAX_CASES or cases == 0)


@njit
def take_job(st: Any, results: Any, number: int) -> None:
    """Set the state up for a job."""
    st.training.decisions = 1
    st.training.stay_from = results.jobs[number, _STAY_FROM]
    st.sampling = 1 if st.training.stay_from == 0 else 0
    st.training.leavers = results.jobs[number, _LEAVERS]
    st.training.leave_at = results.jobs[number, _LEAVE_AT]
    st.training.force_at = results.jobs[number, _FORCE_AT]
    st.training.force_to = results.jobs[number, _FORCE_TO]
    st.training.lead_at = results.jobs[number, _LEAD_AT]
    st.training.lead_to = results.jobs[number, _LEAD_TO]
    st.training.force_seat = -1
    st.training.choice_count = 0
    st.training.case_count = 0


@njit
def record_results(st: Any, results: Any, number: int, pot_in: int) -> None:
    pot = max(1, st.pot + pot_in)
    for seat in range(st.players):
        results.nets[number, seat] = st.won[seat] - st.paid[seat] + st.pot_out / st.players
        results.shares[number, seat] = st.won[seat] / pot
    at = results.choice_ends[number]
    for k in range(min(st.training.choice_count, MAX_CHOICES) if results.choices.shape[0] else 0):
        for column in range(CHOICE_COLUMNS):
            results.choices[at, column] = st.training.choices[k, column]
        if results.views.shape[0] and is_exploiter(st, st.training.choices[k, 0]):
            for column in range(VIEW):
                results.views[at, column] = st.exploiters[0].views[k, column]
        at += 1
    results.choice_ends[number + 1] = at
    at = results.case_ends[number]
    for k in range(st.training.case_count if results.cases.shape[0] else 0):
        for column in range(results.cases.shape[1]):
            results.cases[at, column] = st.training.cases[k, column]
        at += 1
    results.case_ends[number + 1] = at


def new_jobs(hands: Ints, stay_from: int = -1) -> Ints:
    """Jobs for these hands, as they come or with every player staying from a decision on."""
    jobs = np.zeros((len(hands), len(Job)), np.int64)
    jobs[:, Job.HAND] = hands
    jobs[:, Job.FORCE_AT] = jobs[:, Job.LEAD_AT] = -1
    jobs[:, Job.STAY_FROM] = stay_from
    return jobs
