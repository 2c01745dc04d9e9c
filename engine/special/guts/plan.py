"""Which players go in at guts: trained ones by their model, plain ones by chances from exact counts over every hand
of the pack and thresholds in equilibrium with themselves.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib import import_module
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards.bits import low_bit, popcount
from engine.cards.card import JOKER_SET, card_set, pack_of
from engine.catalogue.model import Op, Variant
from engine.compile.jit import njit
from engine.kernel.winners import BOTH, HIGH, LOW
from engine.players.profiles import AGGRESSION, BLUFF, BLUFFS, LEARNED, LOOSE_FIRST, LOOSE_LATER, TIGHT
from engine.players.training.store import Arrays, Training, short_hash
from engine.special.batch import luck
from engine.special.guts.rules import GutsRecipe, hand_key, high_score, low_score, situation_of
from engine.special.perception import perceived_chance, players_read
from engine.terms import Sharing

_ROUNDS = 200
"""Rounds of answering the average of the answers so far (fictitious play)."""
_PARTS = 120
"""Most parts of the hands in a model: three cards make 455 hands."""
_STEPS = 256
"""Parts of the hands, of equal size, in which a profile's error places a hand."""


class Plan(NamedTuple):
    """Tables for the players and the deal. Hands are classes of equal ranks, numbered by `number[hand_key(cards)]`.

    goes_in[ins, later]: the share of hands that goes in after `ins` others with `later` to speak, the best
    first. better[hand]: the share of hands that are better. side[hand]: what the hand goes for, high or
    low. both[others, hand]: whether it goes for both against a number of others in. highs, lows, forced: each
    hand's scores, and whether it must stay in.

    trained, declarations: the model (`engine.special.guts.training.train`). standing[hand]: the share of hands
    that are worse; among[…]: which hand stands in each 256th of them.
    part[hand]: the part of the hands in the model.
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
    highs: Any
    lows: Any
    forced: Any
    standing: Any
    among: Any
    part: Any
    trained: Any
    declarations: Any


class _Hands(NamedTuple):
    """Every class of hands: its key and share of all hands, its scores, and whether it must stay in."""

    keys: NDArray[np.int64]
    share: NDArray[np.float64]
    high: NDArray[np.int64]
    low: NDArray[np.int64]
    forced: NDArray[np.bool_]


@cache
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


class _Order(NamedTuple):
    """The classes of hands by what they can win: the share that is worse for high, which go low, and the
    place of each, the worst first.
    """

    for_high: NDArray[np.float64]
    goes_low: NDArray[np.bool_]
    place: NDArray[np.int64]


@cache
def _in_order(cards: int, pack: int, high_low: bool) -> _Order:
    hands = _every_hand(cards, pack, high_low)
    for_high = _beaten_share(hands.high, hands.share)
    for_low = _beaten_share(-hands.low, hands.share) if high_low else np.zeros_like(for_high)
    place = np.argsort(np.argsort(np.maximum(for_high, for_low), kind="stable"))
    return _Order(for_high, for_low > for_high, place)


def _plan_of_hands(cards: int, pack: int, high_low: bool, beat_pack: bool, players: int) -> Plan:
    """The plan without thresholds of plain players and without a model."""
    hands = _every_hand(cards, pack, high_low)
    _, goes_low, place = _in_order(cards, pack, high_low)
    better = (hands.share[None, :] * (place[None, :] > place[:, None])).sum(axis=1)
    number = np.zeros(14**3, np.int64)
    number[hands.keys] = np.arange(len(hands.keys))
    return Plan(
        cards=cards,
        pack=np.array(pack_of(pack)),
        high_low=high_low,
        jokers_best=pack == 54 and not high_low,
        beat_pack=beat_pack,
        number=number,
        goes_in=np.zeros((players, players)),
        better=better,
        side=np.where(goes_low, LOW, HIGH),
        both=np.zeros((players, len(hands.keys)), np.bool_),
        highs=hands.high,
        lows=hands.low,
        forced=hands.forced,
        standing=1 - better - hands.share / 2,
        among=_standing_at(better),
        part=_parts(1 - better - hands.share / 2),
        trained=np.zeros((0, len(hands.keys)), np.uint8),
        declarations=np.zeros((0, len(hands.keys), 2), np.uint8),
    )


@cache
def make_plan(cards: int, pack: int, high_low: bool, beat_pack: bool, players: int) -> Plan:
    """Find thresholds in equilibrium: the share of the best hands for which going in pays against others who do the
    same.
    """
    hands = _every_hand(cards, pack, high_low)
    for_high, goes_low, place = _in_order(cards, pack, high_low)
    steps = len(hands.keys) + 1
    inside = hands.forced[:, None] | (place[:, None] >= np.arange(steps)[None, :])  # hand, threshold
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
        before = _against_those_in(one_way, comes, limit)
        after, none_after = _against_those_to_speak(one_way, comes, beats_pack, limit)
        for later in range(players):
            for ins in range(players - later):
                win = before[ins + later][ins] * after[later][ins]
                none_in = none_after[later] if ins == 0 else 0.0
                pays = 2 * win - 1 + _carried(none_in, players) >= 0
                average[ins, later] += (int((~pays).sum()) - average[ins, later]) / (played + 2)
    limit = np.rint(average).astype(np.int64)
    comes_in = (hands.share[:, None, None] * (place[:, None, None] >= limit[None])).sum(axis=0)
    both = np.zeros((players, len(hands.keys)), np.bool_)
    if high_low:
        threshold = limit[1, max(players - 2, 0)]
        single = 1 - one_way[:, threshold] / comes[threshold]
        double = 1 - beaten(True, True)[:, threshold] / comes[threshold]
        for others in range(1, players):
            both[others] = 2 * double**others > single**others + 0.5
    plan = _plan_of_hands(cards, pack, high_low, beat_pack, players)
    return plan._replace(goes_in=np.ascontiguousarray(np.where(limit > 0, comes_in, 1.0)), both=both)


def _parts(standing: NDArray[np.float64]) -> NDArray[np.int64]:
    """The part of each hand: one for each hand, or where they are many, one for near hands, and the fewer the
    better they are.
    """
    if len(standing) <= _PARTS:
        return np.arange(len(standing))
    return np.asarray(np.unique((_PARTS * np.sqrt(1 - standing)).astype(int), return_inverse=True)[1])


def _standing_at(better: NDArray[np.float64]) -> NDArray[np.int64]:
    """For the middle of each part of the hands, the worst first, which hand that is."""
    order = np.argsort(-better, kind="stable")
    place = np.searchsorted(1 - better[order], (np.arange(_STEPS) + 0.5) / _STEPS)
    return np.asarray(order[np.minimum(place, len(order) - 1)])


@cache
def trained_plan(variant: Variant, players: int, *, plain: bool = False) -> Plan:
    """The plan of a table with its model, and what plain players need, if some sit there."""
    plan = plan_of(variant, players) if plain else _plan_of_hands(*_rules_of(variant), players)
    arrays = TRAINING.arrays(variant, players)
    return plan._replace(
        trained=arrays["goes_in"], declarations=arrays.get("declarations", plan.declarations)
    )


def plan_of(variant: Variant, players: int) -> Plan:
    """The plan of a table of plain players."""
    return make_plan(*_rules_of(variant), players)


def _rules_of(variant: Variant) -> tuple[int, int, bool, bool]:
    """The rules of a form of guts: cards each, cards in the pack, high and low, and whether a lone player must beat
    the pack.
    """
    cards = sum(step.count for step in variant.steps if step.op is Op.DEAL_CLOSED)
    beat_pack = any(step.op is Op.LAY_CLOSED for step in variant.steps)
    return cards, variant.pack, variant.share is Sharing.DECLARED, beat_pack


def _train(variant: Variant, players: int, recipe: GutsRecipe) -> Arrays:
    """Train the game, from a checkout: a wheel has the models, and not what trains them."""
    plan = _plan_of_hands(*_rules_of(variant), players)
    arrays: Arrays = import_module("engine.special.guts.training").train(plan, players, recipe)
    return arrays


TRAINING = Training(
    rules=lambda variant: short_hash(repr(_rules_of(variant))),
    train=_train,
    recipe=lambda variant: GutsRecipe(batches=80 if variant.id == "gutter-sluts" else 20),
    quick=lambda variant: GutsRecipe(deals=20_000, batches=12, blind_batches=3),
    each_size=True,
)


def _against_those_in(
    beaten: NDArray[np.float64], comes: NDArray[np.float64], limit: NDArray[np.int64]
) -> list[list[NDArray[np.float64]]]:
    """[others, ins]: for each hand the chance to beat those `ins` of the others who are in already.

    They are taken to be the nearest to the right, each of whom came in by the threshold of that place.
    """
    chances = []
    for others in range(len(limit)):
        holds = [np.ones(len(beaten))]
        for ins in range(others):
            came_by = limit[ins, others - ins]
            some = comes[came_by] > 0
            holds.append(holds[-1] * (1 - beaten[:, came_by] / comes[came_by]) if some else holds[-1])
        chances.append(holds)
    return chances


def _against_those_to_speak(
    beaten: NDArray[np.float64],
    comes: NDArray[np.float64],
    beats_pack: NDArray[np.float64],
    limit: NDArray[np.int64],
) -> tuple[list[list[NDArray[np.float64]]], list[float]]:
    """[later, ins]: for each hand the chance that no player of the `later` to speak comes in with a better one,
    and, where no player else is in, that the pack has none; [later]: the chance that none of them comes in.
    """
    players = len(limit)
    alone = [beats_pack, *(np.ones(len(beaten)) for _ in range(players - 1))]
    chances, none_in = [alone], [1.0]
    for later in range(1, players):
        chances.append([
            (1 - comes[step]) * chances[-1][ins] + (comes[step] - beaten[:, step]) * chances[-1][ins + 1]
            for ins in range(players - later)
            for step in (limit[ins + 1, later - 1],)
        ])  # fmt: skip
        none_in.append(none_in[-1] * (1 - comes[limit[1, later - 1]]))
    return chances, none_in


def _carried(none_in: float, players: int) -> float:
    """Return what going in adds to a player's part of the next pot, in pots: a loser's match, minus the pot that
    would have stayed.
    """
    return (1 - 2 * none_in) / players


@njit
def wants_in(state: Any, plan: Plan, hand: int, seat: int, inside: int, profile: Any) -> bool:
    """Whether a player goes in after the seats of a set. A trained player goes in as often as in its model, with the
    hand as its profile sees it; a plain player with one `tight`th of the hands that pay. Both sometimes bluff.
    """
    chip = luck(state)
    players = plan.goes_in.shape[0]
    ins = popcount(inside)
    if profile[LEARNED] == 0.0:
        pays = plan.better[hand] * profile[TIGHT] < plan.goes_in[ins, players - 1 - seat]
        return bool(chip < profile[BLUFF] or pays)
    known = players_read(state, ins, profile)
    better = profile[LOOSE_LATER] if known else profile[LOOSE_FIRST] + profile[AGGRESSION]
    standing = perceived_chance(state, plan.standing[hand], better, profile)
    if standing != plan.standing[hand]:
        hand = plan.among[int(standing * _STEPS)]
    often = plan.trained[
        situation_of(players, seat, known, low_bit(inside) if known else seat), plan.part[hand]
    ]
    return bool(chip * 255.0 < often or (profile[BLUFFS] > 0.0 and luck(state) < profile[BLUFFS]))


@njit
def declaration(state: Any, plan: Plan, hand: int, ins: int, profile: Any) -> int:
    """Return a hand's declaration, by players in, itself included: a code of `Declared`."""
    if profile[LEARNED] != 0.0:
        chip = luck(state) * 255.0
        low, both = plan.declarations[ins - 1, hand]
        return LOW if chip < low else BOTH if chip < both else HIGH
    if plan.both[ins - 1, hand]:
        return BOTH
    return int(plan.side[hand])
