"""Evenings of several lengths are the mart's, whole or not told; rules are those that `peder show` says."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.api import VARIANTS
from pipeline.game_source import game_source
from pipeline.lengths import LEAST, SAMPLES, play_lengths
from pipeline.marts import open_marts
from pipeline.simulation.runs import Run, simulate
from pipeline.store.store import Store
from reports.game_source import STACKS

GAME = "stora-spelet"  # 45 hands fill an evening of four and a half hours


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("store")
    simulate(Store(place), Run(variants=[VARIANTS[GAME]], hands=1000, players=5, seed=3))
    return place


def test_an_evening_of_the_house_is_the_marts(store: Path) -> None:
    with open_marts(store) as con:
        (game,) = play_lengths(con, store)
        mart = {
            row[0]: row[1:]
            for row in con.execute(
                "select metric, value, low, high, evenings from mart_variant_nights"
            ).fetchall()
        }
    evening = game.by_hours[4.5]
    assert (game.variant_id, game.players, game.lineup) == (GAME, 5, "regular")
    assert (evening.hands, evening.evenings) == (45, mart["ahead"][3])
    assert (evening.net[0], evening.net[2], evening.net[4]) == tuple(
        mart[f"net_p{percent}"][0] for percent in (5, 50, 95)
    )
    assert evening.ahead == pytest.approx(mart["ahead"][0])
    assert list(evening.fall) == [mart["drawdown_p50"][0], mart["drawdown_p95"][0]]
    for stack in (75, 150, 300):
        assert evening.gone[STACKS.index(stack)] == pytest.approx(mart[f"gone_{stack}"][:3])


def test_lengths_that_too_few_evenings_have_arent_told(store: Path) -> None:
    with open_marts(store) as con:
        (game,) = play_lengths(con, store)
    assert {hours for hours in game.by_hours if game.by_hours[hours].evenings < LEAST} == set()
    assert 1.0 in game.by_hours
    assert 8.0 not in game.by_hours  # 1000 hands are twelve evenings of eighty
    assert len(game.samples) == min(SAMPLES, 1000 // 80)
    assert all(line[0] == 0 and len(line) == 33 for line in game.samples)


def test_a_larger_stack_is_lost_less_often_and_more_is_at_stake_in_longer_evenings(store: Path) -> None:
    with open_marts(store) as con:
        (game,) = play_lengths(con, store)
    for evening in game.by_hours.values():
        shares = [share for share, _, _ in evening.gone]
        assert shares == sorted(shares, reverse=True)
        assert all(low <= share <= high for share, low, high in evening.gone)
        assert evening.usual[1] <= evening.usual[0] <= evening.usual[2]
    assert game.by_hours[1.0].usual[0] < game.by_hours[4.5].usual[0]


def test_rules_are_those_of_the_catalogue_with_what_was_added(store: Path) -> None:
    with open_marts(store) as con:
        rules = game_source(con, store).rules
        pyramid, wild = rules("the-pyramid", ""), rules("seven-card-stud", "wild 2")
        assert rules("no-such-game", "") is None
    assert pyramid
    assert wild
    assert len(pyramid.board) == 3
    assert wild.wild == "twos"
