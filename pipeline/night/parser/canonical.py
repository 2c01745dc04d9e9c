"""Writes records of the log in the canonical words that the journal keeps: game ids, English words, plain numbers.

Reading a canonical line gives the record it was written from, so a journal means the same under later versions and other
aliases.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.api import (
    Outcome,
    cards_text,
    fold_name,
)
from language import current_language, text_by, tr
from pipeline.bank.ledger import BankKind
from pipeline.bank.money import PEDER, value_text
from pipeline.bank.records import replace
from pipeline.night.parser.commands import COMMAND_OF
from pipeline.night.parser.lines import (
    About,
    Banker,
    Carry,
    ChipRequest,
    ChipValue,
    Clause,
    Confirm,
    Day,
    DealerError,
    DealerTurn,
    Decline,
    DetailLine,
    Edit,
    End,
    Expense,
    HandLine,
    Held,
    Join,
    Line,
    Loan,
    LogError,
    Note,
    Owe,
    PayMoney,
    PlayerSpec,
    Presence,
    Rename,
    Seating,
    Skip,
    Target,
    Trade,
    Undo,
    Win,
)
from pipeline.night.parser.words import BET, CASH, PART

SKIPS = ("skip", "skip ok")
"""A hand that wasn't logged, and one for which that is confirmed."""
_ENDING = {Outcome.CARRIED: "++", Outcome.NEW_DEAL: "!nd", Outcome.REDEALT: "!om"}
_TRADE = {BankKind.PURCHASE: "buy", BankKind.BUYBACK: "return", BankKind.COUNT: "count"}
_STATUS = {"gone": "leaves", "pausing": "pause", "playing": "back"}


def line_text(line: Line) -> str:
    """Return a line in canonical words. Raises LogError for a line that isn't stored in journals.

    >>> from pipeline.night.parser.grammar import parse
    >>> [line] = parse("7s 14 b3 +dorte full house", replay.night.handles)
    >>> line_text(line)
    'seven-card-stud 14 b3 +d full_house'
    """
    match line:
        case HandLine():
            return " ".join(filter(None, _hand(line)))
        case DetailLine(text):
            return f": {text}"
        case Skip():
            return SKIPS[line.confirmed]
        case Seating(players):
            return f"players {', '.join(map(_spec_text, players))}" + ("," if len(players) == 1 else "")
        case Join(player, after):
            return f"joins {_spec_text(player)}" + (f" after {after}" if after else "")
        case Presence(handles, status, sure):
            return f"{_STATUS[status]} {','.join(handles)}" + _sure(sure)
        case Rename(handle, name):
            return f"rename {handle} {name}"
        case DealerTurn(handle):
            return f"deals {handle}"
        case Banker(handle):
            return f"banker {handle}"
        case ChipValue(money, currency):
            return f"chip {value_text(money, currency or 'kr')}"
        case About(what, text):
            return f"{what} {text}"
        case Day(day):
            return f"date {day.isoformat()}"
        case Note(text):
            return f"; {text}"
        case End(sure, pot):
            return "end" + (f" {pot}" if pot else "") + _sure(sure)
        case Carry(chips):
            return f"carry {chips}"
        case Loan(handles, chips):
            return f"loan {','.join(handles) or 'all'} {chips}"
        case ChipRequest(handle, chips):
            return f"request {handle} {chips}"
        case Decline(handle):
            return f"decline {handle}"
        case Trade(kind, handle, chips, cash, part, sure):
            marks = (" cash" if cash else "") + (" part" if part else "") + _sure(sure)
            return f"{_TRADE[kind]} {handle} {chips}{marks}"
        case Owe(debtor, creditor, chips, paid, sure, bet):
            word, mark = "pay" if paid else "shadow", " bet" if bet else ""
            return f"{word} {debtor} {creditor} {chips}{mark}" + _sure(sure)
        case PayMoney(payer, payee, money, currency):
            return f"pay {payer} {payee} {value_text(money, currency or 'kr')}"
        case Expense(payer, money, currency, what, handles):
            words = ["expense", payer, value_text(money, currency or "kr"), what]
            return " ".join(filter(None, [*words, f"for {','.join(handles) or 'all'}"]))
        case Undo(Target(number, True)):
            return f"undo #{number}"
        case Edit(Target(number, True), text):
            return f"edit #{number} {text}"
        case Confirm(Target(number, True)):
            return f"ok #{number}"
    raise LogError(tr("{line!r} isn't stored in the journal.", line=line))


def offered_text(line: Line) -> str:
    """Return a line as a suggestion to type: canonical, but with the command in the reader's language.

    >>> offered_text(Presence(("b",), "gone"))
    'leaves b'
    """
    return text_by(lambda: _with_command(line_text(line)))


def _with_command(text: str) -> str:
    words = text.split(" ")
    command = COMMAND_OF.get(fold_name(words[0]))
    if command is None or current_language().code != "da":
        return text
    marks = {"cash": CASH[0], "part": PART[0], "bet": BET[0], "shared": "delt", "next": "næste"}
    return " ".join([command.word, *(marks.get(word, word) for word in words[1:])])


def mending_loan(handle: str, short: int) -> str:
    """Return the line that lends a player the missing chips, in whole peders of 50.

    >>> mending_loan("b", short=60)
    'loan b 100'
    """
    return offered_text(Loan((handle,), -(-short // PEDER) * PEDER))


def _sure(sure: bool) -> str:
    return " !" if sure else ""


def _spec_text(player: PlayerSpec) -> str:
    return f"{player.name}={player.handle}/{player.player_id}" if player.player_id else (
        f"{player.name}={player.handle}" if player.handle else player.name
    )  # fmt: skip


def ending_text(hand: HandLine) -> str:
    """Return the end of a hand that was logged act by act: winners and cards, the count, errors, the note.

    >>> from pipeline.night.parser.grammar import parse
    >>> [line] = parse("7s 14 b3 +dorte full house; nice", replay.night.handles)
    >>> ending_text(line)
    'b3 +d full_house ; nice'
    """
    return " ".join(filter(None, _ending(hand)))


def _hand(hand: HandLine) -> Iterable[str]:
    dealer = f"{hand.dealer}:" if hand.dealer else ""
    yield f"{dealer}{hand.game or '.'}"
    yield hand.additions.text
    if hand.level is not None:
        yield str(hand.level)
        yield from _ending(hand)
    else:
        yield f"={hand.counted}" if hand.counted is not None else ""
        yield from _ending(replace(hand, counted=None))


def _ending(hand: HandLine) -> Iterable[str]:
    yield from map(_clause, hand.clauses)
    for number, board in enumerate(hand.wins):
        if number:
            yield "again"
        for pot_no, pot in enumerate(board):
            if pot_no:
                yield "side"
            yield from map(_win, pot)
        if number < len(hand.boards):
            yield f"board ({cards_text(hand.boards[number])})"
    yield _ENDING[hand.ending] if hand.ending else ""
    if hand.counted is not None:
        yield f"={hand.counted}"
    for error in hand.errors:
        yield f"!error {error_text(error)}"
    if hand.note:
        yield f"; {hand.note}"


def error_text(error: DealerError) -> str:
    """Return a dealer's error as it is typed after ``!fejl``.

    >>> error_text(DealerError("dealt twice", "b"))
    'b dealt twice'
    """
    return f"{error.handle} {error.text}" if error.handle else error.text


def _clause(clause: Clause) -> str:
    text = clause.handle
    if clause.sat_out:
        return f"{text}-"
    if clause.paid is not None:
        text += f"{clause.paid}" if clause.folded else f"={clause.paid}"
    if clause.matched:
        text += "!" if clause.match is None else f"!{clause.match}"
    return text + _marks(clause) + _suffix(clause.declared, clause)


def _win(win: Win) -> str:
    chips = "" if win.chips is None else str(win.chips)
    return f"+{win.handle}{chips}{_marks(win)}{_suffix(win.half, win)}"


def _marks(player: Clause | Win) -> str:
    return (f"/{player.shadow}" if player.shadow else "") + ("*" if player.peder else "")


def _suffix(half: str | None, player: Clause | Win) -> str:
    words = [half, player.announced.text if player.announced else None]
    return "".join(f" {word}" for word in words if word) + _held_text(player.held)


def _held_text(held: Held) -> str:
    if not held:
        return ""
    if held.closed is None:
        return f" ({cards_text(held.cards)})"
    return f" ({cards_text(held.cards[: held.closed])} / {cards_text(held.cards[held.closed :])})"
