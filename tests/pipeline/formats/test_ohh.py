"""Open Hand History: what goes out tells the same hands; what others wrote comes in, or none of it."""

from __future__ import annotations

import copy
import json
import random
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest

from engine.api import VARIANTS, PederError, unpack
from pipeline.formats.ohh.model import (
    OhhAction,
    OhhFile,
    OhhHand,
    OhhPlayer,
    OhhPot,
    PlayerWin,
    Round,
    ohh_schema,
)
from pipeline.formats.ohh.reader import import_ohh
from pipeline.formats.ohh.writer import export_ohh
from pipeline.simulation.runs import Run, simulate
from pipeline.store.store import Store
from tests.pipeline.formats.logs import SAMPLE
from tests.stores import few_models, peder

few = few_models("check_")

SCHEMA = Path(__file__).parents[3] / "docs" / "ohh.schema.json"


def acts(*told: tuple[int, str, float]) -> list[dict[str, Any]]:
    return [
        {"action_number": number, "player_id": who, "action": what, "amount": amount}
        for number, (who, what, amount) in enumerate(told, start=1)
    ]


def hand(rounds: list[dict[str, Any]], pots: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A hand of four in the shape of those that sites write."""
    return {
        "id": "x",
        "ohh": {
            "spec_version": "1.4.6", "internal_version": "1.0.0",
            "network_name": "A Net", "site_name": "A Site",
            "game_type": "Holdem", "table_name": "t-1", "table_size": 6, "game_number": "",
            "start_date_utc": "2026-02-02T20:17:51.970Z", "currency": "EUR", "ante_amount": 0,
            "small_blind_amount": 0.5, "big_blind_amount": 1, "bet_limit": {"bet_cap": 0, "bet_type": "NL"},
            "dealer_seat": 3, "hero_player_id": 1,
            "players": [
                {"id": n, "name": name, "seat": n, "starting_stack": 100, "player_bounty": 0}
                for n, name in enumerate(["Ada", "Bea", "Cil", "Dea"], start=1)
            ],
            "rounds": rounds, "pots": pots, **more,
        },
        "_format": "ohh",
    }  # fmt: skip


# calls are totals of the street, a raise stands for a bet, and the site takes a rake
TOTALS = hand(
    [
        {"id": 0, "street": "Preflop", "cards": [], "actions": acts(
            (4, "Post SB", 0.5), (1, "Post BB", 1), (2, "Fold", 0), (3, "Fold", 0), (4, "Raise", 2.5),
            (1, "Raise", 10), (4, "Call", 10))},
        {"id": 1, "street": "Flop", "cards": ["9h", "8h", "Kc"], "actions": acts(
            (4, "Check", 0), (1, "Bet", 15), (4, "Call", 15))},
        {"id": 2, "street": "Turn", "cards": ["Ad"], "actions": acts((4, "Check", 0), (1, "Check", 0))},
        {"id": 3, "street": "River", "cards": ["Ah"], "actions": acts((4, "Raise", 50), (1, "Fold", 0))},
    ],
    [{"number": 0, "amount": 100, "rake": 4, "player_wins": [{"player_id": 4, "win_amount": 96}]}],
)  # fmt: skip
# as the format says: calls are what is added, the uncalled bet isn't in the pot; no cards is ""
ADDED = hand(
    [
        {"id": 0, "street": "Preflop", "cards": "", "actions": [
            *acts((4, "Post SB", 0.5), (1, "Post BB", 1)),
            {"player_id": 3, "cards": ["As", "Tc"], "action": "Dealt Cards", "amount": 0.0},
            *acts((2, "Fold", 0), (3, "Raise", 3), (4, "Fold", 0), (1, "Call", 2))]},
        {"id": 1, "street": "Flop", "cards": ["5c", "7d", "Js"], "actions": acts(
            (1, "Check", 0), (3, "Bet", 3), (1, "Raise", 9), (3, "Fold", 0))},
        {"id": 4, "street": "Showdown", "actions": acts((1, "Mucks Cards", 0))},
    ],
    [{"number": 0, "amount": 12.5, "rake": 0.5, "player_wins": [
        {"player_id": 1, "win_amount": 12, "contributed_rake": 0.5}]}],
)  # fmt: skip


def nets(store: Path) -> dict[str, Decimal]:
    rows = Store(store).read("seats").group_by("player_id").agg(pl.col("net").sum()).rows()
    worth = Store(store).read("sessions")["chip_value"][0]
    return {player_id.rpartition(":")[2]: net * worth for player_id, net in rows}


def test_the_schema_is_that_of_the_types() -> None:
    assert json.loads(SCHEMA.read_text()) == ohh_schema()


def test_what_goes_to_a_jackpot_is_rake_and_a_share_that_the_site_bought_is_refused(tmp_path: Path) -> None:
    one = json.loads(json.dumps(ADDED))
    [pot] = one["ohh"]["pots"]
    pot["rake"], pot["jackpot"] = 0.3, 0.2
    file, store = tmp_path / "hands.ohh", tmp_path / "store"
    file.write_text(json.dumps(one))
    assert peder(store, "import", "ohh", file).exit_code == 0
    assert Store(store).read("bank")["money"].to_list() == [Decimal("-0.5")]
    pot["player_wins"][0]["cashout_amount"] = 8
    file.write_text(json.dumps(one))
    result = peder(tmp_path / "other", "import", "ohh", file)
    assert (result.exit_code, "(cashout)" in result.stderr) == (1, True)


@pytest.mark.parametrize(
    ("one", "wanted", "rake"),
    [
        (TOTALS, {"ada": -25, "bea": 0, "cil": 0, "dea": 25}, 4),
        (ADDED, {"ada": Decimal("6.5"), "bea": 0, "cil": -6, "dea": Decimal("-0.5")}, Decimal("0.5")),
    ],
    ids=["totals", "added"],
)
@pytest.mark.parametrize("layout", ["one", "list", "lines", "blank"])
def test_hands_that_others_wrote(
    tmp_path: Path, one: dict[str, Any], wanted: dict[str, Decimal], rake: Decimal, layout: str
) -> None:
    file, store = tmp_path / "hands.ohh", tmp_path / "store"
    written = {
        "one": json.dumps(one, indent=2),
        "list": json.dumps([one]),
        "lines": json.dumps(one) + "\n",
        "blank": "\n\n" + json.dumps(one, indent=1) + "\r\n\r\n",
    }
    file.write_text(written[layout])
    result = peder(store, "import", "ohh", file)
    assert result.exit_code == 0, result.output
    assert f"a rake of {rake} in all" in result.stderr
    assert nets(store) == wanted
    assert Store(store).read("bank").select("kind", "money").rows() == [("difference", -rake)]
    if layout == "one":
        assert peder(store, "check").exit_code == 0


def test_hands_go_out_and_come_in_the_same(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    assert peder(one, "import", "pokernow-log", SAMPLE).exit_code == 0
    file = tmp_path / "hands.ohh"
    result = peder(one, "export", "ohh", "--all", "--out", file)
    assert result.exit_code == 0
    assert "Left out: 1 with a carried pot or two boards." in result.stderr
    answer = [json.loads(line) for line in file.read_text().splitlines() if line]
    for hand_told in answer:
        msgspec.convert(hand_told, OhhFile, strict=False)
    assert peder(other, "import", "ohh", file).exit_code == 0
    went = Store(one).read("hands").filter(boards=1).sort("hand_no")
    came = Store(other).read("hands").sort("hand_no")
    assert came.height == went.height == 33
    for column in ("pot", "unit", "outcome", "player_count", "variant_id", "additions", "rounds_played"):
        assert came[column].to_list() == went[column].to_list(), column
    seats = [
        store.read("seats")
        .join(store.read("hands").filter(boards=1).select("hand_no"), on="hand_no", how="semi")
        .sort("hand_no", "seat").select("paid", "won", "net", "stack_before", "folded_round", "cards")
        for store in (Store(one), Store(other))
    ]  # fmt: skip
    assert seats[0].drop("cards").equals(seats[1].drop("cards"))


@pytest.mark.parametrize("game", ["texas-holdem", "stud-bring-in", "stud-high-low", "omaha-high", "omaha"])
def test_simulated_hands_come_back_the_same(tmp_path: Path, game: str) -> None:
    """Bring-ins, completions, all-ins and low halves: every chip, and every card that was dealt."""
    store = Store(tmp_path / "one")
    plain = ("plain-steady", "plain-loose", "plain-caller")
    played = Run(variants=[VARIANTS[game]], hands=40, players=5, seed=4, detail="cards", profiles=plain)
    simulate(store, played, session_id="r1")
    count, left = export_ohh(store, [], tmp_path / "hands.ohh")
    assert (count, dict(left)) == (40, {})
    for line in filter(None, (tmp_path / "hands.ohh").read_text().splitlines()):
        msgspec.convert(json.loads(line), OhhFile, strict=False)
    back = import_ohh(tmp_path / "hands.ohh")
    went, came = store.read("hands").sort("hand_no"), back.hands.sort("hand_no")
    worth = int(went["pot"].sum() // came["pot"].sum())
    assert (came["pot"] * worth).to_list() == went["pot"].to_list()
    for column in ("variant_id", "outcome", "player_count", "rounds_played"):
        assert came[column].to_list() == went[column].to_list(), column
    seats = store.read("seats").sort("hand_no", "seat"), back.seats.sort("hand_no", "seat")
    for column in ("paid", "won", "stack_before"):
        assert (seats[1][column] * worth).to_list() == seats[0][column].to_list(), column
    assert seats[1]["folded_round"].to_list() == seats[0]["folded_round"].to_list()
    if game.startswith("stud"):
        assert [dealt(hand) for hand in came["actions"]] == [dealt(hand) for hand in went["actions"]]


def dealt(actions: list[int]) -> list[tuple[str, int, int]]:
    """Who was dealt which cards, closed and open ones."""
    done = [unpack(act) for act in actions]
    return sorted((act.kind.word, act.seat, act.value) for act in done if act.kind.word.startswith("deal"))


def test_what_the_format_has_no_name_for_is_named(tmp_path: Path) -> None:
    store = Store(tmp_path / "one")
    for game in ("razz", "badugi", "short-deck"):
        played = Run(variants=[VARIANTS[game]], hands=2, players=3, seed=1, detail="cards")
        simulate(store, played, session_id=game)
    with pytest.raises(PederError, match=r"of razz.*export json"):
        export_ohh(store, [], tmp_path / "hands.ohh")


BAD = {
    "empty": ("", "holds no hand"),
    "no JSON": ("hello", "line 1 isn't a hand of the OHH format"),
    "nested without end": ("[" * 100_000, "isn't a hand of the OHH format"),
    "another object": ('{"hands": []}', "isn't a hand of the OHH format"),
    "cut": (json.dumps(TOTALS)[:-20], "isn't a hand of the OHH format"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_one_sentence_and_leaves_nothing(tmp_path: Path, name: str) -> None:
    text, what = BAD[name]
    refused(tmp_path, text, what)


def refused(tmp_path: Path, text: str, what: str) -> None:
    file, store = tmp_path / "bad.ohh", tmp_path / "store"
    file.write_text(text)
    result = peder(store, "import", "ohh", file)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1), result.output
    assert what in result.stderr
    assert not store.exists()


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda ohh: ohh.update(game_type="Draw"), "the import knows Holdem, Omaha, OmahaHiLo, Stud"),
        (lambda ohh: ohh.update(start_date_utc="soon"), "begins 'soon', which isn't a time"),
        (lambda ohh: ohh["pots"][0].update(amount=10**30), "isn't an amount"),
        (lambda ohh: ohh["pots"][0].update(amount=0.001), "isn't an amount"),
        (lambda ohh: ohh["pots"][0]["player_wins"][0].update(win_amount=60), "hand 1"),
        (lambda ohh: ohh["players"][0].update(name="x" * 10_000), "isn't a hand of the OHH format"),
        (lambda ohh: ohh["players"][0].update(name="A\ud800"), "a text has half of a character"),
        (lambda ohh: ohh.update(site_name="\udfff"), "a text has half of a character"),
        (lambda ohh: ohh["players"][0].update(name="Bea"), "two players have the same name"),
        (lambda ohh: ohh["players"][0].update(starting_stack=5), "puts in"),
        (lambda ohh: ohh["rounds"][1].update(cards=["9h", "9h", "Kc"]), "9h"),
        (
            lambda ohh: ohh["rounds"][1]["actions"][0].update(action="Dance"),
            "the act 'Dance' isn't part of the format",
        ),
        (lambda ohh: ohh["rounds"][1]["actions"][0].update(player_id=9), "isn't at the table"),
        (lambda ohh: ohh["rounds"].reverse(), "hand 1"),
        (
            lambda ohh: ohh["pots"][0]["player_wins"][0].update(player_id=9),
            "player 9 wins, and isn't at the table",
        ),
    ],
)
def test_a_hand_that_contradicts_itself_is_refused(tmp_path: Path, change: Any, what: str) -> None:
    told = copy.deepcopy(TOTALS)
    change(told["ohh"])
    refused(tmp_path, json.dumps(told), what)


def test_files_cut_or_mixed_anywhere_are_whole_or_refused(tmp_path: Path) -> None:
    text = f"{json.dumps(TOTALS)}\n\n{json.dumps(ADDED)}\n"
    draw = random.Random(1)
    file = tmp_path / "mixed.ohh"
    for number in range(200):
        place = draw.randrange(len(text))
        mixed = text[:place] if number % 2 else text[:place] + draw.choice('0919"{}[],x') + text[place + 1 :]
        file.write_text(mixed)
        try:
            result = import_ohh(file)
        except PederError:
            continue
        assert result.seats["net"].sum() == 0


@pytest.mark.parametrize(("word", "currency"), [("€", "EUR"), ("$", "USD"), ("kr", "DKK"), (" gbp ", "GBP")])
def test_a_currency_may_be_named_by_its_sign(tmp_path: Path, word: str, currency: str) -> None:
    named = copy.deepcopy(TOTALS)
    named["ohh"]["currency"] = word
    file = tmp_path / "hand.ohh"
    file.write_text(json.dumps(named))
    assert import_ohh(file).session["currency"] == currency
    named["ohh"]["currency"] = "play money"
    file.write_text(json.dumps(named))
    imported = import_ohh(file)
    assert imported.session["currency"] is None
    assert imported.remarks[0].startswith("the file's currency is 'play money', which names none")
    assert not any("play money" in remark for remark in import_ohh(file, currency="DKK").remarks)


def _optional(struct: type[msgspec.Struct]) -> list[str]:
    return [field.name for field in msgspec.structs.fields(struct) if not field.required]


@pytest.mark.parametrize("struct", [OhhHand, OhhPlayer, OhhAction, Round, OhhPot, PlayerWin])
def test_the_schema_lets_the_fields_be_null_that_may_be_missing(struct: type[msgspec.Struct]) -> None:
    fields = ohh_schema()["$defs"][struct.__name__]["properties"]
    nullable = [name for name, field in fields.items() if {"type": "null"} in field.get("anyOf", ())]
    assert nullable == _optional(struct)


@pytest.mark.parametrize("name", _optional(OhhHand))
def test_a_field_that_is_null_is_as_a_missing_one(tmp_path: Path, name: str) -> None:
    file, without, null = tmp_path / "hand.ohh", copy.deepcopy(TOTALS), copy.deepcopy(TOTALS)
    without["ohh"].pop(name, None)
    file.write_text(json.dumps(without))
    missing = import_ohh(file)
    null["ohh"][name] = None
    for records, struct in (
        (null["ohh"]["players"], OhhPlayer),
        (null["ohh"]["rounds"], Round),
        ([act for one in null["ohh"]["rounds"] for act in one["actions"]], OhhAction),
        (null["ohh"]["pots"], OhhPot),
        ([win for pot in null["ohh"]["pots"] for win in pot["player_wins"]], PlayerWin),
    ):
        for record in records:
            record.update({field: None for field in _optional(struct) if field not in record})
    file.write_text(json.dumps(null))
    imported = import_ohh(file)
    assert (imported.session, imported.remarks) == (missing.session, missing.remarks)
    assert imported.seats.equals(missing.seats)


@pytest.mark.parametrize(("shown", "remark"), [("9d 9s", True), ("2h 2d", False)])
def test_a_pot_that_the_shown_cards_contradict_is_remarked(tmp_path: Path, shown: str, remark: bool) -> None:
    streets = [("Flop", ["9h", "8h", "Kc"]), ("Turn", ["Ad"]), ("River", ["3h"])]
    show = [
        {"player_id": who, "action": "Shows Cards", "amount": 0, "cards": cards.split()}
        for who, cards in ((1, "Ks Qs"), (4, shown))
    ]
    rounds = [
        {"id": 0, "street": "Preflop", "actions": acts(
            (4, "Post SB", 0.5), (1, "Post BB", 1), (2, "Fold", 0), (3, "Fold", 0), (4, "Call", 0.5), (1, "Check", 0))},
        *({"id": n, "street": street, "cards": cards, "actions": acts((4, "Check", 0), (1, "Check", 0))}
          for n, (street, cards) in enumerate(streets, start=1)),
        {"id": 4, "street": "Showdown", "actions": show},
    ]  # fmt: skip
    pots = [{"number": 0, "amount": 2, "rake": 0, "player_wins": [{"player_id": 1, "win_amount": 2}]}]
    file = tmp_path / "hand.ohh"
    file.write_text(json.dumps(hand(rounds, pots)))
    said = "hand 1: Ada was paid, and by the cards that were shown Dea won"
    assert (said in import_ohh(file).remarks) is remark


def test_hands_of_a_file_are_in_one_currency(tmp_path: Path) -> None:
    file, other = tmp_path / "hands.ohh", copy.deepcopy(TOTALS)
    other["ohh"].update(currency="usd", game_number="2")
    file.write_text(json.dumps(other))
    assert import_ohh(file).session["currency"] == "USD"
    counted = import_ohh(file, currency="DKK")
    assert counted.session["currency"] == "DKK"
    assert "the file says USD, and its amounts are counted as DKK" in counted.remarks
    one = copy.deepcopy(TOTALS)
    one["ohh"].update(currency="EUR", game_number="1")
    file.write_text(f"{json.dumps(one)}\n\n{json.dumps(other)}\n")
    with pytest.raises(PederError, match=r"hand 1 is in EUR and hands\.ohh, hand 2 in USD: import"):
        import_ohh(file)


def test_names_that_differ_in_punctuation_are_players_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "hand.ohh"
    text = json.dumps(TOTALS).replace('"Ada"', '"Bo_1"').replace('"Bea"', '"Bo-1"').replace('"Cil"', '"Bo 1"')
    file.write_text(text)
    names = import_ohh(file).names
    assert [name for (name,) in names.values()] == ["Bo_1", "Bo-1", "Bo 1", "Dea"]
    assert [*names] == [f"ohh-a-site:{name}" for name in ("bo-1", "bo-1-2", "bo-1-3", "dea")]
    file.write_text(text.replace('"Bo-1"', '"Bo_1"'))
    with pytest.raises(PederError, match="two players have the same name or number"):
        import_ohh(file)


@pytest.mark.parametrize("amount", [0, 5])
def test_what_the_site_adds_to_a_pot_is_a_difference_of_its_winner(tmp_path: Path, amount: int) -> None:
    file, more = tmp_path / "hand.ohh", copy.deepcopy(TOTALS)
    more["ohh"]["rounds"][-1]["actions"] += acts((1, "Added To Pot", amount))
    more["ohh"]["pots"][0]["amount"] += amount
    more["ohh"]["pots"][0]["player_wins"][0]["win_amount"] += amount
    file.write_text(json.dumps(TOTALS))
    before = import_ohh(file)
    file.write_text(json.dumps(more))
    game = import_ohh(file)
    assert game.seats.equals(before.seats)
    taken, given = (
        one.bank["chips"].sum() * Decimal(str(one.session["chip_value"])) for one in (before, game)
    )
    assert given - taken == amount


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda ohh: ohh.update(tournament=True, game_number="8"), "has hands of a tournament and others"),
        (
            lambda ohh: ohh["pots"][0]["player_wins"][0].update(win_amount=1),
            "the hand '7' is there twice, with different",
        ),
        (
            lambda ohh: ohh["players"][0].update(starting_stack=90),
            "the hand '7' is there twice, with different",
        ),
    ],
)
def test_hands_that_do_not_go_together_are_refused(tmp_path: Path, change: Any, what: str) -> None:
    one = copy.deepcopy(TOTALS)
    one["ohh"]["game_number"] = "7"
    other = copy.deepcopy(one)
    change(other["ohh"])
    refused(tmp_path, f"{json.dumps(one)}\n{json.dumps(other)}", what)
