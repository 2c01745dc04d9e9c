"""The terms of a hand's record, each with a word and a code: the store and the screen use the word, the kernels and
their arrays the code.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from engine.errors import CallError
from language import tr


class Term(StrEnum):
    """A string with a `code` that is unique within its enum."""

    code: int

    def __new__(cls, word: str, code: int = 0) -> Self:
        """A member for a word and its code."""
        member = str.__new__(cls, word)
        member._value_ = word
        member.code = code
        return member

    @classmethod
    def words(cls) -> list[str]:
        """Every word, by code from the lowest."""
        return [term.value for term in sorted(cls, key=lambda term: term.code)]

    @classmethod
    def from_word(cls, word: str) -> Self:
        """Return the term with this word. Raises CallError, which lists the terms."""
        try:
            return cls(word)
        except ValueError:
            there = ", ".join(cls.words())
            kind = cls.__name__.lower()
            raise CallError(
                tr("There is no {kind} {word!r}: it is {there}.", kind=kind, word=word, there=there)
            ) from None


class Detail(Term):
    """How much of a hand is recorded: its result, every payment and decision, or every card too."""

    RESULT = "result", 0
    ACTIONS = "actions", 1
    CARDS = "cards", 2


class Outcome(Term):
    """How a hand ended. The simulator knows the first four."""

    SHOWDOWN = "showdown", 0
    LAST_STANDING = "last_standing", 1
    CARRIED = "carried", 2
    SPLIT = "split", 3
    """The last deal of a long chain had no winner, and the players still in split the pot (ruling 39)."""
    NEW_DEAL = "new_deal", 4
    """Spoilt: the next player deals, and the pot is carried (PR)."""
    REDEALT = "redealt", 5
    """Spoilt: the same player deals again, and the pot is carried (HE)."""
    INCOMPLETE = "incomplete", 6
    """Unknown."""

    @property
    def played(self) -> bool:
        """Whether the hand was played to its end, so that the statistics of its game count it."""
        return self not in (Outcome.NEW_DEAL, Outcome.REDEALT, Outcome.INCOMPLETE)


class Half(Term):
    """The part of a pot that a share is."""

    WHOLE = "whole", 0
    HIGH = "high", 1
    LOW = "low", 2
    SPADE = "spade", 3
    COUNT = "count", 4
    """The half for the most cards of a suit, or for the highest sum of their ranks."""


class Declared(Term):
    """What a player declares, by PR's chips; 0 is nothing."""

    LOW = "low", 1
    BOTH = "both", 2
    HIGH = "high", 3


class Limit(Term):
    """The limit of a bet: the house's chips, or a limit with blinds."""

    HOUSE = "house", 0
    FIXED = "fixed", 1
    POT = "pot", 2
    NO = "no", 3


class Sharing(Term):
    """The ways to share a pot: the highest takes it; high and low as declared; or high and a low of eight or better,
    cards speaking or declared.
    """

    HIGH = "high", 0
    DECLARED = "declared", 1
    EIGHT = "eight", 2
    DECLARED_EIGHT = "declared-eight", 3

    @property
    def has_low(self) -> bool:
        """Whether a low has a half of the pot."""
        return self is not Sharing.HIGH

    @property
    def declared(self) -> bool:
        """Whether players declare what they play for."""
        return self in (Sharing.DECLARED, Sharing.DECLARED_EIGHT)

    @property
    def eight_or_better(self) -> bool:
        """Whether a low must be eight or better."""
        return self in (Sharing.EIGHT, Sharing.DECLARED_EIGHT)


class Ranking(Term):
    """The rankings of hands. The house's games rank by PR's melds, or in the short pack's order; the others are for
    the guests (docs/guests.md) and for a group's own games.
    """

    MELDS = "melds", 0
    SIX_PLUS = "six-plus", 1
    """Melds of a pack from six to ace: a flush beats a full house, and A-6-7-8-9 is a straight."""
    ACE_FIVE = "ace-to-five", 2
    """The lowest five cards, the ace low; straights and flushes don't count."""
    DEUCE_SEVEN = "deuce-to-seven", 3
    """The lowest five cards, the ace high; straights and flushes count against the hand."""
    BADUGI = "badugi", 4
    """The most cards of different ranks and suits, up to four, then the lowest, the ace low."""

    ACE_SIX = "ace-to-six", 5
    """The lowest five cards, the ace low; straights and flushes count against the hand (London Lowball)."""
    THREE_CARD = "three-card", 6
    """The best three cards: straight flush, three of a kind, straight, flush, pair; A-2-3 is the lowest straight."""
    TWO_CARD = "two-card", 7
    """The best two cards: a pair, else the higher cards."""

    @property
    def lowball(self) -> bool:
        """Whether the lowest hand wins."""
        return self in (Ranking.ACE_FIVE, Ranking.DEUCE_SEVEN, Ranking.BADUGI, Ranking.ACE_SIX)

    @property
    def size(self) -> int:
        """Number of cards that make a hand."""
        return {Ranking.BADUGI: 4, Ranking.THREE_CARD: 3, Ranking.TWO_CARD: 2}.get(self, 5)
