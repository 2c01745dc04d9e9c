"""What a new night is asked first, with last time's answers as the defaults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from language import tr
from pipeline.bank.ledger import BankKind
from pipeline.bank.money import value_text
from pipeline.night.journal import JournalError, journals, read_journal
from pipeline.night.night import Night
from pipeline.night.parser.commands import COMMAND_OF, command_of
from pipeline.night.replay import replay_night
from pipeline.store.games import catalogue_of


@dataclass(frozen=True)
class Question:
    """A setting that a new night needs: what to ask, the command that sets it, the answer that is offered, and others
    that can be tapped.
    """

    asked: str
    word: str
    default: str
    choices: tuple[str, ...] = ()

    @property
    def offer(self) -> str:
        """The line that Enter sends; "" where nothing is offered."""
        return f"{self.word} {self.default}" if self.default else ""

    def line(self, typed: str) -> str:
        """Return the line that an answer makes: the answer itself if it is a whole line, else the command and the
        answer.
        """
        text = typed.strip()
        its_own = text[0] in "?;:!=" or "+" in text or command_of(text) is not None
        return f"? {self.word}" if text == "?" else text if its_own else f"{self.word} {text}"


def last_night(store: Path, but: Path) -> Night | None:
    """Return the night that was begun last, but for the one with the journal `but`, to offer its group again; None if there
    is none.

    >>> night = last_night(logged, but=tmp / "2026-11-28.jsonl")
    >>> list(night.names.values())
    ['Anna', 'Bo', 'Carl', 'Dorte']
    """
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
    return replay_night(read_journal(latest[1]).entries, catalogue_of(store)) if latest else None


def questions(night: Night, before: Night | None, *, asked_chip: bool) -> Iterator[Question]:
    """Yield what a night still needs, in order; asked again after each answer. The defaults are from the night `before`.

    The value of a chip is asked once (`asked_chip`), for there is always one.

    >>> question = next(questions(replay_night([]), before=replay.night, asked_chip=False))
    >>> question.asked, question.default
    ('Who plays, clockwise? The first deals first (players Anna, Bo, Carl).', 'Anna, Bo, Carl, Dorte')
    """
    if not night.players:
        group = [player.name for player in before.players if player.status != "gone"] if before else []
        question = tr("Who plays, clockwise? The first deals first (players Anna, Bo, Carl).")
        yield Question(question, COMMAND_OF["players"].word, ", ".join(group))
    if night.players and night.banker_id is None:
        same = (p.handle for p in night.players if before and p.player_id == before.banker_id)
        names = tuple(player.name for player in night.players)
        yield Question(
            tr("Who keeps the bank (banker WHO)?"), COMMAND_OF["banker"].word, next(same, ""), names
        )
    if night.players and not asked_chip:
        value = value_text(before.chip_value, before.currency) if before else "25 øre"
        yield Question(tr("What is a small chip worth?"), "chip", value, ("25 øre", "50 øre", "1 kr"))
    if night.players and not night.ledger:
        loans = (
            (entry.chips for entry in before.ledger if entry.kind == BankKind.LOAN) if before else iter(())
        )
        yield Question(
            tr("What does the bank lend all players to start with?"),
            COMMAND_OF["loan"].word,
            str(next(loans, "2p50")),
            ("2p", "2p50", "5p"),
        )
