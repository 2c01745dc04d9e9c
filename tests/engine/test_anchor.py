"""The anchor of simulated people: acts shifted to what people do in a situation, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from bench import anchor as fitting, populations
from bench.acts import simulated_hands
from bench.anchor import (
    GROUP,
    LEVELS,
    SHARED,
    Acts,
    Table,
    acts_of,
    fit_people,
    levelled,
    programs,
    use,
    weights_of,
)
from bench.populations import LOGGED, NO_LIMIT, OMAHA, START
from engine.api import Act, Variant
from engine.catalogue import VARIANTS
from engine.kernel.actions import pack
from engine.kernel.trained import _shifted_draw
from engine.players.anchor import Situations, anchored_policy
from engine.players.betting_table import BETS, BUCKETS, CALLS, FOLDS, FOLDS_RARELY, row_of
from engine.players.people import (
    ACTED,
    FILE,
    FOLDING,
    FREE,
    LINEUPS,
    PEOPLE,
    PRICED,
    RAISING,
    SEATS,
    people_text,
)
from engine.players.profiles import POPULATIONS
from engine.players.training.card_games import trained_program

STUD, DRAW = VARIANTS["seven-card-stud"], VARIANTS["three-card-draw"]
FLOP = 1
HANDS = Path(__file__).parents[1] / "golden" / "acts-of-plain-players.json"
"""Hands of no-limit hold'em by four and of pot-limit omaha by four plain players, as logs have them."""


def rows(*, price: int, raises: int, stage: int = FLOP, mine: int = 0) -> list[int]:
    """The rows of all hands in a situation of three players, the weakest first."""
    return [row_of(stage, hand, 6, 3, raises, price, 100, mine, 0, 1, 0, 0) for hand in range(BUCKETS)]


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


@pytest.mark.parametrize("variant", [NO_LIMIT, STUD, DRAW], ids=lambda variant: variant.id)
def test_what_the_trained_player_never_folds_people_never_fold(variant: Variant) -> None:
    program = trained_program(variant)
    trained, people = program.policy[:BETS].astype(int), program.anchored[:BETS].astype(int)
    never_folded = trained[:, FOLDS] < FOLDS_RARELY
    assert never_folded.sum() > 1000
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


def test_a_shift_of_a_draw_shifts_the_log_odds_of_raising() -> None:
    """And the sizes of raises, and what isn't raised, keep their shares; what is never raised stays so."""
    draws = (np.arange(25_500) + 0.5) / 100
    for calls, shift in ((200, 1.0), (200, -1.0), (30, 0.5), (0, -2.0)):
        moved = np.array([_shifted_draw(draw, calls, shift) for draw in draws])
        share, was = (moved >= calls).mean(), min(1 - calls / 255, 0.9999)
        if calls:
            assert np.log(share / (1 - share)) == pytest.approx(np.log(was / (1 - was)) + shift, abs=0.01)
            assert (moved[moved < calls] < calls / 2).mean() == pytest.approx(0.5, abs=0.01)
        assert (moved[moved >= calls] >= (calls + 255) / 2).mean() == pytest.approx(0.5, abs=0.01)
    assert _shifted_draw(254.9, 255, 3.0) == 254.9


def test_a_player_of_a_small_table_and_one_who_has_called_act_by_what_no_row_knows() -> None:
    """The shifts of a program are those of the anchor."""
    program = trained_program(NO_LIMIT)
    np.testing.assert_array_equal(program.unseen, PEOPLE.unseen)
    assert PEOPLE.unseen[FOLDING, ACTED] < -0.5, "who has called folds less"
    seats = PEOPLE.unseen[[RAISING, FOLDING], SEATS]
    assert seats[0] < 0 < seats[1], "with more seats people raise less and fold more"


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
    assert np.array(here.seats).tolist() == [3] * 6
    assert not np.array(here.acted).any()
    assert not np.array(here.limped).any()


def test_who_limped_and_who_has_acted() -> None:
    """A limp, a fold, a raise of the big blind, a raise and a call."""
    acts = [
        pack(Act.SMALL_BLIND, 0, 0, 1), pack(Act.BIG_BLIND, 1, 0, 2), pack(Act.CALL, 2, 1, 2), pack(Act.FOLD, 0, 1),
        pack(Act.RAISE, 1, 1, 6), pack(Act.RAISE, 2, 1, 18), pack(Act.CALL, 1, 1, 12),
    ]  # fmt: skip
    here = acts_of([(acts, [50.0, 60.0, 70.0], 2.0, 0)]).situations
    assert np.array(here.limped).tolist() == [False, True, True, False, False]
    assert np.array(here.acted).tolist() == [False, False, False, False, True]


def test_the_acts_of_friends_depend_on_the_situation_as_logged_ones_do() -> None:
    """Of 427 hands of hold'em and 127 of omaha, errors about .12; the other tables of the fit are other games and sizes."""
    hands = simulated_hands(NO_LIMIT, "friends", 4, None, 6000, 5)
    seen = Acts(*acts_of(hands))
    weights = weights_of(seen)
    assert weights.bets[FREE.index("last to bet")] == pytest.approx(1.1, abs=0.4)
    assert weights.sizes[1] > 1.0, "the pot before the flop, half of it later"


def test_each_level_moves_the_weights_that_it_names() -> None:
    same = [0.0] * (len(LEVELS) + len(SHARED))
    before, styles = levelled(PEOPLE, START[GROUP], same)
    assert set(styles) == set(START[GROUP])
    for place, (name, columns) in enumerate(LEVELS):
        after, _ = levelled(PEOPLE, START[GROUP], [*same[:place], 0.5, *same[place + 1 :]])
        moved = {
            (each, place): by
            for each, weights in before._asdict().items()
            for place, by in enumerate(getattr(after, each) - weights)
            if by
        }
        named = FREE if name == "bets" else PRICED
        wanted = {(name, named.index(column)): part / 2 for column, part in columns.items()}
        assert moved == pytest.approx(wanted, abs=0.011)


@pytest.fixture
def borrowed() -> Iterator[None]:
    """People who are put back in the end."""
    were = [(program, program.copy()) for program in programs()]
    styles = dict(POPULATIONS)
    yield
    POPULATIONS.update(styles)
    for program, was in were:
        for name in ("anchored", "unseen", "odds"):
            program[name] = was[name]


@pytest.mark.nightly  # only who fits people again runs it
@pytest.mark.usefixtures("borrowed")
def test_a_fit_gives_the_same_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole fit, on hands of plain players: what was simulated before it must not matter."""
    rows = json.loads(HANDS.read_text(encoding="utf-8"))
    tables = [Table(game, len(rows[game.id][0]["stacks"]), rows[game.id]) for game in (NO_LIMIT, OMAHA)]
    for module, name, value in (
        (fitting, "AS_MANY", 4),
        (fitting, "STEPS", 2),
        (fitting, "LEVELS", LEVELS[1::4]),
        (populations, "HANDS", 300),
        (populations, "_STEPS", 1),
    ):
        monkeypatch.setattr(module, name, value)
    texts = []
    for before in (PEOPLE, PEOPLE._replace(folds=PEOPLE.folds + 1.0)):
        use(before, LINEUPS)
        texts.append(people_text(*fit_people(tables, LOGGED["friends"][:1], str)))
    assert texts[0] == texts[1]
    assert texts[0] != FILE.read_text(encoding="utf-8")
