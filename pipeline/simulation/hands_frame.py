"""Simulated hands of a game as a polars frame, for `peder.simulate` and the store's `simulate`."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from engine.api import Catalogue, HandColumn, SeatColumn, call, parse_additions, play


def hands_frame(
    games: Catalogue, game: str, *, hands: int, players: int, seed: int, profiles: Sequence[str]
) -> pl.DataFrame:
    """Play hands of one of these games: a row a hand and seat, as `peder.simulate` describes them. Raises CallError for
    an unknown game, additions that it doesn't allow, and a table that it can't be played at.

    >>> hands_frame(Catalogue(), "seven-card-stud", hands=1, players=4, seed=1, profiles=["regular"]).rows()  # chips
    [(1, 1, 0, 2, 0, -2), (1, 1, 1, 2, 0, -2), (1, 1, 2, 76, 0, -76), (1, 1, 3, 76, 156, 80)]
    """
    name, _, additions = game.partition("+")
    variant = call(games.find(name), parse_additions(additions.split()))
    seats = pl.Array(pl.Int64, players)
    schema: dict[str, pl.DataType | type[pl.DataType]] = {"place": pl.Int64, "paid": seats, "won": seats}
    parts = [pl.DataFrame(schema=schema)]
    for _, record in play(variant, players=players, hands=hands, seed=seed, profiles=profiles):
        columns = {
            "place": record.hand[:, HandColumn.CHAIN].copy(),
            "paid": record.seat[:, :, SeatColumn.PAID].copy(),
            "won": record.seat[:, :, SeatColumn.WON].copy(),
        }
        parts.append(pl.DataFrame(columns, schema=schema))
    return (
        pl.concat(parts)
        .select(
            chain=(pl.col("place") == 0).cum_sum().cast(pl.Int64),
            hand=pl.int_range(1, pl.len() + 1),
            seat=pl.lit(list(range(players))),
            paid=pl.col("paid").arr.to_list(),
            won=pl.col("won").arr.to_list(),
        )
        .explode("seat", "paid", "won")
        .with_columns(net=pl.col("won") - pl.col("paid"))
    )
