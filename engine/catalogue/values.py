"""Reads the single values of a definition: a number, names, cards, a wild rule. Each raises MistakeError with the correct form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_
from typing import Any

from engine.cards.card import JOKER_SET, card_set, parse_card, rank_set
from engine.cards.ranks import find_rank, near_rank
from engine.catalogue.additions import CARD_PHRASES
from engine.catalogue.contradictions import (
    FEWEST_PLAYERS,
    MAX_CHIPS,
    MAX_LINES,
    MOST_PLAYERS,
)
from engine.catalogue.mistakes import Mistake, MistakeError, MistakeKind, Part
from engine.catalogue.model import (
    Wild,
    WildKind,
)
from engine.catalogue.names import fold_name
from engine.catalogue.words import (
    CANCELLED,
    COMMON,
    DANISH_KEYS,
    FOLLOWS,
    KEYS,
    LAST_COMMON,
    LAYOUTS,
    LIMITS,
    RULE_KEYS,
    RULES,
)
from engine.errors import CardError, shortened
from engine.terms import Limit
from language import current_language, nearest
from language.suggestions import likeness

_MUCH_NEARER = 0.1
"""A form in the other language is suggested only if its likeness is greater by this much."""


def unknown_mistake(text: str, forms: Iterable[str], what: Part, danish: Iterable[str] = ()) -> Mistake:
    """The mistake of a text that isn't one of `forms`, with the nearest form, else the first in the reader's language."""
    known, own = list(forms), list(danish) if current_language().code == "da" else []
    typed = text.casefold()
    in_own, near = nearest(typed, own or known, cutoff=0.5), nearest(typed, [*known, *danish], cutoff=0.5)
    if in_own and likeness(typed, in_own) > likeness(typed, near) - _MUCH_NEARER:
        near = in_own
    named = shortened(text)
    if near:
        return Mistake.of(MistakeKind.UNKNOWN_NEAR, text=named, what=what, near=near)
    listed = ", ".join(repr(form) for form in (own or known)[:6])
    return Mistake.of(MistakeKind.UNKNOWN, text=named, what=what, listed=listed)


def unknown_key_mistake(word: str, key: str | None) -> Mistake:
    if key:
        return Mistake.of(MistakeKind.KEY_TWICE, word=shortened(word))
    near = nearest(word.casefold(), [*KEYS, *DANISH_KEYS.values()], cutoff=0.5)
    if near:
        return Mistake.of(MistakeKind.UNKNOWN_KEY_NEAR, word=shortened(word), near=near)
    return Mistake.of(MistakeKind.UNKNOWN_KEY, word=shortened(word), keys=", ".join(KEYS))


def read_text(most: int) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        text = " ".join(value.split()) if isinstance(value, str) else ""
        if not text or len(text) > most or not text.isprintable() or not any(map(str.isalnum, text)):
            raise MistakeError(Mistake.of(MistakeKind.NOT_A_TEXT, most=most))
        return text

    return read


def read_texts(value: Any) -> list[str]:
    if isinstance(value, str | int) and not isinstance(value, bool):
        value = [value]
    if not isinstance(value, list) or len(value) > 40:
        raise MistakeError(Mistake.of(MistakeKind.NOT_TEXTS))
    texts = [str(item) if isinstance(item, int) and not isinstance(item, bool) else item for item in value]
    return [read_text(80)(text) for text in texts]


def read_texts_of_one(value: Any) -> list[str]:
    """The parts of a text between commas, or a list of texts."""
    if isinstance(value, list):
        return [part for text in read_texts(value) for part in read_texts_of_one(text)]
    return [part.strip() for part in read_text(200)(value).split(",") if part.strip()]


def read_versions(value: Any) -> tuple[str, ...]:
    """Versions of games: their six letters and digits, or whole ids."""
    texts = read_texts(value)
    for text in texts:
        if not re.fullmatch(r"(?:[a-z0-9-]{1,40}@)?[0-9a-f]{6}", text):
            raise MistakeError(
                Mistake.of(MistakeKind.NOT_A_VERSION, text=text),
                text,
            )
    return tuple(texts)


def read_flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise MistakeError(Mistake.of(MistakeKind.NOT_A_FLAG))
    return value


def read_whole(least: int, most: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise MistakeError(Mistake.of(MistakeKind.NOT_A_NUMBER, least=least, most=most))
        return value

    return read


def read_pack(value: Any) -> Any:
    if value not in (32, 33, 36, 52, 53, 54) or isinstance(value, bool):
        raise MistakeError(Mistake.of(MistakeKind.NOT_A_PACK))
    return int(value)


def read_players(value: Any, largest: int = MOST_PLAYERS) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,2})(?: ?(?:to|til|-|–) ?(\d{1,2}))?", str(value).strip())
    few, many = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not FEWEST_PLAYERS <= few <= many <= largest:
        raise MistakeError(Mistake.of(MistakeKind.NOT_PLAYERS))
    return few, many


def read_limit(value: Any) -> Limit:
    limit = LIMITS.get(" ".join(read_text(20)(value).casefold().split()))
    if limit is None:
        raise MistakeError(
            unknown_mistake(str(value), ("house", "limit", "pot limit", "no limit"), Part.BETTING)
        )
    return limit


def read_blinds(value: Any) -> tuple[int, int]:
    chips = read_whole(0, MAX_CHIPS)
    if not isinstance(value, list) or len(value) != 2:
        raise MistakeError(Mistake.of(MistakeKind.NOT_BLINDS))
    small, big = chips(value[0]), chips(value[1])
    if not small <= big or not big:
        raise MistakeError(Mistake.of(MistakeKind.SMALL_BLIND_LARGER))
    return small, big


def read_layout(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        layout = LAYOUTS.get(value.casefold().strip())
        if layout is None:
            raise MistakeError(unknown_mistake(shortened(value), LAYOUTS, Part.LAYOUT))
        return layout
    if not isinstance(value, list) or len(value) > 6 or not all(isinstance(row, str) for row in value):
        raise MistakeError(Mistake.of(MistakeKind.NOT_A_LAYOUT))
    if not all(re.fullmatch(r"[ 1-8]{1,12}", row) for row in value):
        raise MistakeError(Mistake.of(MistakeKind.NOT_A_LAYOUT))
    return tuple(value)


def read_lines(value: Any) -> tuple[tuple[int, ...], ...]:
    lines = []
    for text in read_texts(value):
        if not re.fullmatch(r"[1-8](?:[ -]+[1-8]){0,7}", text):
            raise MistakeError(Mistake.of(MistakeKind.NOT_A_LINE), text)
        lines.append(tuple(int(place) - 1 for place in re.findall(r"\d", text)))
    if not 1 <= len(lines) <= MAX_LINES:
        raise MistakeError(Mistake.of(MistakeKind.TOO_MANY_LINES, most=MAX_LINES))
    return tuple(lines)


_PHRASES = {fold_name(phrase): cards for phrase, cards in CARD_PHRASES.items()}


def _cards_named(text: str) -> int:
    """The cards of a rank, a card or a phrase; 0 for none."""
    folded = fold_name(text)
    if folded in _PHRASES:
        return _PHRASES[folded]
    if folded in ("joker", "jokers", "jokere"):
        return JOKER_SET
    rank = find_rank(text)
    if rank is None and text[-1:] in "sS" and text[:-1].isdigit() and len(text) < 3:
        raise MistakeError(
            Mistake.of(
                MistakeKind.RANK_OR_CARD,
                text=text,
                rank=text[:-1],
            )
        )
    if rank is not None:
        return rank_set(rank)
    try:
        return card_set([parse_card(text)])
    except CardError:
        return 0


def read_cards(value: Any) -> int:
    cards = 0
    for text in read_texts(value):
        some = _cards_named(text)
        if not some:
            raise MistakeError(_no_card(text), text)
        cards |= some
    return cards


def _no_card(text: str) -> Mistake:
    return Mistake.of(
        MistakeKind.NOT_A_CARD,
        text=shortened(text),
    )


def read_openers(value: Any) -> int:
    """The rank of the lowest pair that opens: ``"jacks or better"``."""
    text = read_text(40)(value)
    rank = find_rank(re.sub(r"\s+(?:or better|or higher|eller bedre|eller højere)$", "", text.casefold()))
    if rank is None:
        raise MistakeError(
            Mistake.of(
                MistakeKind.NOT_OPENERS,
                text=shortened(text),
            )
        )
    return rank


def read_prices(value: Any) -> tuple[tuple[int, int], ...]:
    """Ranks and chips: ``["3: 2", "9: 2"]``."""
    prices: dict[int, int] = {}
    for text in read_texts(value):
        match = re.fullmatch(r"(.+?) ?: ?(\d{1,4})", text)
        rank = find_rank(match[1]) if match else None
        if match is None or rank is None or not 1 <= int(match[2]) <= MAX_CHIPS:
            raise MistakeError(
                Mistake.of(MistakeKind.NOT_A_PRICE, text=text),
                text,
            )
        prices[rank] = int(match[2])
    return tuple(prices.items())


def read_wild_rule(text: str, board: int) -> int | Wild:
    """A set of cards, or a rule."""
    phrase = " ".join(text.casefold().split())
    if kind := RULE_KEYS.get(fold_name(phrase)):
        return Wild(kind=kind)
    if phrase in LAST_COMMON:
        return Wild(kind=WildKind.BOARD, places=(max(board - 1, 0),))
    if match := COMMON.fullmatch(phrase):
        places = tuple(int(place) - 1 for place in re.findall(r"\d+", match[1]))
        if not all(0 <= place < board for place in places):
            raise MistakeError(Mistake.of(MistakeKind.OFF_BOARD, text=text, n=board))
        return Wild(kind=WildKind.BOARD, places=tuple(dict.fromkeys(places)))
    for pattern, kind in ((FOLLOWS, WildKind.FOLLOWER), (CANCELLED, WildKind.CANCELLED)):
        if match := pattern.fullmatch(phrase):
            cards = 0
            for word in re.split(r"[\s,]+(?:and |og |& )?", match[1]):
                cards |= _cards_named(word)
            if not cards:
                raise MistakeError(_no_card(match[1]))
            return Wild(kind=kind, cards=cards)
    parts = [_cards_named(part) for part in re.split(r"\s*(?:,|&|\band\b|\bog\b)\s*", phrase) if part]
    if parts and all(parts):
        return reduce(or_, parts)
    known = [form for forms in RULES.values() for form in forms] + [
        "follow the Q",
        "last common card",
        "common card 1",
    ]
    near = nearest(phrase, known) or (near_rank(phrase) if len(phrase) > 2 else "")
    if near:
        raise MistakeError(Mistake.of(MistakeKind.NOT_WILD_NEAR, text=shortened(text), near=near))
    raise MistakeError(
        Mistake.of(
            MistakeKind.NOT_WILD,
            text=shortened(text),
        )
    )
