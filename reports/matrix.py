"""Tables with a column a player: as many side by side as a page is wide, the others' unfold."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl

from language import trn
from reports.blocks import Block, Folded, Table
from reports.data import NamedPlayer

SIDE_BY_SIDE = 12


def own(person: NamedPlayer, name: str = "value") -> str:
    """The column of a player's own figure in a frame that `spread_out` made."""
    return f"{name} of {person.player_id}"


def spread_out(
    rows: pl.DataFrame, cells: pl.DataFrame, key: str, group: Sequence[NamedPlayer], *names: str
) -> pl.DataFrame:
    """`rows`, one a `key`, with a column a player for each of the figures `names` in `cells`."""
    for person in group:
        theirs = cells.filter(pl.col("player_id") == person.player_id)
        figures = theirs.select(key, *(pl.col(name).alias(own(person, name)) for name in names))
        rows = rows.join(figures, on=key, how="left", maintain_order="left")
    return rows


def by_batches(group: Sequence[NamedPlayer], table: Callable[[Sequence[NamedPlayer]], Table]) -> list[Block]:
    """A table of the first of the group, and those of the others to unfold."""
    batches = [group[first : first + SIDE_BY_SIDE] for first in range(0, len(group), SIDE_BY_SIDE)]
    tables = [table(batch) for batch in batches or [[]]]
    if len(tables) == 1:
        return [tables[0]]
    more = trn("{n} more player", "{n} more players", len(group) - SIDE_BY_SIDE)
    return [tables[0], Folded(summary=more, blocks=tables[1:])]


def most_there(group: Sequence[NamedPlayer], evenings: pl.DataFrame) -> list[NamedPlayer]:
    """The group as it is; where it is larger than a table is wide, those who came most often first."""
    if len(group) <= SIDE_BY_SIDE:
        return list(group)
    came = dict(evenings.group_by("player_id").len().iter_rows())
    return sorted(group, key=lambda person: -came.get(person.player_id, 0))


__all__ = ["SIDE_BY_SIDE", "by_batches", "most_there", "own", "spread_out"]
