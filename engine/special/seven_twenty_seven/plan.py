"""The count and value of a hand of 7/27, and when to take a card: chances computed backwards from the last card.

Counts are in halves: an ace 2 or 22, a picture card 1, other cards twice their number. A *nearness* to a target is the
distance and below it, in the last 12 bits, the count; the smaller is nearer. For the plan a hand is its count with every
ace as one and its number of aces, and cards come as from an endless pack. The others are taken to play by the same
plan: it answers the average of its own earlier answers (fictitious play).
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards.bits import popcount
from engine.cards.high import spread
from engine.compile.jit import kernel, njit
from engine.kernel.winners import BOTH, HIGH, LOW

SEVEN, TWENTY_SEVEN = 14, 54
ACE_MORE = 20
"""What an ace counts more when it is eleven."""
_SHIFT = 12
_PICTURES = 0xE00
_ACE = 0x1000


@njit
def ranks_in(cards: int, ranks: int) -> int:
    """Return the number of cards of a set with one of some ranks, given as bits."""
    return popcount(cards & spread(ranks))


@njit
def aces_in(cards: int) -> int:
    """How many aces a set holds."""
    return ranks_in(cards, _ACE)


@njit
def count_of(cards: int) -> int:
    """The count of a set with every ace as one."""
    count = ranks_in(cards, _PICTURES) + 2 * aces_in(cards)
    for rank in range(9):
        count += 2 * (rank + 2) * ranks_in(cards, 1 << rank)
    return count


@kernel
def nearest(count: int, aces: int, target: int) -> int:
    """The nearness of a count to a target, as many of the aces eleven as does best."""
    best = 1 << 30
    for _ in range(aces + 1):
        best = min(best, abs(count - target) << _SHIFT | count)
        count += ACE_MORE
    return best


@njit
def nearness(cards: int, target: int) -> int:
    """The nearness of a set of cards to a target."""
    return nearest(count_of(cards), aces_in(cards), target)


def count_text(near: int) -> str:
    """The count of a nearness: ``26½``."""
    whole, half = divmod(near & (1 << _SHIFT) - 1, 2)
    return f"{whole or ''}½" if half else str(whole)


MOST = 96
"""Counts from here on are treated as one: no player who follows the plan comes near."""
ACES = 5
_ROUNDS = 40
_SIDES = (LOW, BOTH, HIGH)
"""The cases by which ends and answers are distinguished, in this order."""
_WORTHS = (*((2 * number, 0) for number in range(2, 11)), (1, 0), (1, 0), (1, 0), (2, 1))
"""Of every rank what it adds to the count, in halves, and to the aces."""
_LARGEST = max(more for more, _ in _WORTHS)


class Plan(NamedTuple):
    """By the number of rivals still in, the count and the aces: stand[…] the share of the pot that one may
    expect without another card, hope[…] with as many as do good, card[…] whether one more does, side[…] what
    to declare.
    """

    stand: Any
    hope: Any
    card: Any
    side: Any


@cache
def make_plan(players: int) -> Plan:
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
    return Plan(*(np.array([answer[part] for answer in answers]) for part in range(4)))


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
    """Return where players with these starts end if they take cards by a plan, by their declarations."""
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
    none_low = (1 - low.sum() - both.sum()) ** rivals
    none_high = (1 - high.sum() - both.sum()) ** rivals
    options = np.array(
        [low_alone * (1 + none_high) / 2, low_alone * high_alone, high_alone * (1 + none_low) / 2]
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
def wants_card(plan: Plan, cards: int, rivals: int) -> bool:
    count, aces = place_of(cards)
    return bool(plan.card[rivals, count, aces])


@njit
def pot_share(plan: Plan, cards: int, rivals: int, last: bool) -> float:
    """The share of the pot that a hand may expect; `last` when no more cards come."""
    count, aces = place_of(cards)
    if last:
        return float(plan.stand[rivals, count, aces])
    return float(plan.hope[rivals, count, aces])


@njit
def declaration(plan: Plan, cards: int, rivals: int) -> int:
    """Return the declaration, low for 7 and high for 27: a code of `Declared`."""
    count, aces = place_of(cards)
    return int(plan.side[rivals, count, aces])
