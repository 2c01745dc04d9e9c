"""Manifests: which files a session and the table of players consist of, so that lost or changed files are found.

    <store>/contents/session_id=<id>/contents.json   of a session
    <store>/contents/players.json                    of the table of players

A session's manifest names the parts of its tables with their rows, bytes and checksums, and its source: the game that
was imported, or how much of a journal the tables contain. The players' manifest has the checksum of the table; while
it is written, those of before and after. Each manifest also has its own checksum.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import unquote

from language import tr
from pipeline.store.columns import SESSION_TABLES
from pipeline.store.files import StoreError, flush, write_whole

MANIFESTS = "contents"
JOURNALS = "journal"
LAST = ".last"
"""Suffix of the file with the last confirmed entry of a journal (`pipeline.night.journal`)."""
MANIFEST_FILE = "contents.json"
KEY = "session_id="
SEASON_PAYMENTS = f"{KEY}season payments"
"""Within the table `bank`, rows of no session, written by `pipeline.night.season_payments`; no session has this name."""
PLAYERS = "players"
_UNREADABLE = (OSError, ValueError, KeyError, TypeError)


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part file: its table and name, its number of rows and bytes, the SHA-256 of the bytes."""

    table: str
    name: str
    rows: int
    bytes: int
    sha256: str


@dataclass(frozen=True, kw_only=True)
class JournalState:
    """The beginning of a journal: its bytes that the tables follow from, and their SHA-256."""

    bytes: int
    sha256: str


@dataclass(frozen=True, kw_only=True)
class Manifest:
    session_id: str
    parts: tuple[Part, ...]
    origin: str | None = None  # the game that an import holds, whatever the session is called
    journal: JournalState | None = None
    within: str | None = None  # in a bucket, the folder that its parts lie in

    def text(self) -> str:
        """As it is stored: JSON with the checksum of the rest."""
        fields = asdict(self)
        if self.within is None:
            del fields["within"]
        return json.dumps({**fields, "checksum": _json_checksum(fields)}, ensure_ascii=False, indent=1)

    @classmethod
    def of_text(cls, text: str) -> Manifest:
        """Read a manifest; raises ValueError for one that isn't whole."""
        fields = json.loads(text)
        if not isinstance(fields, dict) or fields.pop("checksum", None) != _json_checksum(fields):
            raise ValueError(tr("its checksum is wrong"))
        journal = fields["journal"]
        return cls(
            session_id=fields["session_id"],
            parts=tuple(Part(**part) for part in fields["parts"]),
            origin=fields["origin"],
            journal=JournalState(**journal) if journal else None,
            within=fields.get("within"),
        )


def _json_checksum(fields: object) -> str:
    return _checksum(json.dumps(fields, sort_keys=True).encode())


def _checksum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def part_at(place: Path, table: str, rows: int | None = None) -> Part:
    """The description of a part file; its rows are counted unless given.

    Raises OSError, or polars' errors where the file can't be read.
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
    """The journal of a session, by its folder's name; the journal of the seasons' payments has its own folder."""
    name = folder.removeprefix(KEY)
    return store / JOURNALS / (f"{name}/payments.jsonl" if folder == SEASON_PAYMENTS else f"{name}.jsonl")


def whole_lines(place: Path) -> bytes | None:
    """The whole lines of a journal; None where there is none."""
    try:
        data = place.read_bytes()
    except FileNotFoundError:
        return None
    return data[: data.rfind(b"\n") + 1]


def journal_state(place: Path) -> JournalState | None:
    """The state of a journal: its whole lines; None where there is no journal."""
    whole = whole_lines(place)
    return None if whole is None else journal_state_of(whole)


def journal_state_of(whole: bytes) -> JournalState:
    return JournalState(bytes=len(whole), sha256=_checksum(whole))


def manifests(store: Path) -> Iterator[tuple[str, Manifest | str]]:
    """Every session with a manifest, by its folder's name: the manifest, or why it can't be read."""
    for place in sorted((store / MANIFESTS).glob(f"{KEY}*/{MANIFEST_FILE}")):
        try:
            yield place.parent.name, Manifest.of_text(place.read_text(encoding="utf-8"))
        except _UNREADABLE as error:
            yield (
                place.parent.name,
                tr("its manifest {place} can't be read ({error})", place=place, error=error),
            )


def manifest_of(store: Path, folder: str) -> Manifest | None:
    """The manifest of a session, by its folder's name; None where there is none that can be read."""
    try:
        return Manifest.of_text((store / MANIFESTS / folder / MANIFEST_FILE).read_text(encoding="utf-8"))
    except _UNREADABLE:
        return None


def session_of(store: Path, origin: str) -> str | None:
    """The session that holds an imported game, under whatever name."""
    for _, manifest in manifests(store):
        if isinstance(manifest, Manifest) and manifest.origin == origin:
            return manifest.session_id
    return None


def journal_is_ahead(store: Path, folder: str) -> bool:
    """Whether a night's journal, by its folder's name, has lines that its tables don't contain, or the night
    has no tables at all.
    """
    manifest = manifest_of(store, folder)
    if manifest is None or manifest.journal is None:
        return manifest is None and not (store / "sessions" / folder).exists()
    try:
        data = journal_of(store, folder).read_bytes()
    except OSError:
        return False
    return _follows(manifest.journal, data) and b"\n" in data[manifest.journal.bytes :]


def _follows(state: JournalState, data: bytes) -> bool:
    """Whether tables of this state follow from a journal."""
    return _checksum(data[: state.bytes]) == state.sha256


def session_faults(store: Path, folder: str) -> Iterator[str]:
    """How a session, by its folder's name, differs from its manifest, or that it has none."""
    if manifest_of(store, folder) is None:
        yield tr("{folder} has no manifest that can be read", folder=folder)
    elif not (store / "sessions" / folder).is_dir():
        yield tr("{place} is gone", place=store / "sessions" / folder)
    yield from manifest_faults(store, folder)


def damage(path: Path) -> Iterator[tuple[str, str]]:
    """Every difference between the store at `path` and its manifests: session and fault, naming the file."""
    known: dict[str, Manifest | str] = dict(manifests(path))
    tables: dict[str, set[str]] = {}
    for table in SESSION_TABLES:
        for place in path.glob(f"{table}/{KEY}*"):
            tables.setdefault(place.name, set()).add(table)
    tables.pop(SEASON_PAYMENTS, None)
    payments = known.pop(SEASON_PAYMENTS, None)
    if isinstance(payments, Manifest):
        for fault in manifest_faults(path, SEASON_PAYMENTS):
            yield payments.session_id, tr("{fault}: restore it from a backup", fault=fault)
    elif payments:
        yield (
            unquote(SEASON_PAYMENTS.removeprefix(KEY)),
            tr("{payments}: delete it, and it is written again", payments=payments),
        )
    for folder in sorted(tables.keys() | known.keys()):
        session = unquote(folder.removeprefix(KEY))
        for fault in _damage_of(path, folder, known.get(folder), tables.get(folder, set())):
            yield session, fault
    yield from _stray_journals(path, [each for each in known.values() if isinstance(each, Manifest)])


def _damage_of(path: Path, folder: str, manifest: Manifest | str | None, tables: set[str]) -> Iterator[str]:
    if "sessions" not in tables:
        left = ", ".join(str(path / table / folder) for table in sorted(tables))
        others = tr("and {left} is left", left=left) if left else tr("and all the rest")
        yield tr(
            "{path} is gone, {others}: {mend}",
            path=path / "sessions" / folder,
            others=others,
            mend=_repair(manifest),
        )
    elif manifest is None:
        yield tr(
            "it has no manifest: it is older than manifests, or {path} is gone; `peder check "
            "--accept` writes one of its files as they are now",
            path=path / MANIFESTS / folder,
        )
    elif isinstance(manifest, str):
        yield tr(
            "{fault}: restore it, or `peder check --accept` accepts the session as it is now", fault=manifest
        )
    else:
        for fault in manifest_faults(path, folder):
            yield f"{fault}: {_repair(manifest)}"


def _repair(manifest: Manifest | str | None) -> str:
    if isinstance(manifest, Manifest) and manifest.journal:
        return tr(
            "`peder log {session_id!r}` writes the night's tables again from its journal",
            session_id=manifest.session_id,
        )
    if isinstance(manifest, Manifest) and manifest.origin:
        return tr("import the file again with --replace, or restore it from a backup")
    return tr("restore it from a backup, or make the session again with --replace")


def manifest_faults(path: Path, folder: str) -> Iterator[str]:
    """How a session that has a manifest differs from it; nothing for one that has none."""
    manifest = manifest_of(path, folder)
    if manifest is None:
        return
    if manifest.session_id != unquote(folder.removeprefix(KEY)):
        yield tr(
            "{path} is the manifest of the session {session_id!r}: a folder was renamed",
            path=path / MANIFESTS / folder,
            session_id=manifest.session_id,
        )
    yield from part_faults(path, folder)
    if manifest.journal:
        yield from _journal_faults(journal_of(path, folder), manifest.journal)


def part_faults(path: Path, folder: str) -> Iterator[str]:
    """How the part files of a session that has a manifest differ from it."""
    manifest = manifest_of(path, folder)
    if manifest is None:
        return
    known = {(part.table, part.name) for part in manifest.parts}
    for table in SESSION_TABLES:
        for other in sorted((path / table / folder).glob("part-*.parquet")):
            if (table, other.name) not in known:
                yield tr("{other} isn't of this session", other=other)
    for part in manifest.parts:
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


def _journal_faults(place: Path, state: JournalState) -> Iterator[str]:
    try:
        data = place.read_bytes()
    except OSError as error:
        yield tr("its journal {place} can't be read ({strerror})", place=place, strerror=error.strerror)
        return
    if not _follows(state, data):
        yield tr(
            "its tables don't follow from {place}, which was changed, or is another night's", place=place
        )
    elif b"\n" in data[state.bytes :]:
        yield tr("{place} is ahead of its tables", place=place)


def _stray_journals(path: Path, known: Sequence[Manifest]) -> Iterator[tuple[str, str]]:
    """Journals without a session, and lost ones."""
    ours = {manifest.session_id for manifest in known if manifest.journal}
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
    for last in sorted((path / JOURNALS).glob(f"*{LAST}")):
        night, place = unquote(last.stem), last.with_suffix(".jsonl")
        if night not in ours and not place.exists():
            yield (
                night,
                tr(
                    "its journal {place} is gone: restore it from a backup, or delete {last} to forget the night",
                    place=place,
                    last=last,
                ),
            )


def _players_table(store: Path) -> Path:
    return store / PLAYERS / "part-0.parquet"


def _players_manifest(store: Path) -> Path:
    return store / MANIFESTS / f"{PLAYERS}.json"


def write_players(store: Path, data: bytes) -> None:
    """Replace the file of the table of players, and its manifest.

    Raises StoreError where the table differs from its manifest: nothing is built upon a damaged table.
    """
    place = _players_table(store)
    before = [_checksum(place.read_bytes())] if place.is_file() else []
    known = bool(before) and _players_manifest(store).exists()
    if known and (fault := next(players_faults(store), None)):
        raise StoreError(tr("The players can't be changed: {fault}.", fault=fault))
    _write_players_manifest(store, [*before, _checksum(data)])
    write_whole(place, data)
    if before:  # else it says so already
        _write_players_manifest(store, [_checksum(data)])


def settle_players(store: Path) -> None:
    """Reduce the manifest to the table's checksum, where a writer was killed and both are in it."""
    try:
        known = json.loads(_players_manifest(store).read_text(encoding="utf-8"))["players"]
        checksum = _checksum(_players_table(store).read_bytes())
    except _UNREADABLE:
        return
    if len(known) > 1 and checksum in known:
        _write_players_manifest(store, [checksum])


def accept_players(store: Path) -> None:
    """Write the manifest of the table as it is now, if it differs; a table that is gone begins empty."""
    if not any(players_faults(store)):
        return
    if _players_table(store).exists():
        _write_players_manifest(store, [_checksum(_players_table(store).read_bytes())])
    else:
        _players_manifest(store).unlink()


def _write_players_manifest(store: Path, checksums: Collection[str]) -> None:
    place = _players_manifest(store)
    place.parent.mkdir(exist_ok=True)
    players = sorted(set(checksums))
    fields = {"players": players, "checksum": _json_checksum(players)}
    write_whole(place, json.dumps(fields, indent=1).encode())
    flush(place.parent)


def players_faults(store: Path) -> Iterator[str]:
    """How the table of players differs from its manifest; nothing where neither was ever written."""
    place, manifest = _players_table(store), _players_manifest(store)
    try:
        checksum = _checksum(place.read_bytes())
    except FileNotFoundError:
        if manifest.exists():
            yield tr(
                "{place} is gone: restore it from a backup, or `peder check --accept` begins an empty one",
                place=place,
            )
        return
    except OSError as error:
        yield tr(
            "{place} can't be read ({strerror}): restore it from a backup",
            place=place,
            strerror=error.strerror,
        )
        return
    try:
        fields = json.loads(manifest.read_text(encoding="utf-8"))
        players = fields["players"]
        if fields["checksum"] != _json_checksum(players):
            raise ValueError(tr("its checksum is wrong"))
    except FileNotFoundError:
        yield tr(
            "{place} has no manifest: it is older than manifests, or {statement} is gone; `peder "
            "check --accept` writes one of the table as it is now",
            place=place,
            statement=manifest,
        )
    except _UNREADABLE as error:
        yield tr(
            "the manifest {statement} can't be read ({error}): `peder check --accept` writes it again",
            statement=manifest,
            error=error,
        )
    else:
        if checksum not in players:
            yield tr(
                "{place} isn't as it was written (its checksum differs): {mend}",
                place=place,
                mend=tr("restore it from a backup, or `peder check --accept` takes it as it is now"),
            )
