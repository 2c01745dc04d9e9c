"""Simulated seasons: the book closes, stacks carry over, people come and go, a seed is a season."""

from __future__ import annotations

import pickle
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from engine.catalogue import TRAINED, VARIANTS
from engine.catalogue.model import largest_table
from engine.errors import CallError
from pipeline.analysis.marts import check_store
from pipeline.simulation.group import GROUP, GUESTS, SeasonGroup, parse_group
from pipeline.simulation.season import play_season
from pipeline.store.files import StoreError
from pipeline.store.store import Store
from tests.stores import few_models

few = few_models("check_")

GAMES = [
    VARIANTS[name]
    for name in ("straight-poker", "five-card-stud", "guts", "mississippi-ratfuck", "texas-holdem")
]
CATALOGUE = list(TRAINED.values())


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
            while bank and bank[0]["at"] <= hand["started_at"]:
                entry = bank.pop(0)
                sign = -1 if entry["kind"] == "count" else 1
                chips[entry["player_id"]] = chips.get(entry["player_id"], 0) + sign * entry["chips"]
            rows = by_hand[hand["hand_no"]]
            assert rows[-1]["player_id"] == hand["dealer_id"]
            for row in rows:
                who = str(row["player_id"])
                if who != banker:
                    assert row["stack_before"] == chips[who]
                    chips[who] += int(str(row["net"]))
                assert row["shadow"] == max(0, int(str(row["paid"])) - max(0, int(str(row["stack_before"]))))
        for entry in bank:  # at the night's end, of who owes and who has chips
            chips[entry["player_id"]] -= entry["chips"] if entry["kind"] == "count" else -entry["chips"]
        assert set(chips.values()) == {0}


def test_the_checks_find_no_fault(season: Store) -> None:
    assert [check for check in check_store(season.path) if check.faults] == []


def test_a_carried_pot_goes_to_the_next_dealer_s_game(season: Store) -> None:
    hands = season.read("hands").sort("session_id", "hand_no")
    after = hands.with_columns(before=pl.col("pot_out").shift(1).over("session_id").fill_null(0))
    assert (after["pot_in"] == after["before"]).all()
    assert (hands["pot_out"] > 0).any()
    last = hands.group_by("session_id").agg(pl.col("pot_out").last())
    assert (last["pot_out"] == 0).all()


def test_the_same_seed_plays_the_same_season(season: Store, tmp_path: Path) -> None:
    again = Store(tmp_path)
    play_season(again, nights=2, seed=3, season="winter", variants=GAMES)
    assert _files(again) == _files(season)


def _files(store: Store) -> dict[str, bytes]:
    files = {place.relative_to(store.path).as_posix(): place for place in store.path.rglob("*.parquet")}
    return {name: place.read_bytes() for name, place in files.items() if not name.startswith(".")}


def test_an_interrupted_season_goes_on_and_ends_in_the_same_bytes(season: Store, tmp_path: Path) -> None:
    store = Store(tmp_path)

    def stop(what: str, done: int, total: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_season(store, nights=2, seed=3, season="winter", variants=GAMES, progress=stop)
    assert store.session_ids() == ["winter-night-01"]
    played: list[int] = []

    def note(what: str, done: int, total: int) -> None:
        played.append(done)

    play_season(store, nights=2, seed=3, season="winter", variants=GAMES, progress=note)
    assert played == [1]  # what was there isn't played again
    assert _files(store) == _files(season)


def test_a_season_gets_more_nights_and_is_not_mixed_with_another(tmp_path: Path) -> None:
    store = Store(tmp_path)
    games = GAMES[:1]
    play_season(store, nights=1, seed=3, season="winter", variants=games)
    play_season(store, nights=2, seed=3, season="winter", variants=games)
    assert len(store.session_ids()) == 2
    with pytest.raises(StoreError, match="already in the store"):
        play_season(store, nights=2, seed=3, season="winter", variants=games)
    for other in ({"seed": 4}, {"group": parse_group("Anna Bo Carl")}, {"variants": GAMES[:2]}):
        settings = {"nights": 3, "seed": 3, "season": "winter", "variants": games, **other}
        with pytest.raises(StoreError, match="another group, seed, games or version"):
            play_season(store, **settings)  # type: ignore[arg-type]
    play_season(store, nights=1, seed=4, season="winter", variants=games, replace=True)
    assert store.read("sessions", "winter-night-01")["seed"].to_list() == [4]


@pytest.mark.parametrize("size", [2, 12])
def test_a_group_of_any_size_plays_and_its_table_changes(size: int, tmp_path: Path) -> None:
    store = Store(tmp_path)
    names = ["Anna", "Bo", "Carl", "Dorte", "Erik", "Frida", "Gunnar", "Hanne", "Ib", "Jens", "Karen", "Lis"]
    games = [VARIANTS[name] for name in ("straight-poker", "texas-holdem", "poker-dice")]
    group = parse_group(" ".join(names[:size]), "Mads Line")
    play_season(store, nights=3, seed=-size, group=group, variants=games)
    tables = store.read("seats").group_by("session_id", "hand_no").agg(pl.col("player_id").sort())
    assert tables["player_id"].list.len().min() >= 2  # type: ignore[operator]
    assert tables["player_id"].n_unique() > 1
    assert set(store.read("seats")["player_id"]) <= {member.player_id for member in group}
    assert [check for check in check_store(store.path) if check.faults] == []


def test_players_who_come_late_or_leave_early_settle_with_the_bank_then(tmp_path: Path) -> None:
    store = Store(tmp_path)
    play_season(store, nights=6, seed=1, variants=GAMES)
    begun = store.read("hands").select("session_id", "hand_no", at="started_at")
    seats = store.read("seats").join(begun, on=["session_id", "hand_no"])
    first, last = pl.col("at").min(), pl.col("at").max()
    spans = seats.group_by("session_id", "player_id").agg(first=first, last=last)
    nights = seats.group_by("session_id").agg(begin=first, end=last)
    spans = spans.join(nights, on="session_id")
    late = spans.filter(pl.col("first") > pl.col("begin"))
    early = spans.filter(pl.col("last") < pl.col("end"))
    assert len(late) > 0
    assert len(early) > 0
    bank = store.read("bank")
    loans = bank.filter(kind="loan").select("session_id", "player_id", "at")
    assert late.join(loans, on=["session_id", "player_id"]).filter(pl.col("at") != pl.col("first")).is_empty()
    closed = bank.filter(kind="count").select("session_id", "player_id", "at")
    settled = early.join(closed, on=["session_id", "player_id"])
    assert (settled["at"] > settled["last"]).all()
    assert (settled["at"] <= settled["end"]).all()


def test_errors_in_dealing_are_noted_with_what_was_done(tmp_path: Path) -> None:
    store = Store(tmp_path)
    games = [VARIANTS["five-card-stud"], VARIANTS["texas-holdem"]]
    play_season(store, nights=8, seed=5, variants=games)
    hands = store.read("hands").sort("session_id", "hand_no")
    errors = hands.explode("errors").filter(pl.col("errors").is_not_null()).unnest("errors")
    assert set(errors["remedy"]) == {"put right", "new_deal", "redealt"}
    assert set(errors.filter(remedy="put right")["outcome"]) <= {"showdown", "last_standing"}
    new = errors.filter(remedy="new_deal")
    assert (new["outcome"] == "new_deal").all()
    antes = new.filter(variant_id="five-card-stud")
    assert (antes["pot_out"] == antes["pot_in"] + antes["player_count"] * antes["unit"]).all()
    assert (new["pot_out"] > new["pot_in"]).all()
    again = hands.with_columns(
        before=pl.col("outcome").shift(1).over("session_id"),
        dealt=pl.col("dealer_id").shift(1).over("session_id"),
        called=pl.col("variant_id").shift(1).over("session_id"),
    ).filter(before="redealt")
    assert len(again) > 0
    assert (again["dealer_id"] == again["dealt"]).all()
    assert (again["variant_id"] == again["called"]).all()
    assert [check for check in check_store(store.path) if check.faults] == []


def test_dealers_call_what_they_and_the_table_like() -> None:
    group = SeasonGroup(GROUP, CATALOGUE, 7)
    table = (0, 1, 2, 3, 4)
    odds = group.odds(2, table)
    assert all(CATALOGUE[game].players[0] <= 5 <= largest_table(CATALOGUE[game]) for game in odds)
    assert sum(odds.values()) == pytest.approx(1)
    assert group.odds(3, table) != odds
    chance = np.random.default_rng(1)
    called = [group.announce(2, table, chance).id for _ in range(4000)]
    for game in sorted(odds, key=odds.__getitem__)[-5:]:
        expected = 4000 * odds[game]
        assert abs(called.count(CATALOGUE[game].id) - expected) < 5 * expected**0.5


def test_groups_are_read_with_profiles() -> None:
    anna, bo, carl = parse_group("Anna:plain-bold, Bo Carl:plain-tight")
    assert (anna.name, anna.profile, carl.profile) == ("Anna", "plain-bold", "plain-tight")
    assert bo.profile in {member.profile for member in GROUP}
    assert parse_group() == (*GROUP, *GUESTS)
    assert [member.guest for member in parse_group("Anna Bo", "Carl")] == [False, False, True]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Anna", "2 to 12 players"),
        ("Anna anna Bo", "in the group twice"),
        ("Anna:plain-bald Bo Carl", "Did you mean plain-bold"),
    ],
)
def test_a_group_that_cannot_play_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(CallError, match=sentence):
        parse_group(text)


def test_games_for_another_table_size_get_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CallError, match="None of these games takes 2 players"):
        play_season(Store(tmp_path), nights=1, seed=1, group=parse_group("Anna Bo"), variants=GAMES[:1])


def test_nights_at_once_are_the_nights_one_by_one(tmp_path: Path) -> None:
    one, other = Store(tmp_path / "one"), Store(tmp_path / "other")
    games = [VARIANTS["guts"]]
    play_season(one, nights=2, seed=3, variants=games)
    play_season(other, nights=2, seed=3, variants=games, pool=partial(ProcessLike, 2))
    for table in ("hands", "seats", "bank", "sessions"):
        assert one.read(table).equals(other.read(table))


class ProcessLike(ThreadPoolExecutor):
    """An executor that sends work as a cluster's does, as bytes."""

    def submit(self, work: Any, /, *args: Any, **more: Any) -> Future[Any]:
        return super().submit(pickle.loads(pickle.dumps(partial(work, *args, **more))))


def test_hands_take_as_long_as_the_paces_say(tmp_path: Path) -> None:
    """A measured pace replaces the catalogue's for its game alone."""
    store, games = Store(tmp_path), [VARIANTS["straight-poker"], VARIANTS["guts"]]
    play_season(store, nights=1, seed=3, variants=games, paces={"straight-poker": 600.5})
    hands = pl.read_parquet(tmp_path / "hands" / "**" / "*.parquet").sort("hand_no")
    took = (hands["ended_at"] - hands["ended_at"].shift(1)).dt.total_milliseconds().alias("took")
    timed = hands.select("variant_id", took).drop_nulls()
    whole = timed.filter(pl.col("took") > 250_000).group_by("variant_id").agg(pl.col("took").unique())
    assert whole.filter(variant_id="straight-poker")["took"].to_list() == [[600_500]]
    assert (timed.filter(variant_id="guts")["took"] < 250_000).all()
