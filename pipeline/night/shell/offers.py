"""What can be typed next: commands and games first, then additions, players, melds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.api import ADDITION_WORDS, VARIANTS, fold_name
from language import tr
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


def offers(before: str, typed: str, night: Night, registry: Registry) -> Iterator[Offer]:
    """What can stand after `before`, where somebody began to type `typed`; not all of it need fit that."""
    if typed.startswith("+"):
        yield from (Offer(f"+{player.word}", player.meaning, player.name) for player in _players(night))
        return
    first = before.split(" ", 1)[0]
    command = COMMAND_OF.get(fold_name(first))
    if not before.strip():
        yield from _first_words(night)
    elif command is not None:
        yield from _after(command, night, registry)
    elif begins_with_game(before) or night.open_hand:
        yield from _in_hand(before, night)


def _first_words(night: Night) -> Iterator[Offer]:
    if night.open_hand:
        yield from _players(night)
    yield from (Offer(command.words[0], tr(command.about)) for command in COMMANDS)
    for variant in VARIANTS.values():
        yield Offer(variant.aliases[0] if variant.aliases else variant.id, variant.name, variant.name)


def _after(command: Command, night: Night, registry: Registry) -> Iterator[Offer]:
    if command.name in _NAMED:
        people = [person.name for person in registry.people.values() if not person.merged_into]
        tonight = [player.name for player in night.players]
        yield from map(Offer, dict.fromkeys([*people, *tonight]))
    elif "WHO" in command.form:
        yield from _players(night)
    elif command.name == "help":
        yield from (Offer(one.words[0], tr(one.about)) for one in COMMANDS)


def _in_hand(before: str, night: Night) -> Iterator[Offer]:
    yield from _players(night)
    if "+" in before:
        yield from (Offer(word, tr("meld")) for word in MELDS)
        yield from (Offer(word, tr("part of the pot")) for word in HALVES)
        yield from (Offer(word) for word in (*SIDE, *AGAIN, *BOARD))
    elif night.open_hand:
        yield from (Offer(word, tr("act")) for word in ACT_WORDS)
    elif not any(char.isdigit() for char in before.split(" ", 1)[-1]):
        yield from (Offer(word, tr("addition")) for word in ADDITION_WORDS)


def _players(night: Night) -> Iterator[Offer]:
    for player in night.players:
        if player.status != "gone":
            yield Offer(player.handle, player.name, player.name)
