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
from numba.core.codegen import JITCPUCodegen

from engine import ahead
from engine.cards.bits import low_bit, popcount, top_bit
from engine.compile import cache, linking, target
from engine.compile.jit import PLAIN, njit
from engine.compile.linking import Kernel
from engine.kernel import value
from engine.rules import hand_value

pytestmark = pytest.mark.skipif(PLAIN, reason="kernels run as plain Python: there is nothing compiled")


@njit
def _bits(mask: int, times: int) -> int:
    return times * (popcount(mask) + 100 * top_bit(mask) + 10_000 * low_bit(mask))


@numba.njit
def _kernel(mask: int) -> int:
    return _bits(mask, 1) + _bits(0x8010, mask - mask)


@pytest.mark.parametrize(
    ("mask", "ones", "top", "low"),
    [(1, 1, 0, 0), (0x0208, 2, 9, 3), (1 << 60 | 8, 2, 60, 3), ((1 << 63) - 1, 63, 62, 0)],
)
def test_bits_are_counted_the_same_compiled_and_plain(mask: int, ones: int, top: int, low: int) -> None:
    """To Python a helper is plain Python; a kernel has it compiled."""
    assert _kernel(mask) == _bits(mask, 1) == ones + 100 * top + 10_000 * low


def test_a_numba_that_cannot_link_compiles_each_helper_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking, "LINKS", False)

    @njit
    def twice(number: int) -> int:
        return 2 * number

    @numba.njit
    def call(number: int) -> int:
        return twice(number) + 1  # type: ignore[no-any-return]

    assert call(20) == 41


def _threes(place: Path, monkeypatch: pytest.MonkeyPatch, age: int = 0) -> Any:
    """A kernel of a file that is written to a folder."""
    source = place / "threes.py"
    place.mkdir()
    source.write_text("def threes(number):\n    return 3 * number\n", encoding="utf-8")
    os.utime(source, (age, age))
    loader = SourceFileLoader("threes", str(source))
    spec = spec_from_loader("threes", loader)
    assert spec
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "threes", module)
    loader.exec_module(module)
    return Kernel(module.threes, {})


def _is_loaded(kernel: Any) -> bool:
    """Whether a kernel is loaded, not compiled, when it is called."""
    assert kernel(5) == 15
    return bool(sum(kernel.stats.cache_hits.values()))


def test_a_kernel_is_loaded_whatever_the_place_and_time_of_its_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = []
    for place, age in (("here", 0), ("there", 1_000_000)):
        threes = _threes(tmp_path / place, monkeypatch, age)
        threes.cache_in(tmp_path / "kept")
        loaded.append(_is_loaded(threes))
    assert loaded == [False, True]


def test_a_shipped_kernel_is_loaded_and_what_does_not_fit_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped, own = tmp_path / "shipped", tmp_path / "own"
    first = _threes(tmp_path / "1", monkeypatch)
    first.cache_in(shipped)
    assert not _is_loaded(first)
    files = sorted(shipped.iterdir())
    second = _threes(tmp_path / "2", monkeypatch)
    second.cache_in(own, shipped)
    assert _is_loaded(second)
    assert not any(own.iterdir())
    assert second(1.5) == 4.5  # a type that wasn't shipped is compiled, and cached for the user
    assert any(own.iterdir())
    assert sorted(shipped.iterdir()) == files
    for file in shipped.glob("*.nbc"):
        file.write_bytes(file.read_bytes()[:100])
    third = _threes(tmp_path / "3", monkeypatch)
    third.cache_in(tmp_path / "empty", shipped)
    assert not _is_loaded(third)


def test_a_kernel_shipped_for_another_processor_is_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a wheel of one arm64 processor is installed on another: their folder has the same name."""
    shipped, own = tmp_path / "shipped", tmp_path / "own"
    first = _threes(tmp_path / "1", monkeypatch)
    with monkeypatch.context() as elsewhere:
        other = ("aarch64-unknown-linux-gnu", "neoverse-n1", "+neon")
        elsewhere.setattr(JITCPUCodegen, "magic_tuple", lambda _: other)
        first.cache_in(shipped)
        assert not _is_loaded(first)
        there = _threes(tmp_path / "2", elsewhere)
        there.cache_in(own, shipped)
        assert _is_loaded(there)
    here = _threes(tmp_path / "3", monkeypatch)
    here.cache_in(own, shipped)
    assert not _is_loaded(here)
    assert any(own.iterdir())


def test_kernels_are_compiled_for_the_target_that_their_folder_names() -> None:
    """Numba fixes its target with the first function that is compiled: ours must be chosen before that."""
    _kernel(1)
    (kernel,) = _kernel.overloads.values()  # type: ignore[attr-defined]
    _, name, features = kernel.library.codegen.magic_tuple()
    assert ((name, features) == (target.TARGET, "")) == (target.TARGET in target.BASELINES.values())


def test_a_cache_belongs_to_a_target_and_a_version_of_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was compiled for other sources, another numba or another processor is never in the same folder."""
    source = tmp_path / "source.py"
    hashes = set()
    for text, processor, version in (
        ("x = 1", "x86-64-v2", "1"),
        ("x = 2", "x86-64-v2", "1"),
        ("x = 1", "native", "1"),
        ("x = 1", "x86-64-v2", "2"),
    ):
        source.write_text(text, encoding="utf-8")
        monkeypatch.setattr(cache, "TARGET", processor)
        monkeypatch.setattr(cache.numba, "__version__", version)
        cache.source_hash.cache_clear()
        hashes.add(cache.source_hash(source))
    cache.source_hash.cache_clear()
    assert len(hashes) == 4


def test_kernels_are_compiled_for_the_baseline_where_the_processor_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(target.numba.config, "CPU_NAME", None)
    monkeypatch.setattr(target.numba.config, "CPU_FEATURES", None)
    monkeypatch.delenv("NUMBA_CPU_NAME", raising=False)
    monkeypatch.delenv("NUMBA_CPU_FEATURES", raising=False)
    new = dict.fromkeys(target._NEEDED["x86-64-v2"], True) | {"avx2": True}
    arm = {"neon": True, "fp-armv8": True, "crc": True}
    for machine, features, baseline in (
        ("x86_64-unknown-linux-gnu", new | {"popcnt": False}, None),
        ("riscv64-unknown-linux-gnu", {}, None),
        ("x86_64-unknown-linux-gnu", new, "x86-64-v2"),
        ("x86_64-pc-windows-msvc", new, "x86-64-v2"),
        ("arm64-apple-darwin24.1.0", arm, "apple-m1"),
        ("aarch64-unknown-linux-gnu", arm, "generic"),
    ):
        monkeypatch.setattr(target.binding, "get_default_triple", lambda machine=machine: machine)
        monkeypatch.setattr(target.binding, "get_host_cpu_features", lambda features=features: features)
        assert target.choose_target() == (baseline or "native")
        assert baseline == target.numba.config.CPU_NAME
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    assert target.choose_target() == "named"


def test_the_hands_ranked_ahead_take_every_kernel_of_a_hand_s_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    called = set()

    def noting(name: str, kernel: Kernel) -> Any:
        return lambda *args: (called.add(name), kernel(*args))[1]

    kernels = {name: each for name, each in vars(value).items() if type(each) is Kernel}
    for name, kernel in kernels.items():
        monkeypatch.setattr(hand_value, name, noting(name, kernel))
    ahead.main(["worth"])
    assert called == {*kernels}
    assert len(kernels) > 5
