"""Manifests: which files a session and the table of players consist of, so that lost or changed files are noticed.

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

from language import mark, tr
from pipeline.store.columns import SESSION_TABLES
from pipeline.store.faults import Fault, FaultKind
from pipeline.store.files import StoreError, write_whole
from queries.system import flush_names

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


def part_of(data: bytes, table: str, name: str, rows: int) -> Part:
    """The description of a part file that will hold these bytes."""
    return Part(table=table, name=name, rows=rows, bytes=len(data), sha256=_checksum(data))


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


def manifests(store: Path) -> Iterator[tuple[str, Manifest | Fault]]:
    """Every session with a manifest, by its folder's name: the manifest, or why it can't be read."""
    for place in sorted((store / MANIFESTS).glob(f"{KEY}*/{MANIFEST_FILE}")):
        try:
            yield place.parent.name, Manifest.of_text(place.read_text(encoding="utf-8"))
        except _UNREADABLE as error:
            yield place.parent.name, Fault(FaultKind.MANIFEST_UNREADABLE, {"place": place, "error": error})


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


def session_faults(store: Path, folder: str) -> Iterator[Fault]:
    """How a session, by its folder's name, differs from its manifest, or that it has none."""
    if manifest_of(store, folder) is None:
        yield Fault(FaultKind.NO_MANIFEST, {"folder": folder})
    elif not (store / "sessions" / folder).is_dir():
        yield Fault(FaultKind.GONE, {"place": store / "sessions" / folder})
    yield from manifest_faults(store, folder)


def damage(path: Path) -> Iterator[tuple[str, Fault]]:
    """Every difference between the store at `path` and its manifests: session and fault, naming the file."""
    known: dict[str, Manifest | Fault] = dict(manifests(path))
    tables: dict[str, set[str]] = {}
    for table in SESSION_TABLES:
        for place in path.glob(f"{table}/{KEY}*"):
            tables.setdefault(place.name, set()).add(table)
    tables.pop(SEASON_PAYMENTS, None)
    known.pop(SEASON_PAYMENTS, None)
    of_parts = (fault.with_remedy(_RESTORE) for fault in part_faults(path, SEASON_PAYMENTS))
    of_payments = [payments_fault(path), *of_parts]
    yield from ((SEASON_PAYMENTS.removeprefix(KEY), fault) for fault in of_payments if fault)
    for folder in sorted(tables.keys() | known.keys()):
        faults = _damage_of(path, folder, known.get(folder), tables.get(folder, set()))
        yield from ((unquote(folder.removeprefix(KEY)), fault) for fault in faults)
    yield from _stray_journals(path, [one for one in known.values() if isinstance(one, Manifest)])


_RESTORE = mark("restore it from a backup")
_ACCEPT = mark(
    "restore it from a backup, or `peder store check --accept` goes on with the payments that are left"
)


def _damage_of(
    path: Path, folder: str, manifest: Manifest | Fault | None, tables: set[str]
) -> Iterator[Fault]:
    if "sessions" not in tables:
        left = ", ".join(str(path / table / folder) for table in sorted(tables))
        kind = FaultKind.GONE_BUT_REST if left else FaultKind.GONE_WITH_ALL
        yield _with_repair(Fault(kind, {"place": path / "sessions" / folder, "left": left}), manifest)
    elif manifest is None:
        yield Fault(FaultKind.OLDER_THAN_MANIFESTS, {"place": path / MANIFESTS / folder}).with_remedy(
            mark("`peder store check --accept` writes one of its files as they are now")
        )
    elif isinstance(manifest, Fault):
        yield manifest.with_remedy(
            mark("restore it, or `peder store check --accept` accepts the session as it is now")
        )
    else:
        yield from (_with_repair(fault, manifest) for fault in manifest_faults(path, folder))


def _with_repair(fault: Fault, manifest: Manifest | Fault | None) -> Fault:
    """A fault of a session with how to repair that."""
    if isinstance(manifest, Manifest) and manifest.journal:
        remedy = mark("`peder log {session!r}` writes the night's tables again from its journal")
        return fault.with_remedy(remedy, session=manifest.session_id)
    if isinstance(manifest, Manifest) and manifest.origin:
        return fault.with_remedy(mark("import the file again with --replace, or restore it from a backup"))
    return fault.with_remedy(mark("restore it from a backup, or make the session again with --replace"))


def manifest_faults(path: Path, folder: str) -> Iterator[Fault]:
    """How a session that has a manifest differs from it; nothing for one that has none."""
    manifest = manifest_of(path, folder)
    if manifest is None:
        return
    if manifest.session_id != unquote(folder.removeprefix(KEY)):
        values = {"place": path / MANIFESTS / folder, "session_id": manifest.session_id}
        yield Fault(FaultKind.RENAMED, values)
    yield from part_faults(path, folder)
    if fault := journal_fault(path, folder):
        yield fault


def part_faults(path: Path, folder: str) -> Iterator[Fault]:
    """How the part files of a session that has a manifest differ from it."""
    manifest = manifest_of(path, folder)
    if manifest is None:
        return
    known = {(part.table, part.name) for part in manifest.parts}
    for table in SESSION_TABLES:
        for other in sorted((path / table / folder).glob("part-*.parquet")):
            if (table, other.name) not in known:
                yield Fault(FaultKind.FOREIGN_PART, {"place": other})
    for part in manifest.parts:
        place = path / part.table / folder / part.name
        try:
            size = place.stat().st_size
            if size != part.bytes:
                yield Fault(FaultKind.WRONG_SIZE, {"place": place, "size": size, "bytes": part.bytes})
                continue
            with place.open("rb") as file:
                same = hashlib.file_digest(file, "sha256").hexdigest() == part.sha256
            if not same:
                yield Fault(FaultKind.CHANGED, {"place": place})
        except OSError as error:
            yield Fault(FaultKind.UNREADABLE, {"place": place, "error": error.strerror})


def journal_fault(path: Path, folder: str) -> Fault | None:
    """How the journal of a session differs from what its manifest says of it; None where it doesn't."""
    manifest, place = manifest_of(path, folder), journal_of(path, folder)
    if manifest is None or manifest.journal is None:
        return None
    try:
        data = place.read_bytes()
    except OSError as error:
        return Fault(FaultKind.JOURNAL_UNREADABLE, {"place": place, "error": error.strerror})
    if not _follows(manifest.journal, data):
        return Fault(FaultKind.JOURNAL_CHANGED, {"place": place})
    if b"\n" in data[manifest.journal.bytes :]:
        return Fault(FaultKind.JOURNAL_AHEAD, {"place": place})
    return None


def payments_fault(path: Path) -> Fault | None:
    """How the journal of the seasons' payments differs from what their manifest says of it; None where it doesn't."""
    place = path / MANIFESTS / SEASON_PAYMENTS / MANIFEST_FILE
    try:
        Manifest.of_text(place.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except _UNREADABLE as error:
        return Fault(FaultKind.MANIFEST_UNREADABLE, {"place": place, "error": error}).with_remedy(_ACCEPT)
    fault = journal_fault(path, SEASON_PAYMENTS)
    if fault and fault.kind is FaultKind.JOURNAL_CHANGED:
        fault = Fault(FaultKind.PAYMENTS_CHANGED, fault.values)
    return fault.with_remedy(_ACCEPT) if fault and fault.kind is not FaultKind.JOURNAL_AHEAD else fault


def _stray_journals(path: Path, known: Sequence[Manifest]) -> Iterator[tuple[str, Fault]]:
    """Journals without a session, and lost ones."""
    ours = {manifest.session_id for manifest in known if manifest.journal}
    for place in sorted((path / JOURNALS).glob("*.jsonl")):
        night = unquote(place.stem)
        if night not in ours:
            yield (
                night,
                Fault(FaultKind.JOURNAL_WITHOUT_SESSION, {"place": place}).with_remedy(
                    mark("`peder log {night!r}` makes its tables"), night=night
                ),
            )
    for last in sorted((path / JOURNALS).glob(f"*{LAST}")):
        night, place = unquote(last.stem), last.with_suffix(".jsonl")
        if night not in ours and not place.exists():
            yield (
                night,
                Fault(FaultKind.JOURNAL_GONE, {"place": place}).with_remedy(
                    mark("restore it from a backup, or delete {last} to forget the night"), last=last
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
    flush_names(place.parent)


def players_faults(store: Path) -> Iterator[Fault]:
    """How the table of players differs from its manifest; nothing where neither was ever written."""
    place, manifest = _players_table(store), _players_manifest(store)
    try:
        checksum = _checksum(place.read_bytes())
    except FileNotFoundError:
        if manifest.exists():
            yield Fault(FaultKind.GONE, {"place": place}).with_remedy(
                mark("restore it from a backup, or `peder store check --accept` begins an empty one")
            )
        return
    except OSError as error:
        yield Fault(FaultKind.UNREADABLE, {"place": place, "error": error.strerror}).with_remedy(_RESTORE)
        return
    try:
        fields = json.loads(manifest.read_text(encoding="utf-8"))
        players = fields["players"]
        if fields["checksum"] != _json_checksum(players):
            raise ValueError(tr("its checksum is wrong"))
    except FileNotFoundError:
        yield Fault(FaultKind.TABLE_OLDER_THAN_MANIFESTS, {"place": place, "manifest": manifest}).with_remedy(
            mark("`peder store check --accept` writes one of the table as it is now")
        )
    except _UNREADABLE as error:
        yield Fault(FaultKind.MANIFEST_UNREADABLE, {"place": manifest, "error": error}).with_remedy(
            mark("`peder store check --accept` writes it again")
        )
    else:
        if checksum not in players:
            yield Fault(FaultKind.CHANGED, {"place": place}).with_remedy(
                mark("restore it from a backup, or `peder store check --accept` takes it as it is now")
            )
