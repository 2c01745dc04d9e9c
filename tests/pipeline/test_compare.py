"""Comparisons of games: the figures against the rows of the runs, the words against the figures."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import engine.api
import pipeline.analysis.compare
from engine.api import VARIANTS, CallError
from pipeline.analysis.compare import (
    COMPARED,
    ComparedRun,
    Comparison,
    DealSums,
    compare,
    compare_pair,
    rank_intervals,
)
from pipeline.analysis.compare_text import hands_needed, sentences
from pipeline.analysis.deviation import Known
from pipeline.analysis.evenings import RunPart, evening_rows, evenings_of_deals
from pipeline.analysis.marts import check_store, open_marts, query_store
from pipeline.analysis.risk import GameShare, Table, mixed_evenings
from pipeline.cli import app
from pipeline.commands.compare import _row as table_row
from pipeline.simulation.evenings import LENGTH
from pipeline.store.store import Store
from queries.people_error import RATIO_REACH
from tests.stores import few_models, marts_in, peder

few = few_models("mart_variants", "check_", "mart_variant_lineups", "mart_variant_skill")

LINEUPS = {"steady": ("plain-steady",), "mixed": ("plain-steady", "plain-loose")}
GAMES = ("straight-poker", "guts", "texas-holdem")


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Comparison, dict[str, Any]]:
    place = tmp_path_factory.mktemp("compare") / "store"
    asked = Comparison(
        variants=[VARIANTS.find(game) for game in GAMES], players=4, hands=20_000, lineups=LINEUPS, seed=7
    )
    return place, asked, compare(place, asked)


@cache
def played(place: Path, session: str) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The hands of a run, and its seats with their hands."""
    store = Store(place / COMPARED)
    hands = store.read("hands", session).select("hand_no", "chain_no", "deal_no", "unit")
    return hands, store.read("seats", session).join(hands, on="hand_no")


@cache
def deals(place: Path, session: str, per: str) -> pl.DataFrame:
    """A row a deal: `top`, squares of nets in antes over four seats, and `under`, hands or chains."""
    hands, seats = played(place, session)
    who = (pl.col("seat") + pl.col("hand_no") - pl.col("chain_no")) % 4
    cluster = pl.coalesce("deal_no", "chain_no").alias("deal")
    unit = "hand_no" if per == "hand" else "chain_no"
    nets = seats.group_by(cluster, unit, who.alias("who")).agg((pl.col("net") / pl.col("unit")).sum())
    top = nets.group_by("deal").agg(top=pl.col("net").pow(2).sum())
    under = hands.group_by(cluster).agg(hands=pl.len(), chains=pl.col("chain_no").n_unique())
    of = pl.col("chains") if per == "chain" else pl.col("hands")
    return top.join(under, on="deal").sort("deal").select("top", under=of * 4)


@pytest.mark.parametrize("per", ["hour", "chain", "hand"])
def test_ratios_are_those_of_the_rows(compared: tuple[Path, Comparison, dict[str, Any]], per: str) -> None:
    place, asked, _ = compared
    result = compare(place, asked, per)
    names = {variant.name: variant for variant in asked.variants}
    known = {row["name"]: row["by_lineup"] for row in result["games"]}
    assert len(result["pairs"]) == 3 * len(LINEUPS)
    for pair in result["pairs"]:
        one, other = names[pair["wilder"]], names[pair["than"]]
        a, b = (deals(place, asked.session(game, pair["lineup"]), per) for game in (one, other))
        v, w = (float(rows["top"].sum() / rows["under"].sum()) for rows in (a, b))
        if per == "hour":
            v, w = v / one.pace, w / other.pace
        assert pair["ratio"] == pytest.approx(math.sqrt(v / w))
        moved = [
            (rows["top"] / rows["top"].sum() - rows["under"] / rows["under"].sum()).to_numpy()
            for rows in (a, b)
        ]
        if len(a) == len(b):  # the same deals, in pairs
            alike = (moved[0] @ moved[1]) / np.sqrt((moved[0] @ moved[0]) * (moved[1] @ moved[1]))
        else:  # guts is played in games of several deals
            assert {one.id, other.id} & {"guts"}
            alike = 0
        figures = [known[game.name][pair["lineup"]] for game in (one, other)]
        assert (pair["low"] is None) == (pair["high"] is None) == any(one["needed"] for one in figures)
        if pair["low"] is None:
            continue
        (down, up), (other_down, other_up) = (
            [abs(math.log(figure[end] / figure["net_sd"])) for end in ("low", "high")] for figure in figures
        )
        above = math.sqrt(up**2 + other_down**2 - 2 * alike * up * other_down)
        below = math.sqrt(down**2 + other_up**2 - 2 * alike * down * other_up)
        assert math.log(pair["high"] / pair["ratio"]) == pytest.approx(above, rel=1e-6)
        assert math.log(pair["ratio"] / pair["low"]) == pytest.approx(below, rel=1e-6)


def test_games_are_reported_by_line_up(compared: tuple[Path, Comparison, dict[str, Any]]) -> None:
    place, _, result = compared
    assert {row["variant_id"] for row in result["games"]} == set(GAMES)
    assert [row["middle"] for row in result["games"]] == sorted(
        (row["middle"] for row in result["games"]), reverse=True
    )
    for row in result["games"]:
        assert set(row["by_lineup"]) == set(LINEUPS)
        ends = [
            figure[end] or figure["net_sd"] for figure in row["by_lineup"].values() for end in ("low", "high")
        ]
        assert row["band"] == [min(ends), max(ends)]
        assert 1 <= row["rank"][0] <= row["rank"][1] <= len(GAMES)
    (row,) = query_store(
        place / COMPARED,
        "select net_sd, low from mart_variant_lineups where variant_id = 'guts' and per = 'hour' "
        "and lineup = 'plain-loose, plain-steady'",
    )
    guts = next(row for row in result["games"] if row["variant_id"] == "guts")
    assert [guts["by_lineup"]["mixed"][name] for name in row] == [*row.values()]
    assert [one.check for one in check_store(place / COMPARED) if one.count] == []


def test_what_was_played_is_not_played_again(
    compared: tuple[Path, Comparison, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    place, asked, result = compared
    monkeypatch.delattr(pipeline.analysis.compare, "simulate")
    assert compare(place, asked) == result


def test_ranks_are_as_wide_as_what_is_not_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline.analysis.compare, "RATIO_REACH", 0.0)

    def pair(a: int, b: int, ratio: float, below: float, above: float = 0) -> list[dict[str, Any]]:
        one = {"a": a, "b": b, "ratio": ratio, "below": below, "above": above}
        other = {"a": b, "b": a, "ratio": 1 / ratio, "below": above, "above": below}
        return [told | {"lineup": "x"} for told in (one, other)]

    sure, near = pair(0, 1, 2.0, 0.1), pair(1, 2, 1.01, 0.1)
    assert rank_intervals(3, ["x"], sure + near + pair(0, 2, 2.0, 0.1, 5)) == [(1, 1), (2, 3), (2, 3)]
    assert rank_intervals(2, ["x"], pair(0, 1, 2.0, 1, 0.1)) == [(1, 2), (1, 2)]
    assert rank_intervals(3, ["x"], pair(0, 1, 2.0, 0) + pair(1, 2, 2.0, 0) + pair(0, 2, 4.0, 0)) == [
        (1, 1),
        (2, 2),
        (3, 3),
    ]


def test_no_rank_is_surer_than_the_people() -> None:
    pairs = [
        {"a": a, "b": b, "ratio": ratio, "below": 0, "above": 0, "lineup": "x"}
        for a, b, ratio in ((0, 1, 1.3), (1, 0, 1 / 1.3))
    ]
    assert math.exp(RATIO_REACH) == pytest.approx(1.40, abs=0.01)
    assert rank_intervals(2, ["x"], pairs) == [(1, 2), (1, 2)]
    for pair in pairs:
        pair["ratio"] **= 2
    assert rank_intervals(2, ["x"], pairs) == [(1, 1), (2, 2)]


def open_by_people(pair: dict[str, Any]) -> dict[str, Any]:
    """A pair with what people leave open of it, a tenth on either side."""
    return pair | {"people_low": pair["low"] / 1.1, "people_high": pair["high"] * 1.1}


def test_sentences_say_how_sure() -> None:
    known = {"regular": {"needed": None}, "loose": {"needed": None}}
    games = [
        {"game": 0, "name": "A", "middle": 4.0, "rank": [1, 1], "by_lineup": known},
        {"game": 1, "name": "B", "middle": 2.0, "rank": [2, 2], "by_lineup": known},
    ]
    pairs = [
        open_by_people({"a": 0, "b": 1, "lineup": "regular", "ratio": 2.0, "low": 1.8, "high": 2.2}),
        open_by_people({"a": 0, "b": 1, "lineup": "loose", "ratio": 1.9, "low": 0.9, "high": 3.0}),
    ]
    people = 1.2, 2.5
    first, second, third = sentences(games, pairs[:1], "hour", 9, people)
    assert third == (
        "Uncertainty: ±11.1 % from the hands played; 1.2 to 2.5 times as much, from how real people play."
    )
    assert first == "A is wilder than B: an hour of it wins or loses 2.0 times as much."
    assert second == "That is certain for every line-up."
    assert sentences(games, pairs, "hand", 9, people)[:2] == [
        "A is wilder than B: a hand of it wins or loses 2.0 times as much (1.9 to 2.0, by who plays).",
        "That isn't sure: for loose chance, or how real people play, may reverse it.",
    ]
    assert sentences(games, pairs[1:], "hand", 9, people)[0].startswith("A seems wilder than B: ")
    three = [*games, {"game": 2, "name": "C", "middle": 1.0, "rank": [2, 3], "by_lineup": known}]
    far = [pair | {"b": 2} for pair in pairs]
    assert sentences(three, far, "hour", 9, people)[1] == (
        "Who plays, and chance, leave this open: A (1), B (2), C (2 to 3)."
    )


def test_who_plays_decides() -> None:
    known = {name: {"needed": None} for name in ("regular", "loose")}
    games = [
        {"game": number, "name": name, "middle": 2.0, "rank": [1, 2], "by_lineup": known}
        for number, name in enumerate("AB")
    ]
    pairs = [
        open_by_people({"a": 0, "b": 1, "lineup": "regular", "ratio": 0.5, "low": 0.4, "high": 0.6}),
        open_by_people({"a": 0, "b": 1, "lineup": "loose", "ratio": 3.0, "low": 2.0, "high": 4.5}),
    ]
    people = 0.4, 3.7
    assert sentences(games, pairs, "hour", 9, people)[:2] == [
        "Who plays decides whether A or B is wilder: an hour of A wins or loses 0.5 to 3.0 times as much.",
        "It depends on who plays: A is wilder than B for loose, and calmer for regular.",
    ]
    agree = [open_by_people(pair | {"low": 1.5, "high": 4.5}) for pair in pairs]
    assert sentences(games, agree, "hour", 9, people)[1] == "That is certain for every line-up."
    unsure = [pairs[1], open_by_people(pairs[0] | {"high": 1.2})]
    assert (
        sentences(games, unsure, "hour", 9, people)[1]
        == "That isn't sure: for regular chance, or how real people play, may reverse it."
    )


def test_certain_takes_the_hands_and_the_people() -> None:
    known = {"friends": {"needed": None}}
    games = [
        {"game": number, "name": name, "middle": 2.0 - number, "rank": [1, 2], "by_lineup": known}
        for number, name in enumerate("AB")
    ]
    pair = {"a": 0, "b": 1, "lineup": "friends", "ratio": 1.1, "low": 1.08, "high": 1.12}
    by_hands = sentences(games, [pair | {"people_low": 1.05, "people_high": 1.2}], "hour", 9, (1.0, 1.2))
    assert by_hands[1] == "That is certain for every line-up."
    by_people = sentences(games, [pair | {"people_low": 0.9, "people_high": 1.3}], "hour", 9, (0.9, 1.3))
    assert by_people[0].startswith("A seems wilder than B")
    assert by_people[1] == ("That isn't sure: for friends chance, or how real people play, may reverse it.")


@pytest.mark.parametrize("ratio", [0.0, math.inf])
def test_a_game_without_deviation_has_no_widths(ratio: float) -> None:
    known = {"friends": {"needed": None}}
    games = [
        {"game": number, "name": name, "middle": 2.0 - number, "rank": [1, 2], "by_lineup": known}
        for number, name in enumerate("AB")
    ]
    pair = {"a": 0, "b": 1, "lineup": "friends", "ratio": ratio} | dict.fromkeys(
        ("low", "high", "people_low", "people_high"), ratio
    )
    assert len(sentences(games, [pair], "hour", 9, (ratio, ratio))) == 2


def test_too_few_hands_are_no_answer(compared: tuple[Path, Comparison, dict[str, Any]]) -> None:
    """Nor do the same hands of a longer run in the store count."""
    place, asked, _ = compared
    few = compare(place, replace(asked, hands=300, variants=asked.variants[1:]))
    assert max(figure["sample"] for row in few["games"] for figure in row["by_lineup"].values()) < 1000
    assert [pair["low"] for pair in few["pairs"]] == [None, None]
    assert [row["rank"] for row in few["games"]] == [[1, 2], [1, 2]]
    needed = [
        math.ceil(300 * figure["needed"] / figure["sample"])  # of a game of guts there are several chains
        for row in few["games"]
        for figure in row["by_lineup"].values()
    ]
    names = " and ".join(row["name"] for row in few["games"])
    said = few["sentences"][1]
    assert said.startswith(f"How sure that is can't be said. For {names} that is too few hands: play about ")
    told = int("".join(filter(str.isdigit, said.split("about ")[1])))
    assert max(needed) <= told <= 1.1 * max(needed)  # to two digits
    for row in few["games"]:
        for figure in row["by_lineup"].values():
            assert f"play {hands_needed(figure, 300):,}" in " ".join(table_row(row, 300).values())
    assert (
        max(hands_needed(figure, 300) for row in few["games"] for figure in row["by_lineup"].values()) == told
    )


def test_a_game_with_constant_stakes_has_an_exact_deviation() -> None:
    always, often = np.full(6, 10.0), np.array([4.0, 16, 9, 11, 2, 18])
    ones = np.ones(6)
    dice, other = (
        ComparedRun(
            deals=DealSums(of_hands=x, of_chains=x, hands=ones, chains=ones, seats=5, pace=60),
            known=Known(2**0.5, 2**0.5 / reach, 2**0.5 * reach, 6, 6.0, None, 6),
            figures={},
        )
        for x, reach in ((always, 1), (often, 1.5))
    )
    pair = compare_pair(0, 1, "x", dice, other, "hand")
    assert (pair["low"], pair["ratio"], pair["high"]) == pytest.approx((1 / 1.5, 1, 1.5))
    alone = compare_pair(0, 1, "x", dice, dice, "hand")
    assert (alone["low"], alone["high"]) == (1, 1)


def test_every_figure_is_a_band_over_the_line_ups(
    compared: tuple[Path, Comparison, dict[str, Any]],
) -> None:
    place, asked, result = compared
    for row in result["games"]:
        figures = {figure["metric"]: figure for figure in row["figures"]}
        assert {"gone_75", "gone_150", "gone_300", "ahead", "net_p5", "net_p95"} < {*figures}
        for figure in figures.values():
            assert set(figure["by_lineup"]) == set(LINEUPS)
            ends = [each[end] for each in figure["by_lineup"].values() for end in ("low", "high")]
            assert figure["band"] == [min(ends), max(ends)]
            assert all(each["low"] <= each["value"] <= each["high"] for each in figure["by_lineup"].values())
    straight = next(row for row in result["games"] if row["variant_id"] == "straight-poker")
    figures = {figure["metric"]: figure["by_lineup"]["steady"] for figure in straight["figures"]}
    session = asked.session(VARIANTS.find("straight-poker"), "steady")
    hands = Store(place / COMPARED).read("hands", session)
    assert figures["pot_mean"]["value"] == pytest.approx((hands["pot"] / hands["unit"]).mean())
    assert figures["showdown"]["value"] == pytest.approx((hands["showdown_count"] > 1).mean())
    with open_marts(place / COMPARED) as con:
        game = GameShare(VARIANTS.find("straight-poker"), 1)
        evenings = mixed_evenings(
            con, place / COMPARED, [game], length=LENGTH, table=Table(("plain-steady",))
        )
        for row in evening_rows(con, evenings.figures, (75, 150, 300)):
            expected = {end: row[end] for end in ("value", "low", "high")}
            assert figures[row["metric"]] == pytest.approx(expected)


def test_evenings_of_duplicate_play_follow_each_player() -> None:
    """The net says who is there: player *i* wins i and a hundred times the deal's number each deal."""
    players, deals, size = 3, 8, 3
    rows = []
    for turn in range(
        players
    ):  # seats of a turn: its player 0 sits `turn` places before the first dealer's left
        for deal in range(deals):
            for hand in range(1 + (deal + turn) % 2):  # a pot is carried now and then, and the deal moves
                seats = [(seat + hand + turn) % players for seat in range(players)]
                rows.append((turn, deal, hand, [100 * deal + player for player in seats]))
    numbers = np.arange(1, len(rows) + 1)
    chains = np.array([number - row[2] for number, row in zip(numbers, rows, strict=True)])
    part = RunPart(
        np.array([row[3] for row in rows]), numbers, chains, np.array([row[1] for row in rows]), 2.0
    )
    result = evenings_of_deals(part, size, players)["net"]
    each = round(size * players * deals / len(rows))  # deals to an evening
    assert result.shape == (deals // each, players * players)
    for first in range(players):
        for player in range(players):
            of_deals = [
                (100 * deal + player) * (1 + (deal + (deal + first) % players) % 2) for deal in range(deals)
            ]
            told = [sum(of_deals[start : start + each]) for start in range(0, deals // each * each, each)]
            assert result[:, first * players + player].tolist() == told


def test_a_game_alone_or_twice_is_refused() -> None:
    one = VARIANTS.find("guts")
    for games in ([one], [one, one]):
        with pytest.raises(CallError):
            Comparison(variants=games, players=4, hands=10)


def test_it_builds_no_mart(tmp_path: Path) -> None:
    """It reads the sums under them."""
    asked = Comparison(
        variants=[VARIANTS["guts"], VARIANTS["straight-poker"]],
        players=4,
        hands=2000,
        lineups={"steady": ("plain-steady",)},
        seed=7,
    )
    compare(tmp_path, asked)
    assert not marts_in(tmp_path / COMPARED)


def test_the_command(
    compared: tuple[Path, Comparison, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    place, _, result = compared
    monkeypatch.setattr(pipeline.analysis.compare, "LINEUPS", LINEUPS)
    words = ["compare", *GAMES, "-k", "4", "-n", "20000", "-s", "7", "--store", str(place)]
    assert json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout) == json.loads(json.dumps(result))
    text = CliRunner().invoke(app, words).stdout
    assert text.startswith(result["sentences"][0] + "\n" + result["sentences"][1])
    assert len(text.splitlines()) == 4 + len(result["sentences"]) + len(GAMES)
    assert "1 evening in 20 loses" in text
    assert CliRunner().invoke(app, [*words, "--per", "year"]).exit_code == 2
    one = peder(place, "compare", *GAMES, "-k", "4", "-n", "1")
    assert one.exit_code == 1
    assert "too few hands" in one.output
    assert peder(place, "compare", "guts").exit_code == 1


@pytest.mark.nightly  # in short: some games
def test_all_games_are_compared_each_at_a_table_it_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine.api, "CATALOGUE", {name: VARIANTS[name] for name in ("poker-32", "karrusel")})
    monkeypatch.setattr(
        pipeline.analysis.compare, "LINEUPS", {"friends": ("friends",), "loose": ("station",)}
    )
    answer = peder(tmp_path / "store", "compare", "--all", "-n", "400", "--json")
    assert answer.exit_code == 0, answer.output
    assert {game["variant_id"] for game in json.loads(answer.stdout)["games"]} == {"poker-32", "karrusel"}
    with open_marts(tmp_path / "store" / COMPARED) as con:
        tables = con.sql("select distinct variant_id, player_count from mart_variant_lineups").fetchall()
    assert sorted(tables) == [("karrusel", 5), ("poker-32", 4)]
    assert "say --all" in peder(tmp_path / "store", "compare").output
    assert "say --all" in peder(tmp_path / "store", "compare", "guts", "--all").output
