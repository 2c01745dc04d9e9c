"""The run loop: hands, chains of hands, and their rows."""

from __future__ import annotations

from typing import Any

from engine.cards.low import NO_LOW
from engine.catalogue.model import Op
from engine.compile.jit import kernel, njit
from engine.kernel import changing, dealing
from engine.kernel.betting import bet_round, held_cards, post
from engine.kernel.chase import chase
from engine.kernel.program import MAX_STEPS
from engine.kernel.record import HandColumn, Record, SeatColumn, Span
from engine.kernel.rng import first_state
from engine.kernel.showdown import settle
from engine.kernel.state import MAX_ACTS, MAX_SHARES
from engine.kernel.stock import shuffle_luck
from engine.kernel.training import Job, has_room, record_results, take_job
from engine.terms import Detail, Outcome

MAX_CHAIN = 64
"""A pot that no player won is played for again at once: the maximum number of deals (ruling 39)."""

_END, _BET = int(Op.END), int(Op.BET)
_DEAL_CLOSED, _DEAL_OPEN, _DEAL_UNSEEN = int(Op.DEAL_CLOSED), int(Op.DEAL_OPEN), int(Op.DEAL_UNSEEN)
_LAY_CLOSED, _LAY_OPEN, _TURN_BOARD = int(Op.LAY_CLOSED), int(Op.LAY_OPEN), int(Op.TURN_BOARD)
_DRAW, _PASS, _CHOOSE_OPEN, _ORDER = int(Op.DRAW), int(Op.PASS), int(Op.CHOOSE_OPEN), int(Op.ORDER)
_TURN_OWN, _THROW, _DECLARE, _CHASE = int(Op.TURN_OWN), int(Op.THROW), int(Op.DECLARE), int(Op.CHASE)

_HAND, _POT_BROUGHT = int(Job.HAND), int(Job.POT_IN)
_POT_IN, _POT, _POT_OUT, _OUTCOME, _ROUNDS, _SHOWDOWN, _CHAIN, _DEALER = (int(c) for c in HandColumn)
(
    _STACK, _PAID, _WON, _SHADOW, _PEDER, _FOLDED, _SHOWED, _DECLARED, _SCORE, _LOW, _CARDS,
) = (int(c) for c in SeatColumn)  # fmt: skip
_AT_SHOWDOWN, _STANDING, _CARRIED, _SPLIT = (
    Outcome.SHOWDOWN.code, Outcome.LAST_STANDING.code, Outcome.CARRIED.code, Outcome.SPLIT.code,
)  # fmt: skip
_RESULT = Detail.RESULT.code


@njit(inline="always")
def start_hand(st: Any, pg: Any, stacks: Any, row: int) -> None:
    """Reset the state for a hand with a fresh pack; the caller sets the random state."""
    for place in range(pg.pack_size):
        st.deck[place] = pg.pack[place]
    st.stock_at = 0
    st.stock_end = pg.pack_size
    st.muck = 0
    st.live = (1 << st.players) - 1
    st.live_count = st.players
    st.all_in = 0
    st.any_open = 0
    st.bottom_known = 0
    st.board_size = 0
    st.board_turned = 0
    st.board_open = 0
    st.wild = pg.wild_cards | pg.cancelled
    st.follower = 0
    st.follow_next = 0
    st.street = 0
    st.rounds = 0
    st.act_at = 0
    st.share_at = 0
    st.bet = 0
    st.pot = 0
    st.pots.fee_count = 0
    st.first = 0
    st.last_bettor = -1
    st.peder = 0
    st.drew = 0
    st.showed = 0
    st.pot_out = 0
    st.split = 0
    st.asked = 0
    st.all_passed = 0
    st.raises = 0
    st.seen.past_raises = 0
    st.seen.strength_known = 0
    st.chase.foreseen = 0
    st.seen.board_known = -1
    st.seen.open_row = 0
    st.open_first = -1
    shuffle_luck(st)
    for seat in range(st.players):
        st.own[seat] = 0
        st.open[seat] = 0
        st.turned[seat] = 0
        st.fees[seat] = 0
        st.own_count[seat] = 0
        st.drawn[seat] = 0
        st.pile_size[seat] = 0
        st.bottom[seat] = -1
        st.chase.known_of[seat] = 0
        st.put_in[seat] = 0
        st.paid[seat] = 0
        st.stack[seat] = stacks[row, seat]
        st.folded[seat] = 0
        st.declared[seat] = 0
        st.score[seat] = 0
        st.low[seat] = 0
        st.won[seat] = 0
        st.seen.open_value[seat] = 0
        st.worth_of[0, seat, 0] = st.worth_of[1, seat, 0] = -1


@njit
def other_op(st: Any, pg: Any, op: int, count: int, other: int) -> None:
    if op == _DRAW:
        changing.exchange(st, pg, count, other)
    elif op == _DEAL_UNSEEN:
        dealing.deal_unseen(st, count)
    elif op == _PASS:
        changing.pass_cards(st, pg, count, other)
    elif op == _CHOOSE_OPEN:
        changing.choose_open(st, pg, count)
    elif op == _ORDER:
        changing.order_closed(st, pg)
    elif op == _TURN_OWN:
        changing.turn_own(st, pg)
    elif op == _THROW:
        changing.throw_cards(st, pg, count)
    elif op == _DECLARE:
        changing.declare(st, pg)
    elif op == _CHASE:
        chase(st, pg)


@njit(forceinline=True)
def _is_last_turn(pg: Any, row: int) -> bool:
    """Whether nothing but a declaration comes after a step."""
    after = pg.steps[row + 1, 0]
    return after == _END or (after == _DECLARE and pg.steps[row + 2, 0] == _END)


@njit
def _cards_to_turn(st: Any) -> bool:
    """Whether a player still in has ordered cards to turn."""
    cards = 0
    for seat in range(st.players):
        if st.live >> seat & 1:
            cards += st.pile_size[seat]
    return cards > 0


@njit(inline="always")
def play_hand(st: Any, pg: Any, pot_in: int) -> None:
    post(st, pg)
    row = -1
    more = 0
    while row + 1 < MAX_STEPS:
        row += 1
        op = pg.steps[row, 0]
        if op == _END or (st.live_count == 1 and not (pg.reentry and changing.ask_back(st, pg))):
            break
        count = pg.steps[row, 1]
        if op == _BET:
            if pg.steps[row, 2] and st.drew == 0 and not st.sampling:
                st.street = pg.steps[row, 3]
                continue  # a round for the sake of an exchange in which no player drew
            bet_round(st, pg, count, pg.steps[row, 3] + more)
            if pg.orders and _is_last_turn(pg, row) and _cards_to_turn(st):
                row -= 2  # psychology goes on with the cards that were bought or given
                more += 1
            if (pg.reentry or pg.openers) and st.last_bettor < 0 and not st.sampling:
                st.all_passed = 1
                break
        elif (op in (_DEAL_CLOSED, _DEAL_OPEN)) and pg.steps[row, 2]:
            dealing.sell(st, pg, op == _DEAL_OPEN, pg.steps[row, 2])
        elif op == _DEAL_CLOSED:
            dealing.deal_closed(st, count)
        elif op == _DEAL_OPEN:
            dealing.deal_open(st, pg, count)
            if st.all_passed:  # a card for which all are dealt again
                break
        elif op == _TURN_BOARD:
            dealing.turn_board(st, pg, count)
        elif op == _LAY_CLOSED or op == _LAY_OPEN:  # noqa: SIM109
            dealing.lay_board(st, pg, count, op == _LAY_OPEN)
        else:
            other_op(st, pg, op, count, pg.steps[row, 2])
    settle(st, pg, pot_in)


@njit(inline="always")
def write_rows(st: Any, hand: Any, seat_rows: Any, row: int, pot_in: int, chain: int) -> None:
    """Fill row `row` with a hand that was played (not through views of it, which numba would count)."""
    hand[row, _POT_IN] = pot_in
    hand[row, _POT] = pot_in + st.pot
    hand[row, _POT_OUT] = st.pot_out
    hand[row, _ROUNDS] = st.rounds
    hand[row, _CHAIN] = chain
    hand[row, _DEALER] = st.players - 1
    at_showdown = st.live_count > 1 and not st.all_passed
    hand[row, _SHOWDOWN] = st.live_count if at_showdown else 0
    carried = st.pot_out > 0 and st.pot_out == pot_in + st.pot  # no player won any of it
    hand[row, _OUTCOME] = _CARRIED if carried else _AT_SHOWDOWN if at_showdown else _STANDING
    if st.split:
        hand[row, _OUTCOME] = _SPLIT
    for seat in range(st.players):
        stays = at_showdown and st.live >> seat & 1
        seat_rows[row, seat, _STACK] = st.stack[seat] + st.paid[seat]
        seat_rows[row, seat, _PAID] = st.paid[seat]
        seat_rows[row, seat, _WON] = st.won[seat]
        seat_rows[row, seat, _SHADOW] = max(0, -st.stack[seat])
        seat_rows[row, seat, _PEDER] = st.peder >> seat & 1
        seat_rows[row, seat, _FOLDED] = st.folded[seat]
        seat_rows[row, seat, _SHOWED] = st.showed >> seat & 1
        seat_rows[row, seat, _DECLARED] = st.declared[seat]
        seat_rows[row, seat, _SCORE] = st.score[seat] if stays else -1
        seat_rows[row, seat, _LOW] = NO_LOW - st.low[seat] if stays and st.low[seat] else -1
        seat_rows[row, seat, _CARDS] = held_cards(st, seat)


@njit
def seat_styles(st: Any, seating: Any, number: int) -> None:
    """Seat the players of a chain who change from hand to hand."""
    rows = seating.style.shape[0]
    if rows:
        for seat in range(st.players):
            style = seating.style[number % rows, seat]
            if style >= 0:
                for field in range(seating.profiles.shape[1]):
                    st.profiles[seat, field] = seating.profiles[style, field]


@kernel
def play_hands(
    state: Any, program: Any, stacks: Any, seating: Any, span: Span, record: Record, results: Any
) -> tuple[int, int]:
    """Play the chains of a span, each until the hand that is won; state and program are arrays of one.

    stacks[row, seat]: chain i starts with the chips of row i modulo the rows.
    seating: players who change from hand to hand (`engine.players.profiles.Seating`).

    In training (`st.training.is_on`) the hands are the jobs of `results`, which takes their outcome. Stops early if
    the room for rows, acts or shares runs short; returns the next chain to play and the number of rows filled.
    """
    st, pg = state[0], program[0]
    row = 0
    number = span.number
    act_end = 0
    share_end = 0
    while (
        number < span.last
        and row + MAX_CHAIN <= record.hand.shape[0]
        and (st.detail == _RESULT or act_end + MAX_CHAIN * MAX_ACTS <= record.actions.shape[0])
        and share_end + MAX_CHAIN * MAX_SHARES <= record.shares.shape[0]
    ):
        if st.training.is_on:
            if not has_room(results, number):
                break
            take_job(st, results, number)
            st.rng = first_state(span.seed, results.jobs[number, _HAND])
            carried = results.jobs[number, _POT_BROUGHT]
        else:
            st.rng = first_state(span.seed, number)
            carried = span.pot_in if number == span.number else 0
        seat_styles(st, seating, number)
        chain = 0
        while True:
            start_hand(st, pg, stacks, number % stacks.shape[0])
            st.last_deal = chain == MAX_CHAIN - 1 and not st.once
            play_hand(st, pg, carried)
            if not st.training.is_on or st.sampling:  # training keeps the results, and what hands hold
                write_rows(st, record.hand, record.seat, row, carried, chain)
            row += 1
            for place in range(st.act_at):
                record.actions[act_end + place] = st.acts[place]
            act_end += st.act_at
            record.action_ends[row] = act_end
            for place in range(st.share_at):
                record.shares[share_end + place] = st.shares[place]
            share_end += st.share_at
            record.share_ends[row] = share_end
            carried = st.pot_out
            chain += 1
            if carried == 0 or chain == MAX_CHAIN or st.once:
                break
        if st.training.is_on:
            record_results(st, results, number, results.jobs[number, _POT_BROUGHT])
        number += 1
    return number, row
