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
    """Return the lowest of some ranks as a set, ace high; 0 of none.

    >>> bin(lowest_rank(0b10110))
    '0b10'
    """
    return ranks & -ranks


@njit(forceinline=True)
def freed_cards(cards: int, alone: int) -> int:
    """Return the cards that cards named wild make wild: their whole ranks, or if `alone` only themselves (ruling 1).

    >>> from engine.cards.card import card_set, parse_cards, set_text
    >>> seven = card_set(parse_cards("7h"))
    >>> set_text(freed_cards(seven, alone=0)), set_text(freed_cards(seven, alone=1))
    ('7c 7d 7h 7s', '7h')
    """
    return cards if alone else spread(ranks_of(cards))


@njit(forceinline=True)
def next_follower(follow: int, card: int, follower: int, waiting: int) -> tuple[int, int]:
    """Update the wild card that follows one of `follow` for one more open card (ruling 10). Returns the card that
    followed the latest of them, as a set, and whether it is still to come; both start as 0.

    >>> from engine.cards.card import parse_card, rank_set, set_text
    >>> queens = rank_set(10)
    >>> follower, waiting = next_follower(queens, parse_card("Qh"), follower=0, waiting=0)
    >>> follower, waiting = next_follower(queens, parse_card("4s"), follower, waiting)
    >>> set_text(follower), waiting
    ('4s', 0)
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

    >>> from engine.cards.card import card_set, parse_cards, set_text
    >>> own = card_set(parse_cards("7h 7d Ks 2c"))
    >>> set_text(freed_by_rule(EXACT_PAIR, own, closed=own, marked=0, side=0, alone=0))
    '7c 7d 7h 7s'
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

    >>> from engine.cards.card import card_set, parse_cards, set_text
    >>> closed = card_set(parse_cards("7h 3d As"))
    >>> set_text(choosable(LOWEST_CLOSED, own=closed, closed=closed, wild_set=0))
    '3d As'
    """
    if kind == LOWEST_CLOSED:
        ranks = ranks_of(closed)
        return closed & spread(lowest_rank(ranks) | ranks & ACE)
    if kind == CHOICE or kind == PICKED:  # noqa: SIM109
        return own & ~wild_set & spread(LANE)
    return 0


@njit(forceinline=True)
def next_choice(kind: int, choices: int, alone: int) -> int:
    """Return the cards of the next choice: all of a rank, which are freed together, or a single one.

    >>> from engine.cards.card import card_set, parse_cards, set_text
    >>> choices = card_set(parse_cards("7h 7d Ks"))
    >>> set_text(next_choice(CHOICE, choices, alone=0)), set_text(next_choice(CHOICE, choices, alone=1))
    ('7d 7h', '7d')
    """
    card = choices & -choices
    if alone and kind != LOWEST_CLOSED:
        return card
    return choices & spread(ranks_of(card))


@njit(forceinline=True)
def may_choose_none(kind: int, alone: int, own_wild: int) -> bool:
    """Return whether a player may decline a further wild card, by choosing a rank that they don't hold (if the choice is
    free) or one of their own cards that is already wild (`own_wild`).

    >>> may_choose_none(CHOICE, alone=0, own_wild=0), may_choose_none(PICKED, alone=0, own_wild=0)
    (True, False)
    """
    if own_wild and (kind == CHOICE or kind == PICKED):  # noqa: SIM109
        return True
    return kind == CHOICE and not alone


@njit(forceinline=True)
def short_order(score: int, wild: int) -> int:
    """Return a score in the order of the short pack (SR): a flush beats a full house, and there is no five of a kind.

    With the joker (`wild` 1) five of a kind becomes four with an ace, or four aces with a king; any meld
    without the joker beats the same category with it, and those four need none (ruling 13). Category and
    that advantage share the top bits: ``2 * place + natural``.

    >>> from engine.cards.card import card_set, parse_cards
    >>> from engine.cards.high import natural_meld
    >>> hands = "7h 9h Th Qh Kh", "7h 7d 7s Kc Kd"  # a flush and a full house
    >>> [short_order(natural_meld(card_set(parse_cards(hand))), wild=0) >> CATEGORY_SHIFT for hand in hands]
    [13, 11]
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
    """Return the category of a score in the order of the short pack.

    >>> from engine.cards.card import card_set, parse_cards
    >>> from engine.cards.high import CATEGORIES, natural_meld
    >>> score = short_order(natural_meld(card_set(parse_cards("7h 9h Th Qh Kh"))), wild=0)
    >>> CATEGORIES[short_category(score)]
    'flush'
    """
    return int(_SHORT_CATEGORIES[score >> CATEGORY_SHIFT + 1])
