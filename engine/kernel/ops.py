"""The ops that move cards: deal, lay, turn, exchange, pass, choose, order, throw, declare."""

from __future__ import annotations

from typing import Any

from engine.actions import TABLE, Act
from engine.bits import low_bit, popcount
from engine.jit import njit
from engine.kernel.betting import leave, pay, record
from engine.kernel.players import card_to_open, chance_of, declaration, worst_cards
from engine.kernel.standing import PARTS, standing_of
from engine.kernel.stock import draw_card, shuffle_next
from engine.kernel.value import HIGH, update_wild, value_of
from engine.profiles import TIGHT
from engine.record import pack_act
from engine.terms import Detail, Limit
from engine.wilds import LAST_OWN, next_follower

_DEAL_CLOSED, _DEAL_OPEN, _DEAL_UNSEEN = int(Act.DEAL_CLOSED), int(Act.DEAL_OPEN), int(Act.DEAL_UNSEEN)
_LAY_CLOSED, _LAY_OPEN = int(Act.LAY_CLOSED), int(Act.LAY_OPEN)
_TURN_BOARD, _TURN_OWN = int(Act.TURN_BOARD), int(Act.TURN_OWN)
_THROW, _PASS_RIGHT, _PASS_LEFT = int(Act.THROW), int(Act.PASS_RIGHT), int(Act.PASS_LEFT)
_BUY_CARD, _SENT_OUT, _PAID_DRAW = int(Act.BUY_CARD), int(Act.SENT_OUT), int(Act.PAID_DRAW)
_FORCED, _FOLD, _DECLARE, _CALL = int(Act.FORCED_PAYMENT), int(Act.FOLD), int(Act.DECLARE), int(Act.CALL)
_CARDS = Detail.CARDS.code
_HOUSE = Limit.HOUSE.code


@njit(forceinline=True)
def record_card(st: Any, kind: int, seat: int, card: int) -> None:
    """Keep an act with a card, if cards are kept."""
    if st.detail == _CARDS:
        st.acts[st.act_at] = pack_act(kind, seat, st.street, card)
        st.act_at += 1


@njit(forceinline=True)
def _give(st: Any, seat: int, card: int) -> None:
    st.own[seat] |= 1 << card
    st.own_count[seat] += 1
    st.last_own[seat] = card


@njit(forceinline=True)
def _show(st: Any, pg: Any, seat: int, card: int) -> None:
    """Lay a card open, and see what follows an open card that frees the next (ruling 10)."""
    st.open[seat] |= 1 << card
    st.any_open = 1
    if pg.follow:
        st.follower, st.follow_next = next_follower(pg.follow, card, st.follower, st.follow_next)
        update_wild(st, pg)


@njit(forceinline=True)
def _deal_is_whole(st: Any, rounds: int) -> int:
    """How many rounds of one card each the stock and the muck can serve; the stock is filled up first if it
    can't.
    """
    if st.stock_end - st.stock_at >= rounds * st.live_count:
        return rounds
    return _short_deal(st, rounds)


@njit
def _short_deal(st: Any, rounds: int) -> int:
    return min(rounds, (st.stock_end - st.stock_at + popcount(st.muck)) // st.live_count)


@njit
def deal_closed(st: Any, count: int) -> None:
    """Deal closed cards, one at a time around the table; a deal that the cards can't serve is cut short
    (ruling 8).
    """
    count = _deal_is_whole(st, count)
    needed = count * st.live_count
    if st.stock_end - st.stock_at >= needed:
        shuffle_next(st, needed)
        at = st.stock_at
        for _ in range(count):
            for seat in range(st.players):
                if st.live >> seat & 1:
                    card = st.deck[at]
                    at += 1
                    _give(st, seat, card)
                    record_card(st, _DEAL_CLOSED, seat, card)
        st.stock_at = at
        return
    for _ in range(count):
        for seat in range(st.players):
            if st.live >> seat & 1:
                card = draw_card(st, 0)
                _give(st, seat, card)
                record_card(st, _DEAL_CLOSED, seat, card)


@njit
def deal_open(st: Any, pg: Any, count: int) -> None:
    """Deal open cards around the table, with what an open card may do to its holder (baseball: rulings 8, 9,
    29).
    """
    for _ in range(_deal_is_whole(st, count)):
        at_once = pg.buys == 0 and st.stock_end - st.stock_at >= st.live_count
        if at_once:
            shuffle_next(st, st.live_count)
        for seat in range(st.players):
            if st.live >> seat & 1:
                if at_once:
                    card = st.deck[st.stock_at]
                    st.stock_at += 1
                else:
                    card = draw_card(st, 0)
                    if card < 0:
                        return
                _give(st, seat, card)
                _show(st, pg, seat, card)
                record_card(st, _DEAL_OPEN, seat, card)
                if (pg.sent_out | pg.buys) >> card & 1:
                    _open_card_rules(st, pg, seat, card)
                    if st.live_count == 1:
                        return


@njit(inline="always")
def _open_card_rules(st: Any, pg: Any, seat: int, card: int) -> None:
    """Send a player out for an open card, or let him buy the next card, closed, if it is worth its price to
    him.
    """
    if pg.sent_out >> card & 1:
        leave(st, seat)
        record(st, _SENT_OUT, seat, 0)
        return
    if st.sampling:
        return
    st.standing_known &= ~(1 << seat)
    st.strength_known &= ~(1 << seat)
    chance = chance_of(st, pg, seat, 0, 0)
    if (chance + 0.1) * (st.pot + pg.buy_price) < st.profiles[seat, TIGHT] * pg.buy_price + 1.0:
        return
    bought = draw_card(st, 0)
    if bought < 0:
        return
    pay(st, seat, pg.buy_price)
    record(st, _BUY_CARD, seat, pg.buy_price)
    _give(st, seat, bought)
    record_card(st, _DEAL_CLOSED, seat, bought)


@njit(inline="always")
def deal_unseen(st: Any, count: int) -> None:
    """Deal cards that nobody may look at, each on top of its player's pile."""
    needed = count * st.live_count
    shuffle_next(st, needed)
    for _ in range(count):
        for seat in range(st.players):
            if st.live >> seat & 1:
                card = st.deck[st.stock_at]
                st.stock_at += 1
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
    """Lay common cards, open or closed."""
    shuffle_next(st, count)
    for _ in range(count):
        card = st.deck[st.stock_at]
        st.stock_at += 1
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
    """Turn the next common cards, in the order laid, with what they cost and give (rulings 9, 16)."""
    for _ in range(count):
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
        st.strength_known = 0
        for seat in range(st.players):
            if st.live >> seat & 1 and not st.all_in >> seat & 1 and st.live_count > 1:
                levy(st, pg, seat, pg.levy[card % 16])
    if pg.extra >> card & 1 and st.live_count > 1:
        for seat in range(st.players):
            if st.live >> seat & 1:
                extra = draw_card(st, 0)
                if extra < 0:
                    return
                _give(st, seat, extra)
                record_card(st, _DEAL_CLOSED, seat, extra)


@njit
def levy(st: Any, pg: Any, seat: int, chips: int) -> None:
    """Take a forced payment from a player, or fold him if his hand isn't worth it (ruling 9)."""
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


@njit(inline="always")
def exchange(st: Any, pg: Any, limit: int, price: int) -> None:
    """Let every player throw up to `limit` cards for as many from the stock; `price` low stakes a card where
    drawing costs. Nobody gets back what he just threw (ruling 8).
    """
    st.drew = 0
    asks = pg.reentry and not st.asked and not st.sampling
    if asks:
        _take_up_folded(st)
    for turn in range(st.players):
        seat = _drawing(st, turn) if pg.reentry else turn
        if not (st.live >> seat & 1 or (asks and _comes_back(st, pg, seat))):
            continue
        thrown = worst_cards(st, pg, seat, limit, False)
        if price and not st.sampling:
            thrown = _affordable(st, pg, seat, thrown, price)
        replace(st, seat, thrown)


@njit
def _drawing(st: Any, turn: int) -> int:
    """The seat whose turn to draw it is in the short pack: from the highest bettor around, the dealer last
    (SR, ruling 33).
    """
    dealer = st.players - 1
    first = max(st.last_bettor, 0)
    if turn == dealer:
        return dealer
    seat = first + turn
    if first == dealer:
        return turn
    return seat if seat < dealer else seat - dealer


@njit
def _take_up_folded(st: Any) -> None:
    """Give those who passed their cards back, for they may come back."""
    for seat in range(st.players):
        if not st.live >> seat & 1:
            st.muck &= ~st.own[seat]


@njit
def ask_back(st: Any, pg: Any) -> bool:
    """Ask those who passed once, in turn, whether they come back to the one who is left in the first round;
    whether anybody does (ruling 33).
    """
    if st.asked or st.street != 1:
        return False
    st.asked = 1
    _take_up_folded(st)
    for turn in range(st.players):
        seat = (st.last_bettor + turn) % st.players
        if not st.live >> seat & 1:
            _comes_back(st, pg, seat)
    return bool(st.live_count > 1)


@njit
def _comes_back(st: Any, pg: Any, seat: int) -> bool:
    """Let a player who passed come back in for the stake that the others have put in (SR), if that is worth
    it to him.
    """
    stake = 0
    for other in range(st.players):
        stake = max(stake, st.paid[other])
    cost = stake - st.paid[seat]
    chance = chance_of(st, pg, seat, 1, 0)
    if chance * (st.pot + cost) < st.profiles[seat, TIGHT] * cost:
        st.muck |= st.own[seat]
        return False
    st.live |= 1 << seat
    st.live_count += 1
    st.folded[seat] = 0
    pay(st, seat, cost)
    record(st, _CALL, seat, cost)
    return True


@njit(inline="always")
def replace(st: Any, seat: int, thrown: int) -> None:
    """Throw the cards of a set and draw as many; short of cards, keep the rest."""
    available = st.stock_end - st.stock_at + popcount(st.muck)
    while popcount(thrown) > available:
        thrown &= thrown - 1
    if thrown == 0:
        return
    st.own[seat] &= ~thrown
    st.muck |= thrown
    rest = thrown
    while rest:
        record_card(st, _THROW, seat, low_bit(rest))
        rest &= rest - 1
    count = popcount(thrown)
    st.drew += count
    st.own_count[seat] -= count
    for _ in range(count):
        card = draw_card(st, thrown)
        _give(st, seat, card)
        record_card(st, _DEAL_CLOSED, seat, card)


@njit(inline="always")
def _affordable(st: Any, pg: Any, seat: int, thrown: int, price: int) -> int:
    """Pay for an exchange as far as it is worth it: one card at the most, and only with a pot that repays
    it.
    """
    cost = price * pg.big_blind
    st.standing_known &= ~(1 << seat)
    standing = standing_of(st, pg, seat)
    if thrown == 0 or standing > 0.8 * PARTS or st.all_in >> seat & 1 or cost > st.stack[seat]:
        return 0
    if 0.1 * (st.pot + cost) < st.profiles[seat, TIGHT] * cost:
        return 0
    _keep_fee(st, seat, cost)
    if cost == st.stack[seat]:
        st.all_in |= 1 << seat
    pay(st, seat, cost)
    record(st, _PAID_DRAW, seat, cost)
    return thrown & -thrown


@njit(inline="always")
def _keep_fee(st: Any, seat: int, cost: int) -> None:
    """Note a payment that nobody has to match: the players who have chips left play for it."""
    rivals = st.live & ~st.all_in
    st.fees[seat] += cost
    if st.fee_count == 0 or st.fee_rivals[st.fee_count - 1] != rivals:
        st.fee_rivals[st.fee_count] = rivals
        st.fee_chips[st.fee_count] = 0
        st.fee_count += 1
    st.fee_chips[st.fee_count - 1] += cost


@njit(inline="always")
def pass_cards(st: Any, pg: Any, right: int, left: int) -> None:
    """Pass cards to the nearest players still in, all chosen before any is received (ruling 25)."""
    for seat in range(st.players):
        if st.live >> seat & 1:
            given = worst_cards(st, pg, seat, right + left, True)
            st.put_in[seat] = given  # kept here while everybody chooses
    for seat in range(st.players):
        if st.live >> seat & 1:
            given = st.put_in[seat]
            st.own[seat] &= ~given
            for turn in range(right + left):
                card = given & -given
                given ^= card
                to = _neighbour(st, seat, turn < right)
                record_card(st, _PASS_RIGHT if turn < right else _PASS_LEFT, seat, low_bit(card))
                st.score[to] |= card  # and here until all have given
    for seat in range(st.players):
        if st.live >> seat & 1:
            st.own[seat] |= st.score[seat]
            st.score[seat] = 0
            st.put_in[seat] = 0


@njit
def _neighbour(st: Any, seat: int, to_right: bool) -> int:
    """The nearest player in to the right (who plays before) or to the left."""
    step = st.players - 1 if to_right else 1
    seat = (seat + step) % st.players
    while not st.live >> seat & 1:
        seat = (seat + step) % st.players
    return seat


@njit(inline="always")
def choose_open(st: Any, pg: Any, count: int) -> None:
    """Every player lays a closed card of his choice open; all choose before any is seen."""
    for _ in range(count):
        chosen = st.put_in
        for seat in range(st.players):
            if st.live >> seat & 1:
                chosen[seat] = card_to_open(st, pg, seat)
        for seat in range(st.players):
            if st.live >> seat & 1:
                _show(st, pg, seat, chosen[seat])
                record_card(st, _TURN_OWN, seat, chosen[seat])


@njit(inline="always")
def order_closed(st: Any, pg: Any) -> None:
    """Psychology: every player orders the closed cards, low ones first; the card that is wild for him goes
    last.
    """
    for seat in range(st.players):
        if not st.live >> seat & 1:
            continue
        closed = st.own[seat] & ~st.open[seat]
        if pg.personal == LAST_OWN:
            st.bottom[seat] = _best_last(st, pg, seat, closed)
            st.bottom_known |= 1 << seat
            closed &= ~(1 << st.bottom[seat])
            st.pile[seat, 0] = st.bottom[seat]
            st.pile_size[seat] = 1
        for rank in range(13, -1, -1):
            lane = closed & (1 << rank | 1 << rank + 16 | 1 << rank + 32 | 1 << rank + 48)
            while lane:
                st.pile[seat, st.pile_size[seat]] = low_bit(lane)
                st.pile_size[seat] += 1
                lane &= lane - 1


@njit(inline="always")
def _best_last(st: Any, pg: Any, seat: int, closed: int) -> int:
    """The closed card that, turned last and so wild with its rank, makes the best hand."""
    best = -1
    best_card = -1
    cards = closed
    st.bottom_known |= 1 << seat
    while cards:
        card = low_bit(cards)
        cards &= cards - 1
        st.bottom[seat] = card
        value = value_of(st, pg, seat, st.own[seat], closed, HIGH)
        if value > best:
            best = value
            best_card = card
    return best_card


@njit(inline="always")
def turn_own(st: Any, pg: Any) -> None:
    """Every player turns the top card of his own pile."""
    for seat in range(st.players):
        if st.live >> seat & 1 and st.pile_size[seat]:
            turn_top(st, pg, seat)


@njit
def turn_top(st: Any, pg: Any, seat: int) -> int:
    """Turn the top card of a pile and return it."""
    st.pile_size[seat] -= 1
    card = st.pile[seat, st.pile_size[seat]]
    st.own[seat] |= 1 << card
    st.turned[seat] |= 1 << card
    _show(st, pg, seat, card)
    record_card(st, _TURN_OWN, seat, card)
    return int(card)


@njit(inline="always")
def throw_cards(st: Any, pg: Any, count: int) -> None:
    """Every player throws `count` cards away and gets none."""
    for seat in range(st.players):
        if st.live >> seat & 1:
            thrown = worst_cards(st, pg, seat, count, True)
            st.own[seat] &= ~thrown
            st.own_count[seat] -= count
            st.muck |= thrown
            while thrown:
                record_card(st, _THROW, seat, low_bit(thrown))
                thrown &= thrown - 1


@njit(inline="always")
def declare(st: Any, pg: Any) -> None:
    """Every player declares high, low or both, unseen by the others (PR: chips laid out)."""
    for seat in range(st.players):
        if st.live >> seat & 1:
            st.declared[seat] = declaration(st, pg, seat)
            record(st, _DECLARE, seat, st.declared[seat])
