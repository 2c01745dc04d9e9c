"""What the simulator played, as rows of the store: arrays in, frames out, no loop over hands."""

from __future__ import annotations

import numpy as np
import polars as pl

from engine.melds import CATEGORIES, CATEGORY_SHIFT
from engine.record import Half, HandColumn, Ints, Outcome, Record, SeatColumn
from engine.variants import Variant
from pipeline.columns import constant, lists, where, words

_OUTCOMES = [outcome.name.lower() for outcome in Outcome]
_HALVES = [half.name.lower() for half in Half]
_DECLARED = ["low", "both", "high"]
_SHORT_ORDER = [word for word in CATEGORIES if word != "flush"]
_SHORT_ORDER.insert(_SHORT_ORDER.index("full_house") + 1, "flush")


def melds_of(variant: Variant, scores: Ints) -> pl.Series:
    """The meld of each score (n,): a category in card games, the game's own word in others; null for -1."""
    if variant.kernel:
        from engine.games import KERNELS

        meld = KERNELS[variant.kernel].meld
        known, places = np.unique(scores, return_inverse=True)
        return pl.Series(
            [meld(int(score)) if score >= 0 else None for score in known], dtype=pl.String
        ).gather(places)
    if variant.short_order:
        return words(scores >> CATEGORY_SHIFT + 1, _SHORT_ORDER)
    return words(scores >> CATEGORY_SHIFT, CATEGORIES)


def frames_of(
    record: Record, variant: Variant, *, first_no: int, detail: str, profiles: list[str]
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """A batch as rows of `hands` and `seats`, numbered from `first_no`; `profiles` are the players' tempers.

    Players are numbered as they sit when the last of them deals.

    Columns that are null throughout are left out.
    """
    count, players = record.seat.shape[:2]
    # column by column, in new memory: a series of a contiguous column is no copy, and no thread waits for one
    hand = record.hand.T.copy()
    seat = record.seat.reshape(count * players, -1).T.copy()
    numbers = np.arange(first_no, first_no + count)
    begins = np.where(hand[HandColumn.POT_IN] == 0, numbers, first_no)
    hands = {
        "hand_no": pl.Series(numbers),
        "status": constant("confirmed", count),
        "chain_no": pl.Series(np.maximum.accumulate(begins)),
        "variant_id": constant(variant.id, count),
        "additions": constant(variant.additions, count),
        "player_count": constant(players, count),
        "unit": constant(variant.unit, count),
        "pot_in": pl.Series(hand[HandColumn.POT_IN]),
        "pot": pl.Series(hand[HandColumn.POT]),
        "pot_out": pl.Series(hand[HandColumn.POT_OUT]),
        "outcome": words(hand[HandColumn.OUTCOME], _OUTCOMES),
        "rounds_played": pl.Series(hand[HandColumn.ROUNDS]),
        "showdown_count": pl.Series(hand[HandColumn.SHOWDOWN]),
        "boards": constant(1, count),
        "detail": constant(detail, count),
        "shares": _shares(record),
    }
    if detail != "result":
        actions = record.actions
        fits = actions.size == 0 or actions.max() < 1 << 31
        hands["actions"] = lists(record.action_ends, actions.astype(np.int32 if fits else np.int64))
    scores = seat[SeatColumn.SCORE]
    folded = seat[SeatColumn.FOLDED]
    seats = {
        "hand_no": pl.Series(np.repeat(numbers, players)),
        "seat": pl.Series(np.tile(np.arange(players, dtype=np.int8), count)),
        "profile": _tempers(hand[HandColumn.DEALER], profiles),
        "stack_before": pl.Series(seat[SeatColumn.STACK]),
        "paid": pl.Series(seat[SeatColumn.PAID]),
        "won": pl.Series(seat[SeatColumn.WON]),
        "net": pl.Series(seat[SeatColumn.WON] - seat[SeatColumn.PAID]),
        "shadow": pl.Series(seat[SeatColumn.SHADOW]),
        "peder_used": pl.Series(seat[SeatColumn.PEDER] > 0),
        "folded_round": where(folded > 0, folded),
        "showed": pl.Series(seat[SeatColumn.SHOWED] > 0),
        "declared": words(seat[SeatColumn.DECLARED] - 1, _DECLARED),
        "meld": melds_of(variant, scores),
        "meld_score": where(scores >= 0, scores),
    }
    return pl.DataFrame(hands), pl.DataFrame(seats)


def _tempers(dealers: Ints, profiles: list[str]) -> pl.Series:
    """For each seat of each hand, counted from the dealer's left, its player's temper."""
    names = sorted(set(profiles))
    seats = np.arange(len(profiles))
    if len(names) == 1:
        return constant(names[0], dealers.size * seats.size)
    of_players = np.array([names.index(name) for name in profiles], np.uint8)
    of_dealer = of_players[(seats[:, None] + 1 + seats) % seats.size]
    return words(of_dealer[dealers].ravel(), names)


def _shares(record: Record) -> pl.Series:
    """The shares of pots; the winner's meld stands in `seats`."""
    shares = record.shares
    nothing = constant(None, len(shares))
    return lists(
        record.share_ends,
        {
            "pot_no": pl.Series(shares & 0xFF).cast(pl.Int64),
            "board_no": constant(0, len(shares)),
            "half": words(shares >> 8 & 0xFF, _HALVES),
            "seat": pl.Series(shares >> 16 & 0xFF),
            "chips": pl.Series(shares >> 24),
            "meld": nothing.cast(pl.String),
            "score": nothing.cast(pl.Int64),
        },
    )
