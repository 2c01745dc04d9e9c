"""What the players of a hand could expect of the pots when all chips were in: a session's equities.

A hand counts where at most one player had chips left to act with, common cards were still to come, and the
cards of all who were in are told: nights with cards, and imports.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from engine.api import Act, CardError, Outcome, Variant, game_called, parse_cards, unpack
from pipeline.store.parts import read_parts
from pipeline.store.schemas import HANDS, SEATS

Row = Mapping[str, Any]
EquityRow = tuple[int, int, int, float, float]
"""A row of `pipeline.store.schemas.EQUITIES`."""

_HANDS = pl.Schema(
    {
        name: HANDS[name]
        for name in ("hand_no", "status", "variant_id", "additions", "pot_in", "outcome", "actions")
    }
)
_SEATS = pl.Schema(
    {
        name: SEATS[name]
        for name in ("hand_no", "seat", "stack_before", "paid", "won", "folded_round", "cards")
    }
)
_DECISIONS = {act for act in Act if act.aggressive} | {Act.CHECK, Act.CALL, Act.FOLD}
_BOARD = {Act.LAY_OPEN, Act.TURN_BOARD}


def equity_rows(hands: Sequence[Path], seats: Sequence[Path]) -> Iterator[EquityRow]:
    """The rows of a session with these part files."""
    told = read_parts(hands, _HANDS, only=True).filter(
        (pl.col("status") == "confirmed")
        & (pl.col("outcome") == Outcome.SHOWDOWN)
        & pl.col("actions").is_not_null()
    )
    chosen = read_parts(seats, _SEATS, only=True).join(told.select("hand_no"), on="hand_no", how="semi")
    chosen = chosen.join(_all_in(chosen), on="hand_no", how="semi")
    if chosen.is_empty():
        return
    from engine.api import has_equities  # takes kernels, as few nights do

    of_hand: dict[int, list[Row]] = {}
    for seat in chosen.sort("hand_no", "seat").iter_rows(named=True):
        of_hand.setdefault(seat["hand_no"], []).append(seat)
    for hand in told.iter_rows(named=True):
        game = game_called(hand["variant_id"], hand["additions"] or "")
        if game is not None and hand["hand_no"] in of_hand and has_equities(game):
            yield from _of_hand(game, hand, of_hand[hand["hand_no"]])


def _all_in(seats: pl.DataFrame) -> pl.DataFrame:
    """The hands at whose end at most one of several players had chips left, with all told of them."""
    live = pl.col("folded_round").is_null()
    with_chips = (pl.col("stack_before") > pl.col("paid")) & live
    unknown = pl.any_horizontal(
        pl.col("paid", "won").is_null(),
        live & pl.col("stack_before").is_null(),
        live & pl.col("cards").is_null(),
    )
    facts = seats.group_by("hand_no").agg(live=live.sum(), with_chips=with_chips.sum(), unknown=unknown.any())
    return facts.filter(pl.col("live") >= 2, pl.col("with_chips") <= 1, ~pl.col("unknown"))


def _of_hand(variant: Variant, hand: Row, seats: Sequence[Row]) -> Iterator[EquityRow]:
    """The rows of a hand in which all chips were in, none where the cards don't fit the game."""
    from engine.api import board_size, equities, own_cards, pots_of

    live = [place for place, seat in enumerate(seats) if seat["folded_round"] is None]
    try:
        held = [parse_cards(seats[place]["cards"]) for place in live]
    except CardError:
        return
    board = _board(hand["actions"])
    known = [card for cards in (*held, board) for card in cards]
    if (
        any(len(cards) != own_cards(variant) for cards in held)
        or len(board) >= board_size(variant)
        or len({*known}) != len(known)
    ):
        return
    pots = pots_of([seat["paid"] for seat in seats], live, hand["pot_in"] or 0)
    in_pots, won = sum(chips for chips, _ in pots), sum(seat["won"] for seat in seats)
    if not in_pots:
        return
    kept = won / in_pots  # the rest is rake
    for place, expected in zip(live, equities(variant, held, board, pots), strict=True):
        yield (
            hand["hand_no"],
            seats[place]["seat"],
            len(board),
            expected.chips * kept,
            expected.variance * kept**2,
        )


def _board(actions: Sequence[int]) -> list[int]:
    """The common cards that lay when somebody acted for the last time."""
    acts = [unpack(packed) for packed in actions]
    last = max((place for place, act in enumerate(acts) if act.kind in _DECISIONS), default=-1)
    return [act.value for act in acts[: last + 1] if act.kind in _BOARD]
