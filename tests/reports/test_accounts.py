"""Who has to get and to pay what, as the pages tell it; the nets are known from the seats."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest
from duckdb import DuckDBPyConnection
from typer.testing import CliRunner

from pipeline.analysis.marts import open_marts
from pipeline.cli import app
from pipeline.store.store import Store
from reports import data
from reports.components.amounts import Worth
from reports.components.blocks import Paragraph, Table
from reports.components.html import text_of
from reports.pages.settlement import night_accounts, season_accounts
from tests.reports.house import variants
from tests.stores import few_models

few = few_models(
    "mart_bank", "mart_player_nights", "mart_players", "mart_sessions", "mart_settlements", "mart_variants"
)

START = datetime(2026, 1, 9, 18, tzinfo=UTC)


def store(
    path: Path,
    *,
    chip_value: str | None = "0.25",
    seasons: tuple[str, ...] = ("2026",),
    book: Sequence[dict[str, object]] = (),
    times: int = 1,
) -> Store:
    """A night a season: Anna wins 20 chips, Bo loses 12 and Ida 8, or so many `times` as much."""
    store = Store(path)
    names = ("Anna", "Bo", "Ida")
    players = [{"player_id": name[0].lower(), "name": name, "hidden": False} for name in names]
    store.write_reference("players", pl.DataFrame(players))
    store.write_reference("variants", variants())
    seats = pl.DataFrame(
        {
            "hand_no": [1] * 3,
            "seat": [0, 1, 2],
            "player_id": ["a", "b", "i"],
            "paid": [10 * times, 12 * times, 8 * times],
            "won": [30 * times, 0, 0],
        }
    ).with_columns(net=pl.col("won") - pl.col("paid"), shadow=pl.lit(0))
    hand = {
        "hand_no": 1, "status": "confirmed", "chain_no": 1, "variant_id": "guts", "additions": "",
        "player_count": 3, "unit": 2, "pot_in": 0, "pot": 30, "pot_out": 0, "outcome": "showdown",
        "detail": "result",
    }  # fmt: skip
    for number, season in enumerate(seasons):
        night = f"n{number + 1}"
        session = {
            "session_id": night, "kind": "night", "season": season,
            "started_at": START.replace(month=1 + number), "currency": "DKK" if chip_value else None,
            "chip_value": Decimal(chip_value) if chip_value else None, "banker_id": "a",
        }  # fmt: skip
        entries = [
            {"session_id": night, "entry_no": n, "currency": "DKK", **entry} for n, entry in enumerate(book)
        ]
        bank = pl.DataFrame(entries, schema_overrides={"money": pl.Decimal(18, 2)}) if entries else None
        store.write_session(session, hands=pl.DataFrame([hand]), seats=seats, bank=bank)
    return store


def pay_outside(store: Store) -> None:
    """Bo pays Anna 3 kr. for the whole season."""
    row = {"session_id": None, "entry_no": 1, "player_id": "b", "counterparty_id": "a", "kind": "payment"}
    paid = pl.DataFrame(
        [{**row, "money": Decimal(3), "currency": "DKK"}], schema_overrides={"session_id": pl.String}
    )
    place = store.path / "bank" / "session_id=season payments"
    place.mkdir(parents=True)
    paid.with_columns(
        pl.col("money").cast(pl.Decimal(18, 2)), chips=pl.lit(None, pl.Int64), at=pl.lit(START)
    ).write_parquet(place / "part-0.parquet")


def shown(block: object) -> list[list[str]]:
    """A table's rows as they stand, its foot last."""
    assert isinstance(block, Table)
    rows = [
        [text_of(column.cell(row)) for column in block.columns[1:]]
        for row in block.frame.iter_rows(named=True)
    ]
    return [[name, *row] for name, row in zip(block.frame["name"], rows, strict=True)] + [
        list(map(text_of, block.foot))
    ]


def season(con: DuckDBPyConnection, name: str = "2026") -> list[object]:
    every = data.sessions(con, "night")
    return list(season_accounts(con, every, every.filter(pl.col("season") == name)))


def test_the_season_settles_what_the_hands_say(tmp_path: Path) -> None:
    book = [{"player_id": "b", "counterparty_id": "a", "kind": "payment", "money": Decimal(2)}]
    with open_marts(store(tmp_path, book=book).path) as con:
        (table,) = season(con)
    assert shown(table) == [
        ["Anna", "+5.00", "+2.00", "+3.00"],
        ["Bo", "\u22123.00", "\u22122.00", "\u22121.00"],
        ["Ida", "\u22122.00", "0.00", "\u22122.00"],
        ["All players", "0.00", "0.00", "0.00"],
    ]


def test_a_season_in_which_nothing_was_paid_is_one_sentence(tmp_path: Path) -> None:
    with open_marts(store(tmp_path).path) as con:
        (sentence,) = season(con)
    assert "Nothing has been paid yet" in sentence.html()


def test_a_payment_for_the_season_counts_where_there_is_but_one(tmp_path: Path) -> None:
    house = store(tmp_path)
    pay_outside(house)
    with open_marts(house.path) as con:
        (table,) = season(con)
    assert shown(table)[0] == ["Anna", "+5.00", "+3.00", "+2.00"]


def test_with_several_seasons_it_is_said_where_it_counts(tmp_path: Path) -> None:
    house = store(tmp_path, seasons=("2025", "2026"))
    pay_outside(house)
    with open_marts(house.path) as con:
        sentence, remark = season(con)
    assert "Nothing has been paid yet" in sentence.html()
    assert isinstance(remark, Paragraph)
    assert "isn&#x27;t in this table" in remark.html()


def test_what_chips_of_unknown_value_are_worth_is_not_known(tmp_path: Path) -> None:
    with open_marts(store(tmp_path, chip_value=None).path) as con:
        (table,) = season(con)
    assert {cell for row in shown(table) for cell in row[1::2]} == {"not known"}


def test_the_net_of_a_book_is_that_of_the_standings(tmp_path: Path) -> None:
    """Net was what the hands said, without side bets: another number than the one above it, by the same name."""
    book: Sequence[dict[str, object]] = [
        {"player_id": "b", "counterparty_id": "a", "kind": "bet", "chips": 20, "money": Decimal(5)},
        {"player_id": "a", "counterparty_id": "b", "kind": "expense", "money": Decimal(1)},
    ]
    with open_marts(store(tmp_path, book=book).path) as con:
        (table,) = season(con)
        night, *_ = night_accounts(con, "n1", "DKK", Worth(0.25, "DKK"))
        standings = dict(
            con.sql("select player_id, sum(net_money) from mart_player_nights group by all").fetchall()
        )
    nets = {"Anna": standings["a"], "Bo": standings["b"], "Ida": standings["i"]}
    assert nets["Bo"] == 2
    for one in (table, night):
        assert isinstance(one, Table)
        rows = {
            row[0]: dict(zip((each.label for each in one.columns), row, strict=True)) for row in shown(one)
        }
        for name, net in nets.items():
            assert float(rows[name]["Net"].replace("\u2212", "-")) == net, name
        assert float(rows["All players"]["Net"]) == 0


def test_a_season_with_side_bets_alone_has_no_table_of_its_own(tmp_path: Path) -> None:
    book: Sequence[dict[str, object]] = [
        {"player_id": "b", "counterparty_id": "a", "kind": "bet", "chips": 20, "money": Decimal(5)}
    ]
    with open_marts(store(tmp_path, book=book).path) as con:
        (sentence,) = season(con)
    assert "Nothing has been paid yet" in sentence.html()


@pytest.mark.parametrize(("chips", "column", "net"), [(4, "+4", "\u22128"), (-4, "\u22124", "\u221216")])
def test_a_night_shows_the_columns_of_its_book_that_are_used(
    tmp_path: Path, chips: int, column: str, net: str
) -> None:
    book: Sequence[dict[str, object]] = [
        {"player_id": "b", "kind": "loan", "chips": 100, "money": Decimal(25)},
        {"player_id": "b", "kind": "difference", "chips": chips, "money": Decimal(chips) / 4},
    ]
    with open_marts(store(tmp_path, book=book).path) as con:
        table, remark, entries = night_accounts(con, "n1", "DKK")
    assert isinstance(table, Table)
    assert isinstance(entries, Table)
    assert [each.label for each in table.columns] == ["Player", "Lent", "Difference", "Net", "Balance"]
    assert shown(table)[1][:4] == ["Bo", "100", column, net]
    assert isinstance(remark, Paragraph)
    assert f"{100 + chips - 12} chips not handed back" in remark.html()


def test_a_night_that_is_settled_lacks_no_chips(tmp_path: Path) -> None:
    paid: Sequence[dict[str, object]] = [
        {"player_id": "b", "kind": "loan", "chips": 100, "money": Decimal(25)},
        {"player_id": "b", "counterparty_id": "a", "kind": "payment", "money": Decimal(3)},
        {"player_id": "i", "counterparty_id": "a", "kind": "payment", "money": Decimal(2)},
    ]
    with open_marts(store(tmp_path, book=paid).path) as con:
        shown_blocks = night_accounts(con, "n1", "DKK")
    assert "handed back" not in "".join(block.html() for block in shown_blocks)
    with open_marts(store(tmp_path / "owed", book=paid[:2]).path) as con:
        shown_blocks = night_accounts(con, "n1", "DKK")
    assert "handed back" in "".join(block.html() for block in shown_blocks)


def test_a_night_without_hands_shows_the_banker_too(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    lines = "b buys 100\nend\n"
    night = [
        "log",
        "2026-03-14",
        "--players",
        "Anna, Bo, Carl",
        "--banker",
        "a",
        "--chip",
        "1 kr",
        "--from",
        "-",
    ]
    logged = CliRunner().invoke(app, ["--store", str(folder), *night], input=lines)
    assert logged.exit_code == 0, logged.output
    with open_marts(folder) as con:
        table, *_ = night_accounts(con, "2026-03-14", "DKK")
    assert isinstance(table, Table)
    assert [row[0] for row in shown(table)] == ["Anna", "Bo", "All players"]
    assert "".join(shown(table)[0][1:]).strip("0.\u2212+") == ""


def test_a_banker_who_borrows_nothing_owes_the_bank_no_chips(tmp_path: Path) -> None:
    book: list[dict[str, object]] = [
        {"player_id": "b", "kind": "loan", "chips": 100, "money": Decimal(25)},
        {"player_id": "b", "kind": "buyback", "chips": 88, "money": Decimal(22)},
    ]
    with open_marts(store(tmp_path, book=book).path) as con:
        assert [type(block) for block in night_accounts(con, "n1", "DKK")] == [Table, Table]
