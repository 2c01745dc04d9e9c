"""`njit`: compile a kernel, or leave it the plain Python that it also is.

With `NUMBA_DISABLE_JIT=1` numba isn't imported at all: that alone takes longer than ranking a hand or two.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar, overload

PLAIN = os.environ.get("NUMBA_DISABLE_JIT") == "1"
"""Whether kernels run as plain Python in this process."""

_F = TypeVar("_F", bound=Callable[..., Any])


@overload
def njit(function: _F) -> _F: ...
@overload
def njit(**options: Any) -> Callable[[_F], _F]: ...
def njit(function: Any = None, **options: Any) -> Any:
    """As `numba.njit`, used bare or with options."""
    if PLAIN:
        return function if function is not None else lambda decorated: decorated
    import numba

    return numba.njit(function, **options)
