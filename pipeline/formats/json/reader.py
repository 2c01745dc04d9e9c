"""Reads a file of Peder's own format into the store: line by line, and completely or not at all.

Parts of sessions gather under the store's `.unfinished` while the file is read; only when its last line has
confirmed that the file is complete do the sessions move into the store. A session that the store already has is compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import polars as pl

from engine.api import read_definition
from language import tr
from pipeline.formats.files import FileError, text_lines
from pipeline.formats.json.apart import keep_apart
from pipeline.formats.json.lines import (
    VERSION,
    BankJson,
    EndJson,
    GameJson,
    HandJson,
    Head,
    JournalJson,
    PlayerJson,
    SessionJson,
    decode,
)
from pipeline.formats.json.rows import bank_frame, entry_of, hand_frames, session_row
from pipeline.formats.sessions import Written, sound_store
from pipeline.night.entries import NO_ENTRY, decode_entries
from pipeline.night.journal import journal_place, read_journal, set_aside
from pipeline.store.files import StoreError, readable_errors, write_whole
from pipeline.store.games import add_versions
from pipeline.store.interrupts import hold
from pipeline.store.locks import FileLock, LockedError
from pipeline.store.manifest import LAST, JournalState, journal_state_of, session_of
from pipeline.store.people import Person, Registry
from pipeline.store.players import add_people
from pipeline.store.progress import Progress
from pipeline.store.reference import write_engine_tables
from pipeline.store.store import Store
from pipeline.store.writer import SessionWriter

_PART = 1 << 14
"""Hands to a part, and as many are held at once."""


@dataclass(kw_only=True)
class Incoming:
    """A session of the file: how many hands and entries came in, and what became of it."""

    line: SessionJson
    result: str
    hands: int = 0
    players: set[str] = field(default_factory=set)
    entries: int = 0


@dataclass(kw_only=True)
class OwnImport:
    """The contents of a file: its sessions, the new players, and new players with the name of a known one.
    `taken_as_ours` are those whose id a player of the store has, though nothing in the file says that they are these.
    """

    sessions: list[Incoming]
    people: Written
    taken_as_ours: list[Person]


def import_json(
    store: Store,
    path: Path,
    *,
    replace: bool = False,
    group: str | None = None,
    check: Callable[[Sequence[Person]], None] = lambda _: None,
    progress: Progress | None = None,
) -> OwnImport:
    """Import a file's sessions, all or none. The players of another `group` are others than the store's of the same ids.
    `check` is given those that would be taken for the store's players; if it raises, nothing is imported.

    Raises FileError for a file that isn't of this format, is cut off, changed or doesn't add up; StoreError for
    a session that is in the store with other contents (unless `replace`), or that can't be written.

    >>> from pipeline.formats.json.writer import export_json
    >>> counts = export_json(online, [], tmp / "online.jsonl")
    >>> [session] = import_json(Store(tmp / "copy"), tmp / "online.jsonl").sessions
    >>> session.result, session.hands, session.entries
    ('imported', 34, 12)
    """
    with ExitStack() as stack:
        reader = _Reader(store, path, stack, replace=replace, group=group)
        for number, text in text_lines(path):
            try:
                reader.take(text)
            except FileError as error:
                raise FileError(
                    tr("{name}, line {number}: {error}.", name=path.name, number=number, error=error)
                ) from error
            except (
                msgspec.MsgspecError,
                RecursionError,
                ValueError,
                OverflowError,
                pl.exceptions.PolarsError,
            ) as error:
                reason = " ".join(str(error).split())[:160]
                raise FileError(
                    tr(
                        "{name}, line {number} isn't a line of peder's format ({said}).",
                        name=path.name,
                        number=number,
                        said=reason,
                    )
                ) from error
            if progress and number % _PART == 0:
                progress(tr("reading {name}, line {number:,}", name=path.name, number=number), 0, 0)
        if not reader.ended:
            raise FileError(
                tr(
                    "{name} has no last line of the type `end`: it was cut off; fetch it again.",
                    name=path.name,
                )
            )
        shared = reader.taken_as_ours()
        check(shared)
        hold()
        new, namesakes = add_people(store, reader.people.values())  # before hands name them
        reader.commit()
    write_engine_tables(store)
    people = Written(result="", new=new, namesakes=namesakes)
    return OwnImport(sessions=reader.sessions, people=people, taken_as_ours=shared)


class _Reader:
    """Takes a file's lines in their order."""

    def __init__(
        self, store: Store, path: Path, stack: ExitStack, *, replace: bool, group: str | None
    ) -> None:
        self.store, self.path, self.stack, self.replace, self.group = store, path, stack, replace, group
        self.people: dict[str, Person] = {}
        self.games: dict[str, str] = {}
        self.ended = False
        self._begun = False
        self._digest = hashlib.sha256()
        self._sessions: list[_Session] = []

    def knows(self, variant_id: str) -> bool:
        """Whether the store or the file has a game."""
        return variant_id in self.games or variant_id in self.store.catalogue

    def taken_as_ours(self) -> list[Person]:
        """The players of the file whose ids players of the store have; none where the store has one of its sessions, or
        where a site gave the ids.
        """
        if self.group is not None or any(one.result != "imported" for one in self.sessions):
            return []
        known = Registry.of(self.store).people
        return [one for one in self.people.values() if one.player_id in known and ":" not in one.player_id]

    def take(self, text: str) -> None:
        """Take a line. Raises FileError for one that can't stand here, msgspec's errors for no such line."""
        if self.ended:
            raise FileError(tr("it comes after the last line"))
        line = decode(text)
        if not isinstance(line, Head) and not self._begun:
            raise FileError(tr("a file of this format begins with a line of the type `peder`"))
        if not isinstance(line, EndJson):
            self._digest.update(text.encode() + b"\n")
        if self.group is not None:
            line = keep_apart(line, self.group)
        match line:
            case Head():
                if self._begun:
                    raise FileError(tr("a second beginning"))
                if not 1 <= line.version <= VERSION:
                    raise FileError(
                        tr(
                            "it is of version {version}, and this peder reads {ours}: update it",
                            version=line.version,
                            ours=VERSION,
                        )
                    )
                self._begun = True
            case PlayerJson():
                self._player(line)
            case GameJson():
                self._game(line)
            case SessionJson():
                self._session(line)
            case JournalJson():
                self._current.journal(line)
            case HandJson():
                self._current.hand(line)
            case BankJson():
                self._current.bank(line)
            case EndJson():
                self._end(line)

    @property
    def sessions(self) -> list[Incoming]:
        return [session.incoming for session in self._sessions]

    @property
    def _current(self) -> _Session:
        if not self._sessions:
            raise FileError(tr("it belongs to a session, and none has begun"))
        return self._sessions[-1]

    def _player(self, line: PlayerJson) -> None:
        if self._sessions:
            raise FileError(tr("players stand before the sessions"))
        if line.player_id in self.people:
            raise FileError(tr("the player {player_id!r:.60} is there twice", player_id=line.player_id))
        fields = {**msgspec.structs.asdict(line), "aliases": tuple(line.aliases)}
        self.people[line.player_id] = Person(**fields)

    def _game(self, line: GameJson) -> None:
        if self._sessions:
            raise FileError(tr("games stand before the sessions"))
        game = read_definition(line.definition, line.variant_id.partition("@")[0]).variant
        if game is None or game.id != line.variant_id:
            raise FileError(
                tr("the rules of {variant_id!r:.60} aren't those of that version", variant_id=line.variant_id)
            )
        self.games[line.variant_id] = line.definition

    def _session(self, line: SessionJson) -> None:
        if self._sessions:
            self._sessions[-1].flush()
        if any(one.line.session_id == line.session_id for one in self.sessions):
            raise FileError(tr("the session {session_id!r:.60} is there twice", session_id=line.session_id))
        known = set(self.people)
        if line.banker_id is not None and line.banker_id not in known:
            raise FileError(tr("no line names the player {banker_id!r:.60}", banker_id=line.banker_id))
        other = session_of(self.store.path, line.origin) if line.origin else None
        if other is not None and other != line.session_id:
            raise StoreError(
                tr(
                    "{name}: the session {session_id!r:.60} is in the store as {other!r}.",
                    name=self.path.name,
                    session_id=line.session_id,
                    other=other,
                )
            )
        there = self.store.has(line.session_id)
        result = "imported" if not there else "replaced" if self.replace else "there already"
        self._sessions.append(_Session(self, Incoming(line=line, result=result), known))

    def _end(self, line: EndJson) -> None:
        if self._sessions:
            self._sessions[-1].flush()
        sessions = self.sessions
        counted = (len(sessions), sum(s.hands for s in sessions), sum(s.entries for s in sessions))
        if counted != (line.sessions, line.hands, line.bank):
            raise FileError(
                tr(
                    "it counts {sessions} sessions, {hands} hands and {bank} bank entries, and there are "
                    "{counted_sessions}, {counted_hands} and {counted_bank}: fetch the file again",
                    sessions=line.sessions,
                    hands=line.hands,
                    bank=line.bank,
                    counted_sessions=counted[0],
                    counted_hands=counted[1],
                    counted_bank=counted[2],
                )
            )
        if isinstance(line.sha256, str) and line.sha256 != self._digest.hexdigest():
            raise FileError(tr("the lines before it aren't those that were written: fetch the file again"))
        self.ended = True

    def commit(self) -> None:
        add_versions(self.store.path, self.games)
        for session in self._sessions:
            session.commit()


class _Session:
    """Takes a session's lines: hands in the order of their numbers, then the bank's entries."""

    def __init__(self, reader: _Reader, incoming: Incoming, known: set[str]) -> None:
        self.reader, self.incoming, self.known = reader, incoming, known
        self.session_id = incoming.line.session_id
        self._target: SessionWriter | _Stored
        if incoming.result == "there already":
            self._target = _Stored(reader.store, reader.path.name, incoming.line)
        else:
            row, replace = session_row(incoming.line), reader.replace
            writer = SessionWriter(reader.store.path, row, replace=replace, resume=False)
            self._target = reader.stack.enter_context(writer)
        self._journal: list[bytes] = []
        self._chain = NO_ENTRY
        self._last_hand, self._last_entry = -1, 0
        self._hands: list[HandJson] = []
        self._bank: list[BankJson] = []

    def journal(self, line: JournalJson) -> None:
        if self._last_hand >= 0 or self.incoming.line.kind != "night":
            raise FileError(tr("a journal belongs to a night, and stands before its hands"))
        for due, entry in enumerate(line.entries, (self._chain.n or 0) + 1):
            if entry.n != due:
                raise FileError(tr("it is entry {n} where {due} should be", n=entry.n, due=due))
        data, self._chain = self._chain.encode([entry_of(entry) for entry in line.entries])
        self._journal.append(data)

    def hand(self, line: HandJson) -> None:
        if line.hand_no <= self._last_hand or self._bank:
            raise FileError(tr("hand {n} stands after hand {last}", n=line.hand_no, last=self._last_hand))
        if line.status == "confirmed" and (line.variant_id is None or not line.seats):
            raise FileError(tr("hand {n} has no game or no seats", n=line.hand_no))
        if line.variant_id is not None and not self.reader.knows(line.variant_id):
            raise FileError(
                tr(
                    "this version of peder doesn't know the game {variant_id!r:.60}",
                    variant_id=line.variant_id,
                )
            )
        seats = [seat.seat for seat in line.seats]
        if len(set(seats)) < len(seats):
            raise FileError(tr("hand {hand_no} has a seat twice", hand_no=line.hand_no))
        named = {seat.player_id for seat in line.seats if seat.player_id is not None}
        self._know({*named, line.dealer_id})
        if fault := _mistake(line):
            raise FileError(tr("hand {hand_no}: {fault}", hand_no=line.hand_no, fault=fault))
        self._last_hand = line.hand_no
        self.incoming.hands += 1
        self.incoming.players |= named
        self._hands.append(line)
        if len(self._hands) >= _PART:
            self._flush_hands()

    def bank(self, line: BankJson) -> None:
        if line.entry_no <= self._last_entry:
            raise FileError(tr("entry {n} stands after entry {last}", n=line.entry_no, last=self._last_entry))
        named = {one for one in (line.player_id, line.counterparty_id) if one is not None}
        self._know(named)
        self.incoming.players |= named
        self._last_entry = line.entry_no
        self.incoming.entries += 1
        self._bank.append(line)

    def _know(self, players: Iterable[str | None]) -> None:
        for player_id in players:
            if player_id is not None and player_id not in self.known:
                raise FileError(tr("no line names the player {player_id!r:.60}", player_id=player_id))

    def flush(self) -> None:
        self._flush_hands()
        rows = bank_frame(self._bank, self.session_id)
        self._bank = []
        if isinstance(self._target, _Stored):
            self._target.compare_rest(rows, self._journal)
            return
        if len(rows):
            self._target.write_bank(rows)
        place = journal_place(self.reader.store.path, self.session_id)
        same = place.exists() and place.read_bytes() == b"".join(self._journal)
        if place.exists() and not same and not (self.reader.replace and self._journal):
            raise StoreError(
                tr(
                    "{name}: a night {session_id!r:.60} was logged here, whose journal this would "
                    "replace: give that one another name first.",
                    name=self.reader.path.name,
                    session_id=self.session_id,
                )
            )

    def _flush_hands(self) -> None:
        if self._hands:
            self._target.write_part(*hand_frames(self._hands), narrowed=False)
            self._hands = []

    def commit(self) -> None:
        if isinstance(self._target, SessionWriter):
            self._target.commit(origin=self.incoming.line.origin, journal=self._write_journal())

    def _write_journal(self) -> JournalState | None:
        if not self._journal:
            return None
        store = self.reader.store.path
        place = journal_place(store, self.session_id)
        data = b"".join(self._journal)
        with readable_errors(store):
            place.parent.mkdir(exist_ok=True)
            try:
                with FileLock(place.with_suffix(".lock")):
                    if place.exists() and (before := place.read_bytes()) != data:
                        set_aside(place, before, "replaced")
                    place.with_suffix(LAST).unlink(missing_ok=True)
                    write_whole(place, data)
            except LockedError as error:
                raise StoreError(
                    tr("The night {name!r} is open in a logger: leave that first.", name=self.session_id)
                ) from error
        return journal_state_of(data)


class _Stored:
    """A session that the store has: what the file says of it must be the same."""

    def __init__(self, store: Store, name: str, line: SessionJson) -> None:
        self.store, self.name, self.session_id = store, name, line.session_id
        sound_store(store, self.session_id, replace=False)
        row = store.session_row(self.session_id)
        same = {name: value for name, value in session_row(line).items() if name != "engine_version"}
        self._check(all(row[name] == value for name, value in same.items()))
        self._rest = {name: store.read(name, self.session_id) for name in ("hands", "seats", "bank")}

    def write_part(self, hands: pl.DataFrame, seats: pl.DataFrame, *, narrowed: bool) -> None:
        """Compare the next hands, as `SessionWriter` would write them."""
        self._compare("hands", hands)
        self._compare("seats", seats)

    def compare_rest(self, bank: pl.DataFrame, journal: list[bytes]) -> None:
        """Compare what comes after the hands, and that nothing is missing."""
        self._compare("bank", bank)
        self._check(not any(map(len, self._rest.values())))
        if journal:
            ours = read_journal(journal_place(self.store.path, self.session_id)).entries
            self._check([entry for line in journal for entry in decode_entries(line)] == list(ours))

    def _compare(self, table: str, rows: pl.DataFrame) -> None:
        known = self._rest[table]
        self._check(rows.equals(known.head(len(rows)).select(rows.columns)))
        self._rest[table] = known.slice(len(rows))

    def _check(self, same: bool) -> None:
        if not same:
            raise StoreError(
                tr(
                    "{name}: the session {session_id!r:.60} is in the store already, with other hands or "
                    "settings: --replace imports it again.",
                    name=self.name,
                    session_id=self.session_id,
                )
            )


def _mistake(hand: HandJson) -> str | None:
    """What does not add up in a confirmed hand; None for a sound one."""
    if hand.status != "confirmed":
        return None
    for seat in hand.seats:
        if seat.paid is None or seat.won is None or seat.net is None:
            return tr("seat {seat} doesn't say what was paid, won and net", seat=seat.seat)
        if seat.net != seat.won - seat.paid or min(seat.paid, seat.won) < 0:
            return tr(
                "seat {seat} paid {paid} and won {won}, which isn't {net}",
                seat=seat.seat,
                paid=seat.paid,
                won=seat.won,
                net=seat.net,
            )
    paid = sum(seat.paid or 0 for seat in hand.seats)
    won = sum(seat.won or 0 for seat in hand.seats)
    pot_in, pot_out = hand.pot_in or 0, hand.pot_out or 0
    if paid + pot_in != won + pot_out:
        return tr(
            "{paid} paid and {pot_in} carried in, but {won} won and {pot_out} carried out",
            paid=paid,
            pot_in=pot_in,
            won=won,
            pot_out=pot_out,
        )
    if hand.pot is not None and hand.pot != paid + pot_in:
        return tr(
            "a pot of {pot}, but {pot_in} carried in and {paid} paid", pot=hand.pot, pot_in=pot_in, paid=paid
        )
    return None
