"""Writes the sessions of an imported file to the store: all of them, or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote

import polars as pl

from engine.api import VARIANTS
from language import tr
from pipeline.formats.files import FileError, read_bytes
from pipeline.night.parser.reserved import means_something_else
from pipeline.store.columns import is_tournament
from pipeline.store.files import StoreError
from pipeline.store.interrupts import check, hold
from pipeline.store.manifest import sessions_of_games
from pipeline.store.people import Person
from pipeline.store.players import add_names
from pipeline.store.reference import write_engine_tables
from pipeline.store.schemas import BANK, HANDS, SEATS
from pipeline.store.session_names import check_no_journal, session_folder
from pipeline.store.store import Store
from pipeline.store.writer import SessionWriter

__all__ = ["FileError", "Imported", "Written", "read_bytes", "write_import"]


@dataclass(frozen=True, kw_only=True)
class Imported:
    source: Path
    session: Mapping[str, object]  # its row of `sessions`
    hands: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=HANDS))
    seats: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=SEATS))
    bank: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=BANK))
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)  # by player_id, the best first
    remarks: Sequence[str] = ()  # what was passed over, for the user
    origin: str  # the game, by what the file itself says: the same whatever the session is called
    amends: bool = False  # it has more of the game that the store has under this name
    is_named: bool = False  # the user gave the session its name
    is_there: bool = False  # the session of the store with this name has all its hands
    assumed: frozenset[str] = frozenset()  # columns of `session` that neither the file nor the user stated

    @property
    def session_id(self) -> str:
        return str(self.session["session_id"])

    @property
    def is_tournament(self) -> bool:
        return is_tournament(self.session)


@dataclass(frozen=True, kw_only=True)
class Written:
    """The result of an import: imported, replaced, reconciled with another file, or there already. `namesakes` are
    pairs of a new player and a known one with the same name.
    """

    result: str
    new: list[Person]
    namesakes: list[tuple[Person, Person]]


def write_import(store: Store, sessions: Sequence[Imported], *, replace: bool = False) -> list[Written]:
    """Write the sessions of a file, all or none.

    Sessions that are in the store already, and the same, are left unchanged, so repeating an interrupted import finishes
    it. Raises StoreError for a game that is in the store under another name, or (unless `replace`) with other contents.

    >>> from pipeline.formats.pokernow.log import import_log
    >>> [written] = write_import(Store(tmp / "store"), [import_log(log)])
    >>> written.result, [person.name for person in written.new][:3]
    ('imported', ['Anders', 'Birgit', 'Carsten'])
    """
    names = sessions_of_games(store.path)
    results = [_result(store, one, names.get(one.origin), replace=replace) for one in sessions]
    with ExitStack() as stack:
        writers = []
        for one, result in zip(sessions, results, strict=True):
            check()
            if result != "there already":
                again = result != "imported"
                writer = stack.enter_context(
                    SessionWriter(store.path, one.session, replace=again, resume=False)
                )
                if len(one.hands):
                    writer.write_part(one.hands, one.seats, narrowed=False)
                if len(one.bank):
                    writer.write_bank(one.bank)
                writers.append((writer, one.origin))
        hold()
        written = _with_players(store, sessions, results)  # before hands name these players
        for writer, origin in writers:
            writer.commit(origin=origin)
    write_engine_tables(store)
    return written


def sound_store(store: Store, name: str, *, replace: bool) -> Store:
    """The store for an import of the session `name`: without damaged sessions if it is one that the import replaces.

    Raises StoreError for a damaged session that isn't to be replaced.
    """
    folder = session_folder(name)
    if not (store.has(name) and (fault := store.fault_of(folder))):
        return store
    if replace:
        return Store(store.path, without=store.damaged(is_read=False).keys() | {folder})
    raise StoreError(
        tr(
            "The session {session!r} is in the store already, and damaged ({fault}): --replace imports it again.",
            session=name,
            fault=fault,
        )
    )


def check_sound(store: Store, name: str) -> None:
    """Raise StoreError for a damaged session: hands that it lacks may be those of an import."""
    if fault := store.fault_of(session_folder(name), is_read=False):
        raise StoreError(
            tr(
                "The session {session!r} may have the same hands, and is damaged ({fault}): import its own file again with "
                "--replace, or restore it from a backup.",
                session=name,
                fault=fault,
            )
        )


def _with_players(store: Store, sessions: Sequence[Imported], results: Sequence[str]) -> list[Written]:
    """Enter the players of all sessions; each is new in the first that names them."""
    names: dict[str, dict[str, None]] = {}
    first: dict[str, int] = {}
    for number, one in enumerate(sessions):
        for player_id, called in one.names.items():
            names.setdefault(player_id, {}).update(dict.fromkeys(no_words(player_id, called)))
            first.setdefault(player_id, number)
    new, namesakes = add_names(store, {player_id: list(called) for player_id, called in names.items()})
    written = [Written(result=result, new=[], namesakes=[]) for result in results]
    for person in new:
        written[first[person.player_id]].new.append(person)
    for person, other in namesakes:
        written[first[person.player_id]].namesakes.append((person, other))
    return written


def no_words(player_id: str, called: Sequence[str]) -> list[str]:
    """The names of a player without those that are words of the log; with the id after it where there is no other.

    >>> no_words("pokernow:p1", ["all", "Anna"]), no_words("pokernow:p1", ["all"])
    (['Anna'], ['all (pokernow:p1)'])
    """
    names = [name for name in called if not means_something_else(name, VARIANTS)]
    return names or [f"{called[0]} ({player_id})"]


def _result(store: Store, one: Imported, other: str | None, *, replace: bool) -> str:
    """Return what happens to a session on import. Raises StoreError if a session of the store prevents it."""
    if one.is_there:
        return "there already"
    if other is not None and other != one.session_id:
        raise StoreError(
            tr(
                "{name} is in the store already, as the session {other!r}: `--session {quote} "
                "--replace` imports it again.",
                name=one.source.name,
                other=other,
                quote=quote(other),
            )
        )
    check_no_journal(store.path, session_folder(one.session_id))
    if not store.has(one.session_id):
        return "imported"
    if replace:
        return "replaced"
    sound_store(store, one.session_id, replace=False)
    if _same(store, one):
        return "there already"
    if one.amends:
        return "reconciled"
    raise StoreError(
        tr(
            "{name} is in the store already, as the session {session_id!r}, with other hands or settings: "
            "--replace imports it again.",
            name=one.source.name,
            session_id=one.session_id,
        )
    )


def _same(store: Store, file: Imported) -> bool:
    """Whether the store has exactly the contents of a file."""
    row = store.session_row(file.session_id)
    named = row.keys() - file.assumed - {"engine_version"}
    if any(row[name] != value for name, value in file.session.items() if name in named):
        return False
    frames = {"hands": file.hands, "seats": file.seats, "bank": file.bank}
    return all(
        rows.equals(store.read(table, file.session_id).select(rows.columns))
        for table, rows in (
            (table, rows.with_columns(session_id=pl.lit(file.session_id))) for table, rows in frames.items()
        )
    )
