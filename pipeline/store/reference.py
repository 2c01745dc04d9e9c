"""What the engine knows and SQL must, as tables of the store: the catalogue of games and the kinds of act."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache

import polars as pl

from engine.actions import ACTION_KINDS
from engine.variants import VARIANTS
from engine.words import wild_text
from pipeline.store.schemas import REFERENCE_TABLES
from pipeline.store.store import Store


@cache
def variants_table() -> pl.DataFrame:
    """A row a game, in the catalogue's order."""
    rows = [
        {
            "variant_id": variant.id,
            "name": variant.name,
            "name_da": variant.name_da or None,
            "aliases": list(variant.aliases),
            "family": variant.family,
            "source": variant.source,
            "wild": wild_text(variant),
            "rounds": variant.rounds,
            "players_min": variant.players[0],
            "players_max": variant.players[1],
            "pace": variant.pace,
            "hand_is": variant.hand_is,
        }
        for variant in VARIANTS.values()
    ]
    return pl.DataFrame(rows, schema=REFERENCE_TABLES["variants"])


@cache
def action_kinds_table() -> pl.DataFrame:
    """A row a kind of act."""
    return pl.DataFrame([asdict(kind) for kind in ACTION_KINDS], schema=REFERENCE_TABLES["action_kinds"])


def write_engine_tables(store: Store) -> None:
    """Have the store hold this engine's games and kinds of act; written only where they differ."""
    for table, rows in (("variants", variants_table()), ("action_kinds", action_kinds_table())):
        if not store.read(table).equals(rows):
            store.write_reference(table, rows)
