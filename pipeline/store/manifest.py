"""Manifests: the files of each publication, so that lost or changed files are noticed.

    <store>/contents/session_id=<id>/contents.json   of a session, or of the payments of seasons
    <store>/contents/players.json                    of the table of players

A manifest names the parts of the tables with their rows, bytes and checksums, and their source: the game that was
imported, or how much of a journal the tables contain. It also has its own checksum.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from urllib.parse import unquote

from language import mark, tr
from pipeline.store.columns import SESSION_TABLES
from pipeline.store.faults import Fault, FaultKind

MANIFESTS = "contents"
JOURNALS = "journal"
LAST = ".last"
"""Suffix of the file with the last confirmed entry of a journal (`pipeline.night.journal`)."""
MANIFEST_FILE = "contents.json"
FIRST_PART = "part-0.parquet"
"""The only part of a table that is written at once."""
KEY = "session_id="
SEASON_PAYMENTS = f"{KEY}season payments"
"""Within the table `bank`, rows of no session, written by `pipeline.night.season_payments`; no session has this name."""
PLAYERS = "players"
"""The name of the publication that is the table of players, and of that table."""
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
    """The beginning of a journal: the number of bytes that the tables are derived from, and their SHA-256."""

    bytes: int
    sha256: str


@dataclass(frozen=True, kw_only=True)
class Manifest:
    session_id: str
    parts: tuple[Part, ...]
    origin: str | None = None  # the game in an import, whatever the session's name
    journal: JournalState | None = None
    within: str | None = None  # in a bucket, the folder of its parts

    def text(self) -> str:
        """The manifest as JSON, with the checksum of the rest."""
        fields = asdict(self)
        if self.within is None:
            del fields["within"]
        return json.dumps({**fields, "checksum": _json_checksum(fields)}, ensure_ascii=False, indent=1)

    @classmethod
    def of_text(cls, text: str) -> Manifest:
        """Read a manifest; raises ValueError for an incomplete one."""
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


def manifest_path(name: str) -> str:
    """Return the path within a store of a publication's manifest: of a session, by its folder's name, or of the players.

    >>> manifest_path("session_id=2026-03-14")
    'contents/session_id=2026-03-14/contents.json'
    """
    return f"{MANIFESTS}/{PLAYERS}.json" if name == PLAYERS else f"{MANIFESTS}/{name}/{MANIFEST_FILE}"


def tables_of(name: str) -> tuple[str, ...]:
    """Return the tables of a publication: of a session, by its folder's name, or of the players.

    >>> tables_of("players")
    ('players',)
    """
    return (PLAYERS,) if name == PLAYERS else tuple(SESSION_TABLES)


def table_path(table: str, name: str) -> str:
    """Return the folder within a store of the parts of a publication's table.

    >>> table_path("hands", "session_id=2026-03-14")
    'hands/session_id=2026-03-14'
    """
    return table if name == PLAYERS else f"{table}/{name}"


def part_at(place: Path, table: str, rows: int | None = None) -> Part:
    """The description of a part file; its rows are counted unless given.

    Raises OSError or StoreError where the file can't be read.
    """
    with place.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if rows is None:
        from pipeline.store.parts import count_rows

        rows = count_rows(place)
    return Part(table=table, name=place.name, rows=rows, bytes=place.stat().st_size, sha256=digest)


def part_of(data: bytes, table: str, name: str, rows: int) -> Part:
    """The description of a part file that will hold these bytes."""
    return Part(table=table, name=name, rows=rows, bytes=len(data), sha256=_checksum(data))


def journal_of(store: Path, folder: str) -> Path:
    """Return the journal of a session, by its folder's name; the journal of the seasons' payments has its own folder.

    >>> journal_of(Path("friends"), "session_id=2026-03-14").as_posix()
    'friends/journal/2026-03-14.jsonl'
    >>> journal_of(Path("friends"), SEASON_PAYMENTS).as_posix()
    'friends/journal/season payments/payments.jsonl'
    """
    name = folder.removeprefix(KEY)
    return store / JOURNALS / (f"{name}/payments.jsonl" if folder == SEASON_PAYMENTS else f"{name}.jsonl")


def whole_lines(place: Path) -> bytes | None:
    """Return the complete lines of a journal; None if there is none."""
    try:
        data = place.read_bytes()
    except FileNotFoundError:
        return None
    return data[: data.rfind(b"\n") + 1]


def journal_state(place: Path) -> JournalState | None:
    r"""Return the state of a journal by its complete lines; a line that is still being written doesn't count. None if
    there is no journal.

    >>> place = tmp / "2026-03-14.jsonl"
    >>> place.write_bytes(b'{"line": "7s"}\n{"li')
    19
    >>> journal_state(place).bytes
    15
    """
    whole = whole_lines(place)
    return None if whole is None else journal_state_of(whole)


def journal_state_of(whole: bytes) -> JournalState:
    r"""Return the state of a journal that consists of these complete lines.

    >>> state = journal_state_of(b'{"line": "7s"}\n')
    >>> state.bytes, state.sha256[:8]
    (15, '8d7a1f07')
    """
    return JournalState(bytes=len(whole), sha256=_checksum(whole))


def manifests(store: Path) -> Iterator[tuple[str, Manifest | Fault]]:
    """Yield every publication by its name (of a session, its folder's name): the manifest, or the reason why it
    can't be read.

    >>> for name, manifest in [*manifests(folder)][-2:]:
    ...     print(name, [f"{part.rows} {part.table}" for part in manifest.parts])
    session_id=run-1 ['1 sessions', '400 hands', '2000 seats']
    players ['6 players']
    """
    names = [place.parent.name for place in sorted((store / MANIFESTS).glob(f"{KEY}*/{MANIFEST_FILE}"))]
    for name in (*names, PLAYERS):
        place = store / manifest_path(name)
        try:
            yield name, read_manifest(store, name)
        except FileNotFoundError:
            pass  # no players yet, or a session that was dropped meanwhile
        except _UNREADABLE as error:
            yield name, Fault(FaultKind.MANIFEST_UNREADABLE, {"place": place, "error": error})


def manifest_of(store: Path, name: str) -> Manifest | None:
    """Return the manifest of a session, by its folder's name, or of the players; None if it is missing or damaged.

    >>> [(part.table, part.rows) for part in manifest_of(folder, "session_id=2026-01").parts]
    [('sessions', 1), ('hands', 24), ('seats', 144), ('bank', 6)]
    """
    try:
        return read_manifest(store, name)
    except _UNREADABLE:
        return None


def read_manifest(store: Path, name: str) -> Manifest:
    """Return the manifest of a session, by its folder's name, or of the players. Raises OSError, ValueError, KeyError
    or TypeError for a manifest that can't be read.

    >>> [(part.table, part.rows) for part in read_manifest(folder, "players").parts]
    [('players', 6)]
    """
    text = (store / manifest_path(name)).read_text(encoding="utf-8")
    if name != PLAYERS:
        return Manifest.of_text(text)
    place = store / PLAYERS / FIRST_PART
    return players_manifest(text, lambda: place.read_bytes() if place.is_file() else b"")


def players_manifest(text: str, table: Callable[[], bytes]) -> Manifest:
    """Return the players' manifest of a text; raises as `Manifest.of_text`.

    Versions before 1.0 wrote the checksums that the table may have: one, or two while it was written. Then
    the bytes of the table, as it is now, say which.

    >>> text = (folder / manifest_path(PLAYERS)).read_text()
    >>> (part,) = players_manifest(text, (folder / PLAYERS / FIRST_PART).read_bytes).parts
    >>> part.name, part.rows
    ('part-0.parquet', 6)
    """
    fields = json.loads(text)
    if not isinstance(fields, dict) or PLAYERS not in fields:
        return Manifest.of_text(text)
    known = fields[PLAYERS]
    if fields["checksum"] != _json_checksum(known):
        raise ValueError(tr("its checksum is wrong"))
    part = part_of(table(), PLAYERS, FIRST_PART, 0)
    return Manifest(
        session_id=PLAYERS, parts=(part if part.sha256 in known else replace(part, sha256=known[-1]),)
    )


def session_of(store: Path, origin: str) -> str | None:
    """Return the session with an imported game, whatever its name; None if no session has it.

    >>> from pipeline.store.store import Store
    >>> import polars as pl
    >>> night = {"session_id": "March", "kind": "import"}
    >>> Store(tmp / "one").write_session(night, hands=pl.DataFrame(), seats=pl.DataFrame(), origin="pokernow:pglAb")
    >>> session_of(tmp / "one", "pokernow:pglAb")
    'March'
    """
    for _, manifest in manifests(store):
        if isinstance(manifest, Manifest) and manifest.origin == origin:
            return manifest.session_id
    return None


def sessions_of_games(store: Path) -> dict[str, str]:
    """Return the sessions with imported games, by game.

    >>> from pipeline.store.store import Store
    >>> import polars as pl
    >>> night = {"session_id": "March", "kind": "import"}
    >>> Store(tmp / "all").write_session(night, hands=pl.DataFrame(), seats=pl.DataFrame(), origin="pokernow:pglAb")
    >>> sessions_of_games(tmp / "all")
    {'pokernow:pglAb': 'March'}
    """
    whole = [manifest for _, manifest in manifests(store) if isinstance(manifest, Manifest)]
    return {one.origin: one.session_id for one in reversed(whole) if one.origin is not None}


def journal_is_ahead(store: Path, folder: str) -> bool:
    """Whether a night's journal, by its folder's name, has lines that its tables don't contain, or the night
    has no tables at all.

    >>> journal_is_ahead(folder, "session_id=2026-01"), journal_is_ahead(folder, "session_id=2027-01")
    (False, True)
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
    """Whether tables of this state are up to date with a journal."""
    return _checksum(data[: state.bytes]) == state.sha256


def session_faults(store: Path, folder: str) -> Iterator[Fault]:
    """Yield how a session, by its folder's name, differs from its manifest, or that it has none.

    >>> [*session_faults(folder, "session_id=2026-01")]
    []
    >>> print(*session_faults(folder, "session_id=2027-01"))
    session_id=2027-01 has no manifest that can be read
    """
    if manifest_of(store, folder) is None:
        yield Fault(FaultKind.NO_MANIFEST, {"folder": folder})
    elif not (store / "sessions" / folder).is_dir():
        yield Fault(FaultKind.GONE, {"place": store / "sessions" / folder})
    yield from manifest_faults(store, folder)


def damage(path: Path) -> Iterator[tuple[str, Fault]]:
    """Yield every difference between the store at `path` and its manifests: session and fault, naming the file.

    >>> (tmp / "friends" / JOURNALS).mkdir(parents=True)
    >>> (tmp / "friends" / JOURNALS / "2026-03-14.jsonl").touch()
    >>> [(session, fault.kind.name) for session, fault in damage(tmp / "friends")]
    [('2026-03-14', 'JOURNAL_WITHOUT_SESSION')]
    """
    known: dict[str, Manifest | Fault] = dict(manifests(path))
    tables: dict[str, set[str]] = {}
    for table in SESSION_TABLES:
        for place in path.glob(f"{table}/{KEY}*"):
            tables.setdefault(place.name, set()).add(table)
    tables.pop(SEASON_PAYMENTS, None)
    known = {name: manifest for name, manifest in known.items() if name not in (SEASON_PAYMENTS, PLAYERS)}
    yield from ((PLAYERS, fault) for fault in players_faults(path))
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
_ACCEPT_PLAYERS = mark(
    "restore it from a backup, or `peder store check --accept` goes on with the players that are left"
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
    """Return a fault of a session with its remedy."""
    if isinstance(manifest, Manifest) and fault.kind is FaultKind.JOURNAL_GONE:
        remedy = mark(
            "restore it from a backup; `peder export json {session!r}` still writes the night's hands and bank"
        )
        return fault.with_remedy(remedy, session=manifest.session_id)
    if isinstance(manifest, Manifest) and manifest.journal:
        remedy = mark("`peder log {session!r}` writes the night's tables again from its journal")
        return fault.with_remedy(remedy, session=manifest.session_id)
    if isinstance(manifest, Manifest) and manifest.origin:
        return fault.with_remedy(mark("import the file again with --replace, or restore it from a backup"))
    return fault.with_remedy(mark("restore it from a backup, or make the session again with --replace"))


def manifest_faults(path: Path, folder: str) -> Iterator[Fault]:
    """Return how a session differs from its manifest; nothing if it has none."""
    manifest = manifest_of(path, folder)
    if manifest is None:
        return
    if manifest.session_id != unquote(folder.removeprefix(KEY)):
        values = {"place": path / MANIFESTS / folder, "session_id": manifest.session_id}
        yield Fault(FaultKind.RENAMED, values)
    yield from part_faults(path, folder)
    if fault := journal_fault(path, folder):
        yield fault


def part_faults(path: Path, name: str) -> Iterator[Fault]:
    """Return how the part files of a session, by its folder's name, or of the players differ from their manifest;
    nothing if there is none.
    """
    manifest = manifest_of(path, name)
    if manifest is None:
        return
    known = {(part.table, part.name) for part in manifest.parts}
    for table in tables_of(name):
        for other in sorted((path / table_path(table, name)).glob("part-*.parquet")):
            if (table, other.name) not in known:
                yield Fault(FaultKind.FOREIGN_PART, {"place": other})
    for part in manifest.parts:
        place = path / table_path(part.table, name) / part.name
        try:
            size = place.stat().st_size
            if size != part.bytes:
                yield Fault(FaultKind.WRONG_SIZE, {"place": place, "size": size, "bytes": part.bytes})
                continue
            with place.open("rb") as file:
                same = hashlib.file_digest(file, "sha256").hexdigest() == part.sha256
            if not same:
                yield Fault(FaultKind.CHANGED, {"place": place})
        except FileNotFoundError:
            yield Fault(FaultKind.GONE, {"place": place})
        except OSError as error:
            yield Fault(FaultKind.UNREADABLE, {"place": place, "error": error.strerror})


def parts_gone(path: Path, folders: Iterable[str] | None = None) -> dict[str, Fault]:
    """The sessions, of all or of these by folder, of which files are gone that their manifests list, with the first of these.

    >>> parts_gone(folder)
    {}
    """
    of = manifests(path) if folders is None else ((name, manifest_of(path, name)) for name in folders)
    gone = {}
    for name, manifest in of:
        if isinstance(manifest, Manifest) and name not in (PLAYERS, SEASON_PAYMENTS):
            places = (path / table_path(part.table, name) / part.name for part in manifest.parts)
            if place := next((place for place in places if not place.exists()), None):
                gone[name] = Fault(FaultKind.GONE, {"place": place})
    return gone


def players_faults(path: Path) -> Iterator[Fault]:
    """Return how the table of players differs from its manifest, and what to do about it; nothing if neither was ever
    written.
    """
    yield from (fault.with_remedy(_ACCEPT_PLAYERS) for fault in _players_faults(path))


def _players_faults(path: Path) -> Iterator[Fault]:
    place = path / manifest_path(PLAYERS)
    try:
        read_manifest(path, PLAYERS)
    except FileNotFoundError:
        if (path / PLAYERS / FIRST_PART).exists():
            yield Fault(FaultKind.OLDER_THAN_MANIFESTS, {"place": place})
    except _UNREADABLE as error:
        yield Fault(FaultKind.MANIFEST_UNREADABLE, {"place": place, "error": error})
    else:
        yield from part_faults(path, PLAYERS)


def journal_fault(path: Path, folder: str) -> Fault | None:
    """Return how the journal of a session differs from its description in the manifest; None if it doesn't."""
    manifest, place = manifest_of(path, folder), journal_of(path, folder)
    if manifest is None or manifest.journal is None:
        return None
    try:
        data = place.read_bytes()
    except FileNotFoundError:
        return Fault(FaultKind.JOURNAL_GONE, {"place": place})
    except OSError as error:
        return Fault(FaultKind.JOURNAL_UNREADABLE, {"place": place, "error": error.strerror})
    if not _follows(manifest.journal, data):
        return Fault(FaultKind.JOURNAL_CHANGED, {"place": place})
    if b"\n" in data[manifest.journal.bytes :]:
        return Fault(FaultKind.JOURNAL_AHEAD, {"place": place})
    return None


def payments_fault(path: Path) -> Fault | None:
    """Return how the journal of the seasons' payments differs from its description in their manifest; None if it
    doesn't, or there are no payments.

    >>> manifest = Manifest(session_id="season payments", parts=(), journal=journal_state_of(b"..."))
    >>> place = tmp / "paid" / manifest_path(SEASON_PAYMENTS)
    >>> place.parent.mkdir(parents=True)
    >>> _ = place.write_text(manifest.text())
    >>> payments_fault(tmp / "paid").kind.name
    'JOURNAL_GONE'
    """
    place = path / manifest_path(SEASON_PAYMENTS)
    try:
        read_manifest(path, SEASON_PAYMENTS)
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
