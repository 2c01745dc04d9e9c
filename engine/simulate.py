"""Play hands of a game: the simulator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.catalogue.model import Variant, check_table
from engine.errors import CallError
from engine.kernel.program import as_array
from engine.kernel.record import BATCH_HANDS, Buffers, Record, Span, mirror, mirrored
from engine.kernel.state import MAX_ACTS, MAX_SHARES, new_state, seat_players
from engine.kernel.table import MAX_CHAIN, play_hands
from engine.kernel.training import NO_JOBS
from engine.players.profiles import LEARNED, Profile, Seating, populations_of, profile_rows, seating_of
from engine.players.training.card_games import plain_program, trained_program
from engine.terms import Detail
from language import tr

if TYPE_CHECKING:
    from engine.special import PlayRequest

HOUSE_STACK = 150
"""Chips to start a hand with at the house's table: 50 small ones and two peders (PR's loan)."""
BLINDS_STACK = 100
"""Big blinds to start a hand with where there are blinds."""

SEATING_HANDS = 64
"""Number of consecutive hands for which a population's styles keep their seats, in games in which styles decide only
who wins.
"""
_ACTS_A_HAND = 64


def starting_stacks(variant: Variant, players: int) -> NDArray[np.int64]:
    """Return the chips with which each player begins a simulated hand by default."""
    chips = BLINDS_STACK * variant.betting.big_blind if variant.all_in else HOUSE_STACK
    return np.full(players, chips, np.int64)


def play(
    variant: Variant,
    *,
    players: int,
    hands: int,
    seed: int,
    first_hand: int = 0,
    profiles: Sequence[str | Profile] = ("regular",),
    detail: str = Detail.RESULT,
    stacks: NDArray[np.int64] | None = None,
    pot_in: int = 0,
    chained: bool = True,
    training: bool = True,
    buffers: Buffers | None = None,
) -> Iterator[tuple[int, Record]]:
    """Play chains `first_hand` to `first_hand + hands` - 1 of a seed in batches.

    Hand i of a seed is the same in every batch. A chain starts from `stacks`, chips by seat; of several rows of
    stacks chain i starts from row i modulo their number. A pot that no player wins is played for again at once, as
    further rows of its chain, unless `chained` is false. `profiles`, or names of profiles, go around the table,
    repeated as needed. A game without a model is trained first if a profile needs one, which takes seconds; without
    `training`, a game with additions is then played by the model of the game itself. Yields the number of each
    batch's first chain and its record, whose arrays are valid until the next; with `buffers`, until this thread uses
    it again. Raises CallError for impossible requests.

    >>> from engine.catalogue import VARIANTS
    >>> first, hands = next(play(VARIANTS["texas-holdem"], players=3, hands=2, seed=1))
    >>> first, hands.seat.shape  # hands, players, columns
    (0, (2, 3, 11))
    """
    recorded = Detail.from_word(detail)
    _check(variant, players, hands, profiles)
    seated = [profiles[seat % len(profiles)] for seat in range(players)]
    rows, seating = profile_rows(seated), seating_of(seated)
    chips = starting_stacks(variant, players) if stacks is None else np.asarray(stacks, np.int64)
    if variant.kernel:
        from engine.special import PlayRequest

        request = PlayRequest(
            variant=variant, players=players, hands=hands, seed=seed, first_hand=first_hand, profiles=rows,
            stacks=chips.reshape(-1, players)[0], detail=recorded, pot_in=pot_in, chained=chained,
            populations=populations_of(seated),
        )  # fmt: skip
        yield from _play_special(request, seating)
        return
    program = trained_program(variant, training) if rows[:, LEARNED].any() else plain_program(variant)
    chips = np.atleast_2d(chips)
    if variant.anticlockwise:
        rows, chips = rows[mirror(players)], np.ascontiguousarray(chips[:, mirror(players)])
        seating = seating._replace(style=np.ascontiguousarray(seating.style[:, mirror(players)]))
    buffers = buffers or Buffers()
    with _record(buffers, hands, players, recorded) as record, _state(buffers) as state:
        seat_players(state, rows)
        state["detail"] = recorded.code
        state["once"] = not chained
        span = Span(seed, first_hand, first_hand + hands, pot_in)
        for start, batch in _play_batches(state, program, chips, seating, span, record):
            yield start, mirrored(batch, players) if variant.anticlockwise else batch


def _play_batches(
    state: Any, program: Any, chips: NDArray[np.int64], seating: Seating, span: Span, record: Record
) -> Iterator[tuple[int, Record]]:
    """Play a span of chains from a programme, as many at a time as `record` has room for."""
    while span.number < span.last:
        after, filled = play_hands(as_array(state), as_array(program), chips, seating, span, record, NO_JOBS)
        yield span.number, record.first(filled)
        span = span._replace(number=after, pot_in=0)


def _check(variant: Variant, players: int, hands: int, profiles: Sequence[str | Profile]) -> None:
    """Raise CallError for a request that can't be played."""
    if hands < 0:
        raise CallError(tr("The number of hands must be 0 or more, not {hands}.", hands=hands))
    if not profiles:
        raise CallError(tr("Name at least one profile."))
    check_table(variant, players)


def _play_special(request: PlayRequest, seating: Seating) -> Iterator[tuple[int, Record]]:
    """Play a game with a kernel of its own."""
    from engine.special import kernel_of

    special = kernel_of(request.variant.kernel)
    for part in [request] if special.draws_styles else _by_seating(request, seating):
        yield from special.play(part)


def _by_seating(request: PlayRequest, seating: Seating) -> Iterator[PlayRequest]:
    """A request for a game with a kernel of its own, in parts between which the seating changes."""
    if not len(seating.style):
        yield request
        return
    first, last = request.first_hand, request.first_hand + request.hands
    while first < last:
        block = first // SEATING_HANDS
        end = min(last, (block + 1) * SEATING_HANDS)
        style = seating.style[block % len(seating.style)]
        profiles = np.where((style >= 0)[:, None], seating.profiles[style], request.profiles)
        pot_in = request.pot_in if first == request.first_hand else 0
        yield replace(request, first_hand=first, hands=end - first, profiles=profiles, pot_in=pot_in)
        first = end


def _record(buffers: Buffers, hands: int, players: int, detail: Detail) -> AbstractContextManager[Record]:
    """Room for a batch of hands, and for the chain that its last one begins."""
    size = min(hands, BATCH_HANDS) + MAX_CHAIN
    acts = size * _ACTS_A_HAND + MAX_CHAIN * MAX_ACTS if detail is not Detail.RESULT else 1
    return buffers.borrow(size, players, acts, size * 8 + MAX_CHAIN * MAX_SHARES)


@contextmanager
def _state(buffers: Buffers) -> Iterator[Any]:
    """Return a state for the interpreter, from `buffers` if that is free: making one takes longer than a hand."""
    state, buffers.state = buffers.state, None
    try:
        yield (state := new_state() if state is None else state)
    finally:
        buffers.state = state
