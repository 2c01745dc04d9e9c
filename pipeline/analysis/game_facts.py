"""Facts for the page of games from the engine and the runs: rules as text, and evenings of any length."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path

from duckdb import DuckDBPyConnection

from engine.api import Catalogue, describe
from engine.catalogue.additions import parse_additions
from engine.catalogue.wild_text import additions_text
from engine.errors import CallError
from pipeline.analysis.marts import open_marts
from pipeline.analysis.pace import paces_of
from pipeline.store.games import catalogue_of
from pipeline.store.progress import Progress
from queries.cache import COMPARED
from reports.game_source import GameEvenings, GameSource, Rules


def game_source(con: DuckDBPyConnection, store: Path, progress: Progress | None = None) -> GameSource:
    """Return the rules of the catalogue's games, and the evenings of a store's runs, whose marts are `con`, with those that
    `peder compare` played. Evenings are computed when they are asked for.

    >>> games = game_source(con, folder)
    >>> games.rules("texas-holdem", "").course[1]
    'Three common cards are turned, then a betting round.'
    >>> games.added("wild 2")
    'twos wild'
    """

    @cache
    def compared() -> DuckDBPyConnection | None:
        return open_marts(store / COMPARED) if (store / COMPARED).is_dir() else None

    def evenings() -> list[GameEvenings]:
        # imports numba, which seasons of nights don't need
        from pipeline.analysis.evenings import evenings_by_game

        other = compared()
        evenings = evenings_by_game(con, store, progress)
        if other is None:
            return evenings
        return evenings + evenings_by_game(other, store / COMPARED, progress, paces_of(con))

    return GameSource(
        rules=partial(_rules, catalogue_of(store)), evenings=evenings, compared=compared, added=_added
    )


def _added(additions: str) -> str:
    """Return additions in plain words, or unchanged if this version can't read them."""
    try:
        return additions_text(parse_additions([additions]))
    except CallError:
        return additions


def _rules(games: Catalogue, variant_id: str, additions: str) -> Rules | None:
    variant = games.with_additions(variant_id, additions)
    if variant is None:
        return None
    description = describe(variant)
    return Rules(**{name: description[name] for name in Rules.__dataclass_fields__})
