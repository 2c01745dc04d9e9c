"""Facts of a game's rules as words, for a search: its kind, its wild cards, whether high and low share the pot."""

from __future__ import annotations

from engine.cards.card import ONE_EYED, RANK_COUNT, rank_set
from engine.cards.ranks import RANK_WORDS
from engine.catalogue.model import Variant, WildKind
from engine.catalogue.operations import Op

_OF_NO_KIND = frozenset({"guest", "home", "own"})
"""Families that say where a game is from, not how it is dealt."""
_BOARD = frozenset({Op.LAY_CLOSED, Op.LAY_OPEN})


def traits_of(variant: Variant) -> list[str]:
    """What a game is, in words that don't depend on the language: ``stud``, ``draw``, ``common`` (common cards) and other families,
    ``high-low``, ``jokers``; ``wild`` with wild cards of whatever kind, and the ranks that are wild by name (``twos``).

    >>> from engine.catalogue.catalogue import VARIANTS
    >>> traits_of(VARIANTS["baseball"])
    ['stud', 'wild', 'threes', 'nines']
    >>> traits_of(VARIANTS["omaha-high-low"])
    ['omaha', 'common', 'high-low']
    """
    traits: list[str] = [variant.family] if variant.family not in _OF_NO_KIND else []
    traits += [kind for kind in _dealt_as(variant) if kind not in traits]
    if variant.share.has_low:
        traits.append("high-low")
    if variant.pack > 52 or variant.pack == 33:
        traits.append("jokers")
    named = variant.wild_cards
    for rule in variant.wild:
        named |= rule.cards if rule.kind is WildKind.CANCELLED else 0
    if named or variant.wild:
        traits.append("wild")
    traits += [RANK_WORDS["en"][rank].several for rank in range(RANK_COUNT) if not rank_set(rank) & ~named]
    if named & ONE_EYED and not ONE_EYED & ~named:
        traits.append("one-eyed")
    return traits


def _dealt_as(variant: Variant) -> list[str]:
    """The kinds of game that its deal is of."""
    ops = {step.op for step in variant.steps}
    if not ops.isdisjoint(_BOARD):
        return ["common"]
    if variant.family not in _OF_NO_KIND:
        return []
    return ["stud"] if Op.DEAL_OPEN in ops else ["draw"] if Op.DRAW in ops else []
