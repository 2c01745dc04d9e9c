"""Cards as people write them: a rank and the sign of a suit."""

from __future__ import annotations

from typing import NamedTuple

from reports.components.html import Html, tag

_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


class Face(NamedTuple):
    """What stands on a card: its rank, and the sign of its suit; a joker has its name alone.

    >>> str(Face.of("Td")), str(Face.of("Jo"))
    ('10♦', 'Jo')
    """

    rank: str
    sign: str

    @classmethod
    def of(cls, card: str) -> Face:
        """The face of a card in the store's words, such as `Td`."""
        sign = _SIGNS.get(card[-1:], "")
        return cls(card[:-1].replace("T", "10"), sign) if sign else cls(card, "")

    @property
    def is_red(self) -> bool:
        return self.sign in ("♦", "♥")

    def __str__(self) -> str:
        return self.rank + self.sign


def small_cards(cards: str) -> Html:
    """Cards (`As Kd`) drawn small in a text.

    >>> small_cards("As Kd")
    '<span class="cards"><i>A♠</i> <i class="red">K♦</i></span>'
    """
    faces = [Face.of(card) for card in cards.split()]
    small = [tag("i", str(face), class_="red" if face.is_red else None) for face in faces]
    return tag("span", [(" " if place else None, card) for place, card in enumerate(small)], class_="cards")
