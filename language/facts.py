"""Facts that a person may be told: a kind and its values, on which programs decide; the sentence is made last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from language.texts import tr


@dataclass(frozen=True)
class Fact:
    """A fact. The value of its kind is a marked sentence (`mark`), which `values` fill: of an enum's member its marked
    text, translated, and of a tuple its items, joined with "or".

    >>> from language import mark
    >>> class Kind(Enum):
    ...     GONE = mark("{place} is gone")
    >>> str(Fact(Kind.GONE, {"place": "bank.parquet"}))
    'bank.parquet is gone'
    >>> str(Fact(Kind.GONE, {"place": ("bank.parquet", "hands.parquet")}))
    'bank.parquet or hands.parquet is gone'
    """

    kind: Enum
    values: Mapping[str, object] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return tr(self.kind.value, **{name: _text(value) for name, value in self.values.items()})


def _text(value: object) -> object:
    if isinstance(value, Enum):
        return tr(value.value)
    return tr(" or ").join(map(str, value)) if isinstance(value, tuple) else value
