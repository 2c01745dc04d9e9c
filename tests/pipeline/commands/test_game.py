"""`peder game`: a group's own games, from a file to hands, versions and other stores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.night.service import NightService
from pipeline.store.games import catalogue_of, load_games
from pipeline.store.store import Store
from tests.stores import files, peder

GAMES = Path(__file__).parents[2] / "games"
NIGHT = """players Anna, Bo, Carl
banker a
chip 25 øre
loan 10p
ww 14 b3 +a
woolworth hilo 8 +c hi +b lo
ww 10 +b fuldt hus
"""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    place = tmp_path / "store"
    peder(place, "game", "add", GAMES / "woolworth.toml", code=0)
    return place


def logged(store: Path, tmp_path: Path, night: str = "n1") -> None:
    lines = tmp_path / f"{night}.txt"
    lines.write_text(NIGHT)
    peder(store, "log", night, "--from", lines, code=0)


def games_played(store: Path) -> set[str]:
    return set(Store(store).read("hands")["variant_id"])


def test_a_file_becomes_a_game_like_all_others(store: Path, tmp_path: Path) -> None:
    (row,) = json.loads(peder(store, "variants", "wool", "--json", code=0).stdout)
    assert (row["name"], row["family"], row["wild"]) == ("Woolworth", "own", "fives and tens")
    assert "fives and tens" in peder(store, "show", "ww", code=0).stdout
    assert "Four" in peder(store, "meld", "woolworth", "--own", "5s Td 9h 9c", code=0).stdout
    logged(store, tmp_path)
    assert games_played(store) == {row["variant_id"]}
    assert "Woolworth hilo" in peder(store, "hands", "game=ww", code=0).stdout
    assert json.loads(peder(store, "game", "list", "--json").stdout)[0]["hands"] == 3
    peder(store, "game", "add", str(GAMES / "dr-pepper.toml"), code=0)
    assert peder(store, "hands", "game=dr-pepper", code=0)
    assert peder(store, "check", code=0)


def test_half_of_the_pot_goes_by_a_count_where_the_game_says_so(store: Path) -> None:
    peder(store, "game", "add", GAMES / "sum-of-diamonds.toml", code=0)
    with NightService(store, "n") as service:
        for line in NIGHT.splitlines()[:4]:
            assert service.enter(line).status == "kept"
        assert "(count)" in service.enter("diamonds 14 +a hus +b sum").text
        assert service.enter("diamonds 14 +a +b count +c count").status == "kept"
        assert "leave count out" in service.enter("ww 14 +a +b sum").text
        shares = [[(share.half, share.chips) for share in hand.shares] for hand in service.night.hands]
    assert shares[:2] == [[("count", 21), ("whole", 21)], [("count", 11), ("count", 10), ("whole", 21)]]
    peder(store, "check", code=0)
    drawn = json.loads(peder(store, "game", "deal", "diamonds", "--json", code=0).stdout)
    assert "(count)" in drawn["result"]


def test_changed_rules_begin_a_version_and_hands_keep_theirs(store: Path, tmp_path: Path) -> None:
    logged(store, tmp_path)
    (before,) = games_played(store)
    file = store / "games" / "woolworth.toml"
    file.write_text(file.read_text().replace('"T"', '"T", "2"'))
    logged(store, tmp_path, "n2")
    assert len(games_played(store)) == 2
    assert catalogue_of(store)[before].superseded
    (row,) = json.loads(peder(store, "variants", "wool", "--json").stdout)
    assert row["variant_id"] in games_played(store) - {before}
    listed = peder(store, "hands", code=0).stdout
    assert f"Woolworth ({before[-6:]})" in listed
    assert "Woolworth " in listed
    peder(store, "check", code=0)


def counted(store: Path) -> dict[str, int]:
    rows = peder(
        store, "sql", "select variant_id, hands from mart_variants where hands > 0", "--json", code=0
    )
    return {row["variant_id"]: row["hands"] for row in json.loads(rows.stdout)}


def test_versions_that_are_the_same_game_count_together_until_they_are_split(
    store: Path, tmp_path: Path
) -> None:
    logged(store, tmp_path)
    peder(store, "simulate", "ww", "--hands", "20", "--profiles", "plain-steady", code=0)
    (before,) = games_played(store)
    file = store / "games" / "woolworth.toml"
    file.write_text("# five and dime\n" + file.read_text().replace('"T"', '"T", "2"'))
    logged(store, tmp_path, "n2")
    (after,) = games_played(store) - {before}
    apart = counted(store)
    assert apart == {before: 23, after: 3}
    peder(store, "game", "merge", "ww", code=0)
    assert counted(store) == {after: 26}
    assert "the same game" in peder(store, "game", "list", code=0).stdout
    page = tmp_path / "season.html"
    peder(store, "report", "season", "--out", page, code=0)
    assert "Woolworth has been played by other rules since" in page.read_text()
    assert "all count as one game" in page.read_text()
    assert games_played(store) == {before, after}
    peder(store, "game", "split", "ww", code=0)
    assert counted(store) == apart
    assert file.read_text().startswith("# five and dime\n")
    assert "isn't an earlier version" in peder(store, "game", "merge", "ww", "abcdef", code=1).stderr


def test_a_game_with_hands_is_retired_and_one_without_is_gone(store: Path, tmp_path: Path) -> None:
    peder(store, "game", "add", GAMES / "big-o.toml", code=0)
    logged(store, tmp_path)
    assert "is gone" in peder(store, "game", "retire", "big-o", code=0).stderr
    assert "3 hands of it stay" in peder(store, "game", "retire", "woolworth", code=0).stderr
    (guest,) = json.loads(peder(store, "variants", "woolworth", "--json", code=0).stdout)
    assert guest["family"] == "home"
    assert "Woolworth (" in peder(store, "hands", code=0).stdout
    peder(store, "check", code=0)
    assert "isn't a game of yours" in peder(store, "game", "retire", "omaha", code=1).stderr


def test_hands_go_elsewhere_with_the_rules_they_were_played_by(store: Path, tmp_path: Path) -> None:
    logged(store, tmp_path)
    out, other, third = tmp_path / "all.jsonl", tmp_path / "other", tmp_path / "third"
    peder(store, "export", "json", "--all", "--out", out, code=0)
    peder(other, "import", "json", out, code=0)
    assert games_played(other) == games_played(store)
    assert "fives and tens" in peder(other, "show", "ww", code=0).stdout
    forged = tmp_path / "forged.jsonl"
    forged.write_text(out.read_text().replace(r"\"T\"", r"\"K\""))
    assert "aren't those of that version" in peder(third, "import", "json", forged, code=1).stderr
    peder(store, "backup", tmp_path / "b.zip", code=0)
    peder(third, "restore", tmp_path / "b.zip", code=0)
    assert files(third).keys() >= {"games/woolworth.toml"}
    assert "fives and tens" in peder(third, "show", "ww", code=0).stdout


def test_a_file_with_mistakes_names_them_all_and_adds_nothing(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('name = "Bad"\nlike = "seven-card-stud"\nwild = ["Z"]\nfoo = 1\n')
    before = files(store)
    for command in ("check", "add"):
        result = peder(store, "game", command, file, code=1)
        assert result.stderr.splitlines()[0].startswith("bad.toml, line 3: 'Z' isn't a card")
        assert result.stderr.splitlines()[1].startswith("bad.toml, line 4: there is no key 'foo'")
    assert files(store) == before
    actual = json.loads(peder(store, "game", "check", file, "--json", code=1).stdout)
    assert [fault["line"] for fault in actual["faults"]] == [3, 4]
    file.write_bytes(b"\xff\xfe\x00")
    assert "isn't UTF-8 text" in peder(store, "game", "check", file, code=1).stderr


def test_a_broken_file_in_the_store_is_named_and_leaves_the_rest(store: Path) -> None:
    (store / "games" / "broken.toml").write_text("name = 5 5\n")
    result = peder(store, "variants", "wool", code=0)
    assert "games/broken.toml, line 1: can't read" in result.stderr
    assert "Woolworth" in result.stdout


def test_names_are_each_for_one_game(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "other.toml"
    file.write_text('name = "Other"\naliases = ["ww"]\nlike = "omaha"\n')
    assert "line 2: 'ww' is a name of the game woolworth" in peder(store, "game", "add", file, code=1).stderr
    changed = tmp_path / "woolworth.toml"
    changed.write_text((GAMES / "woolworth.toml").read_text().replace('"T"', '"9"'))
    assert "--replace changes its rules" in peder(store, "game", "add", changed, code=1).stderr
    peder(store, "game", "add", changed, "--replace", code=0)
    assert "fives and nines" in peder(store, "show", "ww", code=0).stdout


def test_stores_have_games_of_their_own(store: Path, tmp_path: Path) -> None:
    assert "Woolworth" in peder(store, "show", "ww", code=0).stdout
    (guest,) = json.loads(peder(tmp_path / "empty", "variants", "woolworth", "--json", code=0).stdout)
    assert guest["family"] == "home"  # the catalogue's, which the group's own stands for in its store
    assert load_games(store) == []
    assert "Woolworth" in peder(store, "show", "ww", code=0).stdout


def test_a_command_s_own_store_has_its_games(store: Path, tmp_path: Path) -> None:
    line = [
        "simulate",
        "woolworth",
        "--hands",
        "50",
        "--players",
        "3",
        "--profiles",
        "plain-steady",
        "--store",
        str(store),
    ]
    result = CliRunner().invoke(app, line)
    assert result.exit_code == 0, result.output
    assert "woolworth@" in result.stdout


def test_a_shared_game_comes_back_the_same(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "woolworth.toml"
    peder(store, "game", "share", "ww", "--out", file, code=0)
    assert file.read_text() == (GAMES / "woolworth.toml").read_text()
    mine = tmp_path / "mine.toml"
    mine.write_text(peder(store, "game", "share", "omaha", code=0).stdout)
    peder(store, "game", "add", mine, code=0)
    assert "My Omaha" in peder(store, "show", "mine", code=0).stdout


def test_a_mistake_with_a_suggestion_ends_with_its_question_mark(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('name = "X1"\nlike = "omaha"\nwild = ["lowest hole crad", "5s"]\n')
    lines = peder(tmp_path / "store", "game", "check", file, code=1).stderr.splitlines()
    assert [line[-1] for line in lines] == ["?", "."]


def test_a_few_questions_make_a_game(tmp_path: Path) -> None:
    store = tmp_path / "store"
    deal = "5 down, bet, exchange 2, bet"
    answers = ["Omaha", "Fiver", "-", "3 down, bet", deal, "2, J", "-", "y"]
    result = peder(store, "game", "new", code=0, typed="\n".join(answers) + "\n")
    assert "'Omaha' is a name of the game omaha: choose another." in result.stderr
    assert "A hand has 5 cards, and a player gets 3 to make it from." in result.stderr
    assert "Once more" not in result.stderr
    grown = result.stdout.split("(fiver@")[0]  # before the whole game is shown
    assert grown.count("Exchange up to two cards") == 1, "the deal is shown once it is known"
    assert grown.index("Exchange up to two cards") < grown.index("twos and jacks")
    assert "twos and jacks" in peder(store, "show", "fiver", code=0).stdout


def test_an_answer_that_is_given_twice_is_taken_and_all_is_asked_again(tmp_path: Path) -> None:
    deal = "5 down, bet, exchange 2, bet"
    answers = ["Fiver", "-", "3 down, bet", "3 down, bet", "-", "-", "Fiver", "-", deal, "2, J", "-", "y"]
    result = peder(tmp_path / "store", "game", "new", code=0, typed="\n".join(answers) + "\n")
    assert "Once more; Enter keeps an answer." in result.stderr
    assert "twos and jacks" in result.stdout


def test_the_last_question_is_answered_in_danish(tmp_path: Path) -> None:
    answers = "Toer\nseven-card-stud\n-\ntoere\n-\nhvad?\nja\n"
    result = peder(tmp_path / "store", "--lang", "da", "game", "new", code=0, typed=answers)
    assert "Er det spillet? [J/n]" in result.stderr
    assert "Svar j eller n." in result.stderr
    assert "toere" in peder(tmp_path / "store", "--lang", "da", "show", "toer", code=0).stdout


def test_a_hand_that_nobody_opens_is_over_once_all_have_checked(tmp_path: Path) -> None:
    store = tmp_path / "store"
    peder(store, "game", "add", GAMES / "jackpots.toml", code=0)
    with NightService(store, "n") as service:
        for line in ("players Anna, Bo, Carl", ": jackpots", ": b. c."):
            assert service.enter(line).status == "kept"
        assert service.enter(": a.").text == "Nobody opened, so the pot carries over: end with ++."
        assert service.enter(": ++").status == "kept"
        for line in (": jackpots", ": c. a3 b. c."):
            answer = service.enter(line)
        assert "Betting round 2" in answer.text
        for line in (": drop", ": jackpots", ": c. a. b."):
            assert service.enter(line).status == "kept"
        assert service.enter(": c2").text == "There is no betting round left in this game: end with +WINNER."


def test_an_example_hand_says_who_wins_and_why(store: Path) -> None:
    hand = json.loads(peder(store, "game", "deal", "woolworth", "--players", "3", "--json", code=0).stdout)
    assert len(hand["lines"]) == 3
    assert sum(hand["won"]) == hand["pot"]
    assert "Player" in hand["result"]
    text = peder(store, "game", "deal", GAMES / "big-o.toml", code=0).stdout
    assert "common cards:" in text
    assert "wins" in text


def test_an_open_log_has_a_game_added_meanwhile_and_the_next_hand_its_new_rules(tmp_path: Path) -> None:
    store = tmp_path / "store"
    with NightService(store, "n") as service:
        for line in NIGHT.splitlines()[:4]:
            assert service.enter(line).status == "kept"
        assert service.enter("ours 14 b3 +a").status == "refused"
        ours = tmp_path / "ours.toml"
        ours.write_text('name = "Ours"\nlike = "seven-card-stud"\nwild = ["5", "T"]\n')
        peder(store, "game", "add", ours, code=0)
        assert service.enter("ours 14 b3 +a").status == "kept"
        file = store / "games" / "ours.toml"
        file.write_text(file.read_text().replace('"T"', '"T", "2"'))
        assert service.enter(". 9 +c").status == "kept"
        first, then = (hand.variant for hand in service.night.hands)
    assert first
    assert then
    assert first.id != then.id
    with NightService(store, "n") as service:
        assert [hand.variant.id for hand in service.night.hands if hand.variant] == [first.id, then.id]
