"""`peder --version`: the program's version and the format of its stores."""

from __future__ import annotations

import json
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

from pipeline.store.backup import archive
from pipeline.store.columns import STORE_FORMAT
from tests.stores import peder


def test_the_version_and_the_format_of_stores_are_said(tmp_path: Path) -> None:
    said = peder(tmp_path, "--version", code=0).stdout
    assert said == f"peder {version('peder')}, store format {STORE_FORMAT}\n"


def test_a_backup_states_the_format(tmp_path: Path) -> None:
    store, lines = tmp_path / "store", tmp_path / "lines.txt"
    lines.write_text("players Anna, Bo, Carl\nend !\n", encoding="utf-8")
    peder(store, "log", "2026-03-06", "--from", lines, code=0)
    peder(store, "store", "backup", tmp_path / "copy.zip", code=0)
    with zipfile.ZipFile(tmp_path / "copy.zip") as archive:
        stated = next(
            json.loads(archive.read(name))
            for name in archive.namelist()
            if name.endswith("json") and "/" not in name
        )
    assert (stated["version"], stated["program"]) == (STORE_FORMAT, version("peder"))


def test_a_backup_of_a_later_format_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, copy, lines = tmp_path / "store", tmp_path / "copy.zip", tmp_path / "lines.txt"
    lines.write_text("players Anna, Bo, Carl\nend !\n", encoding="utf-8")
    peder(store, "log", "2026-03-06", "--from", lines, code=0)
    with monkeypatch.context() as later:
        later.setattr(archive, "STORE_FORMAT", STORE_FORMAT + 1)
        peder(store, "store", "backup", copy, code=0)
    refused = peder(tmp_path / "other", "store", "restore", copy, code=1)
    assert f"it is of version {STORE_FORMAT + 1}, and this peder knows {STORE_FORMAT}" in " ".join(
        refused.output.split()
    )
    assert not (tmp_path / "other" / "journal").exists()


def test_each_session_records_the_version_that_played_it(tmp_path: Path) -> None:
    """A run, a simulated season, a logged night and an import: a seed gives the same hands per version."""
    store, lines, sheet = tmp_path / "store", tmp_path / "lines.txt", tmp_path / "sheet.csv"
    lines.write_text("players Anna, Bo, Carl\n7s 14 +a\nend\n", encoding="utf-8")
    sheet.write_text("date,player,net\n2026-01-09,Anna,120\n2026-01-09,Bo,-120\n", encoding="utf-8")
    peder(store, "simulate", "texas-holdem", "-n", "20", "-k", "3", code=0)
    peder(store, "simulate", "season", "--into", "tried", "--nights", "1", "--seed", "7", code=0)
    peder(store, "log", "2026-03-06", "--from", lines, code=0)
    peder(store, "import", "csv", sheet, code=0)
    query = "select session_id, engine_version from stg_sessions"
    rows = json.loads(peder(store, "sql", query, "--json", code=0).stdout)
    assert [row["engine_version"] for row in rows] == [version("peder")] * 4, rows
