"""Wild cards, sets of cards and small numbers in plain words.

All descriptions come from a game's data, so a game that is added as data needs no text of its own. Nothing here
imports kernels.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards.card import (
    JOKER_SET,
    ONE_EYED,
    RANK_COUNT,
    card_set,
    card_text,
    cards_in,
    pack_of,
    rank_set,
)
from engine.cards.ranks import RANK_WORDS, Language
from engine.catalogue.additions import Additions
from engine.catalogue.model import Op, Variant, Wild, WildKind, board_size
from language import current_language, mark, tr, trn


def spoken_ranks() -> Language:
    """The reader's language, if ranks and melds have words in it."""
    return "da" if current_language().code == "da" else "en"


def join_words(words: Sequence[str]) -> str:
    """``a, b and c``."""
    return _joined(words, tr(" and "))


def any_of(words: Sequence[str]) -> str:
    """``a, b or c``."""
    return _joined(words, tr(" or "))


def _joined(words: Sequence[str], last: str) -> str:
    return last.join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def card_set_text(cards: int) -> str:
    """A set of cards in words: ``twos, threes and one-eyed``."""
    whole = [rank for rank in range(RANK_COUNT) if not rank_set(rank) & ~cards]
    words = [RANK_WORDS[spoken_ranks()][rank].several for rank in whole]
    rest = cards & ~rank_set(*whole)
    if rest & ONE_EYED and not ONE_EYED & ~cards:
        words.append(tr("one-eyed"))
        rest &= ~ONE_EYED
    if rest & JOKER_SET:
        words.append(tr("jokers") if rest & JOKER_SET == JOKER_SET else tr("the joker"))
        rest &= ~JOKER_SET
    return join_words(words + [card_text(card) for card in cards_in(rest)])


def additions_text(additions: Additions) -> str:
    """Describe a dealer's additions in the current language; empty for none.

    >>> from engine.catalogue.additions import parse_additions
    >>> additions_text(parse_additions(["wild", "2", "one-eyed", "hilo"]))
    'twos and one-eyed wild, high and low'
    """
    texts: list[str] = []
    if additions.wild:
        texts.append(tr("{cards} wild", cards=card_set_text(additions.wild)))
    if additions.ranks:
        texts.append(tr("{cards} wild instead", cards=card_set_text(rank_set(*additions.ranks))))
    if additions.draw:
        texts.append(tr("{n} exchanged at most", n=additions.draw))
    if additions.cap:
        texts.append(tr("{n} chips matched at most", n=additions.cap))
    for phrase in additions.phrases():
        if phrase in _PLAIN_ADDITIONS:
            texts.append(tr(_PLAIN_ADDITIONS[phrase]))
    return ", ".join(texts)


_PLAIN_ADDITIONS = {
    "joker": mark("a joker"),
    "jokers": mark("two jokers"),
    "hilo": mark("high and low"),
    "psy": mark("psychology"),
    "spade": mark("high spade splits the pot"),
    "fixed": mark("fixed limit"),
    "pot": mark("pot limit"),
    "no-limit": mark("no limit"),
    "straddle": mark("a straddle"),
    "by-letter": mark("pot limit by the letter"),
    "alone": mark("a designated card alone is wild"),
    "charge": mark("wild cards cost"),
}
"""The names of additions without a value, by their canonical word."""


_NUMBERS = (
    mark("no"), mark("one"), mark("two"), mark("three"), mark("four"), mark("five"), mark("six"),
    mark("seven"), mark("eight"), mark("nine"), mark("ten"), mark("eleven"),
)  # fmt: skip


def number_text(count: int) -> str:
    return tr(_NUMBERS[count]) if count < len(_NUMBERS) else str(count)


def one_of(cards: int) -> str:
    """A card of a set, in words: ``three or nine``, ``7c or 7s``."""
    whole = [rank for rank in range(RANK_COUNT) if not rank_set(rank) & ~cards]
    words = [RANK_WORDS[spoken_ranks()][rank].one for rank in whole]
    return any_of(words + [card_text(card) for card in cards_in(cards & ~rank_set(*whole))])


def _board_places(variant: Variant, places: Sequence[int]) -> str:
    """Common cards by their places, as laid and turned."""
    size = board_size(variant)
    if len(places) == size:
        if size > 2:
            return tr("all common cards")
        return tr("the common card") if size == 1 else tr("both common cards")
    if len(places) == 1 and places[0] == size - 1:
        return tr("the common card turned last")
    if list(places) == list(range(size - len(places), size)):
        return tr("the {count} common cards turned last", count=number_text(len(places)))
    numbers = join_words([str(place + 1) for place in places])
    return trn("common card {places}", "common cards {places}", len(places), places=numbers)


def _wild_rule_text(variant: Variant, rule: Wild) -> str:
    """One rule; a personal one says so."""
    if rule.kind is WildKind.FOLLOWER:
        return tr("the open card after the latest open {card}", card=one_of(rule.cards))
    if rule.kind is WildKind.BOARD:
        return _board_places(variant, rule.places)
    if rule.kind is WildKind.CANCELLED:
        cards = card_set_text(rule.cards)
        return tr("{cards}, each until one is turned as a common card", cards=cards)
    if rule.kind is WildKind.LAST_OWN:
        turned = any(step.op is Op.TURN_OWN for step in variant.steps)
        return tr("your own card turned last") if turned else tr("your own card dealt last")
    if rule.kind is WildKind.SPLIT_BOARD and variant.use.lines:
        return tr("a rank both in your own cards and on the line used")
    return tr(_WILD[rule.kind])


_WILD = {
    WildKind.LOWEST_BOARD: mark("the lowest common card"),
    WildKind.KEPT_CLOSED: mark("your own card kept closed to the end"),
    WildKind.LOWEST_CLOSED: mark("your own lowest closed card"),
    WildKind.BOTTOM: mark("the bottom card of your own pile"),
    WildKind.CHOICE: mark("a rank of your own choice"),
    WildKind.PICKED: mark("a rank that you pick among your own cards"),
    WildKind.EXACT_PAIR: mark("a rank that you hold exactly twice"),
    WildKind.SPLIT_OPEN: mark("a rank that you hold both open and closed"),
    WildKind.SPLIT_BOARD: mark("a rank both in your own cards and among the common cards"),
}


def wild_text(variant: Variant) -> str:
    """The wild cards, in a few words; "" for none.

    >>> from engine.catalogue import VARIANTS
    >>> wild_text(VARIANTS.find("baseball"))
    'threes and nines'
    """
    cards = variant.wild_cards & card_set(pack_of(variant.pack))
    words = [card_set_text(cards)] if cards else []
    words += [_wild_rule_text(variant, rule) for rule in variant.wild]
    return "; ".join(words)
