"""The tables of the store, each stated once: grain, columns and types, in the words of SQL. `pipeline.store.schemas`
has them as polars types; code that makes no frame needn't import polars, which is slow.

Chips are small chips, integers. Money is in the session's currency. What was not logged is null.
The types here are the logical ones; a part of a run may hold an integer column narrower, never wider.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

ColumnType: TypeAlias = "str | Sequence[ColumnType] | Mapping[str, ColumnType]"
"""The name of a type; a list with the type of its items; or a mapping with the types of a struct's fields."""

Columns: TypeAlias = Mapping[str, ColumnType]

STORE_FORMAT = 1
"""The format of stores and backups. It stays the same when columns are added, and rises when an older version would
misread a store.
"""

INTEGER = "bigint"
FRACTION = "double"
FLAG = "boolean"
TEXT = "varchar"
UTC = "timestamp with time zone"

SHARE: Columns = {
    "pot_no": INTEGER,  # 0 the main pot, then the side pots
    "board_no": INTEGER,  # 0, or 1 for the second board of a pot run twice
    "half": TEXT,  # whole, high, low, spade, count
    "seat": INTEGER,
    "chips": INTEGER,
    "meld": TEXT,  # the category, null when it wasn't shown
    "score": INTEGER,  # engine.cards.high score, null when it wasn't shown
}


ERROR: Columns = {"kind": TEXT, "seat": INTEGER, "remedy": TEXT}

SESSIONS: Columns = {
    "session_id": TEXT,
    "kind": TEXT,  # night, run, import
    "season": TEXT,
    "started_at": UTC,
    "ended_at": UTC,
    "place": TEXT,
    "currency": TEXT,
    "chip_value": "decimal(18, 6)",  # money per small chip
    "banker_id": TEXT,
    "house_rules": TEXT,  # JSON
    "seed": INTEGER,
    "engine_version": TEXT,
    "notes": [TEXT],  # on the night, as typed, in order; null for none
}


HANDS: Columns = {
    "hand_no": INTEGER,
    "status": TEXT,  # confirmed, draft
    "chain_no": INTEGER,  # hand_no of the first hand of the chain that this hand's pot belongs to
    "deal_no": INTEGER,  # hand_no of the first hand dealt the same cards, in duplicate play
    "evening_no": INTEGER,  # hand_no of the first hand of the evening, in a run by players of one profile
    "variant_id": TEXT,
    "additions": TEXT,  # canonical words, "" for none
    "dealer_id": TEXT,
    "player_count": INTEGER,
    "unit": INTEGER,  # the ante, where there are blinds the big blind, in chips
    "pot_in": INTEGER,  # carried in from the hand before
    "pot": INTEGER,  # everything in the pot at the end: pot_in + sum(paid)
    "pot_out": INTEGER,  # carried to the next hand
    "outcome": TEXT,  # showdown, last_standing, carried, new_deal, redealt, incomplete
    "rounds_played": INTEGER,  # betting rounds in which a player could act
    "showdown_count": INTEGER,
    "boards": INTEGER,  # 1, or 2 when run twice
    "common": [TEXT],  # the common cards of each board, "As Kd …"; null when not known
    "detail": TEXT,  # result, actions, cards
    "started_at": UTC,
    "ended_at": UTC,
    "errors": [ERROR],
    "note": TEXT,
    "shares": [SHARE],
    "actions": [INTEGER],  # packed, see engine.kernel.actions; null when detail is result
}


SEATS: Columns = {
    "hand_no": INTEGER,
    "seat": INTEGER,  # 0 is left of the dealer, then clockwise; the dealer is the last
    "player_id": TEXT,  # null in a run, where the profile plays
    "profile": TEXT,
    "stack_before": INTEGER,
    "paid": INTEGER,  # shadow included
    "won": INTEGER,
    "net": INTEGER,  # won - paid
    "shadow": INTEGER,
    "peder_used": FLAG,
    "folded_round": INTEGER,  # betting round, from 1; 0 when not noted; null when the player stayed
    "showed": FLAG,
    "declared": TEXT,  # high, low, both
    "announced": TEXT,
    "meld": TEXT,  # category
    "meld_score": INTEGER,
    "cards": TEXT,  # "As Kd …", null when not known
}


BANK: Columns = {
    "session_id": TEXT,  # null for a season's payment
    "entry_no": INTEGER,
    "player_id": TEXT,
    "counterparty_id": TEXT,  # null is the bank
    "kind": TEXT,  # loan, purchase, buyback, count, shadow, difference, payment, expense
    "chips": INTEGER,
    "money": "decimal(18, 2)",
    "currency": TEXT,
    "at": UTC,
    "note": TEXT,  # what an expense was for
}


PLAYERS: Columns = {
    "player_id": TEXT,
    "name": TEXT,
    "aliases": [TEXT],
    "handle": TEXT,
    "hidden": FLAG,
    "merged_into": TEXT,
    "pay_to": TEXT,  # how to pay the player: a number, a link, a text of their own
    "pay_public": FLAG,  # whether an account number in it may stand on pages
    "notes": [TEXT],  # of the store's owner on the player, as typed, in order
    "tags": [TEXT],
}

PRIVATE = ("notes", "tags")
"""Columns of `players` only for the store's owner: backups have them; SQL, pages, exports and phones don't."""


VARIANTS: Columns = {
    "variant_id": TEXT,
    "name": TEXT,
    "name_da": TEXT,
    "aliases": [TEXT],
    "family": TEXT,
    "source": TEXT,  # PR, SR, HE, RG
    "wild": TEXT,  # as text, "" for none
    "traits": [TEXT],  # facts of its rules for a search: stud, high-low, jokers, wild, twos
    "rounds": INTEGER,  # betting rounds of the programme; null where it varies
    "players_min": INTEGER,
    "players_max": INTEGER,
    "pace": INTEGER,  # seconds a hand
    "hand_definition": TEXT,  # what a hand of it is (ruling 39)
    "counts_as": TEXT,  # of an earlier version of an own game: the version with whose hands its hands count, or null
}


ACTION_KINDS: Columns = {
    "code": INTEGER,
    "kind": TEXT,
    "pays": FLAG,
    "voluntary": FLAG,
    "aggressive": FLAG,
    "has_card": FLAG,
}


TERMS: Columns = {
    "term": TEXT,  # the word's list: detail, outcome, half, declared, bank_kind, act_bits
    "word": TEXT,
    "code": INTEGER,  # in the kernels' records, null where they know none; of act_bits the first bit
    "traits": [TEXT],  # what holds of it
}


LUCK: Columns = {  # the luck of the cards of a seat, if known
    "hand_no": INTEGER,
    "seat": INTEGER,
    # of a player all in at a showdown, with all cards known (pipeline/analysis/all_in_equity.py)
    "board": INTEGER,  # number of common cards when no player could act any more
    "expected": FRACTION,  # chips out of the pots, on average over all ways the board may end
    "expected_variance": FRACTION,  # of that, in chips squared
    # of a seat whose cards are known whatever became of the hand (pipeline/analysis/deal_luck.py)
    "worth": FRACTION,  # of the first cards by `regular`'s play, in antes; 0 on average over deals
    "worth_variance": FRACTION,  # of that over deals, in antes squared
    "later": FRACTION,  # the luck of later cards, in chips; null unless all players' cards are known
    "chances": [
        {"acts": INTEGER, "part": FRACTION}
    ],  # the expected part of the pots after this number of acts of the hand
}


SESSION_TABLES: Mapping[str, Columns] = {
    "sessions": SESSIONS,
    "hands": HANDS,
    "seats": SEATS,
    "bank": BANK,
}
"""Tables by session: ``<store>/<table>/session_id=<id>/part-*.parquet``."""

REFERENCE_TABLES: Mapping[str, Columns] = {
    "players": PLAYERS,
    "variants": VARIANTS,
    "action_kinds": ACTION_KINDS,
    "terms": TERMS,
}
"""Tables of the store: ``<store>/<table>/part-0.parquet``."""

DERIVED_TABLES: Mapping[str, Columns] = {"luck": LUCK}
"""Tables derived from a session's, in the store's cache."""

TOURNAMENT = '{"tournament": true}'
"""The `house_rules` of a tournament (`is_tournament` of queries/formulas.sql reads them)."""
SESSION_FOLDERS = (*SESSION_TABLES, "sums")
"""The folders of a session: its tables, and the sums that version 0.1 wrote next to runs."""


def is_tournament(session: Mapping[str, Any]) -> bool:
    """Whether the chips of a session, a row of `sessions`, aren't money.

    >>> is_tournament({"house_rules": TOURNAMENT}), is_tournament({"house_rules": None})
    (True, False)
    """
    return bool(session.get("house_rules") == TOURNAMENT)


def type_in_sql(column: ColumnType) -> str:
    """Return a type of a column as SQL writes it.

    >>> type_in_sql(SESSIONS["chip_value"]), type_in_sql([ERROR])
    ('decimal(18, 6)', 'struct(kind varchar, seat bigint, remedy varchar)[]')
    """
    if isinstance(column, str):
        return column
    if isinstance(column, Mapping):
        return f"struct({', '.join(f'{name} {type_in_sql(field)}' for name, field in column.items())})"
    (item,) = column
    return f"{type_in_sql(item)}[]"
