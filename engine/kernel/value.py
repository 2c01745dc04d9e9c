"""The value of a seat's known cards now, high or low, with wild cards and rules on which cards may be used.

Higher values win, for lows too: the value of a low is `NO_LOW` minus its score, and 0 means no low.
"""

from __future__ import annotations

from typing import Any

from engine.cards.bits import low_bit, popcount, top_bit
from engine.cards.guest_rankings import rank_hand
from engine.cards.high import LANE, best_meld, ranks_of, spread
from engine.cards.low import NO_LOW, eight_or_better, low_meld
from engine.cards.omaha import MOST_SIDE, low_of_two_and_three, two_and_three
from engine.cards.wilds import (
    BOTTOM,
    CHOICE,
    EXACT_PAIR,
    KEPT_CLOSED,
    LAST_OWN,
    LOWEST_CLOSED,
    PICKED,
    choosable,
    freed_by_rule,
    freed_cards,
    lowest_rank,
    may_choose_none,
    next_choice,
    short_order,
)
from engine.compile.jit import kernel, njit
from engine.terms import Sharing

_DECLARED = Sharing.DECLARED.code
HIGH, LOW, EIGHT, OPEN = range(4)
"""The kinds of value: a high hand, PR's low, eight or better, or open cards."""


@njit
def rate(cards: int, wild_set: int, want: int) -> int:
    """The value of the best five of `cards`: as a high hand, PR's low, or an eight-or-better low."""
    if want == HIGH:
        return best_meld(cards, wild_set)
    wild = popcount(cards & wild_set)
    if want == LOW:
        return NO_LOW - low_meld(cards & ~wild_set, wild)
    return NO_LOW - eight_or_better(cards & ~wild_set, wild)


@njit(inline="always")
def personal_value(
    kind: int, cards: int, own: int, closed: int, marked: int, side: int, wild_set: int, alone: int, want: int
) -> int:
    """The value of `cards` under a personal wild rule, in addition to `wild_set`, which is wild for every player.

    `kind` is a `WildKind`, 0 for no rule; the other arguments are as in `engine.cards.wilds.freed_by_rule`.
    """
    wild_set |= freed_by_rule(kind, own, closed, marked, side, alone)
    choices = choosable(kind, own, closed, wild_set)
    best = 0
    if choices == 0 or may_choose_none(kind, alone, own & wild_set):
        best = rate(cards, wild_set, want)
    while choices:
        chosen = next_choice(kind, choices, alone)
        best = max(best, rate(cards, wild_set | freed_cards(chosen, alone), want))
        choices &= ~chosen
    return best


@njit(inline="always")
def used_value(
    kind: int, own: int, closed: int, marked: int, side: int, wild_set: int, pg: Any, want: int
) -> int:
    """The best value over the own cards that may be used with the cards of `side` (the board or a line of it)."""
    exactly = pg.own_exactly
    if exactly == 0 and (pg.own_at_most == 0 or popcount(own) <= pg.own_at_most):
        return personal_value(kind, own | side, own, closed, marked, side, wild_set, pg.alone, want)
    best = 0
    first = own
    while first:
        one = first & -first
        first ^= one
        second = first
        while second:
            two = second & -second
            second ^= two
            most = rate(one | two | side, wild_set, want)
            if most > best and exactly and popcount(side) > 3:
                best = _with_three(one | two, side, wild_set, want, best, most)
            else:
                best = max(best, most)
    return best


@njit(inline="always")
def _with_three(pair: int, side: int, wild_set: int, want: int, best: int, most: int) -> int:
    """The best value of two cards with three of the cards of `side`, or `best` if that is better; `most` is
    their value with the whole side.
    """
    first = side
    while first:
        one = first & -first
        first ^= one
        second = first
        while second:
            two = second & -second
            second ^= two
            third = second
            while third:
                three = third & -third
                third ^= three
                best = max(best, rate(pair | one | two | three, wild_set, want))
                if best == most:
                    return best
    return best


@njit(forceinline=True)
def closed_cards(st: Any, seat: int) -> int:
    """The cards of a seat that count as closed: those that lie closed, and those that were until they were
    turned.
    """
    return st.own[seat] & ~st.open[seat] | st.turned[seat]


@njit
def marked_card(st: Any, pg: Any, seat: int) -> int:
    """The card that a personal wild rule names for a seat, as a set; 0 while there is none."""
    if pg.personal == KEPT_CLOSED:
        closed = closed_cards(st, seat)
        return closed if closed & (closed - 1) == 0 else 0
    if st.bottom[seat] >= 0:
        card = 1 << st.bottom[seat]
        return card if st.bottom_known >> seat & 1 or st.own[seat] & card else 0
    if st.own_count[seat] >= pg.own_last:
        return 1 << st.last_own[seat]
    return 0


@njit
def personal_rule(st: Any, pg: Any, seat: int) -> tuple[int, int]:
    """The personal wild rule of a seat now, and the card that it names as a set (0 for none)."""
    kind = pg.personal
    if kind == LAST_OWN and pg.orders and st.bottom[seat] < 0:
        return PICKED, 0  # whichever card the player likes best can be turned last
    if kind == LAST_OWN or kind == KEPT_CLOSED or kind == BOTTOM:  # noqa: SIM109
        return kind, marked_card(st, pg, seat)
    return kind, 0


@njit
def line_of(st: Any, pg: Any, row: int) -> tuple[int, int]:
    """The turned common cards of a line, and the cards that are wild for a hand that uses it (ruling 24).

    Without lines all the turned common cards are one.
    """
    if pg.line_count == 0:
        return st.board_open, st.wild
    line = pg.lines[row]
    side = 0
    named = 0
    for place in range(st.board_turned):
        if line >> place & 1:
            card = 1 << st.board[place]
            side |= card
            if pg.board_wild >> place & 1:
                named |= card
    return side, st.wild | freed_cards(named, pg.alone)


@njit
def open_value(st: Any, pg: Any, seat: int, own: int) -> int:
    """Return the value of the open cards alone, with the wild cards that the whole table knows (ruling 26).

    Common cards don't count. A personal wild card is known once it lies open; one that is chosen never is,
    and one that depends on all the cards only when all lie open.
    """
    kind, marked = personal_rule(st, pg, seat)
    depends = kind in (KEPT_CLOSED, LOWEST_CLOSED, EXACT_PAIR)
    if kind == CHOICE or kind == PICKED or (depends and own != st.own[seat]):  # noqa: SIM109
        kind = 0
    closed = st.turned[seat]
    best = 0
    for row in range(max(1, pg.line_count)):
        side, wild_set = line_of(st, pg, row)
        best = max(best, personal_value(kind, own, own, closed, marked & own, side, wild_set, pg.alone, HIGH))
    return best


@njit
def _ruled_value(st: Any, pg: Any, seat: int, own: int, closed: int, want: int) -> int:
    """The value where lines, personal wild cards or a number of own cards rule what counts."""
    kind, marked = personal_rule(st, pg, seat)
    best = 0
    for row in range(max(1, pg.line_count)):
        side, wild_set = line_of(st, pg, row)
        best = max(best, used_value(kind, own, closed, marked, side, wild_set, pg, want))
    return best


@njit
def value_of(st: Any, pg: Any, seat: int, own: int, closed: int, want: int) -> int:
    """The value of a seat's cards (`own`, of them `closed`) with the turned board, lines and personal rules.

    Cards that lie `OPEN` are valued alone: common cards don't count there, public wild cards do (ruling 26).
    """
    if want == OPEN:
        if pg.personal or pg.line_count:
            return open_value(st, pg, seat, own)
        return rank_hand(pg.ranking, own) if pg.ranking else rate(own, st.wild, HIGH)
    if pg.plain:
        cards = own | st.board_open
        if pg.ranking and want == HIGH:
            return rank_hand(pg.ranking, cards)
        value = rate(cards, st.wild, want)
        if pg.short_order and want == HIGH:
            return short_order(value, popcount(cards & st.wild))
        return value
    return _ruled_value(st, pg, seat, own, closed, want)


@njit
def _remembered(st: Any, pg: Any, seat: int, want: int) -> int:
    """Return the value of all cards that a seat can see, computed again only after a change, because lines, personal
    wild cards, a required number of own cards, and two hands in one make it slow to compute.
    """
    own = st.own[seat]
    closed = closed_cards(st, seat)
    kind, marked = personal_rule(st, pg, seat)
    low = int(want != HIGH)
    if (
        st.worth_of[low, seat, 0] != own
        or st.worth_of[low, seat, 1] != closed
        or st.worth_of[low, seat, 2] != st.board_open
        or st.worth_of[low, seat, 3] != st.wild
        or st.worth_of[low, seat, 4] != marked
        or st.worth_of[low, seat, 5] != kind
    ):
        st.worth_of[low, seat, 0] = own
        st.worth_of[low, seat, 1] = closed
        st.worth_of[low, seat, 2] = st.board_open
        st.worth_of[low, seat, 3] = st.wild
        st.worth_of[low, seat, 4] = marked
        st.worth_of[low, seat, 5] = kind
        st.worth[low, seat] = value_of(st, pg, seat, own, closed, want)
    return int(st.worth[low, seat])


@njit(forceinline=True)
def _is_two_and_three(st: Any, pg: Any, own: int) -> bool:
    """Whether a hand is two own cards with three of the board, none of them wild."""
    laid = st.board_turned
    if pg.own_exactly != 2 or pg.line_count or (own | st.board_open) & st.wild:
        return False
    return bool(laid == 0 or 3 <= laid <= MOST_SIDE)


@njit(forceinline=True)
def high_value(st: Any, pg: Any, seat: int) -> int:
    """The score of the best high hand of what a seat can see, in the order of the game."""
    if pg.plain and not pg.share:
        return value_of(st, pg, seat, st.own[seat], closed_cards(st, seat), HIGH)
    if _is_two_and_three(st, pg, st.own[seat]):
        return two_and_three(st.own[seat], st.board_open)
    return _remembered(st, pg, seat, HIGH)


@njit(forceinline=True)
def low_value(st: Any, pg: Any, seat: int) -> int:
    """The value of the low hand of what a seat can see, as the game's pot is shared; 0 for none."""
    if pg.share == _DECLARED:
        return _remembered(st, pg, seat, LOW)
    if _is_two_and_three(st, pg, st.own[seat]):
        return NO_LOW - low_of_two_and_three(st.own[seat], st.board_open)
    return _remembered(st, pg, seat, EIGHT)


@njit(forceinline=True)
def shown_value(st: Any, pg: Any, seat: int) -> int:
    """Return the value of a seat's open cards. If all its cards are open, and a personal wild card makes it slow to
    compute, the value of the whole hand is used and remembered.
    """
    own = st.own[seat]
    if (
        pg.personal
        and pg.personal != CHOICE
        and own == st.open[seat]
        and not (st.board_open or pg.orders or pg.own_exactly or pg.own_at_most)
    ):
        return _remembered(st, pg, seat, HIGH)
    return value_of(st, pg, seat, st.open[seat], 0, OPEN)


@njit
def update_wild(st: Any, pg: Any) -> None:
    """Compute the public wild cards after a card was turned or dealt open (rulings 1, 10, 14)."""
    named = st.follower
    if pg.board_wild and pg.line_count == 0:
        for place in range(st.board_turned):
            if pg.board_wild >> place & 1:
                named |= 1 << st.board[place]
    turned = ranks_of(st.board_open)
    if pg.lowest_board:
        named |= st.board_open & spread(lowest_rank(turned))
    st.wild = pg.wild_cards | freed_cards(named, pg.alone) | pg.cancelled & ~spread(turned)


# --- The same for callers in Python ------------------------------------------------------------------------


@kernel
def know_wild(st: Any, pg: Any) -> None:
    update_wild(st, pg)


@kernel
def hand_value(st: Any, pg: Any, own: int, closed: int, want: int) -> int:
    """The value of the first seat's cards, of which some are closed."""
    return value_of(st, pg, 0, own, closed, want)


@kernel
def rate_hand(cards: int, wild_set: int, want: int) -> int:
    """The value of the best five of some cards."""
    return rate(cards, wild_set, want)


@kernel
def rank_as(ranking: int, cards: int) -> int:
    """The value of some cards by a guest's ranking."""
    return rank_hand(ranking, cards)


@kernel
def value_with(
    kind: int, own: int, closed: int, marked: int, side: int, wild_set: int, pg: Any, want: int
) -> int:
    """The best value over the own cards that may be used with the cards of a side."""
    return used_value(kind, own, closed, marked, side, wild_set, pg, want)


@kernel
def line_at(st: Any, pg: Any, row: int) -> tuple[int, int]:
    """The turned cards of a line, and what is wild for a hand that uses it."""
    return line_of(st, pg, row)


@kernel
def rule_of(st: Any, pg: Any) -> tuple[int, int]:
    """The first seat's personal wild rule, and the card that it names."""
    return personal_rule(st, pg, 0)


@njit
def side_value(st: Any, pg: Any, seat: int) -> int:
    """Return a seat's value for the half of the pot that a closed spade or a count takes; 0 for none.

    A closed spade is worth 1 to 13: the highest counts, or where `pg.spade` is 2 the lowest.
    """
    if pg.counted:
        cards = st.own[seat] & pg.counted
        if not pg.by_rank:
            return popcount(cards)
        total = 0
        while cards:
            total += low_bit(cards) % 16 + 2
            cards &= cards - 1
        return total
    spades = (st.own[seat] & ~st.open[seat]) >> 48 & LANE
    if not spades:
        return 0
    return 1 + top_bit(spades) if pg.spade == 1 else 13 - top_bit(spades & -spades)
