"""`kernel` and `njit` compile a kernel and the functions that it calls, or leave them plain Python.

With `NUMBA_DISABLE_JIT=1` numba isn't imported, which alone takes longer than ranking a few hands.
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
    """Compile an entry point that Python calls. It is cached between runs and releases the GIL."""
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
    """Compile a helper that kernels call, with the options of `numba.njit`. In Python it stays plain Python, so no
    code is compiled that only Python could call. A helper borrows its array arguments from its caller: numba doesn't
    count references to them. A helper that makes arrays, or calls one that returns an array, must set `makes_arrays`,
    which counts references.

    >>> @njit(forceinline=True)
    ... def price_of(bet: int, raises: int) -> int:
    ...     return bet * (1 + raises)
    >>> price_of(2, raises=3)
    8
    """
    if PLAIN:
        return function if function is not None else lambda decorated: decorated
    from engine.compile.linking import Helper

    options["_nrt"] = makes_arrays
    if function is None:
        return lambda decorated: Helper(decorated, options)
    return Helper(function, options)
