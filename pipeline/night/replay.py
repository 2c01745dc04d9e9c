"""Event replay: from the entries of a journal to the state of the night.

The journal only grows. A correction takes effect at the place of the entry that it corrects
(`pipeline.night.entries.effective_entries`), and the same entries always give the same night. An appended line
is applied to the current night; a correction replays the entries after the corrected one, from the nearest
checkpoint, reusing the lines that were parsed and the hands that were played before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.api import (
    VARIANTS,
    Catalogue,
    PederError,
)
from language import SOURCE, mark, speaking, tr
from pipeline.bank.currency import currency_of
from pipeline.bank.ledger import BankKind, reopen_counts
from pipeline.bank.money import check_chip_value
from pipeline.bank.records import replace
from pipeline.night.bookings import bank_entries
from pipeline.night.entries import Entry, effective_entries
from pipeline.night.hand.deal import Hand
from pipeline.night.hands import (
    check_no_open_hand,
    continue_hand,
    play,
    with_hand,
    with_open_hand,
    with_unreadable_hand,
)
from pipeline.night.night import (
    Night,
    RequestedChips,
    join,
    seat_players,
    with_answer,
    with_request,
)
from pipeline.night.parser.grammar import looks_like_hand, read_entry
from pipeline.night.parser.lines import (
    About,
    Banker,
    Carry,
    ChipRequest,
    ChipValue,
    Day,
    DealerTurn,
    Decline,
    DetailLine,
    End,
    Expense,
    HandLine,
    Join,
    Line,
    Loan,
    LogError,
    Note,
    Owe,
    PayMoney,
    Presence,
    Rename,
    Seating,
    Skip,
    Trade,
)

CHECKPOINT_INTERVAL = 16
"""Number of effective entries between two stored nights."""
NOT_LOGGED = mark("Nobody logged this hand.")
_CHIP_OF_OLD = re.compile(r"(?<=^chip )\d+\.\d{3}(?= )")
"""Three decimals, as in journals from before 0.2: in a typed line they mean thousands."""


class Replay:
    """The entries of a journal and the night they give."""

    def __init__(self, entries: Iterable[Entry] = (), games: Catalogue = VARIANTS) -> None:
        self.games = games
        self.entries = list(entries)
        self.night = Night(games=games)
        self._effective: list[Entry] = []
        self._checkpoints = [self.night]  # nights before the effective entries 0, 16, 32, ...
        self._parsed: dict[int, tuple[str, Sequence[str], Line]] = {}
        self._played: dict[int, Hand] = {}
        self._replay()

    def add(self, entry: Entry, line: Line | None = None, night: Night | None = None) -> None:
        """Append an entry; pass its parsed `line` and the `night` after it where they are known."""
        self.entries.append(entry)
        if entry.correction:
            self._replay()
            return
        if line is not None:
            self._parsed[entry.n] = (entry.line, _handles(self.night), line)
        self._append(entry, night or self.after(self.night, entry))

    def cut(self, count: int) -> None:
        """Keep only the first `count` entries."""
        del self.entries[count:]
        self._replay()

    def effective(self, entry_no: int) -> Entry:
        """An entry with its edits. Raises LogError if it was undone or is itself a correction."""
        return self._effective[self._position(entry_no)]

    def before(self, entry_no: int) -> Night:
        """The night before an entry. Raises LogError if it was undone or is itself a correction."""
        position = self._position(entry_no)
        checkpoint = position // CHECKPOINT_INTERVAL
        night = self._checkpoints[checkpoint]
        for entry in self._effective[checkpoint * CHECKPOINT_INTERVAL : position]:
            night = self.after(night, entry)
        return night

    def _position(self, entry_no: int) -> int:
        for position, entry in enumerate(self._effective):
            if entry.n == entry_no:
                return position
        raise LogError(
            tr("Entry #{entry_no} was taken back already, or corrects another.", entry_no=entry_no)
        )

    def _replay(self) -> None:
        """Recompute the night from the first effective entry that has changed."""
        effective = effective_entries(self.entries)
        unchanged = 0
        for old, new in zip(self._effective, effective, strict=False):
            if old is not new and old != new:
                break
            unchanged += 1
        checkpoint = unchanged // CHECKPOINT_INTERVAL
        del self._checkpoints[checkpoint + 1 :]
        del self._effective[checkpoint * CHECKPOINT_INTERVAL :]
        self.night = self._checkpoints[checkpoint]
        for entry in effective[checkpoint * CHECKPOINT_INTERVAL :]:
            self._append(entry, self.after(self.night, entry))

    def _append(self, entry: Entry, night: Night) -> None:
        self.night = night
        self._effective.append(entry)
        if len(self._effective) % CHECKPOINT_INTERVAL == 0:
            self._checkpoints.append(night)

    def after(self, night: Night, entry: Entry) -> Night:
        """The night after an entry, as everyone has it who reads the journal. An impossible hand becomes a draft, another impossible line a
        fault; the reasons are in English, and translated for each reader.
        """
        try:
            line = self._parse(night, entry)
            if not isinstance(line, HandLine):
                return apply(night, line, entry)
            hand = self._played[entry.n] = play(night, line, self._played.get(entry.n))
            return with_hand(night, hand, entry)
        except PederError as error:
            with speaking(SOURCE):
                why = str(error)
            if entry.draft or looks_like_hand(entry.line, self.games):
                return with_unreadable_hand(night, entry, why)
            return with_time(replace(night, faults=(*night.faults, (entry.n, why))), entry)

    def _parse(self, night: Night, entry: Entry) -> Line:
        """The entry's line, parsed once as long as the players are the same."""
        handles = _handles(night)
        text, parsed_for, line = self._parsed.get(entry.n, ("", (), None))
        if line is None or text != entry.line or parsed_for != handles:
            line = read_entry(_CHIP_OF_OLD.sub(r"\g<0>0", entry.line), night.handles, self.games)
            self._parsed[entry.n] = (entry.line, handles, line)
        return line


def replay_night(entries: Iterable[Entry], games: Catalogue = VARIANTS) -> Night:
    """Return the night that a journal's entries give, where these `games` are played.

    >>> replay_night(replay.entries[:5]).nets  # chips after the first hand
    {'bo': -3, 'carl': -14, 'dorte': 31, 'anna': -14}
    """
    return Replay(entries, games).night


def _handles(night: Night) -> tuple[str, ...]:
    return tuple(player.handle for player in night.players)


def apply(night: Night, line: Line, entry: Entry) -> Night:
    """Return the night after any line except a hand on one line. Raises PederError if the line is impossible."""
    match line:
        case DetailLine(text):
            after = with_open_hand(night, continue_hand(night, text), entry)
        case Skip(confirmed):
            check_no_open_hand(night)
            if confirmed and night.carried:
                raise LogError(
                    tr("A pot of {chips} was carried into this hand: log who won it.", chips=night.carried)
                )
            status = "skipped" if confirmed else "draft"
            after = with_unreadable_hand(night, entry, tr(NOT_LOGGED), status)
        case Note(text):
            after = replace(night, notes=(*night.notes, (entry.n, text)))
        case ChipRequest(handle, chips):
            after = with_request(night, RequestedChips(entry.n, night.handles[handle].player_id, chips))
        case Decline(handle):
            after = with_answer(night, night.handles[handle].player_id, 0)
        case End(_, pot):
            check_no_open_hand(night)
            after = replace(night, ended_at=entry.at, pot_end=pot)
        case Carry(chips):
            check_no_open_hand(night)
            entries = bank_entries(night, line, entry.at)
            after = replace(
                night, ended_at=None, carried=night.carried + chips, ledger=(*night.ledger, *entries)
            )
        case PayMoney() | Expense():
            after = replace(night, ledger=(*night.ledger, *bank_entries(night, line, entry.at)))
        case Loan() | Trade() | Owe():
            night = replace(night, ended_at=None)
            new = bank_entries(night, line, entry.at)
            again = {one.player_id for one in new if one.kind in (BankKind.LOAN, BankKind.PURCHASE)}
            again |= {
                id_
                for one in new
                if one.kind is BankKind.BET or (one.kind is BankKind.SHADOW and (one.chips or 0) < 0)
                for id_ in (one.player_id, one.counterparty_id or "")
            }
            before = night.ledger
            if night.account_cache.has_count(
                before
            ):  # rare, and searching the ledger takes longer as it grows
                before = reopen_counts(before, again)
            after = replace(night, ledger=(*before, *new))
            match line:
                case Loan((handle,), chips) | Trade(BankKind.PURCHASE, handle, chips):
                    after = with_answer(after, night.handles[handle].player_id, chips)
        case _:
            after = _with_setting(replace(night, ended_at=None), line)
    return with_time(after, entry)


def with_time(night: Night, entry: Entry) -> Night:
    """The night with the time of its latest entry."""
    return replace(night, started_at=night.started_at or entry.at, last_at=entry.at)


def _with_setting(night: Night, line: Line) -> Night:
    match line:
        case Seating(specs):
            return replace(night, players=seat_players(specs, night.players))
        case Join(spec, after):
            return replace(night, players=join(spec, after, night.players))
        case Presence(handles, status, _):
            return _with_presence(night, handles, status)
        case Rename(handle, name):
            player = night.handles[handle]
            new = replace(player, name=name, also=(*player.also, player.name))
            players = tuple(new if one is player else one for one in night.players)
            return replace(night, players=players)
        case DealerTurn(handle):
            return replace(night, turn=night.handles[handle].player_id)
        case Banker(handle):
            return replace(night, banker_id=night.handles[handle].player_id)
        case ChipValue(money, currency):
            check_chip_value(money)
            return replace(night, chip_value=money, currency=currency_of(currency, night.currency))
        case About("season", text):
            return replace(night, season=text)
        case About(_, text):
            return replace(night, place=text)
        case Day(day):
            return replace(night, day=day)
    raise LogError(tr("{line!r} isn't an entry of a journal.", line=line))


def _with_presence(night: Night, handles: Sequence[str], status: str) -> Night:
    players = (
        replace(player, status=status) if player.handle in handles else player for player in night.players
    )
    return replace(night, players=tuple(players))
