# A compiled function is to a type checker what it was before: what comes with numba 0.68 loses what a bare
# `@njit` returns.
from collections.abc import Callable
from typing import Any, TypeVar, overload

_F = TypeVar("_F", bound=Callable[..., object])

__version__: str

@overload
def njit(function: _F, /) -> _F: ...
@overload
def njit(**options: Any) -> Callable[[_F], _F]: ...

# its number types and the like
def __getattr__(name: str) -> Any: ...
