"""What a new night is asked first, with last time's answers as the defaults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from language import tr
from pipeline.bank.ledger import BankKind
from pipeline.bank.money import value_text
from pipeline.night.days import evening_of, on_own_date
from pipeline.night.journal import JournalError, journals, read_journal
from pipeline.night.night import Night
from pipeline.night.parser.canonical import offered_text
from pipeline.night.parser.commands import COMMAND_OF, command_of
from pipeline.night.parser.lines import Owe
from pipeline.night.replay import replay_night
from pipeline.store.games import catalogue_of


@dataclass(frozen=True)
class Question:
    """A setting that a new night needs: what to ask, the command that sets it, the answer that is offered, and others
    that can be tapped. A night may begin without an answer to an `optional` one.
    """

    asked: str
    word: str
    default: str
    choices: tuple[str, ...] = ()
    optional: bool = False

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
    if latest is None:
        return None
    place = latest[1]
    return on_own_date(place.stem, replay_night(read_journal(place).entries, catalogue_of(store)))


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
    if night.players and not asked_chip and not night.ledger:
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
    if night.players and before:
        yield from _season(night, before)
        yield from _pot(night, before)


def _season(night: Night, before: Night) -> Iterator[Question]:
    """The season of the night before; one that is called by its year ends with the year."""
    if before.season is None or night.season is not None:
        return
    begun, begins = (one.day or (one.started_at and evening_of(one.started_at)) for one in (before, night))
    is_year = begun is not None and before.season == str(begun.year)
    season = str(begins.year) if is_year and begins else before.season
    question = tr("Which season does the night belong to?")
    yield Question(question, COMMAND_OF["season"].word, season, optional=True)


def _pot(night: Night, before: Night) -> Iterator[Question]:
    """A carried pot that the night before kept for this one. If the bank has changed hands, the banker of the night before
    still has its chips.
    """
    if before.pot_end != "next" or not before.carried or before.banker_id is None:
        return
    laid_out = -sum(entry.chips or 0 for entry in night.ledger if entry.kind is BankKind.POT)
    keeper = before.names[before.banker_id]
    if not laid_out:
        yield Question(
            tr(
                "{name} kept a carried pot of {chips} for tonight. Does it go into the first hand?",
                name=keeper,
                chips=before.carried,
            ),
            COMMAND_OF["carry"].word,
            str(before.carried),
            optional=True,
        )
        return
    handles = {player.player_id: player.handle for player in night.players}
    giver, getter = before.banker_id, night.banker_id
    is_handed = any(
        (entry.kind, entry.player_id, entry.counterparty_id) == (BankKind.BET, getter, giver)
        for entry in night.ledger
    )
    if getter and giver in handles and giver != getter and not is_handed:
        yield Question(
            tr(
                "{banker} lays out the pot's {chips}, which {name} still has from last time. Does {name} hand them over?",
                banker=night.names[getter],
                name=keeper,
                chips=laid_out,
            ),
            COMMAND_OF["pay"].word,
            offered_text(Owe(handles[giver], handles[getter], laid_out, paid=True, bet=True)).partition(" ")[
                2
            ],
            optional=True,
        )
