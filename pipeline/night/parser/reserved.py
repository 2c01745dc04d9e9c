"""Words that no player can be called, because a line of the log says something else by them."""

from __future__ import annotations

from functools import cache

from engine.api import Catalogue, fold_name
from pipeline.night.parser.commands import COMMAND_OF, INSTEAD
from pipeline.night.parser.hands import exact_game
from pipeline.night.parser.names import NO_NAME
from pipeline.night.parser.plain_speech import NUMBERS
from pipeline.night.parser.words import BET, BUT, ERROR_MARKS, FILLERS, FOR, PART, POT_ENDS, is_reserved

_SHORTEST = 3
"""Minimum length of a card's or a hand's name that no player may have: Hi and Es may be people."""
_NOBODY = (
    "none",
    "no_one",
    "anyone",
    "anybody",
    "everyone",
    "everybody",
    "enhver",
    "allesammen",
    "bank",
    "banken",
)
"""Words that mean no particular player and are in no other list."""
GIVEN_NAMES = frozenset(("chip", "skip"))
"""Words of the log that are people's names as well: a file's players may have them, with their id after them."""


def means_something_else(name: str, games: Catalogue) -> bool:
    """Whether a whole name has a meaning in the log: it is a command, a number, a game, or a word such as ``all``. The short
    name of a game, such as Luke or April, may also be a player's.

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
    return frozenset(
        fold_name(word)
        for word in (
            *(word for word in COMMAND_OF if len(word) > 1), *instead, *_NOBODY, *NUMBERS, *filter(None, POT_ENDS), *BUT, *PART,
            *BET, *FOR, *FILLERS, *ERROR_MARKS,
        )
    )  # fmt: skip
