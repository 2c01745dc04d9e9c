"""What players are called: no word of the log, and by their former names too, unless another has them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.night.service import NightService
from pipeline.store.people import Person, Registry
from pipeline.store.players import add_people
from pipeline.store.store import Store
from tests.pipeline.night.helpers import without_tables
from tests.stores import peder

TABLE = "players Anna, Bo, Carl"
WORDS = ("all", "alle", "everybody", "nobody", "ingen", "none", "Bank", "banken", "shared", "delt", "Undo", "next", "næste", "udlæg", "deals", "Baseball", "Woolworth", "twelve", "tolv")  # fmt: skip


def said(service: NightService, *lines: str) -> str:
    answers = [service.enter(line) for line in lines]
    assert answers[-1].status == "kept", answers[-1]
    return answers[-1].text


def test_chip_and_skip_of_two_sheets_are_two_players(tmp_path: Path) -> None:
    store = tmp_path / "store"
    for day, chips in (("2024-01-05", 5), ("2024-01-12", 20)):
        sheet = tmp_path / f"{day}.csv"
        sheet.write_text(f"date,Anna,Chip,skip\n{day},{chips},{-chips - 1},1\n")
        assert peder(store, "import", "csv", sheet).exit_code == 0
    rows = json.loads(peder(store, "standings", "--json").stdout)
    won = {row["name"]: row["net_money"] for row in rows}
    assert won == {"Anna": 25, "Chip (chip)": -27, "skip (skip)": 2}


@pytest.mark.parametrize("word", WORDS)
def test_no_word_of_the_log_becomes_a_name(tmp_path: Path, word: str) -> None:
    with NightService(tmp_path, "n1") as service:
        assert service.enter(f"players {word}, Anna, Bo").status != "kept"
        said(service, TABLE)
        for line in (
            f"joins {word}",
            f"rename b {word}",
            f"rename b {word.title()}",
            f"bo is now called {word}",
        ):
            assert service.enter(line).status != "kept", line
        assert service.night.names == {"anna": "Anna", "bo": "Bo", "carl": "Carl"}
    for command in ("rename", "alias"):
        result = peder(tmp_path, "players", command, "Bo", word)
        assert (result.exit_code, "is a word of the log" in result.stderr) == (1, True)
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(f"date,Anna,{word}\n2024-01-05,5,-5\n")
    result = peder(tmp_path / "other", "import", "csv", sheet)
    assert (result.exit_code, "no player can be called that" in result.stderr) == (1, True)


@pytest.mark.parametrize(
    "name",
    [
        "Bank Jensen",
        "April Olsen",
        "April",
        "Luke",
        "Hi",
        "Allan",
        "Inger",
        "Otto",
        "Max",
        "Tove",
        "JP",
        "Ace",
    ],
)
def test_names_that_only_look_like_words_are_names(tmp_path: Path, name: str) -> None:
    with NightService(tmp_path, "n1") as service:
        said(service, TABLE, f"joins {name}")


def test_a_name_of_a_file_that_is_a_word_has_its_id_with_it(tmp_path: Path) -> None:
    from pipeline.formats.sessions import no_words

    assert no_words("pokernow:p1", ["all"]) == ["all (pokernow:p1)"]
    assert no_words("pokernow:p1", ["undo", "Anna"]) == ["Anna"]


@pytest.mark.parametrize(
    "line", ["7s 14 each, bo wins", "7s 14 +bo", "7s 14, bo wins", "bo vandt, 14 hver i 7s"]
)
def test_a_former_name_finds_the_player_tonight_and_weeks_later(tmp_path: Path, line: str) -> None:
    with NightService(tmp_path, "n1") as service:
        text = said(service, TABLE, "rename b Frederik", line)
        assert text.endswith("Bo is called Frederik now.")
        assert service.night.nets == {"anna": -14, "bo": 28, "carl": -14}
        assert said(service, "edit 1 7s 10 +frederik").startswith("Corrected: 1 ")
    with NightService(tmp_path, "n1") as service:
        assert service.night.nets["bo"] == 20  # read again without the names
    with NightService(tmp_path, "n2") as service:
        assert "Frederik (b)" in said(service, TABLE)
        assert said(service, line).endswith("Bo is called Frederik now.")
        assert service.night.nets == {"anna": -14, "bo": 28, "carl": -14}
    assert Registry.of(Store(tmp_path)).people.keys() == {"anna", "bo", "carl"}


def test_every_name_of_an_evening_is_kept(tmp_path: Path) -> None:
    with NightService(tmp_path, "n1") as service:
        said(service, TABLE, "rename b Frederik", "rename b Robert", "7s 14 +robert")
    assert Registry.of(Store(tmp_path)).people["bo"].aliases == ("Bo", "Frederik")


def test_players_who_sit_down_again_keep_their_new_name(tmp_path: Path) -> None:
    with NightService(tmp_path, "n1") as service:
        said(service, TABLE, "rename b Frederik", TABLE)
        assert service.night.names["bo"] == "Frederik"
        said(service, "leaves b", "joins Bo")
        assert service.night.names["bo"] == "Frederik"


def test_a_former_name_is_no_longer_one_where_another_has_it(tmp_path: Path) -> None:
    with NightService(tmp_path, "n1") as service:
        text = said(service, TABLE, "rename b Frederik", "rename c Bo", "7s 14 +bo")
        assert service.night.nets["carl"] == 28
        assert "now" not in text
    add_people(
        Store(tmp_path / "s"),
        [Person(player_id="x", name="Bob", aliases=("Kim",)), Person(player_id="y", name="Kim")],
    )
    with NightService(tmp_path / "s", "n1") as service:
        said(service, "players Anna, Bob, Carl")
        assert service.enter("7s 14 each, kim wins").status != "kept"


def test_an_open_night_knows_who_was_renamed_or_merged_meanwhile(tmp_path: Path) -> None:
    with NightService(tmp_path, "n0") as service:
        said(service, "players Anna B, Bo, Carl", "7s 14 +b")
    with NightService(tmp_path, "n1") as service:
        said(service, TABLE, "7s 14 +a")
        peder(tmp_path, "players", "rename", "Carl", "Charlie", code=0)
        peder(tmp_path, "players", "merge", "Anna B", "Anna", code=0)
        assert service.enter("joins Anna B").text == "Anna sits at the table already."
        said(service, "anna b paid 80 kr for beer", "7s 10 each, charlie wins")
        assert service.night.nets == {"anna": 18, "bo": -24, "carl": 6}
        assert service.night.accounts["anna"].expenses > 0


def test_a_player_who_was_merged_into_another_sits_once(tmp_path: Path) -> None:
    with NightService(tmp_path, "n1") as service:
        said(service, "players Anna, Bo Hansen, Carl", "banker c", "loan 20p", "7s 14 +a")
    with NightService(tmp_path, "n2") as service:
        said(service, "players Anna, Bob, Carl", "banker c", "loan 20p", "7s 14 +b")
        service.update_tables()
        peder(tmp_path, "players", "merge", "Bob", "Bo Hansen", code=0)
        answer = service.enter("joins Bo Hansen")
        assert (answer.status, answer.text) == ("refused", "Bob sits at the table already.")
        said(service, "leaves b !", "joins Bo Hansen")
        assert [(one.player_id, one.status) for one in service.night.players if one.status != "gone"] == [
            ("anna", "playing"), ("carl", "playing"), ("bob", "playing")
        ]  # fmt: skip
        assert service.enter("players Anna, Bob, Bo Hansen").text.startswith("Bob is named twice")
        said(service, "7s 10 +b")


@pytest.mark.danish
def test_a_name_of_two_others_is_asked_about(tmp_path: Path) -> None:
    """A third Anna took the hands, without a word."""
    add_people(Store(tmp_path), [Person(player_id=f"pokernow:{one}", name="Anna") for one in ("a1", "b2")])
    with NightService(tmp_path, "n1") as service:
        for line in ("players anna, Bo, Carl", "players Bo, Carl\njoins Anna", "Anna joins"):
            answer = service.enter(line)
            assert answer.status == "refused"
            assert "Anna (PokerNow a1)" in answer.text
            assert "Anna (PokerNow b2)" in answer.text
        service.enter("joins Anna (PokerNow b2)")
        service.enter("joins Anna B")
        assert [p.player_id for p in service.night.players][-2:] == ["pokernow:b2", "anna-b"]
    assert not Registry.of(Store(tmp_path)).people.keys() & {"anna", "anna-2"}


def test_nobody_is_given_the_name_of_another_at_a_table_that_the_store_does_not_know_yet(
    tmp_path: Path,
) -> None:
    with NightService(tmp_path, "n1") as service:
        service.enter(TABLE)
        assert service.enter("rename a Bo").status == "refused"
        assert service.enter("rename a Anna").status == "kept"
    assert [row["name"] for row in json.loads(peder(tmp_path, "players", "--json", code=0).stdout)] == [
        "Anna",
        "Bo",
        "Carl",
    ]


def test_a_name_with_an_emoji_in_front_is_found_in_sentences(tmp_path: Path) -> None:
    """Its first word has no letters, and every comma was that player."""
    with NightService(tmp_path, "n1") as service:
        said(service, "players 🎲 Bo, Anna, Carl", "7s 14, bo folds at 3, carl wins", "🎲 bo paid anna 20 kr")
        assert "🎲 Bo pays Anna 5" in said(service, "bo paid anna 5 kr, thanks")
        said(service, "rename b 🎲 Dan", "7s 14, bo folds at 3, carl wins")
        (_, hand) = service.night.hands
        assert {seat.handle: seat.paid for seat in hand.seats} == {"b": 3, "a": 14, "c": 14}


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("players Anna and Bo", ["Anna", "Bo"]),
        ("players Anna, Bo Hansen and Carl", ["Anna", "Bo Hansen", "Carl"]),
        ("players Anna, Bo, and Carl", ["Anna", "Bo", "Carl"]),
        ("spillere Ole og Per og Ib", ["Ole", "Per", "Ib"]),
        ("players Anna/Bo/Carl", ["Anna", "Bo", "Carl"]),
        ("players Anna; Bo & Carl", ["Anna", "Bo", "Carl"]),
        ("players Anna, Bo & Carl", ["Anna", "Bo", "Carl"]),
        ("players R&B, D;T, Carl", ["R&B", "D;T", "Carl"]),
        ("players Sandra Ogden Bo", ["Sandra", "Ogden", "Bo"]),
        ("players Anna=a/anna, Bo and Carl=b/bo-and-carl", ["Anna", "Bo and Carl"]),  # a journal's names
        ("players Anna Bo and Carl", []),  # Bo may be Anna's last name
    ],
)
def test_and_stands_between_names(tmp_path: Path, line: str, names: list[str]) -> None:
    with NightService(tmp_path / "store", "2026-03-14") as service:
        answer = service.enter(line)
        assert answer.status == ("kept" if names else "refused")
        assert [player.name for player in service.night.handles.values()] == names


def test_players_who_were_imported_are_named_at_the_table(tmp_path: Path) -> None:
    """Anna was played with elsewhere; who sits here may be another."""
    add_people(Store(tmp_path), [Person(player_id=f"pokernow:{name}", name=name) for name in ("Anna", "Bo")])
    with without_tables(tmp_path, "n1") as service:
        assert service.enter("players Carl, Dorte").text.endswith("Carl deals.")
        answer = service.enter("players Anna, Bo, Carl").text
        assert "Anna and Bo are known from PokerNow" in answer
        assert "Anna=an/anna-2" in answer
        answer = service.enter("players Anna=an/anna-2, Bo=bo/bo-2, Carl").text
        assert "PokerNow" not in answer
        assert [player.player_id for player in service.night.players if player.status != "gone"] == [
            "anna-2", "bo-2", "carl",
        ]  # fmt: skip
        service.enter("leaves anna")
        assert "Bo is known from PokerNow" in service.enter("joins Bo=b/pokernow:Bo").text
