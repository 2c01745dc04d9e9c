"""What every import ends in: a session of kind `import` for each file, all of them or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from pipeline.people import add_names
from pipeline.store.reference import write_engine_tables
from pipeline.store.schemas import BANK, HANDS, SEATS
from pipeline.store.store import Store, StoreError


@dataclass(frozen=True, kw_only=True)
class Imported:
    """A file as the tables of a session."""

    source: Path
    session: Mapping[str, object]  # its row of `sessions`
    hands: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=HANDS))
    seats: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=SEATS))
    bank: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=BANK))
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)  # by player_id, the best first
    remarks: Sequence[str] = ()  # what was passed over, for the user

    @property
    def session_id(self) -> str:
        """The name under which the store keeps it."""
        return str(self.session["session_id"])


def write_imports(store: Store, files: Sequence[Imported], *, replace: bool = False) -> list[str]:
    """Write what was read, after making sure that all of it can be. Returns remarks for the user.

    Raises StoreError for a game that is there twice, or (unless `replace`) in the store.
    """
    ids = [file.session_id for file in files]
    for file in files:
        if ids.count(file.session_id) > 1:
            raise StoreError(f"{file.source.name} is the same game as another file: name one of them.")
        if not replace and store.has(file.session_id):
            raise StoreError(
                f"{file.source.name} is in the store already, as the session {file.session_id!r}: "
                "--replace imports it anew, --session gives it another name."
            )
    remarks = []
    for file in files:
        store.write_session(file.session, hands=file.hands, seats=file.seats, bank=file.bank, replace=replace)
        remarks += add_names(store, file.names)
    write_engine_tables(store)
    return remarks
