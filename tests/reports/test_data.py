"""The frames against the store's own rows, added up here in another way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import polars as pl
import pytest
from duckdb import DuckDBPyConnection

from pipeline.analysis.marts import open_marts
from pipeline.store.store import Store
from reports import data
from reports.data import frames
from reports.data.frames import measured
from tests.reports.house import FRIENDS, build_house


@pytest.fixture(scope="module")
def seats(house: Store) -> list[dict[str, object]]:
    """Every seat of the nights, in the order of play."""
    rows = house.read("seats").filter(pl.col("session_id").str.starts_with("2026"))
    return rows.sort("session_id", "hand_no", "seat").to_dicts()


def chips(seats: list[dict[str, object]], *key: str) -> dict[object, int]:
    sums: dict[object, int] = defaultdict(int)
    for row in seats:
        sums[tuple(row[name] for name in key)] += row["net"]  # type: ignore[operator]
    return sums


def test_standings_are_the_sums_of_the_seats(con: DuckDBPyConnection, seats: list[dict[str, object]]) -> None:
    frame = data.standings(con, "2026")
    expected = chips(seats, "player_id")
    assert {(row["player_id"],): row["net"] for row in frame.iter_rows(named=True)} == expected
    assert frame["net_money"].to_list() == pytest.approx([net / 4 for net in frame["net"]])
    assert frame["net_money"].is_sorted(descending=True)
    assert frame["net"].sum() == sum(expected.values())


def test_evenings_run_up_to_the_standings(con: DuckDBPyConnection, seats: list[dict[str, object]]) -> None:
    frame = data.player_nights(con, "2026")
    expected = chips(seats, "session_id", "player_id")
    got = {(row["session_id"], row["player_id"]): row["value"] for row in frame.iter_rows(named=True)}
    assert got == pytest.approx({key: net / 4 for key, net in expected.items()})
    for rows in frame.partition_by("player_id"):
        assert rows["total"].to_list() == pytest.approx(rows["value"].cum_sum().to_list())
    assert set(frame["measure"]) == {"DKK"}


def test_a_nights_running_nets_end_at_its_sums(
    con: DuckDBPyConnection, seats: list[dict[str, object]]
) -> None:
    frame = data.running_nets(con, "2026-02")
    last = {
        rows["player_id"][0]: rows["total"][-1]
        for rows in frame.partition_by("player_id", maintain_order=True)
    }
    tonight = [row for row in seats if row["session_id"] == "2026-02"]
    assert last == pytest.approx({key[0]: net / 4 for key, net in chips(tonight, "player_id").items()})  # type: ignore[index]


def test_games_count_each_hand_at_the_table_once(con: DuckDBPyConnection, house: Store) -> None:
    frame = data.player_games(con, "2026")
    hands = house.read("hands").filter(pl.col("session_id").str.starts_with("2026"))
    played = dict(hands["variant_id"].value_counts().iter_rows())
    assert dict(frame.select("variant_id", "table_hands").iter_rows()) == played
    assert frame["net"].sum() == data.standings(con, "2026")["net"].sum()
    assert frame["table_hands"].is_sorted(descending=True)


def test_the_largest_win_and_loss_are_single_hands(
    con: DuckDBPyConnection, seats: list[dict[str, object]]
) -> None:
    nets = [row["net"] for row in seats]
    frame = data.extreme_hands(con, "2026")
    assert frame["what"].to_list() == ["win", "loss"]
    assert frame["net"].to_list() == [max(nets), min(nets)]  # type: ignore[type-var]


def test_winners_take_the_whole_pot_that_isnt_carried(con: DuckDBPyConnection) -> None:
    hands = data.hand_log(con, "2026-01")
    took = data.winners(con, "2026-01").group_by("hand_no").agg(pl.col("won").sum())
    both = hands.join(took, on="hand_no", how="left").with_columns(pl.col("won").fill_null(0))
    assert (both["won"] + both["pot_out"] == both["pot"]).all()


def test_game_stats_have_a_row_a_game_and_every_column(con: DuckDBPyConnection, house: Store) -> None:
    frame = data.game_stats(con, "run")
    hands = house.read("hands", "run-1")
    assert dict(frame.select("variant_id", "hands_hand").iter_rows()) == dict(
        hands["variant_id"].value_counts().iter_rows()
    )
    spread = dict(frame.select("variant_id", "net_sd_hand").iter_rows())
    seats = house.read("seats", "run-1").join(hands.select("hand_no", "variant_id"), on="hand_no")
    for (game,), rows in seats.group_by("variant_id"):
        assert spread[game] == pytest.approx((rows["net"] / 2).std(), rel=0.02)
    assert {f"{metric}_high" for metric in data.METRICS} <= set(frame.columns)
    assert data.game_stats(con, "import")["variant_id"].to_list() == ["texas-holdem"]


def test_the_distribution_holds_every_seat(con: DuckDBPyConnection, house: Store) -> None:
    assert data.net_distribution(con, "run")["n"].sum() == len(house.read("seats", "run-1"))


def test_players_are_numbered_as_they_joined(con: DuckDBPyConnection, seats: list[dict[str, object]]) -> None:
    frame = data.players(con)
    assert frame["join_order"].to_list() == list(range(len(FRIENDS)))
    first = {}
    for row in seats:
        first.setdefault(row["player_id"], row["session_id"])
    assert [first[player] for player in frame["player_id"]] == sorted(first.values())  # type: ignore[type-var]


def test_a_newcomer_changes_nobodys_number(tmp_path: Path) -> None:
    numbers = []
    for nights in (2, 5):
        store = build_house(tmp_path / str(nights), nights=nights, hands=4, run_hands=0)
        with open_marts(store.path) as con:
            numbers.append(dict(data.players(con).select("player_id", "join_order").iter_rows()))
    assert all(numbers[1][player] == order for player, order in numbers[0].items())


def test_hidden_players_are_in_no_frame(tmp_path: Path) -> None:
    store = build_house(tmp_path, nights=2, hands=6, run_hands=0)
    known = store.read("players")
    store.write_reference("players", known.with_columns(hidden=pl.col("player_id") == "p1"))
    with open_marts(store.path) as con:
        for frame in (
            data.players(con),
            data.standings(con, "2026"),
            data.player_nights(con, "2026"),
            data.running_nets(con, "2026-01"),
            data.player_games(con, "2026"),
        ):
            assert len(frame)
            assert "p1" not in frame["player_id"]
        accounts = data.settlements(con, ["2026-01"])
        assert accounts.filter(pl.col("player_id") == "p1")["name"].to_list() == [None]
        assert accounts["net"].sum() == 0
        winners = data.winners(con, "2026-01")
        assert winners.filter(pl.col("player_id") == "p1")["name"].null_count() == len(
            winners.filter(pl.col("player_id") == "p1")
        )


def test_chips_stand_in_where_a_nights_chips_have_no_known_value() -> None:
    frame = pl.DataFrame(
        {
            "currency": ["DKK", "DKK", None],
            "player_id": ["a", "a", "a"],
            "net": [4, 8, 2],
            "net_money": [1.0, 2.0, None],
        }
    )
    rows = measured(frame, money="net_money", chips="net", within=["player_id", "currency"])
    assert rows["measure"].to_list() == ["DKK", "DKK", "chips"]
    assert rows["value"].to_list() == [1, 2, 2]
    assert rows["total"].to_list() == [1, 3, 2]


def test_pages_of_a_site_ask_once_for_all_players_and_nights(
    con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    data.cast_season(con, "2026")
    players = data.standings(con, "2026")["player_id"].to_list()
    nights = data.player_nights(con, "2026")["session_id"].unique(maintain_order=True).to_list()[-2:]
    alone = [data.season_hands(con, "2026", player) for player in players]
    read: list[str] = []

    def counting(con: DuckDBPyConnection, query: str, parameters: Mapping[str, object]) -> pl.DataFrame:
        read.append(query)
        return frames_read(con, query, parameters)

    frames_read = frames._read
    monkeypatch.setattr(frames, "_read", counting)
    answers = data.Answers(con)
    with answers.in_use():
        together = [data.season_hands(con, "2026", player) for player in players]
        assert (len(players) > 4, len(read)) == (True, 1)
        assert all(a.equals(b) for a, b in zip(together, alone, strict=True))
        assert len(data.season_hands(con, "2026", "nobody")) == 0
        data.cast_night(con, nights[-1])
        answers.read_ahead(nights)
        read.clear()
        first, second = (data.hand_log(con, night) for night in nights)
        assert (len(read), *first["session_id"].unique(), *second["session_id"].unique()) == (1, *nights)
        answers.read_ahead([])
    read.clear()
    assert data.hand_log(con, nights[0]).equals(first)  # not in use any more
    assert len(read) == 1
    data.cast_all(con)
