"""Hands that are played to learn from: the same interpreter, told which hand to play and what to try in it.

A job is a hand of a seed, played once: as it comes; with one choice of a learned player replaced by another,
all luck being the same; with everybody staying from some decision on; or with nobody betting and some leaving
at a street. The answers are what every seat won or lost, the learned players' choices, and cases: what the
players in saw, whose shares of the pot are to be foretold.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit
from engine.kernel.state import CASE_COLUMNS, CASE_SCORES, CHOICE_COLUMNS, MAX_CASES, MAX_CHOICES
from engine.programme import MAX_PLAYERS

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Job(IntEnum):
    """The columns of a job."""

    HAND = 0  # its number in the seed
    POT_IN = 1
    FORCE_AT = 2  # the learned players' choice, from 0, that is replaced; -1 for none
    FORCE_TO = 3
    STAY_FROM = 4  # the decision, from 1, from which everybody stays; 0: nobody bets; -1: never
    LEAVERS = 5  # where nobody bets: seats that leave, as bits
    LEAVE_AT = 6  # and the street at which they do
    LEAD_AT = 7  # an earlier choice, from 0, that is replaced to come where others are tried; -1 for none
    LEAD_TO = 8


_HAND, _POT_IN, _FORCE_AT, _FORCE_TO, _STAY_FROM, _LEAVERS, _LEAVE_AT, _LEAD_AT, _LEAD_TO = (
    int(column) for column in Job
)


class Study(NamedTuple):
    """Jobs and room for their answers.

    jobs: n x `Job`. nets: n x players, chips won less paid, a pot that nobody wins counted in equal parts.
    shares: n x players, of the pot. choices: rows of `CHOICE_COLUMNS`, those of job i ending before
    `choice_ends[i + 1]`; the same for `cases`, rows of `CASE_COLUMNS`, or the
    first `CASE_SCORES` of them.
    """

    jobs: Ints
    nets: Floats
    shares: Floats
    choices: Ints
    choice_ends: Ints
    cases: Floats
    case_ends: Ints


def new_study(jobs: Ints, choices: int, cases: int, scores_alone: bool = False) -> Study:
    """Jobs with room for so many choices and cases a job, beside that of one hand; 0: they aren't kept. With
    `scores_alone` cases hold no more than what hands hold.
    """
    n = len(jobs)
    return Study(
        jobs,
        np.zeros((n, MAX_PLAYERS)),
        np.zeros((n, MAX_PLAYERS)),
        np.empty((n * choices + MAX_CHOICES if choices else 0, CHOICE_COLUMNS), np.int64),
        np.zeros(n + 1, np.int64),
        np.empty((n * cases + MAX_CASES if cases else 0, CASE_SCORES if scores_alone else CASE_COLUMNS)),
        np.zeros(n + 1, np.int64),
    )


NOTHING = new_study(np.zeros((0, len(Job)), np.int64), 0, 0)
"""No study: hands are played as they come."""


@njit
def has_room(study: Any, number: int) -> bool:
    """Whether the choices and cases of one more job fit."""
    choices = study.choices.shape[0] - study.choice_ends[number]
    cases = study.cases.shape[0] - study.case_ends[number]
    return (choices >= MAX_CHOICES or choices == 0) and (cases >= MAX_CASES or cases == 0)


@njit
def take_job(st: Any, study: Any, number: int) -> None:
    """Set the state up for a job."""
    st.decisions = 1
    st.stay_from = study.jobs[number, _STAY_FROM]
    st.sampling = 1 if st.stay_from == 0 else 0
    st.leavers = study.jobs[number, _LEAVERS]
    st.leave_at = study.jobs[number, _LEAVE_AT]
    st.force_at = study.jobs[number, _FORCE_AT]
    st.force_to = study.jobs[number, _FORCE_TO]
    st.lead_at = study.jobs[number, _LEAD_AT]
    st.lead_to = study.jobs[number, _LEAD_TO]
    st.force_seat = -1
    st.choice_count = 0
    st.case_count = 0


@njit
def give_answers(st: Any, study: Any, number: int, pot_in: int) -> None:
    """Keep what came of a job."""
    pot = max(1, st.pot + pot_in)
    for seat in range(st.players):
        study.nets[number, seat] = st.won[seat] - st.paid[seat] + st.pot_out / st.players
        study.shares[number, seat] = st.won[seat] / pot
    at = study.choice_ends[number]
    for k in range(min(st.choice_count, MAX_CHOICES) if study.choices.shape[0] else 0):
        for column in range(CHOICE_COLUMNS):
            study.choices[at, column] = st.choices[k, column]
        at += 1
    study.choice_ends[number + 1] = at
    at = study.case_ends[number]
    for k in range(st.case_count if study.cases.shape[0] else 0):
        for column in range(study.cases.shape[1]):
            study.cases[at, column] = st.cases[k, column]
        at += 1
    study.case_ends[number + 1] = at


def new_jobs(hands: Ints, stay_from: int = -1) -> Ints:
    """Jobs that play these hands as they come, or with everybody staying from some decision on."""
    jobs = np.zeros((len(hands), len(Job)), np.int64)
    jobs[:, Job.HAND] = hands
    jobs[:, Job.FORCE_AT] = jobs[:, Job.LEAD_AT] = -1
    jobs[:, Job.STAY_FROM] = stay_from
    return jobs
