"""Which run of a store has all the hands of another: what is played again counts once.

`queries/intermediate/int_repeated.sql` is what decides which hands count; this says it to who asks for them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from pipeline.simulation.runs import Run, table_for
from pipeline.store.store import Store


class Longer(NamedTuple):
    """A run that has all the hands of another: its session id, and how many hands it was asked for."""

    session_id: str
    hands: int


def with_all_hands(store: Store, run: Run) -> Longer | None:
    """The longest run of the store that has every hand of `run`, if there is one; runs that can't be read, or
    don't state what they are, have none.
    """
    found = []
    for session_id, rules in _runs(store.tables()["sessions"], run.seed):
        try:
            told = json.loads(rules or "")
            if _has_all(told, run):
                found.append(Longer(session_id, int(told["hands"])))
        except (ValueError, KeyError, TypeError):
            continue
    return max(found, key=lambda longer: longer.hands, default=None)


def _runs(places: list[Path], seed: int) -> list[tuple[str, str | None]]:
    if not places:
        return []
    try:
        rows = pl.scan_parquet(places, hive_partitioning=False, glob=False).filter(kind="run", seed=seed)
        return rows.select("session_id", "house_rules").collect().rows()
    except (pl.exceptions.PolarsError, OSError):
        return []  # `peder check` tells


def _has_all(told: Mapping[str, Any], run: Run) -> bool:
    own = {name: asdict(profile) for name, profile in run.own.items()}
    return (
        int(told["hands"]) >= run.hands
        and told.get("own", {}) == own
        and {f"{variant.id} {variant.additions}".strip() for variant in run.variants} <= {*told["games"]}
        and all(
            table_for(variant, int(told["players"])) == table_for(variant, run.players)
            and _around(told["profiles"], table_for(variant, run.players))
            == _around(run.profiles, table_for(variant, run.players))
            for variant in run.variants
        )
    )


def _around(profiles: Any, players: int) -> list[str]:
    """Who sits around a table, from whichever seat comes first by name: duplicate play goes through all."""
    seated = [profiles[seat % len(profiles)] for seat in range(players)]
    return min(seated[seat:] + seated[:seat] for seat in range(players))
