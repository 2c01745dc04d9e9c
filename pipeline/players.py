"""The table of players: who is known by which names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from pipeline.schemas import PLAYERS
from pipeline.store import Store


def add_names(store: Store, names: Mapping[str, Sequence[str]]) -> None:
    """Enter players by id, each with the names they go by, the best first.

    Who is known keeps the name, and the new ones become aliases; nothing else of the row changes.
    """

    def join(players: pl.DataFrame) -> pl.DataFrame:
        rows = {row["player_id"]: row for row in players.iter_rows(named=True)}
        for player, called in names.items():
            row = rows.setdefault(player, {"player_id": player, "name": called[0], "hidden": False})
            known = [row["name"], *(row.get("aliases") or [])]
            row["aliases"] = [*known[1:], *(name for name in called if name not in known)]
        return pl.DataFrame([*rows.values()], schema=PLAYERS)

    store.change_reference("players", join)
