"""The luck of later cards: what the cards after the first ones did for everybody in a session's hands.

A hand whose cards are all known because all were shown is one that nobody folded. So a session counts only
if the first cards of everybody who was dealt in are told in every hand, and later ones in every hand of the
games in which such luck is known: nights told card by card, hands from elsewhere with all cards, simulated
seasons.
"""

from __future__ import annotations

import polars as pl

from engine.api import game_called

LATER = pl.Schema({"hand_no": pl.Int64, "seat": pl.Int64, "later": pl.Float64})
_NONE = pl.DataFrame(schema=LATER)


def later_rows(told: pl.DataFrame, dealt: pl.DataFrame) -> pl.DataFrame:
    """A row a seat of the hands that count: what later cards did for it, in chips (`LATER`), or none.

    `told` are a session's hands that were played, of games with cards; `dealt` a row a seat of theirs with
    the first cards (`held`, a set, null for none).
    """
    from engine.api import has_later_cards, later_luck, tells_later_cards  # takes kernels, as few nights do

    held = dict(
        dealt.sort("hand_no", "seat").group_by("hand_no").agg(pl.col("held").fill_null(0)).iter_rows()
    )
    rows: list[tuple[int, int, float]] = []
    hands = told.select("hand_no", "variant_id", "additions", "pot_in", "actions")
    for hand_no, variant_id, additions, pot_in, acts in hands.iter_rows():
        game = game_called(variant_id, additions or "")
        if game is None or not tells_later_cards(game):
            continue
        luck: list[float] | None = [0.0] * len(held[hand_no])
        if has_later_cards(game):
            luck = later_luck(game, acts, held[hand_no], pot_in or 0, hand_no << 8) if acts else None
        if luck is None:
            return _NONE
        rows += [(hand_no, seat, chips) for seat, chips in enumerate(luck)]
    return pl.DataFrame(rows, schema=LATER, orient="row")


__all__ = ["LATER", "later_rows"]
