"""Writes a game as a definition, which `engine.catalogue.reading` reads back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from engine.cards.card import JOKER_SET, RANKS
from engine.cards.ranks import RANK_WORDS
from engine.catalogue.additions import wild_words
from engine.catalogue.model import HOLDEM_STAKES, HOUSE, Step, Variant, Wild, WildKind, closed_cards
from engine.catalogue.operations import PSYCHOLOGY, operation_of
from engine.catalogue.rules_text import repeated
from engine.catalogue.version import PLAIN
from engine.catalogue.words import FIELDS, HANDS, KEYS, LAYOUTS, LIMIT_WORDS, RULES, STAKES, SUITS
from engine.errors import VariantError
from engine.terms import Limit, Ranking, Sharing
from language import tr


def write_definition(variant: Variant) -> str:
    """A game as a definition. Raises VariantError for one that no definition can describe.

    >>> from engine.catalogue import VARIANTS
    >>> write_definition(VARIANTS.find("baseball")).splitlines()[0]
    'name = "Baseball"'
    """
    if variant.kernel or variant.additions:
        raise VariantError(
            tr("{name} can't be written as a file: it has rules of its own kind.", name=variant.name)
        )
    bets = variant.betting
    start = HOUSE if bets.limit is Limit.HOUSE else replace(HOLDEM_STAKES, limit=bets.limit)
    stakes = {
        key: getattr(bets, field)
        for key, field in STAKES.items()
        if getattr(bets, field) != getattr(start, field)
    }
    if bets.peder != start.peder:
        stakes["peder"] = False
    if (bets.small_blind, bets.big_blind) != (start.small_blind, start.big_blind):
        stakes["blinds"] = [bets.small_blind, bets.big_blind]
    others = {
        key: _WRITE.get(key, lambda value: value)(getattr(variant, field))
        for key, field in FIELDS.items()
        if getattr(variant, field) != getattr(PLAIN, field)
    }
    texts: dict[str, object] = {
        "name": variant.name, "name_da": variant.name_da, "aliases": list(variant.aliases),
        "summary": variant.summary, "deal": deal_text(variant.steps),
        "wild": [*_card_words(variant.wild_cards), *(_rule_text(rule) for rule in variant.wild)],
        "hand": ", ".join(_hand_words(variant)),
        "lines": [" ".join(str(place + 1) for place in line) for line in variant.use.lines],
        "players": "{} to {}".format(*variant.players),
        "betting": "" if bets.limit is Limit.HOUSE else LIMIT_WORDS[bets.limit],
    }  # fmt: skip
    values = {key: value for key, value in texts.items() if value} | stakes | others
    return "".join(
        f"{key} = {json.dumps(values[key], ensure_ascii=False)}\n" for key in KEYS if key in values
    )


def _hand_words(variant: Variant) -> Iterator[str]:
    use = variant.use
    if use.own_exactly:
        yield f"exactly {use.own_exactly} of your own"
    if use.own_at_most:
        yield f"at most {use.own_at_most} of your own"
    if use.lines:
        yield "a line of the board"
    if variant.ranking is not Ranking.MELDS:
        yield next(words for words, _, _, value in HANDS if value is variant.ranking)
    if variant.share is not Sharing.HIGH:
        yield "high and low"
    if variant.share.declared:
        yield "declared"
    if variant.share.eight_or_better:
        yield "eight or better"
    if variant.spade:
        yield f"{'lowest' if variant.spade_is_lowest else 'highest'} spade in the hole"
    if variant.counted:
        suit = next(word for word, cards in SUITS.items() if cards == variant.counted)
        yield f"{'highest sum of' if variant.counted_by_rank else 'most'} {suit}"


def _rule_text(rule: Wild) -> str:
    cards = " ".join(wild_words(rule.cards))
    if rule.kind is WildKind.FOLLOWER:
        return f"follow the {cards}"
    if rule.kind is WildKind.CANCELLED:
        return f"{cards} until one is turned"
    if rule.kind is WildKind.BOARD:
        return f"common card {' '.join(str(place + 1) for place in rule.places)}"
    return RULES[rule.kind][0]


def deal_text(steps: Sequence[Step]) -> str:
    """Steps as the text of the key `deal`."""
    parts: list[str] = []
    place = 0
    while place < len(steps):
        if steps[place] == PSYCHOLOGY:  # psychology, whose turns and rounds follow from the closed cards
            parts.append("psychology")
            place += 2 * closed_cards(list(steps[:place]))
        else:
            parts.append(operation_of(steps[place]).text(steps[place]))
        place += 1
    groups = repeated(parts, 7, 3)
    return ", ".join(f"{times} x ({', '.join(group)})" if times > 1 else group[0] for times, group in groups)


def _card_words(cards: int) -> list[str]:
    """A set of cards; a spade of a number as 5♠, because 5s could be the fives."""
    jokers = ["jokers"] if cards & JOKER_SET else []
    words = wild_words(cards & ~JOKER_SET)
    return [*(re.sub(r"^(\d)s$", r"\1♠", word) for word in words), *jokers]


def _price_words(prices: Iterable[tuple[int, int]]) -> list[str]:
    return [f"{RANKS[rank]}: {chips}" for rank, chips in prices]


_LAYOUT_NAMES = {rows: name for name, rows in LAYOUTS.items()}
_WRITE: dict[str, Callable[[Any], Any]] = {
    "layout": lambda rows: _LAYOUT_NAMES.get(rows, list(rows)),
    "opens": lambda rank: f"{RANK_WORDS['en'][rank].several} or better",
    "sends_out": _card_words, "redeals": _card_words, "buys": _card_words, "gives": _card_words,
    "costs": _price_words, "costs_if_asked": _price_words,
}  # fmt: skip
"""Writers of the keys whose values aren't written in the model's form."""
