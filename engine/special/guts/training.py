"""How guts is trained: who goes in and for which side, by regret matching+ over deals of the real pack.

A deal is a game by itself: the pot, the same again for each who loses, and of what is left for the next deal an
equal part to each player. In each deal every player's other choice is tried on the same cards. Situations that hardly
come up among trained players, many in before one speaks, are trained apart, at tables where others go in blind.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards.bits import low_bit, popcount
from engine.compile.jit import kernel, njit
from engine.kernel.winners import LOW
from engine.players.training.regret import LINEAR, RegretTable, as_bytes, without_rare
from engine.players.training.store import Arrays
from engine.special.batch import luck, new_state, seed_chain, shuffle
from engine.special.guts.rules import GutsRecipe, hand_key, is_one, settle_high, settle_high_low, situation_of

Floats = NDArray[np.float64]
_POT = 5040
"""Chips of a pot in training: any number that can be shared."""
_SIDES = 3
_PURE = 0.02
"""Choices rarer than this are left out."""
_NEAR = 0.0005
"""Weight of a neighbouring hand: small compared with the hand's own results."""


class GutsRegrets(NamedTuple):
    """Regrets and summed strategies: of the entry, going out or in, by [situation, part of the hands, choice]; and of
    the side, declaring low, both or high, by [others in, hand, choice], where all in is the last deal.
    """

    entry_regrets: Any
    entry_sums: Any
    side_regrets: Any
    side_sums: Any


class Hands(NamedTuple):
    """A deal as it is tried again and again: scratch arrays, a place for each seat, and `won` and `match`."""

    hand: Any
    highs: Any
    lows: Any
    come: Any
    say: Any
    blind: Any
    declared: Any
    won: Any
    match: Any


@njit
def chance_in(table: GutsRegrets, situation: int, part: int) -> float:
    """How often a part of the hands goes in by the present regrets."""
    out, come = table.entry_regrets[situation, part]
    return come / (out + come) if out + come > 0.0 else 0.5


@njit
def side_by(row: Any, draw: float) -> int:
    """The side that a draw from 0 to 1 picks in proportion to regrets (evenly where there are none)."""
    total = row[0] + row[1] + row[2]
    if total <= 0.0:
        return LOW + int(draw * _SIDES)
    if draw * total < row[0]:
        return LOW
    return LOW + 1 if draw * total < row[0] + row[1] else LOW + 2


@njit
def come_in(plan: Any, table: GutsRegrets, deal: Hands, seat: int, inside: int, ins: int, first: int) -> int:
    """Who is in once the seats from `seat` on have spoken."""
    players = deal.hand.shape[0]
    for other in range(seat, players):
        hand = deal.hand[other]
        goes = plan.forced[hand] or deal.blind[other]
        if not goes:
            situation = situation_of(players, other, ins, first)
            goes = deal.come[other] < chance_in(table, situation, plan.part[hand])
        if goes:
            inside |= 1 << other
            first = first if ins else other
            ins += 1
    return inside


@njit
def declare(plan: Any, table: GutsRegrets, deal: Hands, inside: int) -> None:
    """Draw the declarations of the players in, by the regrets."""
    others = popcount(inside) - 1
    for seat in range(deal.hand.shape[0]):
        if inside >> seat & 1:
            deal.declared[seat] = side_by(table.side_regrets[others, deal.hand[seat]], deal.say[seat])


@njit
def worth_to(plan: Any, deal: Hands, seat: int, inside: int, pack_score: int, last: bool) -> float:
    """Return the value of a deal to a seat, in pots: its winnings minus its match, plus its part of the next pot."""
    players = deal.hand.shape[0]
    deal.match[:] = 0
    deal.won[:] = 0
    if plan.high_low:
        settle_high_low(deal.highs, deal.lows, deal.declared, inside, _POT, last, deal.won, deal.match)
    else:
        beaten_by = pack_score if is_one(inside) else -1
        settle_high(deal.highs, inside, _POT, False, beaten_by, deal.won, deal.match)
    left = _POT - deal.won[1] - deal.won[3]
    for other in range(players):
        left += deal.match[other]
    takes = 0.0
    for half in (0, 2):
        if deal.won[half] >> seat & 1:
            takes += deal.won[half + 1] / popcount(deal.won[half])
    return float((takes - deal.match[seat] + left / players) / _POT)


@njit
def deal_hands(state: Any, plan: Any, deal: Hands, pack: Any) -> int:
    """Deal, and draw every player's luck; return what the pack's hand scores, -1 where no player must beat it."""
    players = deal.hand.shape[0]
    shuffle(state, pack, (players + 1) * plan.cards)
    pack_score = -1
    for seat in range(players + 1):
        cards = 0
        for card_no in range(plan.cards):
            cards |= 1 << pack[seat * plan.cards + card_no]
        hand = plan.number[hand_key(cards)]
        if seat == players:
            pack_score = plan.highs[hand] if plan.beat_pack else -1
            continue
        deal.hand[seat] = hand
        deal.highs[seat] = plan.highs[hand]
        deal.lows[seat] = plan.lows[hand]
        deal.come[seat] = luck(state)
        deal.say[seat] = luck(state)
    return pack_score


@njit(makes_arrays=True)
def add_side_regrets(plan: Any, table: GutsRegrets, deal: Hands, seat: int, inside: int, last: bool) -> None:
    """Try every declaration of a seat, and add to the regrets."""
    others = popcount(inside) - 1
    said = deal.declared[seat]
    regrets = table.side_regrets[others, deal.hand[seat]]
    total = regrets[0] + regrets[1] + regrets[2]
    worth = np.zeros(_SIDES)
    mean = 0.0
    for side in range(_SIDES):
        deal.declared[seat] = LOW + side
        worth[side] = worth_to(plan, deal, seat, inside, -1, last)
        share = regrets[side] / total if total > 0.0 else 1.0 / _SIDES
        mean += share * worth[side]
        table.side_sums[others, deal.hand[seat], side] += share
    for side in range(_SIDES):
        regrets[side] = max(0.0, regrets[side] + worth[side] - mean)
    deal.declared[seat] = said


@kernel
def play_deals(
    plan: Any, table: GutsRegrets, players: int, seed: int, first: int, last: int, blind: bool
) -> None:
    """Play deals `first` to `last` - 1 of a seed, and add to the regrets; with some `blind` who always go in."""
    state = new_state(players)
    pack = plan.pack.copy()
    all_seats = (1 << players) - 1
    deal = Hands(
        np.zeros(players, np.int64), np.zeros(players, np.int64), np.zeros(players, np.int64),
        np.zeros(players), np.zeros(players), np.zeros(players, np.bool_), np.zeros(players, np.int64),
        np.zeros(4, np.int64), np.zeros(players, np.int64),
    )  # fmt: skip
    for number in range(first, last):
        seed_chain(state, seed, number)
        pack_score = deal_hands(state, plan, deal, pack)
        if blind:
            often = luck(state)
            for seat in range(players):
                deal.blind[seat] = luck(state) < often
        inside = 0
        for seat in range(players):
            hand = deal.hand[seat]
            if plan.forced[hand] or deal.blind[seat]:
                inside |= 1 << seat
                continue
            ins = popcount(inside)
            first_in = low_bit(inside) if ins else seat
            situation = situation_of(players, seat, ins, first_in)
            share = chance_in(table, situation, plan.part[hand])
            without = come_in(plan, table, deal, seat + 1, inside, ins, first_in)
            within = come_in(plan, table, deal, seat + 1, inside | 1 << seat, ins + 1, first_in)
            if plan.high_low:
                declare(plan, table, deal, without)
            out = worth_to(plan, deal, seat, without, pack_score, False)
            if plan.high_low:
                declare(plan, table, deal, within)
            come = worth_to(plan, deal, seat, within, pack_score, False)
            mean = share * come + (1.0 - share) * out
            regrets = table.entry_regrets[situation, plan.part[hand]]
            regrets[0] = max(0.0, regrets[0] + out - mean)
            regrets[1] = max(0.0, regrets[1] + come - mean)
            table.entry_sums[situation, plan.part[hand], 0] += 1.0 - share
            table.entry_sums[situation, plan.part[hand], 1] += share
            if deal.come[seat] < share:
                inside |= 1 << seat
        if plan.high_low and inside != all_seats:
            declare(plan, table, deal, inside)
            for seat in range(players):
                if inside >> seat & 1 and not deal.blind[seat]:
                    add_side_regrets(plan, table, deal, seat, inside, False)
        if plan.high_low and not blind:
            declare(plan, table, deal, all_seats)
            for seat in range(players):
                add_side_regrets(plan, table, deal, seat, all_seats, True)


def train(plan: Any, players: int, recipe: GutsRecipe) -> Arrays:
    """Train a table by a recipe.

    goes_in[situation, part of the hands]: how often of 255 it goes in. declarations[others in, hand, low and both]:
    how often of 255 it declares low, and low or both; only where sides are declared.
    """
    (went, said), (went_blind, said_blind) = (_sums(plan, players, recipe, blind) for blind in (False, True))
    went += recipe.blind_weight * went_blind
    standing = np.bincount(plan.part, plan.standing) / np.maximum(np.bincount(plan.part), 1)
    arrays = {"goes_in": as_bytes(_shares(went, standing)[..., 1])}
    if plan.high_low:
        shares = _shares(said + recipe.blind_weight * said_blind, plan.standing)
        arrays["declarations"] = as_bytes(np.cumsum(shares, axis=-1)[..., : _SIDES - 1])
    return arrays


def _sums(plan: Any, players: int, recipe: GutsRecipe, blind: bool) -> tuple[Floats, Floats]:
    """The summed strategies of going in and of declaring."""
    hands, parts = len(plan.highs), plan.part.max() + 1
    goes = RegretTable(np.full((players**3, parts, 2), 1 / 2), discount=LINEAR)
    says = RegretTable(np.full((players, hands, _SIDES), 1 / _SIDES), discount=LINEAR)
    table = GutsRegrets(goes.regrets, goes.sums, says.regrets, says.sums)
    for batch in range(recipe.blind_batches if blind else recipe.batches):
        first = batch * recipe.deals
        play_deals(plan, table, players, recipe.seed + blind, first, first + recipe.deals, blind)
        goes.discount(batch + 1)
        says.discount(batch + 1)
    return goes.sums, says.sums


def _shares(sums: NDArray[np.float64], standing: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean strategy; hands that hardly came up play like neighbouring ones."""
    order = np.argsort(standing)
    own = sums[:, order]
    near = own + sum(_NEAR / width * _around(own, width) for width in (1, 4, 16))
    shares = without_rare(near / np.maximum(near.sum(axis=-1, keepdims=True), 1e-12), _PURE)
    back = np.empty_like(shares)
    back[:, order] = shares
    return back


def _around(values: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    """Return the sum over neighbours on either side along the second axis, itself included."""
    summed = np.pad(values.cumsum(axis=1), ((0, 0), (1, 0), (0, 0)))
    place = np.arange(values.shape[1])
    return summed[:, np.minimum(place + width + 1, len(place))] - summed[:, np.maximum(place - width, 0)]
