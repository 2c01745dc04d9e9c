"""Progress of long work: the callback that receives it, and the bar that shows it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[str, int, int], None]
"""Called with the name of the work, the amount done and the total (0 if unknown)."""


@contextmanager
def bar(title: str = "") -> Iterator[Progress]:
    """Show a bar on stderr if that is a terminal, removed at the end; its text begins with `title`. Yields the function
    that moves it.

    >>> with bar("report") as progress:
    ...     for page in range(30):
    ...         progress("pages", page, 30)
    """
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as display:
        task = display.add_task(title, total=None)

        def tell(what: str, done: int, total: int) -> None:
            text = f"{title}: {what}" if title else what
            display.update(task, description=text, completed=done, total=total or None)

        yield tell
