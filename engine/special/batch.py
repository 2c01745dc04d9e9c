"""Shared by the kernels of this folder: the random draw, the acts, stakes and wins of a hand, batches of
hands, the loop over pots, and turns among players with lives left.

A hand is played on a `HandState`, scratch arrays that are cleared for each hand; `keep_hand` copies it into the
rows of a batch. A kernel plays whole chains: a pot with the hands that it is
carried through, in guts a game of several deals. Chain i of seed s is the same chain
whatever the batch it is played in: its random state is `first_state(seed, i)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.catalogue.model import Variant
from engine.compile.jit import njit
from engine.errors import CallError
from engine.kernel.actions import KIND_MASK, MAX_ROUND, Act
from engine.kernel.record import (
    HandColumn,
    Ints,
    Record,
    SeatColumn,
    Span,
    empty_record,
    pack_act,
    pack_share,
)
from engine.kernel.rng import advance, below, first_state, mix
from engine.kernel.winners import equal_part
from engine.players.profiles import Populations, populations_of
from engine.players.training.store import Training
from engine.terms import Detail, Outcome
from language import tr

MAX_ACTS = 1 << 15
"""Room for the acts of one hand: the longest, bluff dice where no player doubts, take a third of it."""
MAX_SHARES = 32
_BATCH = 2048

STACK, PAID, WON, SHADOW, PEDER, FOLDED, SHOWED, DECLARED, SCORE, LOW, CARDS = (int(c) for c in SeatColumn)
POT_IN, POT, POT_OUT, OUTCOME, ROUNDS, SHOWDOWN, CHAIN, DEALER = (int(c) for c in HandColumn)
AT_SHOWDOWN, LAST_STANDING, CARRIED, SPLIT = (
    Outcome.SHOWDOWN.code, Outcome.LAST_STANDING.code, Outcome.CARRIED.code, Outcome.SPLIT.code,
)  # fmt: skip
_OF_32_BITS = 2.0**-32

NO_POPULATIONS = populations_of(())
"""No populations: every player stays the same."""


@dataclass(frozen=True, kw_only=True)
class PlayRequest:
    """The hands that a kernel plays: chains `first_hand` to `first_hand + hands` - 1 of a seed.

    profiles: players x fields of `engine.players.profiles.Profile`. stacks: chips before every hand. Both go by the
    seats of a chain's first deal. pot_in: chips carried into the first
    chain. chained: whether a pot that no player wins is played for again at once, as a further row. populations: seats
    whose style is drawn again for each pot, by kernels that do so (`GameKernel.draws_styles`).
    """

    variant: Variant
    players: int
    hands: int
    seed: int
    first_hand: int
    profiles: NDArray[np.float64]
    stacks: Ints
    detail: Detail
    pot_in: int = 0
    chained: bool = True
    populations: Populations = NO_POPULATIONS


@dataclass(frozen=True, kw_only=True)
class GameKernel:
    """A game's kernel: `play` yields (number of its first chain, record) batch by batch. `meld` and `low` name a
    seat's score and low (`engine.kernel.record.SeatColumn`). `training` is how the game is trained, None if it isn't.
    `draws_styles`: the styles of a population are drawn for each pot, since they decide what is paid; elsewhere they
    decide only who wins, and stay for some hands.
    """

    play: Callable[[PlayRequest], Iterator[tuple[int, Record]]]
    meld: Callable[[int], str] = lambda score: ""
    low: Callable[[int], str] = lambda score: ""
    training: Training | None = None
    draws_styles: bool = False


class HandState(NamedTuple):
    """The scratch arrays of one hand. `acts[0]` and `shares[0]` are the numbers of entries after them."""

    rng: Any
    acts: Any
    shares: Any
    hand: Any
    seats: Any


class Rows(NamedTuple):
    """A batch being filled, the kinds of act to record (as bits), and the stacks."""

    record: Record
    recorded: Any
    stacks: Any


@njit(makes_arrays=True)
def new_state(players: int) -> Any:
    return HandState(
        np.zeros(1, np.uint64),
        np.zeros(MAX_ACTS + 1, np.int64),
        np.zeros(MAX_SHARES + 1, np.int64),
        np.zeros(8, np.int64),
        np.zeros((players, 11), np.int64),
    )


@njit
def clear(state: Any) -> None:
    """Make the state ready for the next hand; the random state stays."""
    state.acts[0] = 0
    state.shares[0] = 0
    for column in range(state.hand.shape[0]):
        state.hand[column] = 0
    for seat in range(state.seats.shape[0]):
        for column in range(state.seats.shape[1]):
            state.seats[seat, column] = 0
        state.seats[seat, SCORE] = -1
        state.seats[seat, LOW] = -1


@njit
def seed_chain(state: Any, seed: int, number: int) -> None:
    state.rng[0] = first_state(seed, number)


@njit
def style_draws(seed: int, number: int) -> Any:
    """The random state of a chain's styles, separate from the state of its cards, which are the same for all profiles."""
    return mix(first_state(seed, number))


@njit
def seat_styles(profiles: Any, populations: Any, random: Any) -> Any:
    """Draw a style for each seat of a population, into its row of `profiles`; return the next random state."""
    for seat in range(populations.size.shape[0]):
        if populations.size[seat]:
            random = advance(random)
            style = populations.first[seat] + below(mix(random), populations.size[seat])
            for field in range(profiles.shape[1]):
                profiles[seat, field] = populations.profiles[style, field]
    return random


@njit
def draw(state: Any, limit: int) -> int:
    """A random number from 0 to `limit` - 1."""
    state.rng[0] = advance(state.rng[0])
    return below(mix(state.rng[0]), limit)


@njit
def luck(state: Any) -> float:
    """Return a random number from 0 up to, but not including, 1."""
    return draw(state, 1 << 31) * 2.0 * _OF_32_BITS


@njit
def shuffle(state: Any, cards: Any, count: int) -> None:
    """Bring `count` random cards to the front (Fisher and Yates)."""
    random = state.rng[0]
    for place in range(min(count, cards.shape[0] - 1)):
        random = advance(random)
        other = place + below(mix(random), cards.shape[0] - place)
        card = cards[other]
        cards[other] = cards[place]
        cards[place] = card
    state.rng[0] = random


@njit
def note(state: Any, kind: int, seat: int, round_no: int, value: int) -> None:
    place = state.acts[0] + 1
    if place > MAX_ACTS:
        raise IndexError("A hand has more acts than there is room for.")
    state.acts[place] = pack_act(kind, seat, min(round_no, MAX_ROUND), value)
    state.acts[0] = place


@njit
def pay(state: Any, kind: int, seat: int, round_no: int, chips: int) -> None:
    """Move chips from a seat into the pot."""
    state.seats[seat, PAID] += chips
    note(state, kind, seat, round_no, chips)


@njit
def win(state: Any, half: int, seat: int, chips: int) -> None:
    """Move chips from the pot to a seat, as a share of the main pot."""
    state.seats[seat, WON] += chips
    place = state.shares[0] + 1
    state.shares[place] = pack_share(0, half, seat, chips)
    state.shares[0] = place


@njit
def win_together(state: Any, half: int, winners: int, chips: int) -> None:
    """Share chips among the seats of a set, odd ones from the dealer's left (ruling 6)."""
    players = state.seats.shape[0]
    count = 0
    for seat in range(players):
        count += winners >> seat & 1
    turn = 0
    for seat in range(players):
        if winners >> seat & 1:
            part = equal_part(chips, count, turn)
            turn += 1
            if part:
                win(state, half, seat, part)


@njit
def paid_in(state: Any) -> int:
    """What all seats have put into the pot of this hand."""
    chips = 0
    for seat in range(state.seats.shape[0]):
        chips += state.seats[seat, PAID]
    return chips


@njit
def end_hand(state: Any, pot_in: int, outcome: int, rounds: int, showdown: int) -> None:
    """Fill the hand's row from the chips paid and won; chips that no player won are carried."""
    pot = left = pot_in + paid_in(state)
    for seat in range(state.seats.shape[0]):
        left -= state.seats[seat, WON]
    state.hand[POT_IN] = pot_in
    state.hand[POT] = pot
    state.hand[POT_OUT] = left
    state.hand[OUTCOME] = outcome
    state.hand[ROUNDS] = rounds
    state.hand[SHOWDOWN] = showdown
    state.hand[DEALER] = state.seats.shape[0] - 1


@njit
def has_room(rows: Any, row: int, needed: int) -> bool:
    """Whether `needed` more hands fit, however long they are."""
    return bool(
        row + needed <= rows.record.hand.shape[0]
        and (
            rows.recorded == 0
            or rows.record.action_ends[row] + needed * MAX_ACTS <= rows.record.actions.shape[0]
        )
        and rows.record.share_ends[row] + needed * MAX_SHARES <= rows.record.shares.shape[0]
    )


@njit
def keep_hand(rows: Any, row: int, state: Any) -> int:
    """Copy the state into row `row` of the batch; return the next row."""
    players = state.seats.shape[0]
    for column in range(state.hand.shape[0]):
        rows.record.hand[row, column] = state.hand[column]
    for seat in range(players):
        for column in range(state.seats.shape[1]):
            rows.record.seat[row, seat, column] = state.seats[seat, column]
        # the stacks go by player; the dealer sits in the last seat
        stack = rows.stacks[(state.hand[DEALER] + 1 + seat) % players]
        rows.record.seat[row, seat, STACK] = stack
        rows.record.seat[row, seat, SHADOW] = max(0, state.seats[seat, PAID] - stack)
    end = rows.record.action_ends[row]
    if rows.recorded:
        for place in range(1, state.acts[0] + 1):
            if rows.recorded >> (state.acts[place] & KIND_MASK) & 1:
                rows.record.actions[end] = state.acts[place]
                end += 1
    rows.record.action_ends[row + 1] = end
    end = rows.record.share_ends[row]
    for place in range(1, state.shares[0] + 1):
        rows.record.shares[end] = state.shares[place]
        end += 1
    rows.record.share_ends[row + 1] = end
    return row + 1


RECORDED = {
    Detail.RESULT: 0,
    Detail.ACTIONS: sum(1 << act for act in Act if not act.has_card and act is not Act.ROLL),
    Detail.CARDS: sum(1 << act for act in Act),
}
"""The kinds of act to record, as bits."""


def batches(
    request: PlayRequest, fill: Callable[[Rows, Span], tuple[int, int]], usual: int = 1, most: int = 1
) -> Iterator[tuple[int, Record]]:
    """Play a request batch by batch; a chain has `usual` hands, `most` at the most.

    `fill(rows, span)` plays the chains of a span while there is room, and returns the next chain and the
    number of rows filled.
    """
    number, last = request.first_hand, request.first_hand + request.hands
    recorded = RECORDED[request.detail]
    size = min(_BATCH, max(request.hands, 1)) * usual + most
    room = size * 64 + most * MAX_ACTS if recorded else 0
    while number < last:
        record = empty_record(size, request.players, actions=room, shares=size * 4 + most * MAX_SHARES)
        start = number
        span = Span(request.seed, number, last, request.pot_in if number == request.first_hand else 0)
        with np.errstate(over="ignore"):  # random numbers overflow, about which numpy warns in plain Python
            number, filled = fill(Rows(record, np.int64(recorded), request.stacks), span)
        yield start, record.first(filled)


def check_stakes(request: PlayRequest, stakes: int) -> int:
    """Return the chips of a stake, an ante (ruling 18). Raises CallError if a player can't put up `stakes` of them."""
    stake = request.variant.betting.ante
    if request.stacks.min() < stakes * stake:
        raise CallError(
            tr(
                "{name} asks {stakes} chips of each player at the start: a player has only {stacks}.",
                name=request.variant.name,
                stakes=stakes * stake,
                stacks=request.stacks.min(),
            )
        )
    return stake


@njit(inline="always")
def each_pot(play_pot: Any, rows: Rows, span: Span, table: Any) -> tuple[int, int]:
    """Play the pots of a span, each by ``play_pot(state, table, pot_in)``; return the next and the rows
    filled.

    `table` is the game's own record of what a pot needs: stakes, profiles, a plan.
    """
    state = new_state(rows.record.seat.shape[1])
    row = 0
    number = span.number
    pot_in = span.pot_in
    while number < span.last and has_room(rows, row, 1):
        clear(state)
        seed_chain(state, span.seed, number)
        play_pot(state, table, pot_in)
        row = keep_hand(rows, row, state)
        pot_in = 0
        number += 1
    return number, row


@njit
def next_player(left: Any, seat: int) -> int:
    """The nearest seat to the left that has a life left."""
    seat = (seat + 1) % left.shape[0]
    while left[seat] == 0:
        seat = (seat + 1) % left.shape[0]
    return seat


@njit
def opens_next(left: Any, loser: int) -> int:
    """The loser opens the next round, or, if that was the last life, the next player to the left."""
    return loser if left[loser] > 0 else next_player(left, loser)
