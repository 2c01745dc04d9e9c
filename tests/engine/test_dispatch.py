"""Kernels and the helpers that they are made of."""

from __future__ import annotations

from typing import Any

import numba
import pytest

from engine.bits import low_bit, popcount, top_bit
from engine.jit import PLAIN, njit

pytestmark = pytest.mark.skipif(PLAIN, reason="kernels run as plain Python: there is nothing compiled")


@njit
def _bits(mask: int, times: int) -> int:
    return times * (popcount(mask) + 100 * top_bit(mask) + 10_000 * low_bit(mask))


@numba.njit
def _kernel(mask: int) -> int:
    return _bits(mask, 1) + _bits(0x8010, mask - mask)


def _has_machine_code(compiled: Any) -> bool:
    # nobody but numba's engine knows, and it tells nobody else
    return bool(compiled.library.codegen._engine.is_symbol_defined(compiled.fndesc.llvm_func_name))


@pytest.mark.parametrize(
    ("mask", "ones", "top", "low"),
    [(1, 1, 0, 0), (0x0208, 2, 9, 3), (1 << 60 | 8, 2, 60, 3), ((1 << 63) - 1, 63, 62, 0)],
)
def test_bits_are_counted_alike_compiled_and_plain(mask: int, ones: int, top: int, low: int) -> None:
    """To Python a helper is plain Python; a kernel has it compiled."""
    assert _kernel(mask) == _bits(mask, 1) == ones + 100 * top + 10_000 * low


def test_a_helper_is_compiled_once_and_within_its_kernels_alone() -> None:
    """Not once for each constant, and not as machine code of its own, which would be half as much again."""
    _kernel(1)
    (helper,) = _bits.overloads.values()  # type: ignore[attr-defined]
    (kernel,) = _kernel.overloads.values()  # type: ignore[attr-defined]
    assert _has_machine_code(kernel)
    assert not _has_machine_code(helper)
