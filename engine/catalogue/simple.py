"""Simple games (PR, "Simple pokerspil")."""

from engine.catalogue.model import Variant, Wild, WildKind, ranks
from language import mark

SIMPLE = (
    Variant(
        id="straight-poker", name="Straight Poker", aliases=("sp", "straight"), family="simple",
        summary=mark("Five closed cards and one betting round."),
        programme="D5 B", rounds_printed=1,
    ),
    Variant(
        id="bet-on-five", name="Bet on Five Open Cards", aliases=("b5", "bet5", "fem åbne"), family="simple",
        summary=mark("Five open cards, a betting round after each."),
        programme="5x(U1 B)", rounds_printed=5,
    ),
    Variant(
        id="jumping-jacks", name="Jumping Jacks", aliases=("jj",), family="simple",
        summary=mark("Five open cards, jacks wild; the dealer may name another rank."),
        programme="5x(U1 B)", wild_cards=ranks("J"), rounds_printed=5,
    ),
    Variant(
        id="last-chance", name="Last Chance", aliases=("lc",), family="simple",
        summary=mark("Five closed cards and psychology: the rank of the card you turn last is wild for "
            "you."),
        programme="D5 B PSY", wild=(Wild(kind=WildKind.LAST_OWN),), rounds_printed=5,
    ),
    Variant(
        id="last-chance-unplugged", name="Last Chance Unplugged", aliases=("lcu", "unplugged"),
        family="simple",
        summary=mark("Five cards that nobody sees, turned one by one: the rank of your last is wild for "
            "you."),
        programme="N5 5x(V B)", wild=(Wild(kind=WildKind.LAST_OWN),), rounds_printed=5,
    ),
    Variant(
        id="your-choise", name="Your Choise", aliases=("yc", "your choice", "frit valg"), family="simple",
        summary=mark("Five closed cards with a betting round after each; a rank of your own choice is "
            "wild for you."),
        programme="5x(D1 B)", wild=(Wild(kind=WildKind.CHOICE),), rounds_printed=5,
    ),
    Variant(
        id="ups-and-downs", name="Ups and Downs", aliases=("ud", "ups"), family="simple",
        summary=mark("Five cards, closed and open in turn, a betting round after each."),
        programme="D1 B U1 B D1 B U1 B D1 B", rounds_printed=5,
    ),
    Variant(
        id="downs-and-ups", name="Downs and Ups", aliases=("du", "downs"), family="simple",
        summary=mark("Five cards, open and closed in turn, a betting round after each."),
        programme="U1 B D1 B U1 B D1 B U1 B", rounds_printed=5,
    ),
)  # fmt: skip
