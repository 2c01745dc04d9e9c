"""Errors at the table (ruling 22): the errors that the rule texts name, their names in the log, and the remedies.

The log recognizes them by name (``!fejl``), and `peder rulings 22` prints them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from engine.catalogue import Variant, fold_name
from language import mark, tr


class Remedy(StrEnum):
    CORRECTED = "corrected"  # and the hand goes on
    REDEALT = "redealt"  # by the same dealer (HE)
    NEW_DEAL = "new_deal"  # if a player who is harmed asks: the next player deals, the pot is carried (PR)


@dataclass(frozen=True, kw_only=True)
class TableError:
    """An error at the table. `kind` is the stored word, `words` are names in Danish and English (parts of a
    sentence), `remedy` is the usual remedy and `text` describes it; `applies` says in which games the error can
    happen.
    """

    kind: str
    name: str
    source: Literal["PR", "HE"]
    words: tuple[str, ...]
    remedy: Remedy
    text: str
    applies: Callable[[Variant], bool] = lambda variant: True

    def is_named_in(self, text: str) -> bool:
        """Whether a typed text has the error's name, in English or the reader's language."""
        folded = fold_name(text)
        return any(fold_name(name) in folded for name in (self.name, tr(self.name)))


def _blinds(variant: Variant) -> bool:
    return variant.all_in


def _family(variant: Variant) -> bool:
    return not variant.all_in and bool(variant.steps)


TABLE_ERRORS: tuple[TableError, ...] = (
    TableError(
        kind="early_flop", name=mark("the flop too early"), source="HE",
        words=("for tidlig flop", "flop for tidligt", "early flop", "flop too early"),
        remedy=Remedy.CORRECTED, applies=_blinds,
        text=mark("Only the flop goes back and is shuffled with the stock, burnt cards left out; the "
            "new flop comes without a burnt card."),
    ),
    TableError(
        kind="large_flop", name=mark("more than three cards in the flop"), source="HE",
        words=("for stor flop", "fire kort i floppen", "large flop", "four cards in the flop"),
        remedy=Remedy.REDEALT, applies=_blinds,
        text=mark("The hand is dealt again, even if it is known which card was one too many."),
    ),
    TableError(
        kind="early_turn", name=mark("the turn too early"), source="HE",
        words=("for tidlig turn", "turn for tidligt", "early turn", "turn too early"),
        remedy=Remedy.CORRECTED, applies=_blinds,
        text=mark("That card is out of the hand. After the betting a card is burnt and the next, which "
            "would have been the river, is the turn; then the stock is shuffled without burnt "
            "and folded cards, and the river comes without a burnt card."),
    ),
    TableError(
        kind="early_river", name=mark("the river too early"), source="HE",
        words=("for tidlig river", "river for tidligt", "early river", "river too early"),
        remedy=Remedy.CORRECTED, applies=_blinds,
        text=mark("It is shuffled into the stock, and the river is dealt as it should be."),
    ),
    TableError(
        kind="exposed_first", name=mark("one of the first two cards exposed"), source="HE",
        words=("vist lukket kort", "første kort vist", "first card exposed", "exposed first card"),
        remedy=Remedy.REDEALT, applies=_blinds,
        text=mark("The cards are gathered, shuffled and dealt again."),
    ),
    TableError(
        kind="exposed", name=mark("another card exposed"), source="HE",
        words=("vist kort", "kort vist", "vist", "exposed", "face up"),
        remedy=Remedy.CORRECTED, applies=_blinds,
        text=mark("It is laid aside and is the first card burnt. If more than one is exposed, the hand "
            "is dealt again."),
    ),
    TableError(
        kind="open_for_closed", name=mark("a closed card dealt open"), source="PR",
        words=("åbent i stedet", "lukket kort åbent", "åbent kort", "åben", "dealt open", "open", "face up",
               "exposed", "vist"),
        remedy=Remedy.CORRECTED, applies=_family,
        text=mark("After the first deal the player may keep the card or take the next; the refused "
            "card goes under the stock. In the first deal, any player may ask for a new deal if the error "
            "can't be corrected by moving cards."),
    ),
    TableError(
        kind="too_many", name=mark("a card too many"), source="PR",
        words=("for mange", "for meget", "ekstra kort", "too many", "extra card"),
        remedy=Remedy.CORRECTED,
        text=mark("In the first deal the dealer draws a card from the player and puts it under the "
            "stock. In hold'em, if the first player has three cards, the third is the first card burnt; "
            "if another player has, the hand is dealt again."),
    ),
    TableError(
        kind="too_few", name=mark("a card too few"), source="PR",
        words=("for lidt", "for få", "mangler", "too few", "missing", "short"),
        remedy=Remedy.CORRECTED,
        text=mark("The player gets it after the first deal."),
    ),
    TableError(
        kind="order", name=mark("dealt in the wrong order"), source="PR",
        words=("forkert rækkefølge", "rækkefølge", "sprang", "wrong order", "order", "skipped"),
        remedy=Remedy.CORRECTED,
        text=mark("The cards are moved to where they should have gone; if that is impossible, any player who "
            "hasn't looked at their own closed cards may ask for a new deal."),
    ),
    TableError(
        kind="other_game", name=mark("dealt otherwise than the game says"), source="PR",
        words=("forkert spil", "ikke som annonceret", "wrong game", "not as announced"),
        remedy=Remedy.NEW_DEAL,
        text=mark("If no player is harmed, the error is corrected; a player who is harmed may ask for a new deal."),
    ),
    TableError(
        kind="forgotten_offer", name=mark("a card to buy not offered"), source="PR",
        words=("glemt tilbud", "glemte", "glemt", "forgotten offer", "forgot"),
        remedy=Remedy.CORRECTED, applies=lambda variant: bool(variant.buys),
        text=mark("The player may buy the card that came next, as a closed card, and what was dealt "
            "after it goes under the stock; or the next card of the stock, and the dealt cards stay "
            "where they are."),
    ),
    TableError(
        kind="out_of_turn", name=mark("a bet out of turn"), source="PR",
        words=("uden for tur", "før sin tur", "out of turn"),
        remedy=Remedy.CORRECTED,
        text=mark("The chips stay in the pot, and the player may not raise in that round."),
        applies=lambda variant: variant.has_betting,
    ),
    TableError(
        kind="wrong_bet", name=mark("a wrong number of chips bet"), source="PR",
        words=("forkert bud", "forkert indsats", "wrong bet", "wrong amount"),
        remedy=Remedy.CORRECTED,
        text=mark("Chips that lie in the pot stay there."),
        applies=lambda variant: variant.has_betting,
    ),
    TableError(
        kind="announcement", name=mark("a meld announced wrongly"), source="PR",
        words=("forkert melding", "melding", "annonc", "announce", "claim"),
        remedy=Remedy.CORRECTED,
        text=mark("A meld announced too low counts as announced; one that isn't there loses the claim."),
    ),
)  # fmt: skip
"""The errors that the texts name. If two share a word, it means the first that applies to the game."""

OTHER = "other"
"""The kind of an error that the texts don't name."""


def table_errors_of(variant: Variant) -> list[TableError]:
    return [error for error in TABLE_ERRORS if error.applies(variant)]


def find_table_error(text: str, variant: Variant | None = None) -> TableError | None:
    """Return the error that a text names by one of its `words` or its kind, of one game or of any; None if there is
    none. If a text names several, the longest name counts.

    >>> find_table_error("early flop").name
    'the flop too early'
    """
    folded = fold_name(text)
    possible = TABLE_ERRORS if variant is None else table_errors_of(variant)
    named = [
        (len(fold_name(word)), -place, error)
        for place, error in enumerate(possible)
        for word in (*error.words, error.kind)
        if fold_name(word) in folded
    ]
    return max(named, key=lambda one: one[:2])[2] if named else None
