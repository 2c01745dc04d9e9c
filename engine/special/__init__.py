"""The games that are not deal, bet and show: a file or folder each with its rules, players and kernel. They share `batch`.

`Variant.kernel` is the name of a game's module here; `engine.simulate.play` calls its kernel.
"""

from functools import cache
from importlib import import_module

from engine.special.batch import GameKernel, PlayRequest


@cache
def kernel_of(name: str) -> GameKernel:
    """Return the kernel that a variant names: `KERNEL` of its module, or of `game` in its folder, which is imported.

    >>> kernel_of("guts").draws_styles
    True
    """
    module = import_module(f"{__name__}.{name}")
    kernel = (import_module(f"{module.__name__}.game") if hasattr(module, "__path__") else module).KERNEL
    assert isinstance(kernel, GameKernel)
    return kernel


__all__ = ["GameKernel", "PlayRequest", "kernel_of"]
