"""The ops of the players: exchange, pass, choose, order, turn and throw one's cards, and declare."""

from __future__ import annotations

from typing import Any

from engine.cards.bits import low_bit, popcount
from engine.cards.wilds import LAST_OWN
from engine.compile.jit import njit
from engine.kernel.actions import Act
from engine.kernel.betting import pay, record
from engine.kernel.dealing import give, record_card, show
from engine.kernel.players import card_to_open, chance_of, declaration, worst_cards
from engine.kernel.standing import PARTS, standing_of
from engine.kernel.stock import draw_card
from engine.kernel.trained import decide_exchange
from engine.kernel.value import HIGH, value_of
from engine.players.betting_table import MORE, NONE, USUAL
from engine.players.profiles import TIGHT
from engine.terms import Limit

_DEAL_CLOSED, _TURN_OWN, _THROW = int(Act.DEAL_CLOSED), int(Act.TURN_OWN), int(Act.THROW)
_PASS_RIGHT, _PASS_LEFT, _PAID_DRAW = int(Act.PASS_RIGHT), int(Act.PASS_LEFT), int(Act.PAID_DRAW)
_HOUSE = Limit.HOUSE.code
_DECLARE, _CALL = int(Act.DECLARE), int(Act.CALL)


@njit(inline="always")
def exchange(st: Any, pg: Any, limit: int, price: int) -> None:
    """Let every player throw up to `limit` cards for as many from the stock; `price` low stakes a card where drawing
    costs. No player gets back the cards just thrown (ruling 8).
    """
    st.drew = 0
    least = -1
    asks = pg.reentry and not st.asked and not st.sampling
    if asks:
        _take_up_folded(st)
    for turn in range(st.players):
        seat = _drawing(st, turn) if pg.reentry else turn
        if not (st.live >> seat & 1 or (asks and _comes_back(st, pg, seat))):
            continue
        thrown = worst_cards(st, pg, seat, limit, False)
        if st.learned >> seat & 1 and not st.sampling:
            thrown = _learned_exchange(st, pg, seat, thrown, 1 if price else limit, least)
        if price and not st.sampling:
            thrown = _affordable(st, pg, seat, thrown, price)
        replace(st, seat, thrown)
        least = st.drawn[seat] if least < 0 else min(least, st.drawn[seat])


@njit
def _learned_exchange(st: Any, pg: Any, seat: int, usual: int, limit: int, least_drawn: int) -> int:
    """Return the cards that a trained player throws, if the usual exchange throws any."""
    count = min(popcount(usual), limit)
    choice = decide_exchange(st, pg, seat, count, limit, least_drawn)
    if choice == USUAL:
        return usual
    if choice == NONE:
        return 0
    return worst_cards(st, pg, seat, count + (1 if choice == MORE else -1), True)


@njit
def _drawing(st: Any, turn: int) -> int:
    """Return the seat whose turn it is to draw in the short pack: from the highest bettor around, the dealer last
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
    """Give players who passed their cards back, because they may come back."""
    for seat in range(st.players):
        if not st.live >> seat & 1:
            st.muck &= ~st.own[seat]


@njit
def ask_back(st: Any, pg: Any) -> bool:
    """Ask those who passed once, in turn, whether they come back to the one who is left in the first round;
    whether one does (ruling 33).
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
    """Let a player who passed come back for the stake that the others have put in (SR), if that pays."""
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
    st.drawn[seat] = popcount(thrown)
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
        give(st, seat, card)
        record_card(st, _DEAL_CLOSED, seat, card)


@njit(inline="always")
def _affordable(st: Any, pg: Any, seat: int, thrown: int, price: int) -> int:
    """Pay for an exchange of one card, the lowest of those to throw; plain players pay only if the pot repays it."""
    cost = price * (pg.big_blind if pg.limit != _HOUSE else 1)
    st.standing_known &= ~(1 << seat)
    if thrown == 0 or st.all_in >> seat & 1 or cost > st.stack[seat]:
        return 0
    if not st.learned >> seat & 1 and not _repays(st, pg, seat, cost):
        return 0
    if pg.limit != _HOUSE:
        _keep_fee(st, seat, cost)
        if cost == st.stack[seat]:
            st.all_in |= 1 << seat
    pay(st, seat, cost)
    record(st, _PAID_DRAW, seat, cost)
    return thrown & -thrown


@njit
def _repays(st: Any, pg: Any, seat: int, cost: int) -> bool:
    """Whether another card is worth its cost to a plain player: the hand isn't good yet, and the pot is large."""
    standing = standing_of(st, pg, seat)
    return standing <= 0.8 * PARTS and 0.1 * (st.pot + cost) >= st.profiles[seat, TIGHT] * cost


@njit(inline="always")
def _keep_fee(st: Any, seat: int, cost: int) -> None:
    """Note a payment that no player has to match: the players who have chips left play for it."""
    rivals = st.live & ~st.all_in
    st.fees[seat] += cost
    if st.pots.fee_count == 0 or st.pots.fee_rivals[st.pots.fee_count - 1] != rivals:
        st.pots.fee_rivals[st.pots.fee_count] = rivals
        st.pots.fee_chips[st.pots.fee_count] = 0
        st.pots.fee_count += 1
    st.pots.fee_chips[st.pots.fee_count - 1] += cost


@njit(inline="always")
def pass_cards(st: Any, pg: Any, right: int, left: int) -> None:
    """Pass cards to the nearest players still in, all chosen before any is received (ruling 25)."""
    for seat in range(st.players):
        if st.live >> seat & 1:
            given = worst_cards(st, pg, seat, right + left, True)
            st.low[seat] = given  # stored here while players choose
    for seat in range(st.players):
        if st.live >> seat & 1:
            given = st.low[seat]
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
            st.score[seat] = st.low[seat] = 0


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
    """Every player opens a closed card of their choice; all choose before any is seen."""
    for _ in range(count):
        chosen = st.low
        for seat in range(st.players):
            if st.live >> seat & 1:
                chosen[seat] = card_to_open(st, pg, seat)
        for seat in range(st.players):
            if st.live >> seat & 1:
                show(st, pg, seat, chosen[seat])
                record_card(st, _TURN_OWN, seat, chosen[seat])
                chosen[seat] = 0


@njit(inline="always")
def order_closed(st: Any, pg: Any) -> None:
    """Psychology: every player orders the closed cards, low ones first; the card that is wild for the player goes last."""
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
    """Every player turns the top card of their own pile."""
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
    show(st, pg, seat, card)
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
