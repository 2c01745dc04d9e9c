"""Bit counting for kernels: one machine instruction each when compiled, plain Python otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.jit import PLAIN


def popcount(mask: int) -> int:
    """How many bits of a non-negative int64 are set."""
    return int(mask).bit_count()


def top_bit(mask: int) -> int:
    """The number of the highest bit set of a positive int64."""
    return int(mask).bit_length() - 1


def low_bit(mask: int) -> int:
    """The number of the lowest bit set of a positive int64."""
    return int(mask & -mask).bit_length() - 1


if not PLAIN:
    from numba.extending import overload

    from engine.intrinsics import ctlz, ctpop, cttz

    @overload(popcount)
    def _popcount_compiled(mask: Any) -> Callable[[Any], Any]:
        def compiled(mask: Any) -> Any:
            return ctpop(mask)

        return compiled

    @overload(top_bit)
    def _top_bit_compiled(mask: Any) -> Callable[[Any], Any]:
        def compiled(mask: Any) -> Any:
            return 63 - ctlz(mask)

        return compiled

    @overload(low_bit)
    def _low_bit_compiled(mask: Any) -> Callable[[Any], Any]:
        def compiled(mask: Any) -> Any:
            return cttz(mask)

        return compiled
