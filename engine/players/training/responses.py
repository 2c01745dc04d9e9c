"""Best responses to a trained player, searched within the family of profiles.

An oracle for policy-space response oracles (Lanctot and others, "A unified game-theoretic approach to multiagent
reinforcement learning", 2017): the profile that gains the most joins the opponents of further training.
"""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.kernel.training import new_jobs
from engine.players.profiles import AGGRESSION, LOOSE_FIRST, LOOSE_LATER, NEVER, PROFILES, Profile
from engine.players.training.quantiles import play_jobs

Floats = NDArray[np.float64]

_TRIED = 32
_DEALS = (300, 900, 2700)
"""Deals at each seat of each stage. The best quarter goes on, with as many that resemble it."""
_MOVED, _NEAR = [LOOSE_FIRST, LOOSE_LATER, AGGRESSION], 0.3
"""Fields in which those differ, and by how much (standard deviation, log-odds)."""


def drawn_profiles(rng: np.random.Generator, number: int) -> list[Profile]:
    """Random profiles, by turns plain ones and departures of the trained player."""
    return [
        Profile(
            tight=rng.uniform(0.3, 2.2), bet_at=rng.uniform(0.7, 2.2), raise_at=rng.uniform(1, 3),
            step=rng.uniform(0, 0.5), bluff=rng.choice([0, 0.05, 0.15, 0.3]),
            peder_at=rng.choice([1.6, 2, 2.5, 3, NEVER]), learned=float(one % 2),
            loose_first=rng.uniform(-1.5, 1.5), loose_later=rng.uniform(-1.5, 1.5),
            aggression=rng.uniform(-1.5, 1.5), bluffs=rng.choice([0, 0, 0.1]), reading=rng.choice([1, 0.5]),
        )
        for one in range(number)
    ]  # fmt: skip


def best_response(
    program: Any, rng: np.random.Generator, players: int, stack: int, seed: int
) -> tuple[Floats, float]:
    """The profile, as a row, that wins the most of those tried, alone at a table of learners, and its net there in
    chips a hand: biased upwards a little, being the best of many.
    """
    rows = np.array([astuple(profile) for profile in drawn_profiles(rng, _TRIED)], np.float64)
    first = 0
    for deals in _DEALS:
        won = np.array([_won(program, row, players, stack, seed, first, deals) for row in rows])
        best = rows[np.argsort(-won, kind="stable")[: len(rows) // 4]]
        near = best.copy()
        near[:, _MOVED] += rng.normal(0, _NEAR, (len(near), len(_MOVED)))
        rows, first = np.concatenate([best, near]), first + deals
    return best[0], float(won.max())


def _won(program: Any, row: Floats, players: int, stack: int, seed: int, first: int, deals: int) -> float:
    """What a profile wins a hand, in each seat in turn for the same deals."""
    total = 0.0
    for seat in range(players):
        rows = np.tile(np.array(astuple(PROFILES["regular"]), np.float64), (players, 1))
        rows[seat] = row
        results, _ = play_jobs(program, rows, new_jobs(np.arange(first, first + deals)), seed, stack)
        total += results.nets[:, seat].sum()
    return total / (players * deals)
