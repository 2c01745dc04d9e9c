"""What a sentence says: lines of the log, a question, a correction, or what is asked of the night."""

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
    """A correction of a hand, None for the last: its winners and with which meld, what it was played at, who folded at how
    much, who used the peder, which game it was, or that it is deleted.
    """

    hand: int | None = None
    winners: tuple[str, ...] = ()
    meld: str = ""
    of: str = ""  # whose meld, where the winners stay
    level: int | None = None
    folded: tuple[tuple[str, int], ...] = ()
    peder: str = ""
    game: str = ""  # the call, with what was added
    deleted: bool = False


@dataclass(frozen=True)
class Sentence:
    """A sentence in the log's words: lines to enter one after the other, or a question, a correction, the player whose
    deal is skipped, what is asked of the night. With nothing of these it is a comment, and there is nothing to log.
    """

    lines: tuple[str, ...] = ()
    question: Question | None = None
    correction: Correction | None = None
    skipped: str = ""
    bought: str = ""
    """Chips that each player but the banker buys."""
    fact: tuple[NightFact, str] | None = None
    """What is asked of the night, and of whom."""
