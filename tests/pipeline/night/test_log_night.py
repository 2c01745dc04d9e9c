"""Whole nights: every game of the catalogue, and every example of the page about logging."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.catalogue import CATALOGUE, VARIANTS
from pipeline.analysis.marts import check_store
from pipeline.night.journal import journal_place, read_journal
from pipeline.night.night import Night
from pipeline.night.parser.commands import COMMANDS
from pipeline.night.parser.grammar import parse
from pipeline.night.parser.lines import HandLine
from pipeline.night.replay import replay_night
from pipeline.night.service import NightService

HERE = Path(__file__).parent
PAGE = Path(__file__).parents[3] / "docs" / "logging.md"


@pytest.fixture(scope="module")
def every_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a night of every game, read from a file."""
    store = tmp_path_factory.mktemp("every-game")
    with NightService(store, "n1") as service:
        _, faults = service.enter_file((HERE / "every_game.txt").read_text().splitlines())
        assert faults == []
    return store


def logged(store: Path) -> Night:
    return replay_night(read_journal(journal_place(store, "n1")).entries)


def test_a_night_of_every_game(every_game: Path) -> None:
    night = logged(every_game)
    assert night.faults == ()
    assert night.drafts == []
    assert {hand.variant.id for hand in night.hands if hand.variant} == set(CATALOGUE)
    for hand in night.hands:
        assert hand.pot == hand.pot_in + sum(seat.paid for seat in hand.seats)
        assert hand.pot == hand.pot_out + sum(seat.won for seat in hand.seats)
        assert hand.pot_in == (night.hands[hand.hand_no - 2].pot_out if hand.hand_no > 1 else 0)
    assert sum(night.nets.values()) == 0
    assert night.carried == 0


def test_its_journal_says_the_same_to_another_reader(every_game: Path, tmp_path: Path) -> None:
    """The canonical lines alone, without what was typed, make the same night."""
    first = logged(every_game)
    with NightService(tmp_path, "n1") as service:
        for entry in read_journal(journal_place(every_game, "n1")).entries:
            answer = service.enter(entry.line)
            if answer.status == "refused":
                answer = service.enter(entry.line)
            assert answer.status == ("draft" if entry.draft else "kept"), (entry, answer)
        told = [(hand.text, hand.nets, hand.pot_out) for hand in service.night.hands]
    assert told == [(hand.text, hand.nets, hand.pot_out) for hand in first.hands]


def test_every_check_of_the_store_passes(every_game: Path) -> None:
    assert {checked.check: checked.faults for checked in check_store(every_game) if checked.count} == {}


# --- the page


def examples() -> list[str]:
    """The first column of every table of the page."""
    return re.findall(r"^\| `(.+?)` \|", PAGE.read_text(), re.M)


def test_every_example_of_the_page_does_what_the_page_says(tmp_path: Path) -> None:
    drafts = {"7s 500 +a", "7s 14 x3 +d", "skip"}
    asked = {"book", "settle", "history", "?", "quit", "drafts"}
    told: dict[str, str] = {}
    with NightService(tmp_path, "n1") as service:
        for example in examples():
            answer = service.enter(example)
            if answer.status == "refused":  # as the page says: sent twice it is a draft
                answer = service.enter(example)
            wanted = "draft" if example in drafts else "asked" if example in asked else "kept"
            assert answer.status == wanted, (example, answer)
            told[example] = answer.text
        night = service.night
    assert told["7s 14 b3 c7 +d full house"].endswith(
        "Dorte wins 52 = 1 peder 2 with a full house; Bo folded at 3 and Carl at 7."
    )
    assert "Erik dealt" in told["e:7s 9 +d"]
    assert "Dorte used the peder" in told["7s 64 +d*"]
    assert "Erik wins 30 and Dorte wins 30" in told["7s 12 +d +e"]
    assert "4 of Erik's in shadow" in told["7s 12 e/4 +d"]
    side_pots = told["th 40 a=10 b1 c2 d=20 +a side +d side +e"]
    assert all(
        won in side_pots for won in ("20 that nobody called go back to Erik", "Anna wins 33", "Dorte wins 20")
    )
    assert "new deal" in told["7s 4 !nd !error b got a card too few"]
    assert "Dorte wins" in told[": +d full house"]
    assert "62 Seven Card Stud" in told["edit 62 7s 14 b3 +d"]
    assert night.ended_at is not None
    assert [hand.text for hand in night.drafts] == ["skip"]


def test_the_page_has_every_command_and_every_mark() -> None:
    text = PAGE.read_text()
    for command in COMMANDS:
        assert any(re.search(rf"[`|\s]{word}\b", text) for word in command.words), command.name
    for mark in ("++", "!nd", "!om", "!fejl", "side", "igen", "bord", "=", "/", "*"):
        assert mark in text


def test_every_family_of_games_has_an_example_on_the_page() -> None:
    handles = frozenset("abcde")
    lines = [
        line for example in examples() if " x3 " not in example for line in parse(example, handles | {"f"})
    ]
    found = {
        VARIANTS[line.game].family for line in lines if isinstance(line, HandLine) and line.game in VARIANTS
    }
    assert found >= {"simple", "draw", "stud", "holdem", "omaha", "dice", "club"}
