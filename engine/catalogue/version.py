"""The version of a group's own game: a hash of its rules."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from engine.catalogue.model import Variant

PLAIN = Variant(id="", name="", family="own", source="own", summary="")
"""A game with no rules of its own, for comparison."""
_NO_MATTER = {
    "id", "name", "name_da", "aliases", "family", "source", "summary", "steps", "layout", "rounds_printed",
    "rulings", "how_to_play", "pace_seconds", "hand_means", "additions", "superseded",
    "counts_as",
}  # fmt: skip


def version_of(variant: Variant) -> str:
    """Return a hash of the rules, without names and texts: six hexadecimal digits."""
    import hashlib  # no shipped game needs them
    import json

    rules: dict[str, Any] = {
        field.name: value
        for field in fields(Variant)
        if field.name not in _NO_MATTER
        and (value := getattr(variant, field.name)) != getattr(PLAIN, field.name)
    }
    rules["steps"] = [[step.op.name, step.count, step.other] for step in variant.steps]
    return hashlib.sha256(json.dumps(rules, default=asdict, sort_keys=True).encode()).hexdigest()[:6]
