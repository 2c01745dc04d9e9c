"""Names that people use for the games, in English and Danish, each tried in two forms of a line, by night in four.

Each row of the table has what was said and the game that it must be, with its additions; `?` for one that is asked about, and
several where more than one is right.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.api import VARIANTS, VariantError, names_of, said_name
from engine.catalogue.reading import read_definition
from pipeline.night.hand.deal import Hand
from pipeline.store.games import add_game
from tests.pipeline.night.helpers import without_tables

_NAMES = Path(__file__).with_name("names_of_games.tsv")
_LINES = ("{} 12, anna wins with a flush", "{} 12 +a", "we played {}, 12 each, anna won", "bo: {} 12 +a")


def _said(hand: Hand) -> str:
    """The game of a hand with its additions, where each put in 12."""
    line = hand.line
    assert line
    return f"{line.game} {line.level} {f'+{line.additions}' if line.additions else ''}".rstrip()


@pytest.mark.parametrize(
    "forms", [_LINES[:2], pytest.param(_LINES[2:], marks=pytest.mark.nightly)], ids=["usual", "other"]
)
def test_a_name_that_people_use_is_its_game(tmp_path: Path, forms: tuple[str, ...]) -> None:
    wrong = []
    with without_tables(tmp_path / "store", "2026-03-14") as service:
        assert service.enter("players Anna, Bo, Carl, Dorte, Erik").status == "kept"
        interpreter = service._interpreter
        base = len(interpreter.replay.entries)
        for row in _NAMES.read_text("utf-8").splitlines():
            name, meant = row.split("\t")
            games = {one if one == "?" else " 12 +".join(one.split(" +")) for one in meant.split("|")}
            games = {one if " " in one or one == "?" else f"{one} 12" for one in games}
            for form in forms:
                answer = interpreter.take(form.format(name))
                hands = interpreter.night.hands
                found = _said(hands[-1]) if hands and hands[-1].line else "?"
                if found not in games:
                    wrong.append((form.format(name), meant, found, answer.text))
                interpreter.replay.cut(base)
                interpreter._questions.clear()
                interpreter._unreadable_lines.clear()
    assert not wrong


def test_no_two_games_are_said_alike() -> None:
    said: dict[str, str] = {}
    for game in VARIANTS.values():
        for name in names_of(game):
            assert said.setdefault(said_name(name), game.id) == game.id, name


def test_a_number_after_a_game_is_its_level_unless_chips_follow(tmp_path: Path) -> None:
    with without_tables(tmp_path / "store", "2026-03-14") as service:
        assert service.enter("players Anna, Bo, Carl, Dorte, Erik").status == "kept"
        for line, meant in (
            ("super 8 +a", "super-holdem 8"),
            ("super 8 12 +a", "super-eight 12"),
            ("omaha 8 +a", "omaha 8"),
            ("heinz 57, anna wins", "heinz-57 57"),
            ("guts 3 +a", "guts 3"),
            ("chicago 7, anna wins", "chicago-seven 7"),
            ("super 8, 12 each, anna wins", "super-eight 12"),
            ("we played super 8, 12 hver, anna won", "super-eight 12"),
        ):
            assert service.enter(line).status == "kept", line
            assert _said(service.night.hands[-1]) == meant


@pytest.mark.parametrize("text", ["4 card draw", "nl2 holdem", "six card stud", "6-stud"])
def test_a_word_or_a_number_is_no_typo(text: str) -> None:
    with pytest.raises(VariantError):
        VARIANTS.find(text)


@pytest.mark.parametrize("text", ["sevens", "eights", "fives"])
def test_cards_are_no_game(text: str) -> None:
    assert said_name(text) == text


def test_a_typo_beside_a_number_is_one() -> None:
    assert VARIANTS.find("5 card studd").id == "five-card-stud"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("crazy eights 10 +a", "There is no game called 'crazy eights'"),
        ("crazy eights, 10 each, anna wins", "There is no game called 'crazy eights'"),
        ("anna won 30 at crazy eights", "isn't understood"),
        ("crazy 8s, 10 each, anna wins", "isn't understood"),
        ("texas rummy, 10 each, anna wins", "isn't understood"),
        ("screw the pooch, 10 each, anna wins", "isn't understood"),
        ("high card 10 +a", "There is no game called 'high card'"),
        ("sidste hånd 10 +a", "There is no game called 'sidste hånd'"),
        ("7s 14 pot på 66 til bo", "Did each put in 14 or 66?"),
        ("7-27 10 anna 7, bo 27", "Did each put in 10 or 27?"),
    ],
)
def test_a_game_that_shares_a_word_with_another_is_not_taken_for_it(
    tmp_path: Path, line: str, why: str
) -> None:
    with without_tables(tmp_path / "store", "2026-03-14") as service:
        assert service.enter("players Anna, Bo, Carl, Dorte, Erik").status == "kept"
        answer = service.enter(line)
        assert (answer.status, service.night.hands) == ("refused", ())
        assert why in answer.text


@pytest.mark.parametrize(
    ("line", "suggested"),
    [
        ("last man standing 10 +a", ""),
        ("king of hearts 10 +a", ""),
        ("big bertha", ""),
        ("follow the leader 10 +a", "follow-the-queen"),
        ("foll 14 +b", "follow-the-queen"),
    ],
)
def test_a_suggested_game_has_more_than_one_word_in_common(tmp_path: Path, line: str, suggested: str) -> None:
    with without_tables(tmp_path / "store", "2026-03-14") as service:
        assert service.enter("players Anna, Bo, Carl, Dorte, Erik").status == "kept"
        answer = service.enter(line)
        assert answer.status == "refused"
        assert suggested in answer.text
        assert ("Did you mean" in answer.text) == bool(suggested)


def test_a_name_of_several_games_is_refused_unless_the_group_has_a_game_by_it(tmp_path: Path) -> None:
    store = tmp_path / "store"
    with without_tables(store, "2026-03-14") as service:
        assert service.enter("players Anna, Bo, Carl").status == "kept"
        answer = service.enter("draw 10 +a")
        assert answer.status == "refused"
        assert "write three-card-draw or five-card-draw" in answer.text
    text = 'name = "Our draw"\nlike = "five-card-draw"\naliases = ["draw"]\n'
    definition = read_definition(text, "our-draw")
    assert definition.variant, definition.faults
    add_game(store, definition.variant, text)
    with without_tables(store, "2026-03-14") as service:
        assert service.enter("draw 10 +a").status == "kept"
        (hand,) = service.night.hands
        assert hand.line
        assert hand.line.game == definition.variant.id
