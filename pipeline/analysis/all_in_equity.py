"""All-in equities: the expected winnings of the players of a hand when all chips were in.

A hand counts if at most one player had chips left, cards were still to come, no decision was left, and the cards of
all players who were in are known: on nights logged with cards, and in imports.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from engine.api import VARIANTS, CardError, Catalogue, Outcome, Variant, card_set, parse_cards
from pipeline.store.parts import read_parts
from pipeline.store.schemas import HANDS, SEATS

Row = Mapping[str, Any]
EquityRow = tuple[int, int, int, float, float]
"""The first columns of `pipeline.store.columns.LUCK`: hand_no, seat, board, expected, expected_variance."""

_HANDS = pl.Schema(
    {
        name: HANDS[name]
        for name in ("hand_no", "status", "variant_id", "additions", "pot_in", "outcome", "boards", "actions")
    }
)
_SEATS = pl.Schema(
    {
        name: SEATS[name]
        for name in ("hand_no", "seat", "stack_before", "paid", "won", "folded_round", "cards")
    }
)


def all_in_equity_rows(
    hands: Sequence[Path], seats: Sequence[Path], games: Catalogue = VARIANTS
) -> Iterator[EquityRow]:
    """Compute the equities of a session with these part files."""
    recorded = read_parts(hands, _HANDS, only=True).filter(
        (pl.col("status") == "confirmed")
        & (pl.col("outcome") == Outcome.SHOWDOWN)
        & pl.col("actions").is_not_null()
    )
    chosen = read_parts(seats, _SEATS, only=True).join(recorded.select("hand_no"), on="hand_no", how="semi")
    chosen = chosen.join(_all_in(chosen), on="hand_no", how="semi")
    if chosen.is_empty():
        return
    from engine.api import has_all_ins  # imports numba, which few nights need

    of_hand: dict[int, list[Row]] = {}
    for seat in chosen.sort("hand_no", "seat").iter_rows(named=True):
        of_hand.setdefault(seat["hand_no"], []).append(seat)
    for hand in recorded.iter_rows(named=True):
        game = games.with_additions(hand["variant_id"], hand["additions"] or "")
        if game is not None and hand["hand_no"] in of_hand and has_all_ins(game):
            yield from _of_hand(game, hand, of_hand[hand["hand_no"]])


def _all_in(seats: pl.DataFrame) -> pl.DataFrame:
    """Return the hands at the end of which at most one of several players had chips left, with stacks and cards known."""
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
    """The rows of a hand in which all chips were in; none if the cards don't fit the game."""
    from engine.api import all_in_equities, pots_of

    live = [place for place, seat in enumerate(seats) if seat["folded_round"] is None]
    held = [0] * len(seats)
    try:
        for place in live:
            held[place] = card_set(parse_cards(seats[place]["cards"]))
    except CardError:
        return
    pots = pots_of([seat["paid"] for seat in seats], live, hand["pot_in"] or 0)
    in_pots, won = sum(chips for chips, _ in pots), sum(seat["won"] for seat in seats)
    if not in_pots:
        return
    result = all_in_equities(variant, hand["actions"], held, live, pots, hand["boards"] or 1)
    if result is None:
        return
    board, shares = result
    paid_out = won / in_pots  # the rest is rake
    for place, expected in zip(live, shares, strict=True):
        yield (
            hand["hand_no"],
            seats[place]["seat"],
            board,
            expected.chips * paid_out,
            expected.variance * paid_out**2,
        )
