"""What parts of runs leave out comes back as it was, to polars and to SQL."""

from __future__ import annotations

from pathlib import Path

import duckdb
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from pipeline.analysis.marts import tables_of
from pipeline.store.files import StoreError
from pipeline.store.parts import compact, full, read_each, read_parts
from pipeline.store.schemas import HANDS, SEATS
from pipeline.store.store import Store
from queries.sources import create_column_tables, rows_of


def hands(chains: list[int]) -> pl.DataFrame:
    return pl.DataFrame({"hand_no": range(7, 7 + len(chains)), "chain_no": chains, "pot": 4})


def seats(count: int, *, net: int = 2) -> pl.DataFrame:
    return pl.DataFrame({
        "hand_no": [number for number in range(7, 7 + count) for _ in range(3)], "seat": [0, 1, 2] * count,
        "won": [4, 0, 0] * count, "paid": [2, 1, 1] * count, "net": [net, -1, -1] * count,
    })  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "left_out"),
    [
        (hands([7, 8, 9]), {"hand_no", "chain_no"}),
        (hands([7, 7, 9]), {"hand_no"}),
        (hands([7, 8, 9]).with_columns(hand_no=pl.Series([7, 8, 10])), set()),
        (seats(3), {"hand_no", "seat", "net"}),
        (seats(3, net=3), {"hand_no", "seat"}),
        (seats(3).with_columns(seat=pl.Series([0, 1, 1] * 3)), {"hand_no", "net"}),
        (seats(3)[:-1], set()),
        (seats(3).drop("won", "paid"), {"hand_no", "seat"}),
    ],
)
def test_what_follows_is_left_out_and_comes_back(
    rows: pl.DataFrame, left_out: set[str], tmp_path: Path
) -> None:
    schema = SEATS if "seat" in rows.columns else HANDS
    spared = compact(rows, 3)
    assert {*rows.columns} - {*spared.columns} == left_out
    spared.write_parquet(tmp_path / "part.parquet")
    assert_frame_equal(read_parts([tmp_path / "part.parquet"], schema), full(rows, schema))
    some = pl.Schema({name: schema[name] for name in rows.columns[1:]})
    read = read_parts([tmp_path / "part.parquet"], some, only=True)
    assert_frame_equal(read, full(rows, schema).select(some.names()))


def test_parts_are_read_together_as_one_by_one(tmp_path: Path) -> None:
    schema = pl.Schema({name: SEATS[name] for name in ("hand_no", "net")})
    parts = [tmp_path / name for name in ("compact.parquet", "whole.parquet")]
    compact(seats(3), 3).write_parquet(parts[0])
    seats(2).write_parquet(parts[1])
    for together, part in zip(read_each(parts, schema, only=True), parts, strict=True):
        assert_frame_equal(together, read_parts([part], schema, only=True))
    parts[1].write_bytes(b"PAR1")
    with pytest.raises(StoreError, match=r"whole\.parquet can't be read"):
        read_each(parts, schema, only=True)


def test_sql_reads_the_same(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for session in ("a", "b"):
        with store.begin_session({"session_id": session, "kind": "run"}) as writer:
            writer.write_part(hands([7, 7, 9]), seats(3))
            more = (rows.with_columns(pl.col("hand_no") + 90) for rows in (hands([97, 98]), seats(2)))
            writer.write_part(*more)
            writer.commit()
    tables = tables_of(store)
    with duckdb.connect() as con:
        create_column_tables(con, tables)
        for name, column in (("hands", "chain_no"), ("seats", "net")):
            columns = f"session_id, hand_no, {column}"
            rows = rows_of(name, tables[name], tables[name].parts)
            told = con.execute(f"select {columns} from ({rows}) order by all").fetchall()
            assert told == sorted(store.read(name).select(columns.split(", ")).rows())
