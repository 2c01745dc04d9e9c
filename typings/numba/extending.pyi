from collections.abc import Callable
from typing import Any, TypeVar

_F = TypeVar("_F", bound=Callable[..., object])

def intrinsic(function: Callable[..., object]) -> Callable[..., Any]: ...
def overload(function: Callable[..., object], **options: Any) -> Callable[[_F], _F]: ...
