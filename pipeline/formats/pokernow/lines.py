"""The files of PokerNow, CSV with a known first line, and the meaning of each line of a log.

A log has the columns `entry`, `at` and `order`, the newest line first. A line is recognized by its shape, of any year
since 2020: it moves chips or cards (`_SHAPES`), or neither (`_CHATTER`). Other lines are events of the kind `unknown`;
the stacks show whether they moved chips.
"""

from __future__ import annotations

import csv
import fnmatch
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from engine.api import PederError, parse_cards
from language import tr
from pipeline.formats.files import FileError, text_lines
from pipeline.formats.replay import Event


def read_rows(
    path: Path, columns: Sequence[str], what: str, optional: Sequence[str] = ()
) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows by column as they come, with the numbers of their last lines in the file; `what` is the expected kind
    of file. Columns that are `optional` may be missing and are "" then; columns that aren't named are left out. Raises
    FileError for a file that can't be read, has another first line, or is cut off within a row.
    """
    lines = (f"{line}\n" for _, line in text_lines(path))
    first = next(lines, "")
    mark = next(
        (mark for mark in ",;\t" if mark in first), ","
    )  # a spreadsheet may have saved it with another
    reader = csv.reader(chain([first], lines), delimiter=mark, strict=True)
    try:
        header = next((row for row in reader if any(cell.strip() for cell in row)), None)
        if header is None:
            raise FileError(tr("{name} is empty: download the {what} again.", name=path.name, what=what))
        header = [name.strip() for name in header]
        if not {*columns} <= {*header} or len({*header}) < len(header):
            raise FileError(
                tr(
                    "{name} isn't a PokerNow {what}: it begins with {header!r}, and a {what} with {columns}.",
                    name=path.name,
                    what=what,
                    header=mark.join(header)[:60],
                    columns=",".join(columns),
                )
            )
        places = {name: header.index(name) for name in (*columns, *optional) if name in header}
        missing = dict.fromkeys(optional, "")
        for row in reader:
            if not any(row):
                continue
            if len(row) != len(header):
                raise cut_off(path, reader.line_num, what)
            yield reader.line_num, missing | {name: row[place] for name, place in places.items()}
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


_PLAYER = r'"(?P<name>.{1,200}) @ (?P<player>[^"@ ]++)"'
_DIGITS = r"\d{1,15}(?:\.\d{1,2})?"
_AMOUNT = rf"(?P<amount>{_DIGITS})"
_ALL_IN = r"(?P<all_in> and go all in)?"
_PUT = rf"(?:with |(?P<all_in_with>and all in with ))?{_AMOUNT}{_ALL_IN}"  # "with" until 2020
_BOMB = r"\(bomb pot bet\)"

_SHAPES = {  # each takes time that grows as the line: names and words are bounded, nothing unbounded is nested
    "start": r"-- starting hand #(?P<number>\d{1,9}) (?:\(id: \S{1,60}\))?(?P<game>[^\"\n]{0,100}?)"
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
    "board": r"(?P<street>[Ff]lop|[Tt]urn|[Rr]iver)(?P<run> \(second (?:run|board)\))?:"
    r"[^\[\n]*\[(?P<cards>[^\]\n]+)\]",
    "uncalled": rf"Uncalled bet of {_AMOUNT} returned to {_PLAYER}",
    "show": rf"{_PLAYER} shows a (?P<cards>.+)\.",
    "collect": rf"{_PLAYER} collected {_AMOUNT} from pot(?: with (?P<words>.{{1,100}}?)"
    r"(?P<run> on the second (?:run|board))? {1,4}\(combination: (?P<cards>[^)\n]+)\))?",
    "gain": rf"{_PLAYER} gained {_AMOUNT}",
    "win": rf"{_PLAYER} wins {_AMOUNT} with (?P<words>.{{1,100}}?) {{1,4}}\(hand: (?P<cards>[^)\n]+)\)",
    "bounty": rf"{_PLAYER} paid {_AMOUNT} for the \S{{1,40}} bounty to "
    r'".{1,200} @ (?P<payee>[^"@ ]++)"',
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
    "move": rf"The player {_PLAYER} was moved to table #\d{{1,9}}\.",
    "blinds": rf"The game's big blind was changed from {_DIGITS} to {_AMOUNT}\.",
    "login": rf"The player {_PLAYER} changed the ID from (?P<words>\S{{1,200}}) to \S{{1,200}}"
    r" because authenticated login\.",
}

_CHATTER = (  # `*` is any text; compared with a line whose words are parted by one space
    "Undealt cards: *",
    "Undealt cards (second *",
    "Dead Small Blind",
    "Dead Big Blind",
    "* collected * from the * bounty",  # the sum of what was paid
    "* chooses to run it twice.",
    "* chooses to not run it twice.",
    "All players in hand choose to run it twice.",
    "All players in hand choose to not run it twice.",
    "Some players choose to run it twice.",
    "Some players choose to not run it twice.",
    "Remaining players decide whether to run it twice.",
    "The game's small blind was changed from * to *.",
    "The game's ante was changed from * to *.",
    "WARNING: the admin queued the stack change for the player * chips in the next hand.",
    "IMPORTANT: *spectator mode*",
    "The player * requested a seat.",
    "The player * canceled the seat request.",
    "The player * requested a rebuy of *.",
    "The player * passed the room ownership to *.",
    "The admin * rejected the seat request from the player *.",
    "The admin * enqueued the removal of the player *.",
    "The admin * forced the player * to away mode in the next hand.",
    "The admin * enqueued the game stop on next hand.",
    "The admin * canceled the game stop on next hand.",
    "Asking to busted players the rebuy decision.",
    "Waiting for the game owner to approve or reject pending rebuy requests.",
    "Game entering in a break returning in * minute.",
    "Game entering in a break returning in * minutes.",
    "* will be playing on table #* (ID: *).",
    "Game Config Changes*",
)

LONGEST_ERROR = 400
"""Maximum length of an error in letters."""

_KNOWN = [(kind, re.compile(shape)) for kind, shape in _SHAPES.items()]
_IGNORED = re.compile("|".join(map(fnmatch.translate, _CHATTER)))
_STACK = re.compile(rf"(?:#(?P<chair>\d{{1,3}}) )?{_PLAYER.replace('200}', '200}?')} \({_AMOUNT}\)")
_CENTS_MODE = re.compile(r"\bCents Mode: \w{1,9} » (on|off)\b")


class _Line(NamedTuple):
    """A line of a log: its event, and its amounts as written."""

    event: Event
    amounts: Sequence[str] = ()

    @property
    def has_decimals(self) -> bool:
        return any("." in amount for amount in self.amounts)


def read_events(path: Path) -> list[Event]:
    """What the lines of a log say, oldest first, including lines of unknown shape. A line that is there again, with the same
    order, counts once: logs that were put together may overlap.

    Raises FileError for a file that can't be read as a log, or is cut off.
    """
    rows: list[tuple[int, int, datetime, str]] = []
    known: set[tuple[str, ...]] = set()
    columns = ("entry", "at", "order")
    for number, row in read_rows(path, columns, "log"):
        values = tuple(row[column].strip() for column in columns)
        if values in known or values == columns:
            continue
        known.add(values)
        try:
            rows.append((int(row["order"]), -number, moment(row["at"]), row["entry"]))
        except (ValueError, OverflowError) as error:
            raise cut_off(path, number, "log") from error
    if not rows:
        raise FileError(tr("{name} holds no line of a game: download the log again.", name=path.name))
    if 2 * rows[-1][0] < rows[0][0]:  # the order is a time: one of fewer digits has lost its end
        raise cut_off(path, -rows[-1][1], "log")
    lines = []
    for _, number, at, entry in sorted(rows, key=lambda row: row[:2]):
        try:
            lines.append(_understand(entry, at, -number))
        except PederError as error:
            raise FileError(f"{path.name}, line {-number}: {str(error)[:LONGEST_ERROR]}") from error
    in_cents = _counts_in_cents(lines)
    return [
        line.event.divided(100) if in_cents and not line.has_decimals else line.event
        for line in lines
        if line.event.kind != "chatter"
    ]


def _counts_in_cents(lines: Sequence[_Line]) -> bool:
    """Whether the chips of a log are cents, so that an amount without decimals is a hundredth of what it reads.

    In its "cents mode" PokerNow writes every amount with two decimals, and 50.00 where it had written 5000
    before. The mode of the hands counts, else the mode at the end.
    """
    is_in_hand = is_on = was_switched = False
    hands: list[str] = []
    parts: list[str] = []
    for line in lines:
        if line.event.kind in ("start", "end"):
            is_in_hand = line.event.kind == "start"
        if line.amounts:
            is_on = line.has_decimals
            parts += [amount.partition(".")[2] for amount in line.amounts if "." in amount]
            hands += line.amounts if is_in_hand else ()
        elif line.event.kind == "chatter" and (switch := _CENTS_MODE.search(line.event.text)):
            is_on, was_switched = switch[1] == "on", True
    always_two = was_switched or any(part.endswith("0") for part in parts)
    if parts and not (always_two and all(len(part) == 2 for part in parts)):
        return False  # a program that writes decimals only where there are any
    return is_on or any("." in amount for amount in hands)


def _understand(text: str, at: datetime, line: int) -> _Line:
    text = text.strip()
    for kind, shape in _KNOWN:
        if match := shape.fullmatch(text):
            parts = match.groupdict()
            stacks = _stacks(parts.get("stacks"))
            event = Event(
                kind=kind,
                text=text,
                at=at,
                line=line,
                player=parts.get("player") or "",
                name=parts.get("name") or "",
                amount=_hundredths(parts.get("amount")),
                before=_hundredths(parts.get("before")),
                all_in=bool(parts.get("all_in") or parts.get("all_in_with")),
                number=int(parts.get("number") or 0),
                game=(parts.get("game") or "").strip(),
                street=parts.get("street") or "",
                run=1 if parts.get("run") else 0,
                cards=_cards(parts.get("cards")),
                words=parts.get("words") or "",
                payee=parts.get("payee") or "",
                stacks=tuple(
                    (
                        int(stack["chair"] or place),
                        stack["player"],
                        stack["name"],
                        _hundredths(stack["amount"]),
                    )
                    for place, stack in enumerate(stacks, start=1)  # until 2020 no chairs were named
                ),
            )
            written = [parts.get("amount"), parts.get("before"), *(stack["amount"] for stack in stacks)]
            return _Line(event, [amount for amount in written if amount])
    words = " ".join(text.split())
    known = not words or _IGNORED.match(words)
    return _Line(Event(kind="chatter" if known else "unknown", text=words, at=at, line=line))


def _hundredths(amount: str | None) -> int:
    whole, _, part = (amount or "0").partition(".")
    return 100 * int(whole) + int(part.ljust(2, "0"))


def _cards(text: str | None) -> tuple[int, ...]:
    return tuple(parse_cards(text)) if text else ()


def _stacks(text: str | None) -> list[re.Match[str]]:
    """The parts of a list of stacks. Raises FileError for one that isn't a list of players with chips."""
    stacks: list[re.Match[str]] = []
    place = 0
    while text:
        stack = _STACK.match(text, place)
        if stack is None:
            raise FileError(tr("the stacks {text!r} can't be split into players and chips.", text=text[:80]))
        stacks.append(stack)
        if stack.end() == len(text):
            break
        place = stack.end() + len(_BETWEEN) if text.startswith(_BETWEEN, stack.end()) else len(text)
    return stacks


_BETWEEN = " | "
