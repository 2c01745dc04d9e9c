"""Games that are dealt and played anticlockwise (SR): the kernels number seats as they play, the record as
they sit.
"""

from __future__ import annotations

import numpy as np

from engine.kernel.actions import SEAT_SHIFT
from engine.kernel.record import SHARE_SEAT_SHIFT, Ints, Record

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
