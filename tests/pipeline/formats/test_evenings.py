"""An imported evening is named for its day where the program runs, and is the same evening anywhere else."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pipeline.store.store import Store
from tests.pipeline.formats.logs import SAMPLE
from tests.pipeline.formats.test_ohh import TOTALS
from tests.stores import peder

In = Callable[[str], None]
LEDGER = (
    "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\n"
    "Karen,p1,2026-01-01T01:26:25.976Z,,200,,226,26\nPer,p4,2026-01-01T01:20:11.002Z,,100,,74,-26\n"
)


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[In]:
    """Move to another time zone."""

    def move(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    monkeypatch.setenv("TZ", "UTC")
    yield move
    monkeypatch.undo()
    time.tzset()


def log() -> str:
    """The sample on New Year's Eve in New York, which is January in UTC."""
    return (
        SAMPLE.read_text("utf-8")
        .replace("2026-01-16T18:", "2026-01-01T01:")
        .replace("2026-01-16T19:", "2026-01-01T02:")
    )


OHH = json.dumps(TOTALS).replace("2026-02-02T20:", "2026-01-01T01:")


@pytest.mark.parametrize(
    ("command", "name", "text", "season"),
    [
        ("pokernow", "log.csv", log(), "2025"),
        ("pokernow", "ledger.csv", LEDGER, "2025"),
        ("ohh", "hands.ohh", OHH, None),
    ],
)
def test_an_evening_in_america_is_named_for_its_day(
    tmp_path: Path, zone: In, command: str, name: str, text: str, season: str | None
) -> None:
    store, file = tmp_path / "store", tmp_path / name
    file.write_text(text)
    zone("America/New_York")
    assert peder(store, "import", command, file).exit_code == 0
    (session,) = Store(store).read("sessions").to_dicts()
    assert "2025-12-31" in session["session_id"]
    assert session["season"] == season
    zone("Europe/Copenhagen")
    again = peder(store, "import", command, file, "--json")
    assert [row["result"] for row in json.loads(again.stdout)] == ["there already"]
    other = tmp_path / "other"
    assert peder(other, "import", command, file).exit_code == 0
    (session,) = Store(other).read("sessions").to_dicts()
    assert "2026-01-01" in session["session_id"]
    assert session["season"] == (season and "2026")
