"""The edge of one profile over another: from duplicate play, against the same figures computed otherwise."""

from __future__ import annotations

import math
from pathlib import Path

import polars as pl
import pytest

from engine.catalogue import VARIANTS
from pipeline.analysis.marts import query_store
from pipeline.simulation.runs import Run, simulate
from pipeline.store.store import Store

HANDS = 2400
PROFILES = ["plain-steady", "plain-tight"]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("skill")
    for name, game, players in (("a", "texas-holdem", 4), ("b", "five-card-stud", 5)):
        run = Run(variants=[VARIANTS[game]], hands=HANDS, players=players, seed=11, profiles=PROFILES)
        simulate(Store(place), run, session_id=name)
    simulate(Store(place), Run(variants=[VARIANTS["guts"]], hands=50, players=4, seed=1), session_id="alike")
    return place


def _seats(store: Path, session: str) -> pl.DataFrame:
    """A row a seat: its deal, its profile and its net in antes."""
    hands = Store(store).read("hands", session).select("hand_no", "deal_no", "unit")
    seats = Store(store).read("seats", session).join(hands, on="hand_no")
    return seats.select("hand_no", "deal_no", "profile", net=pl.col("net") / pl.col("unit"))


@pytest.mark.parametrize(("session", "game"), [("a", "texas-holdem"), ("b", "five-card-stud")])
def test_the_mart_says_what_the_hands_say(store: Path, session: str, game: str) -> None:
    [row] = query_store(store, f"select * from mart_variant_skill where variant_id = '{game}'")
    seats = _seats(store, session)
    means = seats.group_by("hand_no", "deal_no", "profile").agg(pl.col("net").mean())
    hands = means.pivot("profile", index=["hand_no", "deal_no"], values="net")
    edges = hands.with_columns(edge=pl.col(str(row["profile"])) - pl.col(str(row["other"])))
    deals = edges.group_by("deal_no").agg(pl.col("edge").mean())["edge"].to_numpy()
    assert row["hands"] == len(edges)
    assert row["deals"] == len(deals) == HANDS // len(edges.filter(deal_no=1))
    assert row["edge_per_100"] == pytest.approx(100 * deals.mean())
    assert row["error_per_100"] == pytest.approx(100 * deals.std(ddof=1) / math.sqrt(len(deals)))
    pairs = seats.filter(profile=row["profile"]).join(seats.filter(profile=row["other"]), on="hand_no")
    luck = float((pairs["net"] - pairs["net_right"]).pow(2).mean()) - deals.mean() ** 2  # type: ignore[arg-type]
    assert row["luck"] == pytest.approx(math.sqrt(luck))
    assert row["n_star"] == pytest.approx(luck / deals.mean() ** 2)
    assert row["n_star_low"] < row["n_star"]  # type: ignore[operator]
    assert row["n_star_high"] is None or row["n_star_high"] > row["n_star"]  # type: ignore[operator]


@pytest.mark.parametrize(("session", "game"), [("a", "texas-holdem"), ("b", "five-card-stud")])
@pytest.mark.parametrize("per", ["hand", "chain"])
def test_the_seatings_of_a_deal_are_one_cluster(store: Path, session: str, game: str, per: str) -> None:
    [row] = query_store(
        store,
        "select value, effective from mart_variant_stats where metric = 'net_sd' and player_count is null "
        f"and variant_id = '{game}' and per = '{per}'",
    )
    seats = _seats(store, session)
    squares = seats.group_by("deal_no").agg(pl.col("net").pow(2).sum())["net"].to_numpy()
    assert row["effective"] == pytest.approx(squares.sum() ** 2 / (squares**2).sum())
    assert row["value"] == pytest.approx(math.sqrt(squares.sum() / len(seats)))


def test_equal_profiles_have_no_edge(store: Path) -> None:
    assert query_store(store, "select * from mart_variant_skill where variant_id = 'guts'") == []
