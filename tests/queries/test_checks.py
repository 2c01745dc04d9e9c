"""Every check fires on a store broken in just its way, and all are silent on sound ones."""

from __future__ import annotations

import copy
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.actions import Act, pack
from pipeline.analysis.marts import check_store, open_marts
from pipeline.night.service import NightService
from pipeline.store.schemas import DERIVED_TABLES, REFERENCE_TABLES, SESSION_TABLES
from queries import warehouse
from queries.models import load_models
from tests.queries.house import write_house
from tests.stores import START, build, few_models, hand, peder, session, tables, variant, write

few = few_models("check_")

Rows = dict[str, list[Any]]


def sound(name: str = "n1") -> Rows:
    """A night of three hands with acts, shares and a closed bank; hands 2 and 3 are a chain."""
    antes = [pack(Act.ANTE, seat, 0, 2) for seat in (0, 1)]
    bank = [
        {"session_id": name, "entry_no": number, "player_id": "b", "kind": kind, "chips": chips,
         "money": chips * Decimal("0.25"), "currency": "DKK"}
        for number, (kind, chips) in enumerate([("loan", 100), ("purchase", 20), ("count", 114)])
    ]  # fmt: skip
    return {
        "sessions": [session(name, banker_id="a", ended_at=START + timedelta(hours=3))],
        "hands": [
            hand(
                name, 1, {"a": 4, "b": 4}, {"a": 8}, detail="actions", dealer_id="b",
                actions=[*antes, pack(Act.BET, 0, 1, 2), pack(Act.CALL, 1, 1, 2)],
            ),
            hand(name, 2, {"a": 2, "b": 2}, {}),
            hand(name, 3, {"a": 2, "b": 4}, {"b": 10}, pot_in=4, chain_no=2, folded={"a": 1}),
            hand(name, 4, {"a": 2, "b": 6}, {"a": 8}),
        ],
        "players": [
            {"player_id": "a", "name": "A"}, {"player_id": "b", "name": "B"},
            {"player_id": "A2", "merged_into": "a"},
        ],
        "variants": [variant(), variant("trio", players_min=3)],
        "bank": bank,
    }  # fmt: skip


def faults(path: Path, rows: Rows) -> dict[str, list[warehouse.Fault]]:
    """What each check has to say."""
    store = write(path, **rows)
    with build(store) as con:
        return {result.check: result.faults for result in warehouse.check(con, tables(store)) if result.count}


def set_hand(number: int, /, **facts: Any) -> Callable[[Rows], None]:
    return lambda rows: rows["hands"][number - 1][0].update(facts)


def set_seat(number: int, seat: int, /, **facts: Any) -> Callable[[Rows], None]:
    return lambda rows: rows["hands"][number - 1][1][seat].update(facts)


def set_entry(number: int, /, **facts: Any) -> Callable[[Rows], None]:
    return lambda rows: rows["bank"][number].update(facts)


def add_entry(**facts: Any) -> Callable[[Rows], None]:
    return lambda rows: rows["bank"].append(
        {"session_id": rows["bank"][0]["session_id"], "entry_no": 9, "currency": "DKK", **facts}
    )


def both(*changes: Callable[[Rows], None]) -> Callable[[Rows], None]:
    return lambda rows: [change(rows) for change in changes] and None


SHARE = {"pot_no": 0, "board_no": 0, "half": "whole", "seat": 0, "chips": 8}
BROKEN: list[tuple[str, str, Callable[[Rows], None]]] = [
    ("check_hand_conserves", "8 paid and 0 carried in, but 8 won and 1 carried out", set_hand(4, pot_out=1)),
    ("check_hand_pot", "a pot of 9, but 0 carried in and 8 paid", set_hand(4, pot=9)),
    ("check_hand_seats", "no seats", lambda rows: rows["hands"][3][1].clear()),
    ("check_hand_seats", "3 players, but 2 seats", set_hand(4, player_count=3)),
    ("check_hand_seats", "the seats aren't counted from 0 without a gap", set_seat(4, 1, seat=2)),
    ("check_hand_seats", "the seats aren't counted from 0 without a gap", set_seat(4, 1, seat=0)),
    ("check_hand_seats", "the seats aren't counted from 0 without a gap", set_seat(4, 1, seat=-1)),
    (
        "check_hand_seats", "2 players, but 3 seats",
        lambda rows: rows["hands"][3][1].append(rows["hands"][3][1][1]),
    ),
    (
        "check_seat_hand", "seat 0 of a hand that isn't there",
        lambda rows: rows["hands"][3][1].append({**rows["hands"][3][1][0], "hand_no": 77}),
    ),
    ("check_seat_amounts", "seat 1: paid 6, won 0, net -5, shadow 0", set_seat(4, 1, net=-5)),
    ("check_seat_amounts", "seat 1: paid 6, won 0, net -6, shadow 7", set_seat(4, 1, shadow=7)),
    ("check_seat_folded", "seat 0 folded in round 2 and won 8", set_seat(4, 0, folded_round=2)),
    ("check_seat_player", "seat 0: no player and no profile", set_seat(4, 0, player_id=None)),
    ("check_seat_player", "seat 0: the store has no player x", set_seat(4, 0, player_id="x")),
    (
        "check_seat_player", "a sits there 2 times",
        set_seat(2, 1, player_id="A2"),
    ),
    ("check_hand_dealer", "the store has no player x, the dealer", set_hand(1, dealer_id="x")),
    ("check_hand_game", "no game", set_hand(4, variant_id=None)),
    ("check_hand_game", "the catalogue has no game x", set_hand(4, variant_id="x")),
    ("check_hand_game", "no ante and no big blind to count in", set_hand(4, unit=None)),
    (
        "check_hand_game", "8 players at Trio, which takes 3 to 7",
        set_hand(4, variant_id="trio", player_count=8),
    ),
    ("check_hand_words", "status sure, outcome showdown, detail result", set_hand(4, status="sure")),
    ("check_hand_words", "status confirmed, outcome won, detail result", set_hand(4, outcome="won")),
    ("check_hand_words", "half third of a pot", set_hand(4, shares=[{**SHARE, "half": "third"}])),
    ("check_hand_words", "seat 0 declared middle", set_seat(4, 0, declared="middle")),
    ("check_hand_twice", "there 2 times", lambda rows: rows["hands"].append((rows["hands"][3][0], []))),
    ("check_shares_won", "seat 0 won 8, but has shares of 7", set_hand(4, shares=[{**SHARE, "chips": 7}])),
    ("check_shares_won", "seat 0 won 8, but has shares of 0", set_hand(4, shares=[])),
    (
        "check_shares_won", "a share of 1 for seat 5, where nobody sits",
        set_hand(4, shares=[SHARE, {**SHARE, "seat": 5, "chips": 1}]),
    ),
    (
        "check_actions_paid", "seat 1 paid 4, but its acts make 2",
        lambda rows: rows["hands"][0][0]["actions"].pop(),
    ),
    (
        "check_actions_paid", "acts of seat 3, where nobody sits",
        lambda rows: rows["hands"][0][0]["actions"].append(pack(Act.FOLD, 3, 1)),
    ),
    (
        "check_actions_known", "act 4 is of no known kind (63)",
        lambda rows: rows["hands"][0][0]["actions"].append(63 | 1 << 6),
    ),
    ("check_actions_known", "acts, though its detail is result", set_hand(1, detail="result")),
    ("check_actions_known", "no acts, though its detail says so", set_hand(4, detail="cards")),
    ("check_chains", "0 carried in, but the hand before carried 4 out", set_hand(3, pot_in=0)),
    ("check_chains", "in chain 3, though its pot comes from chain 2", set_hand(3, chain_no=3)),
    ("check_chains", "in chain 2, though nothing was carried in", set_hand(4, chain_no=2)),
    ("check_sessions", "kind party", lambda rows: rows["sessions"][0].update(kind="party")),
    (
        "check_sessions", "ends before it begins",
        lambda rows: rows["sessions"][0].update(ended_at=START - timedelta(1)),
    ),
    (
        "check_sessions", "the store has no player x, the banker",
        lambda rows: rows["sessions"][0].update(banker_id="x"),
    ),
    ("check_sessions", "there twice", lambda rows: rows["sessions"].append(rows["sessions"][0])),
    ("check_bank_entries", "entry 9: kind gift", add_entry(player_id="b", kind="gift", chips=0)),
    (
        "check_bank_entries", "entry 9: the store has no player x",
        add_entry(player_id="x", kind="loan", chips=0),
    ),
    (
        "check_bank_entries", "entry 9: the store has no player y",
        add_entry(player_id="b", kind="payment", counterparty_id="y", money=Decimal(1)),
    ),
    ("check_bank_entries", "entry 9: a payment of no money", add_entry(player_id="b", kind="payment")),
    ("check_bank_entries", "entry 9: no chips", add_entry(player_id="b", kind="loan", money=Decimal(1))),
    (
        "check_bank_entries", "entry 9: shadow owed to nobody",
        add_entry(player_id="b", kind="shadow", chips=0),
    ),
    ("check_bank_entries", "entry 1: -20 chips", set_entry(1, chips=-20)),
    ("check_bank_entries", "entry 0 is there twice", set_entry(1, entry_no=0)),
    (
        "check_bank_money", "entry 0: 100 chips entered as 24.0 and not as 25.0",
        set_entry(0, money=Decimal(24)),
    ),
    (
        "check_bank_closed", "b was counted, and 4 chips should be left",
        set_entry(2, chips=110, money=Decimal("27.5")),
    ),
    (
        "check_bank_sums", "the accounts add up to -2 chips, with 0 in a pot that nobody won",
        add_entry(player_id="b", kind="difference", chips=-2, money=Decimal("-0.5")),
    ),
]  # fmt: skip


BROKEN_TABLES: list[tuple[str, str, Callable[[Rows], None]]] = [
    (
        "check_players", "player b is merged into x, which isn't there",
        lambda rows: rows["players"][1].update(merged_into="x"),
    ),
    (
        "check_players", "player b is merged into another in a circle",
        both(
            lambda rows: rows["players"][1].update(merged_into="c"),
            lambda rows: rows["players"].append({"player_id": "c", "merged_into": "b"}),
        ),
    ),
    ("check_players", "player a is there twice", lambda rows: rows["players"].append(rows["players"][0])),
]  # fmt: skip


def test_sound_night(tmp_path: Path) -> None:
    assert faults(tmp_path / "s", sound()) == {}


@pytest.mark.parametrize("seed", range(3))
def test_sound_house(tmp_path: Path, seed: int) -> None:
    store = write_house(tmp_path / "s", seed)
    with build(store) as con:
        assert [result for result in warehouse.check(con, tables(store)) if result.count] == []


@pytest.fixture(scope="module", params=[warehouse.FEW_BYTES, 0], ids=["few rows", "many rows"])
def said(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[tuple[str, str | None], list[str]]:
    """What is said of a store with one night for each way to break it, by check and session."""
    whole: Rows = {"sessions": [], "hands": [], "bank": []}
    for number, (_, _, change) in enumerate(BROKEN):
        rows = copy.deepcopy(sound(f"case-{number}"))
        change(rows)
        for table in whole:
            whole[table] += rows[table]
    reference = {"players": sound()["players"], "variants": sound()["variants"]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(warehouse, "FEW_BYTES", request.param)
        result = faults(tmp_path_factory.mktemp("broken") / "s", {**whole, **reference})
    by_session: dict[tuple[str, str | None], list[str]] = {}
    for check, some in result.items():
        for one in some:
            by_session.setdefault((check, one.session_id), []).append(one.fault)
    return by_session


@pytest.mark.parametrize("number", range(len(BROKEN)), ids=lambda number: f"{BROKEN[number][0]}-{number}")
def test_broken_night(said: dict[tuple[str, str | None], list[str]], number: int) -> None:
    check, fault, _ = BROKEN[number]
    assert fault in said.get((check, f"case-{number}"), [])


@pytest.mark.parametrize(("check", "fault", "change"), BROKEN_TABLES)
def test_broken_table(tmp_path: Path, check: str, fault: str, change: Callable[[Rows], None]) -> None:
    rows = sound()
    change(rows)
    assert fault in [one.fault for one in faults(tmp_path / "s", rows).get(check, [])]


def test_every_check_is_broken_here() -> None:
    names = {
        name
        for name in load_models({**SESSION_TABLES, **DERIVED_TABLES, **REFERENCE_TABLES})
        if name.startswith("check_")
    }
    assert names == {check for check, *_ in BROKEN + BROKEN_TABLES} | {"check_hand_ranges"}


def test_hands_in_two_parts(tmp_path: Path) -> None:
    rows = sound()
    store = write(tmp_path / "s", **rows)
    folder = store / "hands" / "session_id=n1"
    for table in ("hands", "seats"):
        folder = store / table / "session_id=n1"
        (folder / "part-001.parquet").write_bytes((folder / "part-000.parquet").read_bytes())
    with build(store) as con:
        results = {one.check: one for one in warehouse.check(con, tables(store))}
    assert results["check_hand_twice"].count + results["check_hand_ranges"].count > 0


def test_faults_name_the_place_and_are_counted(tmp_path: Path) -> None:
    rows = sound()
    rows["hands"] = [hand("n1", number, {"a": 2, "b": 2}, {"a": 4}, pot=5) for number in range(1, 1101)]
    rows["bank"] = []
    store = write(tmp_path / "s", **rows)
    with build(store) as con:
        (result,) = [one for one in warehouse.check(con, tables(store)) if one.count]
    assert (result.check, result.count, len(result.faults)) == ("check_hand_pot", 1100, 1000)
    assert all(fault.session_id == "n1" for fault in result.faults)
    assert len({fault.hand_no for fault in result.faults}) == 1000


def test_neighbours_of_a_draft_have_no_faults(tmp_path: Path) -> None:
    """A draft may say anything; its neighbours' pots can't be compared with it."""
    rows = sound()
    set_hand(2, status="draft", variant_id=None, outcome=None, pot=77)(rows)
    rows["bank"] = []
    assert faults(tmp_path / "s", rows) == {}


def test_chips_handed_back_before_the_night_ends_are_no_fault(tmp_path: Path) -> None:
    rows = sound()
    rows["sessions"][0].update(ended_at=None)
    rows["bank"][2].update(chips=100, money=Decimal(25))
    assert faults(tmp_path / "s", rows) == {}


def test_pots_of_earlier_nights_are_no_fault(tmp_path: Path) -> None:
    """One before the first hand, and one that joins a pot that is carried."""
    with NightService(tmp_path, "n1") as service:
        for line in ("players Anna, Bo, Carl", "banker a", "carry 60", "7s 10 ++", "carry 30", "7s 5 ++", "7s 4 +b", "7s 4 +c"):  # fmt: skip
            assert service.enter(line).status == "kept"
    result = peder(tmp_path, "check")
    assert result.exit_code == 0, result.output


def test_what_lies_in_a_pot_is_what_was_laid_out_for_it_and_not_won(tmp_path: Path) -> None:
    """Chips that the bank laid out for a pot of an earlier night lie in it until a hand takes them."""
    opening = ("players Anna, Bo, Carl", "banker a", "loan 100", "7s 10 +b", "count c 90", "carry 35")
    nights = {
        "open": ((), 35),
        "won": (("loan c 50", "7s 10 +b"), 0),
        "carried": (("loan c 50", "7s 10 ++"), 65),
        "shared": (("loan c 50", "7s 9 ++", "end shared"), 0),
        "to the bank": (("end bank",), 0),
    }
    for night, (lines, _) in nights.items():
        with NightService(tmp_path, night) as service:
            for line in (*opening, *lines):
                assert service.enter(line).status == "kept", line
    assert [one.check for one in check_store(tmp_path) if one.faults] == []
    with open_marts(tmp_path) as con:
        left = dict(con.sql("select session_id, pot_left from mart_sessions").fetchall())
    assert left == {night: pot for night, (_, pot) in nights.items()}
