from collections.abc import Callable
from typing import Any, TypeVar

_F = TypeVar("_F", bound=Callable[..., object])

def lower_builtin(function: Callable[..., object], *types: Any) -> Callable[[_F], _F]: ...
def type_callable(function: Callable[..., object]) -> Callable[[_F], _F]: ...
