"""Simulation runs: the same hands however they are played, whole parts only, one sentence for bad input."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from engine.catalogue import TRAINED, VARIANTS
from engine.errors import CallError
from engine.players.profiles import Profile
from pipeline.cli import app
from pipeline.simulation import play as playing, runs
from pipeline.simulation.runs import Run, simulate
from pipeline.store.files import StoreError
from pipeline.store.store import Store
from tests.stores import few_models, peder

few = few_models("check_")

GAMES = [VARIANTS[name] for name in ("seven-card-stud-deuces", "three-card-draw", "texas-holdem")]


def _run(**changes: object) -> Run:
    settings = {"variants": GAMES, "hands": 300, "players": 4, "seed": 5, "detail": "actions"}
    return Run(**{**settings, **changes})  # type: ignore[arg-type]


def _tables(store: Store) -> tuple[pl.DataFrame, pl.DataFrame]:
    return (
        store.read("hands").sort("hand_no").drop("session_id"),
        store.read("seats").sort("hand_no", "seat").drop("session_id"),
    )


def test_a_run_is_the_same_from_any_parts_and_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, one, two = (Store(tmp_path / name) for name in ("whole", "one", "two"))
    simulate(whole, _run(), threads=1)
    monkeypatch.setattr(runs, "PART_HANDS", 64)
    monkeypatch.setattr(playing, "BATCH_HANDS", 24)
    simulate(one, _run(), threads=1)
    simulate(two, _run(), threads=2)
    for uncut, of_one, of_two in zip(_tables(whole), _tables(one), _tables(two), strict=True):
        assert of_one.equals(of_two)
        # An evening lies within a part: short parts hold fewer of them.
        assert uncut.drop("evening_no", strict=False).equals(of_one.drop("evening_no", strict=False))


def test_every_hand_conserves_chips_and_has_its_seats(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    simulate(store, _run(variants=list(TRAINED.values()), hands=20))
    hands, seats = _tables(store)
    sums = seats.group_by("hand_no").agg(pl.col("paid", "won", "net").sum(), pl.len().alias("seats"))
    both = hands.join(sums, on="hand_no", how="left")
    assert both.filter(pl.col("paid") + pl.col("pot_in") != pl.col("won") + pl.col("pot_out")).is_empty()
    assert both.filter(pl.col("pot") != pl.col("pot_in") + pl.col("paid")).is_empty()
    assert both.filter(pl.col("seats") != pl.col("player_count")).is_empty()
    won = hands.explode("shares").unnest("shares").group_by("hand_no").agg(pl.col("chips").sum())
    assert both.join(won, on="hand_no").filter(pl.col("chips").fill_null(0) != pl.col("won")).is_empty()
    assert set(hands["variant_id"]) == set(TRAINED)


def test_an_interrupted_run_keeps_whole_parts_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "PART_HANDS", 50)
    monkeypatch.setattr(playing, "BATCH_HANDS", 20)
    store, whole = Store(tmp_path / "store"), Store(tmp_path / "whole")

    def stop(what: str, done: int, total: int) -> None:
        if done >= 300:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(store, _run(), threads=1, progress=stop)
    assert store.session_ids() == []
    assert store.unfinished() == [_run().name]
    seen: list[int] = []
    simulate(store, _run(), progress=lambda what, done, total: seen.append(done))
    assert min(seen) > 300  # what was written isn't played again
    simulate(whole, _run())
    for resumed, expected in zip(_tables(store), _tables(whole), strict=True):
        assert resumed.equals(expected)


def test_games_at_one_table_share_cards_and_no_others_do(tmp_path: Path) -> None:
    """How the swings of chain i in each run go together with hold'em's by five: dealt the same cards by .1 to
    .3, else by 0 with a standard error of .016.
    """
    store, (holdem, pineapple) = Store(tmp_path), (VARIANTS[name] for name in ("texas-holdem", "pineapple"))
    one = _run(variants=[holdem], hands=4000, players=5, detail="result")
    swings = {}
    for name, run in {
        "hold'em": one,
        "pineapple": replace(one, variants=[pineapple]),
        "by four": replace(one, players=4),
        "by rocks": replace(one, profiles=["rock"]),
        "by one's own": replace(one, profiles=["me"], own={"me": Profile()}),
        "other seed": replace(one, seed=6),
    }.items():
        simulate(store, run, session_id=name)
        hands = store.read("seats", name).group_by("hand_no").agg(pl.col("net").pow(2).sum())
        swings[name] = hands.sort("hand_no")["net"].to_numpy()
    alike = {name: float(np.corrcoef(swings["hold'em"], of_run)[0, 1]) for name, of_run in swings.items()}
    assert [name for name, together in alike.items() if abs(together) > 0.065] == ["hold'em", "pineapple"]


@pytest.mark.parametrize("game", ["texas-holdem", "five-card-stud", "guts", "poker-32", "seven-twenty-seven"])
def test_several_profiles_play_each_deal_in_every_seating(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "PART_HANDS", 50)
    monkeypatch.setattr(playing, "BATCH_HANDS", 20)
    store = Store(tmp_path / "store")
    run = _run(
        variants=[VARIANTS[game]],
        hands=98,
        profiles=["plain-steady", "plain-caller", "plain-caller"],
        detail="cards",
    )
    assert run.chains == 100  # 25 deals
    simulate(store, run)
    hands, seats = _tables(store)
    deals = hands.select("hand_no", "deal_no", chain="chain_no").join(seats, on="hand_no")
    deals = deals.with_columns(pl.col("profile").cast(pl.String))
    assert deals["deal_no"].n_unique() == 25
    assert hands.filter(pl.col("hand_no") == pl.col("deal_no")).height == 25
    at_seat = deals.group_by("deal_no", "seat").agg(steady=(pl.col("profile") == "plain-steady").any())
    assert at_seat["steady"].all()  # each deal is played by each profile in every seat
    if game == "texas-holdem":
        first = deals.filter(pl.col("folded_round").is_null()).group_by("deal_no", "seat")
        assert (first.agg(pl.col("cards").n_unique())["cards"] == 1).all()


def test_a_profile_gains_nothing_by_its_place_at_the_table(tmp_path: Path) -> None:
    nets = {}
    for profiles in (
        ["plain-steady", "plain-caller", "plain-caller"],
        ["plain-caller", "plain-steady", "plain-caller"],
    ):
        store = Store(tmp_path / profiles[0])
        simulate(store, _run(variants=GAMES[-1:], hands=900, players=3, profiles=profiles))
        nets[profiles[0]] = store.read("seats").group_by("profile").agg(pl.col("net").sum()).sort("profile")
    assert nets["plain-steady"].equals(nets["plain-caller"])


def test_a_run_that_is_there_says_so_or_is_replaced(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    simulate(store, _run(), session_id="mine")
    with pytest.raises(StoreError, match="already in the store"):
        simulate(store, _run(), session_id="mine")
    simulate(store, _run(hands=10), session_id="mine", replace=True)
    assert len(store.read("hands")) == 30


def test_a_carried_pot_is_played_for_in_the_next_hands(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    simulate(store, _run(variants=[VARIANTS["poker-32"], VARIANTS["guts"]], hands=200, players=3))
    hands, _ = _tables(store)
    carried = hands.filter(pl.col("pot_out") > 0)
    assert len(carried) > 0
    after = hands.with_columns(before=pl.col("pot_out").shift(1), chain=pl.col("chain_no").shift(1))
    goes_on = after.filter(pl.col("pot_in") > 0)
    assert (goes_on["pot_in"] == goes_on["before"]).all()
    assert (goes_on["chain_no"] == goes_on["chain"]).all()


def test_a_chain_without_a_winner_is_split_at_its_end(tmp_path: Path) -> None:
    """Callers pass every deal of 64; the hands before the last hold no share (ruling 39)."""
    store = Store(tmp_path / "store")
    simulate(store, _run(variants=[VARIANTS["poker-32"]], hands=2, profiles=["plain-caller"]))
    hands, _ = _tables(store)
    ends = hands.filter(pl.col("outcome") == "split")
    assert ends["shares"].list.len().to_list() == [4, 4]
    assert ends["pot_out"].to_list() == [0, 0]
    others = hands.filter(pl.col("outcome") == "carried")
    assert (len(others), others["shares"].list.len().sum()) == (126, 0)
    checked = peder(store.path, "check")
    assert checked.exit_code == 0, checked.output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["sevn card stood xx"], "There is no game called"),
        (["straight-poker", "--players", "9"], "takes 3 to 7 players, not 9"),
        (["straight-poker", "--hands", "-5"], "at least one hand, not -5"),
        (["straight-poker", "--profiles", "plain-stedy"], "Did you mean plain-steady?"),
        (["straight-poker", "--detail", "all"], "There is no detail"),
        ([], "Name the games to simulate"),
    ],
)
def test_bad_input_gets_one_sentence_and_leaves_nothing(
    tmp_path: Path, words: list[str], sentence: str
) -> None:
    store = tmp_path / "store"
    result = peder(store, "simulate", *words)
    assert result.exit_code == 1
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
    assert not store.exists()


def test_the_command_answers_in_json(tmp_path: Path) -> None:
    words = ["simulate", "sp", "--hands", "5", "--add", "vild 2", "--json", "--store", str(tmp_path / "s")]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)[0]["hands"] == 5
    assert Store(tmp_path / "s").read("hands")["additions"].unique().to_list() != [""]


def test_a_single_hand_has_no_deviation(tmp_path: Path) -> None:
    result = peder(tmp_path / "store", "simulate", "texas-holdem", "--hands", "1")
    assert result.exit_code == 0, result.stderr
    assert "– (too few hands)" in result.stdout


def test_a_repeated_run_is_refused_and_other_players_have_another_name(tmp_path: Path) -> None:
    words = ["simulate", "sp", "--profiles", "plain-steady", "--json"]
    [row] = json.loads(peder(tmp_path, *words, "--hands", "5").stdout)
    assert row["session_id"] == "run-straight-poker-5p-plain-steady-5-s1"
    again = peder(tmp_path, *words, "--hands", "5")
    assert again.exit_code == 1
    assert "has these hands already" in again.stderr
    assert again.stderr.count("\n") == 1
    fewer = peder(tmp_path, *words, "--hands", "3")
    assert fewer.exit_code == 0
    assert "they count once: ask for more than 5 with --hands" in fewer.stderr
    for others in (["plain-caller"], ["plain-steady", "plain-caller"]):
        kept = peder(tmp_path, *words[:3], ",".join(others), "--json", "--hands", "5")
        assert (kept.exit_code, kept.stderr) == (0, "")


def test_a_name_tells_players_apart() -> None:
    def name(*profiles: str, **own: Profile) -> str:
        return _run(variants=GAMES[:1], hands=9, profiles=profiles, own=own).name

    assert name("regular") == f"run-{GAMES[0].id}-{_run().players}p-9-s{_run().seed}"
    assert name("regular", "rock").endswith("p-regular-rock-9-s" + str(_run().seed))
    mine, other = (name("me", me=Profile(tight=tight)) for tight in (1.5, 2.0))
    assert mine != other
    assert "-me-" in mine
    many = name(*["plain-steady", "plain-caller"] * 5)
    assert len(many) < 120
    assert many != name(*["plain-caller", "plain-steady"] * 5)


def test_one_game_for_too_many_players_is_refused_but_many_games_find_their_table() -> None:
    with pytest.raises(CallError, match="takes 3 to 4 players"):
        _run(variants=[VARIANTS["poker-32"]], players=6)
    assert runs.table_for(VARIANTS["poker-32"], 6) == 4
