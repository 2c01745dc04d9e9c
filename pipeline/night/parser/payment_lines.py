"""Lines of money and debts: what was bought for the table and who shares it, and who pays or owes whom."""

from __future__ import annotations

import re

from engine.api import (
    shortened,
)
from language import tr
from pipeline.bank.money import CHIPS, begins_with_money, leading_money, parse_money
from pipeline.night.parser.command_parts import (
    read_chips,
    read_player,
    read_players,
    read_two_players,
    usage_error,
    without_sure,
)
from pipeline.night.parser.commands import COMMAND_OF, Command
from pipeline.night.parser.lines import (
    Expense,
    Line,
    LogError,
    Owe,
    PayMoney,
)
from pipeline.night.parser.names import (
    Handles,
    find_handle,
    is_player,
    name_of,
    present,
)
from pipeline.night.parser.words import (
    ALL,
    BET,
    BUT,
    FOR,
)

_DECIMALS = re.compile(r"[.,](?:\d\d?|-)$")
_SHARED = re.compile(rf"(.*?)(?:^|\s)(?:{'|'.join(FOR)})\s+((?:(?!\s(?:{'|'.join(FOR)})\s).)+)", re.I)
"""What an expense was for, and after the last `for` whom it was for."""
_DIVIDED = re.compile(
    r"(.+?),?\s(?:split|shared|divided|delt|deles|fordelt)\s+(?:between|among|by|mellem|imellem|af)\s+([^\d]+)",
    re.I,
)
"""What an expense was for, and between whom it is divided."""
EVENLY = re.compile(
    r"(?: ?,)?(?: (?:and|og))?(?: (?:we|vi))? (?:split|shared|divided|delt|deles|deler|fordelt)(?: (?:it|den|det))? "
    r"(?:evenly|equally|even|ligeligt|lige|(?:(?:by|between|among|af|mellem|på|for) )?"
    r"(?:(?:us )?all(?: of us)?|everyone|everybody|us|(?:os )?alle(?: sammen)?|os))(?=$| ?,)",
    re.I,
)
"""Words that say what is so anyway, that all share equally: ``, split evenly``."""
_OUT = re.compile(rf"^(?:ud|out)(?=\s+(?:{'|'.join(FOR)}|on|på|[\d.,€£$])|$)", re.I)
"""The particle of ``lagde 75 ud for pizza``, before or after the money."""
_TWICE = re.compile(rf"\b({'|'.join(FOR)})(?:\s+\1)+\b", re.I)
_IN_CHIPS = re.compile(
    r"(?:p\d*|(?:small )?chips?(?! (?:&|and|og) [^\W\d])|(?:små )?jetoner|peders?|pedere)(?!\w)", re.I
)
"""What follows an amount in chips: ``2p``, ``100 chips for pizza``. After a currency, and with a dip, chips are crisps."""
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


def expense(command: Command, rest: str, handles: Handles) -> list[Line]:
    who, _, rest = rest.partition(" ")
    payer, rest = read_player(who, handles, command), _OUT.sub("", rest.strip()).lstrip()
    if rest and is_player(other := rest.split()[0], handles):
        raise _to_or_for(payer, find_handle(other, handles), rest.partition(" ")[2], handles)
    if not begins_with_money(rest):
        raise usage_error(command)
    (money, currency), what = leading_money(rest)
    if not money:
        raise usage_error(command, tr("Nothing was paid"))
    if currency is None and _IN_CHIPS.match(what):
        raise usage_error(command, tr("{text!r} is chips, not money", text=shortened(rest)))
    what = EVENLY.sub("", " " + _TWICE.sub(r"\1", _OUT.sub("", what))).lstrip()
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
        raise usage_error(
            COMMAND_OF["pay"], tr("{one!r} and {other!r} are the same player", one=who, other=to[1])
        )
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
    listed = re.sub(r"\s+(?:and|og|&)\s+|\s*[/+]\s*", ",", text)
    every = _ALL_BUT.fullmatch(listed)
    if every and not every[1]:
        return ()
    if not all(is_player(name, handles) for name in re.split(r"[\s,]+", every[1] if every else listed)):
        return None
    named = read_players(every[1] if every else listed, handles, command)
    if not every:
        return named
    others = tuple(handle for handle in present(handles) if handle not in named)
    if not others:
        raise LogError(
            tr("{text!r} leaves no player to share it: name the players who do.", text=shortened(text))
        )
    return others


_NOTED = re.compile(rf"(.*?\d.*?)\s+(?:{'|'.join(FOR)})\s+(.+)", re.I)


def owe(command: Command, rest: str, handles: Handles) -> list[Line]:
    who, _, amount = rest.partition(" ")
    amount = _OUT.sub("", amount.lstrip()).lstrip()
    if command.name == "pay" and begins_with_money(amount) and not is_player(amount.split()[0], handles):
        payment = _paid_to(who, amount, handles)
        if not payment:
            return expense(COMMAND_OF["expense"], rest, handles)  # `anna pays 300 kr pizza`
        rest = payment
    rest, sure = without_sure(rest)
    debtor, creditor, amount = read_two_players(rest, handles, command)
    paid = command.name == "pay"
    chips_alone, _, last = amount.rpartition(" ")
    bet = paid and last.casefold() in BET
    amount = chips_alone if bet else amount
    if paid and not re.fullmatch(CHIPS, amount, re.I):
        if not amount or bet:  # a bet moves chips: money is written as chips before it is read again
            raise usage_error(command)
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
            raise usage_error(command, tr("Nothing was paid"))
        if currency is None and money == int(money) and not _DECIMALS.search(amount):
            raise LogError(
                tr(
                    "Chips or money? Write {chips} for chips, or {chips} kr for money.",
                    chips=int(money),
                )
            )
        return [PayMoney(debtor, creditor, money, currency)]
    chips = read_chips(amount, command)
    if not chips:
        raise usage_error(command, tr("A payment or a debt has at least one chip"))
    return [Owe(debtor, creditor, chips, paid, sure, bet)]
