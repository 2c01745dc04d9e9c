"""The games: the catalogue, descriptions of games, and additions of a dealer."""

from engine.catalogue.catalogue import CATALOGUE, TRAINED, VARIANTS, Catalogue, names_of
from engine.catalogue.model import Variant
from engine.catalogue.names import SHARED_NAMES, fold_name, said_name
from engine.catalogue.shipped import FAMILIES

__all__ = [
    "CATALOGUE",
    "FAMILIES",
    "SHARED_NAMES",
    "TRAINED",
    "VARIANTS",
    "Catalogue",
    "Variant",
    "fold_name",
    "names_of",
    "said_name",
]
