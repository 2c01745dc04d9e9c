"""A whole PokerNow log: hand after hand, with every stack accounted for in between.

What a player brings, adds and takes away becomes the bank's book; a stack that a line states must be what the
lines before it lead to. Players who still have chips when the log ends are paid out at that moment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from math import gcd
from pathlib import Path

from engine.api import PederError
from language import mark, tr, trn
from pipeline.bank.ledger import BankKind
from pipeline.formats.pokernow.lines import LogLines
from pipeline.formats.replay import Event, Hand, amount_text, cancel, note_unknown, pay_bounty, replay, show
from pipeline.formats.sessions import FileError

MOVES_CHIPS = {"approve", "create", "enter", "join", "rebuy", "update", "stand", "sit", "quit", "move"}
_AFTER = {"show": show, "bounty": pay_bounty, "unknown": note_unknown}
"""What still belongs to a hand after its end."""
BATCH, _BATCHES = 1 << 10, 4
"""Hands in a batch, and the number of batches that stay in memory; a log of usual size fits, and is replayed once."""
_LONGEST = 400
"""Maximum length of an error in letters."""
_BEGINS_LATE = mark("the log begins within a hand, which is left out")


@dataclass(frozen=True, kw_only=True)
class BankEntry:
    """An entry of the bank's book: chips that a player bought (purchase) or was paid out for (buyback)."""

    player: str
    kind: BankKind
    amount: int
    at: datetime


@dataclass(kw_only=True)
class Log:
    """A log as a session: amounts are hundredths, players are known by their ids."""

    session_id: str = ""
    site: str = "pokernow"  # whose ids the players have
    hands: list[Hand] = field(default_factory=list)
    bank: list[BankEntry] = field(default_factory=list)
    names: dict[str, list[str]] = field(default_factory=dict)  # the latest name first
    owner: str | None = None  # who took the log, if the cards tell
    tournament: bool = False
    big_blind: int = 0  # as it was last posted or set
    unknown: list[Event] = field(default_factory=list)  # lines of unknown shape
    chip: int = 1  # the hundredths that every amount is a multiple of
    remarks: list[str] = field(default_factory=list)  # what was passed over, for the user
    began: datetime | None = None  # the first hand
    ended: datetime | None = None
    whole: int = 0  # hands that have an end

    def seated(self) -> list[str]:
        """Everybody who brought chips to the table, the first to do so first."""
        return list(dict.fromkeys(entry.player for entry in self.bank))


class _Stacks:
    """The players' stacks, updated line by line."""

    def __init__(self, bank: list[BankEntry]) -> None:
        self.bank = bank
        self.held: dict[str, int] = {}  # at the table, or waiting while the player is away
        self.offered: dict[str, int] = {}  # approved by the admin, not yet brought to the table

    def change(self, event: Event, stack: int | None) -> None:
        """A player has `stack` from now on, None for gone; the difference went through the bank."""
        before = self.held.pop(event.player, 0)
        if stack is not None:
            self.held[event.player] = stack
        difference = (stack or 0) - before
        if difference:
            kind = BankKind.PURCHASE if difference > 0 else BankKind.BUYBACK
            self.bank.append(BankEntry(player=event.player, kind=kind, amount=abs(difference), at=event.at))

    def expect(self, event: Event, amount: int) -> None:
        """The log states a stack: it must be what the player has, or was let in with."""
        known = self.held.get(event.player, self.offered.get(event.player))
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
            case "quit" | "move":
                if event.kind == "quit":
                    self.expect(event, event.amount)
                self.offered.pop(event.player, None)
                self.change(event, None)

    def deal(self, event: Event, *, first: bool) -> None:
        """A hand begins with these stacks; before the log's first hand anybody may bring what they have."""
        for _, player, name, stack in event.stacks:
            stated = replace(
                event,
                player=player,
                name=name,
                text=tr("{name} has {said}", name=name, said=amount_text(stack)),
            )
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

    def settle(self, hand: Hand) -> None:
        """A hand has ended."""
        for place, seat in enumerate(hand.seats):
            self.held[seat.player] = hand.left(place) + seat.won

    def pay(self, event: Event) -> None:
        """A player pays another, after a hand."""
        self.held[event.player] = self.held.get(event.player, 0) - event.amount
        self.held[event.payee] = self.held.get(event.payee, 0) + event.amount


@contextmanager
def opened_log(path: Path) -> Iterator[tuple[Log, Callable[[], Iterator[list[Hand]]]]]:
    """A log's summary, and a function that yields its hands in batches, replaying a log that is too large to stay in
    memory a second time. Raises FileError naming the file, and the hand if it is at fault.
    """
    with LogLines(path) as lines:
        later = {event.words: event.player for event in lines.events() if event.kind == "login"}
        first = _Replay(path, lines, later)
        batches: list[list[Hand]] = []
        for batch in first.batches():
            batches = [*batches, batch] if len(batches) < _BATCHES else batches
        _sum_up(first)
        if first.count <= len(batches) * BATCH:
            yield first.log, lambda: iter(batches)
        else:
            yield first.log, lambda: _Replay(path, lines, later).batches()


class _Replay:
    """A log's hands one after the other, and what the whole of it tells."""

    def __init__(self, path: Path, lines: LogLines, later: Mapping[str, str]) -> None:
        self.path, self.lines, self.later = path, lines, later
        self.log = Log()
        self.stacks = _Stacks(self.log.bank)
        self.current: list[Event] = []  # the hand being played: its events so far
        self.place = ""
        self.count = self.unit = 0
        self.first: list[Event] = []  # the first two of a hand's beginning: they name the game
        self.numbers: set[int] = set()
        self.matched: set[str] = set()  # who showed just the cards that "Your hand" were
        self.barred: set[str] = set()  # who showed others
        self.dealt: set[str] | None = None  # who sat there whenever a hand was

    def batches(self) -> Iterator[list[Hand]]:
        """The hands, `BATCH` at a time. Raises FileError."""
        last: Event | None = None
        for event in _by_last_id(self.lines.events(), self.later):
            last = event
            self._note(event)
            if event.kind == "start":
                self.place = f", hand #{event.number}"
            with self._named():
                self.current = self._follow(event)
            if len(self.log.hands) > BATCH:  # the last may yet be shown cards
                done, self.log.hands = self.log.hands[:BATCH], self.log.hands[BATCH:]
                yield self._done(done)
        if self.current:
            with self._named():
                _leave_open(self.log, self.current)
        if not self.log.whole and not any(hand.ended_at for hand in self.log.hands):
            raise FileError(
                tr("{name} holds no whole hand: there is nothing to import.", name=self.path.name)
            )
        for player, stack in self.stacks.held.items():
            if stack and last is not None:
                back = BankEntry(player=player, kind=BankKind.BUYBACK, amount=stack, at=last.at)
                self.log.bank.append(back)
        yield self._done(self.log.hands)

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Errors with the file and the hand."""
        try:
            yield
        except PederError as error:
            said = f"{str(error)[:_LONGEST]}{_suspect(self.log)}"
            raise FileError(f"{self.path.name}{self.place}: {said}.") from error

    def _note(self, event: Event) -> None:
        """Note what the lines say in addition to hands: names, the chip, whether it is a tournament."""
        log = self.log
        called = [(event.player, event.name), *((player, name) for _, player, name, _ in event.stacks)]
        for player, name in called:
            if player:
                names = log.names.setdefault(player, [])
                if name in names:
                    names.remove(name)
                names.insert(0, name)
        log.tournament = log.tournament or event.kind in ("enter", "rebuy", "move")
        if event.kind != "blinds":
            self.unit = gcd(self.unit, event.amount, event.before, *(stack for *_, stack in event.stacks))
        if event.kind in ("start", "stacks") and len(self.first) < 2:
            self.first.append(event)

    def _done(self, hands: list[Hand]) -> list[Hand]:
        """Hands to which nothing is added any more."""
        log = self.log
        self.count += len(hands)
        for hand in hands:
            log.began = log.began or hand.started_at
            log.ended = max(log.ended or hand.started_at, hand.ended_at or hand.started_at)
            log.whole += hand.ended_at is not None
            self.unit = gcd(self.unit, hand.unit)
            if hand.owner_cards:
                shown = {seat.player: set(seat.cards) for seat in hand.seats}
                own = set(hand.owner_cards)
                self.matched |= {player for player, cards in shown.items() if cards == own}
                self.barred |= {player for player, cards in shown.items() if cards and cards != own}
                self.dealt = {*shown} if self.dealt is None else self.dealt & shown.keys()
        return hands

    def owner(self) -> str | None:
        """The player who was dealt every "Your hand", and showed just those cards whenever showing any."""
        owners = (self.matched - self.barred) & (self.dealt or set())
        return owners.pop() if len(owners) == 1 else None

    def _follow(self, event: Event) -> list[Event]:
        """Take one event; returns the events of the hand being played, none between two hands."""
        log, current = self.log, self.current
        if event.kind == "start":
            if current:  # the next hand's stacks tell whether the chips went back
                self._end(cancel(_replay(log, current)))
            elif event.number in self.numbers:
                raise FileError(tr("it is in the log twice"))
            return [event]
        if event.kind == "unknown":
            log.unknown.append(event)
        if event.kind in MOVES_CHIPS:
            self.stacks.take(event)
        elif event.kind == "blinds":
            log.big_blind = event.amount
            return current
        elif event.kind == "stacks":
            self.stacks.deal(event, first=not log.hands)
        if current:
            current.append(event)
            if event.kind == "end":
                hand = _replay(log, current)
                self.stacks.settle(hand)
                self._end(hand)
                return []
        elif log.hands and event.kind in _AFTER:
            _AFTER[event.kind](log.hands[-1], event)
            if event.kind == "bounty":
                self.stacks.pay(event)
        elif event.kind not in (*MOVES_CHIPS, *_AFTER, "login"):
            if log.hands:
                raise FileError(tr("{text!r} stands after its end", text=event.text))
            late = tr(_BEGINS_LATE)
            if not log.remarks or log.remarks[-1] != late:
                log.remarks.append(late)
        return current

    def _end(self, hand: Hand) -> None:
        self.numbers.add(hand.number)
        self.log.hands.append(hand)


def _suspect(log: Log) -> str:
    """The last line that peder doesn't know: where chips don't add up, it may be the one that moved them."""
    named = [event for event in log.unknown if re.search(r"\d", re.sub(r'".*?"', "", event.text))]
    if not named:
        return ""
    last = named[-1]
    return tr(
        " (line {line} may tell why, and peder doesn't know what it means: {text!r})",
        line=last.line,
        text=last.text[:80],
    )


def _by_last_id(events: Iterable[Event], later: Mapping[str, str]) -> Iterator[Event]:
    """A player who logs in during the game gets another id: the last counts. `later` has the next of each."""

    def last(player: str) -> str:
        seen = {player}
        while (player := later.get(player, player)) not in seen:
            seen.add(player)
        return player

    for event in events:
        if later:
            event = replace(
                event,
                player=last(event.player),
                payee=last(event.payee),
                stacks=tuple(
                    (chair, last(player), name, stack) for chair, player, name, stack in event.stacks
                ),
            )
        yield event


def _replay(log: Log, current: Sequence[Event]) -> Hand:
    hand = replay(current, unit=log.big_blind)
    log.big_blind = hand.unit
    return hand


def _leave_open(log: Log, current: Sequence[Event]) -> None:
    """The log ends within a hand, which becomes a draft if its stacks are known."""
    log.remarks.append(tr("hand #{number} has no end in the log and is a draft", number=current[0].number))
    if any(event.kind == "stacks" for event in current):
        log.hands.append(_replay(log, current))


def _sum_up(replayed: _Replay) -> None:
    """What the whole log tells: its id, its chip, whose cards "Your hand" are."""
    log, first = replayed.log, replayed.first
    log.chip = replayed.unit or 1
    digest = sha256("".join(f"{event.at}{event.text}" for event in first).encode()).hexdigest()
    log.session_id = f"pokernow-{first[0].at:%Y-%m-%d}-{digest[:6]}"
    log.owner = replayed.owner()
    if log.unknown:
        named = "; ".join(
            tr("line {line} {text!r}", line=event.line, text=event.text[:100]) for event in log.unknown[:5]
        )
        more = tr(" and {n} more", n=len(log.unknown) - 5) if len(log.unknown) > 5 else ""
        log.remarks.append(
            trn(
                "{n} line of a kind that peder doesn't know kept in the notes of the hands, as the "
                "chips add up without: {named}{more}",
                "{n} lines of a kind that peder doesn't know kept in the notes of the hands, as the "
                "chips add up without: {named}{more}",
                len(log.unknown),
                named=named,
                more=more,
            )
        )
