"""Runs taken together: hands that they have in common count once, and that they differ is no chance."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from shutil import copytree

import pytest

from engine.api import VARIANTS, Profile, Variant, call, parse_additions
from pipeline.analysis.derived import derive_sums
from pipeline.analysis.evenings import evenings_by_game
from pipeline.analysis.marts import open_marts
from pipeline.analysis.risk import GameShare, mixed_evenings
from pipeline.simulation.runs import Run, simulate, with_all_hands
from pipeline.store.store import Store
from tests.stores import ask, build, everything, few_models, hand, session, write

few = few_models("int_repeated", "mart_variant_", "mart_variants", "mart_runs", "stored_")

GUTS, HOLDEM = VARIANTS["guts"], VARIANTS["texas-holdem"]
STEADY, MIXED = ["plain-steady"], ["plain-steady", "plain-loose"]


def run(variants: list[Variant], hands: int, profiles: list[str], seed: int = 1) -> Run:
    return Run(variants=variants, hands=hands, players=4, seed=seed, profiles=profiles)


LONGEST = {
    "guts": run([GUTS], 90, STEADY),
    "holdem": run([HOLDEM], 60, STEADY),
    "mixed": run([HOLDEM], 40, MIXED),
    "other seed": run([GUTS], 20, STEADY, seed=2),
    "own": replace(run([GUTS], 30, STEADY), profiles=["me"], own={"me": Profile(tight=2.0)}),
    "own two": replace(
        run([GUTS], 20, STEADY), profiles=["me", "you"], own={"me": Profile(tight=2.0), "you": Profile()}
    ),
    "added": run([call(HOLDEM, parse_additions(["hilo"]))], 10, STEADY),
}
REPEATED = {
    "guts again": run([GUTS], 90, STEADY),
    "both": run([HOLDEM, GUTS], 30, STEADY),
    "turned": run([HOLDEM], 20, MIXED[::-1]),
    "twice": run([GUTS], 20, [*STEADY, *STEADY]),
    "own again": replace(LONGEST["own"], hands=10),
    "own turned": replace(
        LONGEST["own two"],
        hands=10,
        profiles=["you", "me"],
        own=dict(reversed(LONGEST["own two"].own.items())),
    ),
}


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A store of the longest runs, and one that has those that repeat them, too."""
    longest, all_of_them = (tmp_path_factory.mktemp("seeds") / name for name in ("longest", "all"))
    for name, played in LONGEST.items():
        simulate(Store(longest), played, session_id=name)
    derive_sums(Store(longest))  # once for both
    copytree(longest, all_of_them)
    for name, played in REPEATED.items():
        simulate(Store(all_of_them), played, session_id=name)
    return longest, all_of_them


def test_a_repeated_request_names_the_run_that_has_the_hands(stores: tuple[Path, Path]) -> None:
    longest = Store(stores[0])
    assert {name: with_all_hands(longest, again) for name, again in REPEATED.items()} == {
        "guts again": ("guts", 90),
        "both": None,  # no run has the hands of both
        "turned": ("mixed", 40),
        "twice": ("guts", 90),
        "own again": ("own", 30),
        "own turned": ("own two", 20),
    }
    for name, played in LONGEST.items():
        assert with_all_hands(longest, played) == (name, played.hands)
        assert with_all_hands(longest, replace(played, hands=played.hands + 1)) is None


def test_no_figure_of_a_game_counts_a_hand_twice(stores: tuple[Path, Path]) -> None:
    longest, all_of_them = stores
    with open_marts(longest) as con, open_marts(all_of_them) as other:
        marts, marts_of_all = everything(con), everything(other)
        for mart in marts_of_all:
            if mart.startswith("mart_variant_"):
                assert marts_of_all[mart] == marts[mart] != [], mart
        told = dict(ask(other, "select session_id, repeated = hands and hands > 0 from mart_runs"))
        assert told == dict.fromkeys(LONGEST, False) | dict.fromkeys(REPEATED, True)
        share = [GameShare(GUTS, 1)]
        evenings, of_all = (
            mixed_evenings(each, place, share, length=timedelta(hours=1))
            for each, place in ((con, longest), (other, all_of_them))
        )
        assert evenings.hands == of_all.hands
        assert evenings.figures["net"].tolist() == of_all.figures["net"].tolist() != []
        assert evenings_by_game(con, longest) == evenings_by_game(other, all_of_them) != []


def test_what_is_left_out_is_in_the_longest_run(stores: tuple[Path, Path]) -> None:
    _, place = stores

    def nets(session: str, game: str) -> list[list[int]]:
        hands = Store(place).read("hands", session).filter(variant_id=game).select("hand_no")
        seats = Store(place).read("seats", session).join(hands, on="hand_no").sort("hand_no", "seat")
        return seats.group_by("hand_no", maintain_order=True).agg("net")["net"].to_list()

    for longer, shorter, game in (
        ("guts", "both", "guts"), ("holdem", "both", "texas-holdem"), ("guts", "twice", "guts"),
        ("own", "own again", "guts"),
    ):  # fmt: skip
        there = nets(shorter, game)
        assert there == nets(longer, game)[: len(there)] != []
    hands = Store(place).read("hands", "mixed")["deal_no"].to_list()
    mixed = [of for of, deal in zip(nets("mixed", "texas-holdem"), hands, strict=True) if deal <= 10]
    assert sorted(mixed) == sorted(nets("turned", "texas-holdem"))


def test_runs_have_one_seed_at_a_table_where_they_have_hands_in_common() -> None:
    seeds = {name: played.seed_at(4) for name, played in (LONGEST | REPEATED).items()}
    assert seeds["guts"] == seeds["holdem"] == seeds["both"] == seeds["twice"] == seeds["added"]
    assert seeds["mixed"] == seeds["turned"]
    assert seeds["own"] == seeds["own again"]
    assert seeds["own two"] == seeds["own turned"]
    assert len({*seeds.values(), LONGEST["guts"].seed_at(5)}) == 6  # a table of five, and another seed


def test_that_runs_differ_is_no_chance_and_that_nights_do_is(tmp_path: Path) -> None:
    """Fifty pots of 4 antes in one session, of 8 in another, are 6 on the mean; of nights by chance, with an
    error of √(100 · 2² / (99 · 100)) = .2, and 2 of these to either side, on the scale of logarithms.
    """
    kinds = {"calm run": "run", "wild run": "run", "calm night": "night", "wild night": "night"}
    pots = [
        hand(name, number, {"Anna": chips, "Bo": chips}, {"Anna": 2 * chips})
        for name, chips in zip(kinds, (4, 8, 4, 8), strict=True)
        for number in range(50)
    ]
    sessions = [session(name, kind=kind) for name, kind in kinds.items()]
    with build(write(tmp_path / "store", sessions=sessions, hands=pots)) as con:
        told = (
            "select kind, value, low, high from mart_variant_stats where metric = 'pot_mean' and per = 'hand'"
        )
        results = {kind: ends for kind, *ends in ask(con, f"{told} and player_count is null")}
    assert results == {
        "run": [6, 6, 6],
        "night": [6, pytest.approx(5.61, abs=0.01), pytest.approx(6.41, abs=0.01)],
    }
