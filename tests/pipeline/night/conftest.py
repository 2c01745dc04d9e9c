"""A night opened for logging, six at the table."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pipeline.night.service import NightService
from tests.pipeline.night.helpers import AT, TABLE, without_tables


@pytest.fixture
def service(tmp_path: Path) -> Iterator[NightService]:
    minutes = (AT + timedelta(minutes=n) for n in range(10_000))
    with without_tables(tmp_path, "n1", now=lambda: next(minutes)) as opened:
        for line in TABLE:
            assert opened.enter(line).status == "kept"
        yield opened
