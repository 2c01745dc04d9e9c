"""The pace of games: measured in the group's nights, else assumed by the catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from duckdb import DuckDBPyConnection

from engine.api import Variant
from language import join_words, tr
from pipeline.analysis.marts import open_marts


class Pace(NamedTuple):
    """Seconds a hand, dealing included; `measured` in nights with times, or assumed by the catalogue."""

    seconds: float
    measured: bool = False


Paces = Mapping[str, Pace]
"""The pace of games by id; for others, the catalogue's applies."""


def paces_of(con: DuckDBPyConnection) -> dict[str, Pace]:
    """The measured paces of the marts `con`."""
    rows = con.execute("select variant_id, pace from mart_variants where pace_source = 'measured'").fetchall()
    return {variant_id: Pace(seconds, measured=True) for variant_id, seconds in rows}


def read_paces(store: Path) -> dict[str, Pace]:
    """The measured paces of a store; none where there is no store. Raises PederError where it can't be read."""
    if not (store / "hands").is_dir():
        return {}
    with open_marts(store, ("mart_variants",)) as con:
        return paces_of(con)


def pace_of(variant: Variant, paces: Paces) -> Pace:
    """The pace of a game."""
    return paces.get(variant.id) or Pace(variant.pace)


def pace_text(variants: Iterable[Variant], paces: Paces) -> str:
    """A sentence on the hands of an hour, and whether they were measured or assumed."""
    games = [
        tr("{n:.0f} of {game} (measured)", n=3600 / pace.seconds, game=variant.name)
        if pace.measured
        else tr("{n:.0f} of {game} (assumed)", n=3600 / pace.seconds, game=variant.name)
        for variant in variants
        for pace in [pace_of(variant, paces)]
    ]
    return tr("Hands an hour: {games}.", games=join_words(games))
