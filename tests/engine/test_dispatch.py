"""Kernels and the helpers that they are made of."""

from __future__ import annotations

import os
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import numba
import pytest

from engine.cards.bits import low_bit, popcount, top_bit
from engine.compile.jit import PLAIN, njit
from engine.compile.linking import Kernel

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


def test_a_kernel_is_found_wherever_and_whenever_its_source_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = []
    for place, age in (("here", 0), ("there", 1_000_000)):
        source = tmp_path / place / "threes.py"
        source.parent.mkdir()
        source.write_text("def threes(number):\n    return 3 * number\n", encoding="utf-8")
        os.utime(source, (age, age))
        loader = SourceFileLoader("threes", str(source))
        spec = spec_from_loader("threes", loader)
        assert spec
        module = module_from_spec(spec)
        monkeypatch.setitem(sys.modules, "threes", module)
        loader.exec_module(module)
        threes: Any = Kernel(module.threes, {})
        threes.cache_in(tmp_path / "kept")
        assert threes(5) == 15
        loaded.append((sum(threes.stats.cache_hits.values()), sum(threes.stats.cache_misses.values())))
    assert loaded == [(0, 1), (1, 0)]
