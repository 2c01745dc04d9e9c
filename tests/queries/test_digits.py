"""Digits: the same on any threads, in any parts and portions, from a new or an updated build."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from queries import builder, sources, warehouse
from tests.queries.house import house_rows, write_house
from tests.stores import Marts, ask, build, built, everything, hand, only, session, tables, write

SEED = 8


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Marts]:
    """The store of `SEED` and its marts, built on three threads from whole parts; not to be changed."""
    store = write_house(tmp_path_factory.mktemp("whole") / "s", SEED)
    return store, built(store, threads=3)


@pytest.mark.nightly  # in short: parts and portions
def test_digits_are_the_same_on_any_number_of_threads(whole: tuple[Path, Marts], tmp_path: Path) -> None:
    assert built(write_house(tmp_path / "s", SEED), threads=1) == whole[1]
    assert all(whole[1].values())


@pytest.mark.parametrize(
    "copied",
    ["some", *(pytest.param(which, marks=pytest.mark.nightly) for which in ("none", "all"))],
)
def test_digits_are_the_same_in_any_parts_and_portions(
    whole: tuple[Path, Marts], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, copied: str
) -> None:
    """Parts end within chains, too; portions hold everything, or hardly a chain, or a session that was copied."""
    many = write_house(tmp_path / "many", SEED, part_of=lambda row: row["hand_no"] // 11)
    sizes = sessions_by_size(many)
    most = {"none": 0, "some": sizes[len(sizes) // 2], "all": sizes[-1]}[copied]
    assert copied != "some" or sizes[0] <= most < sizes[-1]
    monkeypatch.setattr(sources, "HANDS_AT_ONCE", 5)
    monkeypatch.setattr(builder, "COPIED_BYTES", most)
    monkeypatch.setattr(builder, "COPIES_AT_ONCE", 1)
    assert built(many) == whole[1]


def sessions_by_size(store: Path) -> list[int]:
    """The bytes of the hands and seats of each session, the smallest first."""
    folders = [folder.name for folder in (store / "hands").iterdir()]
    return sorted(sum(part.stat().st_size for part in store.glob(f"*s/{name}/*")) for name in folders)


def test_digits_are_the_same_with_narrow_integers(whole: tuple[Path, Marts], tmp_path: Path) -> None:
    assert built(write_house(tmp_path / "s", SEED, narrow=True)) == whole[1]


def test_portions_keep_chains_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("queries.warehouse.load_models", only("mart_players"))
    monkeypatch.setattr(sources, "HANDS_AT_ONCE", 1)
    hands = [
        hand("r", 1, {"a": 2, "b": 2}, {"a": 4}),
        hand("r", 2, {"a": 2, "b": 2}, {}),
        hand("r", 3, {"a": 2, "b": 2}, {}, pot_in=4, chain_no=2),
        hand("r", 4, {"a": 2, "b": 2}, {"a": 12}, pot_in=8, chain_no=2),
        hand("r", 5, {"a": 2, "b": 2}, {"a": 4}),
    ]
    store = write(tmp_path / "s", sessions=[session("r")], hands=hands, part_of=lambda row: row["hand_no"])
    with build(store, marts=["mart_players"]) as con:
        result = sources.portions(con, tables(store), ["session_id=r"])
    assert [[part.name for part in portion.hands] for portion in result] == [
        ["part-001.parquet"],
        ["part-002.parquet", "part-003.parquet", "part-004.parquet"],
        ["part-005.parquet"],
    ]  # fmt: skip
    assert all([p.name for p in f.hands] == [p.name for p in f.seats] for f in result)


def test_hand_keys_of_a_portion_have_no_gaps_between_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hands of a chain have keys as far apart as their numbers, though they are in two parts."""
    monkeypatch.setattr("queries.warehouse.load_models", only("mart_players"))
    numbers = [7, 8, 2_000_001, 2_000_002, 9_000_000]
    hands = [hand("r", number, {"a": 2, "b": 2}, {"a": 4}) for number in numbers]
    hands[2] = hand("r", numbers[2], {"a": 2, "b": 2}, {})
    hands[3] = hand("r", numbers[3], {"a": 2, "b": 2}, {"a": 8}, pot_in=4, chain_no=numbers[2])
    store = write(
        tmp_path / "s", sessions=[session("r")], hands=hands, part_of=lambda row: row["hand_no"] % 10
    )
    with build(store, marts=["mart_players"]) as con:
        [portion] = sources.portions(con, tables(store), ["session_id=r"])
        for rows in portion.rows_in_sql(tables(store)).values():
            keys = ask(con, f"select distinct hand_no, hand_key from ({rows}) order by all")
            assert keys == [*zip(numbers, range(5), strict=True)]
    assert portion.keys == 5


def test_parts_that_do_not_match_are_taken_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("queries.warehouse.load_models", only("mart_player_nights"))
    monkeypatch.setattr(sources, "HANDS_AT_ONCE", 1)
    monkeypatch.setattr(builder, "COPIED_BYTES", 0)
    hands = [hand("r", number, {"a": 2, "b": 2}, {"a": 4}) for number in (1, 2)]
    store = write(tmp_path / "s", sessions=[session("r")], hands=hands, part_of=lambda row: row["hand_no"])
    seats = store / "seats" / "session_id=r"
    (seats / "part-002.parquet").rename(seats / "part-other.parquet")
    with build(store, marts=["mart_player_nights"]) as con:
        assert len(sources.portions(con, tables(store), ["session_id=r"])) == 1
        assert ask(con, "select net from mart_player_nights where player_id = 'a'") == [(4,)]


def test_an_empty_store_has_every_mart(tmp_path: Path) -> None:
    (tmp_path / "s").mkdir()
    with build(tmp_path / "s") as con:
        assert len(everything(con)) > 10
        assert not any(everything(con).values())
        types = dict(ask(con, "select column_name, column_type from (describe mart_player_nights)"))
        assert [result for result in warehouse.check(con, tables(tmp_path / "s")) if result.count] == []
    assert types["net"] == "BIGINT"
    assert types["net_money"] == "DECIMAL(38,6)"
    assert types["started_at"] == "TIMESTAMP WITH TIME ZONE"


@pytest.mark.parametrize(
    "change",
    [
        "corrected",
        *(pytest.param(change, marks=pytest.mark.nightly) for change in ("removed", "without hands")),
    ],
)
def test_an_updated_build_equals_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """A night changes, a run goes, a night comes without hands: as a build from nothing has it."""
    marts = ("mart_sessions", "mart_variant_stats", "mart_player_nights", "mart_runs")
    monkeypatch.setattr("queries.warehouse.load_models", only(*marts))
    rows = house_rows(SEED)
    store = write(tmp_path / "s", **rows)
    built(store)
    if change == "removed":
        gone = next(row["session_id"] for row in rows["sessions"] if row["kind"] == "run")
        for folder in store.glob(f"*/session_id={gone}"):
            shutil.rmtree(folder)
        left = {
            "sessions": [row for row in rows["sessions"] if row["session_id"] != gone],
            "hands": [pair for pair in rows["hands"] if pair[0]["session_id"] != gone],
        }
    elif change == "corrected":
        night = next(row["session_id"] for row in rows["sessions"] if row["kind"] == "night")
        hands = [pair for pair in rows["hands"] if pair[0]["session_id"] == night]
        left = {"sessions": rows["sessions"], "hands": [p for p in rows["hands"] if p is not hands[-1]]}
        for table in ("hands", "seats"):
            shutil.rmtree(store / table / f"session_id={night}")
        write(store, sessions=[], hands=hands[:-1], variants=[], players=[])
    else:
        left = {"sessions": [*rows["sessions"], session("tonight", season="late")], "hands": rows["hands"]}
        write(store, sessions=left["sessions"][-1:], hands=[], variants=[], players=[])
    assert built(store) == built(write(tmp_path / "t", **{**rows, **left}))


def test_a_changed_catalogue_changes_the_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("queries.warehouse.load_models", only("mart_variant_stats"))
    rows = house_rows(9)
    store = write(tmp_path / "s", **rows)
    before = built(store)["mart_variant_stats"]
    for row in rows["variants"]:
        row["pace"] += 10
    write(store, variants=rows["variants"], players=rows["players"])
    os.utime(store / "variants" / "part-0.parquet", ns=(1, 1))
    assert built(store)["mart_variant_stats"] != before
