"""Lines that a newcomer types: names, either word order, words of either language, half a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.api import VARIANTS
from language import speaking
from pipeline.night.service import NightService
from tests.pipeline.night.helpers import kept, refused, won

ENGLISH = """
players Anna, Bo, Carl, Dorte, Erik, Ester
banker carl
chip 25 øre
loan 2p50
7s 14 bo3 +anna
7s 14 Bo3 Carl7 +Dorte full house
7s 14 b3 +d boat
7s 14 b3 +d set
7s 14 +d three of a kind
7s 14 +d quads
7s 14 +Dor flush
seven card stud 14 +anna
7 card stud 14 +anna
texas holdem 20 +bo
holdem 20 +bo two pair
omaha 20 +erik straight
guts 2 +anna bo! carl!
again 8 +bo
. 8 +bo
7s 14 anna3 bo3 +carl
7s 14 bo folded at 3, dorte won with a full house
7s 14 +anna +bo
straight poker wild 2 12 +a
b leaves
bo is back
back bo
Gitte joins
Hanne joins after anna
bo rebuys 50
rebuy bo 50
bo buys 1p
buy bo 1p cash
loan gitte 150
lend gitte 50
anna counts 120 !
return anna 10
pause erik
erik pauses
erik back
dorte deals
deals dorte
place Copenhagen
season 2026
date 2026-03-14
undo
redo
u
; Erik had a birthday
note Erik had a birthday
7s 14 b3
+dorte
edit 5 7s 15 bo3 +anna
ok
drafts
history
bank
settle
help
? loan
? games
pot 66
=66
pay bo anna 12 kr
bo pays anna 12 kr
bo owes anna 4
who
skip
skip ; nobody wrote it down
texas holdem 4 bo3, carl3, +Anna, full house
7s 4 bo, carl 3, +anna
chip = 1 kr
anna paid 300 kr pizza for all
""".strip().splitlines()

DANISH = """
spillere Anna, Bo, Carl, Dorte, Erik, Ester
bankør carl
chip 25 øre
lån 2p50
7s 14 bo3 +anna
7s 14 Bo3 Carl7 +Dorte hus
7s 14 b3 +d båd
7s 14 b3 +d 3ens
7s 14 +Dor flush
seven card stud 14 +anna
texas holdem 20 +bo
holdem 20 +bo to par
omaha 20 +erik straight
guts 2 +anna bo! carl!
igen 8 +bo
. 8 +bo
7s 14 anna3 bo3 +carl
7s 14 bo foldede på 3 og dorte vandt med fuldt hus
straight poker vild 2 12 +a
bo går
bo tilbage
Gitte kommer
kommer Hans efter anna
bo køber 50
køb bo 1p kontant
lån gitte 150
gitte låner 50
retur anna 10
erik pauserer
erik tilbage
dorte giver
giver dorte
sted Farum
sæson 2026
dato 2026-03-14
fortryd
gendan
u
; Erik havde fødselsdag
skip
skip ; ingen skrev den ned
spring over
syvkortsstud 4 bo3, carl3, +Anna, fuldt hus
chip = 1 kr
7s 14 b3
+dorte
ret 5 7s 15 bo3 +anna
ok
kladder
historik
bank
afregn
hjælp
? lån
? spil
=66
betal bo anna 12 kr
bo betaler anna 12 kr
bo skylder anna 4
anna lagde ud 300 kr pizza
bo betalte 90 kr for øl for bo og carl
puljen 66
7s 14 b3 +d fuldt hus
bo pause
notat Erik havde fødselsdag
""".strip().splitlines()

NEEDED = 0.92
"""Share of the lines that must be understood, or answered with the right next step."""


@pytest.mark.parametrize(("code", "lines"), [("en", ENGLISH), ("da", DANISH)])
def test_most_lines_of_a_newcomer_are_understood(tmp_path: Path, code: str, lines: list[str]) -> None:
    with speaking(code), NightService(tmp_path, "n1") as service:
        answers = {line: service.enter(line) for line in lines}
    right = [line for line, answer in answers.items() if answer.status != "refused" or line == "7s 14 b3"]
    wrong = [(line, answer.text) for line, answer in answers.items() if line not in right]
    assert len(right) >= NEEDED * len(answers), wrong


def test_names_prefixes_and_handles_are_the_same_player(service: NightService) -> None:
    for name in ("d", "dorte", "Dorte", "dor"):
        assert won(kept(service, f"7s 9 bo2 +{name}")) == {"d": 9 * 5 + 2}
    for line in ("leaves dorte", "dorte back", "rebuy bo 50", "bo rebuys 50", "pay anna Bo 12 kr"):
        kept(service, line)


def test_an_ambiguous_prefix_is_asked_about(service: NightService) -> None:
    kept(service, "joins Dorthe after d")
    refused(service, "7s 9 +dort", "'dort' may be Dorte (d) and Dorthe (dr): write more letters.")


def test_half_a_line_completes_the_hand_before_it(service: NightService) -> None:
    refused(service, "7s 14 b3", "Nobody won")
    hand = kept(service, "+d full house")
    assert (won(hand), hand.seats[1].paid) == ({"d": 73}, 14)
    refused(service, "+d", "A hand begins with its game")
    assert len(service.night.hands) == 1


def test_a_line_that_begins_with_a_game_and_a_level_is_a_new_hand(service: NightService) -> None:
    """Bo may fold at 5, and b5 is a game."""
    refused(service, "7s 14 b3", "Nobody won")
    refused(service, "b5 14 c3", "Nobody won")
    assert won(kept(service, "+d")) == {"d": 73}
    assert service.night.hands[-1].variant == VARIANTS.find("b5")


def test_commas_between_what_is_said_change_nothing(service: NightService) -> None:
    assert won(kept(service, "7s 14, b3, c3, +Dorte, full house")) == won(
        kept(service, "7s 14 b3 c3 +d full house")
    )
    assert won(kept(service, "7s 14 bo,carl3, +d")) == won(kept(service, "7s 14 b3 c3 +d"))


def test_a_hand_skipped_in_danish_words_is_skipped(service: NightService) -> None:
    service.enter("spring over")
    assert [hand.text for hand in service.night.hands] == ["skip"]


def test_the_nearest_games_are_named_in_a_refusal(service: NightService) -> None:
    refused(service, "xyzzy 14 +b", "There is no game called 'xyzzy': ? games lists them")
    refused(service, "foll 14 +b", "Did you mean follow-the-queen or")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "bo 20",
            "'20' after Bo isn't understood. Write 'count b 230' or 'Bo buys 100' or 'Bo borrows 100'.",
        ),
        ("forget that", "u takes back the last entry"),
        ("how do I add a player", "settle shows who is ahead so far"),
        ("done for tonight", "end ends the night."),
    ],
)
def test_a_line_that_is_none_is_answered_with_what_to_write(
    service: NightService, line: str, sentence: str
) -> None:
    refused(service, line, sentence)


def test_words_around_what_happens_change_nothing(service: NightService) -> None:
    assert service.enter("bo buys in for 100").text == service.enter("bo buys 100").text
    assert service.enter("erik goes home").text.startswith("Erik went home.")
    assert service.enter("frida sits down").text.startswith("frida (")
    service.enter("skip it")
    service.enter("spring den over")
    assert [hand.text for hand in service.night.hands] == ["skip", "skip"]


def test_a_confirmation_says_who_stayed_and_who_matches(service: NightService) -> None:
    assert service.enter("7s 20 +d").text.endswith("Dorte wins 120 = 2 peders 20; all 6 stayed at 20.")
    assert "Carl and Bo match 12; 24 is the next pot" in service.enter("guts 2 +a b! c!").text


@pytest.mark.parametrize(
    "line",
    [
        "7s 14 bo folded at 3, dorte won with a full house",
        "7s 14 Bo folds 3 and Dorte wins with full house",
        "7s 14 bo foldede på 3 og dorte vandt med et fuldt hus",
        "7s 14 bo folder ved 3, dorte vinder med hus",
    ],
)
def test_a_hand_may_be_told_in_a_sentence(service: NightService, line: str) -> None:
    kept(service, line)
    assert service.journal.entries[-1].line == "a:seven-card-stud 14 b3 +d full_house"


def test_a_sentence_completes_a_hand(service: NightService) -> None:
    refused(service, "7s 14", "Nobody won")
    kept(service, "bo folded at 3, dorte won")
    assert service.journal.entries[-1].line == "a:seven-card-stud 14 b3 +d"


def test_a_note_is_not_read_as_a_sentence(service: NightService) -> None:
    kept(service, "7s 14 b3 +d ; bo folded at 3, dorte won")
    assert service.journal.entries[-1].line.endswith("+d ; bo folded at 3, dorte won")


@pytest.mark.parametrize("line", ["th14+d", "guts2+a b!", "b5 14 +d"])
def test_a_line_that_begins_with_a_game_completes_no_hand(service: NightService, line: str) -> None:
    refused(service, "7s 14 b3", "Nobody won")
    kept(service, line)
    assert not service.journal.entries[-1].line.startswith("a:seven-card-stud")


def test_nobody_goes_home_twice(service: NightService) -> None:
    kept(service, "bo leaves")
    refused(service, "leaves bo", "Bo went home already.")


def test_an_open_hand_is_ended_before_another_is_skipped(service: NightService) -> None:
    kept(service, ": 7s")
    refused(service, "skip", "end it with : +WINNER")


@pytest.mark.parametrize(
    "line", ["a friend joins with 100", "en ny spiller er med", "new player joins", "the new guy is here"]
)
def test_a_newcomer_without_a_name_is_asked_for_one(service: NightService, line: str) -> None:
    refused(service, line, "What is the new player called?")
