"""Stud games (PR, "Stud Poker Games")."""

from engine.cards.card import ONE_EYED, card_set, parse_cards
from engine.catalogue.model import Variant, Wild, WildKind, ranks
from language import mark

_SEVEN_CARD_STUD = "D2 4x(U1 B) D1 B"
_RED_FOURS = card_set(parse_cards("4d 4h"))
_BLACK_SEVENS = card_set(parse_cards("7c 7s"))
_LAST_CARD_WILD = (Wild(kind=WildKind.LAST_OWN),)

STUD = (
    Variant(
        id="five-card-stud", name="Five Card Stud", aliases=("5s", "fcs", "femkortsstud"), family="stud",
        summary=mark("One closed card and four open, a betting round after each open one."),
        programme="D1 4x(U1 B)", rounds_printed=4,
    ),
    Variant(
        id="five-card-stud-deuces", name="Five Card Stud, Deuces Wild", aliases=("5sd",), family="stud",
        summary=mark("Five Card Stud with twos wild."),
        programme="D1 4x(U1 B)", wild_cards=ranks("2"), rounds_printed=4,
    ),
    Variant(
        id="mexican-stud", name="Mexican Stud", aliases=("mex", "mexican"), family="stud",
        summary=mark("Five Card Stud in which you choose which card to lay open each time."),
        programme="D2 F B 3x(D1 F B)", rounds_printed=4,
    ),
    Variant(
        id="shifting-sands", name="Shifting Sands", aliases=("ss", "sands"), family="stud",
        summary=mark("Mexican Stud in which the rank of the card you keep closed is wild for you."),
        programme="D2 F B 3x(D1 F B)", wild=(Wild(kind=WildKind.KEPT_CLOSED),), rounds_printed=4,
    ),
    Variant(
        id="seven-card-stud", name="Seven Card Stud", aliases=("7s", "scs", "syvkortsstud"), family="stud",
        summary=mark("Two closed cards, four open and one closed, a betting round after each of the last "
            "five."),
        programme=_SEVEN_CARD_STUD, rounds_printed=5,
    ),
    Variant(
        id="seven-card-stud-deuces", name="Seven Card Stud, Deuces Wild", aliases=("7sd",), family="stud",
        summary=mark("Seven Card Stud with twos wild."),
        programme=_SEVEN_CARD_STUD, wild_cards=ranks("2"), rounds_printed=5,
    ),
    Variant(
        id="crs-surprise", name="CRS Surprise", aliases=("crs",), family="stud",
        summary=mark("Seven Card Stud in which a rank that you hold both open and closed is wild for you."),
        programme=_SEVEN_CARD_STUD, wild=(Wild(kind=WildKind.SPLIT_OPEN),), rounds_printed=5,
    ),
    Variant(
        id="roll-them", name="Roll Them", aliases=("roll", "rt"), family="stud",
        summary=mark("Seven cards of which you choose four to lay open; the rank of your lowest closed "
            "card is wild for you."),
        programme="D3 F B 3x(D1 F B) D1 B", wild=(Wild(kind=WildKind.LOWEST_CLOSED),), rounds_printed=5,
    ),
    Variant(
        id="baseball", name="Baseball", aliases=("bb",), family="stud",
        summary=mark("Seven Card Stud with threes and nines wild; an open black seven sends you out, an "
            "open red four may buy a card."),
        programme=_SEVEN_CARD_STUD, wild_cards=ranks("39"), sent_out=_BLACK_SEVENS, buys=_RED_FOURS,
        buy_price=5,
        rounds_printed=5,
    ),
    Variant(
        id="yankee-baseball", name="Yankee Baseball", aliases=("yb", "yankee"), family="stud",
        summary=mark("Baseball with nines alone wild; an open three sends you out, an open four may buy a "
            "card."),
        programme=_SEVEN_CARD_STUD, wild_cards=ranks("9"), sent_out=ranks("3"), buys=ranks("4"), buy_price=3,
        rounds_printed=5,
    ),
    Variant(
        id="midnight-baseball", name="Midnight Baseball", aliases=("mb", "midnight"), family="stud",
        summary=mark("Seven cards that nobody sees, turned until the hand before is beaten; threes and "
            "nines wild."),
        programme="N7 M", wild_cards=ranks("39"), levy=((1, 3), (7, 1)), extra=ranks("4"),
    ),
    Variant(
        id="narwidjan-munaeklips", name="Nårwidjan munæklips", aliases=("nm", "narwidjan", "munæklips"),
        family="stud",
        summary=mark("Midnight Baseball in which the rank of your bottom card is wild for you too."),
        programme="N7 M", wild_cards=ranks("39"), wild=(Wild(kind=WildKind.BOTTOM),), levy=((1, 3), (7, 1)),
        extra=ranks("4"),
    ),
    Variant(
        id="follow-the-queen", name="Follow the Queen", aliases=("ftq", "queen"), family="stud",
        summary=mark("Seven Card Stud with queens wild, and the rank of the open card after the latest "
            "open queen."),
        programme=_SEVEN_CARD_STUD, wild_cards=ranks("Q"),
        wild=(Wild(kind=WildKind.FOLLOWER, cards=ranks("Q")),),
        rounds_printed=5,
    ),
    Variant(
        id="follow-the-queen-one-eyed", name="Follow the Queen and One-eyed Picture Cards", aliases=("ftqo",),
        family="stud", summary=mark("Follow the Queen with the one-eyed picture cards wild too."),
        programme=_SEVEN_CARD_STUD, wild_cards=ranks("Q") | ONE_EYED,
        wild=(Wild(kind=WildKind.FOLLOWER, cards=ranks("Q")),), rounds_printed=5,
    ),
    Variant(
        id="seven-bright-stars", name="Seven Bright Stars", aliases=("7bs",), family="stud",
        summary=mark("Seven open cards; the rank of your last is wild for you."),
        programme="7x(U1 B)", wild=_LAST_CARD_WILD, rounds_printed=7,
    ),
    Variant(
        id="april-reigners", name="April Reigners", aliases=("ar", "april"), family="stud",
        summary=mark("Seven open cards; threes, nines, queens and the rank after the latest queen are "
            "wild."),
        programme="7x(U1 B)", wild_cards=ranks("39Q"), wild=(Wild(kind=WildKind.FOLLOWER, cards=ranks("Q")),),
        rounds_printed=7,
    ),
    Variant(
        id="eleven-bright-stars", name="Eleven Bright Stars", aliases=("11bs",), family="stud",
        summary=mark("Seven open cards; threes, nines and the rank after the latest three or nine are "
            "wild."),
        programme="7x(U1 B)", wild_cards=ranks("39"), wild=(Wild(kind=WildKind.FOLLOWER, cards=ranks("39")),),
        rounds_printed=7,
    ),
)  # fmt: skip
