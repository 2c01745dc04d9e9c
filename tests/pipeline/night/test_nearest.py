"""What is answered to a line about a player that can't be read: its words, and forms that are read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from language import current_language, speaking, tr
from pipeline.night.nearest import FORMS, OTHERS, example_hand
from pipeline.night.service import NightService

UNREAD = """\
bo is annoyed
anna took it from bo
dorte is all in and loses
bo mucked his hand
anna doubled up through bo
erik spilled his beer
carl counted 250
anna has 250 now
bo is down 50
anna paid
bo paid his debt
bo paid the pizza
anna paid carl
bo owes the bank 100
erik joined late
bo is late
anna showed her cards
dorte bluffed
bo leaves with everything
anna won the last two hands
anna is really tired
bo should have 300
bo 3 beers
anna ordered pizza for 300
carl drove everyone home 150
bo er sur
anna tog den fra bo
dorte tabte det hele
bo har 250 nu
anna mangler 20 fra carl
erik gav pizza
bo skylder banken 100
dorte fik 50 tilbage
carl har givet
anna vandt de sidste to hænder
dorte lagde ud for øl
anna fik penge af bo
bo ombestemte sig
carl sprang over
anna blev syg""".splitlines()


@pytest.mark.parametrize("language", ["en", "da"])
def test_the_answer_quotes_what_is_not_read_and_shows_forms_that_are(
    service: NightService, language: str
) -> None:
    for line in ("banker c", "loan 200", "7s 14 b3 +d", "th 8 +c"):
        service.enter(line)
    interpreter = service._interpreter
    base = len(interpreter.replay.entries)
    with speaking(language):
        for line in UNREAD:
            answer = interpreter.take(line)
            assert answer.status == "refused", line
            quoted, *forms = re.findall(r"'([^']+)'", answer.text)
            assert quoted.split()[-1].casefold() in line.casefold(), answer.text
            assert forms, answer.text
            interpreter.replay.cut(base)


@pytest.mark.parametrize("language", ["en", "da"])
def test_every_form_that_is_shown_is_read(service: NightService, language: str) -> None:
    for line in ("banker c", "loan 200", "7s 14 b3 +d", "th 8 +c"):
        service.enter(line)
    interpreter = service._interpreter
    base = len(interpreter.replay.entries)
    values = {"who": "Bo", "whom": "Anna", "handle": "b", "other": "a", "hand": example_hand(service.night), "line": "x"}  # fmt: skip
    with speaking(language):
        assert current_language().code == language
        for form in {form for _, forms in (*FORMS, ("", OTHERS)) for form in forms}:
            if "back b" in tr(form, **values):
                continue  # for who has paused
            answer = interpreter.take(tr(form, **values))
            read = answer.status in ("kept", "asked") or answer.offer
            assert read, (tr(form, **values), answer.text)
            interpreter.replay.cut(base)


def test_an_example_has_the_game_that_was_played_last(service: NightService) -> None:
    assert example_hand(service.night) == "7s 14"
    service.enter("th 2/4 8 +c")
    assert example_hand(service.night) == "th 8"
    assert "th 8, Bo wins" in service.enter("bo er sur").text


@pytest.mark.parametrize(
    ("line", "first", "second"),
    [
        ("holdem twenty each anna wins and bo buys another hundred", "holdem twenty each anna wins", "bo buys another hundred"),
        ("øl 60 kr carl og pizza 240 kr anna", "øl 60 kr carl", "pizza 240 kr anna"),
        ("anna paid 240 for pizza and carl paid 60 for beer", "anna paid 240 for pizza", "carl paid 60 for beer"),
        ("7s 14 dorte vandt, og erik låner 50", "7s 14 dorte vandt", "erik låner 50"),
    ],
)  # fmt: skip
def test_two_subjects_in_one_line_are_answered_as_two_lines(
    service: NightService, line: str, first: str, second: str
) -> None:
    answer = service.enter(line)
    assert answer.text == f"That is two lines: write '{first}', then '{second}'."
    assert service.enter(first).status == service.enter(second).status == "kept"


def test_a_line_before_anybody_sits_says_how_to_begin(tmp_path: Path) -> None:
    with NightService(tmp_path, "n") as service:
        for line in ("bo buys 100", "texas holdem 1/2, 20 each, anna wins", "hmm"):
            assert service.enter(line).text.startswith("Nobody sits at the table yet"), line
        assert service.enter("tonight it's anna, bo hansen and carl").status == "kept"
        assert [player.name for player in service.night.players] == ["Anna", "Bo Hansen", "Carl"]
