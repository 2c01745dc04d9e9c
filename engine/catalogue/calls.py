"""Calls: games with additions of the dealer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from engine.cards.card import JOKER_SET, JOKERS, RANK_COUNT, card_set, pack_of, rank_set
from engine.catalogue.additions import Additions, ranks_text, wild_words
from engine.catalogue.model import DESIGNATED, Op, Variant, closed_cards
from engine.catalogue.operations import DECLARE, psychology
from engine.errors import CallError
from engine.terms import Limit, Sharing
from language import tr

LIMIT_OF_NAME = {
    "nlh": Limit.NO, "nlhe": Limit.NO, "plh": Limit.POT, "plhe": Limit.POT, "lhe": Limit.FIXED, "flhe": Limit.FIXED, "plo8": Limit.POT, "potlimitomaha8": Limit.POT,
}  # fmt: skip
"""Names of games that say a limit too."""


def call(variant: Variant, additions: Additions) -> Variant:
    """Return the game with the dealer's additions; `additions` of the result has the canonical words.

    Raises CallError if an addition makes no sense in the game.

    >>> from engine.catalogue import VARIANTS
    >>> from engine.catalogue.additions import parse_additions
    >>> str(call(VARIANTS.find("baseball"), parse_additions(["wild", "2"])).additions)
    'wild 2'
    """
    if not additions:
        return variant
    called = variant
    if variant.is_guest and variant.all_in and additions != Additions(limit=additions.limit):
        raise _refuse(variant, tr("it is played as it is elsewhere; nothing but another limit can be added."))
    for wanted, add in _CALLS:
        if wanted(additions):
            called = add(called, additions)
    return replace(called, additions=additions.text)


def _refuse(variant: Variant, why: str) -> CallError:
    return CallError(tr("{game}: {why}", game=variant.name, why=why))


def _is_chase(variant: Variant) -> bool:
    return any(step.op is Op.CHASE for step in variant.steps)


def _needs_cards(variant: Variant, what: str) -> None:
    if variant.kernel:
        raise _refuse(
            variant, tr("{what} goes with games that deal, bet and show, which this one is not.", what=what)
        )


def _add_wild(variant: Variant, additions: Additions) -> Variant:
    _needs_cards(variant, tr("an extra wild card"))
    absent = additions.wild & ~card_set(pack_of(variant.pack))
    if absent:
        raise _refuse(
            variant,
            tr(
                "{names} isn't in the pack of {pack} cards.",
                names=" ".join(wild_words(absent)),
                pack=variant.pack,
            ),
        )
    if variant.short_order:
        raise _refuse(variant, tr("the short pack has no wild card but a joker; poker-33 has one."))
    if not additions.wild & ~variant.wild_cards:
        raise _refuse(
            variant,
            tr("{names} is wild already, without an addition.", names=" ".join(wild_words(additions.wild))),
        )
    return replace(variant, wild_cards=variant.wild_cards | additions.wild)


def _name_rank(variant: Variant, additions: Additions) -> Variant:
    if not variant.wild_cards & ~JOKER_SET or variant.wild or variant.extra or variant.sent_out:
        raise _refuse(
            variant,
            tr(
                "no rank that {ranks} could replace; write wild to add one.",
                ranks=ranks_text(additions.ranks),
            ),
        )
    before = rank_set(*(rank for rank in range(RANK_COUNT) if not rank_set(rank) & ~variant.wild_cards))
    return replace(variant, wild_cards=variant.wild_cards & ~before | rank_set(*additions.ranks))


def _add_jokers(variant: Variant, additions: Additions) -> Variant:
    _needs_cards(variant, tr("a joker"))
    if variant.pack != 52:
        raise _refuse(
            variant, tr("the pack has its own rule about jokers; poker-33 is the short pack with one.")
        )
    jokers = card_set(JOKERS[: additions.jokers])
    pack: Literal[53, 54] = 53 if additions.jokers == 1 else 54
    return replace(variant, pack=pack, wild_cards=variant.wild_cards | jokers)


def _set_limit(variant: Variant, additions: Additions) -> Variant:
    if not variant.all_in:
        what = tr("{limit} limit", limit=additions.limit) if additions.limit else tr("a straddle")
        raise _refuse(variant, tr("{what} goes with the hold'em and omaha families alone.", what=what))
    if variant.betting.bring_in:
        raise _refuse(variant, tr("it is played at a fixed limit."))
    limit = additions.limit or variant.betting.limit
    return replace(variant, betting=replace(variant.betting, limit=limit, straddle=additions.straddle))


def _by_letter(variant: Variant, additions: Additions) -> Variant:
    if variant.betting.limit is not Limit.POT:
        raise _refuse(variant, tr("by-letter says how large a pot-limit raise may be: add pot too."))
    return replace(variant, betting=replace(variant.betting, by_letter=True))


def _set_draw(variant: Variant, additions: Additions) -> Variant:
    steps = variant.steps
    draws = [place for place, step in enumerate(steps) if step.op is Op.DRAW]
    if len(draws) != 1:
        why = tr("no cards are exchanged") if not draws else tr("its exchanges have limits of their own")
        raise _refuse(variant, tr("{why}, so draw {draw} can't be added.", why=why, draw=additions.draw))
    held = closed_cards(steps[: draws[0]])
    if additions.draw is None or additions.draw > held:
        raise _refuse(
            variant,
            tr(
                "draw {draw} is more than the {held} cards that a player holds.",
                draw=additions.draw,
                held=held,
            ),
        )
    draw = replace(steps[draws[0]], count=additions.draw)
    return replace(variant, steps=(*steps[: draws[0]], draw, *steps[draws[0] + 1 :]))


def _add_psychology(variant: Variant, additions: Additions) -> Variant:
    _needs_cards(variant, "psychology")
    if any(step.op is Op.ORDER for step in variant.steps):
        raise _refuse(variant, tr("it is played with psychology as it is."))
    if _is_chase(variant) or not closed_cards(variant.steps):
        raise _refuse(variant, tr("psychology turns closed cards, and no player keeps any to the end."))
    # before a declaration, so that high/low is declared after the last betting round
    last = len(variant.steps) - (variant.steps[-1] == DECLARE)
    ordinary, declaration = variant.steps[:last], variant.steps[last:]
    return replace(variant, steps=(*ordinary, *psychology(ordinary), *declaration))


def _add_high_low(variant: Variant, additions: Additions) -> Variant:
    if variant.kernel:
        _needs_cards(variant, "high/low")
    if variant.share.declared:
        raise _refuse(variant, tr("it is played high/low as it is."))
    if _is_chase(variant):
        raise _refuse(variant, tr("the last hand that wasn't beaten wins, so there is no low to share with."))
    share = Sharing.DECLARED_EIGHT if variant.share.eight_or_better else Sharing.DECLARED
    return replace(variant, share=share, steps=(*variant.steps, DECLARE))


def _add_spade(variant: Variant, additions: Additions) -> Variant:
    _needs_cards(variant, tr("the high spade"))
    if _is_chase(variant) or not closed_cards(variant.steps):
        raise _refuse(variant, tr("no card is closed at the showdown, so no spade is 'not showing'."))
    return replace(variant, spade=True)


def _card_alone(variant: Variant, additions: Additions) -> Variant:
    if not any(wild.kind in DESIGNATED for wild in variant.wild):
        raise _refuse(variant, tr("no single card is named wild, so 'alone' changes nothing."))
    return replace(variant, alone=True)


def _set_cap(variant: Variant, additions: Additions) -> Variant:
    if not variant.matches_pot:
        raise _refuse(variant, tr("a cap on matching the pot goes with guts."))
    return replace(variant, cap=additions.cap or 0)


def _charge(variant: Variant, additions: Additions) -> Variant:
    if not variant.charge:
        raise _refuse(variant, tr("the house's charge for common wild cards goes with Bush League."))
    return replace(variant, levy=variant.charge)


# In order: psychology before the declaration, the high spade once it is known which cards stay closed.
_CALLS: tuple[tuple[Callable[[Additions], object], Callable[[Variant, Additions], Variant]], ...] = (
    (lambda a: a.ranks, _name_rank),
    (lambda a: a.wild, _add_wild),
    (lambda a: a.jokers, _add_jokers),
    (lambda a: a.limit or a.straddle, _set_limit),
    (lambda a: a.by_letter, _by_letter),
    (lambda a: a.draw is not None, _set_draw),
    (lambda a: a.psychology, _add_psychology),
    (lambda a: a.high_low, _add_high_low),
    (lambda a: a.spade, _add_spade),
    (lambda a: a.alone, _card_alone),
    (lambda a: a.cap is not None, _set_cap),
    (lambda a: a.charge, _charge),
)
