"""Screw Your Neighbor: who swaps with whom, who loses a life, and the chances without swaps."""

from __future__ import annotations

from collections import Counter
from math import comb

import numpy as np
import pytest

from engine.cards.card import parse_cards
from engine.catalogue import VARIANTS
from engine.players.profiles import TIGHT, profile_rows
from engine.special.batch import next_player
from engine.special.screw_your_neighbor.game import (
    KING,
    NO_SEAT,
    STOCK,
    SWAP,
    TRAINING,
    is_safe,
    lose_if_kept,
    lose_if_swapped,
    lose_lives,
    lowest_of,
    rank_of,
    row_at,
    swaps_plainly,
    swaps_with,
)
from tests.engine.games.table import assert_share, rows, seats
from tests.oracle.cards import from_code
from tests.oracle.neighbor_response import gains
from tests.oracle.screw_your_neighbor import rank

ALIVE = np.array([1, 1, 1, 1])
DEALER = 3


def partner(cards: str, seat: int, lives: np.ndarray = ALIVE, dealer: int = DEALER) -> int:
    return int(swaps_with(np.array(parse_cards(cards)), lives, seat, dealer))


def full() -> np.ndarray:
    return np.full(13, 4)


def test_a_swap_goes_to_the_left_hand_neighbour() -> None:
    assert partner("2c 9d Ks 5h", 0) == 1


def test_a_king_is_passed_over() -> None:
    assert partner("2c Kd 9s 5h", 0) == 2
    assert partner("2c Kd Ks 5h", 0) == 3


def test_a_dealer_with_a_king_is_passed_over_to_the_first_player() -> None:
    assert partner("5c 9d 2s Kh", 2) == 0


def test_there_is_no_swap_when_all_others_hold_kings() -> None:
    assert partner("2c Kd Ks Kh", 0) == NO_SEAT


def test_a_jack_stops_the_swap() -> None:
    assert partner("2c Jd 9s 5h", 0) == NO_SEAT
    assert partner("2c Kd Js 5h", 0) == NO_SEAT


def test_a_queen_sends_the_swap_to_the_right() -> None:
    assert partner("7c 2d Qs 5h", 1) == 0
    assert partner("2c Qd 9s 5h", 0) == 3


@pytest.mark.parametrize("blocks", ["J", "Q", "K"])
def test_a_queen_with_a_picture_card_on_the_right_blocks(blocks: str) -> None:
    other = {"J": "Jc", "Q": "Qc", "K": "Kc"}[blocks]
    assert partner(f"{other} 2d Qs 5h", 1) == NO_SEAT


def test_a_queen_behind_a_king_sends_the_swap_to_the_right() -> None:
    assert partner("7c 2d Ks Qh", 1) == 0


def test_a_queen_between_two_players_blocks() -> None:
    assert partner("2c 9d Qs 5h", 0, lives=np.array([1, 0, 2, 0]), dealer=2) == NO_SEAT


def test_the_dead_are_passed_over() -> None:
    assert partner("2c 9d 8s 5h", 0, lives=np.array([1, 0, 2, 1])) == 2
    assert next_player(np.array([1, 0, 0, 1]), 0) == 3


def test_the_dealer_cuts_the_stock() -> None:
    assert partner("2c 9d 8s 5h", DEALER) == STOCK
    assert partner("Kc 9d 8s 5h", DEALER) == STOCK


def test_an_ace_is_low_and_a_king_high() -> None:
    assert [rank_of(card) for card in parse_cards("As 2s 9s Ts Js Qs Ks")] == [0, 1, 8, 9, 10, 11, 12]
    assert lowest_of(np.array(parse_cards("2c Ad Ks 2h")), ALIVE) == seats(1)


def test_kings_lose_no_lives() -> None:
    """RG calls them invisible (ruling 17): if all hold kings, no player loses."""
    assert lowest_of(np.array(parse_cards("Kc Kd Ks Kh")), ALIVE) == seats()
    assert lowest_of(np.array(parse_cards("Kc Qd Ks Kh")), ALIVE) == seats(1)
    lives = np.array([1, 1, 1, 1])
    assert lose_lives(seats(), lives)
    assert lives.tolist() == [1, 1, 1, 1]


def test_the_lowest_of_the_living_loses_a_life() -> None:
    assert lowest_of(np.array(parse_cards("2c Ad Ks 2h")), np.array([1, 0, 1, 1])) == seats(0, 3)
    lives = np.array([1, 3, 2, 2])
    assert lose_lives(seats(1), lives)
    assert lives.tolist() == [1, 2, 2, 2]


def test_all_who_tie_for_lowest_lose_a_life() -> None:
    lives = np.array([1, 3, 2, 2])
    assert lose_lives(seats(0, 1), lives)
    assert lives.tolist() == [0, 2, 2, 2]


def test_all_tied_for_lowest_lose_a_life_while_a_player_is_left() -> None:
    lives = np.array([1, 3, 1, 0])
    assert lose_lives(seats(0, 1, 2), lives)
    assert lives.tolist() == [0, 2, 0, 0]


def test_everyone_tied_for_lowest_with_one_life_each_plays_the_round_again() -> None:
    lives = np.array([1, 0, 1, 1])
    assert not lose_lives(seats(0, 2, 3), lives)
    assert lives.tolist() == [1, 0, 1, 1]


@pytest.mark.nightly  # of exact chances, which hardly ever change
@pytest.mark.parametrize("players", [3, 7, 12])
def test_the_lowest_card_without_swaps(players: int) -> None:
    """First rounds without swaps: which rank is the lowest, and how many share it, against exact
    counts.
    """
    stays = profile_rows(["plain-steady"] * players)
    stays[:, TIGHT] = 1e18
    hands = 3_000
    lowest: Counter[int] = Counter()
    losers: Counter[int] = Counter()
    for row in rows("screw-your-neighbor", players, hands, profiles=stays, seed=players):
        dealt = row.of_kind("deal_closed", round_no=1)
        assert len(dealt) == players
        lowest[min(rank(from_code(act.value)) for act in dealt)] += 1
        losers[len(row.of_kind("lose_life", round_no=1))] += 1
    every = comb(52, players)
    ways = {
        (number, count): comb(4, count) * comb(4 * (13 - number), players - count)
        for number in range(1, 14)
        for count in range(1, min(players, 4) + 1)
    }
    assert sum(ways.values()) == every
    for number in range(1, 14):
        assert_share(
            lowest[number], hands, sum(ways.get((number, count), 0) for count in range(1, 5)) / every
        )
    for count in range(1, 5):
        chance = sum(ways.get((number, count), 0) for number in range(1, 14)) / every
        assert_share(losers[count], hands, chance)


def test_the_chance_to_lose_by_keeping_is_exact() -> None:
    unseen = full()
    unseen[5] -= 1
    exact = comb(4 * 8 - 1, 3) / comb(51, 3)  # three others, all with a six or more
    assert lose_if_kept(unseen, 5, 3, 13) == pytest.approx(exact)
    assert lose_if_kept(unseen, 5, 3, 4) == 0  # the five that was given away lies with another


def test_the_chance_to_lose_by_cutting_the_stock_is_exact() -> None:
    unseen = full()
    unseen[3] -= 1
    exact = 0.0
    for drawn in range(13):
        above = sum(unseen[drawn:]) - 1
        exact += unseen[drawn] / 51 * comb(above, 2) / comb(50, 2)
    assert lose_if_swapped(unseen, 3, 2, 13, True) == pytest.approx(exact)
    assert unseen.tolist() == [4, 4, 4, 3, *[4] * 9]


def test_a_player_swaps_an_ace_and_keeps_a_king() -> None:
    ace = full()
    ace[0] -= 1
    assert swaps_plainly(ace, 0, 3, 13, False, 1.0)
    assert swaps_plainly(ace, 0, 3, 13, True, 1.0)
    assert not is_safe(0, 13)
    assert is_safe(KING, 13)


def test_a_player_who_knows_a_lower_card_keeps() -> None:
    assert is_safe(1, 0)
    assert not is_safe(1, 1)
    assert not is_safe(1, 2)


def test_swapping_by_the_chances_beats_never_swapping() -> None:
    mixed = profile_rows(["plain-steady"] * 4)
    mixed[0, TIGHT] = 1e18
    won = Counter(row.column("won").index(32) for row in rows("screw-your-neighbor", 4, 4000, profiles=mixed))
    assert won[0] < 0.22 * 4000


def test_by_two_hardly_anything_is_left_to_gain_against_what_was_learned() -> None:
    policy = TRAINING.arrays(VARIANTS["screw-your-neighbor"])["policy"] / 255

    def opens(rank: int) -> float:
        return 0.0 if is_safe(rank, 13) else float(policy[row_at(rank, 2, 0, 0, 13), SWAP])

    def cuts(rank: int, given: int | None, asked: bool) -> float:
        known = 13 if given is None else given
        return 0.0 if is_safe(rank, known) else float(policy[row_at(rank, 2, 1, int(asked), known), SWAP])

    assert max(gains(opens, cuts)) < 0.002
    assert gains(opens, lambda rank, given, asked: 0.0)[1] > 0.1
