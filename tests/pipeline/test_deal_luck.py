"""Luck of the deal from a store's hands: whose cards count, and what is left of the nets without it."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from engine.cards.card import parse_cards
from engine.catalogue import VARIANTS, Catalogue
from engine.kernel.actions import TABLE, Act, pack
from engine.rules.deal_luck import deal_worths
from pipeline.analysis import derived
from pipeline.analysis.deal_luck import ENOUGH, deal_luck_rows
from pipeline.analysis.derived import luck_files
from pipeline.analysis.marts import open_marts
from pipeline.simulation.group import parse_group
from pipeline.simulation.season import play_season
from pipeline.store.store import Store
from queries import selects
from tests.engine.test_deals import held
from tests.stores import START, Row, few_models, hand, session, variant, write

only_what_it_reads = few_models("mart_player_deals", "mart_player_all_ins")


DEALT = [(Act.DEAL_CLOSED, 0, "7c 2d"), (Act.DEAL_CLOSED, 1, "As Ah"), (Act.TURN_BOARD, TABLE, "2c 7h 9d Qs")]
ACTS = [
    *(pack(act, seat, 1, card) for act, seat, cards in DEALT for card in parse_cards(cards)),
    *(pack(act, seat, 2, 10) for act, seat in ((Act.BET, 0), (Act.CALL, 1))),
    pack(Act.TURN_BOARD, TABLE, 2, parse_cards("Ad")[0]),
]
"""Anna's two pair against Bo's aces, for 20 chips: two aces, three nines or three queens of 44 save him."""


def logged(
    number: int, *, cards: dict[str, str | None], acts: bool = False, **facts: Any
) -> tuple[Row, list[Row]]:
    """Bo wins Anna's chips at hold'em."""
    if acts:
        facts |= {"detail": "cards", "actions": ACTS}
    row, seats = hand("n", number, {"anna": 10, "bo": 10}, {"bo": 20}, variant_id="texas-holdem", **facts)
    for seat in seats:
        seat["cards"] = cards[seat["player_id"]]
    return row, seats


def rows(
    path: Path, hands: list[tuple[Row, list[Row]]], cards: str = "first", nights: int = 1
) -> dict[str, Row]:
    """A player's luck in as many nights as `nights`, all of these hands."""
    names = [f"n{number}" for number in range(nights)]
    write(
        path,
        sessions=[session(name, started_at=START + timedelta(days=7 * at)) for at, name in enumerate(names)],
        hands=[
            (row | {"session_id": name}, [seat | {"session_id": name} for seat in seats])
            for name in names
            for row, seats in hands
        ],
        variants=[variant("texas-holdem", rounds=4)],
    )
    with open_marts(path) as con:
        result = selects.read(con, f"from mart_player_deals where scope = 'all' and cards = '{cards}'")
    return {row["player_id"]: row for row in result.iter_rows(named=True)}


def test_only_players_known_in_every_hand_count(tmp_path: Path) -> None:
    """Anna's cards are always logged, Bo's all but once: what is known of Bo may be what Bo liked to show."""
    both = {"anna": "7c 2d", "bo": "As Ah"}
    hands = [logged(number, cards=both) for number in range(1, ENOUGH + 1)]
    hands.append(logged(ENOUGH + 1, cards={**both, "bo": None}))
    hands.append(logged(ENOUGH + 2, cards={"anna": None, "bo": None}, outcome="redealt"))  # nobody's
    hands.append(logged(ENOUGH + 3, cards={"anna": None, "bo": None}, status="draft"))
    result = rows(tmp_path / "s", hands, nights=2)
    assert {*result} == {"anna"}
    anna = result["anna"]
    worth = deal_worths()["texas-holdem"].of(held(parse_cards("7c 2d")))[0]
    known = ENOUGH + 1  # hands of each night: 10 chips are 5 antes
    slope = (-5 * worth * known + 25) / (worth * worth * known + 25)
    assert anna["hands"] == 2 * known
    assert anna["net_units"] == -5 * 2 * known
    assert anna["luck_units"] == pytest.approx((1 + slope) * worth * known)  # nothing was known on the first
    assert anna["adjusted_units"] == pytest.approx(anna["net_units"] - anna["luck_units"])
    hands_of_both, apart = 2 * known, (1 - slope) * worth  # all hands of a night are equal
    assert anna["adjusted_error_units"] == pytest.approx(
        (hands_of_both / (hands_of_both - 1) * hands_of_both * (apart / 2) ** 2) ** 0.5
    )


def test_street_luck_counts_where_all_cards_of_every_hand_are_known(tmp_path: Path) -> None:
    """A hand without logged cards may be one that was folded for what came."""
    both = {"anna": "7c 2d", "bo": "As Ah"}
    hands = [logged(number, cards=both, acts=True) for number in range(1, ENOUGH + 1)]
    result = rows(tmp_path / "s", hands, "later", nights=2)
    assert {name: row["hands"] for name, row in result.items()} == {"anna": 2 * ENOUGH, "bo": 2 * ENOUGH}
    luck = 10 * (44 - 8) / 44  # antes, of a pot of 10
    beyond, squares = 2 * (5 * luck - luck * luck), 2 * ENOUGH * luck * luck
    slope = 1 + ENOUGH * beyond / (squares + ENOUGH * beyond**2 / 0.3**2 / squares)
    assert result["bo"]["luck_units"] == pytest.approx((1 + slope) * luck * ENOUGH)
    assert result["anna"]["luck_units"] == pytest.approx(-(1 + slope) * luck * ENOUGH)
    assert result["bo"]["deviation_units"] == pytest.approx(luck * ((1 + slope**2) * ENOUGH) ** 0.5)
    left = ((1 - luck / 5) ** 2 + (1 - slope * luck / 5) ** 2) / 2
    assert result["bo"]["explained"] == pytest.approx(1 - left)

    number = ENOUGH + 1
    for name, more in enumerate((logged(number, cards={**both, "bo": None}), logged(number, cards=both))):
        parts = Store(write(tmp_path / str(name), sessions=[session("n")], hands=[*hands, more])).tables()
        found_rows = deal_luck_rows(parts["hands"], parts["seats"])
        assert found_rows["worth"].count() > ENOUGH
        assert found_rows["later"].count() == 0


def test_few_hands_tell_nothing(tmp_path: Path) -> None:
    both = {"anna": "7c 2d", "bo": "As Ah"}
    assert rows(tmp_path / "s", [logged(number, cards=both) for number in range(1, ENOUGH)]) == {}


def test_a_simulated_season_without_its_deals(tmp_path: Path) -> None:
    """All cards are logged. The luck is within chance, and what is left is known better."""
    store = Store(tmp_path / "s")
    games = [
        VARIANTS[name] for name in ("straight-poker", "three-card-draw", "texas-holdem", "five-card-stud")
    ]
    group = parse_group("Anna:plain-loose Bo:plain-steady Carl:station Dorte")
    play_season(store, nights=6, seed=8, season="s", group=group, variants=games)
    with open_marts(store.path) as con:
        result = selects.read(con, "from mart_player_deals where scope = 'season'")
    assert luck_files(store)
    assert {"first", "later", "both"} == {*result["cards"]}
    assert result["hands"].min() > 100
    assert (result["luck_units"].abs() < 4 * result["deviation_units"]).all()
    errors = result.group_by("cards").agg(
        ratio=(pl.col("adjusted_error_units") ** 2).sum() / (pl.col("net_error_units") ** 2).sum()
    )
    ratio = dict(errors.iter_rows())
    assert ratio["first"] < 1  # the first nights have hardly a slope of earlier nights
    assert ratio["both"] < ratio["later"] < 0.6


def test_one_process_derives_luck_from_the_last_session_on_and_another_does_not_repeat_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["a", "b", "c"]
    row, seats = logged(1, cards={"anna": "7c 2d", "bo": "As Ah"})
    write(
        tmp_path / "s",
        sessions=[session(name) for name in names],
        hands=[
            (row | {"session_id": name}, [seat | {"session_id": name} for seat in seats]) for name in names
        ],
        variants=[variant("texas-holdem", rounds=4)],
    )
    store = Store(tmp_path / "s")
    order: list[str] = []
    once = derived.luck_rows

    def noted(files: derived.Files, games: Catalogue) -> pl.DataFrame:
        order.append(files["hands"][0].parent.name.removeprefix("session_id="))
        return once(files, games)

    monkeypatch.setattr(derived, "luck_rows", noted)
    derived.derive_luck(store, last_first=True)
    assert order == ["c", "b", "a"]
    derived.derive_luck(store)
    assert len(order) == len(luck_files(store)) == 3


def test_nights_logged_a_line_a_hand_need_no_kernels(tmp_path: Path) -> None:
    """A page after such a night was written a quarter of a second later, for kernels that nothing called."""
    hand_in_outline = logged(1, cards={"anna": "7c 2d", "bo": "As Ah"})
    of_guts = hand("n", 2, {"anna": 2, "bo": 2}, {"bo": 4}, variant_id="guts")
    store = write(tmp_path, sessions=[session("n")], hands=[hand_in_outline, of_guts])
    code = f"""
import sys
from pathlib import Path
from pipeline.analysis.deal_luck import deal_luck_rows
files = [sorted(Path({str(store)!r}).glob(f"{{table}}/session_id=n/*")) for table in ("hands", "seats")]
deal_luck_rows(*files)
print("numba" in sys.modules)
"""
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"
