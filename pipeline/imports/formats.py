"""The formats that can be imported: what each is called, who reads it, what it is. Each is a command.

A reader takes a path, and by name `session_id`, `season` and `currency` (None where the user named none); it
returns an `Imported`, and raises FileError for a file that isn't what it should be. It is loaded when called.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from language import mark

if TYPE_CHECKING:
    from pipeline.imports.base import Imported


@dataclass(frozen=True)
class Format:
    """A format: the word for it on the command line, `module:function` of its reader, what it is, and how its
    files' names end.
    """

    name: str
    reader: str
    about: str
    suffixes: tuple[str, ...] = (".csv",)

    def load(self) -> Callable[..., Imported]:
        """The reader."""
        reader: Callable[..., Imported] = resolve_name(self.reader)
        return reader


FORMATS = (
    Format(
        "ohh", "pipeline.imports.ohh.session:import_ohh",
        mark("Import Open Hand History (JSON): hold'em, omaha and stud; every hand must conserve "
            "chips."),
        (".ohh", ".json", ".jsonl"),
    ),
)  # fmt: skip
