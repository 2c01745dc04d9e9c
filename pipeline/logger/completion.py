"""What can be typed next: commands and games first, then additions, players, melds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from engine.additions import ADDITION_WORDS
from engine.variants import VARIANTS, fold_name
from pipeline.logger.hand_grammar import begins_with_game
from pipeline.logger.night import Night
from pipeline.logger.streets import ACT_WORDS
from pipeline.logger.words import AGAIN, BOARD, COMMAND_OF, COMMANDS, HALVES, SIDE
from pipeline.players import Registry

MELDS = ("par", "2par", "3ens", "straight", "fl", "hus", "4ens", "sf", "5ens")
_NAMED = ("players", "joins")
_WITH_PLAYERS = {"banker", "leaves", "pause", "back", "deals", "loan", "buy", "return", "pay", "shadow"}


class LineCompleter(Completer):
    """Completes the word before the cursor by its place in the line."""

    def __init__(self, night: Callable[[], Night], registry: Callable[[], Registry]) -> None:
        self.night = night
        self.registry = registry

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """The words that fit, with what they stand for beside them."""
        text = document.text_before_cursor
        word = text.rsplit(" ", 1)[-1]
        before = text[: len(text) - len(word)]
        for offered, meaning in self._offers(before, word):
            if fold_name(offered).startswith(fold_name(word)) and offered != word:
                yield Completion(offered, start_position=-len(word), display_meta=meaning)

    def _offers(self, before: str, word: str) -> Iterator[tuple[str, str]]:
        if word.startswith("+"):
            for handle, name in self._players():
                yield f"+{handle}", name
            return
        first = before.split(" ", 1)[0]
        if not before.strip():
            yield from self._first_words()
        elif (command := COMMAND_OF.get(fold_name(first))) is not None:
            if command.name in _NAMED:
                yield from (
                    (person.name, "") for person in self.registry().people.values() if not person.merged_into
                )
            elif command.name in _WITH_PLAYERS:
                yield from self._players()
            elif command.name == "help":
                yield from ((one.words[0], one.about) for one in COMMANDS)
        elif begins_with_game(before) or self.night().open_hand:
            yield from self._in_hand(before)

    def _first_words(self) -> Iterator[tuple[str, str]]:
        if self.night().open_hand:
            yield from self._players()
        for variant in VARIANTS.values():
            for name in (*variant.aliases[:1], variant.id):
                yield name, variant.name
        for command in COMMANDS:
            yield command.words[0], command.about

    def _in_hand(self, before: str) -> Iterator[tuple[str, str]]:
        yield from self._players()
        if "+" in before:
            yield from ((word, "meld") for word in MELDS)
            yield from ((word, "part of the pot") for word in HALVES)
            yield from ((word, "") for word in (*SIDE, *AGAIN, *BOARD))
        elif self.night().open_hand:
            yield from ((word, "act") for word in ACT_WORDS)
        elif not any(char.isdigit() for char in before.split(" ", 1)[-1]):
            yield from ((word, "addition") for word in ADDITION_WORDS)

    def _players(self) -> Iterator[tuple[str, str]]:
        for player in self.night().players:
            if player.status != "gone":
                yield player.handle, player.name
