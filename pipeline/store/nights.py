"""The nights and imports of a store, listed from its tables: no journal is read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from pipeline.store.store import Store


def list_nights(store: Path) -> list[dict[str, object]]:
    """A row for each logged night and each import, the latest first: hands, drafts, season, place, state (open, ended
    or imported).
    """
    tables = Store(store)
    sessions = tables.read("sessions").filter(pl.col("kind").is_in(["night", "import"]))
    names = sessions["session_id"].to_list()
    status = {name: tables.read("hands", name, ("status",))["status"] for name in names}
    return [
        {
            "night": row["session_id"],
            "started_at": row["started_at"],
            "season": row["season"],
            "place": row["place"],
            "hands": (status[row["session_id"]] == "confirmed").sum(),
            "drafts": (status[row["session_id"]] == "draft").sum(),
            "state": _state(row),
        }
        for row in sessions.sort("started_at", "session_id", descending=True).iter_rows(named=True)
    ]


def _state(session: Mapping[str, Any]) -> str:
    if session["kind"] == "import":
        return "imported"
    return "open" if session["ended_at"] is None else "ended"
