"""The real prompt on a pseudo-terminal: typed into, answered, completed, killed."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.analysis.marts import check_store
from pipeline.night.journal import journal_place, read_journal
from pipeline.store.store import Store

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
if sys.platform != "win32":
    from tests.pipeline.night.terminal import Terminal

KILLS = int(os.environ.get("PEDER_KILLS", "4"))
"""How often the prompt is killed."""


@pytest.fixture
def logger(tmp_path: Path) -> Iterator[Terminal]:
    terminal = open_log(tmp_path)
    yield terminal
    terminal.kill()


def open_log(store: Path, night: str = "n1", *options: str) -> Terminal:
    return Terminal(["log", night, "--store", str(store), *options])


def begin(terminal: Terminal) -> None:
    """The lines that a new night offers, answered."""
    terminal.wait_for("Who plays, clockwise?")
    terminal.wait_for("players")
    terminal.send("Anna, Bo, Carl, Dorte, Erik\r")
    terminal.wait_for("At the table, clockwise: Anna (a), Bo (b)")
    terminal.wait_for("banker")
    terminal.send("c\r")
    terminal.wait_for("Carl keeps the bank.")
    terminal.wait_for("chip 25 øre")
    terminal.send("\r")
    terminal.wait_for("A small chip is worth 0.25 kr")
    terminal.wait_for("loan 2p50")
    terminal.send("\r")
    terminal.wait_for("The bank lends Anna, Bo, Dorte and Erik 150 = 3 peders each.")
    terminal.wait_for("1 a>")


def lines_of(store: Path, night: str = "n1") -> list[str]:
    return [entry.line for entry in read_journal(journal_place(store, night)).entries]


def test_a_night_at_the_prompt(logger: Terminal, tmp_path: Path) -> None:
    begin(logger)
    logger.line(
        "7s 14 b3 c7 +d hus", "Dorte wins 52 = 1 peder 2 with a full house; Bo folded at 3 and Carl at 7."
    )
    logger.wait_for("2 b>")
    logger.wait_for("a Anna 136  b Bo 147  c Carl* -7  d Dorte 188")  # the toolbar
    logger.wait_for("hand 2, Bo deals · pot 0 · bank out 600")
    logger.line("7s 500 +d", "A level of 500 is unusually large")  # never blocks
    logger.wait_for("3 c>")
    logger.wait_for("1 draft ?")
    logger.line("7s 9 +x", "Nobody here is 'x'")
    logger.wait_for("3 c>")
    logger.wait_for("7s 9 +x")  # back in the input
    logger.send("\r")
    logger.wait_for("3? Logged as a draft: Nobody here is 'x'")
    logger.wait_for("4 d>")
    logger.line("vrøvl", "is neither a command nor a game")
    logger.wait_for("4 d>")
    logger.line("ret 3", "Change the line")
    logger.wait_for("edit 3 7s 9 +x")
    logger.send("\x7fa\r")  # the x becomes an a
    logger.wait_for("Corrected: 3 Seven Card Stud, Carl dealt: Anna wins 45")
    logger.wait_for("4 d>")
    logger.line("?", "seven card stud, 14 each, b folded at 3")
    logger.wait_for("Enter: more")  # longer than the screen
    logger.send("\r")
    logger.wait_for("? games all games")
    logger.wait_for("4 d>")
    logger.line("historik", "#8")
    logger.wait_for("4 d>")
    logger.line(": 7s", "Betting round 1")
    logger.wait_for("4:>")
    logger.line("d2 .", "Betting round 2")
    logger.wait_for("4:>")
    logger.line("+d", "Dorte wins")
    logger.wait_for("5 e>")
    logger.send("\x04")
    logger.wait_for("The night stays open")
    assert logger.close() == 0
    assert lines_of(tmp_path)[4] == "a:seven-card-stud 14 b3 c7 +d full_house"
    hands = Store(tmp_path).read("hands", "n1")
    assert hands["status"].to_list() == ["confirmed", "draft", "confirmed", "confirmed"]


def test_games_and_players_are_completed(logger: Terminal) -> None:
    begin(logger)
    logger.send("midni\t")
    time.sleep(0.5)
    logger.send(" 14 +Dor\t")
    time.sleep(0.5)
    logger.send("\r")
    logger.wait_for("Midnight Baseball, Anna dealt: Dorte wins 70")
    logger.wait_for("2 b>")
    logger.send("\x1b[A")  # the line before, from the history
    logger.wait_for("mb 14 +d")
    logger.send("\x03")  # Ctrl-C empties the line and leaves nothing behind
    logger.wait_for("2 b>")
    logger.line("luk", "The night stays open")


def test_last_time_s_group_is_offered(tmp_path: Path) -> None:
    first = open_log(tmp_path)
    begin(first)
    first.line("chip 1 SEK", "is worth 1.00 kr")
    first.line("luk", "stays open")
    first.close()
    second = open_log(tmp_path, "n2")
    second.wait_for("players Anna, Bo, Carl, Dorte, Erik")
    second.send("\r")
    second.wait_for("banker c")
    second.send("\r")
    second.wait_for("chip 1 SEK")
    second.send("\r")
    second.wait_for("loan 150")
    second.send("-\r")  # no loan tonight
    second.wait_for("1 a>")
    second.line("slut", "The night is over after 0 hands")
    second.line("luk", "Good night.")
    assert second.close() == 0
    assert lines_of(tmp_path, "n2")[2] == "chip 1 SEK"


def test_what_is_offered_is_taken_by_enter_and_replaced_by_typing(tmp_path: Path) -> None:
    """Typing over the prefilled answers doubled them, and ? at the first question was taken for a name."""
    first = open_log(tmp_path)
    begin(first)
    first.line("luk", "stays open")
    first.close()
    second = open_log(tmp_path, "n2")
    second.wait_for("Who plays, clockwise?")
    second.wait_for("players Anna, Bo, Carl, Dorte, Erik")
    second.send("?\r")
    second.wait_for("who plays, clockwise; the first deals first. Words: spillere, players")
    second.wait_for("players Anna, Bo, Carl, Dorte, Erik")
    second.send("spillere Anna, Bo, Carl\r")
    second.wait_for("At the table, clockwise: Anna (a), Bo (b), Carl (c); Anna deals.")
    second.wait_for("banker c")
    second.send("bankør b\r")
    second.wait_for("Bo keeps the bank.")
    second.wait_for("chip 0.25 DKK")
    second.send("50 øre\r")
    second.wait_for("A small chip is worth 0.50 kr")
    second.wait_for("loan 150")
    second.send("\x1b[C\x7f\x7f00\r")  # the right arrow brings it in: 150 becomes 100
    second.wait_for("The bank lends Anna and Carl 100 = 2 peders each.")
    second.line("luk", "stays open")
    assert second.close() == 0
    assert lines_of(tmp_path, "n2")[3] == "loan a,c 100"


def test_a_host_without_instructions(logger: Terminal, tmp_path: Path) -> None:
    """High and low, a side pot, wild cards and a correction, by what the prompt says."""
    logger.wait_for("Enter takes the answer in grey")
    begin(logger)
    logger.line("? hi", "7s hilo 12 +d hi flush +e lo 6-4")
    logger.line(
        "7s hilo 12 +d hi fl +e lo 6-4", "Dorte wins 30 (high) with a flush and Erik wins 30 (low) with 6-4"
    )
    logger.line("? side", "th 40 a0 b1 c2 d=20 +d side +e")
    logger.line("th 40 d=20 a0 +d side +e", "Dorte wins 80 = 1 peder 30 and Erik wins 60")
    logger.line("? vild", "sp wild 2 12 +a")
    logger.line("sp vild tre 12 +a", "Straight Poker (wild 3)")
    logger.line("? ret", "edit 17 7s 14 b3 +d full house")
    logger.line("ret 3 sp vild 2 12 +b", "Straight Poker (wild 2)")
    logger.line("? spil", "Straight Poker (straight, straight-poker)")
    logger.wait_for("Enter: more")
    logger.send("q\r")
    logger.wait_for("4 d>")
    logger.line("? spil", "Enter: more")
    logger.send("stilling\r")  # a line instead of an answer stands in the next input
    logger.wait_for("4 d> stilling")
    logger.line("kommer Frida efter d", "The night's loan: loan f 150")
    logger.wait_for("loan f 150")  # in grey
    logger.send("\r")
    logger.wait_for("The bank lends Frida 150 = 3 peders.")
    logger.line("luk", "stays open")
    assert lines_of(tmp_path)[-1] == "loan f 150"


def test_enter_takes_the_loan_that_completes_a_draft(logger: Terminal, tmp_path: Path) -> None:
    begin(logger)
    logger.line("7s 9 a=200 +b", "loan a 50")  # said, and in grey after the prompt
    logger.wait_for("loan a 50")
    logger.send("\r")
    logger.wait_for("The bank lends Anna 50 = 1 peder.")
    logger.line("ok", "Bo wins 236")
    logger.line("luk", "stays open")
    assert logger.close() == 0
    hands = Store(tmp_path).read("hands", "n1")
    assert hands["status"].to_list() == ["confirmed"]
    assert "loan a 50" in lines_of(tmp_path)


def test_killed_between_and_inside_lines_nothing_confirmed_is_lost(tmp_path: Path) -> None:
    """SIGKILL at moments of all kinds: what was answered is in the journal, and the night goes on."""
    dice = random.Random(7)
    terminal = open_log(tmp_path)
    begin(terminal)
    confirmed = len(lines_of(tmp_path))
    for number in range(KILLS):
        for _ in range(dice.randint(0, 2)):
            level = dice.randint(2, 40)
            terminal.line(f"7s {level} +a", f"Anna wins {5 * level}")
            confirmed += 1
        if number % 2:
            terminal.send("\x15\x0b7s 14 +b")  # a line that was never sent
            time.sleep(dice.random() / 4)
        else:
            terminal.send("\x15\x0b7s 14 +b\r")  # one that may or may not be on disk yet
            time.sleep(dice.random() / 10)
        terminal.kill()
        kept = lines_of(tmp_path)
        assert len(kept) in (confirmed, confirmed + (number % 2 == 0))
        confirmed = len(kept)
        terminal = open_log(tmp_path)
        terminal.wait_for(f"{confirmed - 3} ")  # the number of the next hand
        terminal.wait_for(">")
    terminal.line("slut", "The night is over")
    terminal.kill()
    assert check_store(tmp_path)
    hands = Store(tmp_path).read("hands", "n1")  # the tables caught up with what the kills left behind
    assert hands["hand_no"].to_list() == list(range(1, confirmed - 3))


def test_lines_on_standard_input_are_read_as_a_file(tmp_path: Path) -> None:
    import subprocess

    lines = "players Anna, Bo, Carl\n7s 9 +a\n"
    done = subprocess.run(
        [sys.executable, "-m", "pipeline.cli", "log", "n1", "--store", str(tmp_path)],
        input=lines.encode(),
        capture_output=True,
        cwd=Path(__file__).parents[3],
        check=True,
        timeout=120,
    )
    assert b"Anna wins 27" in done.stdout
