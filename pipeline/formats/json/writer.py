"""Sessions as Peder's own JSON Lines: everything that the store has about them, so that an import restores them exactly."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import BinaryIO

from language import tr
from pipeline.formats.json.lines import (
    VERSION,
    EndJson,
    GameJson,
    Head,
    JournalJson,
    JsonLine,
    PlayerJson,
    encode,
)
from pipeline.formats.json.rows import bank_line, entry_part, hand_line, session_line
from pipeline.formats.output import ExportError, hands_of, opened, sessions_to_export
from pipeline.night.entries import decode_entries
from pipeline.night.journal import journal_place, read_journal
from pipeline.store.files import StoreError
from pipeline.store.games import definitions_of
from pipeline.store.manifest import journal_state_of, manifest_of
from pipeline.store.people import Person, Registry
from pipeline.store.progress import Progress
from pipeline.store.session_names import session_folder
from pipeline.store.store import Store


class _Writer:
    """Writes lines, counted and with a running checksum."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.digest = hashlib.sha256()
        self.counts = {"session": 0, "hand": 0, "bank": 0}

    def put(self, line: JsonLine) -> None:
        data = encode(line) + b"\n"
        self.digest.update(data)
        self.file.write(data)
        kind = str(type(line).__struct_config__.tag)
        if kind in self.counts:
            self.counts[kind] += 1

    def end(self) -> None:
        self.put(
            EndJson(
                sessions=self.counts["session"], hands=self.counts["hand"], bank=self.counts["bank"],
                sha256=self.digest.hexdigest(),
            )
        )  # fmt: skip


def export_json(
    store: Store, sessions: Sequence[str], out: Path, progress: Progress | None = None
) -> dict[str, int]:
    """Write sessions, by default all of the store. Returns the number of lines of each kind, apart from players and games.
    Raises StoreError for an unknown session or a night whose tables don't follow from its journal, JournalError for a damaged
    journal, ExportError if the file can't be written or there is no session.

    >>> export_json(online, [], tmp / "online.jsonl")
    {'session': 1, 'hand': 34, 'bank': 12}
    """
    names = sessions_to_export(store, sessions)
    if not names:
        raise ExportError(
            tr("The store {path} holds no session: there is nothing to export.", path=store.path)
        )
    with opened(out) as file:
        writer = _Writer(file)
        writer.put(Head(version=VERSION, program=version("peder")))
        for row in Registry(_people(store, names if sessions else None)).public_rows():
            writer.put(PlayerJson(**row))
        for variant_id, definition in _own_games(store, names).items():
            writer.put(GameJson(variant_id=variant_id, definition=definition))
        for number, name in enumerate(names):
            if progress:
                progress(tr("writing {name}", name=name), number, len(names))
            for line in _session(store, name):
                writer.put(line)
        writer.end()
    return writer.counts


def _people(store: Store, sessions: Sequence[str] | None) -> Iterator[Person]:
    """The players whom sessions name (None: all), and whom they were merged into."""
    registry = Registry.of(store)
    if sessions is None:
        yield from registry.people.values()
        return
    named: dict[str, None] = {}
    for session in sessions:
        for table, columns in (
            ("sessions", ["banker_id"]),
            ("hands", ["dealer_id"]),
            ("seats", ["player_id"]),
            ("bank", ["player_id", "counterparty_id"]),
        ):
            rows = store.read(table, session)
            for column in columns:
                named |= dict.fromkeys(rows[column].drop_nulls().unique().sort())
    wanted: set[str] = set()
    for player_id in named:
        step: str | None = player_id
        while step and step not in wanted:
            wanted.add(step)
            step = person.merged_into if (person := registry.people.get(step)) else None
    yield from (person for person in registry.people.values() if person.player_id in wanted)


def _own_games(store: Store, sessions: Sequence[str]) -> dict[str, str]:
    """The definitions of the group's own games that sessions were played by."""
    definitions = definitions_of(store.path)
    played = {game for session in sessions for game in store.read("hands", session)["variant_id"].unique()}
    return {game: text for game, text in definitions.items() if game in played}


def is_without_journal(store: Store, name: str) -> bool:
    """Return whether a night was logged whose journal is gone, so that its hands and its bank are written without the
    lines of its log.

    >>> is_without_journal(Store(folder), "2026-01")  # it was written without a log
    False
    """
    stated = manifest_of(store.path, session_folder(name))
    return bool(stated and stated.journal) and not journal_place(store.path, name).exists()


def _session(store: Store, name: str) -> Iterator[JsonLine]:
    stated = manifest_of(store.path, session_folder(name))
    row = store.session_row(name)
    yield session_line(row, stated.origin if stated else None)
    if stated and stated.journal and not is_without_journal(store, name):
        place = journal_place(store.path, name)
        read_journal(place)
        whole = place.read_bytes()[: stated.journal.bytes]
        if journal_state_of(whole) != stated.journal:
            raise StoreError(
                tr(
                    "The tables of the night {night!r} don't follow from its journal {place}: `peder log {night!r}` "
                    "writes them again.",
                    night=name,
                    place=place,
                )
            )
        for line in whole.splitlines():
            yield JournalJson(entries=[entry_part(entry) for entry in decode_entries(line)])
    for hand, seats in hands_of(store, name):
        yield hand_line(hand, seats)
    for entry in store.read("bank", name).iter_rows(named=True):
        yield bank_line(entry)
