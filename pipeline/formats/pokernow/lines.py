"""The files of PokerNow, CSV with a known first line, and what each line of a log says.

A log has the columns `entry`, `at` and `order`, the newest line first. A line is recognized by its shape, of any year
since 2020: it moves chips or cards (`_SHAPES`), or neither (`_CHATTER`). Other lines are events of the kind `unknown`;
the stacks show whether they moved chips.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from engine.api import PederError, parse_cards
from language import tr
from pipeline.formats.files import FileError, text_lines
from pipeline.formats.replay import Event


def read_rows(
    path: Path, columns: Sequence[str], what: str, optional: Sequence[str] = ()
) -> Iterator[tuple[int, dict[str, str]]]:
    """Each row by column as it comes, with the number of its last line in the file; `what` that should be.

    Columns that are `optional` may be missing and are "" then. Raises FileError for a file that can't be
    read, has another first line, or is cut off within a row.
    """
    reader = csv.reader((f"{line}\n" for _, line in text_lines(path)), strict=True)
    try:
        header = next((row for row in reader if any(cell.strip() for cell in row)), None)
        if header is None:
            raise FileError(tr("{name} is empty: download the {what} again.", name=path.name, what=what))
        if [name for name in header if name not in optional] != [*columns]:
            raise FileError(
                tr(
                    "{name} is no PokerNow {what}: it begins with {header!r}, and a {what} with {columns}.",
                    name=path.name,
                    what=what,
                    header=",".join(header)[:60],
                    columns=",".join(columns),
                )
            )
        for row in reader:
            if len(row) != len(header):
                raise cut_off(path, reader.line_num, what)
            yield reader.line_num, dict.fromkeys(optional, "") | dict(zip(header, row, strict=True))
    except csv.Error as error:
        raise cut_off(path, reader.line_num, what) from error


def moment(text: str) -> datetime:
    """A time as the files write it; one without a zone is UTC. Raises ValueError for other text."""
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def cut_off(path: Path, line: int, what: str) -> FileError:
    """The error of a file that ends too early, or was damaged."""
    return FileError(
        tr(
            "{name}, line {line} is cut off or damaged: download the whole {what} again.",
            name=path.name,
            line=line,
            what=what,
        )
    )


_PLAYER = r'"(?P<name>.+) @ (?P<player>[^"@ ]+)"'
_DIGITS = r"\d{1,15}(?:\.\d{1,2})?"
_AMOUNT = rf"(?P<amount>{_DIGITS})"
_ALL_IN = r"(?P<all_in> and go all in)?"
_PUT = rf"(?:with |(?P<all_in_with>and all in with ))?{_AMOUNT}{_ALL_IN}"  # "with" until 2020
_BOMB = r"\(bomb pot bet\)"

_SHAPES = {
    "start": r"-- starting hand #(?P<number>\d{1,9}) (?:\(id: \S+\))?\s*(?P<game>.*?)\s*"
    rf"\((?:dead button|dealer: {_PLAYER})\) --",
    "end": r"-- ending hand #(?P<number>\d{1,9}) --",
    "stacks": r"Players? stacks: (?P<stacks>.+)",
    "own": r"Your hand is (?P<cards>.+)",
    "ante": rf"{_PLAYER} posts an ante of {_AMOUNT}{_ALL_IN}",
    "small_blind": rf"{_PLAYER} posts a small blind of {_AMOUNT}{_ALL_IN}",
    "big_blind": rf"{_PLAYER} posts a big blind of {_AMOUNT}{_ALL_IN}",
    "straddle": rf"{_PLAYER} posts a straddle of {_AMOUNT}{_ALL_IN}",
    "missed_big": rf"{_PLAYER} posts a missed big blind of {_AMOUNT}{_ALL_IN}",
    "missing_small": rf"{_PLAYER} posts a missing small blind of {_AMOUNT}{_ALL_IN}",
    "fold": rf"{_PLAYER} folds",
    "check": rf"{_PLAYER} checks",
    "bomb": rf"{_PLAYER} (?:posts a bet of|bets|calls) {_AMOUNT}(?:{_ALL_IN} {_BOMB}| {_BOMB} and go all in)",
    "call": rf"{_PLAYER} calls {_PUT}",
    "bet": rf"{_PLAYER} bets {_PUT}",
    "raise": rf"{_PLAYER} raises (?:to )?{_PUT}",
    "board": r"(?P<street>[Ff]lop|[Tt]urn|[Rr]iver)(?P<run> \(second (?:run|board)\))?:.*\[(?P<cards>.+)\]",
    "uncalled": rf"Uncalled bet of {_AMOUNT} returned to {_PLAYER}",
    "show": rf"{_PLAYER} shows a (?P<cards>.+)\.",
    "collect": rf"{_PLAYER} collected {_AMOUNT} from pot(?: with (?P<words>.+?)"
    r"(?P<run> on the second (?:run|board))?\s+\(combination: (?P<cards>.+)\))?",
    "gain": rf"{_PLAYER} gained {_AMOUNT}",
    "win": rf"{_PLAYER} wins {_AMOUNT} with (?P<words>.+?)\s+\(hand: (?P<cards>.+)\)",
    "bounty": rf'{_PLAYER} paid {_AMOUNT} for the \S+ bounty to ".+ @ (?P<payee>[^"@ ]+)"',
    "join": rf"The player {_PLAYER} joined the game with a stack of {_AMOUNT}\.",
    "quit": rf"The player {_PLAYER} quits the game with a stack of {_AMOUNT}\.",
    "stand": rf"The player {_PLAYER} stand up with the stack of {_AMOUNT}\.",
    "sit": rf"The player {_PLAYER} sit back with the stack of {_AMOUNT}\.",
    "approve": rf"The admin approved the player {_PLAYER} participation with a stack of {_AMOUNT}\.",
    "create": rf"The player {_PLAYER} created the game with a stack of {_AMOUNT}\.",
    "update": rf"The admin updated the player {_PLAYER} stack from (?P<before>{_DIGITS}) to {_AMOUNT}\.",
    "enter": rf"The player {_PLAYER} (?:is in the tournament|will start to play in this table)"
    rf" with a stack of {_AMOUNT}\.",
    "rebuy": rf"The player {_PLAYER} rebought\. New stack {_AMOUNT}\.",
    "move": rf"The player {_PLAYER} was moved to table #\d+\.",
    "blinds": rf"The game's big blind was changed from {_DIGITS} to {_AMOUNT}\.",
    "login": rf"The player {_PLAYER} changed the ID from (?P<words>\S+) to \S+ because authenticated login\.",
}

_CHATTER = (
    r"Undealt cards: .*",
    r"Dead (?:Small|Big) Blind",
    rf".* collected {_DIGITS} from the \S+ bounty",  # the sum of what was paid
    r".* chooses to\s+(?:not )?run it twice\.",
    r"(?:All players in hand|Some players) choose to (?:not )?run it twice\.",
    r"Remaining players decide whether to run it twice\.",
    r"The game's (?:small blind|ante) was changed from \S+ to \S+\.",
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

LONGEST_ERROR = 400
"""Maximum length of an error in letters."""

_KNOWN = [(kind, re.compile(shape + r"\s*")) for kind, shape in _SHAPES.items()]
_IGNORED = re.compile("|".join(f"(?:{shape})" for shape in _CHATTER))
_STACK = re.compile(rf"(?:#(?P<chair>\d{{1,3}}) )?{_PLAYER.replace('.+', '.+?')} \({_AMOUNT}\)")


def read_events(path: Path) -> list[Event]:
    """What the lines of a log say, oldest first, including lines of unknown shape.

    Raises FileError for a file that can't be read as a log, or is cut off.
    """
    lines: list[tuple[int, int, datetime, str]] = []
    for number, row in read_rows(path, ("entry", "at", "order"), "log"):
        try:
            lines.append((int(row["order"]), -number, moment(row["at"]), row["entry"]))
        except (ValueError, OverflowError) as error:
            raise cut_off(path, number, "log") from error
    if not lines:
        raise FileError(tr("{name} holds no line of a game: download the log again.", name=path.name))
    if 2 * lines[-1][0] < lines[0][0]:  # the order is a time: one of fewer digits has lost its end
        raise cut_off(path, -lines[-1][1], "log")
    events = []
    for _, number, at, entry in sorted(lines, key=lambda line: line[:2]):
        try:
            event = _understand(entry, at, -number)
        except PederError as error:
            raise FileError(f"{path.name}, line {-number}: {str(error)[:LONGEST_ERROR]}") from error
        if event.kind != "chatter":
            events.append(event)
    return events


def _understand(text: str, at: datetime, line: int) -> Event:
    for kind, shape in _KNOWN:
        if match := shape.fullmatch(text):
            parts = match.groupdict()
            return Event(
                kind=kind,
                text=text.strip(),
                at=at,
                line=line,
                player=parts.get("player") or "",
                name=parts.get("name") or "",
                amount=_hundredths(parts.get("amount")),
                before=_hundredths(parts.get("before")),
                all_in=bool(parts.get("all_in") or parts.get("all_in_with")),
                number=int(parts.get("number") or 0),
                game=parts.get("game") or "",
                street=parts.get("street") or "",
                run=1 if parts.get("run") else 0,
                cards=_cards(parts.get("cards")),
                words=parts.get("words") or "",
                payee=parts.get("payee") or "",
                stacks=_stacks(parts.get("stacks")),
            )
    known = not text.strip() or _IGNORED.fullmatch(text)
    return Event(kind="chatter" if known else "unknown", text=" ".join(text.split()), at=at, line=line)


def _hundredths(amount: str | None) -> int:
    whole, _, part = (amount or "0").partition(".")
    return 100 * int(whole) + int(part.ljust(2, "0"))


def _cards(text: str | None) -> tuple[int, ...]:
    return tuple(parse_cards(text)) if text else ()


def _stacks(text: str | None) -> tuple[tuple[int, str, str, int], ...]:
    if not text:
        return ()
    stacks = list(_STACK.finditer(text))
    if " | ".join(stack[0] for stack in stacks) != text:
        raise FileError(tr("the stacks {text!r} can't be split into players and chips.", text=text[:80]))
    return tuple(  # until 2020 no chairs were named
        (int(stack["chair"] or place), stack["player"], stack["name"], _hundredths(stack["amount"]))
        for place, stack in enumerate(stacks, start=1)
    )
