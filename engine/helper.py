"""The functions that compiled kernels are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numba
from numba.core.registry import CPUDispatcher
from numba.types import unliteral

numba.config.LOOP_VECTORIZE = 0  # no kernel has a loop for it, and looking for one takes a while


class Helper(CPUDispatcher):
    """A function compiled for the kernels that call it, with the options of `numba.njit`; plain to Python.

    It is compiled once for int64, not again for each constant: numba types a constant argument as itself, so
    ``rate(cards, wild, 0)`` and ``rate(cards, wild, 1)`` would be two functions.
    """

    def __init__(self, function: Any, options: Mapping[str, Any]) -> None:
        alone = {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(py_func=function, targetoptions={**alone, **options})

    def __call__(self, *args: Any, **kws: Any) -> Any:
        """Run as plain Python."""
        return self.py_func(*args, **kws)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """See a constant argument as an argument of its type."""
        return super().get_call_template(
            tuple(unliteral(arg) for arg in args), {name: unliteral(arg) for name, arg in kws.items()}
        )
