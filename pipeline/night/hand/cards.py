"""Where the cards of a hand lie that is told card by card: with the players, and on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.api import Act, cards_text, parse_cards
from language import tr
from pipeline.night.text.lines import LogError
from pipeline.records import replace


@dataclass(frozen=True)
class KnownCards:
    """The cards that were named: each player's own by seat, and the common ones."""

    own: tuple[tuple[int, ...], ...]
    common: tuple[int, ...] = ()

    def named(self, seat: int, text: str, names: Sequence[str]) -> list[int]:
        """The cards that a line names of a player; raises LogError for one that lies elsewhere."""
        cards = parse_cards(text)
        for card in cards:
            holder = next((n for n, own in enumerate(self.own) if card in own and n != seat), None)
            if holder is not None or card in self.common:
                where = names[holder] if holder is not None else tr("the table")
                raise LogError(
                    tr(
                        "{cards} is with {where} already: a pack holds it once.",
                        cards=cards_text([card]),
                        where=where,
                    )
                )
        return cards

    def moved(self, act: Act, seat: int, card: int, *, to: int, name: str) -> KnownCards:
        """The cards after one was dealt, turned, thrown, or passed on to the seat `to`."""
        own = [list(cards) for cards in self.own]
        if act in (Act.DEAL_CLOSED, Act.DEAL_OPEN, Act.DEAL_UNSEEN):
            if card in own[seat]:
                raise LogError(tr("{name} has {cards} already.", name=name, cards=cards_text([card])))
            own[seat].append(card)
        elif act is Act.TURN_OWN:
            if card not in own[seat]:
                own[seat].append(card)
        elif card in own[seat]:
            own[seat].remove(card)
        if to != seat:
            own[to].append(card)
        return replace(self, own=tuple(map(tuple, own)))

    def laid(self, cards: Sequence[int]) -> KnownCards:
        """With some common cards more."""
        for card in cards:
            if card in self.common or any(card in own for own in self.own):
                raise LogError(
                    tr("{cards} is on the table already: a pack holds it once.", cards=cards_text([card]))
                )
        return replace(self, common=(*self.common, *cards))
