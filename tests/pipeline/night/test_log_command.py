"""`peder log` and `peder players`, as they are called."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import Result

from pipeline.store.store import Store
from tests.stores import peder

TABLE = ("players Anna, Bo, Carl", "banker c", "chip 25 øre", "loan 2p50")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store"


def log(store: Path, night: str, *lines: str, code: int = 0, options: tuple[str, ...] = ()) -> Result:
    file = store.parent / f"{night}.txt"
    file.write_text("\n".join(lines))
    return peder(store, "log", night, "--from", str(file), *options, code=code)


def test_a_file_is_answered_line_by_line(store: Path) -> None:
    text = log(store, "n1", *TABLE, "7s 14 b3 +a hus").stdout.splitlines()
    assert text[0] == "At the table, clockwise: Anna (a), Bo (b), Carl (c); Anna deals."
    assert text[-1] == "1 Seven Card Stud, Anna dealt: Anna wins 31 with a full house; Bo folded at 3."


def test_a_file_that_isn_t_right_leaves_nothing_behind(store: Path) -> None:
    result = log(store, "n1", *TABLE, "7s 14 x3 +a", "lån x 3", "7s 9 +a", code=1)
    assert "n1.txt, line 5: '7s 14 x3 +a': 1? Logged as a draft: Nobody here is 'x'" in result.stderr
    assert "n1.txt, line 6: 'lån x 3': Nobody here is 'x'" in result.stderr
    assert "2 lines aren't right, so nothing was logged" in result.stderr
    assert result.stdout == ""
    assert not store.exists()
    result = log(store, "n1", *TABLE, "7s 14 x3 +a", "lån x 3", "7s 9 +a", code=1, options=("--keep-going",))
    assert "2 Seven Card Stud, Bo dealt: Anna wins 27; all 3 stayed at 9." in result.stdout
    assert Store(store).read("hands", "n1")["status"].to_list() == ["draft", "confirmed"]


def test_a_file_as_json(store: Path) -> None:
    answer = json.loads(log(store, "n1", *TABLE, "7s 9 +a", options=("--json",)).stdout)
    assert answer == {"night": "n1", "kept": True, "hands": 1, "drafts": 0, "faults": []}
    answer = json.loads(log(store, "n2", *TABLE, "vrøvl", code=1, options=("--json",)).stdout)
    assert answer["kept"] is False
    assert answer["faults"][0]["line"] == 5


def test_an_empty_file_is_answered(store: Path) -> None:
    for lines in ((), ("# tonight", "")):
        assert "n1.txt has no line to log" in log(store, "n1", *lines, code=1).stderr
    assert "standard input has no line to log" in peder(store, "log", "n1", "--from", "-", code=1).stderr
    assert not store.exists()


def test_options_begin_a_new_night(store: Path) -> None:
    options = (
        "--players",
        "Anna, Bo, Carl",
        "--banker",
        "c",
        "--chip",
        "1 kr",
        "--loan",
        "2p",
        "--season",
        "2026",
    )
    log(store, "n1", "7s 9 +a", options=(*options, "--place", "Farum"))
    session = Store(store).read("sessions", "n1").row(0, named=True)
    assert (session["season"], session["place"], session["banker_id"]) == ("2026", "Farum", "carl")
    result = log(store, "n1", ". 9 +b", options=options)
    assert "n1 goes on: --players, --banker, --chip, --loan is for a new night" in result.stderr
    bank = Store(store).read("bank", "n1")
    assert bank["kind"].to_list() == ["loan", "loan"]
    result = log(store, "n2", "7s 9 +a", options=("--players", "Anna, Bo=hus, Carl"), code=1)
    assert "an option: 'players Anna, Bo=hus, Carl': 'hus' is a word of the log" in result.stderr


def _tables(store: Path) -> dict[Path, bytes]:
    """The files of the tables; what follows lies in folders with a dot, named by when those were written."""
    return {place.relative_to(store): place.read_bytes() for place in store.glob("[!.]*/**/part-*")}


def test_the_same_file_again_finishes_what_was_interrupted(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where lines were refused or name a player who has joined since; the tables are the same."""
    monkeypatch.setenv("PEDER_CLOCK", "2026-03-14T20:00:00+01:00")
    lines = [*TABLE, "7s 14 b3 +a", "kommer Frida", "vrøvl", "skip 2", "?", "7s 9 +f"]
    log(store, "n1", *lines, code=1, options=("--keep-going",))
    whole = _tables(store)
    shutil.rmtree(store / "hands")
    (store / "sessions").rename(store / "gone")
    again = log(store, "n1", *lines, options=("--keep-going",))
    assert "nothing was read twice" in again.stderr
    shutil.rmtree(store / "gone")
    assert _tables(store) == whole
    log(store, "n1", ". 8 +b")
    assert "read twice" not in log(store, "n1", ". 9 +b").stderr


def test_the_history(store: Path) -> None:
    log(store, "n1", *TABLE, "7s 9 +a", "u", "7s 500 +b", "ok")
    text = peder(store, "log", "n1", "--history", code=0).stdout
    assert "7s 9 +a  (taken back)" in text
    assert "hand 1   7s 500 +b  (confirmed)" in text
    rows = json.loads(peder(store, "log", "n1", "--history", "--json", code=0).stdout)
    assert [row["entry_no"] for row in rows] == list(range(1, 9))
    assert rows[6]["line"] == "a:seven-card-stud 500 +b"  # Anna deals again
    assert rows[0]["typed"] == TABLE[0]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("log", "n9", "--history"), "There is no night 'n9'"),
        (("log", "n1", "--from", "nowhere.txt"), "nowhere.txt: No such file or directory"),
        (("log", " ", "--from", "-"), "can't name a session"),
        (("log", "x" * 300, "--from", "-"), "too long"),
    ],
)
def test_what_can_t_be_logged_gets_a_sentence(store: Path, arguments: tuple[str, ...], sentence: str) -> None:
    result = peder(store, *arguments, code=1, typed="")
    assert sentence in result.stderr
    assert not store.exists() or not list(store.rglob("*.jsonl"))


def test_a_file_that_is_no_text(store: Path) -> None:
    file = store.parent / "bytes.txt"
    file.write_bytes(b"players Anna\n\xff\xfe")
    assert "isn't text in UTF-8 (byte 13)" in peder(store, "log", "n1", "--from", str(file), code=1).stderr
    file.write_bytes("\ufeffplayers Anna, Bo, Carl\r\n7s 9 +a\r\n".encode())
    assert "Anna wins 27" in peder(store, "log", "n1", "--from", str(file), code=0).stdout


def test_names_that_make_strange_files_stay_within_the_store(store: Path) -> None:
    log_line = "players Anna, Bo, Carl"
    peder(store, "log", "../../etc/passwd", "--from", "-", typed=log_line, code=0)
    (place,) = (store / "journal").glob("*.jsonl")
    assert place.parent == store / "journal"
    assert Store(store).session_ids() == ["../../etc/passwd"]


# --- players


def test_players_are_listed_renamed_merged_and_hidden(store: Path) -> None:
    log(store, "n1", "players Anna Ø, Bo, Carl", "banker c", "7s 9 +a")
    log(store, "n2", "players Anna, Bo, Carl", "banker c", "7s 9 +b")
    assert "is called Annie now" in peder(store, "players", "rename", "anna-o", "Annie", code=0).stderr
    assert "finds Annie too" in peder(store, "players", "alias", "Annie", "Ann", code=0).stderr
    assert (
        "the hands of both are one player's"
        in peder(store, "players", "merge", "Anna", "annie", code=0).stderr
    )
    assert "left out of reports" in peder(store, "players", "hide", "bo", code=0).stderr
    assert "is bb in the log" in peder(store, "players", "handle", "Bo", "BB", code=0).stderr
    rows = {row["player_id"]: row for row in json.loads(peder(store, "players", "--json", code=0).stdout)}
    assert rows["anna-o"]["name"] == "Annie"
    assert rows["anna-o"]["aliases"] == ["Anna Ø", "Ann", "Anna"]
    assert rows["anna"]["merged_into"] == "anna-o"
    assert rows["bo"]["hidden"] is True
    assert rows["bo"]["handle"] == "bb"
    season = json.loads(
        peder(
            store, "sql", "select player_id, sum(net) as net from int_seats group by 1", "--json", code=0
        ).stdout
    )
    assert {row["player_id"]: row["net"] for row in season} == {"anna-o": 18 - 9, "bo": -9 + 18, "carl": -18}
    assert "a separate player again" in peder(store, "players", "split", "anna", code=0).stderr
    assert "is in reports again" in peder(store, "players", "unhide", "Bo", code=0).stderr
    assert "Annie" in peder(store, "players", code=0).stdout


def test_a_merged_player_is_one_in_the_settlement(store: Path) -> None:
    log(store, "n1", "players Anna, Bo, Carl", "banker c", "season s", "7s 9 +a")
    log(store, "n2", "players Annie, Bo, Carl", "banker c", "season s", "7s 9 +b")
    peder(store, "players", "merge", "Annie", "Anna", code=0)
    rows = json.loads(peder(store, "settle", "--season", "s", "--json", code=0).stdout)
    assert {row["player"]: row["net"] for row in rows if row["row"] == "account"} == {
        "Anna": 9,
        "Bo": 9,
        "Carl": -18,
    }


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("rename", "nobody", "X"), "There is no player 'nobody'"),
        (("rename", "Anna", "Bo"), "'Bo' finds Bo already"),
        (("rename", "Anna", " "), "can't be a name"),
        (("alias", "Anna", "bo"), "'bo' finds Bo already"),
        (("merge", "Anna", "anna"), "the same player already"),
        (("split", "anna"), "isn't a merged id"),
        (("handle", "Anna", "a1"), "letters only"),
        (("handle", "Anna", "hus"), "is a word of the log"),
    ],
)
def test_wrong_changes_of_players_get_a_sentence(
    store: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    log(store, "n1", "players Anna, Bo, Carl")
    before = Store(store).read("players")
    assert sentence in peder(store, "players", *arguments, code=1).stderr
    assert Store(store).read("players").equals(before)


def test_a_night_whose_logger_was_killed_is_settled_by_names(store: Path) -> None:
    """Only its journal is there."""
    log(store, "n1", *TABLE, "7s 14 +a", "end")
    left = store.parent / "left"
    shutil.copytree(store / "journal", left / "journal")
    settled = peder(left, "settle", "n1", code=0).stdout
    assert "Anna " in settled
    assert "anna" not in settled
