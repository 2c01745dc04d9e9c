"""The store: what is written is read back, as a whole or not at all, whatever happens in between."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import duckdb
import numpy as np
import polars as pl
import pytest
from hypothesis import example, given, settings, strategies as st

from pipeline.bank.settlement import PlayerPayment
from pipeline.night.season_payments import add_payments, derive_payments, read_payments
from pipeline.simulation.columns import constant, lists, narrowed, where, words
from pipeline.store import parts
from pipeline.store.files import StoreError
from pipeline.store.manifest import SEASON_PAYMENTS, damage, players_faults
from pipeline.store.schemas import HANDS, SEATS, SESSION_TABLES
from pipeline.store.session_names import session_folder
from pipeline.store.store import Store
from pipeline.store.writer import SessionWriter
from tests.examples import examples

RUN: Mapping[str, object] = {"session_id": "run", "kind": "run", "seed": 7}


@pytest.fixture(autouse=True, scope="module")
def _no_waiting_for_the_disk() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(os, "fsync", lambda file: None)
        yield


def hands(first: int, count: int, pot: int = 4) -> pl.DataFrame:
    numbers = range(first, first + count)
    return pl.DataFrame({"hand_no": numbers, "pot": [pot] * count, "player_count": [2] * count})


def seats(first: int, count: int) -> pl.DataFrame:
    numbers = [number for number in range(first, first + count) for _ in range(2)]
    return pl.DataFrame({"hand_no": numbers, "seat": [0, 1] * count, "paid": [2] * 2 * count})


def write(store: Store, session_id: str, count: int = 3, *, pot: int = 4, replace: bool = False) -> None:
    bank = pl.DataFrame({"entry_no": [1], "player_id": ["a"], "kind": ["loan"], "chips": [pot]})
    store.write_session(
        {"session_id": session_id, "kind": "night"},
        hands=hands(1, count, pot),
        seats=seats(1, count),
        bank=bank,
        replace=replace,
    )


def files(place: Path) -> set[str]:
    return {str(file.relative_to(place)) for file in place.rglob("*") if file.is_file()}


def in_sql(store: Store, table: str, what: str = "*") -> list[tuple[object, ...]]:
    """As SQL reads a table: all its files together, by the names of their columns."""
    paths = [str(path) for path in store.tables()[table]]
    with duckdb.connect() as connection:
        return connection.execute(
            f"select {what} from read_parquet(?, union_by_name = true, hive_partitioning = true, "
            "hive_types = {'session_id': varchar}, file_row_number = true)",
            [paths],
        ).fetchall()


# --- what is written


def test_a_session_is_read_back_in_the_stated_types(tmp_path: Path) -> None:
    store = Store(tmp_path)
    at = datetime(2026, 1, 16, 19, 30, tzinfo=UTC)
    store.write_session(
        {"session_id": "2026-01-16", "kind": "night", "chip_value": Decimal("0.25"), "started_at": at},
        hands=hands(1, 2).with_columns(actions=pl.Series([[1, 2], [3]]), errors=pl.Series([[], []])),
        seats=seats(1, 2),
    )
    assert store.session_ids() == ["2026-01-16"]
    read = store.read("hands")
    assert read.schema == {"session_id": pl.String, **HANDS}
    assert read["actions"].to_list() == [[1, 2], [3]]
    assert read["note"].null_count() == 2
    assert store.read("seats", "2026-01-16").schema == {"session_id": pl.String, **SEATS}
    assert store.read("sessions").row(0, named=True)["chip_value"] == Decimal("0.25")
    assert store.read("sessions").row(0, named=True)["started_at"] == at
    assert store.read("bank").is_empty()


@pytest.mark.danish
def test_an_empty_store_has_tables_and_writes_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "none")
    assert store.session_ids() == []
    assert store.read("hands").schema == {"session_id": pl.String, **HANDS}
    assert not any(store.tables().values())
    assert not store.path.exists()


@pytest.mark.parametrize(
    ("table", "frame", "what"),
    [
        ("hands", hands(1, 1).with_columns(pots=1), "no such column: pots"),
        ("hands", hands(1, 1).with_columns(pot=pl.lit("4")), "the column pot is String"),
        ("hands", hands(1, 1).with_columns(note=pl.lit(4)), "the column note is Int32"),
        ("seats", seats(1, 2), "not those of the hands 1 to 1"),
    ],
)
def test_a_frame_that_is_not_the_tables_is_refused(
    tmp_path: Path, table: str, frame: pl.DataFrame, what: str
) -> None:
    frames = {"hands": hands(1, 1), "seats": seats(1, 1), table: frame}
    with pytest.raises(ValueError, match=what):
        Store(tmp_path).write_session(RUN, **frames)
    assert files(tmp_path) == set()


def test_narrow_parts_and_wide_ones_read_as_one_table(tmp_path: Path) -> None:
    store = Store(tmp_path)
    write(store, "night", pot=1 << 40)
    with store.begin_session(RUN) as writer:
        narrow = hands(0, 2).with_columns(
            pl.col("pot").cast(pl.Int8),
            shares=lists(pl.Series([0, 1, 1]).to_numpy(), {"pot_no": constant(0, 1), "seat": constant(1, 1)}),
            actions=lists(pl.Series([0, 2, 3]).to_numpy(), pl.Series([9, 8, 7], dtype=pl.Int32).to_numpy()),
        )
        writer.write_part(narrow, seats(0, 2))
        writer.commit()
    part = pl.read_parquet_schema(sorted((tmp_path / "hands/session_id=run").glob("part-0*"))[0])
    assert part["pot"] == pl.Int8
    assert {"note", "hand_no"}.isdisjoint(part)
    assert in_sql(store, "hands", "distinct typeof(hand_no), typeof(pot), typeof(actions), typeof(note)") == [
        ("BIGINT", "BIGINT", "BIGINT[]", "VARCHAR")
    ]
    number = "coalesce(hand_no, first_hand + file_row_number // dealt)"
    result = in_sql(store, "hands", f"session_id, {number}, pot, actions, len(shares)")
    assert sorted(result, key=str) == sorted(
        [("night", number, 1 << 40, None, None) for number in (1, 2, 3)]
        + [("run", 0, 4, [9, 8], 1), ("run", 1, 4, [7], 0)],
        key=str,
    )


def test_a_session_taken_up_states_its_types_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with suppress(KeyboardInterrupt), store.begin_session(RUN) as writer:
        writer.write_part(hands(0, 2).with_columns(pl.col("pot").cast(pl.Int8)), seats(0, 2))
        raise KeyboardInterrupt
    for statement in tmp_path.rglob("part-columns.parquet"):  # as if a machine had stopped
        statement.unlink()
    with store.begin_session(RUN) as writer:
        writer.commit()
    assert in_sql(store, "hands", "distinct typeof(pot)") == [("BIGINT",)]


def test_a_run_alone_reads_in_the_stated_types(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.begin_session(RUN) as writer:
        writer.write_part(hands(0, 2), seats(0, 2))
        writer.commit()
    for table in ("hands", "seats"):
        described = in_sql(store, table, "columns(*)")
        assert len(described) == (2 if table == "hands" else 4)
        with duckdb.connect() as connection:
            paths = [str(path) for path in store.tables()[table]]
            types = dict(
                connection.execute(
                    "select column_name, column_type "
                    "from (describe from read_parquet(?, union_by_name = true))",
                    [paths],
                ).fetchall()
            )
        integers = {name for name, dtype in SESSION_TABLES[table].items() if dtype == pl.Int64}
        assert {types[name] for name in integers} == {"BIGINT"}
        assert set(types) >= set(SESSION_TABLES[table])


# --- session ids


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "__HIVE_DEFAULT_PARTITION__", "x" * 201, "%" * 80])
def test_names_that_cannot_be_folders_are_refused(name: str) -> None:
    with pytest.raises(StoreError, match=r"session"):
        session_folder(name)


@example("2026-01-16")
@example("fredag hos Bøf/Åse")
@example("100%")
@example("../x")
@example("1e5")
@example("a=b")
@given(st.text(max_size=40))
@settings(max_examples=examples(25), deadline=None)
def test_any_name_is_refused_or_stays_inside_the_store_and_reads_back(
    tmp_path_factory: pytest.TempPathFactory, name: str
) -> None:
    try:
        folder = session_folder(name)
    except StoreError:
        return
    assert os.sep not in folder
    store = Store(tmp_path_factory.mktemp("folder") / "store")
    write(store, name, 1)
    (read,) = store.session_ids()
    assert in_sql(store, "hands", "session_id") == [(read,)]
    assert store.has(name)
    assert {path.name for path in store.path.parent.iterdir()} == {store.path.name}
    with pytest.raises(StoreError, match="already in the store"):
        write(store, name, 1)


# --- replacing


def test_a_session_that_exists_says_so_and_stays(tmp_path: Path) -> None:
    store = Store(tmp_path)
    write(store, "night")
    before = files(tmp_path)
    with pytest.raises(StoreError, match=r"^The session 'night' is already in the store .*--replace"):
        write(store, "night", pot=9)
    assert files(tmp_path) == before
    assert store.read("hands")["pot"].to_list() == [4, 4, 4]


def test_replacing_takes_the_whole_session_away(tmp_path: Path) -> None:
    store = Store(tmp_path)
    write(store, "night", 5)
    write(store, "other", 2)
    store.write_session(
        {"session_id": "night", "kind": "night"}, hands=hands(9, 1), seats=seats(9, 1), replace=True
    )
    assert store.read("hands", "night")["hand_no"].to_list() == [9]
    assert store.read("seats", "night")["hand_no"].to_list() == [9, 9]
    assert store.read("bank", "night").is_empty()
    assert store.read("bank", "other").height == 1


def test_a_replacement_that_fails_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    write(store, "night")
    before = files(tmp_path)

    def full_disk(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(parts.os, "fsync", full_disk)
    with pytest.raises(StoreError, match=r"^The disk of the store .* is full: make room"):
        write(store, "night", pot=9, replace=True)
    assert files(tmp_path) == before
    assert store.read("hands")["pot"].to_list() == [4, 4, 4]


EVERY = pytest.mark.parametrize(
    "every", [3, pytest.param(1, marks=pytest.mark.nightly)], ids=["third", "one"]
)
"""Which steps crash: at night each, else each third."""


class Crash(BaseException):
    """The process has died."""


class Crashing:
    """Dies at the call to the system that comes after `steps` others, and does nothing more from then on."""

    CALLS = ("rename", "replace", "unlink", "rmdir", "mkdir", "fsync")

    def __init__(self, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
        self.steps = steps
        for name in self.CALLS:
            monkeypatch.setattr(os, name, self._counted(getattr(os, name)))

    def _counted(self, call: Callable[..., object]) -> Callable[..., object]:
        def step(*arguments: object, **options: object) -> object:
            self.steps -= 1
            if self.steps < 0:
                raise Crash
            return call(*arguments, **options)

        return step


@EVERY
def test_a_crash_at_any_step_of_replacing_leaves_one_of_the_two(tmp_path: Path, every: int) -> None:
    outcomes = []
    write(Store(tmp_path / "before"), "night", 3, pot=4)
    for steps in range(0, 200, every):
        store = Store(shutil.copytree(tmp_path / "before", tmp_path / str(steps)))
        with pytest.MonkeyPatch.context() as monkeypatch:
            Crashing(monkeypatch, steps)
            with suppress(Crash):
                write(store, "night", 2, pot=9, replace=True)
                outcomes.append("done")
        for path in store.path.rglob("part-*.parquet"):
            pl.read_parquet(path)
        pots = store.read("hands", "night")["pot"].to_list()
        assert pots in ([4, 4, 4], [9, 9])
        assert store.read("seats", "night").height == 2 * len(pots)
        assert store.read("bank", "night")["chips"].to_list() == pots[:1]
        assert store.session_ids() == ["night"]
        write(store, "night", 1, pot=7, replace=True)
        assert store.read("hands")["pot"].to_list() == [7]
        assert store.unfinished() == []
        assert {name.split("/")[0] for name in files(store.path)} == {*SESSION_TABLES, "contents"}
        assert list(damage(store.path)) == []
        if outcomes[-1:] == ["done"]:
            break
        outcomes.append(pots[0])
    assert outcomes == [*sorted(outcomes[:-1]), "done"]
    assert {4, 9} < set(outcomes)


@pytest.mark.danish(nightly=True)
def test_a_crash_at_any_step_of_a_season_s_payment_leaves_it_or_not(tmp_path: Path) -> None:
    """Once its journal has a payment, the tables follow when they are next read."""
    one, two = (PlayerPayment("anna", "bo", Decimal(money), "DKK") for money in (5, 2))
    add_payments(tmp_path / "before", "winter", [one])
    outcomes = []
    for steps in range(200):
        store = shutil.copytree(tmp_path / "before", tmp_path / str(steps))
        with pytest.MonkeyPatch.context() as monkeypatch:
            Crashing(monkeypatch, steps)
            with suppress(Crash):
                add_payments(store, "winter", [two])
                outcomes.append("done")
        for lock in store.rglob("*.lock"):  # a dead process holds none
            lock.unlink()
        assert list(derive_payments(store)) == []
        known = [payment.money for payment in read_payments(store)]
        assert known in ([5], [5, 2])
        table = pl.read_parquet(store / "bank" / SEASON_PAYMENTS / "part-0.parquet")
        assert table["money"].to_list() == known
        assert list(damage(store)) == []
        assert Store(store).session_ids() == Store(store).unfinished() == []
        if outcomes[-1:] == ["done"]:
            break
        outcomes.append(str(len(known)))
    assert outcomes == [*sorted(outcomes[:-1]), "done"]
    assert {"2", "done"} <= set(outcomes)


# --- runs of many parts


def test_an_interrupted_run_is_invisible_and_can_be_resumed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with suppress(KeyboardInterrupt), store.begin_session(RUN) as writer:
        writer.write_part(hands(0, 10), seats(0, 10))
        writer.write_part(hands(20, 10), seats(20, 10))
        raise KeyboardInterrupt
    assert store.session_ids() == []
    assert store.unfinished() == ["run"]
    assert not any(store.tables().values())
    with store.begin_session(RUN) as writer:
        assert writer.ranges() == [(0, 9), (20, 29)]
        writer.write_part(hands(10, 10), seats(10, 10))
        writer.commit(ended_at=datetime(2026, 1, 1, tzinfo=UTC))
    assert store.unfinished() == []
    assert store.read("hands")["hand_no"].to_list() == list(range(30))
    assert store.read("seats").height == 60
    assert store.read("sessions")["ended_at"][0] == datetime(2026, 1, 1, tzinfo=UTC)


@EVERY
def test_a_run_that_crashes_at_any_step_is_resumed_to_the_same_end(tmp_path: Path, every: int) -> None:
    def run(store: Store) -> None:
        with store.begin_session(RUN, replace=True) as writer:
            for first in (0, 10):
                if (first, first + 9) not in writer.ranges():
                    writer.write_part(hands(first, 10), seats(first, 10))
            writer.commit()

    whole = Store(tmp_path / "whole")
    run(whole)
    expected = files(whole.path)
    assert whole.read("hands").height == 20
    for steps in range(0, 200, every):
        store = Store(tmp_path / str(steps))
        with pytest.MonkeyPatch.context() as monkeypatch:
            crashing = Crashing(monkeypatch, steps)
            with suppress(Crash):
                run(store)
        assert store.session_ids() in ([], ["run"])
        assert store.read("seats").height == 2 * store.read("hands").height
        run(store)
        assert files(store.path) == expected
        if crashing.steps >= 0:
            return
    pytest.fail("the run never came to an end")


def test_seats_whose_hands_were_never_written_are_forgotten(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.begin_session(RUN) as writer:
        writer.write_part(hands(0, 10), seats(0, 10))
        writer.write_part(hands(10, 10), seats(10, 10))
    place = tmp_path / ".unfinished" / "session_id=run"
    (place / "hands" / "part-0000000010-0000000019.parquet").unlink()
    (place / "seats" / ".part-0000000020-0000000029.parquet.1-1").write_bytes(b"half a fi")
    with store.begin_session(RUN) as writer:
        assert writer.ranges() == [(0, 9)]
        writer.write_part(hands(10, 5), seats(10, 5))
        writer.commit()
    assert store.read("seats").height == 30
    assert all(name.endswith((".parquet", ".json")) and "/.part" not in name for name in files(tmp_path))
    assert list(damage(tmp_path)) == []


def test_a_run_with_other_settings_is_another_run(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.begin_session(RUN) as writer:
        writer.write_part(hands(0, 10), seats(0, 10))
    other = {**RUN, "seed": 8}
    with pytest.raises(StoreError, match=r"^An interrupted session 'run' with other settings .*--replace"):
        store.begin_session(other)
    with store.begin_session(RUN) as writer:
        assert writer.ranges() == [(0, 9)]
    with store.begin_session(other, replace=True) as writer:
        assert writer.ranges() == []


def test_a_run_left_before_its_first_part_leaves_nothing(tmp_path: Path) -> None:
    with Store(tmp_path).begin_session(RUN):
        pass
    assert files(tmp_path) == set()


def test_hands_are_not_written_twice(tmp_path: Path) -> None:
    with Store(tmp_path).begin_session(RUN) as writer:
        writer.write_part(hands(0, 10), seats(0, 10))
        writer.write_part(hands(0, 10, pot=5), seats(0, 10))  # the same part again: it replaces
        writer.write_part(hands(9, 5), seats(9, 5))
        with pytest.raises(ValueError, match="two parts of session 'run' hold hand 9"):
            writer.commit()


def test_parts_from_several_threads_make_one_session(tmp_path: Path) -> None:
    store = Store(tmp_path)
    failures: list[BaseException] = []

    def work(writer: SessionWriter, start: int) -> None:
        try:
            for first in range(start, 40, 4):
                writer.write_part(hands(100 * first, 100, pot=first), seats(100 * first, 100))
        except BaseException as error:
            failures.append(error)

    with store.begin_session(RUN) as writer:
        threads = [threading.Thread(target=work, args=(writer, start)) for start in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        writer.commit()
    assert failures == []
    read = store.read("hands").sort("hand_no")
    assert read["hand_no"].to_list() == list(range(4000))
    assert read["pot"].to_list() == [number // 100 for number in range(4000)]
    assert store.read("seats").height == 8000


def test_a_session_has_one_writer_and_sessions_have_several(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.begin_session(RUN) as writer:
        writer.write_part(hands(0, 1), seats(0, 1))
        for again in (store.begin_session, lambda row: write(store, str(row["session_id"]))):
            with pytest.raises(StoreError, match=r"^The session 'run' is being written by another peder"):
                again(RUN)
        write(store, "night")
        assert writer.ranges() == [(0, 0)]
        writer.commit()
    assert store.session_ids() == ["night", "run"]


# --- reference tables


def test_reference_tables_are_written_whole_and_changed_in_place(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.write_reference("players", pl.DataFrame({"player_id": ["a"], "name": ["Åse"]}))

    def add(name: str) -> None:
        store.change_reference(
            "players",
            lambda old: pl.concat(
                [old.select("player_id", "name"), pl.DataFrame({"player_id": [name], "name": [name]})]
            ),
        )

    threads = [threading.Thread(target=add, args=(f"p{number}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(store.read("players")["player_id"]) == ["a", *(f"p{number}" for number in range(8))]
    assert files(tmp_path) == {"players/part-0.parquet", "contents/players.json"}


def test_a_change_of_players_that_crashes_at_any_step_is_repeated_to_the_same_end(tmp_path: Path) -> None:
    def change(store: Store, name: str = "Anna") -> None:
        rows = pl.DataFrame({"player_id": ["anna"], "name": [name]})
        store.change_reference("players", lambda _: rows)

    whole = Store(tmp_path / "whole")
    change(whole)
    for steps in range(60):
        store = Store(tmp_path / str(steps))
        change(store, "Anne")
        with pytest.MonkeyPatch.context() as monkeypatch:
            crashing = Crashing(monkeypatch, steps)
            with suppress(Crash):
                change(store)
        assert store.read("players")["name"].to_list() in (["Anne"], ["Anna"])
        assert list(players_faults(store.path)) == []
        change(store)
        for name in ("players/part-0.parquet", "contents/players.json"):
            assert (store.path / name).read_bytes() == (whole.path / name).read_bytes()
        if crashing.steps >= 0:
            return
    pytest.fail("the change never came to an end")


# --- stores that can't be


def test_what_dead_writers_began_is_swept_by_the_next(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.write_reference("players", pl.DataFrame({"player_id": ["anna"], "name": ["Anna"]}))
    begun = [tmp_path / place for place in ("contents/.players.json.7-8", "players/.part-0.parquet.12-34")]
    kept = tmp_path / "players" / ".DS_Store"
    for place in (*begun, kept):
        place.touch()
    store.change_reference("players", lambda rows: rows)
    assert not any(place.exists() for place in begun)
    assert kept.exists()


@pytest.mark.parametrize("place", ["file/store", "/proc/none/store"])
def test_an_unwritable_store_is_one_sentence_and_leaves_nothing(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("here")
    before = files(tmp_path)
    store = Store(tmp_path / place)
    with pytest.raises(
        StoreError, match=r"^The store .*can't be written \(.*\): name another with --store\.$"
    ):
        write(store, "night")
    with pytest.raises(StoreError, match=r"^The store .*can't be written"):
        store.write_reference("players", pl.DataFrame({"player_id": ["a"]}))
    assert files(tmp_path) == before


def test_a_refused_folder_takes_back_those_made_on_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object, **options: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pipeline.store.locks.os.open", refuse)
    with pytest.raises(StoreError, match="Permission denied"):
        write(Store(tmp_path / "a" / "b"), "night")
    assert list(tmp_path.iterdir()) == []


# --- columns from arrays


def test_words_are_the_names_of_their_codes() -> None:
    codes = pl.Series([2, 0, 1, 2]).to_numpy()
    assert words(codes, ["x", "y", "z"]).to_list() == ["z", "x", "y", "z"]
    assert words(codes - 1, ["x", "y"]).to_list() == ["y", None, "x", "y"]
    assert words(codes[:0], ["x"]).to_list() == []
    for wrong, range_ in ((codes, "0 to 2"), (codes - 2, "-2 to 0")):
        with pytest.raises(IndexError, match=f"codes from {range_} for 2 names"):
            words(wrong, ["x", "y"])


@pytest.mark.danish
@pytest.mark.parametrize(
    ("edges", "dtype"),
    [
        ((-(2**7), 2**7 - 1), pl.Int8),
        ((0, 2**7), pl.Int16),
        ((-(2**7) - 1, 0), pl.Int16),
        ((-(2**15), 2**15 - 1), pl.Int16),
        ((-(2**31), 2**15), pl.Int32),
        ((0, 2**31), pl.Int64),
        ((-(2**31) - 1, -5), pl.Int64),
    ],
)
def test_integers_are_stored_as_narrow_as_their_values_allow(
    edges: tuple[int, int], dtype: type[pl.DataType]
) -> None:
    rows = np.array([[edges[0], 7], [0, 7], [edges[1], 7]])
    for values in (rows[:, 0], rows[:, 0].copy()):  # apart and in line
        kept = narrowed(values)
        assert pl.Series(kept).dtype == dtype
        assert kept.tolist() == values.tolist()
        assert not np.shares_memory(kept, values)
    assert narrowed(rows[:0, 0]).tolist() == []


def test_lists_hold_what_lies_between_their_offsets() -> None:
    offsets = pl.Series([0, 2, 2, 3]).to_numpy()
    values = pl.Series([5, 6, 7]).to_numpy()
    assert lists(offsets, values).to_list() == [[5, 6], [], [7]]
    nested = lists(offsets, {"n": values, "m": where(values > 5, values), "w": constant("a", 3)})
    assert nested.to_list() == [
        [{"n": 5, "m": None, "w": "a"}, {"n": 6, "m": 6, "w": "a"}],
        [],
        [{"n": 7, "m": 7, "w": "a"}],
    ]
