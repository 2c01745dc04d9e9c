"""Poker with the short pack (SR): seven to ace, with or without a joker; a flush beats a full house."""

from engine.cards.card import JOKER_SET
from engine.catalogue.model import Betting, Variant
from language import mark

_STAKES = Betting(peder=0)

SHORT = (
    Variant(
        id="poker-32", name="Poker with 32 cards", name_da="Poker med 32 kort", aliases=("p32", "32"),
        family="short", source="SR",
        summary=mark("Five cards of a short pack and an exchange of up to five; who passed may come back "
            "in at the draw."),
        programme="D5 B X5 B", pack=32, players=(3, 4), short_order=True, reentry=True,
        anticlockwise=True, betting=_STAKES,
    ),
    Variant(
        id="poker-33", name="Poker with 33 cards", name_da="Poker med 33 kort", aliases=("p33", "33"),
        family="short", source="SR",
        summary=mark("Poker with 32 cards and a joker, which loses to the same combination without it."),
        programme="D5 B X5 B", pack=33, players=(3, 4), short_order=True, reentry=True,
        anticlockwise=True, betting=_STAKES,
        wild_cards=JOKER_SET,
    ),
)  # fmt: skip
