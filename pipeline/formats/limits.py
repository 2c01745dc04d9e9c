"""The limit that a hand was played at, among its additions: a word there, else the game's own."""

from __future__ import annotations

from engine.api import Limit, Variant

_WORDS = {Limit.FIXED: "fixed", Limit.POT: "pot", Limit.NO: "no-limit"}


def limit_word(variant: Variant, limit: Limit) -> str:
    """The addition that says a limit; "" for a guest's usual limit."""
    return "" if variant.is_guest and limit is variant.betting.limit else _WORDS[limit]


def limit_of(variant: Variant, additions: str) -> tuple[Limit, set[str]]:
    """The limit of a hand, and the words of its additions that say another thing."""
    words = set(additions.split())
    named = next((limit for limit, word in _WORDS.items() if word in words), variant.betting.limit)
    return named, words - set(_WORDS.values())
