"""The rows of the betting table say what they are documented to say."""

from __future__ import annotations

import numpy as np

from engine.catalogue import VARIANTS
from engine.kernel.training import new_jobs
from engine.players.betting_table import BACKGROUNDS, CALLS, CHOICES, FLAT, background_of, row_of
from engine.players.profiles import profile_rows
from engine.players.training.card_games import fill_program, plain_program, trained_program
from engine.players.training.quantiles import play_jobs
from engine.terms import Limit

HOUSE, POT = Limit.HOUSE.code, Limit.POT.code
STREET, ROW, CHOICE = 1, 2, 4


def test_the_peder_has_a_price_of_its_own() -> None:
    """Five bet six antes and a bet of five; the peder into the same pot costs another row, a cheaper call another still."""
    rows = {row_of(0, 5, 4, 1, price, 6 + price, 0, 0, 50) for price in (1, 2, 5, 50)}
    assert len(rows) == 4
    assert row_of(0, 5, 4, 1, 50, 56, 0, 0, 50) == row_of(0, 5, 4, 1, 40, 46, 0, 0, 50)
    assert row_of(0, 5, 4, 1, 50, 56, 0, 0, 0) == row_of(0, 5, 4, 1, 5, 11, 0, 0, 50), (
        "without it bets follow the pot"
    )


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


def test_a_table_of_one_background_serves_all() -> None:
    """Models that were trained before backgrounds were told apart play as they did; others are taken as they are."""
    program = plain_program(VARIANTS["straight-poker"]).copy()
    policy = np.random.default_rng(1).integers(1, 255, (BACKGROUNDS * FLAT, CHOICES - 1), np.uint8)
    fill_program(program, {"policy": policy[:FLAT]})
    assert (program.policy.reshape(BACKGROUNDS, FLAT, -1) == policy[:FLAT]).all()
    fill_program(program, {"policy": policy})
    assert (program.policy == policy).all()
