"""All-in luck from a store's hands: which count, what the pots were worth, and that it follows the tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from engine.cards.card import parse_cards
from engine.kernel.actions import TABLE, Act, pack
from pipeline.analysis.derived import derive_luck, luck_files
from pipeline.analysis.marts import open_marts
from pipeline.store.store import Store
from tests.stores import Row, few_models, hand, session, variant, write

few = few_models("mart_player_all_ins")

BOARD = "2c 7d 9h 3s Kh"
CARDS = {"anna": "As Ah", "bo": "Kd Kc", "carl": None}


def acts(before: int, *, checked: bool = False) -> list[int]:
    """Bets after `before` cards of the board, with no act afterwards; `checked`: with one."""
    cards = [pack(Act.TURN_BOARD, TABLE, 1, card) for card in parse_cards(BOARD)]
    moves = [pack(Act.BET, 0, 1, 10), pack(Act.CALL, 1, 1, 10), pack(Act.FOLD, 2, 1)]
    return [*cards[:before], *moves, *cards[before:], *([pack(Act.CHECK, 0, 3)] if checked else [])]


def logged(
    number: int, before: int = 4, *, stacks: dict[str, int] | None = None, **facts: Any
) -> tuple[Row, list[Row]]:
    """Anna's aces against Bo's kings, who win 44 chips by the king on the river."""
    checked, cards = facts.pop("checked", False), facts.pop("cards", CARDS)
    row, seats = hand(
        "n", number, {"anna": 21, "bo": 21, "carl": 2}, {"bo": 44}, folded={"carl": 1},
        variant_id="texas-holdem", detail="cards", actions=acts(before, checked=checked), **facts,
    )  # fmt: skip
    for seat in seats:
        seat["cards"] = cards[seat["player_id"]]
        seat["stack_before"] = (stacks or {"anna": 21, "bo": 300, "carl": 90})[seat["player_id"]]
    return row, seats


def marts(path: Path, hands: list[tuple[Row, list[Row]]]) -> dict[str, Row]:
    game = variant("texas-holdem", rounds=4)
    write(path, sessions=[session("n")], hands=hands, variants=[game])
    with open_marts(path) as con:
        rows = con.execute("from mart_player_all_ins where scope = 'all'")
        names = [name for name, *_ in rows.description]
        return {
            row["player_id"]: row for row in (dict(zip(names, row, strict=True)) for row in rows.fetchall())
        }


def test_luck_is_what_was_won_less_what_was_to_be_expected(tmp_path: Path) -> None:
    result = marts(tmp_path / "s", [logged(1, additions="no-limit")])
    assert {*result} == {"anna", "bo"}
    bo = result["bo"]  # two kings in 44 cards, and a pot of 44
    assert (bo["all_ins"], bo["won_units"], bo["luck"]) == (1, 22, 42)
    assert bo["expected_units"] == pytest.approx(1)
    assert result["anna"]["luck_units"] == pytest.approx(-21)
    assert result["anna"]["luck_quantile"] < 0.01 < 0.99 < bo["luck_quantile"]


def test_a_pot_run_twice_deviates_less(tmp_path: Path) -> None:
    """The same expectation; two different rivers of 44, of which two win, each for half the pot."""
    bo = marts(tmp_path / "s", [logged(1, additions="no-limit", boards=2)])["bo"]
    assert bo["expected_units"] == pytest.approx(1)
    assert bo["deviation_units"] == pytest.approx((84 / 2 * 42 / 43) ** 0.5 / 2)


def test_hands_that_do_not_count(tmp_path: Path) -> None:
    deep = {"anna": 100, "bo": 300, "carl": 90}
    unknown = {**CARDS, "bo": None}
    one = {**CARDS, "bo": "Kd"}
    twice = {**CARDS, "bo": "As Kd"}
    hands = [
        logged(1, stacks=deep),  # both could have acted
        logged(2, cards=unknown),
        logged(3, cards=one),
        logged(4, cards=twice),
        logged(5, before=5),  # the board lay
        logged(6, checked=True),
        logged(7, additions="hilo"),
        logged(8, status="draft"),
    ]
    assert marts(tmp_path / "s", hands) == {}


def test_equities_follow_the_tables(tmp_path: Path) -> None:
    store = write(tmp_path / "s", sessions=[session("n")], hands=[logged(1)])
    for hands in ([logged(1)], [logged(1), logged(2)]):
        write(store, sessions=[session("n")], hands=hands)
        derive_luck(Store(store), lambda *_: None)
        (part,) = luck_files(Store(store))
        assert pl.read_parquet(part).height == 2 * len(hands)
        before = part.stat().st_mtime_ns
        derive_luck(Store(store), lambda *_: None)
        assert part.stat().st_mtime_ns == before
    whole = part.read_bytes()
    part.write_bytes(whole[:-9] + b"damaged!!")
    derive_luck(Store(store), lambda *_: None)
    assert part.read_bytes() == whole
