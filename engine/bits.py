"""Bit counting for kernels: one machine instruction each when compiled, plain Python otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload


def popcount(mask: int) -> int:
    """How many bits of a non-negative int64 are set."""
    return int(mask).bit_count()


def top_bit(mask: int) -> int:
    """The number of the highest bit set of a positive int64."""
    return int(mask).bit_length() - 1


def low_bit(mask: int) -> int:
    """The number of the lowest bit set of a positive int64."""
    return int(mask & -mask).bit_length() - 1


@intrinsic
def _ctpop(typingctx: Any, mask: Any) -> Any:
    def codegen(context: Any, builder: ir.IRBuilder, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic
def _ctlz(typingctx: Any, mask: Any) -> Any:
    def codegen(context: Any, builder: ir.IRBuilder, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


@intrinsic
def _cttz(typingctx: Any, mask: Any) -> Any:
    def codegen(context: Any, builder: ir.IRBuilder, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


@overload(popcount, inline="always")
def _popcount_compiled(mask: Any) -> Callable[[Any], Any]:
    def compiled(mask: Any) -> Any:
        return _ctpop(mask)

    return compiled


@overload(top_bit, inline="always")
def _top_bit_compiled(mask: Any) -> Callable[[Any], Any]:
    def compiled(mask: Any) -> Any:
        return 63 - _ctlz(mask)

    return compiled


@overload(low_bit, inline="always")
def _low_bit_compiled(mask: Any) -> Callable[[Any], Any]:
    def compiled(mask: Any) -> Any:
        return _cttz(mask)

    return compiled
