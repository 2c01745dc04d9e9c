"""Peder for analysts: open a store, simulate hands, list the games. Every answer is a polars frame, or a figure of plotly's.

    import peder

    with peder.open_store("demo/store") as store:
        store.sessions()
        store.mart("mart_player_nights")
        store.sql("select sum(net) as net from mart_player_nights where player_id = $who", who="anna")
        store.figures.season_line()
    peder.simulate("seven-card-stud", hands=10_000)
    peder.games()

`docs/analysis.md` goes through an example. The `.yml` of a mart under `queries/marts/` states its columns and units.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.errors import PederError

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

    from pipeline.analysis.frames import OpenStore


def open_store(path: Path | str) -> OpenStore:
    """Open the store in a folder, its marts brought up to date: `.sessions()`, `.marts()`, `.mart(name)`,
    `.sql(query, name=value)` and `.figures`. Close it, or use it in a `with`.

    Raises PederError where there is no store or it can't be read.
    """
    from pathlib import Path

    from pipeline.analysis.frames import OpenStore

    return OpenStore(Path(path))


def simulate(
    game: str,
    *,
    hands: int = 10_000,
    players: int = 5,
    seed: int = 1,
    profiles: Sequence[str] = ("regular",),
) -> pl.DataFrame:
    """Play hands of a game: a row a hand and seat.

    `game` is an id, a name or an alias, with what the dealer adds after a plus (`"hold'em+hilo"`). `profiles` go
    around the table, repeated as needed. The columns are `chain` (from 1; hands with one carried pot are one
    chain), `hand` (from 1), `seat` (0 is at the dealer's left), `paid`, `won` and `net`, in chips. The same
    seed gives the same hands. Kernels that didn't come with the installation are compiled first (half a minute). Of guts,
    `hands` are games: a deal by each player and a last one. Raises PederError for a game or a profile that
    doesn't exist, or too many players.
    """
    import polars as pl

    from engine.api import HandColumn, SeatColumn, call, find_variant, parse_additions, play

    name, _, additions = game.partition("+")
    variant = call(find_variant(name), parse_additions(additions.split()))
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


def games() -> pl.DataFrame:
    """The games of the catalogue, a row each: `variant_id`, names, family, what is wild, rounds, players, pace."""
    from pipeline.store.reference import variants_table

    return variants_table()


__all__ = ["PederError", "games", "open_store", "simulate"]
