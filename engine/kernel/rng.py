"""Randomness by counting: hand `number` of a seed draws the same numbers on every machine, at any time.

splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): the state moves by
an odd constant, the output is a mix of it. A hand's first state is a mix of the seed and the hand's number.
The arithmetic is on uint64 and wraps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from engine.compile.jit import PLAIN, njit

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_R30, _R27, _R31 = np.uint64(30), np.uint64(27), np.uint64(31)
R32 = np.uint64(32)
"""The shift between the upper and the lower half of 64 random bits."""
_LOW = np.uint64(0xFFFFFFFF)


_F = TypeVar("_F", bound=Callable[..., object])


def _wrapping(function: _F) -> _F:
    """Let sums and products wrap without a warning, as they do where compiled."""
    return np.errstate(over="ignore")(function) if PLAIN else function


@_wrapping
@njit(forceinline=True)
def advance(state: np.uint64) -> np.uint64:
    return state + GOLDEN


@_wrapping
@njit(forceinline=True)
def mix(state: np.uint64) -> np.uint64:
    """The 64 random bits of a state."""
    state = (state ^ (state >> _R30)) * _FIRST
    state = (state ^ (state >> _R27)) * _SECOND
    return state ^ (state >> _R31)


@_wrapping
@njit(forceinline=True)
def first_state(seed: int, number: int) -> np.uint64:
    """The state from which hand `number` of a seed begins; the next is `advance(state)`."""
    return mix(mix(np.uint64(seed) + GOLDEN) ^ (np.uint64(number) * GOLDEN))


@njit(forceinline=True)
def below(bits: np.uint64, limit: int) -> int:
    """A number from 0 to `limit` - 1 out of the low 32 random bits (multiply-shift; its bias is under
    2**-26).
    """
    return np.int64(((bits & _LOW) * np.uint64(limit)) >> R32)  # type: ignore[return-value]
