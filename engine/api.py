"""The engine's door: all that the rest of the house uses of it.

Variants and calls, hands played and valued, rules in words, the terms of records. What stands behind a name
is imported when the name is first asked for: a line of the log needs no kernels.
"""

from __future__ import annotations

import ast
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.actions import (
        KIND_MASK as KIND_MASK,
        MAX_ROUND as MAX_ROUND,
        ROUND_SHIFT as ROUND_SHIFT,
        SEAT_SHIFT as SEAT_SHIFT,
        TABLE as TABLE,
        VALUE_SHIFT as VALUE_SHIFT,
        Act as Act,
        Action as Action,
        pack as pack,
        unpack as unpack,
    )
    from engine.addition_words import (
        ADDITIONS as ADDITIONS,
        CARD_PHRASES as CARD_PHRASES,
        JOINING as JOINING,
        AdditionWord as AdditionWord,
    )
    from engine.additions import (
        ADDITION_WORDS as ADDITION_WORDS,
        NO_ADDITIONS as NO_ADDITIONS,
        Additions as Additions,
        parse_additions as parse_additions,
    )
    from engine.all_ins import all_in_equities as all_in_equities, has_all_ins as has_all_ins
    from engine.calls import call as call, game_called as game_called
    from engine.cards import (
        RANKS as RANKS,
        SUIT_LANE as SUIT_LANE,
        UNKNOWN_CARD as UNKNOWN_CARD,
        card_set as card_set,
        card_text as card_text,
        cards_in as cards_in,
        cards_text as cards_text,
        pack_of as pack_of,
        parse_cards as parse_cards,
        set_text as set_text,
    )
    from engine.categories import (
        CATEGORIES as CATEGORIES,
        CATEGORY_SHIFT as CATEGORY_SHIFT,
        HIGH_CARD as HIGH_CARD,
        SHORT_ORDER as SHORT_ORDER,
        SIX_PLUS_ORDER as SIX_PLUS_ORDER,
    )
    from engine.compiled import is_compiled as is_compiled
    from engine.course import (
        board as board,
        course as course,
        own_rules as own_rules,
        stakes as stakes,
        turns as turns,
        winning as winning,
    )
    from engine.deals import (
        cards_dealt as cards_dealt,
        deal_worths as deal_worths,
        first_cards as first_cards,
        first_count as first_count,
        keeps_its_deal as keeps_its_deal,
    )
    from engine.equity import pots_of as pots_of
    from engine.errors import (
        CallError as CallError,
        CardError as CardError,
        PederError as PederError,
        VariantError as VariantError,
        shortened as shortened,
    )
    from engine.faults import (
        FAULTS as FAULTS,
        OTHER as OTHER,
        TableFault as TableFault,
        find_fault as find_fault,
    )
    from engine.games import kernel_of as kernel_of
    from engine.history.notation import read_actions as read_actions
    from engine.history.play import Histories as Histories, play_histories as play_histories
    from engine.history.record import (
        HISTORY as HISTORY,
        Ending as Ending,
    )
    from engine.history.text import (
        AMOUNT_SCALE as AMOUNT_SCALE,
        FINE as FINE,
        MAX_AMOUNT as MAX_AMOUNT,
        NO_ACTION as NO_ACTION,
        NO_CARD as NO_CARD,
        NO_NUMBER as NO_NUMBER,
        NOT_TOML as NOT_TOML,
        STRANGE as STRANGE,
        TOO_MANY as TOO_MANY,
        TWICE as TWICE,
        fail_at as fail_at,
        is_blank as is_blank,
        line_end as line_end,
        note_grain as note_grain,
        read_amount as read_amount,
        skip_blanks as skip_blanks,
        string_end as string_end,
    )
    from engine.jit import PLAIN as PLAIN, kernel as kernel, njit as njit
    from engine.later_cards import (
        has_later_cards as has_later_cards,
        later_luck as later_luck,
        tells_later_cards as tells_later_cards,
    )
    from engine.learning.knowledge import is_known as is_known, learn_game as learn_game
    from engine.low import NO_LOW as NO_LOW
    from engine.melds import natural_meld as natural_meld
    from engine.profiles import PROFILES as PROFILES, Profile as Profile, find_profile as find_profile
    from engine.ranks import find_rank as find_rank
    from engine.record import (
        BATCH_HANDS as BATCH_HANDS,
        HandColumn as HandColumn,
        Record as Record,
        Room as Room,
        SeatColumn as SeatColumn,
        unpack_shares as unpack_shares,
    )
    from engine.ruling_words import (
        cases_of as cases_of,
        games_of as games_of,
        rulings_page as rulings_page,
    )
    from engine.rulings import RULINGS as RULINGS, find_ruling as find_ruling, rulings_of as rulings_of
    from engine.simulate import HOUSE_STACK as HOUSE_STACK, play as play
    from engine.table_size import check_table as check_table, largest_table as largest_table
    from engine.terms import (
        Declared as Declared,
        Detail as Detail,
        Half as Half,
        Limit as Limit,
        Outcome as Outcome,
        Ranking as Ranking,
    )
    from engine.variants import (
        CATALOGUE as CATALOGUE,
        FAMILIES as FAMILIES,
        VARIANTS as VARIANTS,
        Variant as Variant,
        find_variant as find_variant,
        fold_name as fold_name,
        named_games as named_games,
        names_of as names_of,
        search_variants as search_variants,
    )
    from engine.variants.model import (
        HOUSE as HOUSE,
        Betting as Betting,
        Op as Op,
        Step as Step,
        WildKind as WildKind,
    )
    from engine.wild_words import board_size as board_size, wild_text as wild_text
    from engine.words import (
        category_of as category_of,
        find_category as find_category,
        meld_name as meld_name,
    )
    from engine.worth import HeldCards as HeldCards, Worth as Worth, read_held as read_held, worth as worth
else:

    @cache
    def _homes() -> dict[str, str]:
        """The module of each name: the imports above, read once."""
        found = ast.walk(ast.parse(Path(__file__).read_text(encoding="utf-8")))
        return {
            alias.name: node.module
            for node in found
            if isinstance(node, ast.ImportFrom) and node.module.startswith("engine.")
            for alias in node.names
        }

    def __getattr__(name: str) -> object:
        if name.startswith("__") or name not in _homes():
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_homes()[name]), name)
        return value

    def __dir__() -> list[str]:
        return sorted(_homes())
