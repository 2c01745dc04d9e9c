"""Shipped models fit their rules; what has no model is trained once and cached; training is reproducible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from engine import train
from engine.catalogue import TRAINED, VARIANTS
from engine.catalogue.additions import parse_additions
from engine.catalogue.calls import call
from engine.catalogue.model import Variant, ranks
from engine.players.training import card_games, store
from engine.players.training.betting import (
    BettingTrainer,
    as_thresholds,
    mean_strategy,
)
from engine.players.training.card_games import TRAINING, is_trained, rules_hash, trained_program
from engine.players.training.store import Arrays, Model, Training, shipped_file, write_model
from engine.terms import Limit

TRAINED = [
    variant
    for variant in [*TRAINED.values(), *map(train.find_game, train.CALLS)]
    if train.training_of(variant)
]
DRAW, STUD = VARIANTS["three-card-draw"], VARIANTS["seven-card-stud"]
PSYCHOLOGY = call(STUD, parse_additions(["psy"]))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache, and programs made without those of earlier tests."""
    monkeypatch.setattr(store, "cached_file", lambda key: tmp_path / f"{key}.npz")
    quick = replace(card_games.quick_recipe(DRAW), strength_hands=800, odds_hands=800)
    monkeypatch.setattr(card_games, "TRAINING", replace(TRAINING, quick=lambda _game: quick))
    trained_program.cache_clear()
    yield tmp_path
    trained_program.cache_clear()


def never(*_: object) -> Arrays:
    """A trainer that must not be called."""
    raise AssertionError


@pytest.mark.parametrize("variant", TRAINED, ids=lambda variant: shipped_file(variant).stem)
def test_each_game_has_a_model_for_its_rules(variant: Variant) -> None:
    training = train.training_of(variant)
    assert training is not None
    assert training.shipped(variant), "the rules changed: make train"
    assert shipped_file(variant).stat().st_size < 250_000


def test_only_rules_that_a_game_has_change_its_hash() -> None:
    assert rules_hash(STUD) != rules_hash(replace(STUD, wild_cards=ranks("2")))
    assert rules_hash(STUD) != rules_hash(replace(STUD, betting=replace(STUD.betting, ante=3)))
    assert rules_hash(STUD) == rules_hash(replace(STUD, summary="Something else.", players=(2, 7)))


def test_a_damaged_model_is_not_used(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = shipped_file(DRAW).read_bytes()
    monkeypatch.setattr(store, "SHIPPED", cache)
    assert not is_trained(DRAW)
    for damaged in (b"", whole[:500], whole[: len(whole) // 2], b"x" * 4000):
        (cache / "three-card-draw.npz").write_bytes(damaged)
        assert not is_trained(DRAW)
    (cache / "three-card-draw.npz").write_bytes(whole)
    assert is_trained(DRAW)


def test_an_addition_is_trained_once_and_cached(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wild = call(DRAW, parse_additions(["wild", "2"]))
    assert not is_trained(wild)
    trained = trained_program(wild)
    assert is_trained(wild)
    monkeypatch.setattr(card_games, "TRAINING", replace(card_games.TRAINING, train=never))
    again = trained_program.__wrapped__(wild)
    for name in ("policy", "weights", "odds"):
        np.testing.assert_array_equal(trained[name], again[name])


def test_an_addition_can_be_played_at_once_by_the_model_of_the_game(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_games, "TRAINING", replace(card_games.TRAINING, train=never))
    base, at_once = trained_program(STUD), trained_program(PSYCHOLOGY, False)
    assert at_once.streets > base.streets, "psychology has a betting round for each card that is turned"
    np.testing.assert_array_equal(at_once.policy, base.policy)
    np.testing.assert_array_equal(at_once.weights[1], base.weights[1])
    np.testing.assert_array_equal(at_once.weights[at_once.streets], base.weights[base.streets])
    with pytest.raises(AssertionError):
        trained_program(PSYCHOLOGY)


def test_a_model_that_cant_take_its_place_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(part: Path, place: Path) -> None:
        assert part.is_file()
        raise PermissionError(13, "another program has it open", str(place))

    monkeypatch.setattr(Path, "replace", refuse)
    write_model(tmp_path / "models" / "stud.npz", "", Model({}, ""))
    assert [*(tmp_path / "models").iterdir()] == []


def test_a_cached_model_changes_no_hands_of_a_season(cache: Path) -> None:
    base = trained_program(STUD)
    arrays: Arrays = {"policy": 1 + base.policy // 2}
    write_model(card_games.TRAINING._cache_file(PSYCHOLOGY), rules_hash(PSYCHOLOGY), Model(arrays, ""))
    np.testing.assert_array_equal(trained_program(PSYCHOLOGY).policy, arrays["policy"])
    np.testing.assert_array_equal(trained_program(PSYCHOLOGY, False).policy, base.policy)


@pytest.mark.nightly  # in short: training that goes on
def test_training_is_reproducible() -> None:
    betting = replace(VARIANTS["texas-holdem"].betting, limit=Limit.NO)
    game = replace(VARIANTS["texas-holdem"], betting=betting)
    short = replace(
        card_games.quick_recipe(game), batches=2, tables=2, hands=64, strength_hands=500, odds_hands=500
    )
    one, other = card_games.train(game, 0, short), card_games.train(game, 0, short)
    np.testing.assert_array_equal(one["policy"], other["policy"])
    np.testing.assert_array_equal(one["odds"], other["odds"])
    assert (one["policy"][len(one["policy"]) // 3 :] > 0).any(), (
        "stacks of other depths have rows of their own"
    )


def test_the_strategy_is_the_mean_of_runs_with_seeds_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[BettingTrainer] = []
    train = BettingTrainer.train

    def kept(trainer: BettingTrainer) -> None:
        train(trainer)
        runs.append(trainer)

    monkeypatch.setattr(BettingTrainer, "train", kept)
    short = replace(
        card_games.quick_recipe(DRAW), batches=2, tables=1, hands=64, strength_hands=500, odds_hands=500, runs=2, finer=True
    )  # fmt: skip
    trained = card_games.train(DRAW, 0, short)
    one, other = (trainer.table.sums for trainer in runs)
    assert len({trainer.recipe.seed for trainer in runs}) == 2
    assert (one != other).any()
    np.testing.assert_array_equal(trained["policy"], as_thresholds(mean_strategy(one + other, short.least)))
    assert trained["finer_prices"] == 1


def test_a_short_training_has_too_few_hands_to_tell_the_rounds_of_a_chase_apart() -> None:
    chase = VARIANTS["no-peek"]
    short = replace(card_games.quick_recipe(chase), batches=1, tables=1, hands=16)
    assert not card_games.train(chase, 0, short)["stages"].any()
    assert card_games.trained_program(VARIANTS["midnight-baseball"]).stages.max() == 3


def test_finer_prices_are_for_the_chips_of_the_house() -> None:
    assert card_games.full_recipe(STUD).finer
    assert not card_games.full_recipe(VARIANTS["texas-holdem"]).finer
    assert not card_games.quick_recipe(STUD).finer


@dataclass(frozen=True)
class Doubling:
    """A recipe."""

    times: int = 2


def test_a_model_is_trained_for_each_size_of_table_and_records_its_recipe(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(store, "SHIPPED", cache / "shipped")
    trained: list[int] = []

    def double(_variant: Variant, players: int, recipe: Doubling) -> Arrays:
        trained.append(players)
        return {"doubled": np.array([recipe.times * players])}

    training = Training(
        rules=lambda variant: str(variant.pack), train=double, each_size=True,
        recipe=lambda variant: Doubling(), quick=lambda variant: Doubling(),
    )  # fmt: skip
    monkeypatch.setattr(train, "training_of", lambda variant: training)
    guts = VARIANTS["guts"]
    for players in (3, 4, 3, 4):
        assert training.arrays(guts, players)["doubled"] == [2 * players]
    assert trained == [3, 4]
    assert training.arrays(replace(guts, pack=54), 3)["doubled"] == [6]
    assert trained == [3, 4, 3]
    assert train.main(["guts"]) == 0
    assert trained[3:] == list(range(3, 11))
    assert train.main(["guts"]) == 0
    assert (training.arrays(guts, 9)["doubled"], len(trained)) == ([18], 11)
    assert "today's recipe" not in capsys.readouterr().out
    training = replace(training, recipe=lambda variant: Doubling(3))
    assert train.main(["guts"]) == 0
    assert "today's recipe: guts" in capsys.readouterr().out
    assert train.main(["--again", "guts"]) == 0
    assert "today's recipe" not in capsys.readouterr().out
    assert training.arrays(guts, 9)["doubled"] == [27]
    assert train.main(["--again"]) == 1
