"""A PokerNow log as a file: its lines in the order in which they happened, and what each line says.

The log of a table is a CSV file with the columns `entry`, `at` and `order`, the newest line first. A line is
known by its shape: it moves chips or cards (`_SHAPES`), or it is known to move neither (`_CHATTER`). A line
of unknown shape is an error if it names a number, which may be chips; one that names none is passed over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from engine.cards import parse_cards
from engine.errors import PederError
from pipeline.imports.pokernow.files import LogError, cut_off, read_rows


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """What one line says. Amounts are hundredths of the log's unit; cards are codes (`engine.cards`)."""

    kind: str
    text: str
    at: datetime
    player: str = ""  # the id, as the name may change
    name: str = ""
    amount: int = 0
    before: int = 0  # a stack before an admin changed it
    all_in: bool = False
    number: int = 0  # of a hand
    game: str = ""
    street: str = ""
    run: int = 0  # 1 on the second board
    cards: tuple[int, ...] = ()
    words: str = ""  # the winning hand in words; the id before a login
    stacks: tuple[tuple[int, str, str, int], ...] = ()  # chair, player, name, stack


_PLAYER = r'"(?P<name>.+) @ (?P<player>[^"@ ]+)"'
_AMOUNT = r"(?P<amount>\d+(?:\.\d{1,2})?)"
_ALL_IN = r"(?P<all_in> and go all in)?"

_SHAPES = {
    "start": r"-- starting hand #(?P<number>\d+) (?:\(id: \S+\) )?\s*\((?P<game>.+?)\) "
    rf"\((?:dead button|dealer: {_PLAYER})\) --",
    "end": r"-- ending hand #(?P<number>\d+) --",
    "stacks": r"Player stacks: (?P<stacks>.+)",
    "own": r"Your hand is (?P<cards>.+)",
    "ante": rf"{_PLAYER} posts an ante of {_AMOUNT}{_ALL_IN}",
    "small_blind": rf"{_PLAYER} posts a small blind of {_AMOUNT}{_ALL_IN}",
    "big_blind": rf"{_PLAYER} posts a big blind of {_AMOUNT}{_ALL_IN}",
    "straddle": rf"{_PLAYER} posts a straddle of {_AMOUNT}{_ALL_IN}",
    "missed_big": rf"{_PLAYER} posts a missed big blind of {_AMOUNT}{_ALL_IN}",
    "missing_small": rf"{_PLAYER} posts a missing small blind of {_AMOUNT}{_ALL_IN}",
    "fold": rf"{_PLAYER} folds",
    "check": rf"{_PLAYER} checks",
    "call": rf"{_PLAYER} calls {_AMOUNT}{_ALL_IN}",
    "bet": rf"{_PLAYER} bets {_AMOUNT}{_ALL_IN}",
    "raise": rf"{_PLAYER} raises to {_AMOUNT}{_ALL_IN}",
    "board": r"(?P<street>Flop|Turn|River)(?P<run> \(second (?:run|board)\))?:.*\[(?P<cards>.+)\]",
    "uncalled": rf"Uncalled bet of {_AMOUNT} returned to {_PLAYER}",
    "show": rf"{_PLAYER} shows a (?P<cards>.+)\.",
    "collect": rf"{_PLAYER} collected {_AMOUNT} from pot(?: with (?P<words>.+?)"
    r"(?P<run> on the second (?:run|board))?\s+\(combination: (?P<cards>.+)\))?",
    "join": rf"The player {_PLAYER} joined the game with a stack of {_AMOUNT}\.",
    "quit": rf"The player {_PLAYER} quits the game with a stack of {_AMOUNT}\.",
    "stand": rf"The player {_PLAYER} stand up with the stack of {_AMOUNT}\.",
    "sit": rf"The player {_PLAYER} sit back with the stack of {_AMOUNT}\.",
    "approve": rf"The admin approved the player {_PLAYER} participation with a stack of {_AMOUNT}\.",
    "create": rf"The player {_PLAYER} created the game with a stack of {_AMOUNT}\.",
    "update": rf"The admin updated the player {_PLAYER} stack from (?P<before>[0-9.]+) to {_AMOUNT}\.",
    "enter": rf"The player {_PLAYER} (?:is in the tournament|will start to play in this table)"
    rf" with a stack of {_AMOUNT}\.",
    "rebuy": rf"The player {_PLAYER} rebought\. New stack {_AMOUNT}\.",
    "move": rf"The player {_PLAYER} was moved to table #\d+\.",
    "login": rf"The player {_PLAYER} changed the ID from (?P<words>\S+) to \S+ because authenticated login\.",
}

_CHATTER = (
    r"Undealt cards: .*",
    r"Dead Small Blind",
    r".* chooses to\s+(?:not )?run it twice\.",
    r"(?:All players in hand|Some players) choose to (?:not )?run it twice\.",
    r"Remaining players decide whether to run it twice\.",
    r"The game's (?:small blind|big blind|ante) was changed from \S+ to \S+\.",
    r"WARNING: the admin queued the stack change for the player .* chips in the next hand\.",
    r"IMPORTANT: .*spectator mode.*",
    r"The player .* (?:requested a seat|canceled the seat request|requested a rebuy of \S+)\.",
    r"The player .* passed the room ownership to .*\.",
    r"The admin .* (?:rejected the seat request from|enqueued the removal of) the player .*\.",
    r"The admin .* forced the player .* to away mode in the next hand\.",
    r"The admin .* (?:enqueued|canceled) the game stop on next hand\.",
    r"Asking to busted players the rebuy decision\.",
    r"Waiting for the game owner to approve or reject pending rebuy requests\.",
    r"Game entering in a break returning in \d+ minutes?\.",
    r".* will be playing on table #\d+ \(ID: \S+\)\.",
    r"Game Config Changes(?s:.*)",
)

_KNOWN = [(kind, re.compile(shape + r"\s*")) for kind, shape in _SHAPES.items()]
_IGNORED = re.compile("|".join(f"(?:{shape})" for shape in _CHATTER))
_STACK = re.compile(rf"#(?P<chair>\d+) {_PLAYER.replace('.+', '.+?')} \({_AMOUNT}\)")


def read_log(path: Path) -> tuple[list[Event], int]:
    """The events of a log, oldest first, and how many lines of unknown shape were passed over.

    Raises LogError for a file that can't be read as a log, or is cut off, and for a line of unknown shape
    that names a number.
    """
    events, unknown = [], 0
    for number, at, text in _read_lines(path):
        try:
            event = _understand(text, at)
        except PederError as error:
            raise LogError(f"{path.name}, line {number}: {error}") from error
        if event is None:
            unknown += 1
        elif event.kind != "chatter":
            events.append(event)
    return events, unknown


def _read_lines(path: Path) -> list[tuple[int, datetime, str]]:
    """Line number in the file, time and text of each entry, oldest first."""
    lines = []
    for number, (entry, at, order) in read_rows(path, ("entry", "at", "order"), "log"):
        try:
            lines.append((int(order), -number, datetime.fromisoformat(at), entry))
        except ValueError as error:
            raise cut_off(path, number, "log") from error
    if not lines:
        raise LogError(f"{path.name} holds no line of a game: download the log again.")
    if lines[-1][0] < lines[0][0] / 2:  # the order is a time: one of fewer digits has lost its end
        raise cut_off(path, -lines[-1][1], "log")
    return [(-number, at, entry) for _, number, at, entry in sorted(lines)]


def _understand(text: str, at: datetime) -> Event | None:
    """The event that a line tells of; None for a line of unknown shape that can't be one of chips."""
    for kind, shape in _KNOWN:
        if found := shape.fullmatch(text):
            said = found.groupdict()
            return Event(
                kind=kind,
                text=text.strip(),
                at=at,
                player=said.get("player") or "",
                name=said.get("name") or "",
                amount=_hundredths(said.get("amount")),
                before=_hundredths(said.get("before")),
                all_in=bool(said.get("all_in")),
                number=int(said.get("number") or 0),
                game=said.get("game") or "",
                street=said.get("street") or "",
                run=1 if said.get("run") else 0,
                cards=_cards(said.get("cards")),
                words=said.get("words") or "",
                stacks=_stacks(said.get("stacks")),
            )
    if _IGNORED.fullmatch(text):
        return Event(kind="chatter", text=text, at=at)
    if re.search(r"\d", re.sub(r'".*?"', "", text)):
        raise LogError(
            f"what is {text[:80]!r}? It may move chips, and peder doesn't know this kind of line yet."
        )
    return None


def _hundredths(amount: str | None) -> int:
    whole, _, part = (amount or "0").partition(".")
    return 100 * int(whole) + int(part.ljust(2, "0"))


def _cards(text: str | None) -> tuple[int, ...]:
    return tuple(parse_cards(text)) if text else ()


def _stacks(text: str | None) -> tuple[tuple[int, str, str, int], ...]:
    if not text:
        return ()
    found = list(_STACK.finditer(text))
    if " | ".join(stack[0] for stack in found) != text:
        raise LogError(f"the stacks {text[:80]!r} can't be told apart.")
    return tuple(
        (int(stack["chair"]), stack["player"], stack["name"], _hundredths(stack["amount"])) for stack in found
    )
