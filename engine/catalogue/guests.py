"""Guests: games that no rule text has, known because hand histories hold them (docs/guests.md).

Stakes follow ruling 21 and the field: small bet 2, big bet 4, blinds 1 and 2; at stud an ante of 1 and a
bring-in of 1; in short-deck hold'em an ante of 1 from each and a blind of 1 from the button. Omaha for
the high hand alone is played at pot limit.
"""

from dataclasses import replace

from engine.catalogue.model import HOLDEM_STAKES, Use, Variant
from engine.terms import Limit, Ranking, Sharing
from language import mark

_STUD = "D2 4x(U1 B) D1 B"
_BRING_IN = replace(HOLDEM_STAKES, ante=1, small_blind=0, bring_in=1, doubles_from=3)
_DRAWS = replace(HOLDEM_STAKES, doubles_from=3)

GUESTS = (
    Variant(
        id="stud-bring-in", name="Seven Card Stud with a Bring-in", aliases=("7stud", "f7s", "limit stud"),
        family="guest", source="guest",
        summary=mark("Seven card stud at a fixed limit: the lowest open card brings in."),
        programme=_STUD, betting=_BRING_IN, players=(2, 7),
    ),
    Variant(
        id="stud-high-low", name="Seven Card Stud High-Low", aliases=("stud8", "f7s/8", "stud hilo"),
        family="guest", source="guest",
        summary=mark("Seven card stud with a bring-in; high splits with a low of eight or better."),
        programme=_STUD, betting=_BRING_IN, share=Sharing.EIGHT, players=(2, 7),
    ),
    Variant(
        id="razz", name="Razz", aliases=("fr",), family="guest", source="guest",
        summary=mark("Seven card stud for the lowest hand; the highest open card brings in."),
        programme=_STUD, betting=_BRING_IN, ranking=Ranking.ACE_FIVE, players=(2, 7),
    ),
    Variant(
        id="deuce-to-seven-single-draw", name="Deuce-to-Seven Single Draw",
        aliases=("27sd", "n2l1d", "single draw"), family="guest", source="guest",
        summary=mark("Five cards and one exchange, at no limit, for the lowest hand."),
        programme="D5 B X5 B", betting=replace(HOLDEM_STAKES, limit=Limit.NO), ranking=Ranking.DEUCE_SEVEN,
        players=(2, 6),
    ),
    Variant(
        id="deuce-to-seven-triple-draw", name="Deuce-to-Seven Triple Draw",
        aliases=("27td", "f2l3d", "triple draw"), family="guest", source="guest",
        summary=mark("Five cards and three exchanges, at a fixed limit, for the lowest hand."),
        programme="D5 B 3x(X5 B)", betting=_DRAWS, ranking=Ranking.DEUCE_SEVEN, players=(2, 6),
    ),
    Variant(
        id="badugi", name="Badugi", aliases=("fb", "padooki"), family="guest", source="guest",
        summary=mark("Four cards and three exchanges for the lowest cards of different ranks and suits."),
        programme="D4 B 3x(X4 B)", betting=_DRAWS, ranking=Ranking.BADUGI, players=(2, 7),
    ),
    Variant(
        id="short-deck", name="Short-deck Hold 'Em", aliases=("six plus", "shortdeck", "ns"), family="guest",
        source="guest",
        summary=mark("Hold'em with a pack from six to ace, where a flush beats a full house."),
        programme="D2 C5 B T3 B T B T B",
        betting=replace(
            HOLDEM_STAKES, ante=1, small_blind=0, big_blind=1, button_blind=True, limit=Limit.NO
        ),
        ranking=Ranking.SIX_PLUS, pack=36, players=(2, 10),
    ),
    Variant(
        id="omaha-high", name="Omaha High", aliases=("plo", "po", "pot limit omaha"), family="guest",
        source="guest",
        summary=mark("Omaha at pot limit for the high hand alone: two of four own cards are used."),
        programme="D4 C5 B T3 B T B T B", use=Use(own_exactly=2),
        betting=replace(HOLDEM_STAKES, limit=Limit.POT), players=(2, 9),
    ),
)  # fmt: skip
