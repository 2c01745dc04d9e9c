"""The logger at the table: one line at a time, answered at once, never in the way.

On a new night the first lines are offered to be sent or changed: who played last time, who kept the bank, the
value of a chip, the loan. Ctrl-C empties the line, Ctrl-D leaves; the night stays open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import InMemoryHistory

from pipeline.bank.book import BankKind
from pipeline.bank.money import value_text
from pipeline.night.course import night_of
from pipeline.night.desk import Answer, Desk
from pipeline.night.journal import JournalError, journals, read_journal
from pipeline.night.night import Night
from pipeline.night.shell.completion import LineCompleter
from pipeline.night.shell.help import help_text
from pipeline.night.shell.toolbar import toolbar
from pipeline.night.shell.views import bank_text, history_text, settle_text
from pipeline.night.text.lines import Ask

LEAVE = "The night stays open: peder log goes on with it, peder settle closes it."


@dataclass(frozen=True)
class Question:
    """A setting that a new night needs: what to ask, and the line that is offered for an answer."""

    asked: str
    offer: str


def last_night(store: Path, but: Path) -> Night | None:
    """The night that was begun last, for its group to be offered again; None where there is none."""
    latest: tuple[str, Path] | None = None
    for place in journals(store):
        if place == but:
            continue
        try:
            entries = read_journal(place).entries
        except JournalError:
            continue
        if entries and (latest is None or entries[0].at.isoformat() > latest[0]):
            latest = (entries[0].at.isoformat(), place)
    return night_of(read_journal(latest[1]).entries) if latest else None


def questions(night: Night, before: Night | None) -> Iterator[Question]:
    """What a night still needs, with last time's answer offered. `night` is asked again after each answer."""
    group = [p for p in before.players if p.status != "gone"] if before else []
    if not night.players:
        names = ", ".join(player.name for player in group)
        yield Question("Who plays, clockwise? The first deals first.", f"spillere {names}")
    elif night.banker_id is None:
        banker = next((p.handle for p in night.players if before and p.player_id == before.banker_id), "")
        yield Question("Who keeps the bank?", f"bankør {banker}")
    elif not night.book:
        loan = (
            next((entry.chips for entry in before.book if entry.kind is BankKind.LOAN), None)
            if before
            else None
        )
        yield Question("What does the bank lend everybody to start with?", f"lån {loan or '2p50'}")


def chip_question(before: Night | None) -> Question:
    """The value of a chip; asked once, for there is always one."""
    value = value_text(before.chip_value, before.currency) if before else "25 øre"
    return Question("What is a small chip worth?", f"chip {value}")


def run(desk: Desk, say: Callable[[str], None]) -> None:
    """Talk with the banker until they leave. `say` prints a line."""
    history = InMemoryHistory([entry.said for entry in desk.journal.entries])
    session: PromptSession[str] = PromptSession(
        history=history,
        completer=LineCompleter(lambda: desk.night, lambda: desk.registry),
        complete_while_typing=False,
        bottom_toolbar=lambda: toolbar(desk.night),
    )
    for warning in desk.warnings:
        say(warning)
    if not desk.night.players:
        say("A new night. Send the lines that are offered, or change them first; ? is help, Ctrl-D leaves.")
    if not _ask(desk, session, say):
        say(LEAVE)
        return
    offer = ""
    while True:
        try:
            text = session.prompt(lambda: _prompt(desk.night), default=offer)
        except KeyboardInterrupt:
            offer = ""
            continue
        except EOFError:
            break
        offer = ""
        if not text.strip():
            continue
        try:
            answer = desk.enter(text)
        except JournalError as error:
            say(str(error))
            offer = text
            continue
        if answer.asked and answer.asked.what == "quit":
            break
        offer = answer.offer
        say(told(answer, desk))
    say(LEAVE if desk.night.ended_at is None else "Good night.")


def _ask(desk: Desk, session: PromptSession[str], say: Callable[[str], None]) -> bool:
    """The lines that a new night begins with; an empty answer passes a question over. False for Ctrl-D."""
    if desk.night.hands or (desk.night.players and desk.night.banker_id and desk.night.book):
        return True
    before = last_night(desk.store.path, desk.journal.place)
    passed: set[str] = set()
    asked_chip = any(entry.line.startswith("chip ") for entry in desk.journal.entries)
    while True:
        wanted = [question for question in questions(desk.night, before) if question.asked not in passed]
        if not asked_chip and desk.night.players and (desk.night.banker_id or not wanted):
            wanted = [chip_question(before)]
        if not wanted:
            return True
        question = wanted[0]
        say(question.asked)
        try:
            text = session.prompt(lambda: _prompt(desk.night), default=question.offer)
        except KeyboardInterrupt:
            continue
        except EOFError:
            return False
        asked_chip = asked_chip or question.offer.startswith("chip ")
        if not text.strip():
            passed.add(question.asked)
            continue
        try:
            answer = desk.enter(text)
        except JournalError as error:
            say(str(error))
            continue
        if answer.asked and answer.asked.what == "quit":
            return False
        say(told(answer, desk))
        if answer.status == "kept" and text.split()[0] != question.offer.split()[0]:
            passed.add(question.asked)


def _prompt(night: Night) -> FormattedText:
    """The number of the hand that comes next and whose deal it is; a colon while a hand is open."""
    if night.open_hand:
        return FormattedText([("bold", f"{len(night.hands) + 1}:> ")])
    dealer = f" {night.dealer.handle}" if night.dealer else ""
    return FormattedText([("bold", f"{len(night.hands) + 1}{dealer}> ")])


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
            return history_text(desk.journal.entries)
        case "bank":
            return bank_text(desk.night)
        case "settle":
            return settle_text(desk.name, desk.night)
    return ""
