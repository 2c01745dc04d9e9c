"""The two passes over the nets of a part's evenings that are compiled: each net is read once.

In numpy they were a dozen passes over arrays larger than a processor's cache, and two thirds of what the sums
of a part cost.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.api import kernel

Ints = np.ndarray[Any, np.dtype[np.int64]]


@kernel
def place(nets: Ints, within: Ints, placed: Ints) -> None:
    """Write nets (hands, seats) to `placed` by the place at the table: the seats of a hand have moved so many
    places on as `within` says.
    """
    players = nets.shape[1]
    for hand in range(nets.shape[0]):
        at = within[hand] % players
        for seat in range(players):
            placed[hand, at] = nets[hand, seat]
            at += 1
            if at == players:
                at = 0


@kernel
def walk(nets: Ints, begins: Ints, net: Ints, lowest: Ints, drawdown: Ints) -> None:
    """Walk through nets (hands, places) evening by evening, each beginning at one of `begins`: what it comes
    to for a player, its lowest point and its deepest fall, (evenings, places) each.
    """
    for evening in range(begins.size):
        end = begins[evening + 1] if evening + 1 < begins.size else nets.shape[0]
        for at in range(nets.shape[1]):
            line, least, best, fall = 0, 0, 0, 0
            for hand in range(begins[evening], end):
                line += nets[hand, at]
                least = min(least, line)
                best = max(best, line)
                fall = max(fall, best - line)
            net[evening, at], lowest[evening, at], drawdown[evening, at] = line, least, fall
