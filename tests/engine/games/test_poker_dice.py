"""Poker dice: what throws are worth, who throws how often, who throws again, and the chances."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from engine.kernel.record import SeatColumn
from engine.special.dice import (
    DICE_CATEGORIES,
    PARTS,
    SCORES,
    THROWS,
    chances,
    dice_category,
    dice_category_name,
    dice_meld,
    part_key,
    throw_score,
)
from engine.special.poker_dice import make_plan, throw_round
from engine.terms import Detail
from tests.engine.games.dice_text import FACE_NAMES, score_text
from tests.engine.games.table import assert_share, rows, state
from tests.oracle.dice import LADDER
from tests.oracle.dice_chances import opener_chance
from tests.oracle.special import throw


def dice(text: str) -> Any:
    return np.array([FACE_NAMES.index(face) for face in text.split()])


def score(text: str) -> int:
    return int(throw_score(dice(text)))


def category(text: str) -> str:
    return DICE_CATEGORIES[dice_category(score(text))]


def test_every_throw_is_worth_what_the_oracle_says() -> None:
    for faces in product(range(6), repeat=5):
        assert LADDER[throw_score(np.array(faces))] == throw([face + 9 for face in faces])
    assert len(LADDER) == SCORES


def test_scores_in_words() -> None:
    assert score_text(score("9 10 J Q A")) == "nothing"
    assert score_text(score("K K Q 9 K")) == "three of K"
    assert score_text(score("9 9 J J A")) == "two pairs, J and 9"
    assert score_text(score("Q Q 10 10 10")) == "full house, 10 over Q"
    assert score_text(score("9 10 J Q K")) == "small straight"
    assert score_text(score("A A A A A")) == "five of A"
    assert dice_category_name(dice_meld(score("10 J Q K A"))) == "big_straight"
    assert category("A A A A K") == "four"


def counting_part(faces: tuple[int, ...]) -> tuple[int, ...]:
    """The stated rule: keep the dice of the combination that one has, throw the rest; nothing is thrown
    whole.
    """
    made = throw([face + 9 for face in faces])
    if made.name in ("small_straight", "big_straight"):
        return faces
    return tuple(face for face in faces if face + 9 in made.ranks)


@cache
def exact_chances(kept: tuple[int, ...], throws: int) -> dict[str, Fraction]:
    """Categories after a number of throws, keeping by the stated rule, over every way the dice can fall."""
    total: dict[str, Fraction] = {}
    for fresh in product(range(6), repeat=5 - len(kept)):
        faces = tuple(sorted(kept + fresh))
        part = counting_part(faces)
        if throws == 1 or len(part) == 5:
            outcomes = {throw([face + 9 for face in faces]).name: Fraction(1)}
        else:
            outcomes = exact_chances(part, throws - 1)
        for name, chance in outcomes.items():
            total[name] = total.get(name, Fraction(0)) + chance / 6 ** (5 - len(kept))
    return total


@pytest.mark.nightly  # of exact chances, which hardly ever change
@pytest.mark.parametrize("throws", [1, 2, 3])
def test_categories_under_a_stated_rule_of_keeping(throws: int) -> None:
    exact = exact_chances((), throws)
    assert sum(exact.values()) == 1
    table = chances()
    plan = make_plan(2)
    parts = [counting_part(tuple(np.repeat(np.arange(6), table.faces[place]))) for place in range(THROWS)]
    rule = np.array([table.number[sum(6**face for face in part)] for part in parts])
    stop = np.arange(THROWS)
    lead = np.stack([np.stack([rule if thrown < throws else stop] * 2) for thrown in (1, 2)])
    ruled = plan._replace(lead=lead.astype(np.int16))
    seen = Counter()
    played, scores, runs = state(1, seed=9 + throws), np.zeros(1, np.int64), 20_000
    with np.errstate(over="ignore"):
        for _ in range(runs):
            played.acts[0] = 0
            throw_round(played, ruled, 1, 1, scores)
            seen[DICE_CATEGORIES[dice_category(scores[0])]] += 1
    for name, chance in exact.items():
        assert_share(seen[name], runs, float(chance))


def test_chances_of_throwing_on_are_exact() -> None:
    table = chances()
    assert table.odds.shape == (PARTS, THROWS)
    np.testing.assert_allclose(table.odds.sum(axis=1), 1)
    part = table.number[part_key(dice("K K K"), 0b111)]
    exact = Counter(throw([13, 13, 13, *fresh]) for fresh in product(range(9, 15), repeat=2))
    for made, count in exact.items():
        number = LADDER.index(made)
        assert table.below[part, number + 1] - table.below[part, number] == pytest.approx(count / 36)


def test_a_follower_who_has_won_stops_and_one_who_is_beaten_throws_on() -> None:
    plan, table = make_plan(4), chances()
    threes = table.number[part_key(dice("K K K 9 10"), 31)]
    assert plan.follow[2, 0, 0, score("A A K K Q"), 0, threes] == threes
    beaten = plan.follow[2, 0, 0, score("A A A K Q"), 0, threes]
    assert table.faces[beaten].tolist() == [0, 0, 0, 0, 3, 0]


def test_the_chances_that_players_play_by_come_true() -> None:
    """Two players: the opener's chance to win, worked back from the last throw, is what happens."""
    plan = make_plan(2)
    wins = sum(
        row.column("won")[0] > 0 for row in rows("poker-dice", 2, 20_000, seed=8, detail=Detail.RESULT)
    )
    assert_share(wins, 20_000, float(plan.opener[1]), errors=4)
    assert SeatColumn.WON == 2


def test_players_throw_as_well_as_can_be() -> None:
    """With two players the plan's chance is that of the exact game, computed again from all dice; that it
    takes a tie, which the same player opens again, for an even chance moves it by less than .002.
    """
    planned = make_plan(2).opener[1]
    assert planned == pytest.approx(opener_chance(even=True), abs=1e-9)
    assert planned == pytest.approx(opener_chance(), abs=0.002)
