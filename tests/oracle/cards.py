"""Cards as pairs of a rank and a suit, and nothing cleverer.

Ranks are 2 to 14 (ace); suits are the letters c d h s. A joker has rank 0 and the suit "1" or "2".
"""

from __future__ import annotations

from typing import NamedTuple

ACE = 14
RANK_LETTERS = {**{str(n): n for n in range(2, 11)}, "T": 10, "J": 11, "Q": 12, "K": 13, "A": ACE}
RANKS = tuple(range(2, ACE + 1))
SUITS = "cdhs"


class Card(NamedTuple):
    """One card of the pack."""

    rank: int
    suit: str

    def __str__(self) -> str:
        if self.rank == 0:
            return "Jo"
        return "??23456789TJQKA"[self.rank] + self.suit


JOKERS = (Card(0, "1"), Card(0, "2"))
PACK = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
SHORT_PACK = tuple(card for card in PACK if card.rank >= 7)
SIX_PLUS_PACK = tuple(card for card in PACK if card.rank >= 6)
ONE_EYED = (Card(11, "s"), Card(11, "h"), Card(13, "d"))


def card(text: str) -> Card:
    """Read one card such as ``As``, ``10h`` or ``Td``; ``Jo`` is the first joker, ``Jo2`` the second."""
    if text in ("Jo", "Jo1"):
        return JOKERS[0]
    if text == "Jo2":
        return JOKERS[1]
    return Card(RANK_LETTERS[text[:-1]], SUITS[SUITS.index(text[-1])])


def cards(text: str) -> list[Card]:
    """Read cards separated by blanks; a second ``Jo`` is the second joker."""
    results: list[Card] = []
    for word in text.split():
        one = card(word)
        results.append(JOKERS[1] if one in results and one == JOKERS[0] else one)
    if len(set(results)) != len(results):
        raise ValueError(f"a card is named twice in {text!r}")
    return results


def from_code(code: int) -> Card:
    """The card of a code in a record: 16 times the suit plus the rank from 0; the jokers are 13 and 29."""
    if code in (13, 29):
        return JOKERS[code // 16]
    suit, rank = divmod(code, 16)
    if not (0 <= suit < 4 and 0 <= rank < 13):
        raise ValueError(f"{code} isn't a card's code")
    return Card(rank + 2, SUITS[suit])


def to_code(one: Card) -> int:
    """The code of a card in a record."""
    if one in JOKERS:
        return (13, 29)[JOKERS.index(one)]
    return 16 * SUITS.index(one.suit) + one.rank - 2
