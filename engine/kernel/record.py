"""The record of a batch of simulated hands: plain arrays that every kernel fills and the store writes.

A batch has `hands` rows and `players` seats. Chips are small chips. Seats are numbered from the dealer's
left. Acts are packed as `engine.kernel.actions` says, shares of pots as `pack_share` does; both lie end to end with
offsets, hand by hand.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.compile.jit import njit
from engine.kernel.actions import SEAT_SHIFT, pack

Ints = NDArray[np.int64]

BATCH_HANDS = 16384
"""Number of chains that the interpreter plays in one go: few enough for their rows to stay in the processor's cache."""

SHARE_HALF_SHIFT = 8
SHARE_SEAT_SHIFT = 16
SHARE_CHIPS_SHIFT = 24
_BYTE = 0xFF


class Span(NamedTuple):
    """What to play: chains `number` to `last` - 1 of a seed, `pot_in` chips carried into the
    first.
    """

    seed: int
    number: int
    last: int
    pot_in: int = 0


class Record(NamedTuple):
    """The arrays of a batch, as the kernels take them.

    hand: one row a hand, columns as `HandColumn`. seat: hands x players x `SeatColumn`.
    `actions[:action_ends[-1]]` are the acts, those of hand i ending before `action_ends[i + 1]`; the same for
    `shares`.
    """

    hand: Ints
    seat: Ints
    actions: Ints
    action_ends: Ints
    shares: Ints
    share_ends: Ints

    def first(self, rows: int) -> Record:
        """The first `rows` hands, as views of these arrays."""
        return self.part(rows, self.action_ends[rows], self.share_ends[rows])

    def part(self, hands: int, actions: int, shares: int) -> Record:
        """The first rows of these arrays, as views."""
        ends = slice(hands + 1)
        return Record(
            self.hand[:hands], self.seat[:hands],
            self.actions[:actions], self.action_ends[ends], self.shares[:shares], self.share_ends[ends],
        )  # fmt: skip

    def copy(self) -> Record:
        return Record(*(array.copy() for array in self))


class HandColumn(IntEnum):
    """The columns of `Record.hand`."""

    POT_IN = 0
    POT = 1
    POT_OUT = 2
    OUTCOME = 3  # a code of `Outcome`
    ROUNDS = 4
    SHOWDOWN = 5  # how many were in at the showdown
    CHAIN = 6  # number of this hand within its chain, from 0
    DEALER = 7  # the player (index at the table) who dealt: the seats are counted from his left


class SeatColumn(IntEnum):
    """The columns of `Record.seat`."""

    STACK = 0  # chips before the hand
    PAID = 1  # shadow included
    WON = 2
    SHADOW = 3
    PEDER = 4  # 1 if the peder was used
    FOLDED = 5  # the betting round, from 1, in which the player folded or was sent out; 0 for never
    SHOWED = 6
    DECLARED = 7  # a code of `Declared`, 0 for nothing
    SCORE = 8  # the score of the best meld (`engine.cards.high`), -1 where the hand wasn't shown
    LOW = 9  # the score of the low (`engine.cards.low`), -1 where there was none
    CARDS = 10  # the set of the own cards at the end (`engine.cards.card`), 0 for none


def empty_record(hands: int, players: int, actions: int = 0, shares: int = 0) -> Record:
    """A record with room for `hands` hands; `actions` and `shares` are the room for acts and shares in
    all.
    """
    return Record(
        hand=np.zeros((hands, len(HandColumn)), np.int64),
        seat=np.zeros((hands, players, len(SeatColumn)), np.int64),
        actions=np.empty(actions, np.int64),
        action_ends=np.zeros(hands + 1, np.int64),
        shares=np.empty(shares, np.int64),
        share_ends=np.zeros(hands + 1, np.int64),
    )


class Buffers(threading.local):
    """Arrays for records that each thread fills again: the system hands out fresh memory slowly, page by page."""

    record: Record | None = None
    state: Any = None
    """The interpreter's state (`engine.kernel.state`)."""

    @contextmanager
    def borrow(self, hands: int, players: int, actions: int, shares: int) -> Iterator[Record]:
        """Return a record as `empty_record` makes it, but not cleared: the one that this thread filled last, if it is
        large enough.
        """
        record, self.record = self.record, None  # a second caller meanwhile gets separate memory
        if (
            record is None
            or record.seat.shape[1] != players
            or len(record.hand) < hands
            or len(record.actions) < actions
            or len(record.shares) < shares
        ):
            record = empty_record(hands, players, actions, shares)
        record.action_ends[0] = record.share_ends[0] = 0  # all that no kernel writes
        try:
            yield record.part(hands, actions, shares)
        finally:
            self.record = record


@njit(forceinline=True)
def pack_share(pot_no: int, half: int, seat: int, chips: int) -> int:
    """One share of a pot in one integer: pot number (8 bits), half (8, a code of `Half`), seat (8), chips."""
    return pot_no | half << SHARE_HALF_SHIFT | seat << SHARE_SEAT_SHIFT | chips << SHARE_CHIPS_SHIFT


class Shares(NamedTuple):
    """Shares of pots, column by column: (n,) each."""

    pot_no: Ints
    half: Ints
    seat: Ints
    chips: Ints


def unpack_shares(packed: Ints) -> Shares:
    """The columns of packed shares (n,).

    >>> unpack_shares(np.array([pack_share(0, 2, 1, 30)])).chips
    array([30])
    """
    return Shares(
        packed & _BYTE,
        packed >> SHARE_HALF_SHIFT & _BYTE,
        packed >> SHARE_SEAT_SHIFT & _BYTE,
        packed >> SHARE_CHIPS_SHIFT,
    )


pack_act = njit(forceinline=True)(pack)


_SEAT = 15


def mirror(players: int) -> Ints:
    """The seat, from the dealer's left, of each player in the order of an anticlockwise game, and the other
    way round.

    The player on the dealer's right is the first, the dealer the last.
    """
    return (players - 2 - np.arange(players)) % players


def mirrored(record: Record, players: int) -> Record:
    """The record of a game played in a mirror, its seats numbered from the dealer's left."""
    seats = np.arange(_SEAT + 1)
    seats[:players] = mirror(players)
    return record._replace(
        seat=np.ascontiguousarray(record.seat[:, mirror(players)]),
        actions=_renumbered(record.actions, seats, SEAT_SHIFT),
        shares=_renumbered(record.shares, seats, SHARE_SEAT_SHIFT),
    )


def _renumbered(packed: Ints, seats: Ints, shift: int) -> Ints:
    """Packed integers with another seat in the four bits from `shift` up."""
    return packed & ~(_SEAT << shift) | seats[packed >> shift & _SEAT] << shift
