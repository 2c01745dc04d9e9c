"""The meaning of a sentence: lines of the log, a question, a correction, or a query about the night."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pipeline.night.parser.spoken_questions import Question


class NightFact(Enum):
    """The questions about a night."""

    DEALER = "dealer"
    POT = "pot"
    STACK = "stack"


@dataclass(frozen=True)
class Correction:
    """A correction of a hand (None: the last one): winners and their meld, the level, folds, a peder, the game, or its
    deletion.
    """

    hand: int | None = None
    winners: tuple[str, ...] = ()
    meld: str = ""
    of: str = ""  # whose meld it is; the winners stay the same if that player is one, or `winners` is empty
    level: int | None = None
    folded: tuple[tuple[str, int], ...] = ()
    peder: str = ""
    game: str = ""  # the call, with what was added
    deleted: bool = False
    is_vague: bool = False
    """It says only ``it was``, which may be the last entry whatever that is."""


@dataclass(frozen=True)
class Sentence:
    """A sentence in the log's words: lines to enter in order, a question, a correction, the player whose deal is skipped, or a
    query about the night. A sentence with none of these is a comment and isn't logged.
    """

    lines: tuple[str, ...] = ()
    question: Question | None = None
    correction: Correction | None = None
    skipped: str = ""
    bought: str = ""
    """Chips that each player except the banker buys."""
    fact: tuple[NightFact, str] | None = None
    """The query about the night, and the handle of the player it is about."""
