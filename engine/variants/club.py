"""Games that are not deal, bet and show (SR's dice, RG's club sheet): each has a kernel of its own."""

from engine.variants.model import Betting, Variant

_STAKE = Betting(peder=0)

DICE = (
    Variant(
        id="poker-dice", name="Poker dice", name_da="Pokerterninger", aliases=("pd", "terninger"), family="dice",
        source="SR", summary="Five dice and up to three throws; the opener's number of throws binds the rest.",
        kernel="poker_dice", betting=_STAKE, players=(2, 10), pace_seconds=90,
        hand_is="one pot, with its replays", rulings=(18, 32, 36, 39),
    ),
    Variant(
        id="bluff-dice", name="Bluff poker", name_da="Bluf", aliases=("bd", "bluf", "snyd"), family="dice",
        source="SR", summary="Dice under a cup, passed on with an announcement that must rise, to be doubted or taken.",
        kernel="bluff_dice", betting=_STAKE, players=(2, 10), pace_seconds=900,
        hand_is="one pot, from the first stake to the last player", rulings=(18, 32, 36, 39),
    ),
)  # fmt: skip

CLUB = (
    Variant(
        id="screw-your-neighbor", name="Screw Your Neighbor", aliases=("syn", "screw", "nabo"), family="club",
        source="RG", summary="One card each, kept or swapped with the neighbour; the lowest loses one of four lives.",
        kernel="screw_your_neighbor", betting=_STAKE, players=(3, 12), pace_seconds=600,
        hand_is="one pot, from the first stake to the last player", rulings=(17, 18, 34, 36, 39),
    ),
    Variant(
        id="seven-twenty-seven", name="7/27", aliases=("727", "7-27"), family="club", source="RG",
        summary="Cards are counted, more may be drawn: nearest seven and nearest twenty-seven share the pot.",
        kernel="seven_twenty_seven", players=(3, 8), pace_seconds=180, rulings=(8, 20, 36),
    ),
    Variant(
        id="fan-tan", name="Fan Tan", aliases=("ft", "syver"), family="club", source="RG",
        summary="Rows are built up and down from the sevens; the first without cards wins.",
        kernel="fan_tan", betting=_STAKE, players=(3, 8), pace_seconds=240, rulings=(18, 36),
    ),
    Variant(
        id="fan-tan-house", name="House", aliases=("house", "fth2"), family="club", source="RG",
        summary="Fan Tan with spades as trumps.",
        kernel="fan_tan", betting=_STAKE, players=(3, 8), pace_seconds=240, rulings=(18, 36),
    ),
    Variant(
        id="liars-poker", name="Liar's Poker", aliases=("lp", "liar", "løgner"), family="club", source="RG",
        summary="Claims about all the cards together rise until one is called.",
        kernel="liars_poker", betting=_STAKE, players=(3, 10), pace_seconds=600,
        hand_is="one pot, from the first stake to the last player", rulings=(18, 36, 39),
    ),
    Variant(
        id="guts", name="Guts", aliases=("gu",), family="club", source="RG",
        summary="Two cards, in or out; the best takes the pot and the rest of those in match it.",
        kernel="guts", betting=_STAKE, players=(3, 10), pace_seconds=40,
        hand_is="a deal; the carried pot makes a chain of them", rulings=(19, 35, 36, 39),
    ),
    Variant(
        id="guts-jokers", name="Guts, Jokers", aliases=("gj", "guts joker"), family="club", source="RG",
        summary="Guts with two jokers, worth nothing, whose holder must stay in; a pair of them beats aces.",
        kernel="guts", betting=_STAKE, pack=54, players=(3, 10), pace_seconds=40,
        hand_is="a deal; the carried pot makes a chain of them", rulings=(19, 35, 36, 39),
    ),
    Variant(
        id="gutter-sluts", name="Gutter Sluts", aliases=("gsl", "gutter"), family="club", source="RG",
        summary="High-low guts with jokers.",
        kernel="guts", betting=_STAKE, pack=54, players=(3, 10), pace_seconds=50, share="declared",
        hand_is="a deal; the carried pot makes a chain of them", rulings=(19, 35, 36, 39),
    ),
    Variant(
        id="guts-3-card", name="Guts, 3 Card", aliases=("g3", "guts3"), family="club", source="RG",
        summary="Guts with three cards; a lone player must beat a hand from the pack.",
        kernel="guts", betting=_STAKE, players=(3, 8), pace_seconds=45,
        hand_is="a deal; the carried pot makes a chain of them", rulings=(19, 35, 36, 39),
    ),
)  # fmt: skip
