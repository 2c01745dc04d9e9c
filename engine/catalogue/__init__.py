"""The games: what there is, how it is described, what a dealer may add."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.catalogue.catalogue import CATALOGUE, FAMILIES, VARIANTS, Catalogue, names_of
from engine.catalogue.model import Variant
from engine.catalogue.names import fold_name

_FOLLOWERS: list[Callable[[], object]] = []


def register_games(games: Iterable[Variant]) -> None:
    VARIANTS.set_own(games)
    for clear in _FOLLOWERS:
        clear()


def follow_games(clear: Callable[[], object]) -> None:
    _FOLLOWERS.append(clear)


def find_variant(text: str) -> Variant:
    return VARIANTS.find(text)


def current_version(variant_id: str) -> str:
    return VARIANTS.current_version(variant_id)


def named_games(words: Sequence[str]) -> list[str]:
    return VARIANTS.named(words)


def search_variants(text: str) -> list[Variant]:
    return VARIANTS.search(text)


__all__ = [
    "CATALOGUE",
    "FAMILIES",
    "VARIANTS",
    "Catalogue",
    "Variant",
    "current_version",
    "find_variant",
    "fold_name",
    "follow_games",
    "named_games",
    "names_of",
    "register_games",
    "search_variants",
]
