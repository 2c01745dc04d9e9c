"""Reads the commands of the log (`pipeline.night.parser.commands`): one line of a command to its record."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date

from engine.api import (
    fold_name,
    shortened,
)
from language import tr
from pipeline.bank.ledger import BankKind
from pipeline.bank.money import CHIPS, parse_money
from pipeline.night.parser.command_parts import (
    FULL_NAME,
    check_nothing_follows,
    read_chips,
    read_player,
    read_players,
    usage_error,
    without_sure,
)
from pipeline.night.parser.commands import Command
from pipeline.night.parser.lines import (
    About,
    Ask,
    Banker,
    Carry,
    ChipRequest,
    ChipValue,
    Confirm,
    Day,
    DealerTurn,
    Decline,
    Edit,
    End,
    Join,
    Line,
    Loan,
    LogError,
    Note,
    PlayerSpec,
    Presence,
    Redo,
    Rename,
    Seating,
    Skip,
    Target,
    Trade,
    Undo,
)
from pipeline.night.parser.names import (
    BETWEEN_NAMES,
    NAME,
    NO_NAME,
    Handles,
    find_handle,
    is_player,
)
from pipeline.night.parser.payment_lines import expense, owe
from pipeline.night.parser.words import (
    AFTER,
    ALL,
    CASH,
    FILLERS,
    PART,
    POT_ENDS,
    SKIPPED,
    says_more_than_name,
)

MOST_SKIPPED = 50
_SPEC = re.compile(rf"(?P<name>[^=/]+?)\s*(?:=\s*(?P<handle>{NAME})\s*(?:/\s*(?P<id>[^\s,]+))?)?")
_DAY = re.compile(r"([12]\d{3})-(\d\d?)-(\d\d?)|(\d\d?)[./-](\d\d?)[./-]([12]\d{3})", re.ASCII)
_TARGET = re.compile(r"(#?)(\d{1,6})")
_AFTER = re.compile(rf"\s+(?:{'|'.join(AFTER)})\s+({NAME})\s*$", re.I)


def read_note(text: str) -> Note:
    """The note after a semicolon. Raises LogError for an empty one."""
    if not text.strip():
        raise LogError(tr("The note is empty: write it after the semicolon."))
    return Note(text.strip())


def _spec(text: str, command: Command) -> PlayerSpec:
    match = _SPEC.fullmatch(text.strip())
    if match is None or not (match["id"] or any(char.isalpha() for char in match["name"])):
        raise usage_error(command, tr("{text!r} names no player", text=shortened(text.strip())))
    handle = match["handle"]
    return PlayerSpec(" ".join(match["name"].split()), handle.casefold() if handle else None, match["id"])


def _target(text: str, command: Command) -> Target | None:
    if not text:
        return None
    match = _TARGET.fullmatch(text)
    if match is None:
        raise usage_error(
            command,
            tr("{text!r} is neither a hand's number nor an entry's such as #23", text=shortened(text)),
        )
    return Target(int(match[2]), bool(match[1]))


# --- the commands


_COMMAS = re.compile(r",\s*(?:(?:and|og)\s)?|\s(?:and|og|&)\s", re.I)
_JOINED = re.compile(r"[;/+&]\s*(?:(?:and|og)\s)?|\s(?:and|og)\s", re.I)
"""What stands between the names of players as they are typed, with commas, between which names may have other marks, and without."""


def _names(text: str, command: Command) -> list[str]:
    """The names of players; a journal has handles after them, and only commas between them. Raises LogError for ``anna bo and
    carl``, in which Bo may be Anna's last name.
    """
    if "=" in text:
        return text.split(",")
    names = (_COMMAS if "," in text else _JOINED).split(text)
    if len(names) == 1:
        return text.split()
    several = next((name for name in names if " " in name.strip()), None)
    if several and not re.search(r"[,;/+]", text):
        raise usage_error(command, tr("{text!r} may be one name or several", text=shortened(several)))
    return names


def _players(command: Command, rest: str, handles: Handles) -> list[Line]:
    names = [name for name in _names(rest, command) if name.strip()]
    if not names:
        raise usage_error(command)
    return [Seating(tuple(_spec(name, command) for name in names))]


_WITH_CHIPS = re.compile(rf"\s(?:with|for|med|på)\s+{CHIPS}\s*$", re.I)

_AMOUNT_IN_NAME = re.compile(
    r"\S\s+(?:\d[\d.,]+|\d+p\d*|\d+ ?(?:kr\.?|kroner|øre|[a-z]{3}|€|\$))(?!\w)", re.I
)
"""What is no part of a name, as the 2 of `Bo 2` is."""


def _joins(command: Command, rest: str, handles: Handles) -> list[Line]:
    after = _AFTER.search(f" {rest}")
    name = f" {rest}"[: after.start()] if after else rest
    name = name.strip()
    is_typed = "=" not in name  # a journal's name has its handle
    if is_typed:
        name = name.rstrip(" !.,;:")
    first, _, more = name.partition(" ")
    if (
        _WITH_CHIPS.search(name)
        or BETWEEN_NAMES.search(name.partition("=")[0])
        or (is_typed and name and (NO_NAME.fullmatch(name) or says_more_than_name(name)))
        or (is_typed and _AMOUNT_IN_NAME.search(name))
        or (is_typed and more and first in handles)
    ):
        raise usage_error(command, tr("{text!r} names no player", text=shortened(name)))
    return [Join(_spec(name, command), find_handle(after[1], handles) if after else None)]


def _begins_with(text: str, name: str) -> bool:
    """Whether a text begins with a full name of several words, and goes on."""
    return " " in name and text.casefold().startswith(f"{name.casefold()} ")


def _rename(command: Command, rest: str, handles: Handles) -> list[Line]:
    who, _, name = rest.partition(" ")
    if who.casefold() not in handles and isinstance(handles, Mapping):
        full = next((one.name for one in handles.values() if _begins_with(rest, one.name)), who)
        who, name = rest[: len(full)], rest[len(full) :].strip()
    name = re.sub(r"^(?:to|til|as)\s+", "", name, flags=re.I)
    if not name or not FULL_NAME.fullmatch(name):
        raise usage_error(command, tr("{text!r} isn't a name", text=shortened(name)) if name else "")
    return [Rename(read_player(who, handles, command), name)]


def _presence(command: Command, rest: str, handles: Handles) -> list[Line]:
    status = {"leaves": "gone", "pause": "pausing", "back": "playing"}[command.name]
    rest, sure = without_sure(rest)
    if command.name == "leaves":
        rest = _LEAVING.sub("", rest)
        who, _, chips = rest.rpartition(" ")
        if re.fullmatch(CHIPS, chips, re.I) and is_player(who, handles):
            text = tr(
                "Count the chips first: count {who} {chips}, then leaves {who}.",
                who=find_handle(who, handles),
                chips=chips,
            )
            raise LogError(text)
    return [Presence(read_players(rest, handles, command), status, sure)]  # type: ignore[arg-type]


def _about(command: Command, rest: str, handles: Handles) -> list[Line]:
    if not rest:
        raise usage_error(command)
    return [About("season" if command.name == "season" else "place", rest)]


def _date(command: Command, rest: str, handles: Handles) -> list[Line]:
    match = _DAY.fullmatch(rest)
    if match is None:
        raise usage_error(command, tr("{rest!r} isn't a day", rest=shortened(rest)) if rest else "")
    year, month, day = map(int, match.groups()[:3] if match[1] else match.groups()[:2:-1])
    try:
        return [Day(date(year, month, day))]
    except ValueError as error:
        raise usage_error(command, tr("{rest!r} isn't a day of the calendar", rest=rest)) from error


def _chip(command: Command, rest: str, handles: Handles) -> list[Line]:
    if not rest:
        raise usage_error(command)
    money, currency = parse_money(rest.removeprefix("="))
    if not money:
        raise usage_error(command, tr("A chip is worth something"))
    return [ChipValue(money, currency)]


def _loan(command: Command, rest: str, handles: Handles) -> list[Line]:
    who, _, chips = rest.rpartition(" ")
    some = read_chips(chips, command)
    if not some:
        raise usage_error(command, tr("A loan has at least one chip"))
    names = () if not who or who.casefold() in ALL else read_players(who, handles, command)
    return [Loan(names, some)]


def _request(command: Command, rest: str, handles: Handles) -> list[Line]:
    who, *words = rest.split() or [""]
    chips = read_chips(" ".join(words[bool(words) and words[0].casefold() in FILLERS :]), command)
    if not chips:
        raise usage_error(command, tr("A loan has at least one chip"))
    return [ChipRequest(read_player(who, handles, command), chips)]


_LEAVING = re.compile(r"\s+(?:home|hjem)$|(?<=\s)(?:with|med)\s+", re.I)
"""What may stand around the player who leaves."""
_TRADES = {"buy": BankKind.PURCHASE, "return": BankKind.BUYBACK, "count": BankKind.COUNT}


def _trade(command: Command, rest: str, handles: Handles) -> list[Line]:
    rest, sure = without_sure(rest)
    words = [word for place, word in enumerate(rest.split()) if not place or word.casefold() not in FILLERS]
    who, chips, *more = [*words, "", ""][: max(2, len(words))]
    marks = [word.casefold() for word in more]
    kind = _TRADES[command.name]
    cash = any(word in CASH for word in marks)
    part = kind is BankKind.BUYBACK and any(word in PART for word in marks)
    if not chips or len(marks) != cash + part:
        raise usage_error(command)
    some = read_chips(chips, command)
    if not some and kind is BankKind.PURCHASE:
        raise usage_error(command, tr("A purchase has at least one chip"))
    return [Trade(kind, read_player(who, handles, command), some, cash, part, sure)]


def _skip(command: Command, rest: str, handles: Handles) -> list[Line]:
    rest, semicolon, note = rest.partition(";")
    if semicolon:
        return [*_skip(command, rest.strip(), handles), read_note(note)]
    if fold_name(rest) in SKIPPED:
        return [Skip()]
    if rest.casefold() == "ok":
        return [Skip(confirmed=True)]
    if not (rest.isascii() and rest.isdigit() and len(rest) < 4 and 1 <= int(rest) <= MOST_SKIPPED):
        raise usage_error(
            command,
            tr("{rest!r} is not 1 to {most} hands", rest=shortened(rest), most=MOST_SKIPPED),
        )
    return [Skip()] * int(rest)


def _edit(command: Command, rest: str, handles: Handles) -> list[Line]:
    first, _, text = rest.partition(" ")
    if _TARGET.fullmatch(first):
        return [Edit(_target(first, command), text.strip())]
    return [Edit(None, rest)]


def _redo(command: Command, rest: str, handles: Handles) -> list[Line]:
    check_nothing_follows(command, rest)
    return [Redo()]


def _end(command: Command, rest: str, handles: Handles) -> list[Line]:
    rest, sure = without_sure(rest)
    pot = POT_ENDS.get(rest.casefold())
    if pot is None:
        check_nothing_follows(command, rest)
    return [End(sure, pot or "")]


def _carry(command: Command, rest: str, handles: Handles) -> list[Line]:
    chips = read_chips(rest, command)
    if not chips:
        raise usage_error(command, tr("A carried pot has at least one chip"))
    return [Carry(chips)]


def _ask(command: Command, rest: str, handles: Handles) -> list[Line]:
    if command.name != "help":
        check_nothing_follows(command, rest)
    return [Ask(command.name, rest)]  # type: ignore[arg-type]


COMMAND_READERS: dict[str, Callable[[Command, str, Handles], list[Line]]] = {
    "players": _players,
    "banker": lambda command, rest, handles: [Banker(read_player(rest, handles, command))],
    "chip": _chip,
    "season": _about,
    "place": _about,
    "date": _date,
    "joins": _joins,
    "leaves": _presence,
    "pause": _presence,
    "back": _presence,
    "rename": _rename,
    "deals": lambda command, rest, handles: [DealerTurn(read_player(rest, handles, command))],
    "loan": _loan,
    "request": _request,
    "decline": lambda command, rest, handles: [Decline(read_player(rest, handles, command))],
    "buy": _trade,
    "return": _trade,
    "count": _trade,
    "pay": owe,
    "expense": expense,
    "shadow": owe,
    "undo": lambda command, rest, handles: [Undo(_target(rest, command))],
    "redo": _redo,
    "edit": _edit,
    "ok": lambda command, rest, handles: [Confirm(_target(rest, command))],
    "skip": _skip,
    "end": _end,
    "carry": _carry,
    "help": _ask,
    "history": _ask,
    "drafts": _ask,
    "bank": _ask,
    "settle": _ask,
    "quit": _ask,
}
"""The function that reads what follows each command, by the command's name."""
