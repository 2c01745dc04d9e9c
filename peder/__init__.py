"""Peder for analysts: open a store, simulate hands, list the games. Every answer is a polars frame or a plotly
figure.

    import peder

    with peder.open_store("demo/store") as store:
        store.sessions()
        store.mart("mart_player_nights")
        store.sql("select sum(net) as net from mart_player_nights where player_id = $who", who="anna")
        store.figures.season_line()
        store.simulate("woolworth", hands=10_000)
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
    `.sql(query, name=value)` and `.figures`. Close it, or use it in a `with` statement. Raises PederError if there is
    no store or it can't be read.

    >>> with peder.open_store(folder) as store:
    ...     store.sessions()["kind"].unique().sort().to_list()
    ['import', 'night', 'run']
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
    """Play hands of a game that ships with Peder, and return a row for each hand and seat. For a group's own games
    use `store.simulate`.

    `game` is an id, a name or an alias, with the dealer's additions after a plus (`"hold'em+hilo"`). `profiles` go
    around the table, repeated as needed. The columns are `chain` (from 1; hands with one carried pot are one chain),
    `hand` (from 1), `seat` (0 is at the dealer's left), `paid`, `won` and `net`, in chips. The same seed gives the
    same hands. Kernels that aren't installed compiled are compiled first (half a minute). At guts, `hands` are games:
    a deal by each player and a last one. Raises PederError for a game or a profile that doesn't exist, or too many
    players.

    >>> hands = peder.simulate("seven-card-stud", hands=100, players=4)
    >>> hands["net"].sum()
    0
    """
    from engine.api import VARIANTS
    from pipeline.simulation.hands_frame import hands_frame

    return hands_frame(VARIANTS, game, hands=hands, players=players, seed=seed, profiles=profiles)


def games() -> pl.DataFrame:
    """Return the games that ship with Peder, a row each; a store's `games` also has the group's own: `variant_id`,
    names, family, what is wild, rounds, players, pace.

    >>> peder.games().filter(variant_id="baseball")["name"].item()
    'Baseball'
    """
    from engine.api import VARIANTS
    from pipeline.store.reference import variants_table

    return variants_table(VARIANTS)


__all__ = ["PederError", "games", "open_store", "simulate"]
