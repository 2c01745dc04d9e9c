"""Lines of several phones: who may send what, what is asked again, and that a line sent twice is one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from engine.api import VARIANTS
from pipeline.serve.conflicts import LineSubject, Role, Subject, may_send, subject_of
from pipeline.serve.requests import PhoneRequest, respond
from pipeline.serve.shared import SharedNight
from pipeline.serve.view import LATEST_DRAFTS, POINTS, catalogue, night_view
from tests.pipeline.night.helpers import TABLE, without_tables

NUMBERS = count()
EVERYTHING = 10**6


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SharedNight]:
    with without_tables(tmp_path, "n") as service:
        table = SharedNight(service)
        for line in TABLE:
            assert send(table, line)["status"] == "kept"
        assert send(table, "7s 14 b3 +d hus")["status"] == "kept"
        yield table


def send(
    table: SharedNight,
    text: str,
    phone: str = "phone-a",
    seen: int = EVERYTHING,
    role: Role = Role.BANKER,
    key: str = "",
) -> Any:
    return table.enter(text, key=key or f"{phone}-{next(NUMBERS)}", seen=seen, role=role)


def test_a_line_is_the_same_line_however_often_it_comes(table: SharedNight) -> None:
    first = send(table, ". 8 +a", key="phone-a-x")
    version = table.version
    assert send(table, ". 8 +a", key="phone-a-x") == first
    again = SharedNight(table.service)  # as after a restart
    answer = send(again, ". 8 +a", key="phone-a-x", seen=0)
    assert (answer["status"], answer["version"]) == ("kept", version)
    refused = send(table, "køb x 10", key="phone-a-y")
    assert refused["status"] == "refused"
    assert send(table, "køb x 10", key="phone-a-y") == refused


@pytest.mark.parametrize(
    ("line", "news", "asked"),
    [
        (". 8 +a", "; a note", False),
        (". 8 +a", "sted Farum", False),
        (". 8 +a", "lån b 1p", False),
        (". 8 +a", ". 9 +b", True),
        (". 8 +a", "pause b", True),
        (". 8 +a", "slut", True),
        (". 8 +a", "ret 1 7s 15 +d", True),
        ("lån b 1p", ". 9 +b", False),
        ("lån b 1p", "lån b 1p", True),
        ("lån b 1p", "bankør d", True),
        ("pause b", ". 9 +b", False),
        ("pause b", "tilbage b", True),
        ("; a note", ". 9 +b", False),
        ("bank", ". 9 +b", False),
        ("slut", ". 9 +b", True),
        ("slut", "; a note", False),
        ("u #5", ". 9 +b", False),
        ("u #5", "ret 1 7s 15 +d", True),
        ("u", ". 9 +b", True),
        ("u", "; a note", False),
        ("=73", ". 9 +b", True),
        ("!fejl b fik et kort for meget", ". 9 +b", True),
    ],
)
def test_a_phone_must_confirm_where_news_matters(
    table: SharedNight, line: str, news: str, asked: bool
) -> None:
    seen = table.version
    assert send(table, news, "phone-b")["status"] in ("kept", "draft")
    before = table.version
    answer = send(table, line, seen=seen, key="phone-a-late")
    assert (answer["status"] == "stale") == asked, answer
    if asked:
        assert news in answer["text"] or "win was logged meanwhile" in answer["text"]
        assert table.version == before
        again = send(table, line, seen=answer["version"], key="phone-a-late")
        assert again["status"] != "stale"


def test_what_a_phone_wrote_itself_is_no_news_to_it(table: SharedNight) -> None:
    seen = table.version
    assert [send(table, f". {8 + n} +a", seen=seen)["status"] for n in range(3)] == ["kept"] * 3


def test_a_request_for_chips_is_open_until_it_is_answered(table: SharedNight) -> None:
    def asked() -> list[tuple[str, int | None]]:
        return [(one["text"], one["lent"]) for one in json.loads(table.view())["requests"]]

    assert asked() == []
    send(table, "anmod b 100", "phone-b", role=Role.LOG)
    send(table, "anna asks for 1p", "phone-b", role=Role.LOG)
    assert (
        send(table, "anmod b 120", "phone-b", role=Role.LOG)["text"]
        == "Bo asks the bank for 120 = 2 peders 20."
    )
    assert [lent for _, lent in asked()] == [None, None]
    seen = table.version
    assert send(table, "lån b 120")["status"] == "kept"
    assert (
        send(table, "lån b 120", "phone-c", seen=seen)["status"] == "stale"
    )  # another of the banker's phones
    assert send(table, "afslå a")["text"] == "The bank lends Anna nothing."
    assert asked() == [("The bank lends Anna nothing.", 0), ("The bank lends Bo 120 = 2 peders 20.", 120)]
    send(table, "u")
    assert asked()[0] == ("Anna asks the bank for 50 = 1 peder.", None)
    send(table, "køb a 30")
    assert asked()[0] == ("The bank lends Anna 30.", 30)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("anmod c 50", "The bank lends Carl nothing"),
        ("anmod x 50", "Nobody here is 'x'"),
        ("anmod b 0", "at least one chip"),
        ("anmod b", "request b 100"),
        ("afslå b", "Bo asks for no chips"),
    ],
)
def test_a_request_that_makes_no_sense_is_refused(table: SharedNight, line: str, said: str) -> None:
    version = table.version
    answer = send(table, line)
    assert (answer["status"], table.version) == ("refused", version)
    assert said in answer["text"]


def test_a_request_that_is_taken_back_leaves_its_loan(table: SharedNight) -> None:
    entry = send(table, "anmod b 100", "phone-b", role=Role.LOG)["entry"]
    send(table, "lån b 100")
    send(table, f"u #{entry}", "phone-b", role=Role.LOG)
    assert table.service.night.faults == ()
    assert [one.chips for one in table.service.night.ledger][-1] == 100
    assert json.loads(table.view())["requests"] == []


BANKERS = (
    "lån b 1p", "afslå b", "køb b 1p", "retur b 1", "tæl b 1000 !", "betal b c 12 kr", "skygge b d 4",
    "spillere Anna, Bo", "bankør d", "chip 50 øre", "kommer Frida", "går b", "pause b", "slut",
    "u #4", "ret #4 lån 1p", "u #3",
    "ret 1 lån b 1p", "ret #5 bankør d",
)  # fmt: skip
ANYBODYS = (
    "anmod b 100",
    ". 8 +a",
    "; a note",
    "7s x",
    ": 7s",
    "u #5",
    "ret 1 7s 15 +d",
    "=74",
    "!fejl b fik et kort",
    "skip",
    "giver d",
)


@pytest.mark.parametrize("line", BANKERS)
def test_the_bank_the_table_and_the_end_are_the_bankers(table: SharedNight, line: str) -> None:
    before = table.version
    status = send(table, line, "phone-b", role=Role.LOG)["status"]
    assert status == "barred"
    assert send(table, line, "phone-b", role=Role.LOOK)["status"] == "barred"
    assert table.version == before


@pytest.mark.parametrize("line", ANYBODYS)
def test_hands_and_notes_are_for_all_who_log(table: SharedNight, line: str) -> None:
    assert send(table, line, role=Role.LOOK)["status"] == "barred"
    assert send(table, line, role=Role.LOG)["status"] != "barred"


def test_undone_entries_of_the_bank_stay_the_bankers(table: SharedNight) -> None:
    assert send(table, "u #4")["status"] == "kept"
    for line in ("gendan", "u #6"):
        assert send(table, line, role=Role.LOG)["status"] == "barred", line
    assert not may_send(Role.LOG, LineSubject(Subject.BANK))


@pytest.mark.parametrize("line", ["?", "? lån", "bank", "afregn", "historik", "kladder", "ret 1", "luk"])
def test_questions_are_for_all(table: SharedNight, line: str) -> None:
    assert subject_of(line, table.service.replay).subject is Subject.QUESTION
    answer = send(table, line, role=Role.LOOK, seen=0)
    assert answer["status"] == "asked"
    assert answer["text"]


def test_the_night_as_phones_see_it(table: SharedNight) -> None:
    send(table, "7s 9 ++")
    send(table, "7s x")
    send(table, "7s x", key="phone-a-again")  # a hand that can't be read is kept if it is sent twice
    seen = json.loads(table.view())
    assert (seen["version"], seen["hand_no"], seen["dealer"], seen["last_game"]) == (
        7,
        4,
        "d",
        "seven-card-stud",
    )
    assert [(one["handle"], one["money"]) for one in seen["table"]][3] == ("d", "+12.50 kr")
    assert [(one["hand_no"], bool(one["why"])) for one in seen["hands"]] == [
        (3, True),
        (2, False),
        (1, False),
    ]
    assert ([one["hand_no"] for one in seen["waiting"]], seen["drafts"]) == ([3], 1)
    assert seen["question"] is None
    books = table.bank()
    assert books["history"][0]["typed"] == "7s x"
    assert books["settlement"]["transfers"][0][:2] == ["Anna", "Carl"]
    json.dumps(books)


def test_a_phone_gets_the_latest_drafts_and_their_number(table: SharedNight) -> None:
    table.service.enter_file(["7s x"] * (LATEST_DRAFTS + 3), keep_going=True)
    seen = night_view("n1", table.service.replay)
    assert (len(seen["waiting"]), seen["drafts"]) == (LATEST_DRAFTS, LATEST_DRAFTS + 3)
    assert seen["waiting"][-1]["hand_no"] == seen["hand_no"] - 1


def test_a_new_night_is_asked_what_it_needs(tmp_path: Path) -> None:
    with without_tables(tmp_path, "n") as service:
        table = SharedNight(service)
        asked = []
        for line in ("spillere Anna, Bo, Carl", "bankør c", "chip 25 øre", "lån 2p"):
            asked.append(json.loads(table.view())["question"]["word"])
            send(table, line)
        assert asked == ["players", "banker", "chip", "loan"]
        assert json.loads(table.view())["question"] is None


def test_the_race_ends_where_the_night_stands(table: SharedNight) -> None:
    for number in range(2 * POINTS):
        send(table, f". 2 +{table.service.night.players[number % 6].handle}")
    race = table.race()
    assert len(race["rows"]) <= POINTS + 1
    assert race["rows"][0] == [0] * 7
    assert race["rows"][-1][0] == len(table.service.night.hands)
    last = dict(zip(race["ids"], race["rows"][-1][1:], strict=True))
    assert last == {
        player.player_id: table.service.night.nets[player.player_id] for player in table.service.night.players
    }


def test_the_page_knows_every_game_and_addition() -> None:
    told = catalogue(VARIANTS)
    assert {one["id"] for one in told["games"]} == VARIANTS.keys()
    assert {one["word"] for one in told["additions"]} >= {"wild", "hilo", "psy", "draw", "cap", "straddle"}
    assert [one["id"] for one in told["games"] if one["counts"]] == ["seven-twenty-seven"]


def take_back(table: SharedNight, line_key: str, key: str, role: Role = Role.BANKER) -> Any:
    return table.take_back(line_key, key=key, seen=EVERYTHING, role=role)


def test_undo_by_key_takes_back_the_line_that_the_phone_shows(table: SharedNight) -> None:
    own = send(table, "7s 10 +a", "banker00", key="banker00-1")
    send(table, "7s 11 +b", "guest000", role=Role.LOG)
    answer = take_back(table, "banker00-1", "banker00-2")
    assert answer["status"] == "kept"
    later = own["entry"] + 1
    assert (
        f"Taken back: #{own['entry']} 7s 10 +a. #{later} 7s 11 +b was logged after it and stays."
        == answer["text"]
    )
    assert [hand.pot for hand in table.service.night.hands] == [73, 66]
    assert take_back(table, "banker00-1", "banker00-2") == answer  # sent again: the same answer
    again = take_back(table, "banker00-1", "banker00-3")
    assert (again["status"], "taken back already" in again["text"]) == ("refused", True)
    for shared in (table, SharedNight(table.service)):  # and after a restart
        resent = shared.enter("7s 10 +a", key="banker00-1", seen=EVERYTHING, role=Role.BANKER)
        assert "taken back since" in resent["text"]


def test_undo_of_a_line_that_has_not_arrived_takes_back_no_other(table: SharedNight) -> None:
    before = table.version
    answer = take_back(table, "banker00-1", "banker00-2")
    assert (answer["status"], answer["version"]) == ("kept", before)
    late = send(table, "7s 10 +a", key="banker00-1")  # it was on its way
    assert (late["status"], late["version"]) == ("refused", before)
    assert send(table, "7s 10 +a", key="banker00-3")["status"] == "kept"


def test_undo_by_key_takes_back_every_entry_of_a_line_and_only_own_lines(table: SharedNight) -> None:
    send(table, "skip 3", key="banker00-1")
    foreign = take_back(table, "banker00-1", "guest000-1", Role.LOG)
    assert foreign["status"] == "refused"
    assert len(table.service.night.hands) == 4
    assert take_back(table, "banker00-1", "banker00-2")["status"] == "kept"
    assert len(table.service.night.hands) == 1
    send(table, "lån b 1p", key="guest000-2")
    assert take_back(table, "guest000-2", "guest000-3", Role.LOG)["status"] == "barred"


def test_undo_of_several_entries_asks_before_any_of_them_where_another_phone_corrected_one(
    table: SharedNight,
) -> None:
    seen = send(table, "skip 3", key="guest000-1", role=Role.LOG)["version"]
    assert send(table, "edit 3 7s 20 +b", "banker00")["status"] == "kept"
    hands = [(hand.hand_no, hand.status, hand.pot) for hand in table.service.night.hands]
    answer = table.take_back("guest000-1", key="guest000-2", seen=seen, role=Role.LOG)
    assert (answer["status"], answer["version"]) == ("stale", seen + 1)
    assert [(hand.hand_no, hand.status, hand.pot) for hand in table.service.night.hands] == hands
    again = table.take_back("guest000-1", key="guest000-2", seen=answer["version"], role=Role.LOG)
    assert again["status"] == "kept"
    assert "stays" not in again["text"]
    assert len(table.service.night.hands) == 1


def test_an_undo_that_comes_again_after_a_restart_is_not_barred_for_what_it_would_take_back_now(
    table: SharedNight,
) -> None:
    send(table, "lån b 1p", "banker00")
    send(table, "7s 10 +a", "guest000", role=Role.LOG)
    assert send(table, "u", key="guest000-u", role=Role.LOG)["status"] == "kept"
    again = send(SharedNight(table.service), "u", key="guest000-u", role=Role.LOG)
    assert again["status"] == "kept"
    assert "Logged already" in again["text"]


def test_of_pasted_lines_that_are_asked_about_those_that_are_logged_are_not_left(table: SharedNight) -> None:
    seen = table.version
    send(table, "7s 10 +a", "guest000", role=Role.LOG)
    answer = send(table, "lån b 1p\n. 8 +e\n; late", key="banker00-1", seen=seen)
    assert (answer["status"], answer["rest"]) == ("stale", ". 8 +e\n; late")
    assert answer["text"].startswith("The bank lends Bo 50 = 1 peder.\n")
    sure = send(table, "lån b 1p\n. 8 +e\n; late", key="banker00-1", seen=answer["version"])
    assert sure["status"] == "kept"
    assert [entry.line for entry in table.service.journal.entries[seen:]] == [
        "b:seven-card-stud 10 +a", "loan b 50", "c:seven-card-stud 8 +e", "; late",
    ]  # fmt: skip


@pytest.mark.parametrize("more", [{"text": "7s 10 +a"}, {"text": "7s 10 +a", "undo": "guest000-1"}])
def test_a_line_of_another_night_is_not_logged_in_this_one(table: SharedNight, more: dict[str, str]) -> None:
    def sent(night: str | None, key: str) -> Any:
        body = more | {"key": key, "seen": EVERYTHING} | ({"night": night} if night else {})
        return json.loads(respond(table, PhoneRequest(path="/lines", body=body, role=Role.BANKER)))

    before = table.version
    answer = sent("2026-03-14", "guest000-2")
    assert (answer["status"], answer["version"], answer["state"]["night"]) == ("elsewhere", before, "n")
    assert sent("n", "guest000-2")["status"] == sent(None, "guest000-3")["status"] == "kept"


def test_an_answer_names_its_entry_and_its_hand(table: SharedNight) -> None:
    answer = send(table, "7s 10 +a")
    assert (answer["entry"], answer["hand"]) == (6, 2)
    send(table, "7s 11 +b", "guest000")
    corrected = send(table, "ret 2 7s 12 +a")
    assert (corrected["entry"], corrected["hand"]) == (8, 2)
    assert (send(table, "lån b 1p")["entry"], send(table, "lån b 1p")["hand"]) == (9, None)
    assert "entry" not in send(table, "bank")
    assert "entry" not in send(table, "lån x 1p")


@pytest.mark.parametrize("line", ["loan zoe 20", "pay zoe b 5", "banker zoe", "later-command b 3", "end"])
def test_an_entry_that_can_not_be_read_any_more_stays_the_bankers(table: SharedNight, line: str) -> None:
    journal, replay = table.service.journal, table.service.replay
    journal.append([journal.new_entry(line, line)])
    replay.add(journal.entries[-1])
    number = len(replay.entries)
    for role in (Role.LOG, Role.LOOK):
        for text in (f"u #{number}", f"ret #{number} 7s 9 +a"):
            assert send(table, text, role=role)["status"] == "barred", text
    assert json.loads(table.view())["last_entry"]["is_bankers"]
    assert send(table, f"u #{number}")["status"] == "kept"


def test_a_guest_can_not_turn_a_hand_into_a_line_of_the_bank_that_was_possible_then(
    table: SharedNight,
) -> None:
    assert send(table, "spillere Anna, Bo, Carl, Dorte, Erik, Zoe=z")["status"] == "kept"
    for line in ("ret 1 lån es 1p", "ret 1 ester leaves", "ret #5 pause es"):
        assert send(table, line, role=Role.LOG)["status"] == "barred", line


def test_an_unreadable_line_is_completed_and_repeated_by_its_own_phone_alone(table: SharedNight) -> None:
    before = table.version
    assert send(table, "7s 9 b3x", "banker00")["status"] == "refused"
    assert send(table, "7s 9 b3x", "guest000")["status"] == "refused"  # not the second time of one phone
    assert send(table, "+d", "guest001")["status"] == "refused"
    assert table.version == before
    assert send(table, "7s 9 b3x", "banker00")["status"] == "draft"


def test_a_phone_that_looks_completes_no_draft(table: SharedNight) -> None:
    send(table, "7s 9 b3", key="banker00-1")
    send(table, "7s 9 b3", key="banker00-2")
    assert table.service.night.drafts
    seen = table.version
    for line in ("+d", "c4 +d", "c4"):
        assert send(table, line, "looker00", role=Role.LOOK)["status"] == "barred", line
    send(table, "7s 9 +e", "banker00")
    assert send(table, "+d", "guest000", seen=seen, role=Role.LOG)["status"] == "stale"


def test_pasted_lines_are_as_many_lines_each_within_the_role(table: SharedNight) -> None:
    before = len(table.service.night.hands)
    reply = send(table, "7s 9 +a\n7s 10 +b\nbankør b\n7s 11 +a", "guest000", role=Role.LOG)
    assert (reply["status"], reply["rest"]) == ("barred", "bankør b\n7s 11 +a")
    assert len(table.service.night.hands) == before + 2
    again = send(table, "7s 11 +a\n7s 12 +x", "guest000", role=Role.LOG)
    assert (again["status"], again["rest"]) == ("refused", "7s 12 +x")


def test_pasted_lines_are_taken_back_together(table: SharedNight) -> None:
    before = len(table.service.night.hands)
    send(table, "7s 9 +a\n7s 10 +b", key="banker00-1")
    assert len(table.service.night.hands) == before + 2
    assert take_back(table, "banker00-1", "banker00-2")["status"] == "kept"
    assert len(table.service.night.hands) == before


@pytest.mark.parametrize(
    "line",
    [
        "ester vil gerne låne halvtreds",
        "pizza 400 kr, anna lagde ud",
        "bo owes carl 20",
        "bo hedder nu Bobby",
        "dorte is out for a smoke",
        "anna paid bo 50 kr on mobilepay",
        "frida joins with 100",
    ],
)
def test_what_a_sentence_books_is_the_bankers_as_well(table: SharedNight, line: str) -> None:
    before = table.version
    assert send(table, line, role=Role.LOG)["status"] == "barred"
    assert (table.version, len(table.service.journal.entries)) == (before, before)
    assert send(table, line, role=Role.BANKER)["status"] == "kept"


def test_a_guest_takes_back_no_bankers_entry_by_a_sentence(table: SharedNight) -> None:
    assert send(table, "anna paid 240 kr for pizza")["status"] == "kept"
    before = table.version
    assert send(table, "delete that", phone="guest", role=Role.LOG)["status"] == "barred"
    assert send(table, "does bo buy 50", phone="guest", role=Role.LOG)["status"] != "kept"
    assert send(table, "50 til bo", phone="guest", role=Role.LOG)["status"] == "asked"
    assert send(table, "køber", phone="guest", role=Role.LOG)["status"] == "barred"
    assert table.version == before


def test_a_hand_in_words_is_asked_about_where_another_phone_logged_one_meanwhile(table: SharedNight) -> None:
    seen = table.version
    assert send(table, "dorte won 12 at holdem", phone="phone-a")["status"] == "kept"
    assert send(table, "dorte won 12 at holdem", phone="phone-b", seen=seen)["status"] == "stale"
    assert send(table, "oops anna won that one", phone="phone-b", seen=seen)["status"] == "stale"
    assert send(table, "oops anna won that one", phone="phone-b")["status"] == "kept"
