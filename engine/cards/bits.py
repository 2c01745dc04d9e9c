"""Bit counting for kernels: one machine instruction each when compiled, plain Python otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.compile.jit import PLAIN


def popcount(mask: int) -> int:
    """Return the number of bits set in a non-negative int64.

    >>> popcount(0b1011)
    3
    """
    return int(mask).bit_count()


def top_bit(mask: int) -> int:
    """Return the number of the highest bit set in a positive int64; the lowest of all bits is 0.

    >>> top_bit(0b1100)
    3
    """
    return int(mask).bit_length() - 1


def low_bit(mask: int) -> int:
    """Return the number of the lowest bit set in a positive int64; the lowest of all bits is 0.

    >>> low_bit(0b1100)
    2
    """
    return int(mask & -mask).bit_length() - 1


if not PLAIN:
    from llvmlite import ir
    from numba.extending import lower_builtin, type_callable
    from numba.types import Integer, int64

    _ZERO_IS_NO_MASK = ir.Constant(ir.IntType(1), 1)

    def _compile_as(
        function: Callable[[int], int], emit: Callable[[ir.IRBuilder, ir.Value], ir.Value]
    ) -> None:
        """Make kernels inline the instruction that `emit` builds, instead of calling a function."""

        @type_callable(function)
        def _type(context: Any) -> Callable[[Any], Any]:
            return lambda mask: int64

        @lower_builtin(function, Integer)
        def _lower(context: Any, builder: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
            return emit(builder, context.cast(builder, args[0], signature.args[0], int64))

    _compile_as(popcount, lambda builder, mask: builder.ctpop(mask))
    _compile_as(
        top_bit,
        lambda builder, mask: builder.sub(ir.Constant(mask.type, 63), builder.ctlz(mask, _ZERO_IS_NO_MASK)),
    )
    _compile_as(low_bit, lambda builder, mask: builder.cttz(mask, _ZERO_IS_NO_MASK))
