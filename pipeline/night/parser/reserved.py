"""Words that no player can be called, because a line of the log says something else by them."""

from __future__ import annotations

from functools import cache

from engine.api import Catalogue, fold_name
from pipeline.night.parser.hands import exact_game
from pipeline.night.parser.plain_speech import NUMBERS
from pipeline.night.parser.words import (
    BET,
    BUT,
    COMMAND_OF,
    ERROR_MARKS,
    FILLERS,
    FOR,
    INSTEAD,
    NO_NAME,
    PART,
    POT_ENDS,
    is_reserved,
)

_SHORTEST = 3
"""Letters from which on the name of a hand is nobody's: Hi and Es are people."""


def means_something_else(name: str, games: Catalogue) -> bool:
    """Whether a whole name is a word of the log: a command, a number, a game, or players such as all and nobody. A game's
    short names stay people's: Luke, April.

    >>> from engine.api import VARIANTS
    >>> [name for name in ("All", "ingen", "Undo", "Baseball", "Luke", "Bank Jensen") if means_something_else(name, VARIANTS)]
    ['All', 'ingen', 'Undo', 'Baseball']
    """
    folded = fold_name(name)
    if folded in _words() or NO_NAME.fullmatch(name) or (len(folded) >= _SHORTEST and is_reserved(name)):
        return True
    game = exact_game(name.split(), games)
    return game is not None and folded in map(fold_name, (game[0].name, game[0].name_da))


@cache
def _words() -> frozenset[str]:
    """The words of lines that stand for no player, folded."""
    instead = (word for words, _ in INSTEAD for word in words)
    others = [
        "none",
        "no_one",
        "anyone",
        "anybody",
        "everyone",
        "everybody",
        "enhver",
        "allesammen",
        "banken",
        "bank",
    ]
    return frozenset(
        fold_name(word)
        for word in (
            *(word for word in COMMAND_OF if len(word) > 1), *instead, *others, *NUMBERS, *filter(None, POT_ENDS), *BUT, *PART,
            *BET, *FOR, *FILLERS, *ERROR_MARKS,
        )
    )  # fmt: skip
