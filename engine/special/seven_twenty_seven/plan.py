"""What a hand of 7/27 is worth and when to take a card: chances worked back from the last card.

A hand is its count with every ace as one, in halves, and its number of aces. Cards come as from an endless
pack. The others are taken to play by the same plan: it answers the average of its own earlier answers
(fictitious play).
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.compile.jit import njit
from engine.special.declared import BOTH, HIGH, LOW
from engine.special.seven_twenty_seven.counts import SEVEN, TWENTY_SEVEN, aces_in, count_of, nearest

MOST = 96
"""Counts from here on are one: no player who plays by the plan comes near."""
ACES = 5
_ROUNDS = 40
_SIDES = (LOW, BOTH, HIGH)
"""What ends and answers are distinguished by, in this order."""
_WORTHS = (*((2 * number, 0) for number in range(2, 11)), (1, 0), (1, 0), (1, 0), (2, 1))
"""Of every rank what it adds to the count, in halves, and to the aces."""
_LARGEST = max(more for more, _ in _WORTHS)


class CountPlan(NamedTuple):
    """By the number of rivals still in, the count and the aces: stand[…] the share of the pot that one may
    expect without another card, hope[…] with as many as do good, card[…] whether one more does, side[…] what
    to declare.
    """

    stand: Any
    hope: Any
    card: Any
    side: Any


@cache
def make_plan(players: int) -> CountPlan:
    """The plan for a table."""
    counts = np.arange(MOST)
    near = {
        target: np.array([[nearest(int(count), aces, target) for aces in range(ACES)] for count in counts])
        for target in (SEVEN, TWENTY_SEVEN)
    }
    start = np.zeros((MOST, ACES))
    start[0, 0] = 1.0
    for _ in range(3):
        start = _deal(start)
    ends = np.zeros((len(_SIDES), MOST, ACES))  # where players of the average plan end, by what they declare
    low, _, high = ends
    low[:] = high[:] = start / 2
    rivals = max(players - 1, 1)
    for played in range(_ROUNDS):
        _, _, card, side = _answer(ends, near, rivals)
        ends += (_play_out(start, card, side) - ends) / (played + 2)
    answers = [_answer(ends, near, others) for others in range(players)]
    return CountPlan(*(np.array([answer[part] for answer in answers]) for part in range(4)))


def _deal(hands: NDArray[np.float64]) -> NDArray[np.float64]:
    """How the hands are spread after one more card each."""
    after = np.zeros_like(hands)
    moved = hands / len(_WORTHS)
    with_ace = np.roll(moved, 1, axis=1)
    with_ace[:, -1] += with_ace[:, 0]  # as many aces as are distinguished
    with_ace[:, 0] = 0.0
    near_most = bool(hands[MOST - _LARGEST :].any())
    for more, ace in _WORTHS:
        came = with_ace if ace else moved
        after[more:] += came[: MOST - more]
        if near_most:
            after[-1] += came[MOST - more :].sum(axis=0)
    return after


def _play_out(
    start: NDArray[np.float64], card: NDArray[np.bool_], side: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Where players end who start so and take cards by a plan, by what they then declare."""
    ends = np.zeros_like(start)
    while start.sum() > 1e-9:
        ends += np.where(card, 0.0, start)
        start = _deal(np.where(card, start, 0.0))
    return np.array([np.where(side == declared, ends, 0.0) for declared in _SIDES])


def _answer(
    ends: NDArray[np.float64], near: dict[int, NDArray[np.int64]], rivals: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_], NDArray[np.int64]]:
    """The best play against `rivals` players who end so: worth standing, worth hoping, whether to take a
    card, what to declare.
    """
    low, both, high = ends
    low_alone = _not_beaten(near[SEVEN], low + both) ** rivals
    high_alone = _not_beaten(near[TWENTY_SEVEN], both + high) ** rivals
    nobody_low = (1 - low.sum() - both.sum()) ** rivals
    nobody_high = (1 - high.sum() - both.sum()) ** rivals
    options = np.array(
        [low_alone * (1 + nobody_high) / 2, low_alone * high_alone, high_alone * (1 + nobody_low) / 2]
    )
    stand = options.max(axis=0)
    side = np.array(_SIDES)[options.argmax(axis=0)]
    hope = stand.copy()
    card = np.zeros(stand.shape, np.bool_)
    more, ace = np.array(_WORTHS).T
    aces = np.minimum(np.arange(ACES) + ace[:, None], ACES - 1)
    for count in range(MOST - 1 - _LARGEST, -1, -1):
        drawn = hope[count + more[:, None], aces].sum(axis=0) / len(_WORTHS)
        card[count] = drawn > stand[count]
        hope[count] = np.where(card[count], drawn, stand[count])
    return stand, hope, card, side


def _not_beaten(near: NDArray[np.int64], ends: NDArray[np.float64]) -> NDArray[np.float64]:
    """For every hand the chance that one rival is not nearer, half of the equals counted as nearer."""
    order = np.unique(near, return_inverse=True)[1].reshape(near.shape)
    mass = np.bincount(order.ravel(), ends.ravel())
    return np.asarray(1 - (mass.cumsum() - mass / 2)[order])


@njit
def place_of(cards: int) -> tuple[int, int]:
    """The count and the aces of a set of cards, as the plan numbers them."""
    return min(count_of(cards), MOST - 1), min(aces_in(cards), ACES - 1)


@njit
def wants_card(plan: CountPlan, cards: int, rivals: int) -> bool:
    """Whether to take a card, by the number of rivals."""
    count, aces = place_of(cards)
    return bool(plan.card[rivals, count, aces])


@njit
def pot_share(plan: CountPlan, cards: int, rivals: int, last: bool) -> float:
    """The share of the pot that a hand may expect; `last` when no more cards come."""
    count, aces = place_of(cards)
    if last:
        return float(plan.stand[rivals, count, aces])
    return float(plan.hope[rivals, count, aces])


@njit
def declaration(plan: CountPlan, cards: int, rivals: int) -> int:
    """What to declare, low for 7 and high for 27: a code of `Declared`."""
    count, aces = place_of(cards)
    return int(plan.side[rivals, count, aces])
