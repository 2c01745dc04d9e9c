"""`peder import` on good files and bad ones: a sentence, an exit code, and nothing left behind."""

from __future__ import annotations

import gzip
import json
import signal
import zlib
from contextlib import nullcontext, suppress
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from typer.testing import CliRunner, Result

from engine.api import VARIANTS
from pipeline.cli import app
from pipeline.commands.namesakes import _read_numbers
from pipeline.formats.kinds import kind_of
from pipeline.formats.pokernow.log import import_log
from pipeline.formats.sessions import FileError
from pipeline.store.people import Person, Registry
from pipeline.store.store import Store
from tests.examples import examples
from tests.pipeline.formats.logs import SAMPLE, entries, write_log
from tests.stores import files, peder

LEDGER = """player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net
Karen,p1,2026-04-28T02:26:25.976Z,,200,,226,26
Åse,p2,2026-04-28T02:25:26.759Z,2026-04-28T02:58:01.254Z,500,628,0,128
Per,p4,2026-04-28T01:20:11.002Z,2026-04-28T02:40:00.000Z,250,0,0,-250
Per,p4,2026-04-28T02:41:30.410Z,,100,,196,96
"""
GAME = "pokernow-2026-01-16-f713be"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store"


def run(store: Path, *words: str | Path) -> Result:
    return peder(store, "import", *words)


def refused(result: Result, store: Path) -> str:
    """The one sentence of a command that failed and left nothing behind."""
    assert result.exit_code == 1
    assert result.stdout == ""
    assert not store.exists()
    assert result.stderr.startswith("peder: ")
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith(".\n")
    return result.stderr


# --- logs


def test_a_log_becomes_a_session(store: Path) -> None:
    result = run(store, "pokernow-log", SAMPLE, "--season", "2026", "--currency", "DKK", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == [
        {
            "session_id": "pokernow-2026-01-16-f713be",
            "file": "pokernow-sample.csv",
            "result": "imported",
            "hands": 34,
            "players": 6,
            "new_players": 6,
            "entries": 12,
            "chip_value": 0.25,
        }
    ]
    kept = Store(store)
    session = kept.read("sessions").row(0, named=True)
    assert (session["kind"], session["season"], session["currency"]) == ("import", "2026", "DKK")
    assert session["started_at"] == datetime(2026, 1, 16, 18, 53, 29, 637000, tzinfo=UTC)
    assert kept.read("hands").height == 34
    assert kept.read("players")["name"].to_list() == [
        "Anders",
        "Birgit",
        "Carsten",
        "Dorthe",
        "Erling",
        "Freja",
    ]
    assert kept.read("variants").height == len(VARIANTS)
    assert "returned" in kept.read("action_kinds")["kind"]


def test_a_log_imported_before_says_so(store: Path, tmp_path: Path) -> None:
    assert run(store, "pokernow-log", SAMPLE).exit_code == 0
    before = files(store)
    renamed = tmp_path / "again.csv"
    renamed.write_bytes(SAMPLE.read_bytes())
    for file in (SAMPLE, renamed):
        result = run(store, "pokernow-log", file)
        assert result.exit_code == 0
        assert result.stderr == f"{file.name} is in the store already, as the session '{GAME}'.\n"
    assert files(store) == before
    other = run(store, "pokernow-log", SAMPLE, "--season", "2027")
    assert other.exit_code == 1
    assert (
        f"as the session '{GAME}', with other hands or settings: --replace imports it again" in other.stderr
    )
    named = run(store, "pokernow-log", renamed, "--session", "fredag")
    assert named.exit_code == 1
    assert f"as the session '{GAME}': `--session {GAME} --replace` imports it again" in named.stderr
    assert files(store) == before
    assert run(store, "pokernow-log", SAMPLE, "--season", "2027", "--replace").exit_code == 0
    assert Store(store).session_ids() == [GAME]


def stored_files(store: Path) -> dict[str, bytes]:
    """The files of a store without its cache, which may have entries of interrupted commands."""
    return {name: data for name, data in files(store).items() if not name.startswith(".cache/")}


def test_an_import_that_was_interrupted_is_finished_by_repeating_it(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = tmp_path / "ledger.csv"
    ledger.write_text(LEDGER)
    whole = tmp_path / "whole"
    for kind, file in (("pokernow-log", SAMPLE), ("pokernow-ledger", ledger)):
        assert run(whole, kind, file).exit_code == 0
    for broken in ("add_names", "write_engine_tables"):
        place = store / broken
        with monkeypatch.context() as patch:
            patch.setattr(f"pipeline.formats.sessions.{broken}", lambda *_: 1 / 0)
            assert run(place, "pokernow-log", SAMPLE).exit_code == 1
        for kind, file in (("pokernow-log", SAMPLE), ("pokernow-ledger", ledger)):
            assert run(place, kind, file).exit_code == 0
        assert stored_files(place) == stored_files(whole)


def test_of_several_files_each_is_imported_or_refused_by_itself(store: Path, tmp_path: Path) -> None:
    bad, ledger, twice = tmp_path / "a-bad.csv", tmp_path / "b.csv", tmp_path / "c.csv.gz"
    bad.write_text("entry,at,order\n")
    ledger.write_text(LEDGER)
    twice.write_bytes(gzip.compress(TEXT))
    result = run(store, "pokernow-log", bad, SAMPLE, ledger, twice, "--json")
    assert result.exit_code == 1
    assert [(row["file"], row["result"]) for row in json.loads(result.stdout)] == [
        (SAMPLE.name, "imported"),
        (twice.name, "there already"),
    ]
    assert "peder: a-bad.csv holds no line of a game" in result.stderr
    assert "peder: b.csv isn't a PokerNow log" in result.stderr
    assert "2 of 4 files refused" in result.stderr
    assert Store(store).session_ids() == [GAME]
    before = files(store)
    assert run(store, "pokernow-log", bad, SAMPLE, ledger, twice).exit_code == 1
    assert files(store) == before


def test_files_are_named_by_patterns_and_folders_and_come_packed_or_from_standard_input(
    store: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "logs" / "2026"
    folder.mkdir(parents=True)
    (folder / "one.csv.gz").write_bytes(gzip.compress(TEXT))
    (folder / "notes.txt").write_text("no log")
    for number, word in enumerate(
        (tmp_path / "logs", tmp_path / "logs" / "**" / "*.gz", folder / "one.csv.gz")
    ):
        result = run(tmp_path / f"store{number}", "pokernow-log", word, "--json")
        assert [row["file"] for row in json.loads(result.stdout)] == ["one.csv.gz"]
    for data in (
        TEXT,
        gzip.compress(TEXT),
        TEXT.decode().encode("utf-16"),
        gzip.compress(TEXT[:999]) + gzip.compress(TEXT[999:]) + bytes(9),
    ):
        words = ["import", "pokernow-log", "-", "--store", str(store)]
        assert CliRunner().invoke(app, words, input=data).exit_code == 0
    assert Store(store).session_ids() == [GAME]
    nothing = refused(run(tmp_path / "none", "pokernow-log", folder / "no*.csv"), tmp_path / "none")
    assert "No file is called" in nothing


def bomb(line: bytes, times: int) -> bytes:
    packer = zlib.compressobj(9, wbits=31)
    return b"".join([*(packer.compress(line * 1000) for _ in range(times // 1000)), packer.flush()])


def test_packed_files_that_are_no_files_are_one_sentence(store: Path, tmp_path: Path) -> None:
    packed = gzip.compress(TEXT)
    for name, data, what in (
        ("bomb", bomb(b" " * 999 + b"\n", 200_000), "unpacks to more than 150 times its size"),
        ("endless", bomb(bytes(1000), 200_000), "line 1 has no end"),
        ("cut", packed[:-9], "is cut off where it is packed"),
        ("damaged", packed[:500] + bytes(50) + packed[550:], "is damaged where it is packed"),
        ("zip", b"PK\x03\x04" + bytes(100), "is a zip archive: unpack it first"),
        ("nothing", gzip.compress(b""), "is empty"),
    ):
        file = tmp_path / f"{name}.csv.gz"
        file.write_bytes(data)
        assert what in refused(run(store, "pokernow-log", file), store)


def test_players_keep_their_name_and_gain_aliases(store: Path, tmp_path: Path) -> None:
    assert run(store, "pokernow-log", SAMPLE).exit_code == 0
    renamed = tmp_path / "renamed.csv"
    renamed.write_text(SAMPLE.read_text().replace("Birgit @", "Mor @").replace("Erling @", "<b>E</b> @"))
    assert run(store, "pokernow-log", renamed, "--replace").exit_code == 0
    players = {row["name"]: row["aliases"] for row in Store(store).read("players").iter_rows(named=True)}
    assert players == {
        "Anders": [], "Birgit": ["Mor"], "Carsten": [], "Dorthe": [], "Erling": ["<b>E</b>"], "Freja": [],
    }  # fmt: skip


def test_a_second_player_of_the_same_name_is_reported_and_a_merge_offered(
    store: Path, tmp_path: Path
) -> None:
    ledger = tmp_path / "ledger.csv"
    ledger.write_text(LEDGER.replace("Karen", "birgit"))
    assert "birgit" not in run(store, "pokernow-ledger", ledger).stderr
    text = run(store, "pokernow-log", SAMPLE).stderr
    assert "New players with the name of a known one:" in text
    assert "1. Birgit (pokernow:bR7tWc0ZpN)  birgit (pokernow:p1)" in text
    assert "`peder players merge pokernow:bR7tWc0ZpN pokernow:p1`" in text
    assert "Birgit" not in run(store, "pokernow-log", SAMPLE, "--replace").stderr
    together = store.parent / "together"
    assert run(together, "pokernow-ledger", ledger).exit_code == 0
    text = run(together, "pokernow-log", SAMPLE, "--merge").stderr
    assert "`peder players split pokernow:bR7tWc0ZpN` takes that back" in text
    assert Registry.of(Store(together)).name_of("pokernow:bR7tWc0ZpN") == "birgit"
    merged = ["players", "merge", "pokernow:bR7tWc0ZpN", "pokernow:p1", "--store", str(store)]
    assert CliRunner().invoke(app, merged).exit_code == 0
    assert Registry.of(Store(store)).name_of("pokernow:bR7tWc0ZpN") == "birgit"


def test_of_two_of_a_name_the_one_of_the_house_is_meant() -> None:
    imported = [Person(player_id="pokernow:x", name="Anna"), Person(player_id="pokernow:y", name="anna")]
    assert Registry(imported).find("Anna").player_id == "pokernow:x"  # its very name
    assert Registry(imported).find("ANNA") is None
    assert Registry([*imported, Person(player_id="anna", name="Anna")]).find("ANNA").player_id == "anna"


TEXT = SAMPLE.read_bytes()
BAD_FILES = {
    "empty": (b"", "is empty: download the log again"),
    "blank": (b" \n\n", "is empty: download the log again"),
    "only the first line": (b"entry,at,order\n", "holds no line of a game"),
    "another table": (b"name;net\nBo;12\n", "isn't a PokerNow log: it begins with 'name;net'"),
    "a ledger": (LEDGER.encode(), "isn't a PokerNow log: it begins with 'player_nickname,"),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00", "isn't UTF-8 text (at line 1)"),
    "another encoding": (TEXT.decode().replace("♦", "").replace("♠", "").replace("♥", "").replace("♣", "")
                         .replace("Birgit", "Åse").encode("latin-1"), "isn't UTF-8"),
    "half of a letter": (TEXT.decode().encode("utf-16")[:-1], "isn't UTF-16"),
    "cut off within a name": (TEXT[:5000], "is cut off or damaged: download the whole log again"),
    "cut off within a time": (TEXT[: TEXT.rindex(b"T18:52") + 5], "is cut off or damaged"),
    "cut off within the order": (TEXT[: len(TEXT) - 4], "is cut off or damaged"),
    "an amount that isn't one": (TEXT.replace(b"bets 3.00", b"bets 3.001", 1), "(the reason may be line 429"),
    "a number of 5,000 digits": (TEXT.replace(b"bets 3.00", b"bets " + b"9" * 5000, 1), "bets 9999999"),
    "a column too many": (TEXT.replace(b",2026-01-16", b",x,2026-01-16", 1), "is cut off or damaged"),
    "a card twice": (TEXT.replace("10♦, 9♦, 3♣]".encode(), "10♦, 9♦, 9♦]".encode(), 1), "9d is named twice"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_is_one_sentence_and_leaves_nothing(store: Path, tmp_path: Path, name: str) -> None:
    data, what = BAD_FILES[name]
    assert data != TEXT
    file = tmp_path / "bad.csv"
    file.write_bytes(data)
    sentence = refused(run(store, "pokernow-log", file), store)
    assert sentence.startswith("peder: bad.csv")
    assert what in sentence


def test_a_byte_order_mark_does_no_harm(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "marked.csv"
    file.write_bytes(b"\xef\xbb\xbf" + TEXT.replace(b"\n", b"\r\n"))
    assert run(store, "pokernow-log", file).exit_code == 0


def test_files_that_cannot_be_read(store: Path, tmp_path: Path) -> None:
    assert "No such file" in refused(run(store, "pokernow-log", tmp_path / "none.csv"), store)
    assert "holds no file that ends in .csv" in refused(run(store, "pokernow-log", tmp_path), store)


@given(st.integers(min_value=0, max_value=len(TEXT)))
@settings(
    max_examples=examples(20), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_log_cut_anywhere_is_refused_or_tells_the_rest_rightly(tmp_path: Path, length: int) -> None:
    """The oldest lines stand last, so what is left of a log is its latest hands."""
    file = tmp_path / "cut.csv"
    file.write_bytes(TEXT[:length])
    try:
        left = import_log(file)
    except FileError:
        return
    columns = ["hand_no", "pot", "outcome", "actions", "shares"]
    kept = left.hands.select(columns)
    whole = import_log(SAMPLE).hands.select(columns)
    assert kept.equals(whole.tail(kept.height))


# --- files of any format

SHEET = "date,player,net\n2026-03-14,Ann,12.50\n2026-03-14,Bob,-12.50\n"


def test_what_a_file_is_follows_from_its_content(store: Path, tmp_path: Path) -> None:
    folder = tmp_path / "all"
    folder.mkdir()
    own = tmp_path / "own"
    assert run(own, SAMPLE, "--season", "2026").exit_code == 0
    for form in ("phh", "ohh", "json"):
        words = ["export", form, "--all", "--out", folder / form, *(["--skip"] if form == "phh" else [])]
        assert peder(own, *words).exit_code == 0
    contents = {"log": TEXT, "ledger": LEDGER.encode(), "sheet": SHEET.encode("utf-16")}
    for name, data in contents.items():
        (folder / name).write_bytes(gzip.compress(data) if name == "log" else data)
    kinds = {place.name: kind_of(place) for place in folder.iterdir()}
    assert kinds == {
        "phh": "phh", "ohh": "ohh", "json": "json", "log": "pokernow", "ledger": "pokernow", "sheet": "csv",
    }  # fmt: skip
    result = run(store, folder / "log", folder / "ledger", folder / "sheet")
    assert result.exit_code == 0, result.output
    assert len(Store(store).session_ids()) == 3


def test_a_file_that_is_refused_keeps_out_no_other_format(store: Path, tmp_path: Path) -> None:
    good, bad, sheet = tmp_path / "ledger.csv", tmp_path / "bad.phh", tmp_path / "sheet.csv"
    good.write_text(LEDGER)
    bad.write_text("variant = 'XX'\n")
    sheet.write_text(SHEET)
    result = run(store, good, bad, tmp_path / "none.csv", sheet)
    assert result.exit_code == 1
    assert "the variant 'XX'" in result.stderr
    assert "none.csv can't be read" in result.stderr
    assert len(Store(store).session_ids()) == 2
    assert "files of one format at a time" in run(store, good, sheet, "--json").stderr
    for words, code in ((["another"], 2), (["-"], 1), ([tmp_path / "none.csv"], 1), (["--nope", good], 2)):
        assert run(store, *words).exit_code == code


# --- what an import may cost

ALL_IN = """
    -- starting hand #1 (id: x1)  No Limit Texas Hold'em (dealer: <Ann>) --
    The player <Ann> joined the game with a stack of 100.
    The player <Bob> joined the game with a stack of 100.
    Player stacks: #1 <Ann> (100) | #2 <Bob> (100)
    <Ann> posts a small blind of 1
    <Bob> posts a big blind of 2
    <Ann> raises to 100 and go all in
    <Bob> calls 100 and go all in
    <Ann> shows a 2♥, 9♦.
    <Bob> shows a J♥, K♠.
    Flop:  [3♦, 4♥, 8♠]
    Turn: 3♦, 4♥, 8♠ [5♠]
    River: 3♦, 4♥, 8♠, 5♠ [A♣]
    <Ann> collected 200 from pot with Straight, 5 High (combination: 5♠, 4♥, 3♦, 2♥, A♣)
    -- ending hand #1 --
"""


ALL_IN_AT_HOME = """
    players Ann, Bob, Cat, Dan
    banker d
    pause d
    loan a, b, c 200
    : a:th no limit
    : b (8c 6s /) c (2d 7s /) a (8h 4h /)
    : a allin 200 b allin 200 c allin 200
    : board (4d 6c 3c 7d Ah)
    : +b
    ok
"""


def test_an_all_in_before_the_flop_is_played_out_by_what_shows_it_not_by_the_import(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1.7 million boards take half an hour in plain Python, and a second in the kernel that pages use."""
    monkeypatch.setattr("engine.rules.equity.play_out", lambda *_: pytest.fail("it was played out"))
    log = write_log(tmp_path / "log.csv", entries(ALL_IN))
    assert run(store, "pokernow", log).exit_code == 0
    for form, name in (("phh", "x.phhs"), ("ohh", "x.ohh"), ("json", "x.jsonl")):
        out = tmp_path / name
        assert peder(store, "export", form, "--all", "--out", out).exit_code == 0
        other = tmp_path / form
        assert run(other, form, out).exit_code == 0
        assert sorted(Store(other).read("seats")["net"]) == [-100, 100]
    lines, home = tmp_path / "night.txt", tmp_path / "home"
    lines.write_text(ALL_IN_AT_HOME)
    assert peder(home, "log", "n1", "--from", lines).exit_code == 0
    assert run(tmp_path / "night", "night", home / "journal" / "n1.jsonl").exit_code == 0
    assert sorted(Store(tmp_path / "night").read("seats")["net"]) == [-200, -200, 400]


def pressed_before(place: str, monkeypatch: pytest.MonkeyPatch, *, swallowed: bool = False) -> None:
    """Let Ctrl-C come as a function is called; `swallowed` as libraries do that call back."""
    call = resolve_name(place)

    def press(*args: Any, **options: Any) -> Any:
        with suppress(KeyboardInterrupt) if swallowed else nullcontext():
            signal.raise_signal(signal.SIGINT)
        return call(*args, **options)

    monkeypatch.setattr(place.replace(":", "."), press)


SHEETS = """date,Ann,Bob
2026-04-28,5,-5
2026-05-28,7,-7
"""


@pytest.mark.parametrize("form", ["pokernow", "csv", "json", "night"])
def test_ctrl_c_says_what_is_in_the_store(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    """Nothing of a file that is being read, all of one that is being written; the same command imports the rest."""
    names = [tmp_path / f"{number}.{'jsonl' if form in ('json', 'night') else 'csv'}" for number in (1, 2)]
    if form == "pokernow":
        names[0].write_bytes(SAMPLE.read_bytes())
        names[1].write_text(LEDGER)
    elif form == "csv":
        names[0].write_text(SHEETS)
        names[1].write_text(SHEETS.replace("2026-0", "2027-0"))
    else:
        for number, name in enumerate(names, 1):
            other = tmp_path / f"other {number}"
            lines = tmp_path / "night.txt"
            lines.write_text("players Ann, Bob\nbanker ann\n7s 12 +ann\n")
            assert peder(other, "log", f"n{number}", "--from", lines).exit_code == 0
            if form == "json":
                assert peder(other, "export", "json", "--all", "--out", name).exit_code == 0
            else:
                name.write_bytes((other / "journal" / f"n{number}.jsonl").read_bytes())
    reads, writes = {
        "pokernow": ("pipeline.formats.sessions:_result", "pipeline.formats.sessions:add_names"),
        "csv": ("pipeline.formats.sessions:_result", "pipeline.formats.sessions:write_engine_tables"),
        "json": ("pipeline.formats.json.reader:decode", "pipeline.formats.json.reader:add_people"),
        "night": ("pipeline.night.incoming:check_may_be_logged", "pipeline.night.incoming:merge"),
    }[form]
    of_a_file = 2 if form == "csv" else 1
    for number, (place, swallowed, count) in enumerate(
        ((reads, False, 0), (reads, True, 0), (writes, False, of_a_file))
    ):
        into = tmp_path / f"into {number}"
        with monkeypatch.context() as patch:
            pressed_before(place, patch, swallowed=swallowed)
            result = run(into, form, *names)
        assert result.exit_code == 130
        there = Store(into).session_ids() if count else []
        assert len(there) == count
        said = f"{count} session{'s are' if count > 1 else ' is'} in the store, as listed; the same command"
        assert f"Stopped: {said if count else 'nothing was imported'}" in result.stderr
        assert all(one in result.stdout for one in there)
        assert ("being written" in result.stderr) == bool(count)
        assert run(into, form, *names).exit_code == 0
        assert len(Store(into).session_ids()) == 2 * of_a_file


def test_ctrl_c_before_and_after_the_files_are_read_ends_an_import(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place, said in (
        ("pipeline.formats.kinds:kind_of", "what isn't listed was not imported"),
        ("pipeline.commands.import_files:offer_merges", "1 session is in the store, as listed"),
    ):
        with monkeypatch.context() as patch:
            pressed_before(place, patch)
            result = peder(store, "import", SAMPLE)
        assert (result.exit_code, said in result.stderr) == (130, True)
    assert Store(store).session_ids() == [GAME]


# --- ledgers


def test_a_ledger_becomes_bank_entries(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "ledger.csv"
    file.write_text(LEDGER)
    result = run(store, "pokernow-ledger", file, "--currency", "USD", "--json")
    assert result.exit_code == 0
    (row,) = json.loads(result.stdout)
    assert (row["hands"], row["players"], row["entries"], row["chip_value"]) == (0, 3, 10, 2)
    bank = Store(store).read("bank")
    assert bank.select("player_id", "kind", "chips", "money").rows() == [
        ("pokernow:p1", "purchase", 100, Decimal(200)),
        ("pokernow:p1", "buyback", 113, Decimal(226)),
        ("pokernow:p2", "purchase", 250, Decimal(500)),
        ("pokernow:p2", "buyback", 314, Decimal(628)),
        ("pokernow:p4", "purchase", 125, Decimal(250)),
        ("pokernow:p4", "purchase", 50, Decimal(100)),
        ("pokernow:p4", "buyback", 98, Decimal(196)),
        ("pokernow:p1", "difference", 13, Decimal(26)),
        ("pokernow:p2", "difference", 64, Decimal(128)),
        ("pokernow:p4", "difference", -77, Decimal(-154)),
    ]
    assert "in the store already" in run(store, "pokernow-ledger", file).stderr


def test_a_ledger_of_2026_counts_the_escrow_of_a_nit_game(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "ledger.csv"
    file.write_text(
        "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,nit_escrow,net\r\n"
        '"Alex, Jr.",p1,2026-08-26T07:01:34.408Z,2026-08-26T07:07:37.687Z,2500,2000,0,500,0\r\n'
        '"Blair",p2,2026-08-26T07:01:34.404Z,,2500,,2000,0,-500\r\n'
        '"Casey",p3,,,1000,,1500,,500\r\n'
    )
    assert run(store, "pokernow-ledger", file).exit_code == 0
    paid = Store(store).read("bank").filter(kind="buyback")
    assert paid["money"].to_list() == [Decimal(2500), Decimal(2000), Decimal(1500)]


def test_a_ledger_with_a_quoted_header_is_one(store: Path, tmp_path: Path) -> None:
    header, rest = LEDGER.split("\n", 1)
    file = tmp_path / "ledger.csv"
    file.write_text("\n" + ",".join(f'"{name}"' for name in header.split(",")) + "\n" + rest)
    result = run(store, "pokernow", file, "--json")
    assert (result.exit_code, json.loads(result.stdout)[0]["entries"]) == (0, 10)


def test_the_real_ledger(store: Path, shared: Path) -> None:
    assert run(store, "pokernow-ledger", shared / "data" / "pokernow" / "ledger_sample.csv").exit_code == 0
    net = sum(
        entry["money"] * (1 if entry["kind"] == "buyback" else -1)
        for entry in Store(store).read("bank").iter_rows(named=True)
        if entry["kind"] != "difference"
    )
    assert net == 0


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("628,0,128", "628,0,127", "line 3: the net isn't what came out less what went in (Åse)"),
        ("Per,p4,2026-04-28T02:41:30.410Z,,100,,196,96\n", "", "the nets add up to -96, not to 0"),
        ("2026-04-28T02:26:25.976Z", "yesterday", "line 2 is cut off or damaged"),
        (",226,26", ",2.265,26", "line 2 is cut off or damaged"),
        ("buy_in", "bought", "isn't a PokerNow ledger: it begins with"),
        ("200,,226,26", "-200,,-174,26", "line 2: buy_in is -200 for"),
        ("200,,226,26", "200,300,-74,26", "line 2: stack is -74 for"),
    ],
)
def test_a_bad_ledger_is_one_sentence(store: Path, tmp_path: Path, old: str, new: str, what: str) -> None:
    assert old in LEDGER
    file = tmp_path / "ledger.csv"
    file.write_text(LEDGER.replace(old, new))
    assert what in refused(run(store, "pokernow-ledger", file), store)


# --- the command line


def test_usage_errors_end_with_2(store: Path) -> None:
    assert run(store, "pokernow-log").exit_code == 2
    assert run(store, "pokernow-log", SAMPLE, "--nope").exit_code == 2
    assert run(store, "pokernow-log", SAMPLE, SAMPLE, "--session", "one").exit_code == 2
    assert run(store, "another").exit_code == 2
    assert not store.exists()


def test_the_store_is_that_of_the_option_else_of_the_environment(tmp_path: Path) -> None:
    runner = CliRunner()
    environment = {"PEDER_STORE": str(tmp_path / "environment")}
    cases = {
        "environment": ["import", "pokernow-log", str(SAMPLE)],
        "group": ["--store", str(tmp_path / "group"), "import", "pokernow-log", str(SAMPLE)],
        "command": ["import", "pokernow-log", str(SAMPLE), "--store", str(tmp_path / "command")],
    }
    for name, words in cases.items():
        assert runner.invoke(app, words, env=environment).exit_code == 0
        assert Store(tmp_path / name).session_ids() == ["pokernow-2026-01-16-f713be"]


def test_a_fault_of_the_program_is_no_traceback(monkeypatch: pytest.MonkeyPatch, store: Path) -> None:
    def fail(path: Path, **options: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("pipeline.formats.pokernow.games.import_log", fail)
    assert (
        "a fault in peder itself, ZeroDivisionError: by nothing" in run(store, "pokernow-log", SAMPLE).stderr
    )


@pytest.mark.parametrize(("answer", "chosen"), [("4\n1, 3\n", {1, 3}), ("all\n", {1, 2, 3}), ("\n", set())])
def test_players_who_are_one_are_chosen_by_number(answer: str, chosen: set[int]) -> None:
    with CliRunner().isolation(input=answer):
        assert _read_numbers(3) == chosen
