"""Short forms of a hand's line: spaces, commas, the +, the game and the end of a meld left out."""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest

from engine.api import NO_ADDITIONS
from language import speaking
from pipeline.night.confirmation import game_text
from pipeline.night.hand.deal import Hand
from pipeline.night.service import NightService
from tests.pipeline.forty_hands import LINES, keystrokes, spread, typed_hands
from tests.pipeline.night.helpers import TABLE, kept, refused, seat, without_tables, won

AIM = 12
"""Median of the keystrokes a hand, Enter included."""


def called(hand: Hand) -> str:
    assert hand.variant
    return game_text(hand.variant)


@pytest.mark.parametrize("count", [20, pytest.param(40, marks=pytest.mark.nightly)])
def test_hands_take_few_keystrokes(tmp_path: Path, count: int) -> None:
    lines = LINES[:count] if count < 40 else LINES  # which end with a correction
    with speaking("en"), without_tables(tmp_path, "n1") as service:
        hands = typed_hands(service, lines)
        night = service.night
    counts = [keystrokes(hand) for hand in hands]
    print(
        f"keystrokes a hand: {spread(counts)}; as the documents write them: {spread([len(line) + 1 for line in lines])}"
    )
    assert (len(hands), len(night.drafts)) == (count, 0)
    assert statistics.median(counts) <= AIM


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("7s14b3c7+dhus", "7s 14 b3 c7 +d hus"),
        ("7s14ab3+d2par", "7s 14 a,b3 +d 2par"),
        ("7s 14 bo3c7+dorte", "7s 14 b3 c7 +d"),
        ("3cd12+d=72", "3cd 12 +d =72"),
        ("7s 14!nd", "7s 14 !nd"),
        ("7s14++", "7s 14 ++"),
        ("guts2++a!b!c!20", "guts 2 ++ a! b! c!20"),
        ("7s64b*a2+d* hus", "7s 64 b* a2 +d* hus"),
        ("7s12e12/4es=9c-+d", "7s 12 e12/4 es=9 c- +d"),
        ("mr12+dhi fl+elo", "mr 12 +d hi fl +e lo"),
        ("7s12+a10+b", "7s 12 +a10 +b"),
        ("7s14+d(Ks Kh Kc 4d 4s 2c 9h)hus", "7s 14 +d (Ks Kh Kc 4d 4s 2c 9h) hus"),
        ("7s14+dhus-K-4", "7s 14 +d hus-K-4"),
        ("7s 14 b3 d hu", "7s 14 b3 +d hus"),
        ("7s 14 b3 Dorte full house", "7s 14 b3 +d hus"),
        ("7s14b3c7dst", "7s 14 b3 c7 +d straight"),
        ("bb14b3d", "bb 14 b3 +d"),
        ("e:7s14b3+d", "e:7s 14 b3 +d"),
        (".8+b", ". 8 +b"),
        ("guts 2 b! a", "guts 2 b! +a"),
    ],
)
def test_a_short_line_is_the_long_one(tmp_path: Path, short: str, full: str) -> None:
    with without_tables(tmp_path, "n1") as service:
        kept(service, *TABLE, "7s 10 +a", short)
        read = service.journal.entries[-1].line
        kept(service, "undo", full)
        assert service.journal.entries[-1].line == read


def test_a_line_without_a_game_is_the_dealers_usual_one(service: NightService) -> None:
    refused(
        service, "14 b3 +d", "Anna hasn't dealt tonight: name the game before the level, as in 7s 14 b3 +d."
    )
    games = ("7s wild 2 9 +b", "sp 9 +b", "th 9 +b", "cc 9 +b", "om 9 +b", "ftq 9 +b")
    kept(service, *games)
    hand = kept(service, "14b3+d")
    assert called(hand) == "Seven Card Stud (wild 2)"
    assert seat(hand, "b").paid == 3
    kept(
        service, "loan all 10p", *games[1:], "cc 9 +b", "sp 9 +b", "th 9 +b", "cc 9 +b", "om 9 +b", "ftq 9 +b"
    )
    assert called(kept(service, "1p +e")) == "Seven Card Stud (wild 2)"  # two of the three times
    bo = next(player for player in service.night.players if player.handle == "b")
    kept(service, "b:guts 2 +a c!")
    assert service.night.usual_call(bo) == ("guts", NO_ADDITIONS)  # while players match the pot


def test_a_number_is_a_level_unless_a_game_has_that_name(service: NightService) -> None:
    kept(service, "a:7s 9 +b", "loan all 10p")
    assert called(kept(service, "a:32 b3 +d")) == "Seven Card Stud"
    assert called(kept(service, "a:32 14 b- c- +d")) == "Poker with 32 cards"
    assert called(kept(service, "a:7 card stud 14 +d")) == "Seven Card Stud"
    assert called(kept(service, "a:727 18 +d hi +e lo")) == "7/27"


def test_what_could_mean_two_things_is_refused(service: NightService) -> None:
    answer = service.enter("7s 14 +dotre")  # a typing error, no three of a kind
    assert (answer.status, answer.text.startswith("Did you mean Dorte?")) == ("asked", True)
    refused(service, "7s 14 +ab", "Nobody here is 'ab'")
    refused(service, "7s 14 hilo +a", "'hilo' is an addition and comes before the level: 7s hilo 14")
    refused(service, "7s 14 +a hilo", "'hilo' is an addition and comes before the level: 7s hilo 14")
    refused(service, "7s 14 +d 2p", "'2p' stands alone")
    refused(service, "7s 14 a b", "Nobody won")
    refused(service, "7s 14 b par d hus", "Nobody won")
    refused(service, "7s 14 b3 c*", "Nobody won")
    refused(service, "7s 14 bx3 +d", "Nobody here is 'bx'")
    refused(service, "7s 14 +d s", "isn't a player here or a meld")


def test_a_name_goes_before_letters_that_are_players(service: NightService) -> None:
    hand = kept(service, "7s 14 es3 +d")
    assert (seat(hand, "es").paid, seat(hand, "e").paid, won(hand)) == (3, 14, {"d": 73})


def test_what_completes_a_hand_goes_before_its_note(service: NightService) -> None:
    assert service.enter("7s 14 ; a great hand").status == "refused"
    hand = kept(service, "+d")
    assert (won(hand), hand.line and hand.line.note) == ({"d": 84}, "a great hand")
    for _ in range(2):
        answer = service.enter("7s 9 ; and another")
    assert answer.status == "draft"
    hand = kept(service, "b3 +a")
    assert (won(hand), hand.line and hand.line.note) == ({"a": 48}, "and another")


@pytest.mark.parametrize(
    "answer",
    [
        "12",
        "12 each",
        "12 hver",
        "tolv hver",
        "12 in each",
        "12 til hver",
        "each 12",
        "it was 12 each",
        "det var 12 hver",
        "3 kr each",
    ],
)
def test_what_each_put_in_is_answered_as_it_is_said(tmp_path: Path, answer: str) -> None:
    with without_tables(tmp_path, "n1") as service:
        service.enter("players Anna, Bo, Carl")
        assert service.enter("7s bo won").text == "How many chips did each put in?"
        assert service.enter(answer).status == "kept"
        assert service.night.nets == {"anna": -12, "bo": 24, "carl": -12}


def test_what_each_put_in_alone_asks_for_its_hand(service: NightService) -> None:
    for line in ("12 each", "12 hver", "12 hver"):
        refused(
            service, line, "12 each in which hand? Write it with its game and winner: 7s 12 each, Anna wins."
        )
    kept(service, "7s 14 +b")
    refused(service, "12 til hver", "Write hand 1 was 12 each to correct the last one")
    kept(service, "hand 1 was 12 each")
