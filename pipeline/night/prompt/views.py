"""The night as text: its history, the bank's accounts, who would pay whom now."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import PederError
from language import mark, retranslate, tr, trn
from pipeline.bank.message import message
from pipeline.bank.money import money_text
from pipeline.bank.settlement import settle
from pipeline.night.entries import effective_entries, undone_numbers
from pipeline.night.guards import without_banker
from pipeline.night.logbook import Answer
from pipeline.night.night import Night, night_ledger
from pipeline.night.parser.lines import Ask
from pipeline.night.prompt.help import help_text
from pipeline.night.replay import Replay
from pipeline.night.service import NightService


def history_rows(replay: Replay) -> Iterator[dict[str, object]]:
    """Yield a row for each entry: number, time, hand, typed line, canonical line, status.

    >>> row = list(history_rows(replay))[4]
    >>> row["entry_no"], row["hand_no"], row["typed"], row["line"]
    (5, 1, '7s 14 b3 +d full house', 'a:seven-card-stud 14 b3 +d full_house')
    """
    gone = undone_numbers(replay.entries)
    effective = {entry.n: entry for entry in effective_entries(replay.entries)}
    hands = {hand.entry_no: hand.hand_no for hand in replay.night.hands}
    for entry in replay.entries:
        now = effective.get(entry.n)
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
            "typed": entry.as_typed,
            "line": entry.line,
            "status": became,
        }


def history_text(replay: Replay) -> str:
    """Return the history, a line an entry, with local times.

    >>> print(history_text(replay).splitlines()[4])
    #5    19:05  hand 1   7s 14 b3 +d full house
    """
    lines = []
    for row in history_rows(replay):
        at = row["at"].astimezone()  # type: ignore[attr-defined]
        hand = tr("hand {hand_no}", hand_no=row["hand_no"]) if row["hand_no"] else ""
        status = f"  ({tr(str(row['status']))})" if row["status"] else ""
        lines.append(f"#{row['entry_no']:<4} {at:%H:%M}  {hand:8} {row['typed']}{status}")
    return "\n".join(lines) or tr("Nothing has been written yet.")


def drafts_text(night: Night) -> str:
    """The drafts, a line each: the number, the line, what is wrong, the commands that fix it."""
    lines = []
    for hand in night.drafts:
        mend = (
            tr("ok {hand_no} or edit {hand_no}", hand_no=hand.hand_no)
            if hand.can_be_confirmed
            else tr("edit {hand_no}", hand_no=hand.hand_no)
        )
        lines.append(f"{hand.hand_no}? {hand.text}: {retranslate(hand.why)} ({mend})")
    return "\n".join(lines) or tr("No hand is a draft.")


def bank_text(night: Night) -> str:
    """The bank's accounts, a line for each player."""
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
        if account.besides:
            parts.append(tr("besides {chips:+d}", chips=account.besides))
        if account.expenses:
            parts.append(
                tr("laid out {money}", money=money_text(account.expenses, night.currency, sign=True))
            )
        if account.received:
            parts.append(
                tr("received {money}", money=money_text(account.received, night.currency, sign=True))
            )
        is_banker = player.player_id == night.banker_id
        lines.append(
            f"{player.name}: {', '.join(parts)}"
            + (tr(" (the bank)") if is_banker else trn(" = {n} chip", " = {n} chips", account.stack))
        )
    return "\n".join(lines) or tr("Nobody sits at the table yet.")


def settle_text(service: NightService) -> str:
    """Who would pay whom if the night ended now, and how."""
    night = service.night
    if why := without_banker(night):
        return why
    try:
        settlement = settle([night_ledger(service.name, night)])[0]
    except PederError as error:
        return str(error)
    names = night.names
    return message(settlement, lambda player: names.get(player, player), service.registry.pay_to)


def answer_text(answer: Answer, service: NightService) -> str:
    """Return an answer as text; a question is looked up.

    >>> with NightService(logged, "2026-11-27") as service:
    ...     print(answer_text(service.enter("standings"), service).splitlines()[0])
    Bo +6.75 kr
    """
    if answer.lookup is None:
        return answer.text
    return "\n".join(filter(None, [answer.text, look_up(answer.lookup, service)]))


def look_up(question: Ask, service: NightService) -> str:
    """The answer to a question about the night."""
    match question.what:
        case "help":
            return help_text(question.about, service.night.games)
        case "history":
            return history_text(service.replay)
        case "drafts":
            return drafts_text(service.night)
        case "bank":
            return bank_text(service.night)
        case "settle":
            return settle_text(service)
    return ""
