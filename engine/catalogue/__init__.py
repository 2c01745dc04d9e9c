"""The games: what there is, how it is described, what a dealer may add."""

from engine.catalogue.catalogue import CATALOGUE, FAMILIES, TRAINED, VARIANTS, Catalogue, names_of
from engine.catalogue.model import Variant
from engine.catalogue.names import fold_name

__all__ = ["CATALOGUE", "FAMILIES", "TRAINED", "VARIANTS", "Catalogue", "Variant", "fold_name", "names_of"]
