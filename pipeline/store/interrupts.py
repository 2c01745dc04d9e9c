"""Ctrl-C while a store is used: it ends reading at once, and waits until writing is finished."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType


@dataclass
class Watch:
    """Whether Ctrl-C came, even if a library swallowed it or turned it into another error; while it `is_held`,
    nothing is raised.
    """

    came: bool = False
    is_held: bool = False


_watches: list[Watch] = []


@contextmanager
def watched(tell: Callable[[], None] = lambda: None) -> Iterator[Watch]:
    """Watch for Ctrl-C in a block; `tell` is called if it has to wait. Only the main thread receives Ctrl-C, so
    nothing is watched in others.

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
    """Raise KeyboardInterrupt if Ctrl-C came in a `watched` block and a library swallowed it.

    >>> from contextlib import suppress
    >>> try:
    ...     with watched():
    ...         with suppress(KeyboardInterrupt):  # as some libraries do
    ...             signal.raise_signal(signal.SIGINT)
    ...         check()
    ... except KeyboardInterrupt:
    ...     print("stopped")
    stopped
    """
    if any(watch.came for watch in _watches):
        raise KeyboardInterrupt


def hold() -> None:
    """Make Ctrl-C wait from now on, until the end of the `watched` block, so that the following is done completely.
    Raises KeyboardInterrupt if Ctrl-C came before.

    >>> with watched(lambda: print("Wait: the night is being saved.")):
    ...     hold()
    ...     signal.raise_signal(signal.SIGINT)
    ...     print("saved")
    Wait: the night is being saved.
    saved
    """
    check()
    for watch in _watches[-1:]:
        watch.is_held = True
