"""The night as text: its history, the bank's book, who pays whom as things stand."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import PederError
from language import again, mark, tr
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
            became = mark("taken back")
        elif entry.correction:
            became = ""
        elif now and now.line != entry.line:
            became = mark("edited")
        elif now and now.draft:
            became = mark("draft ?")
        else:
            became = mark("confirmed") if entry.draft else ""
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
        hand = tr("hand {hand_no}", hand_no=row["hand_no"]) if row["hand_no"] else ""
        status = f"  ({tr(str(row['status']))})" if row["status"] else ""
        lines.append(f"#{row['entry_no']:<4} {at:%H:%M}  {hand:8} {row['typed']}{status}")
    return "\n".join(lines) or tr("Nothing has been written yet.")


def drafts_text(night: Night) -> str:
    """The hands that wait to be mended or confirmed, a line each: the number, the line, what is wrong."""
    lines = []
    for hand in night.drafts:
        mend = (
            tr("ok {hand_no} or ret {hand_no}", hand_no=hand.hand_no)
            if hand.readable
            else tr("ret {hand_no}", hand_no=hand.hand_no)
        )
        lines.append(f"{hand.hand_no}? {hand.text}: {again(hand.why)} ({mend})")
    return "\n".join(lines) or tr("No hand is a draft.")


def bank_text(night: Night) -> str:
    """The bank's book, a line a player."""
    lines = []
    for player in night.players:
        account = night.accounts[player.player_id]
        parts = [
            tr("lent {lent}", lent=account.lent),
            tr("bought {bought}", bought=account.bought),
            tr("returned {returned}", returned=account.returned),
            tr("won {net:+d}", net=account.net),
        ]
        if account.owing:
            parts.append(
                tr("owes {owing} for shadow", owing=account.owing)
                if account.owing > 0
                else tr("is owed {owing} for shadow", owing=-account.owing)
            )
        if account.difference:
            parts.append(tr("difference {difference:+d}", difference=account.difference))
        if account.received:
            parts.append(
                tr("received {money}", money=money_text(account.received, night.currency, sign=True))
            )
        keeps = player.player_id == night.banker_id
        lines.append(
            f"{player.name}: {', '.join(parts)}"
            + (tr(" (the bank)") if keeps else tr(" = {stack} chips", stack=account.stack))
        )
    return "\n".join(lines) or tr("Nobody sits at the table yet.")


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
        tr(
            "{payer} pays {payee} {money}",
            payer=names.get(transfer.payer, transfer.payer),
            payee=names.get(transfer.payee, transfer.payee),
            money=money_text(settlement.amount(transfer.amount), settlement.currency),
        )
        for transfer in settlement.plan.transfers
    ]
    if night.drafts:
        lines.append(tr("Without {n} drafts, which don't count.", n=len(night.drafts)))
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
