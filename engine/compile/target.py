"""The processor that kernels are compiled for: a baseline, so that a wheel can ship kernels for other machines.

Numba loads only code compiled for the same target, which by default is the machine's processor with all its features.
The baseline is as fast, because nothing in the kernels gains from wider registers.
"""

from __future__ import annotations

import os

import numba
from llvmlite import binding

BASELINES = {
    ("x86_64", ""): "x86-64-v2",  # of 2009 and later: SSE 4.2 and POPCNT
    ("arm64", "apple"): "apple-m1",
    ("aarch64", ""): "generic",  # ARMv8 with the features of all of them, such as NEON
}
"""The baseline of each kind of machine, by the processor and the maker in LLVM's name of it."""
_NEEDED = {"x86-64-v2": ("cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3")}
"""The features without which a machine of the kind lacks its baseline."""


def choose_target() -> str:
    """Make numba compile for the baseline, if this processor supports it and the environment names no other.

    Returns the name of the target. It applies to everything compiled afterwards.
    """
    if "NUMBA_CPU_NAME" in os.environ or "NUMBA_CPU_FEATURES" in os.environ:
        return "named"
    processor, maker, *_ = binding.get_default_triple().split("-")
    baseline = BASELINES.get((processor, maker)) or BASELINES.get((processor, ""))
    features = binding.get_host_cpu_features()
    if baseline is None or not all(features.get(name) for name in _NEEDED.get(baseline, ())):
        return "native"
    numba.config.CPU_NAME, numba.config.CPU_FEATURES = baseline, ""
    return baseline


TARGET = choose_target()
"""The target of kernels in this process: the baseline, "native", or "named" (by the environment)."""
