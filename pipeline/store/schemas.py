"""The tables of the store, each stated once: grain, columns and types.

Chips are small chips, integers. Money is in the session's currency. What nobody logged is null.
The types here are the logical ones; a part of a run may hold an integer column narrower, never wider.
"""

from __future__ import annotations

import polars as pl
from polars.datatypes import DataType, DataTypeClass


def _schema(columns: dict[str, DataType | DataTypeClass]) -> pl.Schema:
    return pl.Schema(columns)


UTC = pl.Datetime("us", "UTC")

SHARE = pl.Struct(
    {
        "pot_no": pl.Int64,  # 0 the main pot, then the side pots
        "board_no": pl.Int64,  # 0, or 1 for the second board of a pot run twice
        "half": pl.String,  # whole, high, low, spade
        "seat": pl.Int64,
        "chips": pl.Int64,
        "meld": pl.String,  # the category, null when it wasn't shown
        "score": pl.Int64,  # engine.melds score, null when it wasn't shown
    }
)

ERROR = pl.Struct({"kind": pl.String, "seat": pl.Int64, "remedy": pl.String})

SESSIONS = _schema(
    {
        "session_id": pl.String,
        "kind": pl.String,  # night, run, import
        "season": pl.String,
        "started_at": UTC,
        "ended_at": UTC,
        "place": pl.String,
        "currency": pl.String,
        "chip_value": pl.Decimal(18, 6),  # money per small chip
        "banker_id": pl.String,
        "house_rules": pl.String,  # JSON
        "seed": pl.Int64,
        "engine_version": pl.String,
    }
)

HANDS = _schema(
    {
        "hand_no": pl.Int64,
        "status": pl.String,  # confirmed, draft
        "chain_no": pl.Int64,  # hand_no of the first hand of the chain that this hand's pot belongs to
        "deal_no": pl.Int64,  # hand_no of the first hand dealt the same cards, in duplicate play
        "evening_no": pl.Int64,  # hand_no of the first hand of the evening, in a run of players who are alike
        "variant_id": pl.String,
        "additions": pl.String,  # canonical words, "" for none
        "dealer_id": pl.String,
        "player_count": pl.Int64,
        "unit": pl.Int64,  # the ante, where there are blinds the big blind, in chips
        "pot_in": pl.Int64,  # carried in from the hand before
        "pot": pl.Int64,  # everything in the pot at the end: pot_in + sum(paid)
        "pot_out": pl.Int64,  # carried to the next hand
        "outcome": pl.String,  # showdown, last_standing, carried, new_deal, redealt, incomplete
        "rounds_played": pl.Int64,  # betting rounds in which somebody could act
        "showdown_count": pl.Int64,
        "boards": pl.Int64,  # 1, or 2 when run twice
        "detail": pl.String,  # result, actions, cards
        "started_at": UTC,
        "ended_at": UTC,
        "errors": pl.List(ERROR),
        "note": pl.String,
        "shares": pl.List(SHARE),
        "actions": pl.List(pl.Int64),  # packed, see engine.actions; null when detail is result
    }
)

SEATS = _schema(
    {
        "hand_no": pl.Int64,
        "seat": pl.Int64,  # 0 is left of the dealer, then clockwise; the dealer is the last
        "player_id": pl.String,  # null in a run, where the profile plays
        "profile": pl.String,
        "stack_before": pl.Int64,
        "paid": pl.Int64,  # shadow included
        "won": pl.Int64,
        "net": pl.Int64,  # won - paid
        "shadow": pl.Int64,
        "peder_used": pl.Boolean,
        "folded_round": pl.Int64,  # betting round, from 1; 0 when not noted; null when the player stayed
        "showed": pl.Boolean,
        "declared": pl.String,  # high, low, both
        "announced": pl.String,
        "meld": pl.String,  # category
        "meld_score": pl.Int64,
        "cards": pl.String,  # "As Kd …", null when not known
    }
)

BANK = _schema(
    {
        "session_id": pl.String,  # null for a season's payment
        "entry_no": pl.Int64,
        "player_id": pl.String,
        "counterparty_id": pl.String,  # null is the bank
        "kind": pl.String,  # loan, purchase, buyback, count, shadow, difference, payment
        "chips": pl.Int64,
        "money": pl.Decimal(18, 2),
        "currency": pl.String,
        "at": UTC,
    }
)

PLAYERS = _schema(
    {
        "player_id": pl.String,
        "name": pl.String,
        "aliases": pl.List(pl.String),
        "handle": pl.String,
        "hidden": pl.Boolean,
        "merged_into": pl.String,
    }
)

VARIANTS = _schema(
    {
        "variant_id": pl.String,
        "name": pl.String,
        "name_da": pl.String,
        "aliases": pl.List(pl.String),
        "family": pl.String,
        "source": pl.String,  # PR, SR, HE, RG
        "wild": pl.String,  # in words, "" for none
        "rounds": pl.Int64,  # betting rounds of the programme; null where it varies
        "players_min": pl.Int64,
        "players_max": pl.Int64,
        "pace": pl.Int64,  # seconds a hand
        "hand_is": pl.String,  # what a hand of it is (ruling 39)
    }
)

ACTION_KINDS = _schema(
    {
        "code": pl.Int64,
        "kind": pl.String,
        "pays": pl.Boolean,
        "voluntary": pl.Boolean,
        "aggressive": pl.Boolean,
        "has_card": pl.Boolean,
    }
)

TERMS = _schema(
    {
        "term": pl.String,  # the word's list: detail, outcome, half, declared, bank_kind, act_bits
        "word": pl.String,
        "code": pl.Int64,  # in the kernels' records, null where they know none; of act_bits the first bit
        "traits": pl.List(pl.String),  # what holds of it
    }
)

_WIDE = pl.Decimal(38, 0)  # whole numbers that 64 bits needn't hold


def _sums(*names: str) -> pl.Struct:
    return pl.Struct(dict.fromkeys(names, _WIDE))


NET_SUMS = _sums(
    "clusters", "seats", "net_sum", "net_squares", "seats_x_seats", "net_x_net", "net_x_seats",
    "squares_x_squares", "squares_x_net", "squares_x_seats",
)  # fmt: skip
RATIO_SUMS = _sums("clusters", "number", "total", "number_x_number", "total_x_total", "total_x_number")
HAND_COUNTS = _sums("hands", "rounds_known", "rounds", "timed", "microseconds", "mixed")
CLUSTER_SUMS = pl.Struct(
    {
        "nets": NET_SUMS,
        "pots": RATIO_SUMS,
        "showdowns": RATIO_SUMS,
        "carries": RATIO_SUMS,
        "counts": HAND_COUNTS,
    }
)
CHIP_COUNTS = pl.List(pl.Struct({"chips": pl.Int64, "n": pl.Int64}))
SKILL_SUMS = pl.List(
    pl.Struct(
        {
            "profile": pl.String,
            "other": pl.String,
            "profile_seats": pl.Int64,
            "other_seats": pl.Int64,
            "edges": RATIO_SUMS,
            "squares": _WIDE,
        }
    )
)
EVENING_COUNTS = pl.List(pl.Struct({"fact": pl.String, "chips": pl.Int64, "n": pl.Int64, "pairs": pl.Int64}))

SUMS = _schema(  # a row a part of a run, of one game at one table: what queries/parts says of its hands
    {
        "variant_id": pl.String,
        "additions": pl.String,
        "player_count": pl.Int64,
        "unit": pl.Int64,
        "per_hand": CLUSTER_SUMS,  # as queries/formulas.sql states them
        "per_chain": CLUSTER_SUMS,
        "nets": CHIP_COUNTS,  # how often a seat's net was so many chips
        "pots": CHIP_COUNTS,
        "chain_pots": CHIP_COUNTS,
        "melds": pl.List(pl.Struct({"meld": pl.String, "wins": RATIO_SUMS, "least": pl.Int64})),
        "evenings": EVENING_COUNTS,  # what evenings came to, as queries/parts/int_evening_counts.sql says
        "skills": SKILL_SUMS,  # what profiles win of one another, as queries/parts/int_skill_sums.sql says
        "whole": pl.Struct(
            {
                "first_hand": pl.Int64,
                "last_hand": pl.Int64,
                "hands": pl.Int64,
                "chains": pl.Int64,
                "paid": pl.Int64,
                "won": pl.Int64,
                "shadow": pl.Int64,
                "biggest_pot": pl.Int64,
                "biggest_pot_hand_no": pl.Int64,
                "profiles": pl.List(pl.String),
            }
        ),
    }
)

EQUITIES = _schema(  # a player all in at a showdown, with all cards told (pipeline/equity_rows.py)
    {
        "hand_no": pl.Int64,
        "seat": pl.Int64,
        "board": pl.Int64,  # how many common cards lay when nobody could act any more
        "expected": pl.Float64,  # chips out of the pots, on average over all ways the board may end
        "variance": pl.Float64,  # of that, in chips squared
    }
)

DEALS = _schema(  # a seat whose cards are told whatever became of the hand (pipeline/deal_rows.py)
    {
        "hand_no": pl.Int64,
        "seat": pl.Int64,
        "worth": pl.Float64,  # of the first cards by `regular`'s play, in antes; 0 on average over deals
        "variance": pl.Float64,  # of that over deals, in antes squared
        "later": pl.Float64,  # what later cards did, in chips; null where not everybody's cards are told
    }
)

SESSION_TABLES = {"sessions": SESSIONS, "sums": SUMS, "hands": HANDS, "seats": SEATS, "bank": BANK}
"""Tables kept by session: ``<store>/<table>/session_id=<id>/part-*.parquet``."""

REFERENCE_TABLES = {"players": PLAYERS, "variants": VARIANTS, "action_kinds": ACTION_KINDS, "terms": TERMS}
"""Tables kept once: ``<store>/<table>/part-0.parquet``."""

DERIVED_TABLES = {"equities": EQUITIES, "deals": DEALS}
"""Tables that follow from a session's, beside them: ``<store>/.<table>/session_id=<id>/part-*.parquet``."""
