"""Hands as PokerStars' text: one written out by hand, many read by a parser of others, and what the text can't say."""

from __future__ import annotations

import importlib.util
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from engine.api import Act, card_text, unpack
from pipeline.formats.output import hands_of
from pipeline.formats.pokerstars import _when
from pipeline.store.store import Store
from tests.stores import peder

SIDE_POT = """\
variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [5, 10, 0, 0]
min_bet = 10
starting_stacks = [100, 400, 250, 400]
actions = [
  "d dh p1 AhAd", "d dh p2 KsKh", "d dh p3 QcQd", "d dh p4 ????",
  "p3 cbr 30", "p4 f", "p1 cbr 100", "p2 cc", "p3 cbr 250", "p2 cc",
  "d db 2c7d9s", "d db 3h", "d db 4s",
  "p1 sm AhAd", "p2 sm KsKh", "p3 sm QcQd",
]
players = ["Anna", "Bo: folds", "Carl (c)", "Dorte"]
currency = "USD"
year = 2026
month = 3
day = 14
time = 20:15:00
time_zone = "UTC"
"""
WRITTEN = """\
PokerStars Hand #NUMBER:  Hold'em No Limit ($5/$10 USD) - 2026/03/14 20:15:00 UTC [2026/03/14 16:15:00 ET]
Table 'TABLE' 6-max Seat #4 is the button
Seat 1: Anna ($100 in chips)
Seat 2: Bo folds ($400 in chips)
Seat 3: Carl c ($250 in chips)
Seat 4: Dorte ($400 in chips)
Anna: posts small blind $5
Bo folds: posts big blind $10
*** HOLE CARDS ***
Dealt to Anna [Ad Ah]
Carl c: raises $20 to $30
Dorte: folds
Anna: raises $70 to $100 and is all-in
Bo folds: calls $90
Carl c: raises $150 to $250 and is all-in
Bo folds: calls $150
*** FLOP *** [2c 7d 9s]
*** TURN *** [2c 7d 9s] [3h]
*** RIVER *** [2c 7d 9s 3h] [4s]
*** SHOW DOWN ***
Anna: shows [Ad Ah] (a pair)
Bo folds: shows [Kh Ks] (a pair)
Carl c: shows [Qc Qd] (a pair)
Bo folds collected $300 from side pot
Anna collected $300 from main pot
*** SUMMARY ***
Total pot $600 Main pot $300. Side pot $300. | Rake $0
Board [2c 7d 9s 3h 4s]
Seat 1: Anna (small blind) showed [Ad Ah] and won ($300) with a pair
Seat 2: Bo folds (big blind) showed [Kh Ks] and won ($300) with a pair
Seat 3: Carl c showed [Qc Qd] and lost with a pair
Seat 4: Dorte (button) folded before Flop (didn't bet)
"""
GAMES = (("texas-holdem", "no-limit"), ("texas-holdem", ""), ("omaha-high", "pot-limit"), ("omaha", ""))
ACT = re.compile(
    r"(.+): (?:raises \d+ to (\d+)|(?:posts small blind|posts big blind|bets|calls) (\d+))(?: and is all-in)?"
)


def export(store: Path, out: Path, *words: str) -> tuple[str, list[str]]:
    """What the command says, and the hands."""
    said = peder(store, "export", "pokerstars", *(words or ("--all",)), "--out", out, code=0).output
    text = out.read_bytes().decode()
    assert text.count("\n") == text.count("\r\n")
    return said, [hand for hand in text.replace("\r\n", "\n").split("\n\n\n") if hand]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = tmp_path_factory.mktemp("pokerstars") / "store"
    for number, (game, limit) in enumerate(GAMES):
        for players in (2, 5):
            peder(
                store, "simulate", game, *(["--add", limit] if limit else []), "--hands", "15", "--players", str(players),
                "--seed", "5", "--detail", "cards", "--profiles", "plain-steady,plain-loose,plain-caller",
                "--session", f"run-{number}-{players}", "--json", code=0,
            )  # fmt: skip
    return store


def stored(store: Path) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    for name in Store(store).session_ids():
        for hand, seats in hands_of(Store(store), name):
            yield hand, sorted(seats, key=lambda seat: seat["seat"])


def test_a_hand_with_a_side_pot_is_written_as_by_hand(tmp_path: Path) -> None:
    (tmp_path / "hand.phh").write_text(SIDE_POT, encoding="utf-8")
    peder(tmp_path / "store", "import", "phh", tmp_path / "hand.phh", code=0)
    said, (hand,) = export(tmp_path / "store", tmp_path / "out.txt", "--all", "--hero", "anna")
    hand = re.sub(r"'phh-\w+'", "'TABLE'", re.sub(r"#\d{9,15}:", "#NUMBER:", hand))
    assert hand == WRITTEN.rstrip("\n")
    assert "1 hand written" in said
    assert "Dealt to" not in export(tmp_path / "store", tmp_path / "out.txt")[1][0]


def test_what_players_put_in_is_what_is_collected(played: Path, tmp_path: Path) -> None:
    _, hands = export(played, tmp_path / "out.txt")
    rows = [*stored(played)]
    numbers = {re.findall(r"Hand #(\d+):", hand)[0] for hand in hands}
    assert len(numbers) == len(hands) == len(rows) >= 15 * 2 * len(GAMES)
    for hand, (row, seats) in zip(hands, rows, strict=True):
        collected = sum(map(int, re.findall(r"collected (\d+) from", hand)))
        assert put_in(hand) == collected == row["pot"] == sum(seat["paid"] for seat in seats), hand


def cards_of(row: dict[str, Any]) -> dict[int, list[str]]:
    """The cards that were dealt to each seat."""
    cards: dict[int, list[str]] = {}
    for act in map(unpack, row["actions"]):
        if act.kind is Act.DEAL_CLOSED:
            cards.setdefault(act.seat, []).append(card_text(act.value))
    return cards


def put_in(hand: str) -> int:
    """The chips that players put into a hand, read from its text."""
    total, street = 0, Counter[str]()
    for line in hand.splitlines():
        if line.startswith(("*** FLOP", "*** TURN", "*** RIVER")):
            total, street = total + street.total(), Counter()
        if act := ACT.fullmatch(line):
            name, raised, chips = act[1], act[2], act[3]
            street[name] = int(raised) if raised else street[name] + int(chips)
    returned = sum(map(int, re.findall(r"Uncalled bet \((\d+)\)", hand)))
    return total + street.total() - returned


@pytest.mark.skipif(importlib.util.find_spec("pokerdf") is None, reason="pokerdf isn't installed")
def test_another_program_s_parser_reads_what_is_stored(played: Path, tmp_path: Path) -> None:
    from pokerdf.regex.regex_patterns import RegexPatterns  # type: ignore[import-not-found]

    read = RegexPatterns()
    _, hands = export(played, tmp_path / "out.txt")
    for text, (row, seats) in zip(hands, stored(played), strict=True):
        hand = text.split("\n*** ")
        assert read.get_total_pot_log(hand) == [row["pot"]]
        assert read.get_rake(hand) == [0]
        players = read.get_players(hand)
        assert len(players) == len(seats)
        for place, (name, seat) in enumerate(zip(players, seats, strict=True), 1):
            assert read.get_seat(name, hand) == [place]
            assert read.get_stack(name, hand) == [seat["stack_before"]]
            assert read.get_balance(name, hand) == [seat["won"] or None]
            (result,) = read.get_result(name, hand)
            is_down = row["outcome"] == "showdown"
            won = "won at showdown" if is_down else "won without showdown"
            lost = "lost at showdown" if seat["showed"] else "mucked at showdown"
            expected = "folded" if seat["folded_round"] is not None else won if seat["won"] else lost
            assert str(result.value) == expected, text
            if (
                seat["folded_round"] is None
                and is_down
                and row["variant_id"] == "texas-holdem"
                and (seat["showed"] or seat["won"])
            ):  # it knows no four cards
                assert {*read.get_showed_card(name, hand)[0]} == {*cards_of(row)[place - 1]}
        acts = sum(
            len(
                [
                    act
                    for act in read.get_actions(name, hand, stage=f"{stage} ***")[0]
                    if act[0] in ("calls", "bets", "raises")
                ]
            )
            for name in players
            for stage in ("HOLE CARDS", "FLOP", "TURN", "RIVER")
        )
        assert acts == len(re.findall(r"^.+: (?:calls|bets|raises)", text, re.M))


def test_what_the_text_cannot_say_is_counted(played: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"
    for game, more in (("texas-holdem", []), ("seven-card-stud", []), ("texas-holdem", ["--add", "wild 2"])):
        peder(
            store,
            "simulate",
            game,
            "--hands",
            "4",
            "--players",
            "3",
            "--seed",
            "1",
            "--detail",
            "cards",
            "--json",
            "--profiles",
            "plain-steady",  # who needs no training for an addition
            *more,
        )
    said, hands = export(store, tmp_path / "out.txt")
    assert len(hands) == 4
    assert "Left out: 4 of seven-card-stud." in said
    assert "Left out: 4 of texas-holdem 2 wild." in said


def test_bad_input_is_answered(played: Path, tmp_path: Path) -> None:
    for words, code, text in (
        ([], 2, "name sessions, or say --all"),
        (["nowhere"], 1, "There is no session 'nowhere'"),
        (["--all", "--hero", "nobody"], 1, "There is no player 'nobody'"),
        (["--all", "--out", str(tmp_path / "no" / "such" / "folder.txt")], 1, "can't be written"),
    ):
        assert text in peder(played, "export", "pokerstars", *words, code=code).output
    empty = tmp_path / "empty"
    peder(empty, "simulate", "guts", "--hands", "3", "--players", "3", "--seed", "1", "--json", code=0)
    out = tmp_path / "kept.txt"
    out.write_text("mine", encoding="utf-8")
    assert (
        "says none of these hands"
        in peder(empty, "export", "pokerstars", "--all", "--out", out, code=1).output
    )
    assert out.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("at", "eastern"),
    [
        (datetime(2026, 1, 1, 4, tzinfo=UTC), "2025/12/31 23:00:00"),
        (datetime(2026, 3, 8, 6, 59, tzinfo=UTC), "2026/03/08 1:59:00"),
        (datetime(2026, 3, 8, 7, tzinfo=UTC), "2026/03/08 3:00:00"),
        (datetime(2026, 11, 1, 5, 59, tzinfo=UTC), "2026/11/01 1:59:00"),
        (datetime(2026, 11, 1, 6, tzinfo=UTC), "2026/11/01 1:00:00"),
    ],
)
def test_the_time_is_new_york_s_too(at: datetime, eastern: str) -> None:
    assert f"[{eastern} ET]" in _when(at)
