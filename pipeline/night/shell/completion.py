"""What can be typed next: commands and games first, then additions, players, melds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from engine.api import ADDITION_WORDS, VARIANTS, fold_name
from pipeline.night.hand.streets import ACT_WORDS
from pipeline.night.night import Night
from pipeline.night.text.hand_grammar import begins_with_game
from pipeline.night.text.words import AGAIN, BOARD, COMMAND_OF, COMMANDS, HALVES, SIDE, Command
from pipeline.people import Registry

MELDS = ("par", "2par", "3ens", "straight", "fl", "hus", "4ens", "sf", "5ens")
_NAMED = ("players", "joins")


class Offer(NamedTuple):
    """A word that can stand here, what it stands for, and a name that finds it too."""

    word: str
    meaning: str = ""
    name: str = ""

    def fits(self, typed: str) -> bool:
        """Whether it can be what somebody began to type."""
        wanted = fold_name(typed)
        if typed == self.word or (typed.startswith("+") and not self.word.startswith("+")):
            return False
        return fold_name(self.word).startswith(wanted) or (
            len(wanted) > 1 and fold_name(self.name).startswith(wanted)
        )


class LineCompleter(Completer):
    """Completes the word before the cursor by its place in the line; games and players by their names too."""

    def __init__(self, night: Callable[[], Night], registry: Callable[[], Registry]) -> None:
        self.night = night
        self.registry = registry

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """The words that fit, with what they stand for beside them."""
        text = document.text_before_cursor
        typed = text.rsplit(" ", 1)[-1]
        before = text[: len(text) - len(typed)]
        for offer in self._offers(before, typed):
            if offer.fits(typed):
                yield Completion(offer.word, start_position=-len(typed), display_meta=offer.meaning)

    def _offers(self, before: str, typed: str) -> Iterator[Offer]:
        if typed.startswith("+"):
            yield from (Offer(f"+{player.word}", player.meaning, player.name) for player in self._players())
            return
        first = before.split(" ", 1)[0]
        command = COMMAND_OF.get(fold_name(first))
        if not before.strip():
            yield from self._first_words()
        elif command is not None:
            yield from self._after(command)
        elif begins_with_game(before) or self.night().open_hand:
            yield from self._in_hand(before)

    def _first_words(self) -> Iterator[Offer]:
        if self.night().open_hand:
            yield from self._players()
        yield from (Offer(command.words[0], command.about) for command in COMMANDS)
        for variant in VARIANTS.values():
            yield Offer(variant.aliases[0] if variant.aliases else variant.id, variant.name, variant.name)

    def _after(self, command: Command) -> Iterator[Offer]:
        if command.name in _NAMED:
            people = [person.name for person in self.registry().people.values() if not person.merged_into]
            tonight = [player.name for player in self.night().players]
            yield from map(Offer, dict.fromkeys([*people, *tonight]))
        elif "WHO" in command.form:
            yield from self._players()
        elif command.name == "help":
            yield from (Offer(one.words[0], one.about) for one in COMMANDS)

    def _in_hand(self, before: str) -> Iterator[Offer]:
        yield from self._players()
        if "+" in before:
            yield from (Offer(word, "meld") for word in MELDS)
            yield from (Offer(word, "part of the pot") for word in HALVES)
            yield from (Offer(word) for word in (*SIDE, *AGAIN, *BOARD))
        elif self.night().open_hand:
            yield from (Offer(word, "act") for word in ACT_WORDS)
        elif not any(char.isdigit() for char in before.split(" ", 1)[-1]):
            yield from (Offer(word, "addition") for word in ADDITION_WORDS)

    def _players(self) -> Iterator[Offer]:
        for player in self.night().players:
            if player.status != "gone":
                yield Offer(player.handle, player.name, player.name)
