"""The hold'em and omaha families (HE, RG): blinds instead of antes, limits, all-in with side pots."""

from engine.catalogue.community import CROSS
from engine.catalogue.model import HOLDEM_STAKES, Use, Variant, Wild, WildKind, ranks
from engine.terms import Sharing
from language import mark

_BOARD = "B T3 B T B T B"
_BASEBALL = ranks("39")
_LOWEST_WILD = (Wild(kind=WildKind.LOWEST_BOARD),)
_TWO_AND_THREE = Use(own_exactly=2)
_CROSS_LINES = ((0, 4, 2), (1, 4, 3))

HOLDEM = (
    Variant(
        id="texas-holdem", name="Texas Hold 'Em", aliases=("th", "holdem", "hold'em", "texas"),
        family="holdem",
        source="HE", summary=mark("Two closed cards and five common cards: flop, turn and river."),
        programme=f"D2 C5 {_BOARD}", betting=HOLDEM_STAKES, players=(2, 10),
    ),
    Variant(
        id="tahoe", name="Tahoe", aliases=("tah",), family="holdem", source="RG",
        summary=mark("Hold'em with three closed cards, of which a hand uses two at the most."),
        programme=f"D3 C5 {_BOARD}", use=Use(own_at_most=2), betting=HOLDEM_STAKES, players=(2, 10),
    ),
    Variant(
        id="pineapple", name="Pineapple", aliases=("pine",), family="holdem", source="RG",
        summary=mark("Hold'em with three closed cards, one thrown away before the flop."),
        programme="D3 C5 B Z1 T3 B T B T B", betting=HOLDEM_STAKES, players=(2, 10),
    ),
    Variant(
        id="crazy-pineapple", name="Crazy Pineapple", aliases=("cpine", "crazy"), family="holdem",
        source="RG",
        summary=mark("Hold'em with three closed cards, one thrown away after the flop's betting."),
        programme="D3 C5 B T3 B Z1 T B T B", betting=HOLDEM_STAKES, players=(2, 10),
    ),
    Variant(
        id="super-holdem", name="Super Holdem", aliases=("super",), family="holdem", source="RG",
        summary=mark("Hold'em with three closed cards, all usable."),
        programme=f"D3 C5 {_BOARD}", betting=HOLDEM_STAKES, players=(2, 10),
    ),
    Variant(
        id="texas-league", name="Texas League", aliases=("tl", "league"), family="holdem", source="RG",
        summary=mark("Hold'em with threes and nines wild; each common one costs a low stake, a common "
            "four gives a card."),
        programme=f"D2 C5 {_BOARD}", wild_cards=_BASEBALL, levy=((1, 2), (7, 2)), extra=ranks("4"),
        betting=HOLDEM_STAKES, players=(2, 10),
    ),
    Variant(
        id="cool-hand-luke", name="Cool Hand Luke", aliases=("chl", "luke"), family="holdem", source="RG",
        summary=mark("Hold'em in which the lowest common card is wild."),
        programme=f"D2 C5 {_BOARD}", wild=_LOWEST_WILD, betting=HOLDEM_STAKES, players=(2, 10),
    ),
    Variant(
        id="texas-2-step", name="Texas 2-Step", aliases=("t2s", "twostep", "2step"), family="holdem",
        source="RG",
        summary=mark("Hold'em with exchanges to pay for: one, two, then three low stakes a card."),
        programme="D2 C5 B T3 B X2@1 T B X2@2 T B X2@3 B?", betting=HOLDEM_STAKES, players=(2, 10),
    ),
)  # fmt: skip

OMAHA = (
    Variant(
        id="omaha", name="Omaha Hold 'Em", aliases=("om", "omaha holdem"), family="omaha", source="RG",
        summary=mark("Four closed cards, two of them used with three of the board; high splits with eight "
            "or better."),
        programme=f"D4 C5 {_BOARD}", use=_TWO_AND_THREE, share=Sharing.EIGHT,
        betting=HOLDEM_STAKES, players=(2, 9),
    ),
    Variant(
        id="omaha-high-low", name="Omaha, High-Low Split", aliases=("ohl", "omaha hilo"), family="omaha",
        source="RG", summary=mark("Omaha with a declaration; who plays both uses two cards for each."),
        programme=f"D4 C5 {_BOARD} HL", use=_TWO_AND_THREE, share=Sharing.DECLARED_EIGHT,
        betting=HOLDEM_STAKES, players=(2, 9),
    ),
    Variant(
        id="lincoln", name="Lincoln", aliases=("lin",), family="omaha", source="RG",
        summary=mark("Omaha in which the lowest common card is wild."),
        programme=f"D4 C5 {_BOARD}", use=_TWO_AND_THREE, share=Sharing.EIGHT, wild=_LOWEST_WILD,
        betting=HOLDEM_STAKES,
        players=(2, 9),
    ),
    Variant(
        id="bush-league", name="Bush League", aliases=("bush",), family="omaha", source="RG",
        summary=mark("Omaha with the board in a cross, of which a hand uses one line; threes and nines "
            "wild, a turned four gives a card."),
        programme="D4 C5 B 5x(T B)", use=Use(lines=_CROSS_LINES, own_exactly=2), layout=CROSS,
        share=Sharing.EIGHT,
        wild_cards=_BASEBALL, charge=((1, 2), (7, 2)), extra=ranks("4"), betting=HOLDEM_STAKES,
        players=(2, 9),
    ),
    Variant(
        id="wild-kingdom", name="Wild Kingdom", aliases=("wk", "kingdom"), family="omaha", source="RG",
        summary=mark("Omaha with threes and nines wild; each common one costs everyone an ante, a common "
            "four gives a card."),
        programme=f"D4 C5 {_BOARD}", use=_TWO_AND_THREE, share=Sharing.EIGHT, wild_cards=_BASEBALL,
        levy=((1, 2), (7, 2)), extra=ranks("4"), betting=HOLDEM_STAKES, players=(2, 9),
    ),
)  # fmt: skip
