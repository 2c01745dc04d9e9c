"""Facts that a person may be told: a kind and its values, on which programs decide; the sentence is made last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from language.texts import tr


@dataclass(frozen=True)
class Fact:
    """A fact. The value of its kind is a marked sentence (`mark`), which `values` fill.

    >>> from language import mark
    >>> class Kind(Enum):
    ...     GONE = mark("{place} is gone")
    >>> str(Fact(Kind.GONE, {"place": "bank.parquet"}))
    'bank.parquet is gone'
    """

    kind: Enum
    values: Mapping[str, object] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return tr(self.kind.value, **self.values)
