"""Who goes in at guts: chances by exact counts over every hand of the pack, thresholds that hold against
themselves.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import JOKER_SET, card_set, pack_of
from engine.games.guts.hands import hand_key, high_score, low_score
from engine.jit import njit
from engine.profiles import BLUFF, TIGHT

_ROUNDS = 200
"""Rounds of answering the average of the answers so far (fictitious play)."""


class Plan(NamedTuple):
    """What the players and the deal need. Hands are classes of equal ranks, numbered by
    `number[hand_key(cards)]`.

    goes_in[ins, later]: the share of hands that goes in after `ins` others with `later` to speak, the best
    first. better[hand]: the share of hands that are better. side[hand]: what the hand goes for, 3 high or 1
    low. both[others, hand]: whether it goes for both against so many others in.
    """

    cards: int
    pack: Any
    high_low: bool
    jokers_best: bool
    beat_pack: bool
    number: Any
    goes_in: Any
    better: Any
    side: Any
    both: Any


class _Hands(NamedTuple):
    """Every class of hands: its key and share of all hands, its scores, and whether it must stay in."""

    keys: NDArray[np.int64]
    share: NDArray[np.float64]
    high: NDArray[np.int64]
    low: NDArray[np.int64]
    forced: NDArray[np.bool_]


def _every_hand(cards: int, pack: int, high_low: bool) -> _Hands:
    sets: dict[int, int] = {}
    counts: Counter[int] = Counter()
    for hand in combinations(pack_of(pack), cards):
        held = card_set(hand)
        key = hand_key(held)
        sets[key] = held
        counts[key] += 1
    keys = sorted(counts)
    total = counts.total()
    return _Hands(
        np.array(keys),
        np.array([counts[key] / total for key in keys]),
        np.array([high_score(sets[key], not high_low) for key in keys]),
        np.array([low_score(sets[key]) if high_low else 0 for key in keys]),
        np.array([sets[key] & JOKER_SET != 0 for key in keys]),
    )


def _beaten_share(values: NDArray[np.int64], share: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each class the share of hands with a smaller value."""
    return (share[None, :] * (values[None, :] < values[:, None])).sum(axis=1)


@cache
def make_plan(cards: int, pack: int, high_low: bool, beat_pack: bool, players: int) -> Plan:
    """Find thresholds: so many of the best hands go in as pays against others who do the same."""
    hands = _every_hand(cards, pack, high_low)
    for_high = _beaten_share(hands.high, hands.share)
    for_low = _beaten_share(-hands.low, hands.share) if high_low else np.zeros_like(for_high)
    goes_low = for_low > for_high
    order = np.argsort(np.argsort(np.maximum(for_high, for_low), kind="stable"))
    steps = len(hands.keys) + 1
    inside = hands.forced[:, None] | (order[:, None] >= np.arange(steps)[None, :])  # hand, threshold
    mass = hands.share[:, None] * inside
    comes = mass.sum(axis=0)

    def beaten(low: bool, high: bool) -> NDArray[np.float64]:
        """[hand, threshold]: the chance that a player comes in by that threshold and ties or beats a hand
        that goes low, high or both.
        """
        by_high = (hands.high[None, :] >= hands.high[:, None]) & ~goes_low[None, :] & high
        by_low = (hands.low[None, :] <= hands.low[:, None]) & goes_low[None, :] & low
        return (by_high | by_low).astype(float) @ mass

    one_way = np.where(goes_low[:, None], beaten(True, False), beaten(False, True))
    beats_pack = for_high if beat_pack else np.ones(len(hands.keys))
    average = np.full((players, players), steps / 2)
    for played in range(_ROUNDS):
        limit = np.rint(average).astype(np.int64)
        for later in range(players):
            for ins in range(players - later):
                win, nobody = _chance_to_win(one_way, comes, beats_pack, limit, ins, later)
                pays = 2 * win - 1 + _carried(nobody, players) >= 0
                average[ins, later] += (int((~pays).sum()) - average[ins, later]) / (played + 2)
    limit = np.rint(average).astype(np.int64)
    comes_in = (hands.share[:, None, None] * (order[:, None, None] >= limit[None])).sum(axis=0)
    goes_in = np.ascontiguousarray(np.where(limit > 0, comes_in, 1.0))
    better = (hands.share[None, :] * (order[None, :] > order[:, None])).sum(axis=1)
    number = np.zeros(14**3, np.int64)
    number[hands.keys] = np.arange(len(hands.keys))
    both = np.zeros((players, len(hands.keys)), np.bool_)
    if high_low:
        threshold = limit[1, max(players - 2, 0)]
        single = 1 - one_way[:, threshold] / comes[threshold]
        double = 1 - beaten(True, True)[:, threshold] / comes[threshold]
        for others in range(1, players):
            both[others] = 2 * double**others > single**others + 0.5
    return Plan(
        cards=cards,
        pack=np.array(pack_of(pack)),
        high_low=high_low,
        jokers_best=pack == 54 and not high_low,
        beat_pack=beat_pack,
        number=number,
        goes_in=goes_in,
        better=better,
        side=np.where(goes_low, 1, 3),
        both=both,
    )


def _chance_to_win(
    beaten: NDArray[np.float64],
    comes: NDArray[np.float64],
    beats_pack: NDArray[np.float64],
    limit: NDArray[np.int64],
    ins: int,
    later: int,
) -> tuple[NDArray[np.float64], float]:
    """For each hand the chance to be the only best, and the chance that nobody else is in.

    Those in already are taken to be the nearest to the right, each of whom came in by the threshold of that
    place.
    """
    holds = np.ones(len(beaten))
    for before in range(ins):
        came_by = limit[before, later + ins - before]
        if comes[came_by] > 0:
            holds *= 1 - beaten[:, came_by] / comes[came_by]
    after = {
        others: beats_pack if others == 0 else np.ones(len(beaten)) for others in range(ins, ins + later + 1)
    }
    nobody = 1.0
    for left in range(1, later + 1):
        after = {
            others: (1 - comes[step]) * after[others] + (comes[step] - beaten[:, step]) * after[others + 1]
            for others in range(ins, ins + later - left + 1)
            for step in (limit[others + 1, left - 1],)
        }
        nobody *= 1 - comes[limit[1, left - 1]]
    return holds * after[ins], nobody if ins == 0 else 0.0


def _carried(nobody: float, players: int) -> float:
    """What going in adds to one's part of the next pot, in pots: a loser's match, less the pot that would
    have stayed.
    """
    return (1 - 2 * nobody) / players


@njit
def wants_in(plan: Plan, hand: int, ins: int, later: int, profile: Any, luck: float) -> bool:
    """Whether a player goes in: with a `tight`th of the hands that pay; now and then as a bluff."""
    if luck < profile[BLUFF]:
        return True
    return bool(plan.better[hand] * profile[TIGHT] < plan.goes_in[ins, later])


@njit
def declaration(plan: Plan, hand: int, ins: int) -> int:
    """What a hand declares with so many in, itself included: 1 low, 2 both, 3 high."""
    if plan.both[ins - 1, hand]:
        return 2
    return int(plan.side[hand])
