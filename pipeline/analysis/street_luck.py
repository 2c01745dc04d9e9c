"""Street luck: what the cards after the first ones did for the players of a session's hands.

A hand whose cards are known because they were shown is one that no player folded. So a session counts only if the
first cards of all players are known in every hand, and the later ones in every hand of the games that have such
luck: nights logged card by card, imports with all cards, simulated seasons.
"""

from __future__ import annotations

import polars as pl

from engine.api import game_called

LATER = pl.Schema({"hand_no": pl.Int64, "seat": pl.Int64, "later": pl.Float64})
_NONE = pl.DataFrame(schema=LATER)


def street_luck_rows(hands: pl.DataFrame, dealt: pl.DataFrame) -> pl.DataFrame:
    """A row for each seat of the hands that count: what later cards did for it, in chips (`LATER`); or no rows.

    `hands` are those that a session played, of games with cards; `dealt` has a row for each of their seats with
    its first cards (`held`, a set, null for none).
    """
    from engine.api import (  # imports numba, which few nights need
        has_later_cards,
        later_luck,
        tells_later_cards,
    )

    held = dict(
        dealt.sort("hand_no", "seat").group_by("hand_no").agg(pl.col("held").fill_null(0)).iter_rows()
    )
    rows: list[tuple[int, int, float]] = []
    facts = hands.select("hand_no", "variant_id", "additions", "pot_in", "actions")
    for hand_no, variant_id, additions, pot_in, acts in facts.iter_rows():
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


__all__ = ["LATER", "street_luck_rows"]
