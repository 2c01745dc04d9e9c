"""Simulated seasons: the book closes, stacks carry over, the same seed is the same season."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest

from engine.errors import CallError
from engine.variants import VARIANTS
from pipeline.simulation.season import CHIP_VALUE, GROUP, parse_group, play_season
from pipeline.store.marts import check_store
from pipeline.store.store import Store

GAMES = [
    VARIANTS[name]
    for name in ("straight-poker", "five-card-stud", "guts", "mississippi-ratfuck", "texas-holdem")
]


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Store:
    store = Store(tmp_path_factory.mktemp("season"))
    play_season(store, nights=2, seed=3, season="winter", variants=GAMES)
    return store


def test_every_stack_carries_over_and_the_book_explains_the_rest(season: Store) -> None:
    for night in season.session_ids():
        chips: dict[str, int] = {}
        bank = season.read("bank", night).sort("entry_no").to_dicts()
        hands = season.read("hands", night).sort("hand_no").to_dicts()
        seats = season.read("seats", night).sort("hand_no", "seat").to_dicts()
        banker = season.read("sessions", night)["banker_id"][0]
        by_hand: dict[int, list[dict[str, object]]] = {}
        for seat in seats:
            by_hand.setdefault(seat["hand_no"], []).append(seat)
        for hand in hands:
            while bank and bank[0]["at"] <= hand["started_at"] and bank[0]["kind"] != "buyback":
                entry = bank.pop(0)
                chips[entry["player_id"]] = chips.get(entry["player_id"], 0) + entry["chips"]
            rows = by_hand[hand["hand_no"]]
            assert rows[-1]["player_id"] == hand["dealer_id"]
            for row in rows:
                who = str(row["player_id"])
                if who != banker:
                    assert row["stack_before"] == chips[who]
                    chips[who] += int(str(row["net"]))
        assert {entry["kind"] for entry in bank} <= {"buyback"}
        assert {w: c for w, c in chips.items() if c} == {e["player_id"]: e["chips"] for e in bank}


def test_the_checks_find_no_fault(season: Store) -> None:
    assert [check for check in check_store(season.path) if check.faults] == []


def test_entries_are_in_money_at_the_night_s_value(season: Store) -> None:
    bank = season.read("bank")
    assert all(money == chips * CHIP_VALUE for chips, money in bank.select("chips", "money").iter_rows())
    assert Decimal("0.25") == CHIP_VALUE


def test_a_carried_pot_goes_to_the_next_dealer_s_game(season: Store) -> None:
    hands = season.read("hands").sort("session_id", "hand_no")
    after = hands.with_columns(before=pl.col("pot_out").shift(1).over("session_id").fill_null(0))
    assert (after["pot_in"] == after["before"]).all()
    last = hands.group_by("session_id").agg(pl.col("pot_out").last())
    assert (last["pot_out"] == 0).all()


def test_the_same_seed_plays_the_same_season(season: Store, tmp_path: Path) -> None:
    again = Store(tmp_path)
    play_season(again, nights=2, seed=3, season="winter", variants=GAMES)
    for table in ("hands", "seats", "bank"):
        assert again.read(table).equals(season.read(table))


def test_groups_are_read_with_tempers() -> None:
    anna, bo, carl = parse_group("Anna:bold, Bo Carl:tight")
    assert (anna.name, anna.profile, carl.profile) == ("Anna", "bold", "tight")
    assert bo.profile in {member.profile for member in GROUP}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Anna Bo", "3 to 7 players"),
        ("Anna anna Bo", "in the group twice"),
        ("Anna:bald Bo Carl", "Did you mean bold"),
    ],
)
def test_a_group_that_cannot_play_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(CallError, match=sentence):
        parse_group(text)
