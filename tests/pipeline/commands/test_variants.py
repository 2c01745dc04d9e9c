"""`peder variants`, `show`, `rulings` and `meld` as a user runs them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from engine.catalogue import VARIANTS, names_of
from engine.catalogue.rulings import RULINGS, rulings_page
from engine.catalogue.table_errors import TABLE_ERRORS
from pipeline.cli import app
from pipeline.commands.variants import find_variant
from pipeline.store.schemas import VARIANTS as COLUMNS

ROOT = Path(__file__).parents[3]


def peder(*arguments: str, stdin: str = "") -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(app, arguments, input=stdin, env={"COLUMNS": "100"})


def printed(*arguments: str, stdin: str = "") -> str:
    done = peder(*arguments, stdin=stdin)
    assert done.exit_code == 0, done.stderr
    return done.stdout


def ranked(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command that ranks hands as a user does, in a process of its own, where nothing is compiled."""
    return subprocess.run(
        [sys.executable, "-m", "pipeline.cli", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONUTF8": "1"},
    )


# --- the catalogue ---


def test_variants_is_a_table_with_a_row_a_game() -> None:
    lines = printed("variants").splitlines()
    assert re.split(r"\s{2,}", lines[0].strip()) == ["id", "name", "family", "wild", "rounds", "players"]
    assert [line.split()[0] for line in lines[1:]] == list(VARIANTS)
    stora = next(line for line in lines if line.startswith("stora-spelet"))
    assert re.split(r"\s{2,}", stora.strip()) == [
        "stora-spelet", "Stora Spelet", "draw", "twos, threes and one-eyed", "11", "3–7",
    ]  # fmt: skip


def test_variants_as_json_has_the_columns_of_the_store() -> None:
    rows = json.loads(printed("variants", "--json"))
    assert [row["variant_id"] for row in rows] == list(VARIANTS)
    assert all(row.keys() == COLUMNS.keys() for row in rows)
    holdem = next(row for row in rows if row["variant_id"] == "texas-holdem")
    assert (holdem["rounds"], holdem["players_min"], holdem["players_max"]) == (4, 2, 10)


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("Sø", ["somaerket"]),
        ("guts", ["guts", "guts-jokers", "guts-3-card"]),
        ("DICE", ["poker-dice", "bluff-dice"]),
        ("deuces", ["three-card-draw-deuces", "three-card-draw-deuces-one-eyed", "five-card-stud-deuces"]),
        ("basebal", ["baseball", "yankee-baseball", "midnight-baseball"]),
        ("stora spelt", ["stora-spelet"]),
    ],
)
def test_a_search_forgives(search: str, found: list[str]) -> None:
    ids = [row["variant_id"] for row in json.loads(printed("variants", search, "--json"))]
    assert ids[: len(found)] == found


def test_show_tells_a_game() -> None:
    text = printed("show", "nårwidjan MUNAEKLIPS")
    for words in (
        "Nårwidjan munæklips",
        "Seven closed cards each, which no player looks at.",
        "the bottom card of your own pile",
        "Turning a three costs 3 chips.",
        "3 to 7 players",
        "28 The bottom card",
    ):
        assert words in text
    assert max(len(line) for line in text.splitlines()) <= 100


BOARDS = {
    "pyramid": ("          [4 ]", "      [3 ]    [1 ]", "  [6 ]    [2 ]    [5 ]"),
    "elevator": ("  [3 ]    [6 ]", "  [5 ][7*][2 ]", "  [1 ]    [4 ]"),
    "criss-cross": ("      [1 ]", "  [4 ][5*][2 ]", "      [3 ]"),
    "karrusel": ("      [1 ]    [4 ]", "  [6 ]            [2 ]", "      [3 ]    [5 ]"),
    "triangle": ("          [1 ]", "      [6*]    [4*]", "  [3 ]    [5*]    [2 ]"),
    "bush league": ("      [1 ]", "  [4 ][5 ][2 ]", "      [3 ]"),
}


@pytest.mark.parametrize(
    ("game", "hand"),
    [
        ("pyramid", "one line: 4-1-5, 5-2-6 or 6-3-4"),
        ("elevator", "one line: 5-7-2, 1-5-3, 4-2-6, 1-7-6 or 4-7-3"),
        ("criss-cross", "the best five of your own cards and the five common cards"),
        ("karrusel", "one line: 1-4-2, 4-2-5, 2-5-3, 5-3-6, 3-6-1 or 6-1-4"),
        ("triangle", "one line: 1-4-2, 2-5-3 or 3-6-1"),
        ("bush league", "exactly two of your own cards and the common cards of one line: 1-5-3 or 2-5-4"),
    ],
)
def test_show_draws_the_board_and_names_the_places_of_a_hand(game: str, hand: str) -> None:
    text = printed("show", game)
    assert "\n".join(("* is wild)", *BOARDS[game])) in text
    assert hand in " ".join(text.split())


def test_show_tells_a_table_of_blinds_what_is_burnt_and_who_acts() -> None:
    told = " ".join(printed("show", "th", "--add", "straddle").split())
    for words in (
        "In the first round the player left of the straddle acts first, in later rounds the player left of "
        "the button",
        "The straddle is put in before the deal by the player left of the big blind, who acts last in the "
        "first round.",
        "A card is burnt before the flop, the turn and the river.",
        "Who plays the board must say so before mucking, or forfeits the pot.",
    ):
        assert words in told
    assert "the player left of the big blind acts first" in " ".join(printed("show", "th").split())


def test_show_keeps_both_figures_where_the_overview_disagrees() -> None:
    """Ruling 12."""
    assert "6 betting rounds (the printed overview says 5)" in " ".join(
        printed("show", "last-chance").split()
    )


def test_show_tells_a_call() -> None:
    answer = json.loads(printed("show", "7s", "--add", "vild 2 hilo", "--add", "psy", "--json"))
    assert answer["additions"] == "wild 2 psy hilo"
    assert answer["wild"] == "twos"
    assert answer["course"][-1] == "Declare high, low or both."
    assert {ruling["number"] for ruling in answer["rulings"]} >= {2, 4, 5}


def test_show_tells_every_game_with_rulings_and_their_sources() -> None:
    text = printed("show", "bluff poker")
    assert "five throws" in text
    assert "32 Dice (SR, house)" in text


def test_rulings() -> None:
    assert printed("rulings", "--markdown") == rulings_page()
    assert printed("rulings", "19").startswith("19 Guts: nobody in (RG, house)\n")
    assert "Write 'cap 20'." in printed("rulings", "19")
    rows = json.loads(printed("rulings", "--json"))
    assert [row["number"] for row in rows] == [ruling.number for ruling in RULINGS]


def test_rulings_list_each_error_of_the_texts_with_its_remedy() -> None:
    told = " ".join(printed("rulings", "22").split())
    remedies = {"corrected": "corrected", "redealt": "dealt again", "new_deal": "new deal"}
    for fault in TABLE_ERRORS:
        assert f"`{fault.words[0]}`): {remedies[fault.remedy]}. {fault.text}" in told


# --- what a hand is worth ---


def test_meld_says_what_a_hand_is_worth() -> None:
    text = ranked("meld", "omaha", "--own", "As 2s Kd Kh", "--board", "Ks 3d 4h 7c 8c").stdout
    assert text.splitlines() == [
        "Three of a kind, kings with 8 7",
        "  Ks Kh Kd 8c 7c",
        "Low 7-4-3-2-A",
        "  As 7c 4h 3d 2s",
    ]
    text = ranked("meld", "7s", "--own", "Ess 2r 7k", "--open", "7h 2s Kor 9k", "--add", "vild 2").stdout
    assert text.splitlines()[1] == "  As 7h 7c 2s 2d; wild: 2d 2s"


def test_meld_as_json() -> None:
    cards = ("--own", "As Kd 3c", "--open", "Qh 7s 2d 7c", "--up", "Qh 9c 9d 7s 2d 7c")
    answer = json.loads(ranked("meld", "ftq", *cards, "--json").stdout)
    assert answer.keys() == {"category", "ranks", "score", "wild", "five", "text"}
    assert (answer["category"], answer["ranks"], answer["wild"]) == ("three", ["7", "A", "K"], ["Qh"])
    assert set(answer["five"]) == {"As", "Kd", "7s", "7c", "Qh"}
    assert isinstance(answer["score"], int)


def test_a_batch_is_answered_line_by_line(tmp_path: Path) -> None:
    lines = [
        '{"variant": "sp", "own": "As Ks Qs Js Ts"}',
        '{"variant": "sven card stood", "own": "As"}',
        "As Ks",
        "",
        '{"variant": "th", "own": "As Ks", "board": "Ad Js Ts ? ?", "add": "vild J"}',
        '{"variant": "5s", "own": "As", "open": "Ks", "add": ["vild 2", "hilo"]}',
        '{"variant": "5s", "own": "As", "open": null, "add": null}',
        "[1]",
        '{"variant": "5s", "own": 3}',
        '{"own": "As"}',
        '{"variant": "5s", "own": "As As"}',
        '{"variant": "5s", "own": "As", "add": "byt 3"}',
        '{"variant": "5s", "own": "As", "add": 3}',
    ]
    path = tmp_path / "hands.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = ranked("meld", "--batch", str(path))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.stderr == "9 lines of 13 have an error.\n"
    assert [sorted(answer) == ["error"] for answer in answers] == [
        False, True, True, True, False, False, False, True, True, True, True, True, True,
    ]  # fmt: skip
    assert answers[0]["category"] == "straight_flush"
    assert (answers[4]["category"], answers[4]["wild"]) == ("three", ["Js"])
    assert "Did you mean five-card-stud" in answers[1]["error"] or "seven-card-stud" in answers[1]["error"]
    assert "As is named twice" in answers[10]["error"]
    assert all(answer["error"].endswith((".", "?")) for answer in answers if "error" in answer)
    assert ranked("meld", "--batch", "-", stdin=lines[0]).stdout == done.stdout.splitlines()[0] + "\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("show", "backgammon"), "There is no game called 'backgammon'"),
        (("variants", "backgammon"), "There is no game called 'backgammon'"),
        (("show", "guts", "--add", "psy"), "Guts: psychology goes with games that deal, bet and show"),
        (("rulings", "40"), "There is no ruling 40"),
        (("meld", "guts", "--own", "As Ks"), "Guts has no melds of five cards"),
        (("meld", "th", "--own", "As As"), "As is named twice"),
        (("meld", "th", "--own", "As Kx"), "'Kx' is not a card"),
        (("meld", "--batch", "no-such-file.jsonl"), "no-such-file.jsonl: No such file"),
    ],
)
def test_wrong_input_is_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    done = peder(*arguments)
    assert (done.exit_code, done.stdout) == (1, "")
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments", [("meld",), ("meld", "th", "--batch", "x"), ("show",), ("meld", "--owned", "As")]
)
def test_wrong_usage_ends_with_2(arguments: tuple[str, ...]) -> None:
    done = peder(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "Usage: " in done.stderr


def test_a_game_of_several_words_needs_no_quotes() -> None:
    assert printed("show", "bush", "league").startswith("Bush League\n")
    assert printed("variants", "seven", "card", "stud") == printed("variants", "seven card stud")
    assert (
        "four of a kind"
        in printed("meld", "texas", "hold", "em", "--own", "As Ad", "--board", "Ah Ac Kh 2c 3c").casefold()
    )


@pytest.mark.parametrize(
    ("words", "games"),
    [
        ("bush league guts", ["bush league", "guts"]),
        ("guts omaha", ["guts", "omaha"]),
        ("bush league:3 seven card stud:1", ["bush league:3", "seven card stud:1"]),
        ("7s texas hold em 5d", ["7s", "texas hold em", "5d"]),
        ("no such game", ["no", "such", "game"]),
        ("", []),
    ],
)
def test_names_of_several_words_among_games(words: str, games: list[str]) -> None:
    assert VARIANTS.split_names(words.split()) == games
    assert VARIANTS.split_names(games) == games


def test_a_game_is_named_with_what_is_added() -> None:
    words = VARIANTS.split_names(["bush", "league+hilo", "hold'em+wild 2", "omaha"])
    assert words == ["bush league+hilo", "hold'em+wild 2", "omaha"]
    games = [find_variant(VARIANTS, name, ["psy"] if name == "omaha" else None) for name in words]
    assert [(game.id, game.additions) for game in games] == [
        ("bush-league", "hilo"), ("texas-holdem", "wild 2"), ("omaha", "psy"),
    ]  # fmt: skip
    assert find_variant(VARIANTS, "hold'em", ["wild 2"]) == games[1]


def test_every_name_of_a_game_works_without_quotes() -> None:
    for variant in VARIANTS.values():
        for name in names_of(variant):
            (result,) = VARIANTS.split_names(name.split())
            assert VARIANTS.find(result) == VARIANTS.find(name)
