"""Reads the commands of the log (`pipeline.night.parser.words`): one line of a command to its record."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from engine.api import (
    fold_name,
    shortened,
)
from language import tr
from pipeline.bank.ledger import BankKind
from pipeline.bank.money import CHIPS, begins_with_money, leading_money, parse_chips, parse_money
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
    Expense,
    Join,
    Line,
    Loan,
    LogError,
    Note,
    Owe,
    PayMoney,
    PlayerSpec,
    Presence,
    Redo,
    Rename,
    Seating,
    Skip,
    Target,
    Trade,
    Undo,
    UnreadError,
)
from pipeline.night.parser.words import (
    AFTER,
    ALL,
    BET,
    BETWEEN_NAMES,
    BUT,
    CASH,
    COMMAND_OF,
    FILLERS,
    FOR,
    NAME,
    NO_NAME,
    PART,
    POT_ENDS,
    SKIPPED,
    Command,
    Handles,
    find_handle,
    in_reader_language,
    is_player,
    name_of,
    present,
    says_more_than_name,
)

MOST_SKIPPED = 50
_NAME = re.compile(rf"{NAME}(?:[ .'-]+{NAME})*\.?")
_SPEC = re.compile(rf"(?P<name>[^=/]+?)\s*(?:=\s*(?P<handle>{NAME})\s*(?:/\s*(?P<id>[^\s,]+))?)?")
_DAY = re.compile(r"([12]\d{3})-(\d\d?)-(\d\d?)|(\d\d?)[./-](\d\d?)[./-]([12]\d{3})", re.ASCII)
_TARGET = re.compile(r"(#?)(\d{1,6})")
_AFTER = re.compile(rf"\s+(?:{'|'.join(AFTER)})\s+({NAME})\s*$", re.I)


def read_note(text: str) -> Note:
    """The note after a semicolon. Raises LogError for an empty one."""
    if not text.strip():
        raise LogError(tr("The note is empty: write it after the semicolon."))
    return Note(text.strip())


def _usage(command: Command, what: str = "") -> LogError:
    error = LogError if what else UnreadError
    return error(
        tr(
            "{what}: write {form}, such as {example}.",
            what=what or tr("{word!r} lacks something", word=command.word),
            form=tr(command.form),
            example=in_reader_language(command.example),
        )
    )


def _who(text: str, handles: Handles, command: Command) -> str:
    if not _NAME.fullmatch(text):
        why = tr("{text!r} isn't a player's handle", text=shortened(text)) if text else ""
        raise UnreadError(str(_usage(command, why)), text)
    return find_handle(text, handles)


def _nothing(command: Command, rest: str) -> None:
    if rest:
        raise _usage(
            command, tr("{rest!r} doesn't belong after {word!r}", rest=shortened(rest), word=command.word)
        )


def _several(text: str, handles: Handles, command: Command) -> tuple[str, ...]:
    whole = not is_player("".join(text.split()), handles)
    names = [name for name in re.split(r"[\s,]+" if whole else ",", text) if name]
    if not names:
        raise _usage(command)
    people = tuple(_who(name, handles, command) for name in names)
    if len(set(people)) < len(people):
        raise LogError(tr("{text!r} names a player twice.", text=shortened(text)))
    return people


def _spec(text: str, command: Command) -> PlayerSpec:
    match = _SPEC.fullmatch(text.strip())
    if match is None or not (match["id"] or any(char.isalpha() for char in match["name"])):
        raise _usage(command, tr("{text!r} names no player", text=shortened(text.strip())))
    handle = match["handle"]
    return PlayerSpec(" ".join(match["name"].split()), handle.casefold() if handle else None, match["id"])


def _target(text: str, command: Command) -> Target | None:
    if not text:
        return None
    match = _TARGET.fullmatch(text)
    if match is None:
        raise _usage(
            command,
            tr("{text!r} is neither a hand's number nor an entry's such as #23", text=shortened(text)),
        )
    return Target(int(match[2]), bool(match[1]))


def _some_chips(text: str, command: Command) -> int:
    if not re.fullmatch(CHIPS, text, re.I):
        raise _usage(command, tr("{text!r} is not a number of chips", text=shortened(text)) if text else "")
    return parse_chips(text)


# --- the commands


def _players(command: Command, rest: str, handles: Handles) -> list[Line]:
    names = [name for name in (rest.split(",") if "," in rest else rest.split()) if name.strip()]
    if not names:
        raise _usage(command)
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
        raise _usage(command, tr("{text!r} names no player", text=shortened(name)))
    return [Join(_spec(name, command), find_handle(after[1], handles) if after else None)]


def _rename(command: Command, rest: str, handles: Handles) -> list[Line]:
    who, _, name = rest.partition(" ")
    name = re.sub(r"^(?:to|til|as)\s+", "", name, flags=re.I)
    if not name or not _NAME.fullmatch(name):
        raise _usage(command, tr("{text!r} isn't a name", text=shortened(name)) if name else "")
    return [Rename(_who(who, handles, command), name)]


def _presence(command: Command, rest: str, handles: Handles) -> list[Line]:
    status = {"leaves": "gone", "pause": "pausing", "back": "playing"}[command.name]
    rest, sure = _is_sure(rest)
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
    return [Presence(_several(rest, handles, command), status, sure)]  # type: ignore[arg-type]


def _about(command: Command, rest: str, handles: Handles) -> list[Line]:
    if not rest:
        raise _usage(command)
    return [About("season" if command.name == "season" else "place", rest)]


def _date(command: Command, rest: str, handles: Handles) -> list[Line]:
    match = _DAY.fullmatch(rest)
    if match is None:
        raise _usage(command, tr("{rest!r} isn't a day", rest=shortened(rest)) if rest else "")
    year, month, day = map(int, match.groups()[:3] if match[1] else match.groups()[:2:-1])
    try:
        return [Day(date(year, month, day))]
    except ValueError as error:
        raise _usage(command, tr("{rest!r} isn't a day of the calendar", rest=rest)) from error


def _chip(command: Command, rest: str, handles: Handles) -> list[Line]:
    if not rest:
        raise _usage(command)
    money, currency = parse_money(rest.removeprefix("="))
    if not money:
        raise _usage(command, tr("A chip is worth something"))
    return [ChipValue(money, currency)]


def _loan(command: Command, rest: str, handles: Handles) -> list[Line]:
    who, _, chips = rest.rpartition(" ")
    some = _some_chips(chips, command)
    if not some:
        raise _usage(command, tr("A loan has at least one chip"))
    names = () if not who or who.casefold() in ALL else _several(who, handles, command)
    return [Loan(names, some)]


def _request(command: Command, rest: str, handles: Handles) -> list[Line]:
    who, *words = rest.split() or [""]
    chips = _some_chips(" ".join(words[bool(words) and words[0].casefold() in FILLERS :]), command)
    if not chips:
        raise _usage(command, tr("A loan has at least one chip"))
    return [ChipRequest(_who(who, handles, command), chips)]


def _is_sure(text: str) -> tuple[str, bool]:
    """Return the text without the ``!`` at its end, and whether it had one."""
    rest = text.removesuffix("!").rstrip()
    return rest, rest != text


_LEAVING = re.compile(r"\s+(?:home|hjem)$|(?<=\s)(?:with|med)\s+", re.I)
"""What may stand around the player who leaves."""
_TRADES = {"buy": BankKind.PURCHASE, "return": BankKind.BUYBACK, "count": BankKind.COUNT}


def _trade(command: Command, rest: str, handles: Handles) -> list[Line]:
    rest, sure = _is_sure(rest)
    words = [word for place, word in enumerate(rest.split()) if not place or word.casefold() not in FILLERS]
    who, chips, *more = [*words, "", ""][: max(2, len(words))]
    marks = [word.casefold() for word in more]
    kind = _TRADES[command.name]
    cash = any(word in CASH for word in marks)
    part = kind is BankKind.BUYBACK and any(word in PART for word in marks)
    if not chips or len(marks) != cash + part:
        raise _usage(command)
    some = _some_chips(chips, command)
    if not some and kind is BankKind.PURCHASE:
        raise _usage(command, tr("A purchase has at least one chip"))
    return [Trade(kind, _who(who, handles, command), some, cash, part, sure)]


def _two(rest: str, handles: Handles, command: Command) -> tuple[str, str, str]:
    one, _, rest = rest.partition(" ")
    other, _, rest = rest.strip().partition(" ")
    names = _who(one, handles, command), _who(other, handles, command)
    if names[0] == names[1]:
        raise _usage(command, tr("{one!r} and {other!r} are the same player", one=one, other=other))
    return (*names, rest.strip())


_DECIMALS = re.compile(r"[.,](?:\d\d?|-)$")
_SHARED = re.compile(rf"(.*?)(?:^|\s)(?:{'|'.join(FOR)})\s+((?:(?!\s(?:{'|'.join(FOR)})\s).)+)", re.I)
"""What an expense was for, and after the last `for` whom it was for."""
_DIVIDED = re.compile(
    r"(.+?),?\s(?:split|shared|divided|delt|deles|fordelt)\s+(?:between|among|by|mellem|imellem|af)\s+([^\d]+)",
    re.I,
)
"""What an expense was for, and between whom it is divided."""
_OUT = re.compile(rf"^(?:ud|out)(?=\s+(?:{'|'.join(FOR)}|on|på|[\d.,€£$])|$)", re.I)
"""The particle of ``lagde 75 ud for pizza``, before or after the money."""
_TWICE = re.compile(rf"\b({'|'.join(FOR)})(?:\s+\1)+\b", re.I)
_IN_CHIPS = re.compile(r"p\d*|(?:small )?chips?|(?:små )?jetoner|peders?|pedere", re.I)
"""What follows an amount in chips: ``2p``, ``100 chips``. After a currency, chips are crisps."""
_BEFORE_WHAT = re.compile(
    rf"^(?:(?:{'|'.join(FOR)}|on|på|towards?|the|some|our|noget|nogle|vores)\s+)+", re.I
)
"""Words before what was bought: ``for the beer``."""
_OWED = "back|tilbage|that|which|som|he|she|they|han|hun|de|owes?|owed|skylder|skyldte"
_TO_WHOM = re.compile(
    rf"(?:(?:(?:{_OWED})\s+)+(?:(?:to|til)\s+)?|(?:to|til)\s+)([^\W\d_]++)(?!\s+(?:and|og|&)\s)(?!,)", re.I
)
_ALL_BUT = re.compile(
    rf"(?:{'|'.join(ALL)}|everyone|everybody|us(?: all)?|all of us|(?:os )?(?:alle ?sammen)|os(?: alle)?)(?:\s+(?:{'|'.join(BUT)}|på nær|bortset fra|apart from|other than)\s+(.+))?",
    re.I,
)


def _expense(command: Command, rest: str, handles: Handles) -> list[Line]:
    who, _, rest = rest.partition(" ")
    payer, rest = _who(who, handles, command), _OUT.sub("", rest.strip()).lstrip()
    if rest and is_player(other := rest.split()[0], handles):
        raise _to_or_for(payer, find_handle(other, handles), rest.partition(" ")[2], handles)
    if not begins_with_money(rest):
        raise _usage(command)
    (money, currency), what = leading_money(rest)
    if not money:
        raise _usage(command, tr("Nothing was paid"))
    if currency is None and _IN_CHIPS.fullmatch(what):
        raise _usage(command, tr("{text!r} is chips, not money", text=shortened(rest)))
    what = _TWICE.sub(r"\1", _OUT.sub("", what))
    shared = _DIVIDED.fullmatch(what) or _SHARED.fullmatch(what)
    names = _sharers(shared[2], handles, command) if shared else None
    if shared and names is not None:
        what = shared[1]
    what = _BEFORE_WHAT.sub("", _without_end(what.strip()))
    return [Expense(payer, money, currency, what, names or ())]


def _without_end(what: str) -> str:
    """What was bought, without the marks and the ``for`` after it: ``beer for, ...``."""
    while True:
        what = what.rstrip(" ,;.")
        before, _, last = what.rpartition(" ")
        if last.casefold() not in FOR:
            return what
        what = before


def _paid_to(who: str, spent: str, handles: Handles) -> str:
    """``anna bo 100 kr`` for ``anna pays 100 kr to bo``; "" for an expense. `spent` is the money and what follows it.

    Raises LogError where it may be either: ``anna pays 100 kr to bo for pizza``.
    """
    _, what = leading_money(spent)
    to = _TO_WHOM.match(what)
    if to is None or not is_player(to[1], handles):
        return ""
    payer, payee = find_handle(who, handles), find_handle(to[1], handles)
    if payee == payer:
        raise _usage(COMMAND_OF["pay"], tr("{one!r} and {other!r} are the same player", one=who, other=to[1]))
    money = spent[: -len(what)].strip()
    if to.end() < len(what):
        raise _to_or_for(payer, payee, money, handles)
    return f"{payer} {payee} {money}"


def _to_or_for(payer: str, other: str, money: str, handles: Handles) -> LogError:
    return LogError(
        tr(
            "Money to {name}, or spent for {name}? Write {paid}, or {spent}.",
            name=name_of(other, handles),
            paid=f"{COMMAND_OF['pay'].word} {payer} {other} {money}",
            spent=f"{COMMAND_OF['expense'].word} {payer} {money} for {other}",
        )
    )


def _sharers(text: str, handles: Handles, command: Command) -> tuple[str, ...] | None:
    """Return the players whom an expense was for; () for all, None if the words aren't players (``for pizza``)."""
    listed = re.sub(r"\s+(?:and|og|&)\s+", ",", text)
    every = _ALL_BUT.fullmatch(listed)
    if every and not every[1]:
        return ()
    if not all(is_player(name, handles) for name in re.split(r"[\s,]+", every[1] if every else listed)):
        return None
    named = _several(every[1] if every else listed, handles, command)
    if not every:
        return named
    others = tuple(handle for handle in present(handles) if handle not in named)
    if not others:
        raise LogError(
            tr("{text!r} leaves no player to share it: name the players who do.", text=shortened(text))
        )
    return others


_NOTED = re.compile(rf"(.*?\d.*?)\s+(?:{'|'.join(FOR)})\s+(.+)", re.I)


def _owe(command: Command, rest: str, handles: Handles) -> list[Line]:
    who, _, amount = rest.partition(" ")
    amount = _OUT.sub("", amount.lstrip()).lstrip()
    if command.name == "pay" and begins_with_money(amount) and not is_player(amount.split()[0], handles):
        payment = _paid_to(who, amount, handles)
        if not payment:
            return _expense(COMMAND_OF["expense"], rest, handles)  # `anna pays 300 kr pizza`
        rest = payment
    rest, sure = _is_sure(rest)
    debtor, creditor, amount = _two(rest, handles, command)
    paid = command.name == "pay"
    chips_alone, _, last = amount.rpartition(" ")
    bet = paid and last.casefold() in BET
    amount = chips_alone if bet else amount
    if paid and not re.fullmatch(CHIPS, amount, re.I):
        if not amount or bet:  # a bet moves chips: money is written as chips before it is read again
            raise _usage(command)
        noted = _NOTED.fullmatch(amount)
        if noted and re.fullmatch(CHIPS, noted[1], re.I):
            raise LogError(
                tr(
                    "{chips} kr or {chips} chips? Write {line} kr for money, {line} bet for chips, then ; {what}.",
                    chips=noted[1],
                    line=f"{command.word} {debtor} {creditor} {noted[1]}",
                    what=shortened(noted[2]),
                )
            )
        if noted:
            raise LogError(
                tr(
                    "What a payment was for is a note: write {line}, then ; {what}.",
                    line=f"{command.word} {debtor} {creditor} {noted[1]}",
                    what=shortened(noted[2]),
                )
            )
        money, currency = parse_money(amount)
        if not money:
            raise _usage(command, tr("Nothing was paid"))
        if currency is None and money == int(money) and not _DECIMALS.search(amount):
            raise LogError(
                tr(
                    "Chips or money? Write {chips} for chips, or {chips} kr for money.",
                    chips=int(money),
                )
            )
        return [PayMoney(debtor, creditor, money, currency)]
    chips = _some_chips(amount, command)
    if not chips:
        raise _usage(command, tr("A payment or a debt has at least one chip"))
    return [Owe(debtor, creditor, chips, paid, sure, bet)]


def _skip(command: Command, rest: str, handles: Handles) -> list[Line]:
    rest, semicolon, note = rest.partition(";")
    if semicolon:
        return [*_skip(command, rest.strip(), handles), read_note(note)]
    if fold_name(rest) in SKIPPED:
        return [Skip()]
    if rest.casefold() == "ok":
        return [Skip(confirmed=True)]
    if not (rest.isascii() and rest.isdigit() and len(rest) < 4 and 1 <= int(rest) <= MOST_SKIPPED):
        raise _usage(
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
    _nothing(command, rest)
    return [Redo()]


def _end(command: Command, rest: str, handles: Handles) -> list[Line]:
    rest, sure = _is_sure(rest)
    pot = POT_ENDS.get(rest.casefold())
    if pot is None:
        _nothing(command, rest)
    return [End(sure, pot or "")]


def _carry(command: Command, rest: str, handles: Handles) -> list[Line]:
    chips = _some_chips(rest, command)
    if not chips:
        raise _usage(command, tr("A carried pot has at least one chip"))
    return [Carry(chips)]


def _ask(command: Command, rest: str, handles: Handles) -> list[Line]:
    if command.name != "help":
        _nothing(command, rest)
    return [Ask(command.name, rest)]  # type: ignore[arg-type]


COMMAND_READERS: dict[str, Callable[[Command, str, Handles], list[Line]]] = {
    "players": _players,
    "banker": lambda command, rest, handles: [Banker(_who(rest, handles, command))],
    "chip": _chip,
    "season": _about,
    "place": _about,
    "date": _date,
    "joins": _joins,
    "leaves": _presence,
    "pause": _presence,
    "back": _presence,
    "rename": _rename,
    "deals": lambda command, rest, handles: [DealerTurn(_who(rest, handles, command))],
    "loan": _loan,
    "request": _request,
    "decline": lambda command, rest, handles: [Decline(_who(rest, handles, command))],
    "buy": _trade,
    "return": _trade,
    "count": _trade,
    "pay": _owe,
    "expense": _expense,
    "shadow": _owe,
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
