"""The two kinds of compiled function: kernels, which Python calls, and the helpers that they are made of."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numba
from numba.core.registry import CPUDispatcher
from numba.types import unliteral

numba.config.LOOP_VECTORIZE = 0  # no kernel has a loop for it, and looking for one takes a while


@contextmanager
def _no_collection() -> Iterator[None]:
    """Let no garbage be collected meanwhile: looking for it is a tenth of a compilation."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


class Kernel(CPUDispatcher):
    """A compiled function with the options of `numba.njit`.

    It is compiled once for int64, not again for each constant: numba types a constant argument as itself, so
    ``rate(cards, wild, 0)`` and ``rate(cards, wild, 1)`` would be two functions.
    """

    def __init__(self, function: Any, options: Mapping[str, Any]) -> None:
        super().__init__(py_func=function, targetoptions={"nopython": True, **options})

    def compile(self, sig: Any) -> Any:
        """Compile for a signature, or load what is kept."""
        with _no_collection():
            return super().compile(sig)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """See a constant argument as an argument of its type."""
        return super().get_call_template(
            tuple(unliteral(arg) for arg in args), {name: unliteral(arg) for name, arg in kws.items()}
        )


class Helper(Kernel):
    """A function compiled for the kernels that call it alone; to Python it is plain Python.

    It stands in line where it is called only if it says so itself: numba would have it take after its caller.
    """

    def __init__(self, function: Any, options: Mapping[str, Any]) -> None:
        alone = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(function, {"forceinline": False, **alone, **options})

    def __call__(self, *args: Any, **kws: Any) -> Any:
        """Run as plain Python."""
        return self.py_func(*args, **kws)
