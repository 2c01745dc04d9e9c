"""The words for what a dealer adds to a game, Danish and English, each stated once with what it does.

`engine.catalogue.additions` reads them. Case, hyphens and accents don't matter, and every word can be typed on a Danish
keyboard without AltGr.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards.card import ONE_EYED, card_set, parse_cards
from engine.terms import Limit
from language import mark


@dataclass(frozen=True)
class AdditionWord:
    """Words that set a `field` of `engine.catalogue.additions.Additions` to a `value`.

    None for a value: cards, ranks or a number follow, as `form` shows. The first word is the canonical one.
    """

    field: str
    value: object
    words: tuple[str, ...]
    form: str
    about: str


ADDITIONS: tuple[AdditionWord, ...] = (
    AdditionWord("wild", None, ("wild", "vild", "vilde", "wildcard", "wildcards", "vildkort"),
                 "wild 2 9 one-eyed · deuces wild · wild Js", mark("these ranks and cards are wild too")),
    AdditionWord("ranks", None, ("rank", "rang", "ranks"),
                 "rank 7 J", mark("wild instead of the ranks that the game names")),
    AdditionWord("jokers", 1, ("joker",), "joker", mark("a joker goes into the pack, wild")),
    AdditionWord("jokers", 2, ("jokers", "jokere", "2 jokers", "2 jokere"),
                 "jokers", mark("two jokers go into the pack, wild")),
    AdditionWord("high_low", True, ("hilo", "høj lav", "high low", "high low split", "hi low", "hl"),
                 "hilo", mark("high and low share the pot, after a declaration")),
    AdditionWord("psychology", True, ("psy", "psykologi", "psychology"),
                 "psy", mark("psychology: closed cards are turned one by one")),
    AdditionWord("draw", None, ("draw", "byt", "bytte", "exchange"),
                 "draw 4", mark("another number of cards may be exchanged")),
    AdditionWord("spade", True,
                 ("spade", "high spade", "high spade not showing", "high spade not showing splits the pot",
                  "spar", "høj spar"),
                 "spade", mark("the high spade not showing splits the pot")),
    AdditionWord("limit", Limit.FIXED, ("fixed", "fixed limit", "fast", "limit"),
                 "fixed", mark("fixed limit (hold'em and omaha)")),
    AdditionWord("limit", Limit.POT, ("pot", "pot limit"), "pot", mark("pot limit (hold'em and omaha)")),
    AdditionWord("limit", Limit.NO, ("no-limit", "nl"), "no-limit", mark("no limit (hold'em and omaha)")),
    AdditionWord("straddle", True, ("straddle",),
                 "straddle", mark("twice the big blind, put in before the deal (hold'em and omaha)")),
    AdditionWord("by_letter", True, ("by-letter", "by the letter", "efter bogen"),
                 "pot by-letter",
                 mark("house option: a raise is at most the pot before the call (ruling 21)")),
    AdditionWord("alone", True, ("alone", "alene", "card alone"),
                 "alone", mark("house option: a designated card alone is wild (ruling 1)")),
    AdditionWord("cap", None, ("cap", "loft", "terrill", "terrill rule"),
                 "cap 20", mark("house option: nobody matches more chips (guts, ruling 19)")),
    AdditionWord("charge", True, ("charge", "gebyr"),
                 "charge", mark("house option: Bush League's wild cards cost (ruling 9)")),
)  # fmt: skip

_PICTURES = ("", " picture card", " picture cards", " face card", " face cards", " card", " cards")
_BILLEDKORT = ("", " billedkort", " kort")
CARD_PHRASES: dict[str, int] = {
    **dict.fromkeys((f"one-eyed{word}" for word in _PICTURES), ONE_EYED),
    **dict.fromkeys((f"{eyed}{word}" for eyed in ("en-øjede", "en-øjet", "en-øje") for word in _BILLEDKORT),
                    ONE_EYED),
    **dict.fromkeys(("one-eyed jacks", "one-eyed jack", "en-øjede knægte", "en-øjet knægt"),
                    card_set(parse_cards("Js Jh"))),
    **dict.fromkeys(("one-eyed king", "en-øjet konge"), card_set(parse_cards("Kd"))),
}  # fmt: skip
"""Sets of cards that have a name; the first one alone is an addition, too."""

JOINING = frozenset({"og", "and", "&", "samt"})
"""Words between two ranks that say nothing more."""
CALLING = frozenset({"er", "is", "are", "som", "as"})
"""Words between ranks and ``wild``, in `deuces are wild`."""
