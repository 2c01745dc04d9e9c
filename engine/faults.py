"""What goes wrong at the table (ruling 22): each error that the texts name, what it is called, its
remedy.

The logger knows them by name (``!fejl``), and `peder rulings 22` tells them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from engine.variants import Variant, fold_name
from language import mark


class Remedy(StrEnum):
    """What is done about an error."""

    CORRECTED = "corrected"
    """Put right, and the hand goes on."""
    REDEALT = "redealt"
    """The same dealer deals again (HE)."""
    NEW_DEAL = "new_deal"
    """Who is harmed may ask for a new deal: the next player deals, and the pot is carried (PR)."""


@dataclass(frozen=True, kw_only=True)
class TableFault:
    """An error at the table. `kind` is its word in the store, `words` what it is called in Danish and English
    (parts of a sentence), `remedy` what is usually done, `text` how.
    """

    kind: str
    name: str
    source: Literal["PR", "HE"]
    words: tuple[str, ...]
    remedy: Remedy
    text: str
    applies: Callable[[Variant], bool] = lambda variant: True


def _blinds(variant: Variant) -> bool:
    return variant.all_in


def _family(variant: Variant) -> bool:
    return not variant.all_in and bool(variant.programme)


FAULTS: tuple[TableFault, ...] = (
    TableFault(
        kind="early_flop", name=mark("the flop too early"), source="HE",
        words=("for tidlig flop", "flop for tidligt", "early flop", "flop too early"),
        remedy=Remedy.CORRECTED, applies=_blinds,
        text=mark("Only the flop goes back and is shuffled with the stock, burnt cards left out; the "
            "new flop comes without a burnt card."),
    ),
    TableFault(
        kind="large_flop", name=mark("more than three cards in the flop"), source="HE",
        words=("for stor flop", "fire kort i floppen", "large flop", "four cards in the flop"),
        remedy=Remedy.REDEALT, applies=_blinds,
        text=mark("The hand is dealt again, even if it is known which card was one too many."),
    ),
    TableFault(
        kind="early_turn", name=mark("the turn too early"), source="HE",
        words=("for tidlig turn", "turn for tidligt", "early turn", "turn too early"),
        remedy=Remedy.CORRECTED, applies=_blinds,
        text=mark("That card is out of the hand. After the betting a card is burnt and the next, which "
            "would have been the river, is the turn; then the stock is shuffled without burnt "
            "and folded cards, and the river comes without a burnt card."),
    ),
    TableFault(
        kind="early_river", name=mark("the river too early"), source="HE",
        words=("for tidlig river", "river for tidligt", "early river", "river too early"),
        remedy=Remedy.CORRECTED, applies=_blinds,
        text=mark("It is shuffled into the stock, and the river is dealt as it should be."),
    ),
    TableFault(
        kind="exposed_first", name=mark("one of the first two cards exposed"), source="HE",
        words=("vist lukket kort", "første kort vist", "first card exposed", "exposed first card"),
        remedy=Remedy.REDEALT, applies=_blinds,
        text=mark("The cards are gathered, shuffled and dealt again."),
    ),
    TableFault(
        kind="exposed", name=mark("another card exposed"), source="HE",
        words=("vist kort", "kort vist", "vist", "exposed", "face up"),
        remedy=Remedy.CORRECTED, applies=_blinds,
        text=mark("It is laid aside and is the first card burnt. If more than one is exposed, the hand "
            "is dealt again."),
    ),
    TableFault(
        kind="open_for_closed", name=mark("a closed card dealt open"), source="PR",
        words=("åbent i stedet", "lukket kort åbent", "åbent kort", "åben", "dealt open", "open", "face up",
               "exposed", "vist"),
        remedy=Remedy.CORRECTED, applies=_family,
        text=mark("After the first deal the player may keep the card or take the next; the refused "
            "card goes under the stock. In the first deal, what can't be put right by moving "
            "cards lets anybody ask for a new deal."),
    ),
    TableFault(
        kind="too_many", name=mark("a card too many"), source="PR",
        words=("for mange", "for meget", "ekstra kort", "too many", "extra card"),
        remedy=Remedy.CORRECTED,
        text=mark("In the first deal the dealer draws a card from the player and puts it under the "
            "stock. In hold'em the first player's third card is the first card burnt; anybody "
            "else's, and the hand is dealt again."),
    ),
    TableFault(
        kind="too_few", name=mark("a card too few"), source="PR",
        words=("for lidt", "for få", "mangler", "too few", "missing", "short"),
        remedy=Remedy.CORRECTED,
        text=mark("The player gets it after the first deal."),
    ),
    TableFault(
        kind="order", name=mark("dealt in the wrong order"), source="PR",
        words=("forkert rækkefølge", "rækkefølge", "sprang", "wrong order", "order", "skipped"),
        remedy=Remedy.CORRECTED,
        text=mark("The cards are moved to where they should have gone; if that can't be, anybody may "
            "ask for a new deal. Nobody may ask who has looked at the own closed cards."),
    ),
    TableFault(
        kind="other_game", name=mark("dealt otherwise than the game says"), source="PR",
        words=("forkert spil", "ikke som annonceret", "wrong game", "not as announced"),
        remedy=Remedy.NEW_DEAL,
        text=mark("Where nobody is harmed it is put right; who is harmed may ask for a new deal."),
    ),
    TableFault(
        kind="forgotten_offer", name=mark("a card to buy not offered"), source="PR",
        words=("glemt tilbud", "glemte", "glemt", "forgotten offer", "forgot"),
        remedy=Remedy.CORRECTED, applies=lambda variant: bool(variant.buys),
        text=mark("The player may buy the card that came next, as a closed card, and what was dealt "
            "after it goes under the stock; or the next card of the stock, and the cards lie "
            "where they fell."),
    ),
    TableFault(
        kind="out_of_turn", name=mark("a bet out of turn"), source="PR",
        words=("uden for tur", "før sin tur", "out of turn"),
        remedy=Remedy.CORRECTED,
        text=mark("The chips stay in the pot, and the player may not raise in that round."),
        applies=lambda variant: variant.has_betting,
    ),
    TableFault(
        kind="wrong_bet", name=mark("a wrong number of chips bet"), source="PR",
        words=("forkert bud", "forkert indsats", "wrong bet", "wrong amount"),
        remedy=Remedy.CORRECTED,
        text=mark("Chips that lie in the pot stay there."),
        applies=lambda variant: variant.has_betting,
    ),
    TableFault(
        kind="announcement", name=mark("a meld announced wrongly"), source="PR",
        words=("forkert melding", "melding", "annonc", "announce", "claim"),
        remedy=Remedy.CORRECTED,
        text=mark("A meld announced too low counts as announced; one that isn't there loses the claim."),
    ),
)  # fmt: skip
"""Every error that the texts name; where several share a word, the first that the game knows is meant."""

OTHER = "other"
"""The kind of an error that the texts don't name."""


def faults_of(variant: Variant) -> list[TableFault]:
    """The errors that can happen in a game."""
    return [fault for fault in FAULTS if fault.applies(variant)]


def find_fault(told: str, variant: Variant | None = None) -> TableFault | None:
    """The error that somebody tells of, in the words of `FAULTS` or by its kind; None for another.

    Of several that are named the longest words count; without a game every error may be meant.
    """
    said = fold_name(told)
    known = FAULTS if variant is None else faults_of(variant)
    named = [
        (len(fold_name(word)), -place, fault)
        for place, fault in enumerate(known)
        for word in (*fault.words, fault.kind)
        if fold_name(word) in said
    ]
    return max(named, key=lambda found: found[:2])[2] if named else None
