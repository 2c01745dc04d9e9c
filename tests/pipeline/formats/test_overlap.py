"""A hand that two files have counts once, in whatever order the files come."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from pipeline.formats.pokernow.log import import_log
from pipeline.store.store import Store
from tests.pipeline.formats.logs import SAMPLE, entries, write_log
from tests.pipeline.formats.test_lengths import OHH
from tests.stores import STANDINGS, few_models, peder

few = few_models("check_", "stg_", "stored_", *STANDINGS)

START = "-- starting hand #"


def sample_rows() -> list[str]:
    """The sample's lines as they are in the file, the newest first, without the header."""
    return SAMPLE.read_text(encoding="utf-8").split("\n")[1:-1]


def part(place: Path, first: int, last: int) -> Path:
    """The sample from the start of a hand to the start of another."""
    rows = sample_rows()
    starts = {int(row.split(START)[1].split()[0]): at for at, row in enumerate(rows) if START in row}
    end = starts[last + 1] + 1 if last + 1 in starts else 0
    place.write_text("\n".join(["entry,at,order", *rows[end : starts[first] + 1], ""]), encoding="utf-8")
    return place


def imported(store: Path, *files: Path, form: str = "pokernow") -> list[str]:
    """The results of importing files one after another."""
    results = []
    for file in files:
        result = peder(store, "import", form, file, "--json")
        assert result.exit_code == 0, result.output
        results.append(json.loads(result.stdout)[0]["result"])
    return results


def totals(store: Path) -> dict[str, Any]:
    """What each player won in the hands, and by the bank, in money."""
    read = Store(store)
    value = read.read("sessions")["chip_value"][0]
    won = read.read("seats").group_by("player_id").agg(pl.col("net").sum()).sort("player_id").rows()
    sign = pl.when(pl.col("kind") == "buyback").then(pl.col("chips")).otherwise(-pl.col("chips"))
    bank = read.read("bank").group_by("player_id").agg(net=sign.sum()).sort("player_id").rows()
    assert won == bank
    return {player: net * value for player, net in won}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    place = tmp_path_factory.mktemp("whole")
    imported(place, SAMPLE)
    return totals(place)


@pytest.mark.parametrize(
    ("parts", "results"),
    [
        (["all", "tail"], ["imported", "there already"]),
        pytest.param(
            ["tail", "all", "tail"],
            ["imported", "reconciled", "there already"],
            marks=pytest.mark.nightly,
        ),
        pytest.param(
            ["head", "tail", "all"],
            ["imported", "reconciled", "there already"],
            marks=pytest.mark.nightly,
        ),
        (["tail", "head", "tail"], ["imported", "reconciled", "there already"]),
        pytest.param(
            ["middle", "all"],
            ["imported", "reconciled"],
            marks=pytest.mark.nightly,
        ),
        (["first", "last", "all", "all"], ["imported", "imported", "reconciled", "there already"]),
    ],
)
def test_parts_of_a_log_are_one_game(
    tmp_path: Path, whole: dict[str, Any], parts: list[str], results: list[str]
) -> None:
    spans = {"head": (1, 20), "tail": (12, 34), "middle": (10, 20), "first": (1, 8), "last": (20, 34)}
    files = {name: part(tmp_path / f"{name}.csv", *span) for name, span in spans.items()} | {"all": SAMPLE}
    store = tmp_path / "store"
    assert imported(store, *(files[name] for name in parts)) == results
    hands = Store(store).read("hands")
    assert sorted(hands["hand_no"]) == [*range(1, 35)]
    assert totals(store) == whole
    assert peder(store, "check").exit_code == 0


def test_a_hand_that_one_log_breaks_off_is_whole_by_the_other(tmp_path: Path, whole: dict[str, Any]) -> None:
    rows = part(tmp_path / "head.csv", 1, 20).read_text(encoding="utf-8").split("\n")
    (tmp_path / "cut.csv").write_text("\n".join([rows[0], *rows[4:]]), encoding="utf-8")
    tail = part(tmp_path / "tail.csv", 12, 34)
    for number, files in enumerate(permutations((tmp_path / "cut.csv", tail))):
        store = tmp_path / f"store{number}"
        imported(store, *files)
        hands = Store(store).read("hands")
        assert set(hands["status"]) == {"confirmed"}
        assert sorted(hands["hand_no"]) == [*range(1, 35)]
        assert totals(store) == whole


GAME = """
    The player <Ann> joined the game with a stack of 100.
    The player <Bob> joined the game with a stack of 100.
    -- starting hand #1 (id: x1)  No Limit Texas Hold'em (dealer: <Ann>) --
    Player stacks: #1 <Ann> (100) | #2 <Bob> (100)
    {own1}
    <Ann> posts a small blind of 1
    <Bob> posts a big blind of 2
    <Ann> calls 2
    <Bob> checks
    Flop:  [3♦, 4♥, 8♠]
    <Bob> bets 2
    <Ann> folds
    Uncalled bet of 2 returned to <Bob>
    <Bob> collected 4 from pot
    {show}
    -- ending hand #1 --
    -- starting hand #2 (id: x2)  No Limit Texas Hold'em (dealer: <Bob>) --
    Player stacks: #1 <Ann> (98) | #2 <Bob> (102)
    {own2}
    <Bob> posts a small blind of 1
    <Ann> posts a big blind of 2
    <Bob> folds
    Uncalled bet of 1 returned to <Ann>
    <Ann> collected 2 from pot
    {show2}
    -- ending hand #2 --
"""


def test_a_friends_log_adds_the_cards_that_it_knows(tmp_path: Path) -> None:
    def log(name: str, own: tuple[str, str]) -> Path:
        show = {"show": "<Bob> shows a A♠, A♥.", "show2": "<Ann> shows a K♠, K♥."}
        text = GAME.format(own1=f"Your hand is {own[0]}", own2=f"Your hand is {own[1]}", **show)
        return write_log(tmp_path / f"{name}.csv", entries(text))

    ann, bob = log("ann", ("2♦, 7♣", "K♠, K♥")), log("bob", ("A♠, A♥", "9♣, 9♦"))
    for number, files in enumerate(permutations((ann, bob))):
        store = tmp_path / f"store{number}"
        assert imported(store, *files, *files) == ["imported", "reconciled"] + ["there already"] * 2
        seats = Store(store).read("seats").sort("hand_no", "player_id")
        assert seats["cards"].to_list() == ["7c 2d", "Ah As", "Kh Ks", "9d 9c"] or seats["cards"].to_list() == [
            "2d 7c", "As Ah", "Ks Kh", "9c 9d"
        ]  # fmt: skip
        assert Store(store).read("sessions").height == 1


def test_a_part_under_a_name_of_its_own_has_the_hands_that_no_other_has(tmp_path: Path) -> None:
    store, head = tmp_path / "store", part(tmp_path / "head.csv", 1, 20)
    imported(store, part(tmp_path / "tail.csv", 12, 34))
    result = peder(store, "import", "pokernow", head, "--session", "friday", "--json")
    assert json.loads(result.stdout)[0]["hands"] == 11
    assert "head.csv: 9 hands are in the session 'pokernow-2026-01-16-" in result.stderr
    assert sorted(Store(store).read("hands")["hand_no"]) == [*range(1, 35)]


def test_hands_left_out_are_chips_from_elsewhere(tmp_path: Path) -> None:
    rest = import_log(SAMPLE, without={*range(5, 12), 20})
    nets = rest.seats.group_by("player_id").agg(pl.col("net").sum()).sort("player_id").rows()
    sign = pl.when(pl.col("kind") == "buyback").then(pl.col("chips")).otherwise(-pl.col("chips"))
    assert rest.bank.group_by("player_id").agg(net=sign.sum()).sort("player_id").rows() == nets


# --- OHH and PHH


def ohh(number: object, at: str, winner: int = 1, **more: object) -> dict[str, Any]:
    hand: dict[str, Any] = json.loads(OHH)
    hand["ohh"] |= {"game_number": number, "start_date_utc": f"2026-03-14T{at}Z", "table_name": "t", **more}
    return hand


def test_an_ohh_hand_counts_once_in_a_file_and_in_two(tmp_path: Path) -> None:
    one, two, three = (ohh(str(number), f"20:0{number}:00") for number in (1, 2, 3))
    files = {
        "twice": [one, one, two], "one": [one], "grown": [one, two, three], "late": [three, ohh("4", "20:09:00")],
    }  # fmt: skip
    for name, hands in files.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(hands))
    results = {
        ("twice", "one"): ["imported", "there already"],
        ("one", "twice", "grown"): ["imported", "reconciled", "reconciled"],
        ("grown", "late", "late"): ["imported", "imported", "there already"],
        ("late", "grown", "one"): ["imported", "imported", "there already"],
    }
    for names, expected in results.items():
        store = tmp_path / "-".join(names)
        assert imported(store, *(tmp_path / f"{name}.json" for name in names), form="ohh") == expected
        moments = [hand["ohh"]["start_date_utc"] for name in names for hand in files[name]]
        assert Store(store).read("hands").height == len(set(moments))


def test_hands_that_differ_are_two(tmp_path: Path) -> None:
    """Another stack, other known cards, or times that don't tell hands apart."""
    (tmp_path / "a.json").write_text(json.dumps([ohh("1", "20:00:00"), ohh("2", "20:00:00")]))
    (tmp_path / "b.json").write_text(json.dumps([ohh("3", "20:00:00"), ohh("4", "20:00:00")]))
    assert (
        imported(tmp_path / "times", tmp_path / "a.json", tmp_path / "b.json", form="ohh") == ["imported"] * 2
    )
    assert Store(tmp_path / "times").read("hands").height == 4
    for name, cards in (("c", ["Ah", "Kh"]), ("d", ["Ah", "Qh"]), ("e", [])):
        hand = ohh("1", "20:00:00")
        hand["ohh"]["players"][0]["cards"] = cards
        (tmp_path / f"{name}.json").write_text(json.dumps(hand))
    files = [tmp_path / f"{name}.json" for name in "cde"]
    assert imported(tmp_path / "cards", *files, form="ohh") == ["imported", "imported", "there already"]


PHH = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [{stack}, 100]
actions = ["d dh p1 ????", "d dh p2 ????", "p2 cbr 6", "p1 f"]
players = ["Ann", "Bob"]
year = 2026
month = 3
day = 14
time = 20:0{number}:00
hand = {number}
"""


def test_a_phh_hand_counts_once_in_two_files(tmp_path: Path) -> None:
    hands = [PHH.format(stack=90 + number, number=number) for number in range(3)]
    (tmp_path / "one.phh").write_text(hands[1])
    (tmp_path / "all.phhs").write_text(
        "".join(f"[{number}]{text}" for number, text in enumerate(hands, start=1))
    )
    for number, files in enumerate(permutations(("one.phh", "all.phhs"))):
        store = tmp_path / f"s{number}"
        results = imported(store, *(tmp_path / name for name in files), form="phh")
        assert results == (["imported", "there already"] if number else ["imported", "reconciled"])
        assert Store(store).read("hands").height == 3
