"""Games that are not deal, bet and show (SR's dice, RG's club sheet): each has a kernel of its own."""

from engine.cards.card import card_set, parse_cards
from engine.catalogue.model import Betting, Variant
from engine.terms import Sharing
from language import mark

_STAKE = Betting(peder=0, max_raise=0)
_TRUMPS = card_set(parse_cards("2s 3s 4s 5s 6s 8s 9s Ts Js Qs Ks As"))

DICE = (
    Variant(
        id="poker-dice", name="Poker dice", name_da="Pokerterninger", aliases=("pd", "terninger"),
        family="dice",
        source="SR",
        summary=mark("Five dice and up to three throws; the opener's number of throws binds the rest."),
        kernel="poker_dice", betting=_STAKE, players=(2, 10), pace_seconds=90,
        hand_means=mark("one pot, with its replays"),
        how_to_play=(
            mark("Five dice with 9 10 J Q K A on their sides; each player throws up to three times, "
                "keeping any dice."),
            mark("The number of throws that the opener took binds the rest."),
            mark("From the lowest: nothing, pair, two pair, three, small straight (9 to K), full "
                "house, big straight (10 to A), four, five of a kind; other dice don't count."),
            mark("The best throw takes the pot; those who tie throw again; the loser opens the next "
                "game."),
        ),
    ),
    Variant(
        id="bluff-dice", name="Bluff poker", name_da="Bluf", aliases=("bd", "bluf", "snyd"), family="dice",
        source="SR",
        summary=mark("Dice under a cup, passed on with an announcement that must rise, to be doubted or "
            "taken."),
        kernel="bluff_dice", betting=_STAKE, players=(2, 10), pace_seconds=900,
        hand_means=mark("one pot, from the first stake to the last player"),
        how_to_play=(
            mark("Five stakes each. The opener throws up to three times under the cup; dice left out "
                "lie open."),
            mark("The cup goes left with an announcement, true or not, that must be higher than the "
                "one before."),
            mark("The neighbour doubts it, and the cup is lifted: the announcer pays a stake if less "
                "lies there, else the doubter; or takes it, looks, may throw any dice once, and "
                "passes it on."),
            mark("Five aces, taken, may be tried for in five throws: made, the announcer pays, "
                "missed, the taker."),
            mark("The loser of a stake opens the next round; who has none left is out; the last one "
                "takes the pot."),
        ),
    ),
)  # fmt: skip

CLUB = (
    Variant(
        id="screw-your-neighbor", name="Screw Your Neighbor", aliases=("syn", "screw", "nabo"), family="club",
        source="RG",
        summary=mark("One card each, kept or swapped with the neighbour; the lowest loses one of four "
            "lives."),
        kernel="screw_your_neighbor", betting=_STAKE, players=(3, 12), pace_seconds=600, rulings=(17, 34),
        hand_means=mark("one pot, from the first stake to the last player"),
        how_to_play=(
            mark("Four lives each, a stake for each life. One closed card each, king high and ace low."),
            mark("In turn from the dealer's left: keep the card, or swap it with the left-hand "
                "neighbour."),
            mark("A king is passed over, a queen sends the swap to the player on the right, a jack "
                "stops it; the dealer, last, may swap with a card cut from the stock."),
            mark("All cards are shown; the lowest loses a life, and all who tie for it, unless that "
                "ended everybody."),
            mark("The last player with a life takes the pot."),
        ),
    ),
    Variant(
        id="seven-twenty-seven", name="7/27", aliases=("727", "7-27"), family="club", source="RG",
        summary=mark("Cards are counted, more may be drawn: nearest seven and nearest twenty-seven share "
            "the pot."),
        kernel="seven_twenty_seven", programme="D2 U1", share=Sharing.DECLARED, counts_cards=True,
        players=(3, 8), pace_seconds=180, rulings=(8, 20),
        how_to_play=(
            mark("Two closed cards and one open card each."),
            mark("In rounds, the lead passing left: each may take one more open card; then the lead "
                "opens a betting round."),
            mark("The betting round after a round in which nobody took a card is the last; then "
                "declare high, low or both."),
            mark("An ace counts 1 or 11, a picture card ½, other cards their number."),
            mark("Nearest to 7 and nearest to 27 share the pot; of equal distances the lower count is "
                "nearer, and equal counts share."),
        ),
    ),
    Variant(
        id="fan-tan", name="Fan Tan", aliases=("ft", "syver"), family="club", source="RG",
        summary=mark("Rows are built up and down from the sevens; the first without cards wins."),
        kernel="fan_tan", betting=_STAKE, players=(3, 8), pace_seconds=240,
        how_to_play=(
            mark("A stake each; the whole pack is dealt out."),
            mark("In turn from the dealer's left, lay one card: a seven, or the next card down or up "
                "of a suit whose seven lies. Who can't lay a card passes; who can must."),
            mark("The first without cards takes the pot."),
        ),
    ),
    Variant(
        id="fan-tan-house", name="House", aliases=("house", "fth2"), family="club", source="RG",
        summary=mark("Fan Tan with spades as trumps."),
        kernel="fan_tan", trumps=_TRUMPS, betting=_STAKE, players=(3, 8), pace_seconds=240,
        how_to_play=(
            mark("Fan Tan, with spades as trumps: a spade, but not the seven, may be laid for the "
                "same rank in any suit."),
            mark("The card that it stood for then takes its place in the row of the seven of spades."),
            mark("The first without cards takes the pot."),
        ),
    ),
    Variant(
        id="liars-poker", name="Liar's Poker", aliases=("lp", "liar", "løgner"), family="club", source="RG",
        summary=mark("Claims about all the cards together rise until one is called."),
        kernel="liars_poker", betting=_STAKE, players=(3, 10), pace_seconds=600,
        hand_means=mark("one pot, from the first stake to the last player"),
        how_to_play=(
            mark("Two markers each, a stake for each marker; a closed card for each marker left."),
            mark("Claims about all the cards together rise: single card, pair, two pair, straight, "
                "flush."),
            mark("Instead of raising, a player calls: a false claim costs the claimant a marker, a "
                "true one the caller."),
            mark("Who lost the marker opens the next deal, or the next player if it was the last one."),
            mark("The last player with a marker takes the pot."),
        ),
    ),
    Variant(
        id="guts", name="Guts", aliases=("gu",), family="club", source="RG",
        summary=mark("Two cards, in or out; the best takes the pot and the rest of those in match it."),
        kernel="guts", programme="D2", betting=_STAKE, in_or_out=True, matches_pot=True, players=(3, 10),
        pace_seconds=40,
        hand_means=mark("a deal; the carried pot makes a chain of them"),
        how_to_play=(
            mark("A stake each when the pot is empty. Two closed cards each."),
            mark("In turn from the dealer's left, say in or out."),
            mark("Of those in, the best hand takes the pot, and the others match what it was; a pair "
                "beats high cards, straights and flushes don't count. Those who tie for best win "
                "nothing and match too."),
            mark("It is dealt again until everybody has dealt once; one last deal then carries "
                "nothing over."),
        ),
    ),
    Variant(
        id="guts-jokers", name="Guts, Jokers", aliases=("gj", "guts joker"), family="club", source="RG",
        summary=mark("Guts with two jokers, worth nothing, whose holder must stay in; a pair of them "
            "beats aces."),
        kernel="guts", programme="D2", betting=_STAKE, in_or_out=True, matches_pot=True, pack=54,
        players=(3, 10), pace_seconds=40,
        hand_means=mark("a deal; the carried pot makes a chain of them"),
        how_to_play=(
            mark("Guts with two jokers in the pack."),
            mark("A joker is worth nothing, but who holds one must stay in; a pair of jokers beats a "
                "pair of aces."),
        ),
    ),
    Variant(
        id="gutter-sluts", name="Gutter Sluts", aliases=("gsl", "gutter"), family="club", source="RG",
        summary=mark("High-low guts with jokers."),
        kernel="guts", programme="D2", betting=_STAKE, in_or_out=True, matches_pot=True, pack=54,
        players=(3, 10), pace_seconds=50,
        share=Sharing.DECLARED,
        hand_means=mark("a deal; the carried pot makes a chain of them"),
        how_to_play=(
            mark("Guts with two jokers, whose holders must stay in; those in say high, low or both."),
            mark("Each side takes half the pot, and its losers match what it took."),
            mark("Low is the lowest poker hand; there a joker pairs the other card. For high a joker "
                "is worth nothing."),
        ),
    ),
    Variant(
        id="guts-3-card", name="Guts, 3 Card", aliases=("g3", "guts3"), family="club", source="RG",
        summary=mark("Guts with three cards; a lone player must beat a hand from the pack."),
        kernel="guts", programme="D3 C3", betting=_STAKE, in_or_out=True, matches_pot=True, players=(3, 8),
        pace_seconds=45,
        hand_means=mark("a deal; the carried pot makes a chain of them"),
        how_to_play=(
            mark("Guts with three cards each."),
            mark("A player who is in alone must beat a hand dealt from the pack, and loses a tie."),
        ),
    ),
)  # fmt: skip
