"""A store, a backup and an export that Peder 0.1 wrote open today and give the numbers of 0.1."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from queries.models import load_models
from tests.promises.surface import missing
from tests.stores import STANDINGS, few_models, peder

few = few_models("stg_", "stored_", *STANDINGS)

QUERIES = {
    "hands": "select session_id, status, count(*) as n, sum(pot) as pots from stg_hands group by all",
    "nets": "select session_id, seat, count(*) as n, sum(net) as net from stg_seats group by all",
    "bank": "select session_id, kind, count(*) as n, sum(chips) as chips from stg_bank group by all",
    "actions": "select session_id, count(*) as n, sum(chips) as chips from stg_actions group by all",
}
NIGHTS = {"2026-02-06", "2026-02-20"}


@pytest.fixture(scope="module")
def old(shared: Path) -> Path:
    """What version 0.1 wrote: `store`, `backup-by-0.1.zip`, `night.json` and the answers in `expected`."""
    return shared / "data" / "store-0.1"


@pytest.fixture(scope="module")
def store(old: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shutil.copytree(old / "store", tmp_path_factory.mktemp("old") / "store")


@pytest.fixture(scope="module")
def restored(old: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("restored") / "store"
    peder(path, "restore", old / "backup-by-0.1.zip", code=0)
    return path


def answer(store: Path, *words: str) -> Any:
    return json.loads(peder(store, *words, "--json", code=0).stdout)


def expected(old: Path, name: str) -> Any:
    return json.loads((old / "expected" / f"{name}.json").read_text(encoding="utf-8"))


def unordered(rows: list[dict[str, Any]]) -> set[tuple[Any, ...]]:
    """The rows' values, in any order: each row names its session, so none is there twice."""
    return {tuple(row.values()) for row in rows}


def check_records(store: Path, old: Path) -> None:
    for name, query in QUERIES.items():
        assert unordered(answer(store, "sql", query)) == unordered(expected(old, name)), name


def check_answer(store: Path, old: Path, name: str, *words: str) -> None:
    """By all that version 0.1 said, in as many rows, which may say more."""
    then, now = expected(old, name), answer(store, *words)
    assert [*missing(then, now)] == []
    assert len(then) == len(now)


def check_settlement(store: Path, old: Path, night: str) -> None:
    check_answer(store, old, f"settle-{night}", "settle", night)
    check_answer(store, old, f"bank-{night}", "bank", night)


def test_the_store_holds_the_same_records(store: Path, old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("queries.warehouse.load_models", load_models)
    assert len(answer(store, "build")) > 20  # all marts can be made of it
    check_records(store, old)


def test_the_store_settles_the_same(store: Path, old: Path) -> None:
    for night in NIGHTS:
        check_settlement(store, old, night)
    check_answer(store, old, "settle-season", "settle", "--season", "2026")


def test_the_standings_are_the_same(store: Path, old: Path) -> None:
    """Columns may be renamed; the results of each player stay. Among namesakes people are told apart page by page now, and
    `join_order`, which picks a line's colour, is a page's too.
    """

    def results(rows: list[dict[str, Any]]) -> list[list[Any]]:
        return [[value for name, value in row.items() if name not in ("name", "join_order")] for row in rows]

    ours, theirs = answer(store, "standings"), expected(old, "standings")
    assert results(ours) == results(theirs)
    assert all(then["name"].startswith(now["name"]) for now, then in zip(ours, theirs, strict=True))


def test_the_journals_give_the_same_tables_again(old: Path, tmp_path: Path) -> None:
    """Without its tables, each logged night is derived from its journal."""
    store = shutil.copytree(old / "store", tmp_path / "store")
    for folder in store.glob("*/session_id=2026-02-*"):
        shutil.rmtree(folder)
    check_records(store, old)


def test_the_backup_restores_the_same(restored: Path, old: Path) -> None:
    check_records(restored, old)
    for night in NIGHTS:
        check_settlement(restored, old, night)
    check_answer(restored, old, "settle-season", "settle", "--season", "2026")


def test_the_export_imports_the_same(old: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"
    peder(store, "import", "json", old / "night.json", code=0)
    for name, query in QUERIES.items():
        night = [row for row in expected(old, name) if row["session_id"] == "2026-02-06"]
        assert unordered(answer(store, "sql", query)) == unordered(night), name
    check_settlement(store, old, "2026-02-06")
