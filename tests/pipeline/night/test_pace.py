"""What a night measures of the pace of its games: only hands that were logged as they were played."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pipeline.analysis.pace import read_paces
from pipeline.night.service import NightService

EVENING = datetime(2026, 3, 14, 18, tzinfo=UTC)


def log(store: Path, name: str, began: datetime, seconds: float) -> None:
    clock = [began]

    def now() -> datetime:
        clock[0] += timedelta(seconds=seconds)
        return clock[0]

    with NightService(store, name, now=now) as service:
        for line in ("players Anna, Bo, Carl", *(["7s 14 +a"] * 25)):
            assert service.enter(line).status == "kept"


@pytest.mark.parametrize(
    ("began", "seconds", "measured"),
    [
        (EVENING, 90, 90),
        (EVENING, 0.01, None),  # read from a file
        (EVENING, 8, None),  # typed in one go
        (EVENING + timedelta(days=3), 90, None),  # typed on another day
    ],
)
def test_only_hands_logged_as_they_were_played_measure_a_pace(
    tmp_path: Path, began: datetime, seconds: float, measured: float | None
) -> None:
    log(tmp_path, "2026-03-14", began, seconds)
    pace = read_paces(tmp_path).get("seven-card-stud")
    assert (pace.seconds if pace else None) == measured
