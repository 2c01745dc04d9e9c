"""What the best answer to a way of playing guts with two cards wins, by three players, exactly.

Every way that three hands can lie is counted, by ranks; the whole game is gone through, four deals whose pots
grow, are taken and begin again. The best answer knows who went in before it, the pot, and how many deals are
left. It shares no code with the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from math import comb, factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

PLAYERS = 3
JOKER = 13
"""The rank of a joker; 0 is a two and 12 an ace."""
_OUTCOMES = (3, 5)
"""What a seat nets, a pot lost, nothing or won; and how many times the pot the next one is."""
Goes = Callable[[int, tuple[int, ...], int, int], float]
"""How often a seat goes in that holds two ranks, the higher first, by who of those before it went in (1) or
out (0).
"""


@cache
def _hands(jokers: bool) -> list[tuple[int, int]]:
    ranks = JOKER + jokers
    return [(high, low) for high in range(ranks) for low in range(high + 1)]


def _score(high: int, low: int) -> tuple[int, ...]:
    """What a hand is worth: two jokers, then pairs, then high cards; a joker isn't a card at all."""
    if high == JOKER:
        return (2,) if low == JOKER else (0, low, -1)
    return (1, high) if high == low else (0, high, low)


@cache
def _deals(jokers: bool) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """[hand, hand, hand]: the chance that three hold these, and each hand's place among all by its worth."""
    hands, ranks = _hands(jokers), range(JOKER + jokers)
    holds = np.array([[(rank == high) + (rank == low) for rank in ranks] for high, low in hands])
    ways = np.ones((len(hands),) * PLAYERS)
    for rank in ranks:
        cards = 2 if rank == JOKER else 4
        held = holds[:, rank]
        taken = held[:, None, None] + held[None, :, None] + held[None, None, :]
        orders = np.array([factorial(cards) / factorial(max(cards - many, 0)) for many in range(7)])
        orders[cards + 1 :] = 0
        alike = np.array([1, 1, 2])[held]
        ways *= orders[taken] / (alike[:, None, None] * alike[None, :, None] * alike[None, None, :])
    pack = 52 + 2 * jokers
    total = comb(pack, 2) * comb(pack - 2, 2) * comb(pack - 4, 2)
    assert round(ways.sum()) == total
    scores = [_score(*hand) for hand in hands]
    order = sorted(set(scores))
    return ways / total, np.array([order.index(score) for score in scores])


def _axis(values: NDArray[Any], seat: int) -> NDArray[Any]:
    """Values by hand, laid along a seat's own axis."""
    return values.reshape([-1 if axis == seat else 1 for axis in range(PLAYERS)])


@cache
def _settled(jokers: bool, inside: tuple[int, ...], seat: int) -> NDArray[np.int64]:
    """[hand, hand, hand]: which outcome a seat has where these are in."""
    place = _deals(jokers)[1]
    shape = (len(place),) * PLAYERS
    if not any(inside):
        return np.full(shape, 1 * _OUTCOMES[1] + 1)
    seats = [one for one in range(PLAYERS) if inside[one]]
    best = np.maximum.reduce([np.broadcast_to(_axis(place, one), shape) for one in seats])
    winners = sum((np.broadcast_to(_axis(place, one), shape) == best).astype(int) for one in seats)
    alone = winners == 1
    following = np.where(alone, len(seats) - 1, len(seats) + 1)
    mine = np.broadcast_to(_axis(place, seat), shape) == best
    net = np.where(alone & mine, 2, 0) if inside[seat] else np.ones(shape, int)
    return np.asarray(net * _OUTCOMES[1] + following)


def _choices(goes: Goes, jokers: bool) -> dict[tuple[int, tuple[int, ...]], NDArray[np.float64]]:
    """By seat and who went in before it: [hand, out or in, net, next pot], the chance of each."""
    hands, (chances, _) = _hands(jokers), _deals(jokers)
    comes = {
        before: np.array([1.0 if high == JOKER else goes(seat, before, high, low) for high, low in hands])
        for seat in range(PLAYERS)
        for before in product((0, 1), repeat=seat)
    }
    results = {}
    for seat in range(PLAYERS):
        for before in product((0, 1), repeat=seat):
            table = np.zeros((len(hands), 2, *_OUTCOMES))
            for own, after in product((0, 1), product((0, 1), repeat=PLAYERS - 1 - seat)):
                inside = (*before, own, *after)
                weight = chances
                for other in range(PLAYERS):
                    if other != seat:
                        often = comes[inside[:other]]
                        weight = weight * _axis(often if inside[other] else 1 - often, other)
                place = np.broadcast_to(_axis(np.arange(len(hands)), seat), weight.shape)
                cell = place * np.prod(_OUTCOMES) + _settled(jokers, inside, seat)
                counted = np.bincount(cell.ravel(), weight.ravel(), len(hands) * int(np.prod(_OUTCOMES)))
                table[:, own] += counted.reshape(len(hands), *_OUTCOMES)
            results[seat, before] = table
    return results


def gains(goes: Goes, jokers: bool = False) -> tuple[list[float], list[float]]:
    """By the seat of the first deal, what a game is worth in antes: to who plays so like the others, and to
    who alone gives the best answer.
    """
    choices = _choices(goes, jokers)
    forced = np.array([JOKER in hand for hand in _hands(jokers)])
    own = {
        (seat, before): np.where(forced, 1.0, [goes(seat, before, *hand) for hand in _hands(jokers)])
        for seat, before in choices
    }

    @cache
    def worth(left: int, pot: int, seat: int, answers: bool) -> float:
        """What a seat wins from here on, given the pot and the number of deals before the last."""
        if pot == 0:
            return worth(left, PLAYERS, seat, answers) - 1
        if left == 0:
            return pot / PLAYERS
        ahead = np.array([
            [(net - 1) * pot + worth(left - 1, pot * times, (seat - 1) % PLAYERS, answers)
             for times in range(_OUTCOMES[1])]
            for net in range(3)
        ])  # fmt: skip
        total = 0.0
        for (at, before), table in choices.items():
            if at == seat:
                out, come = (table * ahead).sum(axis=(2, 3)).T
                mixed = own[at, before] * come + (1 - own[at, before]) * out
                total += float((np.where(forced, come, np.maximum(out, come)) if answers else mixed).sum())
        return total

    return tuple([worth(PLAYERS, 0, seat, answers) for seat in range(PLAYERS)] for answers in (False, True))
