"""Building: what is cached and built again, odd stores, no way to write by a query."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from queries import portions, selects, warehouse
from queries.builder import Builder, created_marts
from queries.cache import FOLDER
from queries.models import QueryError
from tests.queries.house import House, house_rows, write_house
from tests.stores import (
    Row,
    ask,
    build,
    built,
    everything,
    few_models,
    hand,
    only,
    session,
    tables,
    write,
)

few = few_models(
    "mart_players", "mart_player_nights", "mart_variant_stats", "mart_hands", "check_hand_seats", "stg_"
)


def databases(store: Path) -> list[Path]:
    return sorted((store / ".cache").rglob("*.duckdb"))


@pytest.mark.parametrize(
    "table",
    [
        *("bank", "hands"),
        *(
            pytest.param(name, marks=pytest.mark.nightly)
            for name in ("players", "variants", "action_kinds", "seats")
        ),
    ],
)
def test_a_missing_table_is_an_empty_one(tmp_path: Path, table: str) -> None:
    store = write_house(tmp_path / "s", seed=2)
    for part in (store / table).rglob("*.parquet"):
        part.unlink()
    with build(store, marts=["mart_sessions"]) as con:
        assert ask(con, f"select count(*) from {table}") == [(0,)]
        assert ask(con, "select count(*) from mart_sessions") == [(7,)]


def test_hands_without_their_sessions_row_are_not_read(tmp_path: Path) -> None:
    """A session is being published: its row comes last."""
    hands = [hand(name, 1, {"a": 2, "b": 2}, {"a": 4}) for name in ("n1", "n2")]
    bank = [{"session_id": "n2", "entry_no": 1, "player_id": "a", "kind": "loan", "chips": 5}]
    store = write(tmp_path / "s", sessions=[session("n1")], hands=hands, bank=bank)
    with build(store, marts=["mart_sessions"]) as con:
        assert ask(con, "select session_id from mart_sessions") == [("n1",)]
        assert ask(con, "select distinct session_id from stg_seats") == [("n1",)]
        assert ask(con, "select count(*) from stg_bank") == [(0,)]


NAMES = [
    'it\'s "quoted"', "mellemrum og søæå", "[a-c]*.d", "x=1", "100%25", "semi; drop table x --", "日本",
    "100 % {x,y} ø 🂡", "007", "2026-01-09", "1e5", "true", "NULL",
]  # fmt: skip


@pytest.mark.parametrize("folder", ["/".join(NAMES[:8]), "star * and ?"])
def test_any_name_of_a_folder_or_session(tmp_path: Path, folder: str) -> None:
    store = tmp_path / folder
    store.mkdir(parents=True)
    hands = [hand(name, 1, {name: 2, "b": 2}, {name: 4}) for name in NAMES]
    write(store, sessions=[session(name) for name in NAMES], hands=hands)
    with build(store) as con:
        winners = sorted((name, name, 2) for name in NAMES)
        nets = "select session_id, player_id, net from {} where net > 0 order by 1"
        assert ask(con, nets.format("mart_player_nights")) == winners
        assert ask(con, nets.format("stg_seats")) == winners
        for name in NAMES:
            of_one = "select net from stg_seats where session_id = ? and player_id = ?"
            assert ask(con, of_one, [name, name]) == [(2,)]
        faults = {one.check: one.count for one in warehouse.check(con, tables(store))}
        assert faults["check_hand_seats"] == 0


def test_a_relative_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_house(tmp_path / "s", seed=3)
    monkeypatch.chdir(tmp_path)
    with build(Path("s")) as con:
        monkeypatch.chdir("/")
        assert ask(con, "select count(*) > 0 from stg_hands") == [(True,)]


# --- what is cached


class Counted:
    """Counts the builds of stores with anything in them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.builds = 0
        self.summed: list[int] = []
        build_first, sums_first = Builder.build, portions.sums_of

        def build_counted(builder: Builder, *what: Any, **how: Any) -> None:
            self.builds += any(table.parts for table in builder.tables.values())
            build_first(builder, *what, **how)

        def sums_counted(rows: Any, con: Any, models: Any) -> Any:
            ((hands,),) = con.execute(f"select count(*) from ({rows['hands']})").fetchall()
            self.summed.append(hands)
            return sums_first(rows, con, models)

        monkeypatch.setattr(Builder, "build", build_counted)
        monkeypatch.setattr("queries.builder.sums_of", sums_counted)


def test_built_once_and_again_when_something_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch)
    rows = house_rows(4)
    store = write(tmp_path / "s", **rows)
    first = built(store)
    assert built(store) == first
    assert counted.builds == 1
    (place,) = databases(store)

    rows["players"][0]["name"] = "Anna K"
    write(tmp_path / "s", **rows)
    os.utime(store / "players" / "part-0.parquet", ns=(1, 1))  # a clock too coarse to tell
    assert built(store)["mart_players"] != first["mart_players"]
    assert counted.builds == 2
    assert databases(store) != [place]
    assert len(databases(store)) == 1


def test_sums_of_sessions_that_are_the_same_are_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = Counted(monkeypatch)
    rows = house_rows(5)
    late = rows["sessions"].pop()["session_id"]
    earlier = {**rows, "hands": [pair for pair in rows["hands"] if pair[0]["session_id"] != late]}
    store = write(tmp_path / "s", **earlier)
    built(store)
    again = house_rows(5)
    added = [pair for pair in again["hands"] if pair[0]["session_id"] == late]
    write(
        store,
        sessions=again["sessions"][-1:],
        hands=added,
        players=rows["players"],
        variants=rows["variants"],
    )
    now = built(store)
    assert counted.summed == [len(earlier["hands"]), len(added)]
    assert now == built(write(tmp_path / "t", **again))


def test_the_bank_of_a_session_and_of_none_follows_the_store(tmp_path: Path) -> None:
    """Entries are copied into the database: of a changed book, of a session whose row comes late, and of no session."""

    def entry(name: str | None, chips: int) -> Row:
        return {"session_id": name, "entry_no": 1, "player_id": "a", "kind": "loan", "chips": chips}

    store = tmp_path / "s"
    for names, bank in (
        (("n1",), [entry("n1", 5), entry("n2", 7), entry(None, 9)]),
        (("n1", "n2"), [entry("n1", 6), entry("n2", 7), entry(None, 10)]),
        (("n2",), [entry("n2", 7)]),
    ):
        shutil.rmtree(store / "bank", ignore_errors=True)
        shutil.rmtree(store / "sessions", ignore_errors=True)
        write(store, sessions=[session(name) for name in names], bank=bank)
        with build(store) as con:
            found = ask(con, "select session_id, chips from stg_bank order by all")
            assert ask(con, "select session_id from stg_sessions order by all") == [(name,) for name in names]
        known = {*names, None}
        assert found == [(row["session_id"], row["chips"]) for row in bank if row["session_id"] in known]


def test_the_luck_of_a_session_follows_its_file_also_where_marts_stay(tmp_path: Path) -> None:
    """It is derived from the hands, which are the same: what was built before it came stays."""

    def deal(name: str, worth: float) -> Row:
        return {"session_id": name, "hand_no": 1, "seat": 0, "worth": worth, "variance": 1.0}

    store = write(tmp_path / "s", sessions=[session("n1"), session("n2")])
    for marts, deals in (
        ({"mart_sessions"}, []),
        ({"mart_players"}, [deal("n1", 0.5)]),
        ({"mart_hands"}, [deal("n1", 0.25), deal("n2", 4.0)]),
        ({"mart_variant_stats"}, [deal("n2", 4.0)]),
    ):
        shutil.rmtree(store / FOLDER / "luck", ignore_errors=True)
        if deals:
            luck = write(tmp_path / "luck", deals=deals) / FOLDER / "luck"
            shutil.copytree(luck, store / FOLDER / "luck")
            shutil.rmtree(luck)
        with build(store, marts=marts) as con:
            found = ask(con, "select session_id, worth from stg_deals order by all")
            assert created_marts(con) >= {"mart_sessions"} | marts
        assert found == [(row["session_id"], row["worth"]) for row in deals]


def test_hands_and_seats_follow_the_store_wherever_they_are_read_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of small sessions are copied into the database, those of others stay in their files."""
    write(tmp_path / "one", sessions=[session("n")], hands=[hand("n", 1, {"a": 2, "b": 2}, {"a": 4})])
    size = sum(
        part.stat().st_size for name in ("hands", "seats") for part in tables(tmp_path / "one")[name].parts
    )
    monkeypatch.setattr("queries.builder.COPIED_BYTES", size + size // 8)
    store = tmp_path / "s"
    for nights in (
        {"n1": 1, "n2": 1, "big": 900},
        {"n2": 1, "big": 900, "new": 1, "n3": 1},
        {"n2": 900, "big": 1, "new": 1, "n3": 1},
        {"big": 1},
        {"big": 900},
    ):
        for table in ("sessions", "hands", "seats"):
            shutil.rmtree(store / table, ignore_errors=True)
        hands = [
            hand(name, no, {"a": 2 * no + many, "b": 2}, {"a": 2 * no + many + 2})
            for name, many in nights.items()
            for no in range(1, 1 + many)
        ]
        write(store, sessions=[session(name) for name in nights], hands=hands)
        with build(store, marts=["mart_hands"]) as con:
            copied = {name for (name,) in ask(con, "select distinct session_id from copied_hands")}
            assert copied == {name for name, many in nights.items() if many == 1}
            assert ask(con, "select session_id, hand_no, pot from stg_hands order by all") == sorted(
                (one["session_id"], one["hand_no"], one["pot"]) for one, _ in hands
            )
            assert ask(con, "select session_id, hand_no, seat, paid from stg_seats order by all") == sorted(
                (seat["session_id"], seat["hand_no"], seat["seat"], seat["paid"])
                for _, seats in hands
                for seat in seats
            )
            keys = "select count(distinct hand_key), count(*) from stg_hands join stg_seats using (hand_key, session_id, hand_no)"
            assert ask(con, keys) == [(len(hands), 2 * len(hands))]


def test_marts_are_made_when_they_are_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch)
    rows = house_rows(4)
    store = write(tmp_path / "s", **rows)
    for wanted, there in (
        ({"mart_sessions"}, {"mart_sessions", "mart_player_nights"}),
        ({"mart_player_nights"}, {"mart_sessions", "mart_player_nights"}),
        ({"mart_hands"}, {"mart_sessions", "mart_player_nights", "mart_hands"}),
    ):
        with build(store, marts=wanted) as con:
            assert created_marts(con) == there
    assert counted.builds == 2
    assert len(counted.summed) == 1  # what is there stays, and no hand is read again
    whole = built(store)
    assert whole == built(write(tmp_path / "t", **house_rows(4)))
    write(store, players=rows["players"][:-1])
    with build(store, marts={"mart_hands"}) as con:
        assert created_marts(con) == {"mart_hands"}


def flip(place: Path, at: int) -> None:
    data = bytearray(place.read_bytes())
    data[at] ^= 1
    place.write_bytes(data)


DAMAGE: dict[str, Callable[[Path], object]] = {
    "foreign": lambda place: place.write_bytes(b"no database"),
    "empty": lambda place: place.write_bytes(b""),
    "gone": lambda place: place.unlink(),
    "a folder": lambda place: (place.unlink(), place.mkdir()),
    **{
        f"cut at {share:%}": lambda place, share=share: place.write_bytes(
            place.read_bytes()[: int(share * place.stat().st_size)]
        )
        for share in (0.3, 0.99)
    },
    **{
        f"a bit flipped at {share:%}": lambda place, share=share: flip(
            place, int(share * place.stat().st_size)
        )
        for share in (0.0, 0.5, 0.9999)
    },
    "in the way": lambda place: (shutil.rmtree(place.parent), place.parent.write_text("in the way")),
}  # fmt: skip


@pytest.mark.parametrize(
    "kinds",
    [
        ("foreign", "a folder", "cut at 99.000000%", "a bit flipped at 50.000000%", "in the way"),
        pytest.param(tuple(DAMAGE), marks=pytest.mark.nightly),
    ],
    ids=["some", "all"],
)
def test_a_damaged_or_foreign_database_is_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kinds: tuple[str, ...]
) -> None:
    store = write(tmp_path / "s", sessions=[session("n")], hands=[hand("n", 1, {"a": 2, "b": 2}, {"a": 4})])
    monkeypatch.setattr("queries.warehouse.load_models", only("mart_player_nights"))
    first = built(store)
    assert first["mart_player_nights"]
    for kind in kinds:
        (place,) = databases(store)
        DAMAGE[kind](place)
        assert built(store) == first, kind


@pytest.fixture(scope="module")
def plainly(few: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house, built, where it lies in a folder of a plain name; not to be changed."""
    house = House(3, tmp_path_factory.mktemp("house") / "plain")
    with house.con:
        yield house


def test_a_store_that_cannot_be_written_is_read_all_the_same(
    plainly: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = write(tmp_path / "s", **plainly.rows)
    with monkeypatch.context() as patch:

        def refuse(self: Path, **_: object) -> None:
            raise OSError(errno.EROFS, "Read-only file system")

        patch.setattr(Path, "mkdir", refuse)
        assert built(store) == everything(plainly.con)
    assert not (store / ".cache" / "marts").exists()


def test_an_answer_is_bounded(plainly: House) -> None:
    con = plainly.con
    for sql in ("from range(2000000000)", "select repeat('x', 1000000) from range(1000)"):
        with pytest.raises(QueryError, match=r"^The answer has more than 500,000 rows, or 256 MB: "):
            ask(con, sql)
    assert ask(con, "select 1") == [(1,)]  # the connection goes on
    limit, spill = ask(
        con, "select current_setting('memory_limit'), current_setting('max_temp_directory_size')"
    )[0]
    assert limit.endswith("GiB")
    assert spill == "8.0 GiB"


def test_days_beyond_the_calendar_are_returned_as_text(plainly: House) -> None:
    beyond = "select '99999-01-01'::date, '99999-01-01 10:00'::timestamp, 1"
    assert ask(plainly.con, beyond) == [("99999-01-01", "99999-01-01 10:00:00", 1)]


def test_a_failed_build_leaves_nothing(tmp_path: Path) -> None:
    store = write_house(tmp_path / "s", seed=9)
    part = next((store / "seats").rglob("*.parquet"))
    part.write_bytes(part.read_bytes()[:100])
    with pytest.raises(QueryError) as caught:
        build(store)
    assert part.name in str(caught.value)
    assert "\n" not in str(caught.value)
    assert databases(store) == []


def test_two_at_once(tmp_path: Path) -> None:
    """A reader of one build goes on reading while the next is built."""
    rows = house_rows(10)
    store = write(tmp_path / "s", **rows)
    with build(store) as reader:
        before = everything(reader)
        write(
            store, hands=[hand("2026-09", 1, {"bo": 2, "carl": 2}, {"bo": 4})], sessions=[session("2026-09")],
            players=rows["players"], variants=rows["variants"],
        )  # fmt: skip
        with build(store) as con:
            assert ask(con, "select count(*) from mart_sessions") == [(8,)]
        assert everything(reader) == before


def test_progress_is_reported(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    store = write_house(tmp_path / "s", seed=1)
    with build(store, progress=lambda *step: told.append(step)) as con:
        assert ("summing up hands", 0, 1) in told
        assert "mart_variant_stats" in {what for what, _, _ in told}
        assert all(0 <= done < of for _, done, of in told)
        told.clear()
        warehouse.check(con, tables(store), progress=lambda *step: told.append(step))
        assert [done for _, done, _ in told] == list(range(told[0][2]))


# --- queries


def test_a_build_hands_over_its_connection_as_a_new_one_would_be(few: None, tmp_path: Path) -> None:
    rows = house_rows(4)
    rows["sessions"].append(session("run-1", kind="run"))
    store = write(tmp_path / "s", **rows)
    build(store).close()
    write(tmp_path / "s", sessions=[session("n-9")], variants=())
    query = """
        select name, value from duckdb_settings()
        where name not in ('allowed_directories', 'temp_directory') -- each spills into a folder of its own
        union all
        select concat_ws('.', table_catalog, table_schema, table_name), table_type
        from information_schema.tables
        order by all
    """
    with build(store) as handed:  # with less planning, as the runs are alike
        files = databases(store)
        with build(store) as opened:  # while the first is open
            assert databases(store) == files
            assert ask(handed, query) == ask(opened, query)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, duckdb.DuckDBPyConnection]]:
    """A store with nothing in it, built."""
    store = tmp_path_factory.mktemp("empty")
    with build(store) as con:
        yield store, con


@pytest.mark.parametrize(
    "sql",
    [
        "insert into mart_players values ('x', 'x', false, 0, 0)",
        "drop table mart_players",
        "create table x as select 1",
        "copy (select 1) to '{store}/x.csv'",
        "with x as (copy (select 1) to '{store}/x.csv') select * from x",
        "select * from (with x as (copy (select 1) to '{store}/x.csv') select * from x)",
        "select 1) as a; copy (select 1) to '{store}/x.csv'; select * from (select 1",
        "explain analyze copy (select 1) to '{store}/x.csv'",
        "from query('with x as (copy (select 1) to ''{store}/x.csv'') from x')",
        "export database '{store}/x'",
        "attach '{store}/x.duckdb' as x",
        "set threads = 1",
        "install httpfs",
        "select * from read_text('{outside}')",
        "select * from read_csv('{outside}')",
        "select * from '{outside}'",
        "select * from glob('{outside}')",
        "with x as (insert into mart_players select * from mart_players returning *) from x",
        "call pragma_version()",
        "select 1; select 2",
        "",
        "-- nothing",
    ],
)
def test_nothing_can_be_written_nor_read_outside(
    empty: tuple[Path, duckdb.DuckDBPyConnection], tmp_path: Path, sql: str
) -> None:
    store, con = empty
    outside = tmp_path / "secret.txt"
    outside.write_text("secret")
    files = {file: file.read_bytes() for file in store.rglob("*") if file.is_file()}
    with pytest.raises(QueryError) as caught:
        selects.run(con, sql.format(store=store, outside=outside))
    assert "\n" not in str(caught.value)
    assert {file: file.read_bytes() for file in store.rglob("*") if file.is_file()} == files
    assert ask(con, "select count(*) from mart_players") == [(0,)]


def test_what_a_query_may_be(plainly: House) -> None:
    con = plainly.con
    mart_players = "not the mart"  # a variable that SQL must not see
    assert mart_players
    assert selects.run(con, "select count(*) as n from mart_players;") == [{"n": 5}]
    assert selects.run(con, "from mart_players where player_id = ? -- Anna", ["anna"])[0]["name"] == "Anna"
    assert selects.run(con, "select $name as x", {"name": "'; drop table mart_players"}) == [
        {"x": "'; drop table mart_players"}
    ]
    assert selects.run(con, "select 1 as a, 2 as a") == [{"a": 1, "a_1": 2}]
    last = selects.run(con, "from mart_players order by 1 desc limit 2")
    assert [row["player_id"] for row in last] == ["erik", "dorte"]
    assert len(selects.run(con, "describe mart_players")) == 5
    assert selects.run(con, "select 1 as x where false") == []
    (row,) = selects.run(
        con, "select interval 90 minute as i, timestamptz '2026-01-09 20:00+01' as t, 1::hugeint as h"
    )
    assert row == {"i": "01:30:00", "t": datetime(2026, 1, 9, 19, tzinfo=UTC), "h": 1}


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        ("selec", 'The query can\'t be run: syntax error at or near "selec".'),
        (
            "from mart_player",
            "The query can't be run: Table with name mart_player does not exist! Did you mean \"mart_",
        ),
        (
            "select nam from mart_players",
            'The query can\'t be run: Referenced column "nam" not found in FROM clause!',
        ),
        ("select 'a'::int as x", "The query can't be run: Could not convert string 'a' to INT32"),
        ("delete from mart_players", "The query must be one select: nothing is changed from here."),
        ("update extensions", "The query must be one select: nothing is changed from here."),
    ],
)
def test_errors_are_one_sentence(
    empty: tuple[Path, duckdb.DuckDBPyConnection], sql: str, sentence: str
) -> None:
    with pytest.raises(QueryError) as caught:
        selects.run(empty[1], sql)
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)
    assert not str(caught.value).endswith("?.")


def test_frames_come_without_copies_of_types(plainly: House) -> None:
    """Reports read marts as frames: whole numbers arrive as such."""
    frame = selects.read(plainly.con, "select * from mart_player_nights")
    assert frame.schema["net"] == pl.Int64
    assert frame.schema["net_money"] == pl.Decimal(38, 6)


def test_typed_words_stay_what_they_are(tmp_path: Path) -> None:
    """Names that are SQL, in the rows themselves."""
    nasty = "Robert'); drop table mart_players; --"
    row: Row = {"player_id": nasty, "name": nasty, "aliases": [nasty]}
    store = write(
        tmp_path / "s", sessions=[session("n", place=nasty)], players=[row],
        hands=[hand("n", 1, {nasty: 2, "b": 2}, {nasty: 4}, note=nasty)],
    )  # fmt: skip
    with build(store) as con:
        assert ask(con, "select name from mart_players where player_id = ?", [nasty]) == [(nasty,)]
        assert ask(con, "select place from mart_sessions") == [(nasty,)]
        assert ask(con, "select note from mart_hands") == [(nasty,)]
        results = [fault.fault for one in warehouse.check(con, tables(store)) for fault in one.faults]
    assert all("store has no player b" in fault for fault in results)
