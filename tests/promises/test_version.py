"""`peder --version`: the program's version and the format of its stores."""

from __future__ import annotations

import json
import zipfile
from importlib.metadata import version
from pathlib import Path

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
