"""Play hands of a game: the one entry of the simulator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import CallError
from engine.kernel.state import MAX_ACTS, MAX_SHARES, new_state, seat_players
from engine.kernel.study import NOTHING
from engine.kernel.table import MAX_CHAIN, play_hands
from engine.learning.knowledge import known_programme, plain_programme
from engine.mirror import mirror, mirrored
from engine.profiles import LEARNED, Profile, profile_rows
from engine.programme import held
from engine.record import BATCH_HANDS, Record, Room, Span
from engine.table_size import check_table
from engine.terms import Detail
from engine.variants.model import Variant
from language import tr

HOUSE_STACK = 150
"""Chips to start a hand with at the house's table: 50 small ones and two peders (PR's loan)."""
BLINDS_STACK = 100
"""Big blinds to start a hand with where there are blinds."""

_ACTS_A_HAND = 64


def starting_stacks(variant: Variant, players: int) -> NDArray[np.int64]:
    """The chips that everybody begins a simulated hand with."""
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
    learning: bool = True,
    room: Room | None = None,
) -> Iterator[tuple[int, Record]]:
    """Play chains `first_hand` to `first_hand + hands` - 1 of a seed in batches.

    Hand i of seed s is the same whatever the batch. Each chain starts from the same `stacks` (chips, one a
    seat); a pot that nobody wins is played for again at once, as further rows of its chain, unless `chained`
    is false. `profiles`, or names of profiles, go around the table, repeated as often as needed. Where one of
    them is learned, a game that isn't known is learned first, which takes seconds; without `learning`, an
    addition is then played by what is known of the game itself. Yields the number of each batch's first chain
    and its record, whose arrays are valid until the next; with a `room`, until this thread plays in it again.
    Raises CallError for what can't be played.
    """
    if hands < 0:
        raise CallError(tr("The number of hands must be 0 or more, not {hands}.", hands=hands))
    kept = Detail.called(detail)
    if not profiles:
        raise CallError(tr("Name at least one profile."))
    check_table(variant, players)
    rows = profile_rows([profiles[seat % len(profiles)] for seat in range(players)])
    chips = starting_stacks(variant, players) if stacks is None else np.asarray(stacks, np.int64)
    if variant.kernel:
        from engine.games import Sitting, kernel_of

        yield from kernel_of(variant.kernel).play(
            Sitting(
                variant=variant, players=players, hands=hands, seed=seed, first_hand=first_hand,
                profiles=rows, stacks=chips, detail=kept, pot_in=pot_in, chained=chained,
            )
        )  # fmt: skip
        return
    learned = rows[:, LEARNED].any()
    programme = known_programme(variant, learning) if learned else plain_programme(variant)
    if variant.anticlockwise:
        rows, chips = rows[mirror(players)], chips[mirror(players)]
    size = min(hands, BATCH_HANDS) + MAX_CHAIN
    acts = size * _ACTS_A_HAND + MAX_CHAIN * MAX_ACTS if kept is not Detail.RESULT else 1
    number, last = first_hand, first_hand + hands
    shares = size * 8 + MAX_CHAIN * MAX_SHARES
    room = room or Room()
    with room.taken(size, players, acts, shares) as record, _table(room) as state:
        seat_players(state, rows)
        state["detail"] = kept.code
        state["once"] = not chained
        while number < last:
            start = number
            span = Span(seed, number, last, pot_in if number == first_hand else 0)
            number, filled = play_hands(held(state), held(programme), chips, span, record, NOTHING)
            batch = record.first(filled)
            yield start, mirrored(batch, players) if variant.anticlockwise else batch


@contextmanager
def _table(room: Room) -> Iterator[Any]:
    """A state for the interpreter, the room's own if that is free: to make one takes longer than a hand."""
    state, room.state = room.state, None
    try:
        yield (state := new_state() if state is None else state)
    finally:
        room.state = state
