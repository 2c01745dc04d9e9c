"""What a dealer adds to a game, read from the canonical words of a record."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.oracle.cards import ONE_EYED, RANK_LETTERS, Card, card
from tests.oracle.games import Cards, of_ranks


@dataclass
class Additions:
    """`wild`: cards that are wild too. `ranks`: wild instead of the ranks that the game names. `alone`: a
    designated card is wild without its rank (ruling 1's house option). `charge`: Bush League's common wild
    cards cost.
    """

    wild: Cards = frozenset()
    ranks: tuple[int, ...] = ()
    jokers: int = 0
    limit: str | None = None
    straddle: bool = False
    by_letter: bool = False
    draw: int | None = None
    psychology: bool = False
    high_low: bool = False
    spade: bool = False
    alone: bool = False
    charge: bool = False
    words: list[str] = field(default_factory=list)


FLAGS = {"straddle": "straddle", "by-letter": "by_letter", "psy": "psychology", "hilo": "high_low",
         "spade": "spade", "alone": "alone", "charge": "charge"}  # fmt: skip
LIMITS = {"fixed": "fixed", "pot": "pot", "no-limit": "no"}


def parse(text: str) -> Additions:
    """Read words such as ``wild 2 Js one-eyed psy hilo draw 4``; raises ValueError for a word that says
    nothing.
    """
    result = Additions(words=text.split())
    words = list(result.words)
    while words:
        word = words.pop(0)
        if word in FLAGS:
            setattr(result, FLAGS[word], True)
        elif word in LIMITS:
            result.limit = LIMITS[word]
        elif word in ("joker", "jokers"):
            result.jokers = 1 if word == "joker" else 2
        elif word == "rank":
            while words and words[0] in RANK_LETTERS:
                result.ranks += (RANK_LETTERS[words.pop(0)],)
        elif word == "draw":
            result.draw = int(words.pop(0))
        elif word == "wild":
            while words and (more := _wild(words[0])):
                result.wild |= more
                words.pop(0)
        else:
            raise ValueError(f"{word!r} in {text!r} adds nothing that the oracle knows")
    return result


def _wild(word: str) -> frozenset[Card]:
    if word == "one-eyed":
        return frozenset(ONE_EYED)
    if word in RANK_LETTERS:
        return of_ranks([RANK_LETTERS[word]])
    try:
        return frozenset([card(word)])
    except (KeyError, ValueError):
        return frozenset()
