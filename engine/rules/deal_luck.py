"""Deal luck: the antes that the first cards of a hand win on average, compared with other first cards.

The value of cards in a game is a sum of weights of their features (each card, pairs, suits, ranks in a row), fitted
to hands that `regular` played (`engine.rules.deal_weights`), less its mean over all deals. It is 0 on average
over deals, for any players and any fit: a control variate (Burch, Schmid, Moravčík, Morrill and Bowling,
"AIVAT: a new variance reduction technique for agent evaluation in imperfect information games", AAAI 2018).
"""

from __future__ import annotations

from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards.card import JOKERS, RANK_COUNT, SUIT_LANE, UNKNOWN_CARD
from engine.catalogue.model import Op, Variant
from engine.kernel.actions import KIND_MASK, SEAT_SHIFT, TABLE, VALUE_SHIFT, Act

SHIPPED = Path(__file__).parent / "deal_weights.npz"

CardMatrix = NDArray[np.bool_]
"""Cards of some players: rows x 64, true at the codes of a player's cards."""

MOST = 64
"""A number above the cards that any player is dealt."""
_DEALT = [Act.DEAL_CLOSED, Act.DEAL_OPEN]
_QUIET = [
    *_DEALT, Act.DEAL_UNSEEN, Act.LAY_CLOSED, Act.LAY_OPEN, Act.TURN_BOARD, Act.ANTE, Act.SMALL_BLIND,
    Act.BIG_BLIND, Act.STRADDLE, Act.DEAD_BLIND, Act.STAKE,
]  # fmt: skip
_CARDS = [SUIT_LANE * suit + rank for suit in range(4) for rank in range(RANK_COUNT)] + list(JOKERS)
_LOW_RANKS = [RANK_COUNT - 1, *range(7)]
"""Ace to eight."""
_DEALS = {Op.DEAL_CLOSED, Op.DEAL_OPEN}
_LEAVE_CARDS = {Op.END, Op.LAY_CLOSED, Op.LAY_OPEN, Op.TURN_BOARD, Op.BET, Op.DECLARE}


class DealWorth(NamedTuple):
    """The value of a game's first cards. `cards` is the number dealt to each player before the first decision, 0 if
    the whole pack is dealt; `weights` are antes for each of `features`; `means` and `variances` of their sum over
    all deals are indexed by the number of cards.
    """

    cards: int
    weights: NDArray[np.float64]
    means: NDArray[np.float64]
    variances: NDArray[np.float64]

    def of(self, held: CardMatrix) -> NDArray[np.float64]:
        """The value of players' first cards, in antes: 0 on average over deals."""
        return np.asarray(features(held) @ self.weights - self.means[held.sum(axis=1)])


@cache
def deal_worths() -> dict[str, DealWorth]:
    """The values by game, for games in which cards are dealt before the first decision.

    >>> deal_worths()["omaha"].cards
    4
    """
    with np.load(SHIPPED) as arrays:
        return {
            str(game): DealWorth(int(cards), weights.astype(np.float64), means, variances)
            for game, cards, weights, means, variances in zip(
                *(arrays[name] for name in ("games", "cards", "weights", "means", "variances")), strict=True
            )
        }


def cards_dealt(variant: Variant, cards: int, players: int, seat: int) -> int:
    """Number of cards that a seat is dealt first: `cards`, or if that is 0 its part of the whole pack, odd cards
    from the dealer's left.

    >>> from engine.catalogue import VARIANTS
    >>> [cards_dealt(VARIANTS["fan-tan"], 0, players=5, seat=seat) for seat in range(5)]
    [11, 11, 10, 10, 10]
    """
    return cards or variant.pack // players + (seat < variant.pack % players)


def keeps_first_cards(variant: Variant) -> bool:
    """Whether the cards that a player holds at the end are the first ones, all dealt before any bet.

    >>> from engine.catalogue import VARIANTS
    >>> keeps_first_cards(VARIANTS["texas-holdem"]), keeps_first_cards(VARIANTS["five-card-draw"])
    (True, False)
    """
    ops = [step.op for step in variant.steps]
    first_bet = ops.index(Op.BET) if Op.BET in ops else len(ops)
    return (
        not (variant.kernel or variant.buys or variant.extra or variant.redeals)
        and {*ops} <= _DEALS | _LEAVE_CARDS
        and not _DEALS & {*ops[first_bet:]}
    )


def first_count(variant: Variant) -> int:
    """The most cards that a player is dealt before the first decision; only the closed ones if an open card may
    send its holder out or allow buying another (baseball).

    >>> from engine.catalogue import VARIANTS
    >>> first_count(VARIANTS["texas-holdem"])
    2
    """
    steps = variant.steps
    if variant.sent_out or variant.buys or variant.redeals:
        steps = tuple(takewhile(lambda step: step.op is Op.DEAL_CLOSED, steps))
    return sum(step.count for step in steps if step.op in _DEALS) or MOST


def first_cards(
    acts: NDArray[np.int64], ends: NDArray[np.int64], players: int, most: NDArray[np.int64] | int = MOST
) -> CardMatrix:
    """The cards that each seat was dealt before the first decision, `most` of them at most: hands x players x 64.

    The acts of hand i lie before `ends[i + 1]`. Cards that no player saw are left out.

    >>> from engine.catalogue import VARIANTS
    >>> from engine.simulate import play
    >>> _, hands = next(play(VARIANTS["texas-holdem"], players=3, hands=1, seed=1, detail="cards"))

    >>> first_cards(hands.actions, hands.action_ends, players=3).sum(axis=2)
    array([[2, 2, 2]])
    """
    kind, seat = acts & KIND_MASK, acts >> SEAT_SHIFT & TABLE
    card = acts >> VALUE_SHIFT
    decided = np.concatenate([[0], np.cumsum(~np.isin(kind, _QUIET))])
    hand = np.repeat(np.arange(len(ends) - 1), np.diff(ends))
    first = (decided[:-1] == decided[ends[:-1]][hand]) & np.isin(kind, _DEALT) & (seat < players)
    hand, seat, card = hand[first], seat[first], card[first]
    whose = hand * players + seat
    by_seat = np.argsort(whose, kind="stable")
    number = np.empty(len(whose), np.int64)
    number[by_seat] = np.arange(len(whose)) - np.searchsorted(whose[by_seat], whose[by_seat])
    known = (number < np.broadcast_to(most, len(ends) - 1)[hand]) & (card != UNKNOWN_CARD)
    held = np.zeros((len(ends) - 1, players, 64), np.bool_)
    held[hand[known], seat[known], card[known]] = True
    return held


def features(held: CardMatrix) -> NDArray[np.float64]:
    """Features of cards, a column each: the cards; pairs and three of a kind by rank; four of a kind, two pair, a
    full house; whether 2 to 5 cards are of one suit, within a straight, of ranks for a low.
    """
    by_suit = held.reshape(-1, 4, SUIT_LANE)[:, :, :RANK_COUNT]
    ranks = by_suit.sum(axis=1)
    have = ranks > 0
    suited = by_suit.sum(axis=2).max(axis=1)
    wheel = np.concatenate([have[:, -1:], have], axis=1)  # an ace is low, too
    in_a_row = np.stack([wheel[:, low : low + 5].sum(axis=1) for low in range(10)]).max(axis=0)
    lows = have[:, _LOW_RANKS].sum(axis=1)
    paired = (ranks >= 2).sum(axis=1)
    columns = [
        held[:, _CARDS],
        ranks >= 2,
        ranks >= 3,
        (ranks >= 4).any(axis=1)[:, None],
        (paired >= 2)[:, None],
        ((paired >= 2) & (ranks >= 3).any(axis=1))[:, None],
        *((count >= least)[:, None] for count in (suited, in_a_row, lows) for least in range(2, 6)),
    ]
    return np.concatenate(columns, axis=1).astype(np.float64)
