"""Sharing pots: rulings 5, 6, 37 and 38, case by case."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from tests.oracle.melds import Low, Meld
from tests.oracle.settle import Payment, Pot, Share, award, declared_sides, halve, one_pot, pots, share_out


def high(rank: int) -> Meld:
    return Meld(1, (rank,), (), 5)


def low(rank: int) -> Low:
    return Low(0, (rank,))


def won(shares: list[Share]) -> dict[int, int]:
    chips: Counter[int] = Counter()
    for share in shares:
        chips[share.seat] += share.chips
    return dict(chips)


def test_odd_chips_go_from_the_dealers_left() -> None:
    assert award(11, [4, 1, 2]) == {1: 4, 2: 4, 4: 3}
    assert halve(7, [3], [1]) == (3, 4)
    assert halve(7, [1], [3]) == (4, 3)
    assert halve(7, [2], [2]) == (4, 3)


# Seats 0, 1, 2: pairs for high (larger wins), top cards for low (smaller wins), what each declares; who
# wins 12 chips.
CASES = [
    ("one each way", (9, 5, 3), (13, 12, 8), "high low low", {0: 6, 2: 6}, 0),
    ("all high: the best takes all", (9, 5, 3), (13, 12, 8), "high high high", {0: 12}, 0),
    ("all low: the lowest takes all", (9, 5, 3), (13, 12, 8), "low low low", {2: 12}, 0),
    ("both, and best in both", (9, 5, 3), (7, 12, 8), "both high low", {0: 12}, 0),
    ("two declared both, one is best in both", (9, 5, 3), (7, 12, 8), "both both low", {0: 12}, 0),
    ("both, losing the low: the low takes everything", (9, 5, 3), (10, 12, 8), "both high low", {2: 12}, 0),
    ("both, losing the high: the high takes everything", (5, 9, 3), (7, 12, 8), "both high low", {1: 12}, 0),
    ("both, losing both", (5, 9, 3), (10, 12, 8), "both high low", {1: 6, 2: 6}, 0),
    ("both, tying the low", (9, 5, 3), (8, 12, 8), "both high low", {0: 9, 2: 3}, 0),
    ("both, tying the high", (9, 9, 3), (7, 12, 8), "both high low", {0: 9, 1: 3}, 0),
    ("both, tying both", (9, 9, 3), (8, 12, 8), "both high low", {0: 6, 1: 3, 2: 3}, 0),
    ("a failed both, tied in the high", (9, 9, 3), (10, 12, 8), "both high low", {1: 6, 2: 6}, 0),
    ("two declared both and take a side each", (9, 5, 3), (10, 8, 12), "both both high", {}, 12),
    ("three declared both and none is best in both", (9, 5, 3), (10, 8, 12), "both both both", {}, 12),
    ("a failed both wins the low, high stays with high", (5, 9, 3), (7, 12, 8), "both high high", {1: 12}, 0),
    ("two declared both and tie in both", (9, 9, 3), (7, 7, 8), "both both low", {0: 6, 1: 6}, 0),
]


@pytest.mark.parametrize(("name", "highs", "lows", "words", "expected", "carried"), CASES)
def test_high_low(
    name: str,
    highs: tuple[int, ...],
    lows: tuple[int, ...],
    words: str,
    expected: dict[int, int],
    carried: int,
) -> None:
    shares, left = share_out(
        [Pot(12, (0, 1, 2))],
        {seat: high(rank) for seat, rank in enumerate(highs)},
        {seat: low(rank) for seat, rank in enumerate(lows)},
        dict(enumerate(words.split())),
    )
    assert (won(shares), left) == (expected, carried), name


def test_high_low_over_all_small_cases() -> None:
    """Every ranking of three players with every declaration, against ruling 5 said the other way round: who
    wins?
    """
    for highs, lows in product(product(range(3), repeat=3), repeat=2):
        for words in product(("high", "low", "both"), repeat=3):
            seats = range(3)
            one, other = declared_sides(
                seats,
                {seat: high(2 + highs[seat]) for seat in seats},
                {seat: low(8 + lows[seat]) for seat in seats},
                dict(enumerate(words)),
            )
            for me in seats:
                beaten_high = any(highs[you] > highs[me] and words[you] != "low" for you in seats)
                beaten_low = any(lows[you] < lows[me] and words[you] != "high" for you in seats)
                if words[me] == "both":
                    wins_high = wins_low = not beaten_high and not beaten_low
                else:
                    wins_high = words[me] == "high" and not beaten_high
                    wins_low = words[me] == "low" and not beaten_low
                assert (me in one, me in other) == (wins_high, wins_low)


def test_cards_speak_and_no_low_qualifies() -> None:
    shares, _ = share_out([Pot(9, (0, 1))], {0: high(4), 1: high(5)}, {0: None, 1: None})
    assert won(shares) == {1: 9}
    shares, _ = share_out([Pot(9, (0, 1))], {0: high(4), 1: high(5)}, {0: low(8), 1: None})
    assert won(shares) == {0: 5, 1: 4}


def test_side_pots() -> None:
    # Seat 0 all-in for 5, seat 1 for 12, seats 2 and 3 put in 20; seat 3 folded after that.
    paid = [Payment(0, 5), Payment(1, 12), Payment(2, 20), Payment(3, 20)]
    assert pots(paid, [0, 1, 2], pot_in=3) == [Pot(23, (0, 1, 2)), Pot(21, (1, 2)), Pot(16, (2,))]
    shares, left = share_out(pots(paid, [0, 1, 2]), {0: high(9), 1: high(8), 2: high(7)})
    assert (won(shares), left) == ({0: 20, 1: 21, 2: 16}, 0)
    # A folded player who put in more than any player left (uncalled) leaves it in the last pot.
    assert pots([Payment(0, 5), Payment(1, 5), Payment(2, 9)], [0, 1]) == [Pot(19, (0, 1))]


def test_a_card_bought_after_an_all_in_is_played_for_by_the_others() -> None:
    paid = [Payment(0, 5), Payment(1, 10), Payment(2, 10), Payment(2, 4, matched=False, rivals=(1, 2))]
    assert pots(paid, [0, 1, 2]) == [Pot(15, (0, 1, 2)), Pot(14, (1, 2))]
    assert one_pot(paid, [0, 1, 2]) == [Pot(29, (0, 1, 2))]


def test_the_high_spade_takes_half() -> None:
    highs = {0: high(9), 1: high(8), 2: high(9)}
    shares, _ = share_out([Pot(21, (0, 1, 2))], highs, side=[1])
    assert won(shares) == {0: 6, 2: 5, 1: 10}
    # Only of the pots that its holder is in.
    shares, _ = share_out([Pot(20, (0, 1, 2)), Pot(8, (0, 2))], highs, side=[1])
    assert won(shares) == {0: 9, 1: 10, 2: 9}
    # With high and low it is the spade's half first.
    lows = {0: low(9), 1: low(8), 2: low(7)}
    shares, _ = share_out([Pot(20, (0, 1, 2))], highs, lows, {0: "high", 1: "high", 2: "low"}, side=[1])
    assert won(shares) == {0: 5, 1: 10, 2: 5}
