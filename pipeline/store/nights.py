"""The nights and imports of a store, listed from its tables: no journal is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import polars as pl

from pipeline.store.store import Store


def list_nights(store: Store) -> list[dict[str, object]]:
    """Return a row for each logged night and each import, the latest first: numbers of hands and drafts, season, place,
    start in UTC, state (open, ended or imported). Raises StoreError for tables that can't be read.

    >>> night = list_nights(Store(folder))[0]
    >>> night["night"], night["started_at"].isoformat(), night["hands"], night["state"]
    ('2026-12', '2026-06-12T18:30:00+00:00', 24, 'ended')
    """
    sessions = store.read("sessions").filter(pl.col("kind").is_in(["night", "import"]))
    hands = store.read("hands", sessions["session_id"].to_list(), ("status",))
    counts = Counter(hands.select("session_id", "status").iter_rows())
    return [
        {
            "night": row["session_id"],
            "started_at": row["started_at"],
            "season": row["season"],
            "place": row["place"],
            "hands": counts[row["session_id"], "confirmed"],
            "drafts": counts[row["session_id"], "draft"],
            "state": _state(row),
        }
        for row in sessions.sort("started_at", "session_id", descending=True).iter_rows(named=True)
    ]


def _state(session: Mapping[str, Any]) -> str:
    if session["kind"] == "import":
        return "imported"
    return "open" if session["ended_at"] is None else "ended"
