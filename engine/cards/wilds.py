"""Which cards are wild, for whom: the rules of `WildKind` on sets of cards.

A card that is named wild frees its whole rank, or with the house option only itself (ruling 1: `freed_cards`). Public rules
are the same for all players; personal rules depend on a player's cards.
"""

from __future__ import annotations

import numpy as np

from engine.cards.categories import ROYAL_FLUSH, SHORT_ORDER
from engine.cards.high import (
    CATEGORY_SHIFT,
    FIVE,
    FOUR,
    LANE,
    PRIMARY_SHIFT,
    SECONDARY_SHIFT,
    STRAIGHT_FLUSH,
    ranks_of,
    repeated_ranks,
    spread,
)
from engine.compile.jit import njit

# the values of WildKind that kernels use; a test compares them
FOLLOWER, BOARD, LOWEST_BOARD, CANCELLED = 1, 2, 3, 4
LAST_OWN, KEPT_CLOSED, LOWEST_CLOSED, BOTTOM, CHOICE, EXACT_PAIR, SPLIT_OPEN, SPLIT_BOARD = range(5, 13)
PICKED = 13
ACE = 1 << 12

_SHORT_PLACES = np.array([SHORT_ORDER.index(category) for category in range(STRAIGHT_FLUSH + 1)])
_SHORT_CATEGORIES = np.array(SHORT_ORDER)


@njit(forceinline=True)
def exact_pairs(cards: int) -> int:
    """The ranks held exactly twice (Risky Pairs)."""
    _, twos, threes, _ = repeated_ranks(cards)
    return twos & ~threes


@njit(forceinline=True)
def lowest_rank(ranks: int) -> int:
    """The lowest of some ranks as a set, ace high; 0 of none."""
    return ranks & -ranks


@njit(forceinline=True)
def freed_cards(cards: int, alone: int) -> int:
    """Return the cards that cards named wild make wild: their whole ranks, or if `alone` only themselves (ruling 1)."""
    return cards if alone else spread(ranks_of(cards))


@njit(forceinline=True)
def next_follower(follow: int, card: int, follower: int, waiting: int) -> tuple[int, int]:
    """Update the wild card that follows one of `follow` for one more open card (ruling 10). Returns the card that
    followed the latest of them, as a set, and whether it is still to come; both start as 0.
    """
    if follow >> card & 1:
        return 0, 1
    if waiting:
        return 1 << card, 0
    return follower, waiting


@njit(forceinline=True)
def freed_by_rule(kind: int, own: int, closed: int, marked: int, side: int, alone: int) -> int:
    """Return the cards that a personal rule without a choice makes wild; 0 for other rules.

    `own` and `closed` are the player's cards and the closed ones among them; `marked` is the one card that
    the rule names (turned last, left closed, bottom) as a set, 0 while there is none; `side` is the board, or
    the line of it that is used.
    """
    if kind == LAST_OWN or kind == KEPT_CLOSED or kind == BOTTOM:  # noqa: SIM109
        return freed_cards(marked, alone)
    if kind == EXACT_PAIR:
        return spread(exact_pairs(own))
    if kind == SPLIT_OPEN:
        return spread(ranks_of(closed) & ranks_of(own & ~closed))
    if kind == SPLIT_BOARD:
        return spread(ranks_of(own) & ranks_of(side))
    return 0


@njit(forceinline=True)
def choosable(kind: int, own: int, closed: int, wild_set: int) -> int:
    """Return the cards of which a personal rule lets the player choose one; 0 for rules without a choice.

    An ace among the closed cards is the lowest if the player likes.
    """
    if kind == LOWEST_CLOSED:
        ranks = ranks_of(closed)
        return closed & spread(lowest_rank(ranks) | ranks & ACE)
    if kind == CHOICE or kind == PICKED:  # noqa: SIM109
        return own & ~wild_set & spread(LANE)
    return 0


@njit(forceinline=True)
def next_choice(kind: int, choices: int, alone: int) -> int:
    """The cards of the next choice: all of a rank, which are freed together, or a single one."""
    card = choices & -choices
    if alone and kind != LOWEST_CLOSED:
        return card
    return choices & spread(ranks_of(card))


@njit(forceinline=True)
def may_choose_none(kind: int, alone: int, own_wild: int) -> bool:
    """Whether a player may decline a further wild card, by choosing a rank that they don't hold (if the choice is
    free) or one of their own cards that is already wild (`own_wild`).
    """
    if own_wild and (kind == CHOICE or kind == PICKED):  # noqa: SIM109
        return True
    return kind == CHOICE and not alone


@njit(forceinline=True)
def short_order(score: int, wild: int) -> int:
    """A score in the order of the short pack (SR): a flush beats a full house, and there is no five of a kind.

    With the joker (`wild` 1) five of a kind becomes four with an ace, or four aces with a king; any meld
    without the joker beats the same category with it, and those four need none (ruling 13). Category and
    that advantage share the top bits: ``2 * place + natural``.
    """
    category = score >> CATEGORY_SHIFT
    rest = score & (1 << CATEGORY_SHIFT) - 1
    natural = wild == 0 or category == FIVE
    if category == FIVE:
        category = FOUR
        rest |= (ACE if rest >> PRIMARY_SHIFT != ACE else ACE >> 1) << SECONDARY_SHIFT
    place = int(_SHORT_PLACES[category])
    if category == STRAIGHT_FLUSH and rest >> PRIMARY_SHIFT == ACE:
        place = ROYAL_FLUSH
    return 2 * place + natural << CATEGORY_SHIFT | rest


@njit(forceinline=True)
def short_category(score: int) -> int:
    return int(_SHORT_CATEGORIES[score >> CATEGORY_SHIFT + 1])
