"""What an evening may cost, against evenings that the test walks hand by hand."""

from __future__ import annotations

import json
import math
import shlex
import shutil
from collections import defaultdict
from datetime import timedelta
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from engine.catalogue import VARIANTS
from pipeline.analysis import risk
from pipeline.analysis.evenings import FEWEST, evening_rows, parts_by_game
from pipeline.analysis.marts import open_marts, query_store
from pipeline.analysis.pace import Pace, pace_text, paces_of
from pipeline.analysis.risk import Evenings, GameHands, GameShare, Table, in_turns, mixed_evenings
from pipeline.cli import app
from pipeline.commands.risk import _sentence
from pipeline.simulation import runs
from pipeline.simulation.evenings import LENGTH, cut, first_hands, paths
from pipeline.simulation.runs import Run, simulate
from pipeline.store.parts import read_parts
from pipeline.store.schemas import HANDS, SEATS
from pipeline.store.store import Store
from queries.cache import FOLDER
from tests.stores import START, few_models, hand, marts_in, peder, session, write

few = few_models("mart_variants", "int_repeated", "int_variant_sums")

GAMES = {"texas-holdem": 108, "guts": 405, "bluff-dice": 18}
"""Hands to an evening of four and a half hours."""
PLAYERS = 4


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Three games in parts of 700 chains, so that evenings are left over; one of them by another profile too,
    and a run of two profiles, which has none.
    """
    store = Store(tmp_path_factory.mktemp("nights") / "store")
    games = [VARIANTS[game] for game in GAMES]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "PART_HANDS", 700)
        for name, styles in (("one", "steady"), ("two", "tight"), ("mixed", "steady plain-loose")):
            run = Run(variants=games, hands=2400, players=PLAYERS, seed=5, profiles=f"plain-{styles}".split())
            simulate(store, run, session_id=name)
    return store


def evenings(store: Store, session: str, game: str) -> list[list[list[int]]]:
    """The nets of each evening's players hand by hand, cut by hand from each part."""
    results = []
    for part in sorted((store.path / "hands" / f"session_id={session}").iterdir()):
        hands = read_parts([part], HANDS)
        if hands["variant_id"].to_list()[:1] != [game]:
            continue
        seats = read_parts([store.path / "seats" / f"session_id={session}" / part.name], SEATS)
        nets: Any = defaultdict(dict)
        for hand_no, seat, net in seats.select("hand_no", "seat", "net").iter_rows():
            nets[hand_no][(seat + hand_no) % PLAYERS] = net
        begun: list[list[int]] = []  # evenings of hand numbers
        for number, (hand_no, chain_no) in enumerate(hands.select("hand_no", "chain_no").iter_rows()):
            if hand_no == chain_no:
                evening = number // GAMES[game]
                while len(begun) <= evening:
                    begun.append([])
            begun[evening].append(hand_no)
        whole = [some for some in begun[: len(hands) // GAMES[game]] if some]
        results += [
            [[nets[hand_no][place] for hand_no in some] for place in range(PLAYERS)] for some in whole
        ]
    return results


def walked(nets: list[int]) -> dict[str, int]:
    """An evening's figures, hand by hand."""
    chips = best = lowest = drawdown = 0
    for net in nets:
        chips += net
        best = max(best, chips)
        lowest = min(lowest, chips)
        drawdown = max(drawdown, best - chips)
    return {"net": chips, "lowest": lowest, "drawdown": drawdown}


def share(events: list[int]) -> tuple[float, float, float]:
    """A share with Wilson's interval, from how many of each evening's players it holds for."""
    n, c, k = len(events) * PLAYERS, len(events), sum(events)
    p = k / n
    error = c / (c - 1) * sum((x - p * PLAYERS) ** 2 for x in events) / n**2
    m = p * (1 - p) / error if 0 < p < 1 and error > 0 else min(c, n)
    z, k = 1.959964, p * m
    root = z * math.sqrt(k * (m - k) / m + z * z / 4)
    return p, (k + z * z / 2 - root) / (m + z * z), (k + z * z / 2 + root) / (m + z * z)


def figures_of(store: Store, game: str, lineup: str) -> tuple[Evenings, dict[str, dict[str, Any]]]:
    """The evenings of a game by a line-up, and their figures by metric."""
    with open_marts(store.path) as con:
        result = mixed_evenings(
            con, store.path, [GameShare(VARIANTS[game], 2.0)], length=LENGTH, table=Table((lineup,))
        )
        rows = evening_rows(con, result.figures, (75, 150, 300), result.sigma)
        return result, {row["metric"]: row for row in rows}


@pytest.mark.parametrize(
    ("session", "lineup"),
    [("one", "plain-steady"), pytest.param("two", "plain-tight", marks=pytest.mark.nightly)],
)
@pytest.mark.parametrize("game", GAMES)
def test_figures_are_those_of_the_paths(store: Store, session: str, lineup: str, game: str) -> None:
    of_game, figures = figures_of(store, game, lineup)
    mine = evenings(store, session, game)
    players = [[walked(nets) for nets in evening] for evening in mine]
    assert of_game.count == len(mine) >= FEWEST
    assert of_game.hands == [GAMES[game]]
    for stack in (75, 150, 300):
        expected = share([sum(one["lowest"] <= -stack for one in evening) for evening in players])
        result = figures[f"gone_{stack}"]
        assert (result["value"], result["low"], result["high"]) == pytest.approx(expected, abs=1e-9)
        wild, calm = (
            sum(one["lowest"] <= -stack / times for evening in players for one in evening)
            for times in (1.8723, 0.53409)
        )
        each = of_game.count * PLAYERS
        assert (result["people_low"], result["people_high"]) == pytest.approx(
            (calm / each, wild / each), abs=0.02
        )
        assert result["people_low"] <= result["value"] <= result["people_high"]
    p, low, high = share([sum(one["net"] <= 0 for one in evening) for evening in players])
    result = figures["ahead"]
    assert (result["value"], result["low"], result["high"]) == pytest.approx((1 - p, 1 - high, 1 - low))
    for fact, percent in (("net", 5), ("net", 50), ("net", 95), ("drawdown", 50), ("drawdown", 95)):
        values = sorted(one[fact] for evening in players for one in evening)
        n = len(values)

        def at(p: float, values: list[int] = values, n: int = n) -> int:
            return values[max(0, math.ceil(round(p * n, 6)) - 1)]

        result = figures[f"{fact}_p{percent}"]
        assert result["value"] == at(percent / 100)
        events = [sum(one[fact] <= result["value"] for one in evening) for evening in players]
        k = sum(events) / n
        error = len(mine) / (len(mine) - 1) * sum((x - k * PLAYERS) ** 2 for x in events) / n**2
        m = k * (1 - k) / error if 0 < k < 1 and error > 0 else len(mine)
        z, share_of = 1.959964, percent / 100
        reach = z * math.sqrt(share_of * (1 - share_of) / m)
        skewed = (z * z - 1) * (1 - 2 * share_of) / (6 * m)
        assert result["low"] == at(share_of + skewed - reach)
        assert result["high"] == at(min(1.0, share_of + skewed + reach))


def test_risk_of_several_games_in_shares(store: Store) -> None:
    """Two of hold'em, one of guts, two of hold'em …: not those that were dealt the same cards."""
    parts = [GameShare(VARIANTS["texas-holdem"], 2.0), GameShare(VARIANTS["guts"], 1.0)]
    length = timedelta(seconds=9 * (2 * 150 + 40))
    with open_marts(store.path) as con:
        result = mixed_evenings(con, store.path, parts, length=length, table=Table(("plain-steady",)))
        holdem, guts = (
            mixed_evenings(
                con, store.path, [part], length=timedelta(seconds=size), table=Table(("plain-steady",))
            )
            for part, size in zip(parts, (18 * 150, 9 * 40), strict=True)
        )
    assert result.hands == [*holdem.hands, *guts.hands] == [18, 9]
    assert all((result.figures["lowest"] <= 0).ravel())
    whole = min(holdem.count, guts.count)
    turned = np.roll(guts.figures["net"][:whole], whole // 2, axis=0)
    assert (result.figures["net"] == holdem.figures["net"][:whole] + turned).all()


def test_evenings_of_two_games_take_turns() -> None:
    """Four evenings of one hand, and of two: the first game's first goes with the other's third."""

    def played(nets: list[int], evenings: list[int], places: list[float]) -> GameHands:
        return GameHands(np.array([[net, -net] for net in nets]), np.array(evenings), np.array(places), 1.0)

    one = played([1, 2, 3, 4, 5], [0, 1, 2, 3, 4], [0.5] * 5)
    two = played([10, 20, 30, 40, 50, 60, 70, 80], [0, 0, 1, 1, 2, 2, 3, 3], [0.25, 0.75] * 4)
    nets, numbers = in_turns([one, two])
    assert nets[:, 0].tolist() == [50, 1, 60, 70, 2, 80, 10, 3, 20, 30, 4, 40]
    assert numbers.tolist() == [0] * 3 + [1] * 3 + [2] * 3 + [3] * 3


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("guts --hours 900", "no evening of 81000 hands: `peder simulate guts --players 4 --profiles plain-"),
        (
            "guts --players 9 --hours 900",
            "No run has evenings of Guts by 9 friends: `peder simulate guts --pl",
        ),
        ("guts holdem --lineup nobody", "There is no profile called 'nobody'"),
    ],
)
def test_risk_says_what_is_missing(store: Store, words: str, sentence: str) -> None:
    answer = peder(store.path, "risk", *shlex.split(words))
    assert answer.exit_code == 1
    assert sentence in answer.output


def test_risk_plays_what_is_missing(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the table of the other games, or by five friends."""
    monkeypatch.setattr(risk, "HANDS", 4000)
    monkeypatch.setattr(risk, "EVENINGS", 30)
    place = tmp_path / "store"
    shutil.copytree(store.path, place)
    answer = peder(place, "risk", "guts", "straight-poker", "--hours", "1", code=0)
    assert "Playing 4,000 hands of Straight Poker first." in answer.stderr
    assert "4 players" in answer.stdout
    again = peder(place, "risk", "guts", "straight-poker", "--hours", "1", code=0)
    assert (again.stdout, again.stderr) == (answer.stdout, "")
    friends = json.loads(peder(place, "risk", "poker-33", "--hours", "1", "--json", code=0).stdout)
    assert (friends["players"], friends["lineup"]) == (4, "friends")


def test_risk_of_unlike_players_and_other_stacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each deal counts once, by the next seating; the second time the run is there; stacks are a line-up of their own."""
    monkeypatch.setattr(risk, "HANDS", 900)
    monkeypatch.setattr(risk, "EVENINGS", 30)
    place = tmp_path / "store"
    words = ("risk", "guts", "holdem+no-limit", "-k", "3", "--hours", "0.5", "--json")
    mixed = (*words, "--lineup", "plain-loose,plain-tight")
    result = peder(place, *mixed, code=0)
    assert "Playing 900 hands of Guts first." in result.stderr
    facts = json.loads(result.stdout)
    assert (facts["players"], facts["lineup"]) == (3, "plain-loose, plain-tight")
    again = peder(place, *mixed, code=0)
    assert (again.stdout, again.stderr) == (result.stdout, "")
    games = facts["games"]
    assert facts["evenings"] == min(300 // games[1]["hands"], 2700 // games[0]["hands"])
    short = json.loads(peder(place, *words, "--stacks", "15", "--lineup", "plain-steady", code=0).stdout)
    assert short["lineup"] == "plain-steady at 15"
    lineups = query_store(
        place, "select distinct profile from stg_seats where profile like 'plain-steady%' order by 1"
    )
    assert [row["profile"] for row in lineups] == ["plain-steady", "plain-steady at 15"]


def test_hands_an_hour_are_those_of_nights_with_times(tmp_path: Path) -> None:
    """From the start of a hand to its end, breaks left out; simulated nights and games of few hands are assumed."""
    hands = []
    for name, place, seconds in (("real", None, 50), ("played", "simulated", 10)):
        end = START
        for number in range(25):
            start, end = end, end + timedelta(seconds=7200 if number == 9 else seconds)
            game = "straight-poker" if number < 22 or place else "guts"
            facts = {"variant_id": game, "started_at": start, "ended_at": end}
            hands.append(hand(name, number + 1, {"anna": 2, "bo": 2}, {"anna": 4}, **facts))
    sessions = [session("real"), session("played", place="simulated")]
    with open_marts(write(tmp_path / "s", sessions=sessions, hands=hands), ("mart_variants",)) as con:
        assert paces_of(con) == {"straight-poker": Pace(pytest.approx(50), measured=True)}
    text = pace_text(
        [VARIANTS["straight-poker"], VARIANTS["guts"]], {"straight-poker": Pace(50.0, measured=True)}
    )
    assert text == "Hands an hour: 72 of Straight Poker (measured) and 90 of Guts (assumed)."


def test_risk_on_the_command_line(store: Store) -> None:
    words = ["risk", "texas-holdem:2", "guts", "--hours", "2", "--stack", "40", "--store", str(store.path)]
    result = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert [game["variant_id"] for game in result["games"]] == ["texas-holdem", "guts"]
    assert result["figures"][0]["metric"] == "gone_40"
    assert (
        0 <= result["figures"][0]["low"] <= result["figures"][0]["value"] <= result["figures"][0]["high"] <= 1
    )
    text = CliRunner().invoke(app, words).stdout
    assert text.startswith("2 hours: ")
    gone = next(figure for figure in result["figures"] if figure["metric"] == "gone_40")
    assert f"In {100 * gone['value']:.0f} of 100 evenings 40 chips are gone at some time (" in text
    worst = next(figure["value"] for figure in result["figures"] if figure["metric"] == "net_p5")
    assert f"\n1 evening in 20 loses {-worst:,.0f} or more (" in text
    assert peder(store.path, "risk", "guts:none").exit_code == 2
    twice = peder(store.path, "risk", "guts", "guts:2").output
    assert twice == peder(store.path, "risk", "guts").output
    assert peder(store.path, "risk", "guts", "--hours", "0.01").output.startswith(
        "0.01 hours: 1 hand of Guts, 4"
    )


def test_it_builds_the_mart_that_it_reads(store: Store, tmp_path: Path) -> None:
    copy = shutil.copytree(store.path, tmp_path / "s", ignore=shutil.ignore_patterns(FOLDER))
    peder(copy, "risk", "guts", code=0)
    assert marts_in(copy) == {"mart_variants"}


def test_fewer_than_twenty_evenings_have_no_interval(store: Store) -> None:
    few = ("risk", "holdem:10", "bluff-dice", "--hours", "10")
    text = peder(store.path, *few).stdout
    assert (
        "few for intervals; to play enough, run `peder simulate texas-holdem --players 4 --profiles" in text
    )
    result = json.loads(peder(store.path, *few, "--json").stdout)
    assert result["evenings"] < FEWEST
    assert result["needed"] == [FEWEST * game["hands"] for game in result["games"]]
    assert {(row["low"], row["high"]) for row in result["figures"]} == {(None, None)}


def test_formulas_are_those_of_a_line_without_drift(store: Store) -> None:
    for game, hands in GAMES.items():
        of_game, figures = figures_of(store, game, "plain-steady")
        [chain] = query_store(
            store.path,
            "select sqrt(variance(net_sums_in_antes(nets, 1, unit))) as sd, "
            "any_value(counts.hands) as hands, any_value(pots.number) as chains "
            "from int_variant_sums where session_id = 'one' and per = 'chain' and "
            f"variant_id = '{game}'",
        )
        played: Any = chain
        sigma = played["sd"] * math.sqrt(float(played["chains"]) / float(played["hands"]) * hands)
        normal = NormalDist()
        assert figures["gone_150"]["formula"] == pytest.approx(2 * normal.cdf(-150 / sigma), rel=2e-3)
        assert figures["net_p95"]["formula"] == pytest.approx(normal.inv_cdf(0.95) * sigma, rel=2e-3)
        for percent in (50, 95):  # P(sup |W| < x) as the series of Feller
            x = figures[f"drawdown_p{percent}"]["formula"] / of_game.sigma
            below = (
                4
                / math.pi
                * sum(
                    (-1) ** k / (2 * k + 1) * math.exp(-((2 * k + 1) ** 2) * math.pi**2 / (8 * x * x))
                    for k in range(20)
                )
            )
            assert below == pytest.approx(percent / 100, abs=1e-5)


def test_runs_of_several_profiles_have_no_evenings(store: Store) -> None:
    with open_marts(store.path) as con:
        assert {lineup for *_, lineup in parts_by_game(con, store.path)} == {"plain-steady", "plain-tight"}


def test_a_chain_ends_the_evening_in_which_it_began() -> None:
    begins = np.array([0, 3, 4, 5, 9, 10])
    assert cut(begins, 11, 4).tolist() == [0, 0, 0, 0, 1, 1, 1, 1, 1, -1, -1]
    assert first_hands(cut(begins, 11, 4), 100).to_list() == [100] * 4 + [104] * 5 + [None] * 2


def test_paths_of_evenings() -> None:
    nets = np.array([[5, -5], [-9, 9], [2, -2], [-3, 3], [1, -1]])
    result = paths(nets, np.array([0, 0, 0, 1, 1]))
    assert {name: values.tolist() for name, values in result.items()} == {
        "net": [[-2, 2], [-2, 2]],
        "lowest": [[-4, -5], [-3, 0]],
        "highest": [[5, 4], [0, 3]],
        "drawdown": [[9, 5], [3, 1]],
    }
    none = paths(nets[:0], np.array([], np.int64))
    assert {name: values.shape for name, values in none.items()} == dict.fromkeys(result, (0, 2))


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        ((0, -2, 2, 0.0), "wins 0 or more (−2 to 2; formula 0)."),
        ((-1, -3, 1, 0.0), "loses 1 or more (−1 to 3; formula 0)."),
        ((-20, -24, -16, -21.0), "loses 20 or more (16 to 24; formula 21)."),
    ],
)
def test_an_interval_around_nothing_has_its_signs(figure: tuple[float, ...], said: str) -> None:
    row = {"metric": "net_p50", "measure": "chips"}
    row |= dict(zip(("value", "low", "high", "formula"), figure, strict=True))
    row |= {"people_low": None, "people_high": None}
    assert _sentence(row) == f"Every other evening {said}"
