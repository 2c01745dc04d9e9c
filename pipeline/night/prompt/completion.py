"""Completion at the prompt, for the word before the cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from engine.api import ADDITION_WORDS, fold_name
from language import current_language, tr
from pipeline.night.hand.act_lines import ACT_WORDS
from pipeline.night.night import Night
from pipeline.night.parser.commands import COMMAND_OF, COMMANDS, Command
from pipeline.night.parser.hands import begins_with_game
from pipeline.night.parser.words import AGAIN, BOARD, HALVES, SIDE
from pipeline.store.people import Registry

MELDS = {
    "da": ("par", "2par", "3ens", "straight", "flush", "hus", "4ens", "straight flush", "5ens"),
    "en": (
        "pair",
        "two pair",
        "set",
        "straight",
        "flush",
        "full house",
        "quads",
        "straight flush",
        "five of a kind",
    ),
}
_OTHER_LANGUAGE = {
    "da": {"high", "low", "both", "spade", "count", "again", "board"},
    "en": {"høj", "lav", "begge", "spar", "sum", "igen", "bord"},
}
_NAMED = ("players", "joins")


class Offer(NamedTuple):
    """A candidate: the word, its meaning, and another name that matches it."""

    word: str
    meaning: str = ""
    name: str = ""

    def fits(self, typed: str) -> bool:
        """Whether it continues the typed text."""
        wanted = fold_name(typed)
        if typed == self.word or (typed.startswith("+") and not self.word.startswith("+")):
            return False
        return fold_name(self.word).startswith(wanted) or (
            len(wanted) > 1 and fold_name(self.name).startswith(wanted)
        )


def offers(before: str, typed: str, night: Night, registry: Registry) -> Iterator[Offer]:
    """Candidates after `before` for the typed beginning `typed`; not all need to fit it."""
    if typed.startswith("+"):
        yield from (Offer(f"+{player.word}", player.meaning, player.name) for player in _players(night))
        return
    first = before.split(" ", 1)[0]
    command = COMMAND_OF.get(fold_name(first))
    if not before.strip():
        yield from _first_words(night)
    elif command is not None:
        yield from _after(command, night, registry)
    elif begins_with_game(before, night.games) or night.open_hand:
        yield from _in_hand(before, night)


def _other(command: Command) -> str:
    """The command's word in the other language, which finds it as well."""
    return command.name if command.word == command.words[0] else command.words[0]


def _first_words(night: Night) -> Iterator[Offer]:
    if night.open_hand:
        yield from _players(night)
    yield from (Offer(command.word, tr(command.about), _other(command)) for command in COMMANDS)
    for variant in night.games.current():
        word = variant.aliases[0] if variant.aliases else variant.id.partition("@")[0]
        yield Offer(word, variant.name, variant.name)


def _after(command: Command, night: Night, registry: Registry) -> Iterator[Offer]:
    if command.name in _NAMED:
        people = [person.name for person in registry.people.values() if not person.merged_into]
        tonight = [player.name for player in night.players]
        yield from map(Offer, dict.fromkeys([*people, *tonight]))
    elif "WHO" in command.form:
        yield from _players(night)
    elif command.name == "help":
        yield from (Offer(one.word, tr(one.about), _other(one)) for one in COMMANDS)


def _in_hand(before: str, night: Night) -> Iterator[Offer]:
    yield from _players(night)
    if "+" in before:
        yield from (Offer(word, tr("meld")) for word in MELDS[current_language().code])
        other = _OTHER_LANGUAGE[current_language().code]
        yield from (Offer(word, tr("part of the pot")) for word in HALVES if word not in other)
        yield from (Offer(word) for word in (*SIDE, *AGAIN, *BOARD) if word not in other)
    elif night.open_hand:
        yield from (Offer(word, tr("act")) for word in ACT_WORDS)
    elif not any(char.isdigit() for char in before.split(" ", 1)[-1]):
        yield from (Offer(word, tr("addition")) for word in ADDITION_WORDS)


def _players(night: Night) -> Iterator[Offer]:
    for player in night.players:
        if player.status != "gone":
            yield Offer(player.handle, player.name, player.name)


class LineCompleter(Completer):
    """Completes the word before the cursor by its place in the line; games and players by their names too."""

    def __init__(self, night: Callable[[], Night], registry: Callable[[], Registry]) -> None:
        self.night = night
        self.registry = registry

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """The words that fit, each with its meaning."""
        text = document.text_before_cursor
        typed = text.rsplit(" ", 1)[-1]
        before = text[: len(text) - len(typed)]
        for offer in offers(before, typed, self.night(), self.registry()):
            if offer.fits(typed):
                yield Completion(offer.word, start_position=-len(typed), display_meta=offer.meaning)
