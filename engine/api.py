# ruff: noqa: F401
"""The public API of the engine: games and calls, hands played and ranked, rules as text, the terms of records.

Names that the log doesn't need are imported at first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from engine.cards.card import (
    RANKS,
    SUIT_LANE,
    SUITS,
    UNKNOWN_CARD,
    card_set,
    card_text,
    cards_in,
    cards_text,
    pack_of,
    parse_cards,
    set_text,
)
from engine.cards.categories import CATEGORIES, CATEGORY_SHIFT, HIGH_CARD, OWN_ORDERS, SHORT_ORDER
from engine.cards.ranks import find_rank
from engine.catalogue import (
    CATALOGUE,
    FAMILIES,
    SHARED_NAMES,
    TRAINED,
    VARIANTS,
    Catalogue,
    Variant,
    fold_name,
    names_of,
    said_name,
)
from engine.catalogue.additions import (
    ADDITION_WORDS,
    ADDITIONS,
    CARD_PHRASES,
    JOINING,
    NO_ADDITIONS,
    Additions,
    AdditionWord,
    parse_additions,
)
from engine.catalogue.calls import LIMIT_OF_NAME, call
from engine.catalogue.model import (
    HOUSE,
    Op,
    Step,
    WildKind,
    board_size,
    check_table,
    largest_table,
    operation_of,
)
from engine.catalogue.table_errors import OTHER, TABLE_ERRORS, TableError, find_table_error
from engine.errors import CallError, CardError, PederError, VariantError, shortened
from engine.kernel.actions import (
    KIND_MASK,
    MAX_ROUND,
    ROUND_SHIFT,
    SEAT_SHIFT,
    TABLE,
    VALUE_SHIFT,
    Act,
    Action,
    pack,
    unpack,
)
from engine.rules.hand import SHOWING, HandError, HandState
from engine.rules.pots import Fee, Pot, Share, halve, make_pots, pots_of, split, uncalled
from engine.terms import Declared, Detail, Half, Limit, Outcome, Ranking

if TYPE_CHECKING:
    from engine.ahead import compile_kernels
    from engine.cards.high import natural_meld
    from engine.cards.low import NO_LOW
    from engine.catalogue.hand_names import category_of, find_category, low_text, meld_name, meld_text
    from engine.catalogue.reading import read_definition
    from engine.catalogue.rules_text import describe
    from engine.catalogue.rulings import RULINGS, cases_of, find_ruling, games_of, rulings_page
    from engine.catalogue.traits import traits_of
    from engine.catalogue.wild_text import wild_text
    from engine.catalogue.writing import write_definition
    from engine.compile.cache import is_compiled
    from engine.kernel.record import BATCH_HANDS, Buffers, HandColumn, Record, SeatColumn, unpack_shares
    from engine.players.profiles import PROFILES, Profile, find_profile
    from engine.players.training.card_games import is_trained, train_game
    from engine.rules.all_in_equity import all_in_equities, has_all_ins
    from engine.rules.deal_luck import cards_dealt, deal_worths, first_cards, first_count, keeps_first_cards
    from engine.rules.hand_value import HeldCards, Worth, read_held_cards, worth
    from engine.rules.later_cards import has_later_cards, has_street_luck
    from engine.rules.showdown import HandValue, hand_value, share_by_hands
    from engine.rules.street_luck import Streets, guesses_hands, streets
    from engine.simulate import HOUSE_STACK, play
    from engine.special import kernel_of

_LAZY = {
    "engine.ahead": "compile_kernels",
    "engine.cards.high": "natural_meld",
    "engine.cards.low": "NO_LOW",
    "engine.catalogue.reading": "read_definition",
    "engine.catalogue.writing": "write_definition",
    "engine.catalogue.rules_text": "describe",
    "engine.catalogue.rulings": "RULINGS cases_of find_ruling games_of rulings_page",
    "engine.catalogue.traits": "traits_of",
    "engine.catalogue.wild_text": "wild_text",
    "engine.catalogue.hand_names": "category_of find_category low_text meld_name meld_text",
    "engine.compile.cache": "is_compiled",
    "engine.kernel.record": "BATCH_HANDS HandColumn Record Buffers SeatColumn unpack_shares",
    "engine.players.profiles": "PROFILES Profile find_profile",
    "engine.players.training.card_games": "is_trained train_game",
    "engine.rules.all_in_equity": "all_in_equities has_all_ins",
    "engine.rules.deal_luck": "cards_dealt deal_worths first_cards first_count keeps_first_cards",
    "engine.rules.showdown": "HandValue hand_value share_by_hands",
    "engine.rules.hand_value": "HeldCards Worth read_held_cards worth",
    "engine.rules.later_cards": "has_later_cards has_street_luck",
    "engine.rules.street_luck": "guesses_hands Streets streets",
    "engine.simulate": "HOUSE_STACK play",
    "engine.special": "kernel_of",
}
"""The module to import for each name."""
_MODULES = {name: module for module, names in _LAZY.items() for name in names.split()}


def lazy_module(name: str) -> str | None:
    """Return the module to import when a name of this module is first used; None for a name that is already here.

    >>> lazy_module("play"), lazy_module("parse_cards")
    ('engine.simulate', None)
    """
    return _MODULES.get(name)


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_MODULES[name]), name)
    return value
