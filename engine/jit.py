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
    """As `numba.njit`, bare or with options, but compiled once for int64, not again for each constant.

    Numba types a constant argument as itself, so ``rate(cards, wild, 0)`` and ``rate(cards, wild, 1)``
    would be two functions to compile.
    """
    if PLAIN:
        return function if function is not None else lambda decorated: decorated
    import numba

    if function is None:
        return lambda decorated: _without_constants(numba.njit(**options)(decorated))
    return _without_constants(numba.njit(function))


def _without_constants(dispatcher: Any) -> Any:
    """Make a dispatcher see a constant argument as an argument of its type."""
    from numba.types import unliteral

    template_for = dispatcher.get_call_template

    def template(args: Any, kws: Any) -> Any:
        return template_for(
            tuple(unliteral(arg) for arg in args), {name: unliteral(arg) for name, arg in kws.items()}
        )

    dispatcher.get_call_template = template
    return dispatcher
