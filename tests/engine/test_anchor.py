"""The anchor of simulated people: acts shifted to what people do in a situation, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from bench.acts import simulated_hands
from bench.anchor import Acts, acts_of, weights_of
from bench.populations import NO_LIMIT, OMAHA
from engine.api import Act, Variant
from engine.catalogue import VARIANTS
from engine.kernel.actions import pack
from engine.players.anchor import FREE, PEOPLE, Situations, anchored_policy
from engine.players.betting_table import BETS, BUCKETS, CALLS, FOLDS, FOLDS_RARELY, row_of
from engine.players.training.card_games import trained_program

STUD, DRAW = VARIANTS["seven-card-stud"], VARIANTS["five-card-draw"]
FLOP = 1


def rows(*, price: int, raises: int, stage: int = FLOP, mine: int = 0) -> list[int]:
    """The rows of all hands in a situation of three players, the weakest first."""
    return [row_of(stage, hand, 6, 3, raises, price, 100, mine, 0, 1, 0) for hand in range(BUCKETS)]


def test_the_mean_hand_bets_as_often_as_people_do() -> None:
    """After a raise before the flop, a third player in, with some stack left; the trained player bets omaha's flop far more often."""
    here = rows(price=0, raises=0, mine=1)
    for variant in (NO_LIMIT, OMAHA):
        program = trained_program(variant)
        situation = Situations(
            priced=False, first=False, middle=False, last=False, live=3, raised=0, small=False, large=False, mine=True, ends=False,
            shallow=False, deep=False, exactly=variant is OMAHA,
        )  # fmt: skip
        often = 1 / (1 + np.exp(-situation.free_columns() @ PEOPLE.bets))
        bets = 1 - program.anchored[here, CALLS] / 256
        assert bets.mean() == pytest.approx(often, abs=0.02)
    trained = 1 - trained_program(OMAHA).policy[here, CALLS] / 256
    assert trained.mean() > bets.mean() + 0.03


@pytest.mark.parametrize("variant", [NO_LIMIT, STUD, DRAW], ids=lambda variant: variant.id)
def test_what_the_trained_player_never_does_people_never_do(variant: Variant) -> None:
    program = trained_program(variant)
    trained, people = program.policy[:BETS].astype(int), program.anchored[:BETS].astype(int)
    never_raised, never_folded = trained[:, CALLS] == 255, trained[:, FOLDS] < FOLDS_RARELY
    assert never_raised.sum() > 1000
    assert (people[never_raised, CALLS] == 255).all()
    assert (people[never_folded, FOLDS] == 0).all()
    assert (np.diff(people, axis=1) >= 0).all(), "sums of shares"


def test_what_no_log_shows_stays_the_trained_players() -> None:
    """The first bet of a game without blinds, and what is exchanged."""
    program = trained_program(STUD)
    here = rows(price=0, raises=0, stage=0)
    np.testing.assert_allclose(program.anchored[here, CALLS], program.policy[here, CALLS], atol=8)
    program = trained_program(DRAW)
    np.testing.assert_array_equal(program.anchored[BETS:], program.policy[BETS:])


def test_a_better_hand_folds_no_more() -> None:
    shares = trained_program(NO_LIMIT).anchored[rows(price=50, raises=1)].astype(float)
    folds = shares[:, FOLDS] / shares[:, CALLS]
    assert (np.diff(folds) <= 0.01).all()
    assert 0 < folds.mean() < 1


def test_another_anchor_moves_all_hands_one_way() -> None:
    program = trained_program(NO_LIMIT)
    bolder = PEOPLE._replace(bets=PEOPLE.bets + np.eye(len(FREE))[0])
    here = rows(price=0, raises=0)
    before, after = (
        1 - policy[here, CALLS] / 256 for policy in (program.anchored, anchored_policy(program, bolder))
    )
    assert (after >= before).all()
    assert after.mean() > before.mean() + 0.03


def test_acts_and_their_situations() -> None:
    """A raise, a fold, a call; on the flop a check, a bet of half the pot and a fold."""
    acts = [
        pack(Act.SMALL_BLIND, 0, 0, 1), pack(Act.BIG_BLIND, 1, 0, 2), pack(Act.RAISE, 2, 1, 6), pack(Act.FOLD, 0, 1),
        pack(Act.CALL, 1, 1, 4), pack(Act.CHECK, 1, 2), pack(Act.BET, 2, 2, 6), pack(Act.FOLD, 1, 2),
    ]  # fmt: skip
    seen = acts_of([(acts, [50.0, 60.0, 70.0], 2.0, 0)])
    assert seen.done.tolist() == [2, 0, 1, 1, 2, 0]
    assert seen.sizes[[0, 4]] == pytest.approx([4 / 5, 6 / 13])
    here = seen.situations
    assert np.array(here.priced).tolist() == [True, True, True, False, False, True]
    assert np.array(here.raised).tolist() == [0, 1, 1, 0, 0, 1]
    assert np.array(here.mine).tolist() == [False, False, False, False, True, False]
    assert np.array(here.live).tolist() == [3, 3, 2, 2, 2, 2]


def test_the_acts_of_friends_depend_on_the_situation_as_logged_ones_do() -> None:
    """Of 427 hands of hold'em and 127 of omaha, errors about .12; the other tables of the fit are other games and sizes."""
    hands = simulated_hands(NO_LIMIT, "friends", 4, None, 6000, 5)
    seen = Acts(*acts_of(hands))
    weights = weights_of(seen)
    assert weights.bets[FREE.index("last to bet")] == pytest.approx(1.1, abs=0.4)
    assert weights.sizes[1] > 1.0, "the pot before the flop, half of it later"
