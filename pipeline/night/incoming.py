"""A night that was logged elsewhere, as a journal: on a phone without a laptop, or in a copy of the store."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.api import Catalogue, PederError, read_definition
from language import in_english, join_sentences, speaking, tr
from pipeline.bank.records import replace
from pipeline.formats.files import chunks, read_bytes
from pipeline.night.derive import derive_night
from pipeline.night.entries import NO_ENTRY, Entry
from pipeline.night.hand.claims import claim_doubts
from pipeline.night.journal import Journal, JournalError, journal_place, journals, night_name, read_journal
from pipeline.night.merge import MergeError, identities, merge
from pipeline.night.replay import Replay
from pipeline.store.files import StoreError, readable_errors
from pipeline.store.games import add_versions
from pipeline.store.interrupts import hold
from pipeline.store.manifest import MANIFESTS
from pipeline.store.session_names import check_may_be_logged, session_folder
from pipeline.store.store import Store

_VERSION = re.compile(r"([a-z0-9-]{1,40})@[0-9a-f]{4,16}")
"""The id of a version of a group's own game."""


@dataclass(frozen=True)
class Incoming:
    """The result of importing a night: its name, what happened to it, the numbers of its entries, hands, new entries
    and drafts, and sentences on entries that no longer apply.
    """

    night: str
    result: str
    entries: int
    new_entries: int
    hands: int
    drafts: int
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Copy:
    """A copy of a night: its entries, and the rules of the group's games that it names, by their versions."""

    entries: list[Entry]
    games: dict[str, str]


def read_copy(path: Path) -> Copy:
    """Read a journal's file, packed or not, up to a torn end. Raises StoreError or FileError for a file that can't be
    read, JournalError for a file that is no journal or is damaged.

    >>> copy = read_copy(logged / "journal" / "2026-11-27.jsonl")
    >>> len(copy.entries), copy.entries[3].line
    (8, 'loan a,b,c 150')
    """
    try:
        data = read_bytes(path)
    except OSError as error:
        raise StoreError(tr("{path} can't be read: {why}.", path=path, why=error.strerror)) from error
    entries: list[Entry] = []
    games: dict[str, str] = {}
    chain = NO_ENTRY
    for number, line in enumerate(data[: data.rfind(b"\n") + 1].splitlines(keepends=True), 1):
        try:
            if entries and line.startswith(b'{"games"'):
                games |= _games(json.loads(line))
                continue
            added, chain = chain.decode(line)
        except ValueError as error:
            raise JournalError(
                tr(
                    "{path}, line {number}, isn't an entry of a night's journal ({error}).",
                    path=path,
                    number=number,
                    error=error,
                )
            ) from error
        entries += added
    if not entries:
        raise JournalError(tr("{path} has no entry of a night's journal.", path=path))
    return Copy(entries, games)


def _games(row: dict[str, object]) -> dict[str, str]:
    """Return the games in a line of a file. Raises ValueError for anything else."""
    games = row["games"]
    if not isinstance(games, dict):
        raise ValueError(tr("it has no games"))
    for name, text in games.items():
        word = _VERSION.fullmatch(name)
        game = read_definition(text, word[1]).variant if word and isinstance(text, str) else None
        if game is None or game.id != name:
            raise ValueError(tr("the rules of {name!r:.60} aren't those of that version", name=name))
    return games


def is_journal(path: Path) -> bool:
    """Return whether a file begins as a night's journal does; False for standard input.

    >>> is_journal(logged / "journal" / "2026-11-27.jsonl"), is_journal(log)
    (True, False)
    """
    try:
        if not path.is_file():  # standard input is read once
            return False
        NO_ENTRY.decode(next(chunks(path), b"").partition(b"\n")[0])
    except (OSError, ValueError, PederError):
        return False
    return True


def take_in(store: Path, copy: Copy, name: str | None, *, file: Path) -> Incoming:
    """Make a night's journal a night of the store, or merge it with the copy that is there.

    The copy is recognized by its entries; a new night is called `name`, else as the file. Raises StoreError for a name that is
    another session's, MergeError for a name that is another night's, JournalError while the night is open elsewhere.

    >>> file = logged / "journal" / "2026-11-27.jsonl"
    >>> incoming = take_in(tmp / "other", read_copy(file), None, file=file)
    >>> incoming.result, incoming.night, incoming.hands
    ('new', '2026-11-27', 4)
    """
    entries = copy.entries
    known = _copy_of(entries, store)
    if known and name and name != known:
        raise MergeError(
            tr("This night is in the store as {known!r}: import it without --session.", known=known)
        )
    night = (
        known
        or name
        or file.name.removesuffix(".gz")
        .removesuffix(file.suffix if file.suffix != ".gz" else "")
        .removesuffix(".jsonl")
    )
    folder = session_folder(night)
    check_may_be_logged(store, folder)
    hold()
    with readable_errors(store), Journal(journal_place(store, night)) as journal:
        before = list(journal.entries)
        if before and not known:
            raise MergeError(
                tr(
                    "{night!r} is another night, with no line in common: give this one another name with --session.",
                    night=night,
                )
            )
        add_versions(store, copy.games)
        games = Store(store).catalogue
        there = set(identities(before))
        merged = _checked(merge(before, entries), there, games)
        if merged != before:
            if merged[: len(before)] == before:
                journal.append(merged[len(before) :])
            else:
                for part in (MANIFESTS, "sessions"):  # tables of another journal: they are derived again
                    shutil.rmtree(store / part / folder, ignore_errors=True)
                journal.replace(merged)
    derive_night(store, night, repair=True)
    new = len(merged) - len(before)
    result = "new" if not before else "merged" if new else "there already"
    with speaking("en"):
        state = Replay(merged, games).night
    remarks = [tr("Entry #{n}: {why}", n=n, why=why) for n, why in state.faults]
    remarks += [
        tr("Hand {hand_no} is a draft: {why}", hand_no=hand.hand_no, why=hand.why)
        for hand in state.drafts
        if identities(merged)[hand.entry_no - 1] not in there
    ]
    return Incoming(night, result, len(merged), new, len(state.hands), len(state.drafts), tuple(remarks))


def _copy_of(entries: Sequence[Entry], store: Path) -> str | None:
    """The night of the store that has the first entry of a journal."""
    first = identities(entries[:1])[0]
    for place in journals(store):
        try:
            theirs = read_journal(place).entries
        except JournalError:
            continue
        if theirs and identities(theirs[:1])[0] == first:
            return night_name(place)
    return None


def _checked(entries: list[Entry], there: set[str], games: Catalogue) -> list[Entry]:
    """Return the entries, with new hands made drafts if the cards contradict the announced melds, which a phone can't
    check.
    """
    names = identities(entries)
    replay = Replay(entries, games)
    checked = list(entries)
    for hand in replay.night.hands:
        entry = entries[hand.entry_no - 1]
        if names[entry.n - 1] in there or entry.draft or hand.variant is None or hand.variant.kernel:
            continue
        if any(seat.held for seat in hand.seats):
            doubts = join_sentences(list(claim_doubts(hand, hand.variant)))
            checked[entry.n - 1] = replace(entry, draft=in_english(doubts))
    return checked
