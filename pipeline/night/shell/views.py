"""The night as text: its history, the bank's book, who pays whom as things stand."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import PederError
from pipeline.bank.money import money_text
from pipeline.bank.settlement import settle
from pipeline.night.account import book_of_night
from pipeline.night.course import Course
from pipeline.night.desk import Answer, Desk
from pipeline.night.entries import effective, undone
from pipeline.night.night import Night
from pipeline.night.shell.help import help_text
from pipeline.night.text.lines import Ask


def history_rows(course: Course) -> Iterator[dict[str, object]]:
    """Every entry: number, time, hand, what it says, what was typed, what became of it."""
    gone = undone(course.entries)
    standing = {entry.n: entry for entry in effective(course.entries)}
    hands = {hand.entry_no: hand.hand_no for hand in course.night.hands}
    for entry in course.entries:
        now = standing.get(entry.n)
        if entry.n in gone:
            became = "taken back"
        elif entry.correction:
            became = ""
        elif now and now.line != entry.line:
            became = "edited"
        elif now and now.draft:
            became = "draft ?"
        else:
            became = "confirmed" if entry.draft else ""
        yield {
            "entry_no": entry.n,
            "at": entry.at,
            "hand_no": hands.get(entry.n),
            "typed": entry.said,
            "line": entry.line,
            "status": became,
        }


def history_text(course: Course) -> str:
    """The history, a line an entry."""
    lines = []
    for row in history_rows(course):
        at = row["at"].astimezone()  # type: ignore[attr-defined]
        hand = f"hand {row['hand_no']}" if row["hand_no"] else ""
        status = f"  ({row['status']})" if row["status"] else ""
        lines.append(f"#{row['entry_no']:<4} {at:%H:%M}  {hand:8} {row['typed']}{status}")
    return "\n".join(lines) or "Nothing has been written yet."


def drafts_text(night: Night) -> str:
    """The hands that wait to be mended or confirmed, a line each: the number, the line, what is wrong."""
    lines = []
    for hand in night.drafts:
        mend = f"ok {hand.hand_no} or ret {hand.hand_no}" if hand.readable else f"ret {hand.hand_no}"
        lines.append(f"{hand.hand_no}? {hand.text}: {hand.why} ({mend})")
    return "\n".join(lines) or "No hand is a draft."


def bank_text(night: Night) -> str:
    """The bank's book, a line a player."""
    lines = []
    for player in night.players:
        account = night.accounts[player.player_id]
        parts = [
            f"lent {account.lent}",
            f"bought {account.bought}",
            f"returned {account.returned}",
            f"won {account.net:+d}",
        ]
        if account.owing:
            parts.append(
                f"owes {account.owing} for shadow"
                if account.owing > 0
                else f"is owed {-account.owing} for shadow"
            )
        if account.difference:
            parts.append(f"difference {account.difference:+d}")
        if account.received:
            parts.append(f"received {money_text(account.received, night.currency, sign=True)}")
        keeps = player.player_id == night.banker_id
        lines.append(
            f"{player.name}: {', '.join(parts)}" + (" (the bank)" if keeps else f" = {account.stack} chips")
        )
    return "\n".join(lines) or "Nobody sits at the table yet."


def settle_text(name: str, night: Night) -> str:
    """Who would pay whom if the night ended now."""
    try:
        settlement = settle([book_of_night(name, night)])[0]
    except PederError as error:
        return str(error)
    names = night.names
    lines = [
        f"{names.get(line.player_id, line.player_id)} "
        f"{money_text(line.balance, settlement.currency, sign=True)}"
        for line in settlement.lines
    ]
    lines += [
        f"{names.get(transfer.payer, transfer.payer)} pays {names.get(transfer.payee, transfer.payee)} "
        f"{money_text(settlement.amount(transfer.amount), settlement.currency)}"
        for transfer in settlement.plan.transfers
    ]
    if night.drafts:
        lines.append(f"Without {len(night.drafts)} drafts, which don't count.")
    return "\n".join(lines)


def told(answer: Answer, desk: Desk) -> str:
    """An answer as it is shown; questions are looked up."""
    if answer.asked is None:
        return answer.text
    return look_up(answer.asked, desk)


def look_up(asked: Ask, desk: Desk) -> str:
    """What somebody wants to know of the night."""
    match asked.what:
        case "help":
            return help_text(asked.about)
        case "history":
            return history_text(desk.course)
        case "drafts":
            return drafts_text(desk.night)
        case "bank":
            return bank_text(desk.night)
        case "settle":
            return settle_text(desk.name, desk.night)
    return ""
