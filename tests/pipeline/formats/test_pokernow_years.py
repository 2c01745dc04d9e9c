"""PokerNow logs in the forms of all years: as they are since 2026, and as they were in 2020.

The forms are those that public readers of these logs describe; names and amounts are our own.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.formats.pokernow.log import import_log
from tests.pipeline.formats.logs import act_lines, column, entries, shares, tables, write_log

JOINED = """
    The player <Ann> joined the game with a stack of 1000.
    The player <Bob> joined the game with a stack of 1000.
    The player <Cat> joined the game with a stack of 1000.
"""
STACKS = "Player stacks: #1 <Ann> (1000) | #2 <Cat> (1000) | #9 <Bob> (1000)"


def log(place: Path, text: str) -> Path:
    return write_log(place / "log.csv", entries(JOINED + text))


@pytest.mark.parametrize(
    ("game", "told_as"),
    [
        ("(id: nbgmaba7fkve)  No Limit Texas Hold'em", ("texas-holdem", "no-limit")),
        ("(id: nbgmaba7fkve)  (No Limit Texas Hold'em)", ("texas-holdem", "no-limit")),
        (" (No Limit Texas Hold'em)", ("texas-holdem", "no-limit")),
        ("", ("texas-holdem", "no-limit")),
        ("(id: x)  Pot Limit Omaha Hi", ("omaha-high", "")),
        ("(id: x)  Pot Limit Omaha Hi/Lo (8 or Better)", ("omaha", "pot")),
        ("(id: x)  Pot Limit Omaha 5 Hi", ("omaha-high", "five-cards")),
        ("(id: x)  Pot Limit Omaha 5 Hi/Lo (8 or Better)", ("omaha", "pot five-cards")),
    ],
)
def test_the_first_line_of_a_hand(tmp_path: Path, game: str, told_as: tuple[str, str]) -> None:
    hands, _ = tables(
        log(
            tmp_path,
            f"""
            -- starting hand #1 {game} (dealer: <Cat>) --
            {STACKS}
            <Bob> posts a small blind of 5
            <Ann> posts a big blind of 10
            <Cat> folds
            <Bob> folds
            Uncalled bet of 5 returned to <Ann>
            <Ann> collected 10 from pot
            -- ending hand #1 --
            """,
        )
    )
    assert (hands[1]["variant_id"], hands[1]["additions"]) == told_as
    assert hands[1]["dealer_id"] == "pokernow:id-Cat"


def test_a_dead_button_since_2026(tmp_path: Path) -> None:
    hands, seats = tables(
        log(
            tmp_path,
            f"""
            -- starting hand #26 (id: ndddmwtmyhzo)  No Limit Texas Hold'em (dead button) --
            {STACKS}
            <Bob> posts a small blind of 5
            <Ann> posts a big blind of 1000 and go all in\x20
            <Cat> folds
            <Bob> folds
            Uncalled bet of 995 returned to <Ann>
            <Ann> collected 10 from pot
            -- ending hand #26 --
            """,
        )
    )
    assert hands[26]["dealer_id"] is None
    assert column(seats[26], "player_id") == [f"pokernow:id-{name}" for name in ("Bob", "Ann", "Cat")]


DOUBLE_BOARD = f"""
    The game's big blind was changed from 20 to 10.
    -- starting hand #328 (id: zbls2qv5dxml)  No Limit Texas Hold'em (dealer: <Cat>) --
    {STACKS}
    <Bob> posts a bet of 30 (bomb pot bet)
    <Ann> calls 30 (bomb pot bet)
    <Cat> calls 30 (bomb pot bet)
    Flop:  [6♦, 3♠, Q♠]
    Flop (second board):  [10♦, J♠, 5♦]
    <Bob> checks
    <Ann> bets 45
    <Cat> folds
    <Bob> calls 45
    Turn: 6♦, 3♠, Q♠ [Q♦]
    Turn (second board): 10♦, J♠, 5♦ [Q♣]
    <Bob> checks
    <Ann> checks
    River: 6♦, 3♠, Q♠, Q♦ [2♠]
    River (second board): 10♦, J♠, 5♦, Q♣ [K♥]
    <Bob> bets 100
    <Ann> calls 100
    <Bob> shows a A♥, 9♥.
    <Ann> shows a 6♥, 3♥.
    <Ann> collected 190 from pot with Two Pair, Q's & 6's (combination: Q♠, Q♦, 6♥, 6♦, A♥)
    <Bob> collected 190 from pot with Straight, A High on the second board  (combination: A♥, K♥, Q♣, J♠, 10♦)
    -- ending hand #328 --
"""


def test_a_bomb_pot_on_a_double_board(tmp_path: Path) -> None:
    hands, seats = tables(log(tmp_path, DOUBLE_BOARD.replace("A♥)", "2♠)", 1)))
    assert act_lines(hands[328]) == [
        "0: 0 ante 6, 1 ante 6, 2 ante 6, board 6d, board 3s, board Qs, board Td, board Js, board 5d",
        "1: 0 check, 1 bet 9, 2 fold, 0 call 9, board Qd, board Qc",
        "2: 0 check, 1 check, board 2s, board Kh",
        "3: 0 bet 20, 1 call 20",
    ]
    assert (hands[328]["additions"], hands[328]["boards"], hands[328]["unit"]) == ("no-limit bomb-pot", 2, 2)
    assert shares(hands[328]) == [(0, 0, "whole", 1, 38, "two_pair"), (0, 1, "whole", 0, 38, "straight")]
    assert column(seats[328], "paid") == [35, 35, 6]


def test_a_short_stack_in_a_bomb_pot_makes_a_side_pot(tmp_path: Path) -> None:
    hands, seats = tables(
        log(
            tmp_path,
            """
            The player <Cat> quits the game with a stack of 1000.
            The player <Cat> joined the game with a stack of 20.
            -- starting hand #1 (id: x)  No Limit Texas Hold'em (dealer: <Cat>) --
            Player stacks: #1 <Ann> (1000) | #2 <Cat> (20) | #9 <Bob> (1000)
            <Bob> posts a bet of 30 (bomb pot bet)
            <Ann> calls 30 (bomb pot bet)
            <Cat> calls 20 and go all in (bomb pot bet)
            Flop:  [6♦, 3♠, Q♠]
            <Bob> bets 10
            <Ann> folds
            Uncalled bet of 10 returned to <Bob>
            Turn: 6♦, 3♠, Q♠ [Q♦]
            River: 6♦, 3♠, Q♠, Q♦ [2♠]
            <Cat> shows a 6♥, 3♥.
            <Bob> collected 20 from pot
            <Cat> collected 60 from pot with Two Pair, Q's & 6's (combination: Q♠, Q♦, 6♥, 6♦, 3♥)
            -- ending hand #1 --
            """,
        )
    )
    assert sorted(share[:5] for share in shares(hands[1])) == [(0, 0, "whole", 2, 6), (1, 0, "whole", 0, 2)]
    assert column(seats[1], "paid") == [3, 3, 2]


BOUNTY = f"""
    -- starting hand #1 (id: aaaa) No Limit Texas Hold'em (dealer: <Ann>) --
    {STACKS}
    Your hand is 7♠, 2♦
    <Cat> posts a small blind of 10
    <Bob> posts a big blind of 20
    <Ann> raises to 60
    <Cat> folds
    <Bob> folds
    Uncalled bet of 40 returned to <Ann>
    <Ann> collected 50 from pot
    -- ending hand #1 --
    <Ann> shows a 7♠.
    <Ann> shows a 2♦.
    <Cat> paid 30 for the 7-2 bounty to <Ann>
    <Bob> paid 30 for the 7-2 bounty to <Ann>
    <Ann> collected 60 from the 7-2 bounty
    -- starting hand #2 (id: bbbb)  No Limit Texas Hold'em (dealer: <Cat>) --
    Player stacks: #1 <Ann> (1090) | #2 <Cat> (960) | #9 <Bob> (950)
    <Bob> posts a small blind of 10
    <Ann> posts a big blind of 20
    <Cat> folds
    <Bob> folds
    Uncalled bet of 10 returned to <Ann>
    <Ann> collected 20 from pot
    -- ending hand #2 --
"""


def test_a_bounty_is_paid_outside_the_pot(tmp_path: Path) -> None:
    hands, seats = tables(log(tmp_path, BOUNTY))
    assert shares(hands[1]) == [(0, 0, "whole", 2, 5, None), (1, 0, "whole", 2, 6, None)]
    assert act_lines(hands[1])[-1].endswith("2 returned 4, 0 forced_payment 3, 1 forced_payment 3")
    assert (hands[1]["pot"], column(seats[1], "net")) == (11, [-4, -5, 9])
    assert column(seats[1], "won") == [0, 0, 11]
    assert (seats[1][2]["cards"], seats[1][2]["showed"]) == ("7s 2d", True)  # one by one, after the end
    imported = import_log(log(tmp_path, BOUNTY))
    assert imported.remarks == []


def test_players_with_names_that_look_like_the_log(tmp_path: Path) -> None:
    text = BOUNTY.replace("<Ann>", '"500 @ id-Ann"').replace("<Cat>", '"raises to 40 and go all in @ id-Cat"')
    text = text.replace("<Bob>", '"x @ y paid 30 for the 7-2 bounty to @ id-Bob"')
    imported = import_log(write_log(tmp_path / "log.csv", entries(JOINED + text)))
    assert imported.seats.equals(import_log(log(tmp_path, BOUNTY)).seats)
    assert imported.names["pokernow:id-Cat"][0] == "raises to 40 and go all in"


def test_the_forms_of_2020(tmp_path: Path) -> None:
    hands, seats = tables(
        log(
            tmp_path,
            """
            -- starting hand #1  (dealer: <Ann>) --
            Players stacks: <Ann> (1000) | <Cat> (1000) | <Bob> (1000)
            Your hand is K♠, 2♦
            <Cat> posts a small blind of 10
            <Bob> posts a big blind of 20
            <Ann> raises with 60
            <Cat> folds
            <Bob> calls with 60
            flop:  [6♦, 3♠, Q♠]
            <Bob> checks
            <Ann> raises with 100
            <Bob> raises and all in with 940
            <Ann> calls and all in with 940
            turn: 6♦, 3♠, Q♠ [Q♦]
            river: 6♦, 3♠, Q♠, Q♦ [2♠]
            <Bob> wins 2010 with Two Pair, Q's & 6's (hand: 6♥, 3♥)
            -- ending hand #1 --
            The player <Bob> stand up with the stack of 2010.
            The player <Bob> sit back with the stack of 2010.
            The player <Ann> quits the game with a stack of 0.
            -- starting hand #2  (dealer: <Bob>) --
            Players stacks: <Cat> (990) | <Bob> (2010)
            <Bob> posts a small blind of 10
            <Cat> posts a big blind of 20
            <Bob> folds
            <Cat> gained 30
            -- ending hand #2 --
            """,
        )
    )
    assert act_lines(hands[1]) == [
        "0: 0 small_blind 1, 1 big_blind 2",
        "1: 2 raise 6, 0 fold, 1 call 4, board 6d, board 3s, board Qs",
        "2: 1 check, 2 raise 10, 1 raise 94, 2 call 84, board Qd, board 2s",
    ]
    assert column(seats[1], "won") == [0, 201, 0]
    assert column(seats[1], "cards") == [None, "6h 3h", None]
    assert column(seats[2], "net") == [1, -1]
    assert (hands[2]["dealer_id"], hands[2]["outcome"]) == ("pokernow:id-Bob", "last_standing")
