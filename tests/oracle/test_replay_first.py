"""Hands written act by act: betting, opening, draws, stud, Cincinnati and its kin, hold'em."""

from __future__ import annotations

import pytest

from tests.oracle.acts import RuleBroken
from tests.oracle.replay import replay
from tests.oracle.script import record
from tests.oracle.showdown import Result


def follow(
    game: str, text: str, players: int = 3, added: str = "", stacks: list[int] | None = None
) -> Result:
    return replay(game, added, stacks or [500] * players, record(text, players))


def refused(game: str, text: str, why: str, players: int = 3, added: str = "") -> None:
    with pytest.raises(RuleBroken, match=why):
        follow(game, text, players, added)


DEAL = "antes\nclosed As Ah 3d 4c 5c | Ks Kh 3c 4d 9c | 2s 7h 8d Tc Jc\nround 1\n"


def test_straight_poker_to_a_showdown() -> None:
    result = follow("straight-poker", DEAL + "0 bet 3, 1 raise 8, 2 fold, 0 call 5")
    assert result.outcome == "showdown"
    assert result.paid == [10, 10, 2]
    assert result.won == [22, 0, 0]
    assert {seat: meld.name for seat, meld in result.highs.items()} == {0: "pair", 1: "pair"}
    # Seat 1 raised last and shows first; seat 0 beats it.
    assert result.shows == {0, 1}
    assert result.folded_round == [None, None, 1]


def test_the_last_one_standing_takes_the_pot() -> None:
    result = follow("straight-poker", DEAL + "0 check, 1 check, 2 bet 1, 0 fold, 1 fold")
    assert (result.outcome, result.won, result.highs) == ("last_standing", [0, 0, 7], {})


def test_a_worse_meld_isnt_shown() -> None:
    result = follow("straight-poker", DEAL + "0 bet 5, 1 call 5, 2 call 5")
    assert result.shows == {0}
    # Checks all round: the opener of the round shows first (ruling 30).
    assert follow("straight-poker", DEAL + "0 check, 1 check, 2 check").shows == {0}


def test_a_peder_once_in_a_hand_for_each_player() -> None:
    follow("straight-poker", DEAL + "0 peder_bet 50, 1 peder_raise 100, 2 fold, 0 raise 55, 1 call 5")
    refused(
        "straight-poker",
        DEAL + "0 peder_bet 50, 1 peder_raise 100, 2 fold, 0 peder_raise 100",
        "a peder is 50, once",
    )


def test_who_bets_must_be_whose_turn_it_is() -> None:
    refused("straight-poker", DEAL + "1 bet 3", "expected .* seat 0")
    refused("straight-poker", DEAL + "0 bet 3, 2 call 3", "expected .* seat 1")


def test_bets_and_raises_are_one_to_five() -> None:
    refused("straight-poker", DEAL + "0 bet 6", "1 to 5")
    refused("straight-poker", DEAL + "0 bet 5, 1 raise 11", "1 to 5")
    refused("straight-poker", DEAL + "0 bet 5, 1 call 4", "5 to call")
    refused("straight-poker", DEAL + "0 bet 5, 1 check", "5 to call")
    refused("straight-poker", DEAL + "0 bet 5, 1 bet 5", "a bet opens")
    refused("straight-poker", DEAL + "0 raise 5", "a bet opens")


def test_the_round_closes_when_bets_are_equal() -> None:
    refused("straight-poker", DEAL + "0 bet 5, 1 call 5, 2 call 5, 0 raise 3", "the hand is over")
    refused("straight-poker", DEAL + "0 bet 5, 1 call 5", "the end")


def test_a_card_is_dealt_once() -> None:
    refused(
        "straight-poker", "antes\nclosed As Ah 3d 4c 5c | As Kh 3c 4d 9c | 2s 7h 8d Tc Jc", "As can't come"
    )


def test_short_of_chips_one_plays_on_in_shadow() -> None:
    result = follow("straight-poker", DEAL + "0 bet 5, 1 call 5, 2 fold", stacks=[4, 100, 100])
    assert (result.paid, result.won) == ([7, 7, 2], [16, 0, 0])


def test_a_carried_pot_goes_to_the_winner() -> None:
    acts = record(DEAL + "0 bet 5, 1 call 5, 2 fold", 3)
    result = replay("straight-poker", "", [100] * 3, acts, pot_in=9)
    assert (result.pot, result.won) == (25, [25, 0, 0])


def test_the_highest_open_card_opens() -> None:
    start = "antes\nopen 9s | Kd | Kh\nround 1\n"
    # Equal kings: the one nearest the dealer's left (ruling 7).
    deal = "1 check, 2 check, 0 check\nopen 9h | 2c | 3c\nround 2\n"
    result = follow("bet-on-five", start + deal + "0 bet 2, 1 fold, 2 fold")
    assert result.won == [8, 0, 0]
    refused("bet-on-five", start + "0 check", "expected .* seat 1")


def test_public_wild_cards_count_for_the_opening() -> None:
    # In Jumping Jacks a jack is as good as an ace alone, and with a nine makes a pair of nines.
    start = "antes\nopen 9s | Jd | Kh\nround 1\n1 check, 2 check, 0 check\n"
    follow("jumping-jacks", start + "open 8h | 9c | 7c\nround 2\n1 bet 2, 2 fold, 0 fold")
    # The natural ace beats the wild card that stands for one.
    follow("jumping-jacks", "antes\nopen As | Jd | Kh\nround 1\n0 bet 2, 1 fold, 2 fold")
    # The dealer names another rank.
    start = "antes\nopen 9s | Jd | 7h\nround 1\n"
    follow("jumping-jacks", start + "2 bet 2, 0 fold, 1 fold", added="rank 7")
    follow("jumping-jacks", start + "1 bet 2, 2 fold, 0 fold", added="wild 7")


UPS = """
antes
closed As | Ks | Qs
round 1
0 check, 1 check, 2 check
open 3s | 4s | 5s
round 2
2 check, 0 check, 1 check
closed 6h | 7h | 8h
round 3
2 check, 0 check, 1 check
open Th | 4h | 9h
round 4
1 check, 2 check, 0 check
closed Td | 2d | 9d
round 5
1 bet 1, 2 call 1, 0 call 1
"""


def test_ups_and_downs() -> None:
    result = follow("ups-and-downs", UPS)
    assert result.rounds == 5
    assert result.won == [9, 0, 0]
    refused(
        "ups-and-downs", UPS.replace("open 3s | 4s | 5s", "closed 3s | 4s | 5s"), "expected deal_open seat 0"
    )


DRAW = """
antes
closed As Ah 3d 4c 5c | 2s Kh Kc 4d 9c | 2c 7h 8d Tc Jc
round 1
0 bet 1, 1 call 1, 2 call 1
thrown 3d 4c 5c
closed Ad 7c 7d
1 throw 4d, 1 deal_closed Qd, 1 throw 9c, 1 deal_closed Qh
round 2
0 check, 1 check, 2 check
"""


def test_three_card_draw() -> None:
    result = follow("three-card-draw", DRAW)
    # Seat 1 threw the four and the nine and drew two queens to its kings.
    assert {seat: (meld.name, meld.announced) for seat, meld in result.highs.items()} == {
        0: ("full_house", (14, 7)),
        1: ("two_pair", (13, 12, 2)),
        2: ("high_card", (11, 10, 8, 7, 2)),
    }
    assert result.won == [9, 0, 0]


def test_deuces_are_wild_in_the_draw_with_deuces() -> None:
    result = follow("three-card-draw-deuces", DRAW)
    # Kings and queens with a deuce make kings full; a jack, ten, eight, seven and a deuce a straight.
    assert {seat: (meld.name, meld.announced) for seat, meld in result.highs.items()} == {
        0: ("full_house", (14, 7)),
        1: ("full_house", (13, 12)),
        2: ("straight", (11,)),
    }


def test_one_eyed_picture_cards_are_wild() -> None:
    text = DRAW.replace("Jc\n", "Js\n", 1)
    result = follow("three-card-draw-deuces-one-eyed", text)
    # 2c and Js wild with 7 8 10: the highest straight runs from seven to jack.
    assert (result.highs[2].name, result.highs[2].announced) == ("straight", (11,))


def test_up_to_three_cards_are_exchanged() -> None:
    four = DRAW.replace("thrown 3d 4c 5c\nclosed Ad 7c 7d", "thrown Ah 3d 4c 5c\nclosed Ad 7c 7d 7s")
    refused("three-card-draw", four, "up to 3")
    follow("three-card-draw", four, added="draw 4")
    refused("three-card-draw", DRAW.replace("closed Ad 7c 7d", "closed Ad 7c"), "threw 3 cards and got 2")
    refused("three-card-draw", DRAW.replace("closed Ad 7c 7d", "closed Ad 7c 7d 7s"), "thrown no card")
    refused("three-card-draw", DRAW.replace("thrown 3d 4c 5c", "thrown 3d 4c 6c"), "doesn't hold 6c")
    refused(
        "three-card-draw", DRAW.replace("closed Ad 7c 7d", "closed Ad 7c 3d"), "3d can't come from the stock"
    )


def test_an_empty_stock_is_refilled_from_what_was_thrown() -> None:
    """Seven players leave 17 cards: the fourth to draw five finds two, then what others threw (ruling 8)."""
    ranks, suits = "23456789TJQKA", "cdhs"
    pack = [rank + suit for rank in ranks for suit in suits]
    hands = [pack[5 * seat : 5 * seat + 5] for seat in range(7)]
    text = "antes\nclosed " + " | ".join(" ".join(hand) for hand in hands) + "\nround 1\n"
    text += ", ".join(f"{seat} check" for seat in range(7)) + "\n"
    stock = pack[35:]
    for seat in range(3):
        text += ", ".join(f"{seat} throw {one}" for one in hands[seat]) + "\n"
        text += ", ".join(f"{seat} deal_closed {stock.pop()}" for _ in range(5)) + "\n"
    assert len(stock) == 2
    throw = ", ".join(f"3 throw {one}" for one in hands[3]) + "\n"
    last = f"3 deal_closed {stock[0]}, 3 deal_closed {stock[1]}, "
    rest = "round 2\n" + ", ".join(f"{seat} check" for seat in range(7))
    old = ", ".join(f"3 deal_closed {one}" for one in hands[0][:3]) + "\n"
    assert (
        follow("three-card-draw", text + throw + last + old + rest, 7, added="draw 5").outcome == "showdown"
    )
    own = ", ".join(f"3 deal_closed {one}" for one in hands[3][:3]) + "\n"
    refused("three-card-draw", text + throw + last + own, "can't come from the stock", 7, added="draw 5")
    early = ", ".join(f"3 deal_closed {one}" for one in hands[0]) + "\n"
    refused("three-card-draw", text + throw + early, "can't come from the stock", 7, added="draw 5")


STUD = """
antes
closed 2s 2h | As Ks | 9c 5d
open 7s | Ah | Kd
round 1
1 check, 2 check, 0 check
open 7h | Qc | Kc
round 2
2 bet 2, 0 call 2, 1 call 2
open 8d | Jd | 4c
round 3
2 check, 0 check, 1 check
open 3d | 3c | 4s
round 4
2 check, 0 check, 1 check
closed Tc | Td | 6c
round 5
2 check, 0 bet 5, 1 call 5, 2 fold
"""


def test_seven_card_stud() -> None:
    result = follow("seven-card-stud", STUD)
    # Seat 0: sevens and deuces; seat 1: the straight from ten to ace.
    assert (result.highs[0].announced, result.highs[1].announced) == ((7, 2, 10), (14,))
    assert (result.won, result.rounds) == ([0, 22, 0], 5)


def test_seven_card_stud_with_deuces() -> None:
    result = follow("seven-card-stud-deuces", STUD)
    assert (result.highs[0].name, result.highs[0].announced) == ("four", (7, 10))
    assert result.won == [22, 0, 0]


def test_five_card_stud_with_deuces_opens_by_wild_combinations() -> None:
    text = "antes\nclosed As | Ks | Qs\nopen 2s | Ah | Kd\nround 1\n1 check, 2 check, 0 check\n"
    text += "open 3s | Jh | Jd\nround 2\n"
    follow("five-card-stud-deuces", text + "0 bet 1, 1 fold, 2 fold")
    refused("five-card-stud-deuces", text + "1 bet 1", "expected .* seat 0")
    follow("five-card-stud", text + "1 bet 1, 2 fold, 0 fold")


CINCINNATI = """
antes
closed As | Ks | 2c
lay closed 8h
closed Ad | Kd | 3d
lay closed 8d
closed 7h | 7c | 4h
lay closed 2d
closed 9h | 9c | 6s
lay closed Kc
closed Th | Tc | 9s
lay closed 9d
round 1
0 check, 1 check, 2 check
turn 8h
round 2
0 check, 1 check, 2 check
turn 8d
round 3
0 check, 1 check, 2 check
turn 2d
round 4
0 check, 1 check, 2 check
turn Kc
round 5
0 check, 1 check, 2 check
turn 9d
round 6
0 bet 1, 1 call 1, 2 call 1
"""


def test_cincinnati() -> None:
    result = follow("cincinnati", CINCINNATI)
    # Seat 0 makes two pairs or 7 8 9 10 with … no jack: aces and nines; seat 1 kings full of nines.
    assert (result.highs[0].name, result.highs[0].announced) == ("two_pair", (14, 9, 13))
    assert (result.highs[1].name, result.highs[1].announced) == ("full_house", (13, 9))
    assert (result.highs[2].name, result.highs[2].announced) == ("two_pair", (9, 8, 13))
    assert result.won == [0, 9, 0]


def test_hayleys_komet() -> None:
    # The last common card, a nine, makes nines wild.
    result = follow("hayleys-komet", CINCINNATI)
    assert (result.highs[0].name, result.highs[0].announced) == ("straight_flush", (11,))
    assert (result.highs[1].name, result.highs[1].announced) == ("five", (13,))


def test_common_cards_are_turned_in_the_order_laid() -> None:
    refused("cincinnati", CINCINNATI.replace("turn 8h", "turn 8d", 1), "the next common card is 8h")


def test_harakiri() -> None:
    text = """
        antes
        closed As Ad | Ks Kd | Qs Qd
        lay open 2c 3c
        lay closed Ac 9d 9h
        round 1
        0 check, 1 check, 2 check
        turn Ac
        round 2
        0 bet 2, 1 call 2, 2 fold
        turn 9d
        round 3
        0 check, 1 check
        turn 9h
        round 4
        0 check, 1 check
    """
    result = follow("harakiri", text)
    assert (result.highs[0].name, result.highs[0].announced) == ("full_house", (14, 9))
    assert (result.highs[1].name, result.highs[1].announced) == ("two_pair", (13, 9, 14))


HOLE = "0 small_blind 1, 1 big_blind 2\nclosed As Ah | Ks Kh | 7s 2h | Qs Qh\nround 1\n"
BOARD = """
lay open 3c 4d 9c
round 2
0 check, 1 check, 3 check
lay open Jd
round 3
0 check, 1 check, 3 check
lay open 8c
round 4
0 check, 1 check, 3 check
"""


def test_hold_em_with_blinds() -> None:
    result = follow("texas-holdem", HOLE + "2 fold, 3 call 2, 0 call 1, 1 check" + BOARD, 4)
    assert (result.paid, result.won) == ([2, 2, 0, 2], [6, 0, 0, 0])
    refused("texas-holdem", HOLE + "0 call 1", "expected .* seat 2", 4)
    refused("texas-holdem", HOLE + "2 bet 2", "a bet opens", 4)


def test_the_straddle_acts_last() -> None:
    hole = HOLE.replace("2\n", "2, 2 straddle 4\n", 1)
    play = "3 call 4, 0 call 3, 1 call 2, 2 check"
    follow("texas-holdem", hole + play + BOARD.replace("1 check,", "1 check, 2 check,"), 4, added="straddle")
    refused("texas-holdem", hole + "0 call 3", "expected .* seat 3", 4, added="straddle")


def test_fixed_limit_doubles_from_the_turn() -> None:
    start = HOLE + "2 fold, 3 raise 4, 0 call 3, 1 call 2"
    flop = BOARD.replace("0 check, 1 check, 3 check", "0 bet 2, 1 raise 4, 3 fold, 0 call 2", 1).replace(
        ", 3 check", ""
    )
    follow("texas-holdem", start + flop, 4, added="fixed")
    turn = flop.replace("0 check, 1 check", "0 bet 4, 1 call 4", 1)
    follow("texas-holdem", start + turn, 4, added="fixed")
    refused("texas-holdem", start + flop.replace("0 check, 1 check", "0 bet 2"), "are 4", 4, added="fixed")
    refused("texas-holdem", HOLE + "2 raise 5", "bets and raises are 2", 4, added="fixed")


def test_pot_limit() -> None:
    # Three in the blinds; a caller first puts in two, then may raise by the five that lie there.
    follow("texas-holdem", HOLE + "2 raise 7, 3 fold, 0 fold, 1 fold", 4, added="pot")
    refused("texas-holdem", HOLE + "2 raise 8", "a raise is 2 to 5", 4, added="pot")


def test_no_limit_raises_are_at_least_the_last_one() -> None:
    follow("texas-holdem", HOLE + "2 raise 100, 3 raise 198, 0 fold, 1 fold, 2 fold", 4, added="no-limit")
    refused("texas-holdem", HOLE + "2 raise 100, 3 raise 197", "a raise is 98", 4, added="no-limit")


def test_all_in_with_side_pots() -> None:
    text = (
        HOLE
        + """
        2 fold, 3 raise 60, 0 call 9, 1 call 28
        lay open 3c 4d 9c
        round 2
        lay open Jd
        round 3
        lay open 8c
    """
    )
    result = follow("texas-holdem", text, 4, added="no-limit", stacks=[10, 30, 500, 60])
    # Aces win the main pot of 30, kings the side pot of 40; the uncalled 30 go back to the queens.
    assert result.paid == [10, 30, 0, 60]
    assert result.won == [30, 40, 0, 30]
    returned = text.replace("1 call 28", "1 call 28, 3 returned 30")
    result = follow("texas-holdem", returned, 4, added="no-limit", stacks=[10, 30, 500, 60])
    assert (result.paid, result.won) == ([10, 30, 0, 30], [30, 40, 0, 0])


def test_more_than_one_has_cant_be_bet_at_hold_em() -> None:
    with pytest.raises(RuleBroken, match="has 98"):
        follow("texas-holdem", HOLE + "2 fold, 3 fold, 0 raise 200", 4, "no-limit", [99, 500, 500, 500])


def test_identical_hands_split_the_pot() -> None:
    text = (
        HOLE.replace("Ks Kh", "Ad Ac") + "2 fold, 3 fold, 0 call 1, 1 check" + BOARD.replace(", 3 check", "")
    )
    assert follow("texas-holdem", text, 4).won == [2, 2, 0, 0]


def test_omaha_declared_both_splits_the_cards_to_win_most() -> None:
    """A pair of twos for high leaves a six for low, which ties the other's; queen high leaves the wheel, which wins."""
    text = """
0 small_blind 1, 1 big_blind 2
closed Ac 2s Qc 6s | 6d Ah Ad 9d | Th Ts Jh Js
round 1
2 fold, 0 call 1, 1 check
lay open 2c 3c 7c
round 2
0 check, 1 check
lay open 4d
round 3
0 check, 1 check
lay open 5d
round 4
0 check, 1 check
0 declare both, 1 declare low
"""
    assert follow("omaha-high-low", text).won == [4, 0, 0]
    against_a_flush = text.replace("6d Ah Ad 9d", "6c Kc Ad 9d").replace("1 declare low", "1 declare high")
    assert follow("omaha-high-low", against_a_flush).won == [4, 0, 0]
