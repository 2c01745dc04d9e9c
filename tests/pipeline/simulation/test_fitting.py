"""Fitted profiles: players recovered from their statistics, counted the same by SQL and from arrays."""

from __future__ import annotations

import json
import shutil
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from bench.forecasts import forecast
from bench.logged import columns, logged_hands
from bench.populations import NO_LIMIT
from bench.table_figures import FIGURES
from engine.catalogue import VARIANTS
from engine.catalogue.additions import parse_additions
from engine.catalogue.calls import call
from engine.errors import CallError
from engine.players.profiles import find_profile
from pipeline.analysis import compare, own_group
from pipeline.analysis.foretelling import BETWEEN, PLAYERS, NightFigures, Nights, estimate, foretell, shrunk
from pipeline.analysis.observed import logged_figures, profile_names
from pipeline.analysis.own_group import find_group
from pipeline.cli import app
from pipeline.simulation import fitting, season_night as evening
from pipeline.simulation.fitting import Figures, FittedGame, _counts, _figures, fit_group
from pipeline.simulation.group import parse_group
from pipeline.simulation.profiles import profiles_text, read_profiles
from pipeline.simulation.season import play_season
from pipeline.simulation.stacks import logged_stacks
from pipeline.store.people import Person, PlayerError, Registry
from pipeline.store.store import Store
from tests.stores import peder

GAME = VARIANTS["seven-card-stud"]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fits of few steps and hands."""
    for name, value in (("STEPS", 30), ("HANDS", 700), ("CHECKED", 3000)):
        monkeypatch.setattr(fitting, name, value)


@pytest.mark.usefixtures("quick")
def test_fitting_recovers_players_from_their_statistics() -> None:
    """One who goes in often, one who seldom does, and one who never raises first."""
    regular = find_profile("regular")
    real = {
        "Anna": replace(regular, loose_first=0.8, loose_later=0.5),
        "Bo": replace(regular, loose_first=-1.0, plays_first=0.3),
        "Carl": replace(regular, raises_first=0.02),
    }
    table, shown = _figures(FittedGame(GAME, 5), list(real.values()), seed=99, deals=2000)
    assert 0.1 < shown[1].vpip < 0.35
    assert shown[2].pfr < 0.1 < shown[0].pfr
    fitted = fit_group(dict(zip(real, shown, strict=True)), GAME, 5)
    for figure in ("vpip", "pfr", "showdowns", "pot"):
        assert getattr(fitted.shown, figure) == pytest.approx(getattr(table, figure), rel=0.1), figure
    for one in fitted.players:
        for figure in ("vpip", "pfr", "showdown"):
            result, logged = getattr(one.shown, figure), getattr(one.logged, figure)
            assert result == pytest.approx(logged, rel=0.1, abs=0.01), (one.name, figure)
    text = profiles_text({one.name: one.profile for one in fitted.players}, "three")
    assert tomllib.loads(text).keys() == real.keys()


@pytest.mark.nightly  # in short: players recovered from their statistics
def test_a_table_shows_its_figures_with_any_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a night in the sample logs: tight and meek players, small pots, and others' hands count as well."""
    for name, value in (("STEPS", 24), ("HANDS", 2000), ("CHECKED", 3000)):
        monkeypatch.setattr(fitting, name, value)
    rates = [
        (0.18, 0.13, 0.03),
        (0.28, 0.10, 0.04),
        (0.56, 0.27, 0.18),
        (0.33, 0.04, 0.11),
        (0.29, 0.05, 0.03),
    ]
    logged = {
        name: Figures(hands=120, seats=120, vpip=vpip, pfr=pfr, showdown=showdown, showdowns=0.25, pot=17.0)
        for name, (vpip, pfr, showdown) in zip("ABCDE", rates, strict=True)
    }
    table = Figures(hands=122, seats=847, vpip=0.29, pfr=0.12, showdown=0.07, showdowns=0.25, pot=17.0)
    fitted = fit_group(logged, call(VARIANTS["texas-holdem"], parse_additions(["no-limit"])), 6, table)
    for figure in ("vpip", "pfr", "showdowns", "pot"):
        assert getattr(fitted.shown, figure) == pytest.approx(getattr(table, figure), rel=0.15), figure
    assert [one.shown.vpip for one in fitted.players] == pytest.approx([vpip for vpip, *_ in rates], rel=0.25)


def test_few_hands_or_many_players_get_a_sentence() -> None:
    few = Figures(hands=10, seats=10, vpip=0.5, pfr=0.1, showdown=0.3, showdowns=0.4, pot=10.0)
    with pytest.raises(CallError, match="Anna: 10 hands have every action"):
        fit_group({"Anna": few}, GAME, 5)
    many = replace(few, hands=100, seats=100)
    with pytest.raises(CallError, match="3 players don't sit at a table of 2"):
        fit_group({"Anna": many, "Bo": many, "Carl": many}, GAME, 2)
    with pytest.raises(CallError, match="The table: 10 hands"):
        fit_group({"Anna": many}, GAME, 5, few)
    assert many.error("pot") == 0
    assert many.error("vpip") == pytest.approx(0.05)


@pytest.mark.parametrize("game", ["seven-card-stud", "three-card-draw", "texas-holdem", "seven-twenty-seven"])
def test_playing_or_raising_fewer_hands_lowers_the_statistics(game: str) -> None:
    """At every table the parts of the hands that are played and raised at all lower both figures, to none."""
    variant, regular = VARIANTS[game], find_profile("regular")
    figures = ["plays_first", "raises_first"]
    for field, figure in zip(figures, ("vpip", "pfr"), strict=True):
        rates = []
        for part in (1.0, 0.5, 0.2, 0.0):
            table, _ = _figures(
                FittedGame(variant, 4), [replace(regular, **{field: part})], seed=5, deals=250
            )
            rates.append(getattr(table, figure))
        assert rates == sorted(rates, reverse=True), field
        assert rates[0] > 1.5 * rates[2], field
        assert rates[3] < 0.01, field  # a first round that is the last is bet as the last


def test_names_become_words_of_their_own(tmp_path: Path) -> None:
    """Names with marks, equal but for them, or of a profile: the file is read again, and each is one word."""
    names = ['Ann "The \\ Rock" O\'Hara', "Bo, jr", "bo: JR", "Rock", "[x]=#1", "Æ\u200b\x1bø", "\t"]
    registry = Registry(Person(player_id=f"id{n}", name=name) for n, name in enumerate(names))
    words = profile_names(registry, list(registry.people))
    assert words == ['Ann-"The-\\-Rock"-O\'Hara', "id1", "id2", "id3", "[x]=#1", "Æ-ø", "player"]
    alike = Registry([*registry.people.values(), Person(player_id="id9", name="rock")])
    with pytest.raises(PlayerError, match=r"Rock \(id3\).* rock \(id9\)"):
        alike.get("ROCK")
    place = tmp_path / "odd.toml"
    looser = replace(find_profile("regular"), loose_first=-0.25)
    place.write_text(profiles_text(dict.fromkeys(words, looser), "odd"), encoding="utf-8")
    read = read_profiles(place)
    assert list(read) == words
    assert {profile.loose_first for profile in read.values()} == {-0.25}


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> tuple[Store, dict[str, np.ndarray]]:
    """A season of three, and the counts of each from the arrays that its hands were written from."""
    store = Store(tmp_path_factory.mktemp("season") / "store")
    group = parse_group("Anna:plain-loose Bo:plain-tight Carl:plain-bold")
    counted: dict[str, np.ndarray] = {member.name: np.zeros(4) for member in group}
    keep = evening.Evening._keep

    def count(night: evening.Evening, record, variant, order) -> None:  # type: ignore[no-untyped-def]
        for seat, counts in enumerate(_counts(record)):
            counted[group[order[seat]].name] += [*counts, len(record.hand)]
        keep(night, record, variant, order)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(evening.Evening, "_keep", count)
        patched.setattr(evening, "_MISDEALS", 0.0)
        play_season(store, nights=2, seed=2, group=group, variants=[GAME])
    return store, counted


def test_figures_of_records_are_those_of_the_marts(season: tuple[Store, dict[str, np.ndarray]]) -> None:
    """A season's hands, counted by SQL and from the arrays that they were written from."""
    store, counted = season
    logged = logged_figures(store.path, ["Anna", "bo", "Carl"], "seven card stud")
    assert (logged.variant.id, logged.size, logged.table) == (GAME.id, 3, None)
    for name, result in logged.players.items():
        *counts, hands = counted[name]
        assert result.hands <= hands  # hands with additions are other calls
        if result.hands == hands:
            assert [result.vpip, result.pfr, result.showdown] == pytest.approx(np.array(counts) / hands)
    whole = logged_figures(store.path, size=4)
    assert whole.table
    assert whole.table.seats == sum(result.hands for result in logged.players.values())
    assert whole.players == logged.players
    first, *_ = store.session_ids()
    part = logged_figures(store.path, sessions=[first], tables=[3]).table
    assert part
    plain = store.read("hands", first).filter(pl.col("additions").fill_null("") == "", variant_id=GAME.id)
    assert part.hands == plain.height < whole.table.hands
    with pytest.raises(CallError, match="no session 'never'"):
        logged_figures(store.path, sessions=["never"])


def test_who_wins_the_blinds_without_a_choice_was_dealt_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rates are of the hands dealt in, as those of simulated tables are: by two, all fold to many a big blind."""
    monkeypatch.setattr("pipeline.simulation.group._ADDS_SOMETHING", 0.0)  # each would be learned first
    store = Store(tmp_path / "store")
    play_season(store, nights=1, seed=3, group=parse_group("Anna:rock Bo:rock"), variants=[NO_LIMIT])
    hands = columns(logged_hands(store.path, NO_LIMIT))
    assert (hands["vpip"] == 0).mean() > 0.1
    logged = logged_figures(store.path, game=NO_LIMIT.id).table
    assert logged
    assert (logged.hands, logged.seats) == (len(hands["pot"]), hands["seats"].sum())
    assert (logged.vpip, logged.pfr) == pytest.approx((FIGURES["VPIP"](hands), FIGURES["PFR"](hands)))
    assert logged.showdown == pytest.approx(hands["in_at_showdown"].sum() / hands["seats"].sum())
    alone = logged_figures(store.path, ["Anna"], NO_LIMIT.id).players["Anna"]
    assert (alone.hands, alone.pot) == pytest.approx((logged.hands, logged.pot))


def test_the_command_writes_what_a_run_takes(
    season: tuple[Store, dict[str, np.ndarray]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("STEPS", 2), ("HANDS", 100), ("CHECKED", 100)):
        monkeypatch.setattr(fitting, name, value)
    store, out = season[0].path, tmp_path / "friends.toml"
    words = ["profile", "fit", "Anna", "Bo", "--store", str(store), "--out", str(out)]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.stderr
    assert set(read_profiles(out)) == {"Anna", "Bo"}
    assert "vpip" in result.stdout
    assert "--players 3 --profiles" in result.stderr
    result = CliRunner().invoke(
        app,
        [
            "profile",
            "fit",
            "--players",
            "4",
            "--tables",
            "2-9",
            "--json",
            "--store",
            str(store),
            "--out",
            str(out),
        ],
    )
    assert result.exit_code == 0, result.stderr
    rows = {(row["player"], row["figure"]): row for row in json.loads(result.stdout)}
    assert {player for player, _ in rows} == {None, "Anna", "Bo", "Carl"}
    for player in ("Anna", "Bo", "Carl"):
        low, high = sorted((rows[player, "vpip"]["logged"], rows[None, "vpip"]["expected"]))
        assert low < rows[player, "vpip"]["expected"] < high, "by few hands a player isn't known"
        assert rows[player, "pot"]["expected"] is None
    assert "peder simulate seven-card-stud --players 4 " in out.read_text()
    assert peder(store, "profile", "fit", "--tables", "6-4").exit_code == 2
    result = peder(store, "profile", "fit", "Nobody")
    assert result.exit_code == 1
    assert result.stderr.startswith("peder: ")
    result = peder(store, "profile", "fit", "Anna", "--game", "guts")
    assert result.exit_code == 1
    assert "no game of Anna" in result.stderr


def test_a_player_of_few_hands_is_nearer_to_the_table() -> None:
    table = Figures(hands=6000, seats=36_000, vpip=0.4, pfr=0.17, showdown=0.1, showdowns=0.28, pot=25.0)
    estimates = []
    for hands in (2, 20, 2000):
        rates = {"vpip": 0.2, "pfr": 0.1, "showdown": 0.05}
        own = Figures(hands=hands, seats=hands, showdowns=0.1, pot=10.0, **rates)
        for figure, rate in rates.items():
            assert rate < shrunk(own, table, figure).value < getattr(table, figure)
        estimates.append(shrunk(own, table, "vpip"))
    assert [each.value for each in estimates] == sorted((each.value for each in estimates), reverse=True)
    assert estimates[0].value > 0.37
    assert estimates[-1].value == pytest.approx(0.2, rel=0.02)
    assert estimates[-1].error == pytest.approx((0.2 * 0.8 / 2000) ** 0.5, rel=0.05)


@pytest.mark.parametrize("count", [0, 1, 99, 100])
def test_a_player_who_never_raises_at_a_wild_table_is_expected_to_raise_seldom(count: int) -> None:
    """The mode of the posterior distribution, found on a grid; by the error of a rate of 0 alone it would be three times as often."""
    table = replace(FRIENDS[6], pfr=0.5)
    player = replace(table, hands=100, seats=100, pfr=count / 100)
    offs = np.linspace(-5, 5, 20_001)
    rates = odds_shifted(0.5, offs)
    density = count * np.log(rates) + (100 - count) * np.log(1 - rates) - offs**2 / 2 / PLAYERS["pfr"] ** 2
    assert shrunk(player, table, "pfr").value == pytest.approx(rates[density.argmax()], abs=0.001)


def test_a_group_that_is_wilder_than_any_is_expected_to_stay_so() -> None:
    """One night of 100 hands, of which 97 come to a showdown; friends show three in ten, groups differ by .24 in log-odds, nights by .25."""
    wild = replace(FRIENDS[6], hands=100, seats=600, showdowns=0.97, pot=330.0)
    nights = [NightFigures(session="a", size=6, figures=wild)]
    expected = estimate(nights, FRIENDS, 6, wild)
    assert 0.88 < expected["showdowns"].value < 0.97
    assert 230 < expected["pot"].value < 330
    usual = [NightFigures(session="a", size=6, figures=replace(wild, showdowns=0.38))]
    assert 0.31 < estimate(usual, FRIENDS, 6, wild)["showdowns"].value < 0.35


def night(number: int, size: int, vpip: float, hands: int = 400) -> NightFigures:
    shown = Figures(
        hands=hands,
        seats=hands * size,
        vpip=vpip,
        pfr=0.2,
        showdown=0.1,
        showdowns=0.3,
        pot=20.0,
        pot_sd=30.0,
    )
    return NightFigures(session=f"night {number}", size=size, figures=shown)


FRIENDS = {size: night(0, size, vpip).figures for size, vpip in ((3, 0.6), (5, 0.5), (6, 0.4))}


def test_a_table_of_another_size_is_foretold_from_its_difference_to_friends() -> None:
    """A group that is looser than friends at a table of six is looser at a table of three, too, but that is known less well."""
    nights = [night(number, 6, 0.5) for number in range(8)]
    at = {size: estimate(nights, FRIENDS, size, FRIENDS[6])["vpip"] for size in FRIENDS}
    assert 0.4 < at[6].value < 0.5
    assert at[6].value == pytest.approx(0.5, abs=0.02)
    assert at[3].value == pytest.approx(0.68, abs=0.03)
    assert at[3].error > 1.5 * at[6].error
    nothing = estimate([], FRIENDS, 5, FRIENDS[5])["vpip"]
    assert nothing.value == pytest.approx(0.5, abs=0.001)
    assert nothing.error == pytest.approx(0.25 * 0.39, rel=0.02), "then it is any group"


@pytest.mark.parametrize("figure", ["vpip", "showdowns"])
def test_a_group_lies_in_its_interval_as_often_as_said(figure: str) -> None:
    """Groups, and a night of each, as far apart as the nights of home games are (`BETWEEN`), of which the nights of a group are .25."""
    rng, friends, groups = np.random.default_rng(8), FRIENDS[6], 1000
    expected = getattr(friends, figure)
    cases = 400 if figure == "showdowns" else 2400
    offs = rng.normal(0, (BETWEEN[figure] ** 2 - 0.25**2) ** 0.5, groups)
    shown = rng.binomial(cases, odds_shifted(expected, offs + rng.normal(0, 0.25, groups))) / cases
    inside = squares = 0.0
    for off, rate in zip(offs.tolist(), shown.tolist(), strict=True):
        figures = replace(friends, **{figure: rate})
        nights = Nights.of([NightFigures(session="a", size=6, figures=figures)], FRIENDS, figure)
        mean, error = (float(each[0]) for each in nights.offsets(np.array([6])))
        inside += abs(mean - off) < 1.96 * error
        squares += error**2 - (mean - off) ** 2
    assert inside / groups == pytest.approx(0.95, abs=0.018), "and .5 of 100 more for what a size adds"
    assert abs(squares / groups) < 0.1 * 0.25**2


def test_the_pots_of_a_few_hands_at_each_size_of_table_say_as_much_as_they_do() -> None:
    """Six nights, three hands at each of five sizes of table: seldom a great pot among these, but there are such."""
    rng, groups, spread = np.random.default_rng(9), 500, np.log(5.0)
    friends = {size: replace(FRIENDS[6], pot=35.0, pot_sd=70.0) for size in range(2, 7)}
    between = (BETWEEN["pot"] ** 2 - 0.25**2) ** 0.5
    inside = 0
    for _ in range(groups):
        off = rng.normal(0, between)
        at = off + rng.normal(0, between / 4, 7)
        nights = []
        for number in range(6):
            own = rng.normal(0, 0.25)
            for size in range(2, 7):
                pots = 35.0 * np.exp(at[size] + own + rng.normal(-spread / 2, spread**0.5, 3))
                shown = replace(friends[size], hands=3, seats=3 * size, pot=pots.mean(), pot_sd=pots.std())
                nights.append(NightFigures(session=str(number), size=size, figures=shown))
        mean, error = (float(x[0]) for x in Nights.of(nights, friends, "pot").offsets(np.array([6])))
        inside += abs(mean - at[6]) < 1.96 * error
    assert inside / groups == pytest.approx(0.95, abs=0.02)


def odds_shifted(rate: float, offs: np.ndarray) -> np.ndarray:
    return np.asarray(1 / (1 + (1 / rate - 1) * np.exp(-offs)))


def test_tables_of_several_sizes_are_foretold_by_what_friends_show_there() -> None:
    """A group that is looser than friends at six is looser at other stacks and sizes, by its log-odds; and each size counts for its hands."""
    nights = [night(number, 6, 0.5) for number in range(8)]
    tight, loose = (night(0, 6, vpip).figures for vpip in (0.2, 0.6))
    at = {
        name: forecast(nights, FRIENDS, tables, "vpip")
        for name, tables in {"tight": {6: tight}, "loose": {3: loose}}.items()
    }
    assert at["tight"] == pytest.approx(0.27, abs=0.02)
    assert at["loose"] == pytest.approx(0.68, abs=0.03)
    many = replace(loose, hands=3 * loose.hands, seats=3 * tight.seats)
    both = forecast(nights, FRIENDS, {6: tight, 3: many}, "vpip")
    assert both == pytest.approx((at["tight"] + 3 * at["loose"]) / 4, abs=0.001)
    assert forecast([], FRIENDS, {6: tight}, "vpip") == pytest.approx(0.2, abs=0.001), "then it is friends"


def test_nights_that_differ_tell_less_than_their_hands_say() -> None:
    """Eight nights of 400 hands: what counts is how far the nights lie apart."""
    alike = [night(number, 6, 0.5) for number in range(8)]
    apart = [night(number, 6, 0.5 + 0.15 * (-1) ** number) for number in range(8)]
    errors = [estimate(nights, FRIENDS, 6, FRIENDS[6])["vpip"].error for nights in (alike, apart)]
    assert errors[1] > 1.5 * errors[0]
    few = estimate(alike[:1], FRIENDS, 6, FRIENDS[6])["vpip"]
    assert few.error > errors[0]
    assert abs(few.value - 0.4) < abs(estimate(alike, FRIENDS, 6, FRIENDS[6])["vpip"].value - 0.4)


def test_a_fit_says_how_well_it_foretells_nights_that_it_has_not_seen() -> None:
    nights = [night(number, 6, 0.5 + 0.05 * (-1) ** number) for number in range(8)]
    vpip, *_ = foretell(nights, FRIENDS)
    assert (vpip.figure, vpip.nights) == ("vpip", 8)
    assert vpip.chance < 0.015 < vpip.error < 0.07, (
        "each night lies .05 from the mean of the others, or a little more"
    )
    assert vpip.friends == pytest.approx(((0.05**2 + 0.15**2) / 2) ** 0.5, abs=0.01)
    assert vpip.error < vpip.friends
    assert foretell(nights[:1], FRIENDS) == []
    short = foretell([*nights, night(9, 6, 0.9, hands=5)], FRIENDS)[0]
    assert short.nights == 8, "five hands are no night to predict"
    assert short.error == pytest.approx(vpip.error, abs=0.01), "and say little about others"


def test_a_few_hands_at_a_size_of_table_count_for_what_they_are() -> None:
    """A night at tables of several sizes is estimated as the same night at one, if friends play the same at all sizes."""
    friends = dict.fromkeys((3, 5, 6), FRIENDS[6])
    whole = estimate([night(1, 6, 0.5, hands=60)], friends, 6, FRIENDS[6])["vpip"]
    bits = [night(1, 6, vpip, hands=6) for vpip in (0.0, 0.2, 0.4, 0.4, 0.5, 0.5, 0.6, 0.6, 0.8, 1.0)]
    assert estimate(bits, friends, 6, FRIENDS[6])["vpip"] == pytest.approx(whole, abs=1e-6)
    none = [night(1, size, 0.0, hands=2) for size in (3, 5)]
    fewer = estimate([night(1, 6, 0.5, hands=60), *none], friends, 6, FRIENDS[6])["vpip"]
    assert whole.value - 0.03 < fewer.value < whole.value


def test_the_own_group_plays_without_being_named(
    season: tuple[Store, dict[str, np.ndarray]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fitted to nights that were logged, not simulated, for the games of their family; at others friends play."""
    for name, value in (("STEPS", 2), ("HANDS", 60), ("CHECKED", 60), ("FEWEST", 10)):
        monkeypatch.setattr(fitting, name, value)
    store = Store(shutil.copytree(season[0].path, tmp_path / "store"))
    assert find_group(store.path, 3) == {}
    for file in (store.path / "sessions").rglob("*.parquet"):
        pl.read_parquet(file).with_columns(place=pl.lit(None, pl.String)).write_parquet(file)
    store.write_manifests()
    group = find_group(store.path, 3)
    assert list(group) == ["stud"]
    assert set(group["stud"].profiles) == {"Anna", "Bo", "Carl"}
    assert group["stud"].figures["vpip"].error > 0
    assert find_group(store.path, 3) == group
    monkeypatch.setattr(compare, "LINEUPS", {"friends": ("friends",)})
    words = ("compare", "seven-card-stud", "guts", "-n", "1500", "-k", "3", "--json")
    result = json.loads(peder(store.path, *words, code=0).stdout)
    assert result["own_group"]["stud"]["hands"] == group["stud"].hands
    by_game = {row["variant_id"]: row["by_lineup"] for row in result["games"]}
    assert by_game["guts"]["own group"] == by_game["guts"]["friends"]
    assert by_game["seven-card-stud"]["own group"] != by_game["seven-card-stud"]["friends"]
    answer = peder(store.path, "simulate", "season", "-n", "1", "--game", "stud", "--into", "like us", code=0)
    assert "Anna, Bo and Carl did" in " ".join(answer.stderr.split())
    seats = store.read("seats", "like-us-night-01")
    assert set(seats["player_id"]) <= {"anna-sim", "bo-sim", "carl-sim"}


@pytest.mark.nightly  # in short: the own group
def test_the_own_group_at_other_stacks_is_fitted_at_those_of_its_nights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a group whose pots are small because its stacks are would be made to play small pots with any stacks."""
    for name, value in (("STEPS", 2), ("HANDS", 60), ("CHECKED", 60), ("FEWEST", 10)):
        monkeypatch.setattr(fitting, name, value)
    store = Store(tmp_path / "store")
    play_season(store, nights=1, seed=3, group=parse_group("Anna:rock Bo:rock Carl"), variants=[NO_LIMIT])
    for file in (store.path / "sessions").rglob("*.parquet"):
        pl.read_parquet(file).with_columns(place=pl.lit(None, pl.String)).write_parquet(file)
    store.write_manifests()
    monkeypatch.setattr(compare, "LINEUPS", {"friends": ("friends",)})
    fits = []

    def record(*args: Any, **named: Any) -> fitting.FittedTable:
        fits.append(named["stacks"])
        return fit_group(*args, **named)

    monkeypatch.setattr(own_group, "fit_group", record)
    words = ("compare", "texas-holdem+no-limit", "omaha-high", "-n", "300", "-k", "3", "--json")
    for more in ((), ("--stacks", "40"), ("--stacks", "logged"), ()):
        assert json.loads(peder(store.path, *words, *more, code=0).stdout)["own_group"]
    assert fits == [None, logged_stacks(store.path)]
