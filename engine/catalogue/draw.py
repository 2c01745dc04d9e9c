"""Draw and passing games (PR, "Pokerspil med kortbytte")."""

from engine.cards.card import ONE_EYED
from engine.catalogue.model import Variant, Wild, WildKind, ranks
from engine.terms import Sharing
from language import mark

DRAW = (
    Variant(
        id="three-card-draw", name="Three Card Draw", aliases=("3cd", "tcd", "draw", "byt tre"),
        family="draw",
        summary=mark("Five closed cards, of which three may be exchanged; the dealer may name another "
            "number."),
        programme="D5 B X3 B", rounds_printed=2,
    ),
    Variant(
        id="three-card-draw-deuces", name="Three Card Draw, Deuces Wild", aliases=("3cdd", "tcdd"),
        family="draw",
        summary=mark("Three Card Draw with twos wild."),
        programme="D5 B X3 B", wild_cards=ranks("2"), rounds_printed=2,
    ),
    Variant(
        id="three-card-draw-deuces-one-eyed",
        name="Three Card Draw, Deuces and One-eyed Picture Cards Wild", aliases=("3cdo", "tcdo"),
        family="draw",
        summary=mark("Three Card Draw with twos and the one-eyed picture cards wild."),
        programme="D5 B X3 B", wild_cards=ranks("2") | ONE_EYED, rounds_printed=2,
    ),
    Variant(
        id="risky-pairs", name="Risky Pairs", aliases=("rp", "risky"), family="draw",
        summary=mark("Three Card Draw in which a rank that you hold exactly twice is wild for you."),
        programme="D5 B X3 B", wild=(Wild(kind=WildKind.EXACT_PAIR),), rounds_printed=2,
    ),
    Variant(
        id="one-two-three-four-five", name="One-Two-Three-Four-Five-Card Draw", aliases=("12345", "1-5"),
        family="draw", summary=mark("Five exchanges, of one card, then two, up to five."),
        programme="D5 B X1 B X2 B X3 B X4 B X5 B", rounds_printed=6,
    ),
    Variant(
        id="stora-spelet", name="Stora Spelet", aliases=("stora", "store spil"), family="draw",
        summary=mark("Five exchanges, of five cards down to one, and psychology; twos, threes and "
            "one-eyed wild."),
        programme="D5 B X5 B X4 B X3 B X2 B X1 B PSY", wild_cards=ranks("23") | ONE_EYED, rounds_printed=11,
    ),
    Variant(
        id="chicago-seven", name="Chicago Seven", aliases=("c7", "chicago"), family="draw",
        summary=mark("Seven closed cards with three, then two passed to the right; sevens wild."),
        programme="D5 B R3 B D2 B R2 B", wild_cards=ranks("7"), rounds_printed=4,
    ),
    Variant(
        id="seven-eleven", name="Seven Eleven", aliases=("711", "7-11"), family="draw",
        summary=mark("Chicago Seven with sevens and jacks wild."),
        programme="D5 B R3 B D2 B R2 B", wild_cards=ranks("7J"), rounds_printed=4,
    ),
    Variant(
        id="siberian-husky", name="Siberian Husky", aliases=("husky", "sh"), family="draw",
        summary=mark("Seven closed cards with two passed to the right, then one to the left; twos wild."),
        programme="D5 B R2 B D2 B L1 B", wild_cards=ranks("2"), rounds_printed=4,
    ),
    Variant(
        id="mississippi-ratfuck", name="Mississippi Ratfuck", aliases=("ratfuck", "mr"), family="draw",
        summary=mark("Seven closed cards, three passed right and two left at once, psychology, high and "
            "low."),
        programme="D7 B R3L2 B Q 6x(V B) HL V B", share=Sharing.DECLARED, rounds_printed=9,
    ),
)  # fmt: skip
