"""A PokerNow log as a session: hand after hand, with every stack accounted for in between.

Chips that players bring, add and take away become entries of the bank. A stack that a line states must follow from
the lines before it. Players who still have chips when the log ends are paid out then.

A chip is the largest amount that divides all amounts of the log. A hand's unit is its big blind.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from hashlib import sha256
from itertools import accumulate
from math import gcd
from pathlib import Path

from engine.api import PederError
from language import tr, trn
from pipeline.bank.ledger import BankEntry, BankKind, in_money
from pipeline.formats.hand_frames import hand_frames
from pipeline.formats.pokernow.lines import LONGEST_ERROR, read_events
from pipeline.formats.replay import (
    Event,
    Hand,
    amount_text,
    cancel,
    note_unknown,
    pay_bounty,
    replay,
    show,
    winner_remarks,
)
from pipeline.formats.sessions import FileError, Imported
from pipeline.formats.tables import import_row
from pipeline.night.days import evening_of
from pipeline.store.bank_rows import bank_frame

PLACE = "PokerNow"
SITE = "pokernow"
_MOVES_CHIPS = {"approve", "create", "enter", "join", "rebuy", "update", "stand", "sit", "quit", "move"}
_AFTER = {"show": show, "bounty": pay_bounty, "unknown": note_unknown}
"""Events that still belong to a hand after its end."""


def import_log(
    path: Path,
    *,
    session_id: str | None = None,
    season: str | None = None,
    currency: str | None = None,
    without: Collection[int] = (),
) -> Imported:
    """Read a log file as a session. Raises FileError naming the file, and the hand if it is at fault.

    Without a `session_id` the session is named for its day and its first hand, so that the same game is recognized.
    The hands with a number in `without`, some but not all, are left out: what players won in them comes from elsewhere,
    through the bank.

    >>> session = import_log(log)
    >>> session.session_id, session.hands.shape, session.session["chip_value"]
    ('pokernow-2026-01-16-f713be', (34, 25), Decimal('0.25'))
    """
    log = _Log(path, without)
    played = [hand for hand in log.hands if hand.number not in without]
    hands, seats = hand_frames(played, log.chip, player_id(""), owner=_owner(log.hands))
    began, chip_value = played[0].started_at, Decimal(log.chip) / 100
    bank = [replace(entry, chips=(entry.chips or 0) // log.chip) for entry in log.stacks.bank]
    bank = [replace(entry, player_id=player_id(entry.player_id)) for entry in bank]
    return Imported(
        source=path,
        session=import_row(
            session_id or log.name,
            season=season or year_of(began),
            began=began,
            ended=max(hand.ended_at or hand.started_at for hand in played),
            place=PLACE,
            currency=currency,
            chip_value=chip_value,
            tournament=log.tournament,
        ),
        hands=hands,
        seats=seats,
        bank=bank_frame(in_money(bank, None if log.tournament else chip_value), currency),
        names={
            player_id(player): [*reversed(log.names[player])]
            for player in dict.fromkeys(entry.player_id for entry in log.stacks.bank)
        },
        remarks=[
            *log.remarks,
            *winner_remarks(played),
            *_unknown_remark(log.unknown),
        ],
        origin=log.origin,
        assumed=frozenset() if season else frozenset({"season"}),
    )


def year_of(moment: datetime | None) -> str | None:
    """The default season: the year in which the game began, where the program runs."""
    return f"{evening_of(moment).year}" if moment else None


def player_id(player: str) -> str:
    """The id of a player: the site's own, which stays the same from game to game."""
    return f"{SITE}:{player}"


class _Stacks:
    """The players' stacks, updated line by line; `bank` has what went through the bank, in hundredths."""

    def __init__(self) -> None:
        self.bank: list[BankEntry] = []
        self.held: dict[str, int] = {}  # at the table, or waiting while the player is away
        self.offered: dict[str, int] = {}  # approved by the admin, not yet brought to the table
        self.waiting: dict[str, Event] = {}  # of those who is listed with the current hand's stacks

    def change(self, event: Event, stack: int | None) -> None:
        """Set a player's stack, None for gone; the difference goes through the bank."""
        before = self.held.pop(event.player, 0)
        if stack is not None:
            self.held[event.player] = stack
        difference = (stack or 0) - before
        if difference:
            kind = BankKind.PURCHASE if difference > 0 else BankKind.BUYBACK
            self.bank.append(BankEntry(player_id=event.player, kind=kind, chips=abs(difference), at=event.at))

    def expect(self, event: Event, amount: int) -> None:
        """Check a stack that the log states. Who hasn't joined has no chips yet, whatever was offered."""
        known = self.held.get(event.player)
        if known is not None and known != amount:
            raise FileError(
                tr(
                    "{text!r}, and {name} has {said} by the lines before",
                    text=event.text,
                    name=event.name,
                    said=amount_text(known),
                )
            )

    def take(self, event: Event) -> None:
        """Follow a line that moves chips to or from the table."""
        match event.kind:
            case "approve" | "create" | "enter":
                self.offered[event.player] = event.amount
            case "join":
                offered = self.offered.pop(event.player, None)
                held = self.held.get(event.player, 0)
                if held and event.amount not in (held, offered):
                    self.expect(event, event.amount)
                self.change(event, event.amount)
            case "rebuy":
                self.change(event, event.amount)
            case "update":
                self.expect(event, event.before)
                if event.player in self.held:
                    self.change(event, event.amount)
                else:
                    self.offered[event.player] = event.amount
            case "stand" | "sit":
                self.expect(event, event.amount)
                if event.player not in self.held and event.player not in self.offered:
                    self.change(event, event.amount)  # was there before the log begins
            case "quit" | "move":
                if event.kind == "quit":
                    self.expect(event, event.amount)
                self.offered.pop(event.player, None)
                self.change(event, None)

    def deal(self, event: Event, *, first: bool) -> None:
        """Check the stacks that a hand begins with; those of the log's first hand may come from anywhere.

        A player whom the admin let in may be listed before joining, as long as the blind hasn't come round.
        """
        self.waiting = {}
        for _, player, name, stack in event.stacks:
            stated = replace(
                event,
                player=player,
                name=name,
                text=tr("{name} has {said}", name=name, said=amount_text(stack)),
            )
            if player not in self.held and self.offered.get(player) == stack:
                self.waiting[player] = stated
                continue
            if player not in self.held and not first:
                raise FileError(
                    tr("{name} has {said}, and no line says from where", name=name, said=amount_text(stack))
                )
            if player not in self.held:
                self.change(stated, stack)
            elif self.held[player] != stack:
                raise FileError(
                    tr(
                        "{name} has {stack}, and {held} by the lines before",
                        name=name,
                        stack=amount_text(stack),
                        held=amount_text(self.held[player]),
                    )
                )

    def dealt_in(self, events: Sequence[Event]) -> list[Event]:
        """The events of a hand, without players in the stacks who wait; those who act have joined."""
        acting = {event.player for event in events if event.kind not in _MOVES_CHIPS}
        for player in self.waiting.keys() & self.offered.keys() & acting:
            self.change(self.waiting[player], self.offered.pop(player))
        waiting = self.waiting.keys() - acting
        return [
            replace(event, stacks=tuple(stack for stack in event.stacks if stack[1] not in waiting))
            if event.kind == "stacks" and waiting
            else event
            for event in events
        ]

    def settle(self, hand: Hand, event: Event, *, through_bank: bool) -> None:
        """Give each player what the hand leaves them, through the bank where the hand isn't this session's."""
        for place, seat in enumerate(hand.seats):
            self._give(event, seat.player, hand.left(place) + seat.won, through_bank)

    def pay(self, event: Event, *, through_bank: bool) -> None:
        """A player pays another, after a hand."""
        for player, amount in ((event.player, -event.amount), (event.payee, event.amount)):
            self._give(event, player, self.held.get(player, 0) + amount, through_bank)

    def _give(self, event: Event, player: str, stack: int, through_bank: bool) -> None:
        if through_bank:
            self.change(replace(event, player=player), stack)
        else:
            self.held[player] = stack


class _Log:
    """The hands of a log, and facts about the whole log. Amounts are hundredths."""

    def __init__(self, path: Path, without: Collection[int]) -> None:
        self.path, self.without = path, without
        self.hands: list[Hand] = []
        self.numbers: set[int] = set()
        self.stacks = _Stacks()
        self.names: dict[str, dict[str, None]] = {}  # by player, the latest last
        self.tournament = False
        self.big_blind = 0  # as it was last posted or set
        self.unknown: list[Event] = []
        self.remarks: list[str] = []
        self.current: list[Event] = []  # the hand being played: its events so far
        events = _by_last_id(read_events(path))
        place = ""
        for event in events:
            self._note(event)
            if event.kind == "start":
                place = f", hand #{event.number}"
            with self._naming_errors(place):
                self.current = self._follow(event)
        if self.current:
            with self._naming_errors(place):
                self._leave_open()
        self.tournament = self.tournament or _is_like_a_tournament(events)
        if not any(hand.ended_at for hand in self.hands):
            raise FileError(tr("{name} holds no whole hand: there is nothing to import.", name=path.name))
        for player in list(self.stacks.held):
            self.stacks.change(replace(events[-1], player=player), stack=None)
        amounts = [amount for event in events if event.kind != "blinds" for amount in event.amounts]
        self.chip = gcd(*amounts, *(hand.unit for hand in self.hands)) or 1
        first = [event for event in events if event.kind in ("start", "stacks")][:2]  # they name the game
        digest = sha256("".join(f"{event.at}{event.text}" for event in first).encode()).hexdigest()
        self.origin = f"{SITE}-{first[0].at:%Y-%m-%d}-{digest[:6]}"
        self.name = f"{SITE}-{evening_of(first[0].at)}-{digest[:6]}"

    @contextmanager
    def _naming_errors(self, place: str) -> Iterator[None]:
        """Errors with the file and the hand."""
        try:
            yield
        except PederError as error:
            problem = f"{str(error)[:LONGEST_ERROR]}{_suspect(self.unknown)}"
            raise FileError(f"{self.path.name}{place}: {problem}.") from error

    def _note(self, event: Event) -> None:
        """Note the names of players, and whether it is a tournament."""
        called = [(event.player, event.name), *((player, name) for _, player, name, _ in event.stacks)]
        for player, name in called:
            if player:
                names = self.names.setdefault(player, {})
                names.pop(name, None)
                names[name] = None
        self.tournament = self.tournament or event.kind in ("enter", "rebuy", "move")

    def _follow(self, event: Event) -> list[Event]:
        """Take one event; returns the events of the hand being played, none between two hands."""
        current = self.current
        if event.kind == "start":
            if current:  # the next hand's stacks tell whether the chips went back
                self.hands.append(cancel(self._replay(current)))
            elif event.number in self.numbers:
                raise FileError(tr("it is in the log twice"))
            self.numbers.add(event.number)
            return [event]
        if event.kind == "unknown":
            self.unknown.append(event)
        if event.kind in _MOVES_CHIPS:
            self.stacks.take(event)
        elif event.kind == "blinds":
            self.big_blind = event.amount
            return current
        elif event.kind == "stacks":
            self.stacks.deal(event, first=not self.hands)
        if current:
            current.append(event)
            if event.kind == "end":
                hand = self._replay(current)
                self.stacks.settle(hand, event, through_bank=hand.number in self.without)
                self.hands.append(hand)
                return []
        elif self.hands and event.kind in _AFTER:
            _AFTER[event.kind](self.hands[-1], event)
            if event.kind == "bounty":
                self.stacks.pay(event, through_bank=self.hands[-1].number in self.without)
        elif event.kind not in (*_MOVES_CHIPS, *_AFTER, "login"):
            if self.hands:
                raise FileError(tr("{text!r} stands after its end", text=event.text))
            self.remarks = [tr("the log begins within a hand, which is left out")]
        return current

    def _replay(self, events: Sequence[Event]) -> Hand:
        hand = replay(self.stacks.dealt_in(events), unit=self.big_blind)
        self.big_blind = hand.unit
        return hand

    def _leave_open(self) -> None:
        """The log ends within a hand, which becomes a draft if its stacks are known."""
        number = self.current[0].number
        self.remarks.append(tr("hand #{number} has no end in the log and is a draft", number=number))
        if any(event.kind == "stacks" for event in self.current):
            self.hands.append(self._replay(self.current))


def _owner(hands: Sequence[Hand]) -> str | None:
    """The player who was dealt every "Your hand", and showed just those cards whenever showing any."""
    shown = [
        ({seat.player: {*seat.cards} for seat in hand.seats}, {*hand.owner_cards})
        for hand in hands
        if hand.owner_cards
    ]
    players = {player for seats, own in shown for player, cards in seats.items() if cards == own}
    owners = [
        player
        for player in players
        if all(player in seats and seats[player] in (set(), own) for seats, own in shown)
    ]
    return owners[0] if len(owners) == 1 else None


_RISES, _TIMES = 3, 4
"""Of a tournament: how often the big blind rises at least, and to how many times what it was at first."""


def _is_like_a_tournament(events: Sequence[Event]) -> bool:
    """Whether the players began with equal stacks, the blinds rose again and again, and no player left with chips
    while others played on: a tournament at an ordinary table, whose log has no line about it.
    """
    first = next((event.stacks for event in events if event.kind == "stacks"), ())
    if len(first) < 3 or len({stack for *_, stack in first}) > 1:
        return False
    blinds = [event.amount for event in events if event.kind == "big_blind" and not event.all_in]
    levels = [
        blind
        for blind, before in zip(blinds, accumulate(blinds, max, initial=0), strict=False)
        if blind > before
    ]
    if len(levels) <= _RISES or levels[-1] < _TIMES * levels[0]:
        return False
    last = max(place for place, event in enumerate(events) if event.kind == "start")
    left = [event.amount for event in events[:last] if event.kind == "quit"]
    return bool(left) and not any(left)


def _suspect(unknown: Sequence[Event]) -> str:
    """The last unknown line with a number: it may have moved the chips that don't add up."""
    named = [event for event in unknown if re.search(r"\d", re.sub(r'".*?"', "", event.text))]
    if not named:
        return ""
    last = named[-1]
    return tr(
        " (the reason may be line {line}, which peder doesn't understand: {text!r})",
        line=last.line,
        text=last.text[:80],
    )


def _by_last_id(events: Sequence[Event]) -> list[Event]:
    """The events with the last id of each player: one who logs in during the game gets another. If the old id comes
    back with a new name, it belongs to another player from then on: two may share a computer.
    """
    last = _last_ids({event.words: event.player for event in events if event.kind == "login"})
    if not last:
        return [*events]
    names: dict[str, set[str]] = defaultdict(set)
    left: set[str] = set()  # ids before a login

    def of(player: str) -> str:
        return last.get(player, player)

    renamed = []
    for event in events:
        seen = [(player, name) for _, player, name, _ in event.stacks]
        for player, name in [(event.player, event.name), *seen]:
            if player in left and name not in names[of(player)]:
                left.discard(player)
                del last[player]  # a stranger, who keeps the id
            names[of(player)].add(name)
        if event.kind == "login" and event.words in last:
            left.add(event.words)
        stacks = tuple((chair, of(player), name, stack) for chair, player, name, stack in event.stacks)
        renamed.append(replace(event, player=of(event.player), payee=of(event.payee), stacks=stacks))
    return renamed


def _last_ids(later: Mapping[str, str]) -> dict[str, str]:
    """The last id of each player who logged in, by every id before it; `later` has the next one."""
    last: dict[str, str] = {}
    for first in later:
        passed, player = [], first
        while player in later and player not in last:
            passed.append(player)
            last[player] = player  # where ids change in a circle
            player = later[player]
        last.update(dict.fromkeys(passed, last.get(player, player)))
    return last


def _unknown_remark(unknown: Sequence[Event]) -> list[str]:
    """A remark on lines of unknown shape; none where there are none."""
    if not unknown:
        return []
    named = "; ".join(
        tr("line {line} {text!r}", line=event.line, text=event.text[:100]) for event in unknown[:5]
    )
    more = tr(" and {n} more", n=len(unknown) - 5) if len(unknown) > 5 else ""
    remark = trn(
        "{n} line of a kind that peder doesn't know kept in the notes of the hands, as the "
        "chips add up without: {named}{more}",
        "{n} lines of a kind that peder doesn't know kept in the notes of the hands, as the "
        "chips add up without: {named}{more}",
        len(unknown),
        named=named,
        more=more,
    )
    return [remark]
