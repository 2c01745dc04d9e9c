"""The ops of the dealer: deal, lay and turn cards, and the payments and rules that come with some cards."""

from __future__ import annotations

from typing import Any

from engine.cards.bits import popcount
from engine.cards.wilds import next_follower
from engine.compile.jit import njit
from engine.kernel.actions import TABLE, Act
from engine.kernel.betting import leave, pay, record
from engine.kernel.players import chance_among, chance_of
from engine.kernel.record import pack_act
from engine.kernel.standing import standing_among
from engine.kernel.stock import draw_card, shuffle_next
from engine.kernel.value import HIGH, update_wild, value_of
from engine.players.profiles import TIGHT
from engine.terms import Detail, Limit

_DEAL_CLOSED, _DEAL_OPEN, _DEAL_UNSEEN = int(Act.DEAL_CLOSED), int(Act.DEAL_OPEN), int(Act.DEAL_UNSEEN)
_LAY_CLOSED, _LAY_OPEN, _TURN_BOARD = int(Act.LAY_CLOSED), int(Act.LAY_OPEN), int(Act.TURN_BOARD)
_BUY_CARD, _SENT_OUT = int(Act.BUY_CARD), int(Act.SENT_OUT)
_FORCED, _FOLD = int(Act.FORCED_PAYMENT), int(Act.FOLD)
_CARDS = Detail.CARDS.code
_HOUSE = Limit.HOUSE.code


@njit(forceinline=True)
def record_card(st: Any, kind: int, seat: int, card: int) -> None:
    if st.detail == _CARDS:
        st.acts[st.act_at] = pack_act(kind, seat, st.street, card)
        st.act_at += 1


@njit(forceinline=True)
def give(st: Any, seat: int, card: int) -> None:
    st.own[seat] |= 1 << card
    st.own_count[seat] += 1
    st.last_own[seat] = card


@njit(forceinline=True)
def show(st: Any, pg: Any, seat: int, card: int) -> None:
    """Lay a card open, and see what follows an open card that frees the next (ruling 10)."""
    st.open[seat] |= 1 << card
    st.any_open = 1
    if pg.follow:
        st.follower, st.follow_next = next_follower(pg.follow, card, st.follower, st.follow_next)
        update_wild(st, pg)


@njit(forceinline=True)
def _rounds_dealt(st: Any, rounds: int) -> int:
    """Return the number of rounds of one card each for which the stock and the muck suffice (ruling 8)."""
    stock = st.stock_end - st.stock_at
    if stock >= rounds * st.live_count:
        return rounds
    return int(min(rounds, (stock + popcount(st.muck)) // st.live_count))


@njit(forceinline=True)
def _shuffles_ahead(st: Any, count: int) -> bool:
    """Shuffle some cards at once, if the stock has them."""
    enough = st.stock_end - st.stock_at >= count
    if enough:
        shuffle_next(st, count)
    return bool(enough)


@njit(forceinline=True)
def _next_card(st: Any, at_once: bool) -> int:
    """Return the next card, from the top if it was shuffled `at_once` with others; -1 if none is left."""
    if at_once:
        card = st.deck[st.stock_at]
        st.stock_at += 1
        return int(card)
    return draw_card(st, 0)


@njit
def deal_closed(st: Any, count: int) -> None:
    """Deal closed cards, one at a time around the table; a deal for which there are too few cards is cut short
    (ruling 8).
    """
    count = _rounds_dealt(st, count)
    needed = count * st.live_count
    if st.stock_end - st.stock_at >= needed:
        shuffle_next(st, needed)
        at = st.stock_at
        for _ in range(count):
            for seat in range(st.players):
                if st.live >> seat & 1:
                    card = st.deck[at]
                    at += 1
                    give(st, seat, card)
                    record_card(st, _DEAL_CLOSED, seat, card)
        st.stock_at = at
        return
    for _ in range(count):
        for seat in range(st.players):
            if st.live >> seat & 1:
                card = draw_card(st, 0)
                give(st, seat, card)
                record_card(st, _DEAL_CLOSED, seat, card)


@njit
def deal_open(st: Any, pg: Any, count: int) -> None:
    """Deal open cards around the table, and apply their effects on their holders (baseball: rulings 8, 9, 29)."""
    for _ in range(_rounds_dealt(st, count)):
        at_once = pg.buys == 0 and _shuffles_ahead(st, st.live_count)
        for seat in range(st.players):
            if st.live >> seat & 1:
                card = _next_card(st, at_once)
                if card < 0:
                    return
                give(st, seat, card)
                show(st, pg, seat, card)
                record_card(st, _DEAL_OPEN, seat, card)
                if (pg.sent_out | pg.buys | pg.redeals) >> card & 1:
                    _open_card_rules(st, pg, seat, card)
                    if st.live_count == 1 or st.all_passed:
                        return


@njit(inline="always")
def _open_card_rules(st: Any, pg: Any, seat: int, card: int) -> None:
    """Apply the rules of an open card: end the hand, send its player out, or sell the player the next card, closed,
    if it is worth its price.
    """
    if pg.redeals >> card & 1:
        st.all_passed = not st.sampling
        return
    if pg.sent_out >> card & 1:
        leave(st, seat)
        record(st, _SENT_OUT, seat, 0)
        return
    if st.sampling:
        return
    st.standing_known &= ~(1 << seat)
    st.seen.strength_known &= ~(1 << seat)
    chance = chance_of(st, pg, seat, 0, 0)
    if (chance + 0.1) * (st.pot + pg.buy_price) < st.profiles[seat, TIGHT] * pg.buy_price + 1.0:
        return
    bought = draw_card(st, 0)
    if bought < 0:
        return
    pay(st, seat, pg.buy_price)
    record(st, _BUY_CARD, seat, pg.buy_price)
    give(st, seat, bought)
    record_card(st, _DEAL_CLOSED, seat, bought)


@njit
def sell(st: Any, pg: Any, free_is_open: bool, price: int) -> None:
    """Deal a card to each, closed or open, which a player may have the other way up for a price in chips (ruling 9)."""
    if _rounds_dealt(st, 1) == 0:
        return
    for seat in range(st.players):
        if st.live >> seat & 1:
            bought = not st.sampling and _is_worth(st, pg, seat, free_is_open, price)
            if bought:
                pay(st, seat, price)
                record(st, _BUY_CARD, seat, price)
            card = draw_card(st, 0)
            give(st, seat, card)
            is_open = free_is_open != bought
            if is_open:
                show(st, pg, seat, card)
            record_card(st, _DEAL_OPEN if is_open else _DEAL_CLOSED, seat, card)


@njit
def _is_worth(st: Any, pg: Any, seat: int, free_is_open: bool, price: int) -> bool:
    """Whether a card the other way up is worth its price: its gain in the chance to win, over all cards that the
    player can't see; for a closed card a tenth, as for a paid exchange.
    """
    own = st.own[seat]
    closed = own & ~st.open[seat]
    seen = own | st.board_open
    for other in range(st.players):
        seen |= st.open[other]
    street = min(st.street + 1, pg.streets)
    gain = 0.0
    cards = 0
    for place in range(pg.pack_size):
        card = 1 << pg.pack[place]
        if not seen & card:
            opened = value_of(st, pg, seat, own | card, closed, HIGH)
            covered = value_of(st, pg, seat, own | card, closed | card, HIGH)
            if opened != covered:
                others = st.live_count - 2
                gain += chance_among(others, standing_among(pg, street, opened))
                gain -= chance_among(others, standing_among(pg, street, covered))
            cards += 1
    gain /= max(cards, 1)
    if free_is_open:
        gain = 0.1 - gain
    return bool(gain * (st.pot + price) > st.profiles[seat, TIGHT] * price)


@njit(inline="always")
def deal_unseen(st: Any, count: int) -> None:
    """Deal cards that no player may look at, each on top of its player's pile."""
    at_once = _shuffles_ahead(st, count * st.live_count)
    for _ in range(count):
        for seat in range(st.players):
            if st.live >> seat & 1:
                card = _next_card(st, at_once)
                if card < 0:
                    return
                push_on_pile(st, seat, card)
                record_card(st, _DEAL_UNSEEN, seat, card)


@njit
def push_on_pile(st: Any, seat: int, card: int) -> None:
    """Put an unseen card on top of a pile; the first is its bottom."""
    if st.pile_size[seat] == 0 and st.bottom[seat] < 0:
        st.bottom[seat] = card
    st.pile[seat, st.pile_size[seat]] = card
    st.pile_size[seat] += 1
    st.own_count[seat] += 1


@njit(inline="always")
def lay_board(st: Any, pg: Any, count: int, is_open: bool) -> None:
    """Lay common cards, open or closed, as far as there are any (ruling 8)."""
    at_once = _shuffles_ahead(st, count)
    for _ in range(count):
        card = _next_card(st, at_once)
        if card < 0:
            break
        st.board[st.board_size] = card
        st.board_size += 1
        if is_open:
            st.board_open |= 1 << card
            st.board_turned += 1
        record_card(st, _LAY_OPEN if is_open else _LAY_CLOSED, TABLE, card)
    if is_open and pg.public:
        update_wild(st, pg)


@njit
def turn_board(st: Any, pg: Any, count: int) -> None:
    """Turn the next common cards, in the order laid, and apply their costs and gifts (rulings 9, 16)."""
    for _ in range(min(count, st.board_size - st.board_turned)):
        card = st.board[st.board_turned]
        st.board_turned += 1
        st.board_open |= 1 << card
        record_card(st, _TURN_BOARD, TABLE, card)
        if pg.public:
            update_wild(st, pg)
        if (pg.levied | pg.extra) >> card & 1:
            _turned_card_rules(st, pg, card)
            if st.live_count == 1:
                return


@njit(inline="always")
def _turned_card_rules(st: Any, pg: Any, card: int) -> None:
    """Levy a forced payment from every player in, or fold those who won't pay; deal the extra card that a
    four gives.
    """
    if pg.levied >> card & 1:
        st.standing_known = 0
        st.seen.strength_known = 0
        for seat in range(st.players):
            if st.live >> seat & 1 and not st.all_in >> seat & 1 and st.live_count > 1:
                levy(st, pg, seat, pg.levy[card % 16])
    if pg.extra >> card & 1 and st.live_count > 1:
        for seat in range(st.players):
            if st.live >> seat & 1:
                extra = draw_card(st, 0)
                if extra < 0:
                    return
                give(st, seat, extra)
                record_card(st, _DEAL_CLOSED, seat, extra)


@njit
def levy(st: Any, pg: Any, seat: int, chips: int) -> None:
    """Take a forced payment from a player, or fold the hand if it isn't worth the payment (ruling 9)."""
    if not st.sampling:
        chance = chance_of(st, pg, seat, 0, 0)
        if chance * (st.pot + chips) < st.profiles[seat, TIGHT] * chips:
            leave(st, seat)
            record(st, _FOLD, seat, 0)
            return
    if pg.limit != _HOUSE and chips >= st.stack[seat]:
        chips = st.stack[seat]
        st.all_in |= 1 << seat
    pay(st, seat, chips)
    record(st, _FORCED, seat, chips)
