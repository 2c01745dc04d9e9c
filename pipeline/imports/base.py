"""What every import ends in: a session of kind `import` for each file, all of them or none."""

from __future__ import annotations

import errno
import os
import select
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote

import polars as pl

from engine.api import PederError
from pipeline.people import add_names
from pipeline.store.contents import session_of
from pipeline.store.reference import write_engine_tables
from pipeline.store.schemas import BANK, HANDS, SEATS
from pipeline.store.store import Store, StoreError

_PATIENCE = 3.0


def read_bytes(path: Path) -> bytes:
    """All bytes of a file, or of a pipe that somebody writes.

    Raises OSError: also for a pipe that nobody writes within three seconds, where others wait for ever.
    """
    if os.name != "posix" or not path.is_fifo():
        return path.read_bytes()
    pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        data = bytearray()
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                chunk = os.read(pipe, 1 << 20)
            except BlockingIOError:  # somebody has it open, and will write or close it
                select.select([pipe], [], [], 1)
                continue
            data += chunk
            if not chunk:
                if data:
                    return bytes(data)
                if time.monotonic() > end:
                    raise TimeoutError(errno.ETIMEDOUT, "nobody writes to this pipe", str(path))
                time.sleep(0.05)
    finally:
        os.close(pipe)


class FileError(PederError):
    """A file that isn't what it should be, or contradicts itself, with the file and the place."""


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
    origin: str  # the game, by what the file itself says: the same whatever the session is called

    @property
    def session_id(self) -> str:
        """The name under which the store keeps it."""
        return str(self.session["session_id"])


def write_imports(store: Store, files: Sequence[Imported], *, replace: bool = False) -> list[str]:
    """Write what was read, after making sure that all of it can be. Returns remarks for the user.

    What is there already, and the same, is left as it is: so an import that was interrupted is finished by
    repeating it. Raises StoreError for a game that is there twice, or in the store under another name, or
    (unless `replace`) differently.
    """
    ids = [file.session_id for file in files]
    waiting = []
    for file in files:
        if ids.count(file.session_id) > 1:
            raise StoreError(f"{file.source.name} is the same game as another file: name one of them.")
        other = session_of(store.path, file.origin)
        if other is not None and other != file.session_id:
            raise StoreError(
                f"{file.source.name} is in the store already, as the session {other!r}: "
                f"`--session {quote(other)} --replace` imports it anew."
            )
        if store.has(file.session_id) and not replace:
            if not _same(store, file):
                raise StoreError(
                    f"{file.source.name} is in the store already, as the session {file.session_id!r}, with "
                    "other hands or settings: --replace imports it anew."
                )
        else:
            waiting.append(file)
    remarks = [
        f"{file.source.name} is in the store already, as the session {file.session_id!r}"
        for file in files
        if file not in waiting
    ]
    for file in waiting:
        store.write_session(
            file.session,
            hands=file.hands,
            seats=file.seats,
            bank=file.bank,
            replace=replace,
            origin=file.origin,
        )
    names = {player_id: called for file in files for player_id, called in file.names.items()}
    write_engine_tables(store)
    return remarks + add_names(store, names)


def _same(store: Store, file: Imported) -> bool:
    """Whether the store holds just what a file says."""
    row = store.read("sessions", file.session_id).drop("engine_version", strict=False).row(0, named=True)
    if any(row[name] != value for name, value in file.session.items() if name in row):
        return False
    frames = {"hands": file.hands, "seats": file.seats, "bank": file.bank}
    return all(
        rows.equals(store.read(table, file.session_id).select(rows.columns))
        for table, rows in (
            (table, rows.with_columns(session_id=pl.lit(file.session_id))) for table, rows in frames.items()
        )
    )
