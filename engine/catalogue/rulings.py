"""The rulings: decisions where the rule texts are silent or disagree, and the games that they apply to.

A source of `house` is the project's own decision, where no text speaks. `docs/rulings.md` is made of this.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from engine.cards.card import JOKER_SET, pack_of
from engine.catalogue import FAMILIES, TRAINED, Variant
from engine.catalogue.model import DESIGNATED, Op, WildKind, cards_needed
from engine.catalogue.table_errors import TABLE_ERRORS, Remedy
from engine.errors import VariantError
from engine.terms import Ranking, Sharing
from language import SOURCE, mark, speaking, tr

ERRORS = 22
"""The ruling on errors at the table, which `engine.catalogue.table_errors` lists."""

Source = Literal["PR", "SR", "HE", "RG", "house"]

SOURCES: dict[str, str] = {
    "PR": "Pokerregler, family folder, 2002",
    "SR": "Spelregels, leaflet on dice and the short pack",
    "HE": "Texas Holdem Poker, on blinds, limits and dealer errors",
    "RG": "Rules of the Games, club sheet",
    "house": "the project's own, where the texts are silent",
}


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """One ruling. `option` is what a house may decide instead, `word` the addition that says so."""

    number: int
    title: str
    text: str
    sources: tuple[Source, ...]
    applies: Callable[[Variant], bool]
    option: str = ""
    word: str = ""


def _cards(variant: Variant) -> bool:
    """A game of deal, bet and show."""
    return not variant.kernel


def _ranks_melds(variant: Variant) -> bool:
    """Whether hands are ranked in PR's order of melds."""
    return _cards(variant) and not variant.short_order and variant.ranking is Ranking.MELDS


def _listed(number: int) -> Callable[[Variant], bool]:
    """Whether the game itself lists the ruling, because it doesn't follow from the data."""
    return lambda variant: number in variant.rulings


def _kinds(*kinds: WildKind) -> Callable[[Variant], bool]:
    return lambda variant: any(rule.kind in kinds for rule in variant.wild)


def _has(*ops: Op) -> Callable[[Variant], bool]:
    return lambda variant: any(step.op in ops for step in variant.steps)


def _opens_on_cards(variant: Variant) -> bool:
    """Whether the highest open combination opens: an ante game in which cards lie open; 7/27 has a lead."""
    open_own = _has(Op.DEAL_OPEN, Op.CHOOSE_OPEN, Op.TURN_OWN, Op.CHASE)
    return not variant.all_in and not variant.kernel and open_own(variant)


def _may_run_short(variant: Variant) -> bool:
    """Whether the stock can end: exchanges, extra cards, or a fixed deal that the largest table exhausts."""
    exhausts = cards_needed(variant)[0] * variant.players[1] > len(pack_of(variant.pack))
    return bool(_has(Op.DRAW)(variant) or variant.extra or variant.buys or exhausts or 8 in variant.rulings)


def _five_cards_declared(variant: Variant) -> bool:
    no_board = not _has(Op.LAY_CLOSED, Op.LAY_OPEN)(variant)
    return (
        _cards(variant) and variant.share is Sharing.DECLARED and no_board and cards_needed(variant)[0] == 5
    )


def _rounds_disagree(variant: Variant) -> bool:
    return not variant.additions and variant.rounds_printed not in (None, variant.rounds)


RULINGS: tuple[Ruling, ...] = (
    Ruling(
        number=1, title=mark("A wild card frees its rank"), sources=("PR", "house"),
        text=mark("If one card is named wild (the last common card, the lowest closed card, the card after a "
            "queen), every card of its rank is wild, for all players or for the one player who may use it."),
        applies=_kinds(*DESIGNATED),
        option=mark("The card alone is wild."), word="alone",
    ),
    Ruling(
        number=2, title=mark("The order of melds"), sources=("PR", "house"),
        text=mark("High card, pair, two pair, three of a kind, straight, flush, full house, four of a kind, "
            "straight flush, five of a kind. Within a category the announced ranks decide, then the civil "
            "cards; then, in straights, flushes and straight flushes, the natural cards from the highest "
            "down; then the number of natural cards among the five; then the pot is split. The five cards "
            "that do best under this whole order count. A wild card that stands for itself is not natural."),
        applies=_ranks_melds,
    ),
    Ruling(
        number=3, title=mark("Wild cards in a flush, the ace in a straight"), sources=("PR", "house"),
        text=mark("In a flush, a wild card is the highest rank of the suit that the hand doesn't have, and there "
            "are no pairs in a flush. The ace is high or low in a straight and high elsewhere; in a low hand "
            "it is low."),
        applies=_ranks_melds,
    ),
    Ruling(
        number=4, title=mark("Low hands"), sources=("PR", "RG", "house"),
        text=mark("The lowest five cards win low. The ace is low, and straights and flushes count against a hand, "
            "so the best low is 6-4-3-2-A in more than one suit. A wild card is the lowest card that helps. "
            "Equal lows split. Omaha's low must be eight or better, and there straights and flushes don't "
            "count against it."),
        applies=lambda variant: _cards(variant) and variant.share.has_low,
    ),
    Ruling(
        number=5, title=mark("High and low"), sources=("PR", "house"),
        text=mark("A player who declares both must at least tie both. If the best high belongs to a player who "
            "declared both and loses the low, no player wins the high half and the other side takes "
            "everything; the same is true the other way round. A player who declared one way and ties such a "
            "player wins that half. If neither side has a winner, the pot is carried; if no player declared "
            "one side, the other side takes all. With more than five cards the two melds may differ. At "
            "Omaha, a player who declared both uses two own cards for each half and none twice, split so as "
            "to win most; if several did, they split in turn from the dealer's left."),
        applies=lambda variant: variant.share.declared,
    ),
    Ruling(
        number=6, title=mark("Odd chips"), sources=("house",),
        text=mark("Chips that don't divide evenly go to the winners one at a time, from the dealer's left. Of two "
            "halves, such as high and low, the one with the winner nearest the dealer's left gets the odd "
            "chip. This is so in guest games too, where card rooms give it to the high half."),
        applies=lambda variant: _cards(variant) or variant.share.declared or variant.matches_pot,
    ),
    Ruling(
        number=7, title=mark("Equal open combinations"), sources=("house",),
        text=mark("Of equal open hands, the one nearest the dealer's left opens. Suits have no rank."),
        applies=_opens_on_cards,
    ),
    Ruling(
        number=8, title=mark("Not enough cards"), sources=("PR", "house"),
        text=mark("Folded and thrown cards are shuffled into a new stock; no player draws a card that they have "
            "just thrown. A game is refused at its announcement only if the pack is too small for its fixed "
            "deal with everyone in. A fixed deal late in the game may rely on folded cards; if there are too "
            "few, it is cut short, and all share the cards that are left. There are no more extra cards when "
            "stock and discards are used up."),
        applies=_may_run_short,
    ),
    Ruling(
        number=9, title=mark("Forced payments and bought cards"), sources=("PR", "RG", "house"),
        text=mark("A player makes a forced payment or folds. Buying a card is a free choice, made before the card "
            "is seen. In Yankee Baseball, threes and fours count when they are open."),
        applies=lambda variant: bool(variant.levy or variant.charge or variant.sells),
        option=mark("Bush League may charge the minimum bet for each common wild card that is turned."),
        word="charge",
    ),
    Ruling(
        number=10, title=mark("The card that follows"), sources=("PR", "house"),
        text=mark("Open cards count in the order dealt, around the table; those of a folded player still count."),
        applies=_kinds(WildKind.FOLLOWER),
    ),
    Ruling(
        number=11, title=mark("Split pairs"), sources=("PR", "house"),
        text=mark("A rank with a card on each side of the split is wild for that player, all its cards."),
        applies=_kinds(WildKind.SPLIT_OPEN, WildKind.SPLIT_BOARD),
    ),
    Ruling(
        number=12, title=mark("Rounds that disagree with the overview"), sources=("PR",),
        text=mark("A game follows its text. Two texts disagree with the printed overview: Last Chance has six "
            "betting rounds where five are printed, Fill the Hole five where six are printed. Both figures "
            "are recorded."),
        applies=_rounds_disagree,
    ),
    Ruling(
        number=13, title=mark("The joker of the short pack"), sources=("SR", "house"),
        text=mark("A meld without the joker beats every meld of the same category with it: three natural sevens "
            "beat two aces and the joker. The joker is a card that the hand doesn't have, so there is never "
            "five of a kind, and four natural cards of a rank count as made without it. The royal flush is a "
            "category of its own above the straight flush, with the joker too."),
        applies=lambda variant: variant.short_order and bool(variant.wild_cards & JOKER_SET),
    ),
    Ruling(
        number=14, title=mark("The lowest common card"), sources=("RG", "house"),
        text=mark("The lowest of the common cards that are turned, the ace high: its rank is wild, and can change "
            "until the river."),
        applies=_kinds(WildKind.LOWEST_BOARD),
    ),
    Ruling(
        number=15, title=mark("Bush League's cross"), sources=("RG", "house"),
        text=mark("A hand uses one line of the cross, three cards, and exactly two of the player's own."),
        applies=lambda variant: bool(variant.use.lines and variant.use.own_exactly),
    ),
    Ruling(
        number=16, title=mark("Extra cards"), sources=("RG", "house"),
        text=mark("A card that a common four brings is one of the player's own cards; the number of own cards that "
            "a hand must use stays the same."),
        applies=lambda variant: bool(variant.extra) and _has(Op.TURN_BOARD)(variant),
    ),
    Ruling(
        number=17, title=mark("Screw Your Neighbor: ties"), sources=("RG", "house"),
        text=mark("All players who tie for the lowest card lose a life; if that would end everybody, the round is "
            "played again. A king loses nothing, whatever the others have: if all have kings, no player loses "
            "a life."),
        applies=_listed(17),
    ),
    Ruling(
        number=18, title=mark("Stakes that no text names"), sources=("house",),
        text=mark("A stake, a life, a marker is one ante."),
        applies=lambda variant: not variant.has_betting and not variant.matches_pot,
    ),
    Ruling(
        number=19, title=mark("Guts: nobody in"), sources=("RG", "house"),
        text=mark("If no player is in, the pot stays and the cards are dealt again. The chips that a player matches "
            "have no limit."),
        applies=lambda variant: variant.matches_pot,
        option=mark("A cap on the chips that a player matches (the Terrill rule)."), word="cap 20",
    ),
    Ruling(
        number=20, title=mark("7/27: cards, distances and the lead"), sources=("RG", "house"),
        text=mark("Cards after the first three are dealt open. Counts above and below the target are equally near. "
            "The lead passes each round to the next player to the left who is still in."),
        applies=_listed(20),
    ),
    Ruling(
        number=21, title=mark("Hold'em stakes"), sources=("HE", "house"),
        text=mark("In small chips: big blind 2, small blind 1, fixed-limit bets 2 and 4. A raise is at least as "
            "large as the last. At pot limit, a raise is at most the pot after the call, as the game is "
            "played everywhere. With two players the dealer has the small blind, as everywhere, though HE "
            "gives it to the player after the dealer."),
        applies=lambda variant: variant.all_in,
        option=mark("Pot limit or no limit, with a straddle; at pot limit raises up to the pot before "
            "the call (HE by the letter)."), word="pot straddle by-letter",
    ),
    Ruling(
        number=22, title=mark("Dealer's errors"), sources=("PR", "HE"),
        text=mark("An error is recorded on the hand with its remedy: corrected, dealt again by the same dealer "
            "(HE), or a new deal by the next dealer with the pot carried (PR). Simulated seasons have a few "
            "errors, runs none. The remedy for each error that the texts name is listed below."),
        applies=lambda variant: variant.family != "dice",
    ),
    Ruling(
        number=23, title=mark("The Elevator's lines"), sources=("PR", "house"),
        text=mark("Five lines: the middle floor (left, lift, right), the two columns, and the two "
            "diagonals through the lift."),
        applies=_listed(23),
    ),
    Ruling(
        number=24, title=mark("Wild cards on a line"), sources=("PR", "house"),
        text=mark("A wild common card frees its rank only for a hand that uses its line."),
        applies=lambda variant: bool(variant.use.lines) and _kinds(WildKind.BOARD)(variant),
    ),
    Ruling(
        number=25, title=mark("Passing"), sources=("PR", "house"),
        text=mark("Cards go to the nearest player still in, and all players choose before any cards are received."),
        applies=_has(Op.PASS),
    ),
    Ruling(
        number=26, title=mark("Who opens on open cards"), sources=("PR", "house"),
        text=mark("The highest open hand opens. Common cards don't count, but wild cards that are known to all do; "
            "a folded player is skipped."),
        applies=_opens_on_cards,
    ),
    Ruling(
        number=27, title=mark("Fewer than five cards"), sources=("PR", "house"),
        text=mark("They rank by their pairs, threes, fours and high cards; a missing card loses to any card; a tie "
            "beats nothing. In Midnight Baseball a black seven has no effect."),
        applies=_opens_on_cards,
    ),
    Ruling(
        number=28, title=mark("The bottom card, and a last card that nothing follows"),
        sources=("PR", "house"),
        text=mark("Nårwidjan's bottom card is the player's own, and wild once it is turned. A queen "
            "(in Eleven Bright Stars a three or nine) dealt open as the last card frees no "
            "follower."),
        applies=_kinds(WildKind.BOTTOM, WildKind.FOLLOWER),
    ),
    Ruling(
        number=29, title=mark("Sent out"), sources=("PR", "house"),
        text=mark("The chips of a player who is sent out stay in the pot; the last player left wins. In Yankee "
            "Baseball an open three sends its player out, in place of Baseball's black seven."),
        applies=lambda variant: bool(variant.sent_out),
    ),
    Ruling(
        number=30, title=mark("Showing after checks all round"), sources=("PR", "house"),
        text=mark("The last player to bet in the hand shows first; if no player bet, the player who opened the "
            "round."),
        applies=_cards,
    ),
    Ruling(
        number=31, title=mark("High and low with five cards"), sources=("PR", "house"),
        text=mark("The same five cards serve both; wild cards and aces are valued for each separately."),
        applies=_five_cards_declared,
    ),
    Ruling(
        number=32, title=mark("Dice"), sources=("SR", "house"),
        text=mark("Dice outside the combination don't count; the second pair does. Bluff dice: five stakes each, "
            "and no shadow."),
        applies=lambda variant: variant.family == "dice",
    ),
    Ruling(
        number=33, title=mark("The short pack"), sources=("SR", "house"),
        text=mark("Ante 2; if all pass, the next player deals. A player who comes back at the draw tops up to the "
            "current stake. If all but one pass in the first round, those who passed are asked once, in turn, "
            "whether they come back; if none does, the hand is over. The draw goes around from the highest "
            "bettor, the dealer last. The ace is not low."),
        applies=lambda variant: variant.short_order,
    ),
    Ruling(
        number=34, title=mark("Screw Your Neighbor: picture cards"), sources=("RG", "house"),
        text=mark("After a queen, a picture card on the right stops the swap too. The pack is shuffled "
            "for every round."),
        applies=_listed(34),
    ),
    Ruling(
        number=35, title=mark("Guts: ties and the last deal"), sources=("RG", "house"),
        text=mark("The second card breaks ties. There is an ante whenever the pot is empty. In the last deal no "
            "player matches, and those who tie, or all players if none is in, share the pot."),
        applies=lambda variant: variant.matches_pot,
    ),
    Ruling(
        number=36, title=mark("Table sizes"), sources=("PR", "SR", "house"),
        text=mark("Three to seven players in the games of PR, fewer if the pack is too small; every other game "
            "states its own numbers. A table of another size is refused with the numbers that fit."),
        applies=lambda variant: True,
    ),
    Ruling(
        number=37, title=mark("Short of chips"), sources=("PR", "HE", "RG", "house"),
        text=mark("All-in with side pots in the hold'em and omaha families; shadow in every other game, except "
            "those in which stakes, lives or markers are put up at the start."),
        applies=lambda variant: True,
    ),
    Ruling(
        number=38, title=mark("High spade not showing"), sources=("PR", "house"),
        text=mark("Half of each pot that its holder is in goes to the highest closed spade at the showdown, the ace "
            "high; if no player has one, the hands take all. With high/low, the spade's half is taken first "
            "and the rest is split."),
        applies=lambda variant: variant.spade,
    ),
    Ruling(
        number=39, title=mark("What a hand is"), sources=("house",),
        text=mark("For the statistics: a deal with its pot. Poker dice: one pot with its replays. Bluff dice, Screw "
            "Your Neighbor, Liar's Poker: one pot, from the first stake to the last player. Guts: a deal; the "
            "carried pot makes a chain. The simulator deals again at once for a pot that no player won, at "
            "most 64 deals: if no player wins the last one either, those still in split the pot, and the hand "
            "is marked as split. At the table a pot waits for the next hand as often as necessary."),
        applies=lambda variant: True,
    ),
)  # fmt: skip


def rulings_of(variant: Variant) -> list[Ruling]:
    return [ruling for ruling in RULINGS if ruling.applies(variant)]


def find_ruling(number: int) -> Ruling:
    """The ruling of a number. Raises VariantError where there is none.

    >>> find_ruling(30).title
    'Showing after checks all round'
    """
    if not 1 <= number <= len(RULINGS):
        raise VariantError(
            tr("There is no ruling {number}: they go from 1 to {n}.", number=number, n=len(RULINGS))
        )
    return RULINGS[number - 1]


def games_of(ruling: Ruling) -> str:
    """Return the names of the games that a ruling applies to; of a family as a whole, if it applies to all of its games.

    >>> games_of(find_ruling(13))
    'Poker with 33 cards'
    """
    names = [variant.name for variant in TRAINED.values() if ruling.applies(variant)]
    if len(names) == len(TRAINED):
        return tr("all")
    if not names:
        return tr("any game where the dealer adds it")
    by_family: dict[str, list[str]] = {}
    for variant in TRAINED.values():
        by_family.setdefault(variant.family, []).append(variant.name)
    families = []
    for family, members in by_family.items():
        if set(members) <= set(names):
            families.append(tr("the {family} family", family=tr(FAMILIES[family])))
            names = [name for name in names if name not in members]
    return "; ".join(families + names)


def cases_of(ruling: Ruling) -> list[str]:
    """Return the single cases of a ruling: each error with its remedy, by the words that `!fejl` knows.

    >>> len(cases_of(find_ruling(22))), cases_of(find_ruling(1))
    (15, [])
    """
    if ruling.number != ERRORS:
        return []
    return [
        f"{tr(error.name).capitalize()} ({error.source}, `{error.words[0]}`): {tr(REMEDIES[error.remedy])}. "
        f"{tr(error.text)}"
        for error in TABLE_ERRORS
    ]


REMEDIES = {
    Remedy.CORRECTED: mark("corrected"),
    Remedy.REDEALT: mark("dealt again"),
    Remedy.NEW_DEAL: mark("new deal"),
}


def rulings_page() -> str:
    """`docs/rulings.md`, in the language of the code.

    >>> rulings_page().splitlines()[0]
    '# Rulings'
    """
    with speaking(SOURCE):
        return "\n".join(_page_lines()) + "\n"


def _page_lines() -> list[str]:
    lines = [
        "# Rulings",
        "",
        "Four rule texts describe the games. Where they are silent or disagree, these rulings decide. A",
        "house may decide otherwise. If Peder knows the other rule, the ruling names the option and the word",
        "for it (after `--add`, or on a line of the log). `peder rulings --markdown > docs/rulings.md` writes this page",
        "from `engine/catalogue/rulings.py`; a test compares the two.",
        "",
        *(f"- **{source}**: {text}" for source, text in SOURCES.items()),
    ]
    for ruling in RULINGS:
        lines += [
            "",
            f"## {ruling.number}. {ruling.title}",
            "",
            ruling.text,
            "",
            f"- Source: {', '.join(ruling.sources)}",
            f"- Games: {games_of(ruling)}",
        ]
        if ruling.option:
            lines.append(f"- A house may decide: {ruling.option} Write `{ruling.word}`.")
        lines += [f"- {text}" for text in cases_of(ruling)]
    return lines
