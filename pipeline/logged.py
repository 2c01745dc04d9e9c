"""What real players' hands show at a game, for profiles to be fitted to: from the marts, by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from engine.api import CallError, Variant, find_variant, largest_table
from language import tr
from pipeline.marts import query_store
from pipeline.people import Registry
from pipeline.simulation.fitting import Figures, game_of
from pipeline.store.store import Store

_HANDS = """
    select
        x.player_id,
        h.variant_id,
        h.additions,
        count(*) as hands,
        avg(h.player_count) as players,
        avg(cast(x.vpip as int)) as vpip,
        avg(cast(x.pfr as int)) as pfr,
        avg(cast(x.at_showdown as int)) as showdown,
        avg(h.pot / h.unit) as pot
    from int_seats as x
    inner join int_hands as h using (session_id, hand_no)
    where h.played and x.vpip is not null and h.unit is not null
    group by x.player_id, h.variant_id, h.additions
    order by all
"""


def logged_figures(
    path: Path, players: Sequence[str], game: str | None = None
) -> tuple[dict[str, Figures], Variant, int]:
    """The figures of some players by name, the call that they played most (of `game`, if one is named), and
    the size of their table.

    Raises PederError for a player whom the store doesn't know, CallError where they share no game whose every
    act is known.
    """
    registry = Registry.of(Store(path))
    people = [registry.get(player) for player in players]
    alike = {person.name for person in people if [one.name for one in people].count(person.name) > 1}
    names = {one.player_id: one.player_id if one.name in alike else one.name for one in people}
    rows = pl.DataFrame(query_store(path, _HANDS), infer_schema_length=None)
    if len(rows):
        rows = rows.filter(pl.col("player_id").is_in(list(names)))
    if game is not None and len(rows):
        rows = rows.filter(variant_id=find_variant(game).id)
    calls = [
        (rows_of["hands"].sum(), called, rows_of)
        for called, rows_of in rows.group_by("variant_id", "additions", maintain_order=True)
        if len(rows_of) == len(names) and called != ()
    ] if len(rows) else []  # fmt: skip
    if not calls:
        who = ", ".join(names.values())
        raise CallError(
            tr(
                "There is no game of {who} whose every act is known: log hands bet by bet, or import.",
                who=who,
            )
        )
    _, (variant_id, additions), best = max(calls, key=lambda entry: entry[0])
    variant = game_of(str(variant_id), str(additions))
    mean = float((best["players"] * best["hands"]).sum()) / int(best["hands"].sum())
    size = min(max(round(mean), len(names), variant.players[0]), largest_table(variant))
    figures = {
        _word(names[row["player_id"]]): Figures(
            hands=row["hands"], vpip=row["vpip"], pfr=row["pfr"] or 0.0, showdown=row["showdown"] or 0.0,
            pot=float(row["pot"]),
        )
        for row in best.iter_rows(named=True)
    }  # fmt: skip
    return figures, variant, size


def _word(name: str) -> str:
    """A name as a file of profiles takes it: one word."""
    return "-".join("".join(" " if char in ",:" else char for char in name).split())
