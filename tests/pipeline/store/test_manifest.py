"""What a session consists of is stated, and `peder check` sees whatever is no longer so."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from pipeline.analysis.marts import check_contents, follow_journals
from pipeline.bank.settlement import PlayerPayment
from pipeline.cli import app
from pipeline.night.season_payments import add_payments
from pipeline.night.service import NightService
from pipeline.store.manifest import Manifest, damage, manifests
from pipeline.store.players import change_players
from pipeline.store.store import Store
from tests.stores import earlier_manifest, few_models, hand, peder, session, write

few = few_models("check_", "mart_hands")

NIGHT = ["players Anna, Bo, Carl", "banker a", "chip 25 øre", "loan 100", "7s 10 +b", "7s 12 +a"]
N1, RUN = "session_id=n1", "session_id=run"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two nights with journals, and a run in two parts; checked, so that copies build what changed."""
    path = tmp_path_factory.mktemp("sound") / "store"
    for night, lines in (("n1", NIGHT), ("n2", NIGHT[:-1])):
        with NightService(path, night) as service:
            for line in lines:
                assert service.enter(line).status == "kept"
    with Store(path).begin_session({"session_id": "run", "kind": "run", "seed": 7}) as writer:
        for first in (1, 3):
            numbers = pl.DataFrame({"hand_no": [first, first + 1], "pot": [4, 4]})
            writer.write_part(numbers, pl.DataFrame({"hand_no": [first, first + 1], "seat": [0, 0]}))
        writer.commit()
    check(path)
    return path


@pytest.fixture
def store(sound: Path, tmp_path: Path) -> Path:
    return shutil.copytree(sound, tmp_path / "store")


def check(store: Path, *words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["check", "--store", str(store), *words])
    assert "a fault in peder itself" not in result.stderr
    return result.exit_code, result.stdout + result.stderr


def part(store: Path, table: str, of: str = N1) -> Path:
    return sorted((store / table / of).glob("part-*[0-9].parquet"))[0]


def flip(place: Path, at: int = -40) -> None:
    data = bytearray(place.read_bytes())
    data[at] ^= 4
    place.write_bytes(data)


def grow(place: Path) -> None:
    with place.open("ab") as file:
        file.write(b'{"n": 9}\n')


def swap_seats(store: Path) -> None:
    place = part(store, "seats")
    rows = pl.read_parquet(place, hive_partitioning=False)
    rows.with_columns(seat=1 - pl.col("seat").clip(0, 1)).write_parquet(place)


def rename_column(store: Path) -> None:
    place = part(store, "hands")
    pl.read_parquet(place, hive_partitioning=False).rename({"pot": "pott"}).write_parquet(place)


def swap_journals(store: Path) -> None:
    one, other = store / "journal" / "n1.jsonl", store / "journal" / "n2.jsonl"
    text = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(text)


DAMAGE: dict[str, tuple[Callable[[Path], object], str]] = {
    "hands gone": (lambda s: part(s, "hands").unlink(), "hands/session_id=n1/part-"),
    "the row gone": (lambda s: shutil.rmtree(s / "sessions" / N1), "sessions/session_id=n1 is gone, and"),
    "hands and seats gone": (
        lambda s: [shutil.rmtree(s / table / N1) for table in ("hands", "seats")],
        ".parquet is gone: `peder log",
    ),
    "all tables gone": (
        lambda s: [shutil.rmtree(s / table / N1) for table in ("sessions", "hands", "seats", "bank")],
        "sessions/session_id=n1 is gone, and all the rest: `peder log 'n1'`",
    ),
    "a pair of a run's parts gone": (
        lambda s: [part(s, table, RUN).unlink() for table in ("hands", "seats")],
        "hands/session_id=run/part-0000000001",
    ),
    "the bank gone": (lambda s: shutil.rmtree(s / "bank" / N1), "bank/session_id=n1/part-0.parquet is gone"),
    "folders renamed": (
        lambda s: [(s / table / N1).rename(s / table / "session_id=n9")
                   for table in ("sessions", "hands", "seats", "bank", "contents")],
        "is the manifest of the session 'n1': a folder was renamed",
    ),
    "a folder renamed": (
        lambda s: (s / "seats" / N1).rename(s / "seats" / "session_id=n9"), "seats/session_id=n9 is left"
    ),
    "two players' seats swapped": (swap_seats, "seats/session_id=n1/part-"),
    "a bit flipped": (lambda s: flip(part(s, "bank")), "part-0.parquet isn't as it was written"),
    "a file cut": (lambda s: part(s, "hands").write_bytes(part(s, "hands").read_bytes()[:-9]), "bytes, and"),
    "a file of no bytes": (lambda s: part(s, "hands").write_bytes(b""), "has 0 bytes, and"),
    "a column renamed": (rename_column, "hands/session_id=n1/part-"),
    "another part beside": (
        lambda s: shutil.copy(part(s, "hands"), s / "hands" / N1 / "part-9-9.parquet"),
        "isn't of this session",
    ),
    "a statement damaged": (lambda s: flip(s / "contents" / N1 / "contents.json", 30), "can't be read ("),
    "a statement gone": (lambda s: shutil.rmtree(s / "contents" / N1), "it has no manifest"),
    "a journal gone": (lambda s: (s / "journal" / "n1.jsonl").unlink(), "its journal "),
    "a journal changed": (lambda s: flip(s / "journal" / "n1.jsonl"), "don't follow from"),
    "a journal ahead": (
        lambda s: grow(s / "journal" / "n1.jsonl"), "is ahead of its tables: `peder log"
    ),
    "two journals swapped": (swap_journals, "or is another night's"),
    "a journal that can't be read, of no session": (
        lambda s: grow(s / "journal" / "n3.jsonl"), "no session is made of"
    ),
    "the players gone": (
        lambda s: (s / "players" / "part-0.parquet").unlink(), "players/part-0.parquet is gone"
    ),
    "a bit of the players flipped": (
        lambda s: flip(s / "players" / "part-0.parquet", 0), "players/part-0.parquet isn't as it was written"
    ),
    "the players' statement gone": (
        lambda s: (s / "contents" / "players.json").unlink(), "it has no manifest"
    ),
    "the players' statement damaged": (
        lambda s: flip(s / "contents" / "players.json", 30), "players.json can't be read ("
    ),
}  # fmt: skip


def test_a_sound_store_has_no_fault(store: Path) -> None:
    assert list(damage(store)) == []
    stated = {name: told for name, told in manifests(store) if isinstance(told, Manifest)}
    assert sorted(stated) == ["players", N1, "session_id=n2", RUN]
    run = stated[RUN]
    assert [(p.table, p.rows) for p in run.parts if p.name.startswith("part-0")] == [
        ("sessions", 1), ("hands", 2), ("hands", 2), ("seats", 2), ("seats", 2),
    ]  # fmt: skip
    journal = stated[N1].journal
    assert journal
    assert journal.bytes == (store / "journal" / "n1.jsonl").stat().st_size


def test_a_journal_of_no_session_gets_its_tables(store: Path) -> None:
    shutil.copy(store / "journal" / "n1.jsonl", store / "journal" / "n3.jsonl")
    assert "n3" not in check(store)[1]
    assert list(damage(store)) == []
    assert Store(store).has("n3")


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_is_seen_and_names_the_file(store: Path, kind: str) -> None:
    spoil, told = DAMAGE[kind]
    spoil(store)
    follow_journals(store)
    seen = check_contents(Store(store))
    assert seen.count > 0
    assert told in " ".join(" ".join(fault.fault for fault in seen.faults).split())


BY_DAY = ("hands gone", "a pair of a run's parts gone", "a file of no bytes", "the players gone")


@pytest.mark.parametrize(
    "kind", [pytest.param(one, marks=[pytest.mark.nightly] * (one not in BY_DAY)) for one in DAMAGE]
)
def test_a_check_ends_with_what_is_damaged_whatever_can_be_read(store: Path, kind: str) -> None:
    spoil, told = DAMAGE[kind]
    spoil(store)
    code, text = check(store)
    assert code == 1
    assert told in " ".join(text.split())


def test_what_has_no_statement_is_accepted_on_demand(store: Path) -> None:
    shutil.rmtree(store / "contents")
    assert check(store)[0] == 1
    code, text = check(store, "--accept")
    assert "n1: accepted as it is now." in text
    assert code == 1  # the run of this test has no games
    assert list(damage(store)) == []


@pytest.mark.parametrize("table", ["hands", "players"])
def test_a_file_that_cannot_be_read_is_not_accepted(store: Path, table: str) -> None:
    shutil.rmtree(store / "contents")
    place = next((store / table).rglob("part-*.parquet"))
    place.write_bytes(place.read_bytes()[:-9])
    assert (found := check(store, "--accept"))[0] == 1
    assert f"{place} can't be read (" in found[1]


def test_a_file_that_cannot_be_queried_is_named(tmp_path: Path) -> None:
    store = write(tmp_path / "s", sessions=[session("n1")], hands=[hand("n1", 1, {"a": 2, "b": 2}, {"a": 4})])
    place = next((store / "hands").rglob("*.parquet"))
    place.write_bytes(place.read_bytes()[:-1] + b"?")
    result = peder(store, "sql", "from mart_hands")
    said = f"The session 'n1' is damaged and left out: {place} isn't as it was written"
    assert (result.exit_code, result.stderr.startswith(said)) == (0, True)


@pytest.mark.parametrize("now", [True, False])
def test_players_whom_an_earlier_version_wrote_have_their_checksum(store: Path, now: bool) -> None:
    """It wrote one checksum, or two if it was killed while it replaced the table."""
    table, place = store / "players" / "part-0.parquet", store / "contents" / "players.json"
    place.write_bytes(earlier_manifest(table.read_bytes(), b"what came before or after"))
    assert list(damage(store)) == []
    if now:
        change_players(Store(store), lambda registry: registry.rename("anna", "Annika"))
        assert json.loads(place.read_text())["parts"][0]["name"] == "part-0.parquet"
        assert list(damage(store)) == []
    else:
        flip(table, 0)
        assert "isn't as it was written" in check(store)[1]


def test_another_part_of_the_players_is_seen(store: Path) -> None:
    shutil.copy(store / "players" / "part-0.parquet", store / "players" / "part-1.parquet")
    assert "part-1.parquet isn't of" in check(store)[1]


def test_a_season_s_payments_are_stated_with_their_journal(store: Path) -> None:
    add_payments(
        store,
        "winter",
        [PlayerPayment("anna", "bo", Decimal(5), "DKK"), PlayerPayment("bo", "anna", Decimal(2), "DKK")],
    )
    assert list(damage(store)) == []
    journal = store / "journal" / "season payments" / "payments.jsonl"
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-20])
    assert "don't follow from" in " ".join(check(store)[1].split())
    journal.unlink()
    assert "payments.jsonl is gone" in " ".join(check(store)[1].split())
    journal.write_bytes(whole)
    assert "season payments" not in check(store)[1]
