"""Hands of PokerNow logs, read by a person, with what must stand in the store."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pipeline.formats.logs import SAMPLE, Row, act_lines, column, shares, tables

Tables = tuple[dict[int, Row], dict[int, list[Row]]]
"""The hands and the seats of a log, by hand number."""


@pytest.fixture(scope="module")
def sample() -> Tables:
    return tables(SAMPLE)


@pytest.fixture(scope="module")
def real(shared: Path) -> dict[int, Tables]:
    folder = shared / "data" / "pokernow"
    return {number: tables(folder / f"poker_now_log_0{number}.csv") for number in (1, 2, 4, 6)}


# --- the sample that travels with the package


def test_a_straddle(sample: Tables) -> None:
    hand, seats = sample[0][6], sample[1][6]
    assert act_lines(hand) == [
        "0: 0 small_blind 1, 1 big_blind 2, 2 straddle 4",
        "1: 3 call 4, 4 fold, 0 call 3, 1 call 2, 2 check, board 2h, board 4h, board 3c",
        "2: 0 bet 13, 1 fold, 2 fold, 3 call 13, board 2c",
        "3: 0 bet 34, 3 call 34, board 7h",
        "4: 0 check, 3 check",
    ]
    assert (hand["additions"], hand["unit"], hand["rounds_played"]) == ("no-limit straddle", 2, 4)
    assert shares(hand) == [(0, 0, "whole", 0, 110, "full_house")]
    assert column(seats, "paid") == [51, 4, 4, 51, 0]
    assert column(seats, "folded_round") == [None, 2, 2, None, 1]
    assert column(seats, "cards") == ["3d 3s", None, "6c Ts", None, None]  # the log is seat 2's


def test_a_side_pot_that_another_player_wins(sample: Tables) -> None:
    hand, seats = sample[0][12], sample[1][12]
    assert act_lines(hand)[-1] == "4: 0 bet 58, 1 call 58, 3 raise 72, 1 call 14"
    assert shares(hand) == [(0, 0, "whole", 0, 348, "three"), (1, 0, "whole", 3, 28, "two_pair")]
    assert column(seats, "paid") == [116, 130, 0, 130]
    assert column(seats, "won") == [348, 0, 0, 28]
    assert (hand["pot"], hand["showdown_count"], hand["outcome"]) == (376, 3, "showdown")


def test_missed_blinds(sample: Tables) -> None:
    hand, seats = sample[0][13], sample[1][13]
    assert act_lines(hand)[:2] == [
        "0: 0 small_blind 1, 1 big_blind 2, 4 dead_blind 1, 4 big_blind 2",
        "1: 2 fold, 3 fold, 4 raise 6, 0 call 7, 1 call 6, board 4h, board 5h, board Ks",
    ]
    assert column(seats, "paid") == [69, 69, 0, 0, 9]
    assert hand["pot"] == 147


def test_a_pot_run_twice(sample: Tables) -> None:
    hand, seats = sample[0][22], sample[1][22]
    assert act_lines(hand)[-1] == "3: 0 bet 21, 1 call 19, 2 fold, 0 returned 2, board Ad, board Qh"
    assert shares(hand) == [(0, 0, "whole", 0, 30, "two_pair"), (0, 1, "whole", 1, 29, "flush")]
    assert (hand["boards"], hand["rounds_played"], hand["additions"]) == (2, 3, "")
    assert column(seats, "paid") == [26, 26, 7, 0]
    assert column(seats, "meld") == ["two_pair", "pair", None, None]  # on the first board


def test_high_and_low(sample: Tables) -> None:
    hand, seats = sample[0][26], sample[1][26]
    assert shares(hand) == [(0, 0, "high", 0, 5, "two_pair"), (0, 0, "low", 1, 5, "high_card")]
    assert (hand["variant_id"], hand["additions"]) == ("omaha", "pot")
    assert column(seats, "cards") == ["8d 2d Ks 7h", "Qs 2c 7s 6s", None, "9c 8c 2s 3c"]
    assert shares(sample[0][28]) == [(0, 0, "high", 1, 28, "two_pair"), (0, 0, "low", 1, 28, "high_card")]


# --- real logs


def test_run_twice_with_an_odd_cent(real: dict[int, Tables]) -> None:
    hand, seats = real[2][0][9], real[2][1][9]
    assert act_lines(hand) == [
        "0: 0 small_blind 5, 1 big_blind 10",
        "1: 2 call 10, 3 raise 36, 0 fold, 1 call 26, 2 call 26, board Qs, board 7s, board 9c",
        "2: 1 check, 2 check, 3 bet 74, 1 raise 269, 2 fold, 3 raise 481, 1 call 286, board 7d",
        "3: 1 check, 3 bet 1443, 1 call 844, 3 returned 599, board Jh, board 2d",
    ]
    assert shares(hand) == [(0, 0, "whole", 1, 1456, "two_pair"), (0, 1, "whole", 1, 1455, "two_pair")]
    assert column(seats, "stack_before") == [2529, 1435, 1502, 2034]
    assert column(seats, "net") == [-5, 1476, -36, -1435]
    assert column(seats, "cards") == [None, "Ts 9s", None, "5s 8s"]
    assert column(seats, "showed") == [False, True, False, True]
    assert hand["dealer_id"] == seats[3]["player_id"] == "pokernow:pef414af63"


def test_a_short_call_before_the_flop_makes_a_side_pot(real: dict[int, Tables]) -> None:
    hand, seats = real[2][0][27], real[2][1][27]
    assert act_lines(hand)[:2] == [
        "0: 0 small_blind 5, 1 big_blind 10",
        "1: 2 call 8, 3 fold, 4 fold, 0 call 5, 1 check, board 6d, board Ah, board 8s",
    ]
    assert shares(hand) == [(0, 0, "whole", 2, 24, "two_pair"), (1, 0, "whole", 1, 4, "two_pair")]
    assert column(seats, "net") == [-10, -6, 16, 0, 0]
    assert column(seats, "meld_score")[2] > column(seats, "meld_score")[1] > column(seats, "meld_score")[0]


def test_a_missed_big_blind_replaces_the_small_blind_just_posted(real: dict[int, Tables]) -> None:
    hand, seats = real[2][0][164], real[2][1][164]
    assert act_lines(hand)[:2] == [
        "0: 0 small_blind 5, 1 big_blind 10, 0 dead_blind 5, 0 big_blind 5",
        "1: 2 call 10, 0 raise 35, 1 call 35, 2 call 35, board 2d, board 5h, board 9s",
    ]
    assert column(seats, "paid") == [382, 377, 115]
    assert shares(hand) == [(0, 0, "whole", 0, 874, None)]


def test_a_big_blind_who_owes_a_small_one(real: dict[int, Tables]) -> None:
    hand, seats = real[1][0][76], real[1][1][76]
    assert act_lines(hand)[0] == "0: 0 small_blind 100, 1 big_blind 200, 1 dead_blind 100"
    assert column(seats, "paid") == [200, 300, 200, 0, 0]
    assert (hand["pot"], hand["outcome"], hand["showdown_count"]) == (700, "last_standing", 0)


def test_no_small_blind_and_all_players_fold(real: dict[int, Tables]) -> None:
    hand, seats = real[1][0][72], real[1][1][72]
    assert act_lines(hand) == ["0: 0 big_blind 200", "1: 1 fold, 2 fold, 3 fold, 0 returned 200"]
    assert (hand["pot"], hand["shares"], hand["unit"]) == (0, [], 200)
    assert column(seats, "net") == [0, 0, 0, 0]
    assert seats[3]["player_id"] == hand["dealer_id"]


def test_a_dead_button_sits_before_the_small_blind(real: dict[int, Tables]) -> None:
    hand, seats = real[1][0][73], real[1][1][73]
    assert hand["dealer_id"] is None
    assert act_lines(hand)[0] == "0: 0 small_blind 100, 1 big_blind 200"
    assert column(seats, "player_id")[0] == "pokernow:pf9ff7c3d0"
    assert column(seats, "net") == [-100, -200, 300, 0]


def test_the_low_half_and_a_hand_without_a_low(real: dict[int, Tables]) -> None:
    assert shares(real[6][0][64]) == [(0, 0, "high", 1, 269, "straight"), (0, 0, "low", 0, 269, "high_card")]
    assert shares(real[6][0][67]) == [(0, 0, "whole", 2, 27, "two_pair")]
    assert column(real[6][1][67], "cards") == ["Qs 5h 9s 2h", None, "4c Jh Ac 8d", "6d Qh 3s 4h"]


def test_antes_and_a_big_blind_posted_short(real: dict[int, Tables]) -> None:
    hand, seats = real[4][0][122], real[4][1][122]
    assert act_lines(hand) == [
        "0: 2 ante 75, 3 ante 75, 0 ante 75, 1 ante 75, 0 small_blind 300, 1 big_blind 507",
        "1: 2 raise 2307, 3 fold, 0 fold, 2 returned 1800, board Td, board 6h, board 3s, board 3d, board 8h",
    ]
    assert (hand["unit"], hand["pot"], hand["rounds_played"]) == (600, 1614, 1)
    assert column(seats, "paid") == [375, 582, 582, 75]
