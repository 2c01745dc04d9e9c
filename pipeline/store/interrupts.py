"""Ctrl-C while a store is written: it ends what only reads at once, and waits for the end of what is being written."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType


@dataclass
class Watch:
    """Whether Ctrl-C came, also where a library swallowed it or made another error of it; while it `is_held`, nothing is
    raised.
    """

    came: bool = False
    is_held: bool = False


_watches: list[Watch] = []


@contextmanager
def watched(tell: Callable[[], None] = lambda: None) -> Iterator[Watch]:
    """Note that Ctrl-C came in a block; `tell` is called where it has to wait. Outside the main thread, which alone
    receives it, nothing is noted.

    >>> with watched() as watch:
    ...     hold()
    ...     signal.raise_signal(signal.SIGINT)
    >>> watch.came
    True
    """
    watch = Watch()

    def note(number: int, frame: FrameType | None) -> None:
        was_told, watch.came = watch.came, True
        if not watch.is_held:
            raise KeyboardInterrupt
        if not was_told:
            tell()

    try:
        before = signal.signal(signal.SIGINT, note)
    except ValueError:
        yield watch
        return
    _watches.append(watch)
    try:
        yield watch
    finally:
        _watches.pop()
        signal.signal(signal.SIGINT, before)


def check() -> None:
    """Raise KeyboardInterrupt where Ctrl-C came and was swallowed."""
    if any(watch.came for watch in _watches):
        raise KeyboardInterrupt


def hold() -> None:
    """Let Ctrl-C wait from now on, until the block that is `watched` lets it go: what follows is done whole.

    Raises KeyboardInterrupt where it came before.
    """
    check()
    for watch in _watches[-1:]:
        watch.is_held = True
