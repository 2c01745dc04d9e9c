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
    """Return the measured paces of the marts `con`, by the games' ids.

    >>> paces_of(con)["texas-holdem"]
    Pace(seconds=120.0, measured=True)
    """
    rows = con.execute("select variant_id, pace from mart_variants where pace_source = 'measured'").fetchall()
    return {variant_id: Pace(seconds, measured=True) for variant_id, seconds in rows}


def read_paces(store: Path) -> dict[str, Pace]:
    """Return the measured paces of a store, by the games' ids; none where there is no store. Raises PederError where it
    can't be read.

    >>> read_paces(folder)["cincinnati"]
    Pace(seconds=120.0, measured=True)
    """
    if not (store / "hands").is_dir():
        return {}
    with open_marts(store, ("mart_variants",)) as con:
        return paces_of(con)


def pace_of(variant: Variant, paces: Paces) -> Pace:
    """Return the pace of a game: the measured one, else the catalogue's.

    >>> from engine.api import VARIANTS
    >>> pace_of(VARIANTS.find("texas-holdem"), paces={})
    Pace(seconds=150, measured=False)
    """
    return paces.get(variant.id) or Pace(variant.pace)


def pace_text(variants: Iterable[Variant], paces: Paces) -> str:
    """Return a sentence on the number of hands in an hour, and whether they were measured or assumed.

    >>> from engine.api import VARIANTS
    >>> pace_text([VARIANTS.find("guts"), VARIANTS.find("omaha")], {"guts": Pace(60, measured=True)})
    "Hands an hour: 60 of Guts (measured) and 24 of Omaha Hold 'Em (assumed)."
    """
    games = [
        tr("{n:.0f} of {game} (measured)", n=3600 / pace.seconds, game=variant.name)
        if pace.measured
        else tr("{n:.0f} of {game} (assumed)", n=3600 / pace.seconds, game=variant.name)
        for variant in variants
        for pace in [pace_of(variant, paces)]
    ]
    return tr("Hands an hour: {games}.", games=join_words(games))
