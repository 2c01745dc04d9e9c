"""Betting rounds, at the house's limit and with blinds, and payments outside of one."""

from __future__ import annotations

from typing import Any

from engine.cards.bits import low_bit
from engine.cards.guest_rankings import bring_in_place
from engine.compile.jit import njit
from engine.kernel.actions import Act
from engine.kernel.hand_features import record_case
from engine.kernel.players import decide
from engine.kernel.record import pack_act
from engine.kernel.stock import renew_luck
from engine.kernel.trained import FOLD, PEDER
from engine.kernel.value import high_value, shown_value
from engine.terms import Detail, Limit

_ANTE, _SMALL, _BIG, _STRADDLE = int(Act.ANTE), int(Act.SMALL_BLIND), int(Act.BIG_BLIND), int(Act.STRADDLE)
_CHECK, _BET, _RAISE, _CALL, _FOLD = (
    int(Act.CHECK),
    int(Act.BET),
    int(Act.RAISE),
    int(Act.CALL),
    int(Act.FOLD),
)
_BRING_IN = int(Act.BRING_IN)
_PEDER_BET, _PEDER_RAISE = int(Act.PEDER_BET), int(Act.PEDER_RAISE)
_RESULT = Detail.RESULT.code
_HOUSE, _FIXED, _POT = Limit.HOUSE.code, Limit.FIXED.code, Limit.POT.code


@njit(forceinline=True)
def record(st: Any, kind: int, seat: int, value: int) -> None:
    if st.detail != _RESULT:
        st.acts[st.act_at] = pack_act(kind, seat, st.street, value)
        st.act_at += 1


@njit(forceinline=True)
def pay(st: Any, seat: int, chips: int) -> None:
    st.paid[seat] += chips
    st.stack[seat] -= chips
    st.pot += chips


@njit(forceinline=True)
def held_cards(st: Any, seat: int) -> int:
    """The cards of a seat, with those that no player has seen."""
    cards = st.own[seat]
    for place in range(st.pile_size[seat]):
        cards |= 1 << st.pile[seat, place]
    return cards


@njit(forceinline=True)
def leave(st: Any, seat: int) -> None:
    """Take a seat out of the hand, its cards into the muck."""
    st.live &= ~(1 << seat)
    st.live_count -= 1
    st.folded[seat] = max(st.street, 1)
    st.muck |= held_cards(st, seat)


@njit(inline="always")
def post(st: Any, pg: Any) -> None:
    """Put in the antes, the blinds and the straddle (ruling 21). Two players: the dealer has the small
    blind.
    """
    if pg.ante:
        for seat in range(st.players):
            if pg.limit == _HOUSE:
                pay(st, seat, pg.ante)
                record(st, _ANTE, seat, pg.ante)
            else:
                _blind(st, _ANTE, seat, pg.ante)
                st.put_in[seat] = 0  # no player has to match an ante
        if pg.limit == _HOUSE or pg.bring_in:
            return
    if pg.button_blind:
        _blind(st, _BIG, st.players - 1, pg.big_blind)
        st.bet = pg.big_blind
        return
    small = 0 if st.players > 2 else 1
    _blind(st, _SMALL, small, pg.small_blind)
    big = (small + 1) % st.players
    _blind(st, _BIG, big, pg.big_blind)
    st.bet = pg.big_blind
    st.first = (big + 1) % st.players
    if pg.straddle and st.players > 2:
        _blind(st, _STRADDLE, st.first, 2 * pg.big_blind)
        st.bet = 2 * pg.big_blind
        st.first = (st.first + 1) % st.players


@njit
def _blind(st: Any, kind: int, seat: int, chips: int) -> None:
    chips = min(chips, st.stack[seat])
    pay(st, seat, chips)
    st.put_in[seat] = chips
    if st.stack[seat] == 0:
        st.all_in |= 1 << seat
    record(st, kind, seat, chips)


@njit
def _bring_in(st: Any, pg: Any) -> int:
    """Let the lowest open card (at razz the highest) bring in; the seat that did, the next acts first."""
    whose = 0
    soonest = 1 << 62
    for seat in range(st.players):
        if st.live >> seat & 1:
            place = bring_in_place(pg.ranking, low_bit(st.open[seat]))
            if place < soonest:
                soonest = place
                whose = seat
    _blind(st, _BRING_IN, whose, pg.bring_in)
    st.bet = pg.bring_in
    st.first = (whose + 1) % st.players
    return whose


@njit(inline="always")
def _open_hands(st: Any, pg: Any) -> None:
    """Find the best open combination, publicly wild cards counted, the first from the dealer's left of
    equals.
    """
    best = -1
    whose = 0
    for seat in range(st.players):
        if st.live >> seat & 1:
            score = shown_value(st, pg, seat)
            st.seen.open_value[seat] = score
            if score > best:
                best = score
                whose = seat
    st.open_best = best
    st.open_best_seat = whose
    st.open_first = whose


@njit(inline="always")
def sample(st: Any, pg: Any) -> None:
    """In training, instead of a betting round: record what every hand is worth, after the leavers of this street left."""
    if not st.training.is_on or st.training.stay_from > 0:
        return
    for seat in range(st.players):
        if st.street == st.training.leave_at and st.training.leavers >> seat & 1 and st.live_count > 2:
            leave(st, seat)
    for seat in range(st.players):
        if st.live >> seat & 1 and st.street <= pg.streets:
            record_case(st, pg, seat)


@njit(forceinline=True)
def begin_round(st: Any, street: int) -> None:
    """Begin a betting round: cached values of hands are out of date."""
    st.street = street
    st.standing_known = 0
    st.seen.strength_known = 0
    st.seen.past_raises += st.raises
    st.raises = 0


@njit(inline="always")
def bet_round(st: Any, pg: Any, size: int, street: int) -> None:
    """Play a betting round; `size` is how many times the small bet a fixed limit plays for.

    The highest open combination opens, else the seat left of the dealer; before the flop the seat left of the
    blinds; in the short pack's second round the highest bettor of the first (SR).
    """
    begin_round(st, street)
    st.seen.open_row = 0
    blinds = street == 1 and pg.limit != _HOUSE
    spoken = 0  # the player who brought in, and acts again only after a raise
    if blinds:
        if pg.bring_in:
            _open_hands(st, pg)
            spoken = 1 << _bring_in(st, pg)
        first = st.first
        st.raises = 1
    else:
        st.bet = 0
        for seat in range(st.players):
            st.put_in[seat] = 0
        if st.any_open:
            _open_hands(st, pg)
            first = st.open_best_seat
        elif pg.reentry and st.last_bettor >= 0:
            first = st.last_bettor
        else:
            first = low_bit(st.live)
    st.first = first
    if st.sampling:
        sample(st, pg)
        return
    ask_players(st, pg, first, size, blinds, spoken)


@njit
def ask_players(st: Any, pg: Any, first: int, size: int, blinds: bool, spoken: int) -> None:
    """Ask every player in turn until all have answered the last bet, beginning with those who haven't `spoken`; a
    player alone against all-ins needn't bet.
    """
    pending = st.live & ~st.all_in
    if pending & (pending - 1) == 0 and (not blinds or pending == 0 or st.put_in[low_bit(pending)] >= st.bet):
        return
    st.rounds += 1
    if st.training.is_on:
        renew_luck(st)
    may_raise = pending
    pending &= ~spoken
    if pg.limit == _FIXED:
        st.least_raise = size * pg.big_blind - (
            pg.bring_in if blinds else 0
        )  # completing raises up to the bet
    elif pg.limit != _HOUSE:
        st.least_raise = pg.big_blind
    seat = first
    while pending:
        if pending >> seat & 1:
            bit = 1 << seat
            pending ^= bit
            others = st.live & ~st.all_in & ~bit
            able = may_raise & bit != 0 and others != 0
            if pg.openers and st.street == 1 and st.bet == 0:
                able = able and high_value(st, pg, seat) >= pg.openers
            act, size_of = decide(st, pg, seat, able)
            may_raise &= ~bit
            price = st.bet - st.put_in[seat]
            if act == FOLD:
                leave(st, seat)
                record(st, _FOLD, seat, 0)
                if st.live_count == 1:
                    return
            else:
                if pg.limit == _POT:
                    # up to the pot as it lies after the call, or by HE's letter before it (ruling 21)
                    size_of = min(size_of, st.pot if pg.by_letter else st.pot + price)
                chips = price + size_of
                if pg.limit != _HOUSE and chips >= st.stack[seat]:
                    chips = st.stack[seat]
                    st.all_in |= bit
                pay(st, seat, chips)
                st.put_in[seat] += chips
                if st.put_in[seat] > st.bet:
                    step = st.put_in[seat] - st.bet
                    opens = st.bet == 0
                    st.bet = st.put_in[seat]
                    st.raises += 1
                    st.last_bettor = seat
                    pending = st.live & ~st.all_in & ~bit
                    if pg.limit == _HOUSE or step >= st.least_raise:
                        may_raise = pending
                        st.least_raise = size * pg.big_blind if pg.limit == _FIXED else step
                    if act == PEDER:
                        st.peder |= bit
                        record(st, _PEDER_BET if opens else _PEDER_RAISE, seat, chips)
                    else:
                        record(st, _BET if opens else _RAISE, seat, chips)
                else:
                    record(st, _CALL if chips else _CHECK, seat, chips)
        seat = seat + 1 if seat + 1 < st.players else 0
