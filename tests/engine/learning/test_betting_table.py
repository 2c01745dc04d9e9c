"""The rows of the betting table say what they are documented to say."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from engine.catalogue import VARIANTS
from engine.kernel.training import new_jobs
from engine.players.betting_table import (
    BACKGROUNDS,
    BETS,
    BUCKETS,
    CALLS,
    COSTS,
    DREW,
    EXCHANGES,
    FLAT,
    RAISED_BEFORE,
    ROWS,
    STAGES,
    THROWN,
    background_of,
    exchange_row,
    row_of,
)
from engine.players.profiles import profile_rows
from engine.players.training.card_games import is_trained, trained_program
from engine.players.training.quantiles import play_jobs
from engine.terms import Limit

HOUSE, POT = Limit.HOUSE.code, Limit.POT.code
STREET, ROW, LEGAL, CHOICE = 1, 2, 3, 4


def test_the_peder_has_a_price_of_its_own() -> None:
    """Five bet six antes and a bet of five; the peder into the same pot costs another row, a cheaper call another still."""
    rows = {row_of(0, 5, 6, 4, 1, price, 6 + price, 0, 0, 0, 50, 0) for price in (1, 2, 5, 50)}
    assert len(rows) == 4
    assert row_of(0, 5, 6, 4, 1, 50, 56, 0, 0, 0, 50, 0) == row_of(0, 5, 6, 4, 1, 40, 46, 0, 0, 0, 50, 0)
    assert row_of(0, 5, 6, 4, 1, 50, 56, 0, 0, 0, 0, 0) == row_of(0, 5, 6, 4, 1, 5, 11, 0, 0, 0, 50, 0), (
        "without it bets follow the pot"
    )


def test_finer_prices_divide_those_of_other_games() -> None:
    """Dearer and dearer calls into a pot of 1,000 cost eight rows, and prices that rows of other games tell apart stay apart; free
    bets have rows of their own, where who bet last still counts.
    """
    prices = range(1, 1000)
    rows = [row_of(1, 5, 6, 3, 2, price, 1000, 0, 0, 1, 50, 1) for price in prices]
    assert [row_of(1, 5, 6, 3, 2, price, 1000, 1, 0, 1, 50, 1) for price in prices] == rows
    classes = list(dict.fromkeys(rows))
    assert len(classes) == 2 * COSTS
    assert rows == sorted(rows, key=classes.index)
    coarse = [row_of(1, 5, 6, 3, 2, price, 1000, 0, 0, 1, 50, 0) for price in prices]
    assert len(set(coarse)) == COSTS
    assert len({*zip(rows, coarse, strict=True)}) == 2 * COSTS, (
        "each finer price is a part of one of the others"
    )
    free = {row_of(1, 5, 6, 3, raises, 0, 1000, mine, 0, 1, 50, 1) for raises in (0, 1) for mine in (0, 1)}
    assert len(free) == 4
    assert not free & {*rows}


def test_a_model_says_which_prices_its_table_distinguishes() -> None:
    assert trained_program(VARIANTS["mississippi-ratfuck"]).finer_prices == 1
    assert trained_program(VARIANTS["texas-holdem"]).finer_prices == 0


@pytest.mark.parametrize("game", ["narwidjan-munaeklips", "midnight-baseball"])
def test_the_table_tells_the_rounds_of_a_chase_apart_until_the_seventh(game: str) -> None:
    """However many there are."""
    rows = profile_rows(["regular"] * 6)
    results, _ = play_jobs(trained_program(VARIANTS[game]), rows, new_jobs(np.arange(200)), 5, choices=256)
    choices = results.choices[: results.choice_ends[-1]]
    stages = choices[:, ROW] % FLAT // (FLAT // STAGES)
    assert choices[:, STREET].max() > 10
    np.testing.assert_array_equal(stages, np.minimum((choices[:, STREET] - 1) // 2, 3))


@pytest.mark.parametrize("game", ["midnight-baseball", "baseball"])
def test_a_game_with_an_addition_plays_the_rounds_of_the_game_itself(game: str) -> None:
    """Where it is played without a model of its own, also the rounds of a chase and what comes after the last of other games."""
    with_more = VARIANTS.with_additions(game, "one-eyed")
    program, of_game = trained_program(with_more, training=False), trained_program(VARIANTS[game])
    assert not is_trained(with_more)
    np.testing.assert_array_equal(program.stages, of_game.stages)
    np.testing.assert_array_equal(program.policy, of_game.policy)


def test_two_alone_at_the_table_bet_by_rows_of_their_own() -> None:
    rows = [
        row_of(0, 5, players, live, 1, 2, 8, 0, 0, 0, 50, 0)
        for players in (2, 3, 6)
        for live in range(2, players + 1)
    ]
    assert rows[1] == rows[3], "two of three and two of six"
    assert len(set(rows)) == 5, "two alone, two, three, four, five and more"


def test_backgrounds_are_stacks_draws_or_earlier_raises() -> None:
    assert [background_of(POT, stack, 10, 5, 1) for stack in (9, 10, 39, 40)] == [0, 1, 1, 2]
    assert [background_of(HOUSE, 0, 10, raises, -1) for raises in (0, 1, 2, 3, 9)] == [0, 1, 1, 2, 2]
    assert [background_of(HOUSE, 0, 10, 9, drawn) for drawn in (5, 3, 2, 1, 0)] == [0, 0, 1, 2, 2]


def test_players_look_up_the_raises_of_earlier_rounds() -> None:
    """At stud, where the trained players' choices are all the raises there are."""
    program, jobs = trained_program(VARIANTS["seven-card-stud"]), new_jobs(np.arange(300))
    results, _ = play_jobs(program, profile_rows(["regular"] * 6), jobs, 31, choices=256)
    seen = set()
    for first, last in zip(results.choice_ends, results.choice_ends[1:], strict=False):
        choices = results.choices[first:last]
        raised = choices[choices[:, CHOICE] > CALLS, STREET]
        past = [(raised < street).sum() for street in choices[:, STREET]]
        backgrounds = (choices[:, ROW] // FLAT).tolist()
        assert backgrounds == [background_of(HOUSE, 0, 0, int(raises), -1) for raises in past]
        seen |= set(backgrounds)
    assert seen == set(range(BACKGROUNDS))


def choices_of(game: str, players: int, hands: int) -> list[Any]:
    """The choices of trained players hand by hand, rows of (seat, street, row, legal, choice, pot, paid)."""
    program, jobs = trained_program(VARIANTS[game]), new_jobs(np.arange(hands))
    results, _ = play_jobs(program, profile_rows(["regular"] * players), jobs, 32, choices=256)
    ends = results.choice_ends
    return [results.choices[first:last] for first, last in itertools.pairwise(ends)]


@pytest.mark.parametrize("game", ["texas-holdem", "seven-card-stud", "three-card-draw"])
def test_nobody_acts_after_a_call_that_ends_the_round(game: str) -> None:
    """Of two choices that follow each other in a round, the first didn't end it, or raised; and of choices that didn't
    end it another player made the next, unless he was all-in or no choice was his.
    """
    ending = other = 0
    for choices in choices_of(game, 5, 400):
        bets = choices[choices[:, ROW] < BETS]
        for one, after in itertools.pairwise(bets):
            ends = one[ROW] % 2 == 1
            if ends and one[CHOICE] <= CALLS:
                assert after[STREET] != one[STREET]
            elif one[CHOICE] <= CALLS:
                assert after[STREET] == one[STREET]
            ending += ends
            other += not ends
    assert ending > 100
    assert other > 100


def test_players_decide_what_to_exchange() -> None:
    """The rows of exchanges lie below those of bets, each number of cards and what others drew in one of its own; and
    trained players choose there among the exchanges that there are, in more ways than one.
    """
    rows = {
        exchange_row(street, bucket, thrown, raised, drawn)
        for street, bucket, thrown, raised, drawn in itertools.product(
            range(1, EXCHANGES + 1), range(BUCKETS), range(THROWN), range(RAISED_BEFORE), range(-1, DREW - 1)
        )
    }
    assert len(rows) == EXCHANGES * BUCKETS * THROWN * RAISED_BEFORE * DREW
    assert min(rows) >= BETS
    assert max(rows) < ROWS
    made = np.concatenate(choices_of("three-card-draw", 5, 600))
    exchanges = made[made[:, ROW] >= BETS]
    assert (exchanges[:, LEGAL] >> exchanges[:, CHOICE] & 1).all()
    assert not (exchanges[:, LEGAL] & 1).any(), "nobody folds there"
    assert len(set(exchanges[:, CHOICE])) > 1
