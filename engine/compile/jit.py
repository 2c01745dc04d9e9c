"""`kernel` and `njit`: compile a kernel and what it calls, or leave them the plain Python that they also are.

With `NUMBA_DISABLE_JIT=1` numba isn't imported at all: that alone takes longer than ranking a hand or two.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, overload

PLAIN = os.environ.get("NUMBA_DISABLE_JIT") == "1"
"""Whether kernels run as plain Python in this process."""

_F = TypeVar("_F", bound=Callable[..., Any])


def kernel(function: _F) -> _F:
    """Compile what Python calls: an entry point, cached between runs, that releases the GIL."""
    if PLAIN:
        return function
    from engine.compile.cache import cache_folder, shipped_folder
    from engine.compile.linking import Kernel

    compiled: Any = Kernel(function, {"nogil": True})
    source = Path(function.__code__.co_filename)
    compiled.cache_in(cache_folder(source), shipped_folder(source))
    return compiled


@overload
def njit(function: _F) -> _F: ...
@overload
def njit(*, makes_arrays: bool = False, **options: Any) -> Callable[[_F], _F]: ...
def njit(function: Any = None, *, makes_arrays: bool = False, **options: Any) -> Any:
    """Compile what kernels call, with the options of `numba.njit`. To Python it stays plain Python.

    So nothing is compiled that only Python could call, which would be half as much again. The arrays that it
    is handed are its caller's: numba doesn't count who refers to them, which took a third of some games. What
    makes arrays, or calls what returns one, says so and counts.
    """
    if PLAIN:
        return function if function is not None else lambda decorated: decorated
    from engine.compile.linking import Helper

    options["_nrt"] = makes_arrays
    if function is None:
        return lambda decorated: Helper(decorated, options)
    return Helper(function, options)
