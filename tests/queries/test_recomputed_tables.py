"""The marts that list what is there, and the line-ups of runs, of random stores: by polars, from the rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from queries import selects
from tests.queries.house import LEADS_TO, House

HAND = ["session_id", "hand_no"]


def found(house: House, mart: str, *columns: str) -> list[tuple[Any, ...]]:
    return sorted(selects.read(house.con, f"select {', '.join(columns)} from {mart}").rows(), key=str)


def hands_of(house: House) -> pl.DataFrame:
    """Every confirmed hand, with what the session says."""
    rows = pl.DataFrame([row for row, _ in house.hands], infer_schema_length=None)
    nights = pl.DataFrame([*house.sessions.values()], infer_schema_length=None)
    return rows.join(nights, on="session_id", suffix="_of_session")


def seats_of(house: House) -> pl.DataFrame:
    """Every seat of them; merged players are one."""
    seats = pl.DataFrame([seat for _, seats in house.hands for seat in seats], infer_schema_length=None)
    return seats.with_columns(player_id=pl.col("player_id").replace(LEADS_TO))


def test_hands(house: House) -> None:
    kept = hands_of(house).filter(pl.col("kind") != "run")
    columns = (*HAND, "chain_no", "kind", "season", "variant_id", "pot_in", "pot", "pot_out", "outcome")
    expected = kept.select(
        *columns, pl.col("dealer_id").replace(LEADS_TO), pot_money=pl.col("pot") * pl.col("chip_value")
    )
    assert found(house, "mart_hands", *columns, "dealer_id", "pot_money") == sorted(expected.rows(), key=str)


def test_winners(house: House) -> None:
    second = pl.col("paid").sort(descending=True).slice(1, 1).first().over(HAND)
    unmatched = pl.max_horizontal(pl.col("paid") - second, 0)
    took = seats_of(house).filter((pl.col("won") > unmatched) & pl.col("player_id").is_not_null())
    columns = (*HAND, "seat", "player_id", "won", "net", "meld")
    assert found(house, "mart_winners", *columns) == sorted(took.select(columns).rows(), key=str)


def test_the_book_and_the_accounts(house: House) -> None:
    book = pl.DataFrame(house.rows["bank"], infer_schema_length=None).with_columns(
        player_id=pl.col("player_id").replace(LEADS_TO)
    )
    columns = ("session_id", "entry_no", "kind", "player_id", "chips", "money", "currency")
    assert found(house, "mart_bank", *columns) == sorted(book.select(columns).rows(), key=str)
    nights = hands_of(house).select(*HAND, "currency", "chip_value")
    account = ["session_id", "player_id", "currency"]
    nets = (
        seats_of(house)
        .filter(pl.col("player_id").is_not_null())
        .join(nights, on=HAND)
        .group_by(account)
        .agg(pl.col("net").sum(), net_money=(pl.col("net") * pl.col("chip_value")).sum())
    )

    def of(kind: str, column: str) -> pl.Expr:
        return pl.col(column).filter(pl.col("kind") == kind).sum()

    moved = book.group_by(account).agg(
        lent=of("loan", "chips"),
        bought=of("purchase", "chips"),
        returned=of("count", "chips"),
        book_money=of("count", "money") - of("loan", "money") - of("purchase", "money"),
    )
    both = nets.join(moved, on=account, how="full", coalesce=True, nulls_equal=True).with_columns(
        pl.col("net", "lent", "bought", "returned", "book_money").fill_null(0)
    )
    expected = both.select(
        *account,
        *("net", "net_money", "lent", "bought", "returned", "book_money"),
        stack=pl.col("lent") + pl.col("bought") - pl.col("returned") + pl.col("net"),
        balance_money="net_money",
    )
    assert found(house, "mart_settlements", *expected.columns) == sorted(expected.rows(), key=str)


def test_players_games_and_runs(house: House) -> None:
    seats = seats_of(house)
    named = pl.DataFrame(house.rows["players"], infer_schema_length=None).filter(
        ~pl.col("player_id").is_in([*LEADS_TO])
    )
    dealt = (
        seats.filter(pl.col("player_id").is_not_null())
        .group_by("player_id")
        .agg(sessions=pl.col("session_id").n_unique(), hands=pl.struct(HAND).n_unique())
    )
    players = named.join(dealt, on="player_id", how="full", coalesce=True).select(
        "player_id",
        pl.coalesce("name", "player_id"),
        pl.col("hidden").fill_null(value=False),
        pl.col("sessions", "hands").fill_null(0),
    )
    assert found(house, "mart_players", *players.columns) == sorted(players.rows(), key=str)
    spoilt = ("new_deal", "redealt", "incomplete")
    hands = hands_of(house)
    whole = hands.filter(~pl.col("outcome").is_in(spoilt)).group_by("variant_id").len("hands")
    games = pl.DataFrame(house.rows["variants"]).join(whole, on="variant_id", how="left")
    expected = games.select("variant_id", "name", pl.col("hands").fill_null(0))
    assert found(house, "mart_variants", *expected.columns) == sorted(expected.rows(), key=str)
    paces = dict(house.con.execute("select variant_id, pace from mart_variants").fetchall())
    assert paces == pytest.approx({game: house.pace(game) for game in paces})
    runs = (
        hands.filter(pl.col("kind") == "run")
        .group_by("session_id", "seed")
        .agg(hands=pl.len(), players=pl.col("player_count").max(), profiles=pl.lit("loose, steady"))
    )
    assert found(house, "mart_runs", *runs.columns) == sorted(runs.rows(), key=str)


@pytest.mark.parametrize("per", ["hand", "chain", "hour"])
def test_line_ups(house: House, per: str) -> None:
    """A game's deviation by line-up from the nets one by one; the seatings of a deal are a cluster."""
    hands = hands_of(house).filter(pl.col("kind") == "run").sort(HAND)
    first = pl.col("variant_id", "additions", "player_count", "unit").first().over("session_id", "chain_no")
    seats = seats_of(house).join(
        hands.select(*HAND, "chain_no", "variant_id", "additions", "player_count", "unit", "outcome"), on=HAND
    )
    seats = seats.sort(*HAND, "seat").with_columns(
        played=~pl.col("outcome").is_in(("new_deal", "redealt", "incomplete"))
    )
    game = ["variant_id", "additions", "player_count"]
    if per == "hand":
        nets = seats.filter("played").with_columns(net=pl.col("net") / pl.col("unit"))
    else:
        turn = pl.col("hand_no") - pl.col("chain_no")
        nets = (
            seats.with_columns(first, place=(pl.col("seat") + turn) % pl.col("player_count"))
            .filter(pl.col("played").any().over("session_id", "chain_no"))
            .group_by("session_id", "chain_no", *game, "unit", "place", maintain_order=True)
            .agg(pl.col("net").sum(), whole=pl.col("played").sum())
            .with_columns(net=pl.col("net") / pl.col("unit"))
        )
    clusters = nets.group_by(*game, "session_id", "chain_no").agg(
        n=pl.len(), t=pl.col("net").sum(), s=(pl.col("net") ** 2).sum(),
        hands=pl.len() / pl.col("player_count").first() if per == "hand" else pl.col("whole").first(),
    )  # fmt: skip
    columns = (*game, "net_sd", "low", "effective")
    rows = selects.read(
        house.con, f"select {', '.join(columns)} from mart_variant_lineups where per = '{per}'"
    )
    told = {row[:3]: row[3:] for row in rows.rows()}
    groups = clusters.partition_by(game, as_dict=True)
    assert set(told) == set(groups)
    for key, mine in groups.items():
        n, t, s = (mine[name].to_numpy().astype(float) for name in ("n", "t", "s"))
        sd, low, effective = told[key]
        assert effective == pytest.approx(s.sum() ** 2 / (s * s).sum())
        assert low is None  # no player has enough hands of a game in these houses
        if len(mine) > 1:
            mean = t.sum() / n.sum()
            error = len(mine) / (len(mine) - 1) * ((t - mean * n) ** 2).sum() / n.sum() ** 2
            times = 1.0
            if per == "hour":
                times = np.sqrt(3600 * len(mine) / (mine["hands"].sum() * house.pace(key[0])))
            assert sd == pytest.approx(times * np.sqrt(s.sum() / n.sum() - mean**2 + error))
