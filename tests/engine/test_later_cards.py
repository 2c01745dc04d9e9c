"""The luck of later cards: what one can count, and that it is 0 on average over the cards that may come."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean, stdev

import pytest

from engine.actions import TABLE, Act, pack
from engine.api import VARIANTS, equities, game_called, has_later_cards, later_luck
from engine.cards import card_set, cards_in, pack_of, parse_cards
from engine.equity import DRAWN, forecast
from tests.oracle.cards import from_code
from tests.oracle.melds import best_high

HOLDEM = VARIANTS["texas-holdem"]
SEEDS = range(16)


def acts(*told: tuple[Act, int, str | int]) -> list[int]:
    """Packed acts of (kind, seat, chips or cards)."""
    return [
        pack(kind, seat, 1, value)
        for kind, seat, what in told
        for value in (parse_cards(what) if isinstance(what, str) else [what])
    ]


def laid(cards: str) -> tuple[Act, int, str]:
    return Act.TURN_BOARD, TABLE, cards


DEALT = [(Act.DEAL_CLOSED, 0, "As Ah"), (Act.DEAL_CLOSED, 1, "Kd Kc"), (Act.DEAL_CLOSED, 2, "Kh 3d")]
BETS = [(Act.BET, 0, 20), (Act.CALL, 1, 20), (Act.CALL, 2, 2), (Act.FOLD, 2, 0)]


def test_the_river_that_one_counts() -> None:
    """A pot of 44, of which a king that 1 in 42 cards is gives all: two are dealt, and one folded."""
    before = acts(*DEALT, laid("2c 7d 9h 3s"), *BETS)
    unknown = later_luck(HOLDEM, [*before, *acts(laid("Qs"))], [0] * 3, 2, 1)
    saved = later_luck(HOLDEM, [*before, *acts(laid("Ks"))], [0] * 3, 2, 1)
    assert unknown == pytest.approx([44 / 42, -44 / 42, 0])
    assert saved == pytest.approx([-44 * 41 / 42, 44 * 41 / 42, 0])


def rivers(game: str, dealt: list[tuple[Act, int, str]], board: str) -> Iterator[list[float]]:
    """The luck of each card that may come."""
    known = parse_cards(" ".join([*(cards for *_, cards in dealt), board]))
    for river in cards_in(card_set(pack_of(52)) & ~card_set(known)):
        told = [*acts(*dealt, laid(board), *BETS), pack(Act.TURN_BOARD, TABLE, 2, river)]
        luck = later_luck(VARIANTS[game], told, [0] * 3, 0, 1)
        assert luck is not None
        assert sum(luck) == pytest.approx(0)
        yield luck


@pytest.mark.parametrize("game", ["texas-holdem", "omaha", "cincinnati"])
def test_over_all_cards_that_may_come_it_is_nothing(game: str) -> None:
    more = {"omaha": ["2s 4d", "Qd 8c", "Jh Jc"], "cincinnati": ["2s 4d 8d", "Qd 8c Td", "Jh Jc 5c"]}
    dealt = [
        (kind, seat, " ".join([cards, *more.get(game, [""] * 3)[seat : seat + 1]]))
        for kind, seat, cards in DEALT
    ]
    lucks = list(rivers(game, dealt, "2c 7d 9h 3s"))
    assert [sum(column) for column in zip(*lucks, strict=True)] == pytest.approx([0, 0, 0], abs=1e-9)
    assert max(luck[1] for luck in lucks) > 10


def near(found: list[float], chips: float) -> bool:
    """Whether means of `DRAWN` ways each are within 4 standard errors of what is counted."""
    return abs(mean(found) - chips) < 4 * stdev(found) / len(found) ** 0.5


def test_ways_that_are_drawn_give_the_mean_of_all() -> None:
    """One common card lies, so that 178,365 boards are left; and one of two has a card to come at stud."""
    held = [parse_cards("As Ah"), parse_cards("Kd Qd")]
    exact = equities(HOLDEM, held, parse_cards("Jd"), [(100, 0b11)])[0].chips
    own, lying = [card_set(cards) for cards in held], card_set(parse_cards("Jd"))
    left = card_set(pack_of(52)) & ~(sum(own) | lying)
    some = [forecast(HOLDEM, own, [0, 0], lying, left, [(100, 0b11)], seed)[0] for seed in SEEDS]
    assert near(some, exact)
    assert 1 < stdev(some) < 100 * (0.25 / DRAWN) ** 0.5 * 1.5

    stud = [parse_cards("2s 7d 9h 9c 3s Kd Qc"), parse_cards("Ah Kh Th 4h 2d 8s")]
    own = [card_set(cards) for cards in stud]
    left = card_set(pack_of(52)) & ~sum(own)
    best = best_high([from_code(card) for card in stud[0]])
    wins = [best_high([from_code(card) for card in [*stud[1], last]]) > best for last in cards_in(left)]
    some = [
        forecast(VARIANTS["seven-card-stud"], own, [0, 1], 0, left, [(100, 3)], seed)[1] for seed in SEEDS
    ]
    assert near(some, 100 * mean(wins))


def test_a_draw_is_weighed_by_what_was_kept() -> None:
    """Who keeps four of a suit gains by the fifth what all other cards cost on average."""
    pat, kept = "2s 2d 7h 9c Kd", "3h 5h 9h Jh"
    dealt = [(Act.DEAL_CLOSED, 0, pat), (Act.DEAL_CLOSED, 1, f"{kept} 8c")]
    before = acts(*dealt, (Act.BET, 0, 5), (Act.CALL, 1, 5), (Act.THROW, 1, "8c"))
    left = cards_in(card_set(pack_of(52)) & ~card_set(parse_cards(f"{pat} {kept} 8c")))
    game = VARIANTS["three-card-draw"]
    lucks = [
        later_luck(game, [*before, pack(Act.DEAL_CLOSED, 1, 1, card)], [0, 0], 0, card << 8) for card in left
    ]
    mine = [luck[1] for luck in lucks if luck]
    assert len(mine) == len(left) == 42
    drawn = 10 * (0.2 / DRAWN) ** 0.5  # the deviation of what is drawn
    assert abs(mean(mine)) < 4 * drawn / len(mine) ** 0.5
    flush = [
        luck for luck, card in zip(mine, left, strict=True) if card in parse_cards("2h 4h 6h 8h Th Qh Kh Ah")
    ]
    assert min(flush) > 4


def test_what_cannot_be_told() -> None:
    before = acts(*DEALT, laid("2c 7d 9h 3s"), *BETS)
    for river in ("Kd", "2c"):  # dealt already
        assert later_luck(HOLDEM, [*before, *acts(laid(river))], [0] * 3, 0, 1) is None
    nameless = acts(*DEALT[:2], laid("2c 7d 9h 3s"), *BETS, laid("Qs"))
    assert later_luck(HOLDEM, nameless, [0] * 3, 0, 1) is None
    told = later_luck(HOLDEM, nameless, [0, 0, card_set(parse_cards("Kh 3d"))], 0, 1)
    assert told == later_luck(HOLDEM, [*before, *acts(laid("Qs"))], [0] * 3, 0, 1)
    twice = [*before, *acts(laid("Ks"), laid("Qs"))]  # two boards, as was agreed before they came
    assert later_luck(HOLDEM, twice, [0] * 3, 0, 1) == [0, 0, 0]


def test_games_that_have_it() -> None:
    games = ("texas-holdem", "omaha", "cincinnati", "seven-card-stud", "three-card-draw", "razz", "pineapple")
    assert all(has_later_cards(VARIANTS[game]) for game in games)
    games = (
        "straight-poker",
        "guts",
        "baseball",
        "omaha-high-low",
        "follow-the-queen",
        "chicago-seven",
        "lunatic",
    )
    limited = game_called("texas-holdem", "no-limit")
    assert limited is not None
    assert has_later_cards(limited)
    assert not any(has_later_cards(VARIANTS[game]) for game in games)
