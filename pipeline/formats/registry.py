"""The formats that can be imported. Each is a subcommand of `peder import`.

A reader is loaded when it is called. It takes a path and by name `session_id`, `season` and `currency` (None where
the user gave none), and where hands have times `without`, the numbers of hands to leave out because another file has
them; it returns an `Imported`, and raises FileError for a file that isn't of its format. A reader
of several files takes the store and all paths first, and returns an object with `files`, in the order in which to
read them, and `read(path)`, which returns a list of `Imported`. The subcommands of csv, json and phh have options of
their own (`pipeline.commands.imports`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any

from language import mark


@dataclass(frozen=True)
class Format:
    """A format: its subcommand, `module:function` of its reader, its help text, and the endings of its files.

    `joins_files`: the reader takes all files at once, because two of them may describe one game.
    `by_name`: the reader takes `players`, the registry of the store, as names tell who is who.
    `is_former`: the name is one of an earlier version, and is no longer listed.
    """

    name: str
    reader: str
    about: str
    suffixes: tuple[str, ...] = (".csv",)
    joins_files: bool = False
    by_name: bool = False
    is_former: bool = False

    def load(self) -> Callable[..., Any]:
        reader: Callable[..., Any] = resolve_name(self.reader)
        return reader


FORMATS = (
    Format(
        "ohh", "pipeline.formats.ohh.reader:import_ohh",
        mark("Import Open Hand History (JSON): hold'em, omaha and stud; every hand must conserve "
            "chips."),
        (".ohh", ".json", ".jsonl"),
        by_name=True,
    ),
    Format(
        "pokernow", "pipeline.formats.pokernow.games:Games",
        mark("Import PokerNow logs and ledgers: those of one game become one night, reconciled."),
        joins_files=True,
    ),
    Format(
        "pokernow-log", "pipeline.formats.pokernow.games:LogGames",
        mark("Import PokerNow logs, each as a session: every hand must conserve chips and "
            "every stack carry over."),
        joins_files=True, is_former=True,
    ),
    Format(
        "pokernow-ledger", "pipeline.formats.pokernow.games:LedgerGames",
        mark("Import PokerNow ledgers: what each sitting bought and took home, and the "
            "hands if the log is there."),
        joins_files=True, is_former=True,
    ),
    Format(
        "csv", "pipeline.formats.csv.nights:nights_of",
        mark("Import spreadsheets of each player's result by night (date, player, net), "
        "without hands."),
        (".csv", ".tsv", ".txt"),
    ),
    Format(
        "json", "pipeline.formats.json.reader:import_json",
        mark("Import sessions that `peder export json` wrote; each file is imported whole or "
        "not at all."),
        (".jsonl", ".json"),
    ),
    Format(
        "phh", "pipeline.formats.phh.session:import_together",
        mark("Import hands in the PHH format, one a file (.phh) or many (.phhs); the final "
        "stacks must agree with the file."),
        (".phh", ".phhs"),
    ),
)  # fmt: skip

SUFFIXES_OF = {form.name: form.suffixes for form in FORMATS}
"""The endings of a format's files."""
