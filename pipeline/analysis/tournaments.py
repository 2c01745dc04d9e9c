"""Tournaments in a store, which don't show how people play, and how deep stacks are, at a table for money."""

from __future__ import annotations

from pathlib import Path

from language import trn
from pipeline.store.store import Store


def tournament_remark(path: Path) -> str:
    """A sentence on the tournaments of a store, which fits, paces and logged stacks leave out; "" where there are none.

    >>> tournament_remark(Path("nothing"))
    ''
    """
    rules = Store(path).read("sessions")["house_rules"]
    count = int(rules.str.json_path_match("$.tournament").eq("true").sum())
    if not count:
        return ""
    return trn(
        "Left out: {n} tournament, whose blinds rise and whose chips aren't money.",
        "Left out: {n} tournaments, whose blinds rise and whose chips aren't money.",
        count,
    )
