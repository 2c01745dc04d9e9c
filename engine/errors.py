"""The errors that a user can cause.

    PederError
    ├── CardError       a card or a set of cards that can't be read, or that can't be
    ├── VariantError    no such game, or a table that the game can't be played at
    ├── CallError       an addition that can't be read, or that doesn't go with the game
    └── StoreError, LogError  the pipeline's own, in the modules that raise them

Each message is one sentence: the mistake, where it is, and what to do next. The command line prints it and exits with
1.
"""

from collections.abc import Sequence

from language import retranslate


class PederError(Exception):
    """Input or data is wrong; `str` of it is a sentence for the user, in the language spoken when it is
    read.
    """

    def __str__(self) -> str:
        return retranslate(super().__str__() if len(self.args) != 1 else self.args[0])


class CardError(PederError):
    """A card that can't be read, or that occurs twice."""


class VariantError(PederError):
    """An unknown game, with the games `near` to it, or a number of players that it doesn't take."""

    def __init__(self, text: str = "", near: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.near = tuple(near)


class CallError(PederError):
    """An addition that can't be read, or that doesn't go with the game."""


def shortened(text: str) -> str:
    """A typed text as a message quotes it: at most 40 letters.

    >>> len(shortened("a very long name" * 20))
    40
    """
    return text if len(text) <= 40 else f"{text[:39]}…"
