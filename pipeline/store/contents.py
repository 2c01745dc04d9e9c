"""What a session consists of, stated when it is written, so that whatever goes missing or changes is seen.

    <store>/contents/session_id=<id>/contents.json

A statement names the parts of the session's tables with their rows, bytes and checksums, and where the
session comes from: the game that was imported, or how far a night's journal had come. A checksum of its own
tells whether it is whole.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import unquote

from language import in_source, tr
from pipeline.store.columns import SESSION_TABLES

CONTENTS = "contents"
JOURNALS = "journal"
FILE = "contents.json"
KEY = "session_id="
SEASON_PAYMENTS = f"{KEY}season payments"
"""Within the table `bank`, rows of no session, kept by `pipeline.settling`; no session is called so."""
_AHEAD = "is ahead of its tables"


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part file: its table and name, how many rows and bytes it has, the SHA-256 of those."""

    table: str
    name: str
    rows: int
    bytes: int
    sha256: str


@dataclass(frozen=True, kw_only=True)
class JournalState:
    """How far a journal had come: the bytes that the tables follow from, and the SHA-256 of those."""

    bytes: int
    sha256: str


@dataclass(frozen=True, kw_only=True)
class Contents:
    """The statement of a session."""

    session_id: str
    parts: tuple[Part, ...]
    origin: str | None = None  # the game that an import holds, whatever the session is called
    journal: JournalState | None = None
    within: str | None = None  # in a bucket, the folder that its parts lie in

    def text(self) -> str:
        """As it is kept: JSON with the checksum of the rest."""
        told = asdict(self)
        if self.within is None:
            del told["within"]
        return json.dumps({**told, "checksum": _checksum(told)}, ensure_ascii=False, indent=1)

    @classmethod
    def of_text(cls, text: str) -> Contents:
        """Read a statement; raises ValueError for one that isn't whole."""
        told = json.loads(text)
        if not isinstance(told, dict) or told.pop("checksum", None) != _checksum(told):
            raise ValueError(tr("its checksum isn't that of what it says"))
        journal = told["journal"]
        return cls(
            session_id=told["session_id"],
            parts=tuple(Part(**part) for part in told["parts"]),
            origin=told["origin"],
            journal=JournalState(**journal) if journal else None,
            within=told.get("within"),
        )


def _checksum(told: object) -> str:
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def part_at(place: Path, table: str, rows: int | None = None) -> Part:
    """The statement of a part file as it is, counted where the `rows` aren't given.

    Raises OSError, or polars' errors where it can't be read.
    """
    with place.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if rows is None:
        import polars as pl

        rows = int(
            pl.scan_parquet(place, hive_partitioning=False, glob=False).select(pl.len()).collect().item()
        )
    return Part(table=table, name=place.name, rows=rows, bytes=place.stat().st_size, sha256=digest)


def journal_of(store: Path, folder: str) -> Path:
    """The journal of a session, by its folder's name; the seasons' payments' has a folder to itself."""
    name = folder.removeprefix(KEY)
    return store / JOURNALS / (f"{name}/payments.jsonl" if folder == SEASON_PAYMENTS else f"{name}.jsonl")


def journal_state(place: Path) -> JournalState | None:
    """How far a journal has come: its whole lines; None where there is no journal."""
    try:
        data = place.read_bytes()
    except FileNotFoundError:
        return None
    return journal_state_of(data[: data.rfind(b"\n") + 1])


def journal_state_of(whole: bytes) -> JournalState:
    """The state of a journal of these whole lines."""
    return JournalState(bytes=len(whole), sha256=hashlib.sha256(whole).hexdigest())


def statements(store: Path) -> Iterator[tuple[str, Contents | str]]:
    """Every session that a store states, by its folder's name: the statement, or why it can't be read."""
    for place in sorted((store / CONTENTS).glob(f"{KEY}*/{FILE}")):
        try:
            yield place.parent.name, Contents.of_text(place.read_text(encoding="utf-8"))
        except (OSError, ValueError, KeyError, TypeError) as error:
            yield (
                place.parent.name,
                tr("its statement {place} can't be read ({error})", place=place, error=error),
            )


def statement_of(store: Path, folder: str) -> Contents | None:
    """The statement of a session, by its folder's name; None where there is none that can be read."""
    try:
        return Contents.of_text((store / CONTENTS / folder / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def journal_is_ahead(store: Path, folder: str) -> bool:
    """Whether a night, by its folder's name, has lines in its journal that came after its tables were
    written; or no tables at all yet.
    """
    stated = statement_of(store, folder)
    if stated is None or stated.journal is None:
        return stated is None and not (store / "sessions" / folder).exists()
    faults = _journal_faults(journal_of(store, folder), stated.journal)
    return any(in_source(fault).endswith(_AHEAD) for fault in faults)


def session_faults(store: Path, folder: str) -> Iterator[str]:
    """All in which a session, by its folder's name, isn't as stated, or that nothing states it."""
    stated = statement_of(store, folder)
    if stated is None:
        yield tr("nothing that can be read states what {folder} consists of", folder=folder)
        return
    if not (store / "sessions" / folder).is_dir():
        yield tr("{place} is gone", place=store / "sessions" / folder)
    yield from _faults_of(store, folder, stated)


def stated_faults(store: Path, folder: str) -> Iterator[str]:
    """In what a session that is stated isn't as stated; nothing where nothing states it."""
    if stated := statement_of(store, folder):
        yield from _faults_of(store, folder, stated)


def session_of(store: Path, origin: str) -> str | None:
    """The session that holds an imported game, under whatever name."""
    for _, stated in statements(store):
        if isinstance(stated, Contents) and stated.origin == origin:
            return stated.session_id
    return None


def damage(path: Path) -> Iterator[tuple[str, str]]:
    """All in which the store at `path` isn't as stated: session and fault, which names the file."""
    stated: dict[str, Contents | str] = dict(statements(path))
    there: dict[str, set[str]] = {}
    for table in SESSION_TABLES:
        for place in path.glob(f"{table}/{KEY}*"):
            there.setdefault(place.name, set()).add(table)
    there.pop(SEASON_PAYMENTS, None)
    payments = stated.pop(SEASON_PAYMENTS, None)
    if isinstance(payments, Contents):
        for fault in _faults_of(path, SEASON_PAYMENTS, payments):
            yield payments.session_id, tr("{fault}: restore it from a backup", fault=fault)
    elif payments:
        yield (
            unquote(SEASON_PAYMENTS.removeprefix(KEY)),
            tr("{payments}: take it away, and it is stated anew", payments=payments),
        )
    for folder in sorted(there.keys() | stated.keys()):
        session = unquote(folder.removeprefix(KEY))
        contents = stated.get(folder)
        if "sessions" not in there.get(folder, ()):
            left = ", ".join(str(path / table / folder) for table in sorted(there.get(folder, ())))
            others = tr("and {left} is left", left=left) if left else tr("and all the rest")
            yield (
                session,
                tr(
                    "{path} is gone, {others}: {mend}",
                    path=path / "sessions" / folder,
                    others=others,
                    mend=_mend(contents),
                ),
            )
            continue
        if contents is None:
            yield (
                session,
                (
                    tr(
                        "nothing states what it consists of: it is older than such statements, or {path} is "
                        "gone; `peder check --accept` states it as it is now",
                        path=path / CONTENTS / folder,
                    )
                ),
            )
        elif isinstance(contents, str):
            yield (
                session,
                tr(
                    "{contents}: restore it, or `peder check --accept` states the session as it is now",
                    contents=contents,
                ),
            )
        else:
            for fault in _faults_of(path, folder, contents):
                yield session, f"{fault}: {_mend(contents)}"
    yield from _journals_astray(path, [c for c in stated.values() if isinstance(c, Contents)])


def _mend(contents: Contents | str | None) -> str:
    if isinstance(contents, Contents) and contents.journal:
        return tr(
            "`peder log {session_id!r}` writes the night's tables anew from its journal",
            session_id=contents.session_id,
        )
    if isinstance(contents, Contents) and contents.origin:
        return tr("import the file again with --replace, or restore it from a backup")
    return tr("restore it from a backup, or make the session anew with --replace")


def _faults_of(path: Path, folder: str, contents: Contents) -> Iterator[str]:
    """What of a session isn't as stated."""
    if contents.session_id != unquote(folder.removeprefix(KEY)):
        yield tr(
            "{path} states the session {session_id!r}: a folder was renamed",
            path=path / CONTENTS / folder,
            session_id=contents.session_id,
        )
    stated = {(part.table, part.name): part for part in contents.parts}
    for table in SESSION_TABLES:
        place = path / table / folder
        known = {name for of, name in stated if of == table}
        for other in sorted(file for file in place.glob("part-*.parquet") if file.name not in known):
            yield tr("{other} isn't of this session", other=other)
    for part in contents.parts:
        place = path / part.table / folder / part.name
        try:
            size = place.stat().st_size
            if size != part.bytes:
                yield tr(
                    "{place} has {size} bytes, and {bytes} were written",
                    place=place,
                    size=size,
                    bytes=part.bytes,
                )
                continue
            with place.open("rb") as file:
                same = hashlib.file_digest(file, "sha256").hexdigest() == part.sha256
            if not same:
                yield tr("{place} isn't as it was written (its checksum differs)", place=place)
        except OSError as error:
            yield tr("{place} can't be read ({strerror})", place=place, strerror=error.strerror)
    if contents.journal:
        yield from _journal_faults(journal_of(path, folder), contents.journal)


def _journal_faults(place: Path, stated: JournalState) -> Iterator[str]:
    try:
        data = place.read_bytes()
    except OSError as error:
        yield tr("its journal {place} can't be read ({strerror})", place=place, strerror=error.strerror)
        return
    if hashlib.sha256(data[: stated.bytes]).hexdigest() != stated.sha256:
        yield tr(
            "its tables don't follow from {place}, which was changed, or is another night's", place=place
        )
    elif b"\n" in data[stated.bytes :]:
        yield tr("{place} is ahead of its tables", place=place)


def _journals_astray(path: Path, contents: Sequence[Contents]) -> Iterator[tuple[str, str]]:
    ours = {c.session_id for c in contents if c.journal}
    for place in sorted((path / JOURNALS).glob("*.jsonl")):
        night = unquote(place.stem)
        if night not in ours:
            yield (
                night,
                tr(
                    "no session is made of the journal {place}: `peder log {night!r}` makes its tables",
                    place=place,
                    night=night,
                ),
            )
