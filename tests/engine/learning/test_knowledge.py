"""What ships with the games is whole and fits their rules; what a dealer adds is learned and kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine import simulate, train
from engine.additions import parse_additions
from engine.calls import call
from engine.learning import knowledge
from engine.programme import compile_programme
from engine.strength import main_table
from engine.terms import Limit
from engine.variants import VARIANTS
from engine.variants.model import Variant, ranks

CARD_GAMES = [variant for variant in VARIANTS.values() if not variant.kernel]


def fits(variant: Variant) -> str:
    programme = compile_programme(variant, main_table(variant))
    return knowledge.hash_of(programme, knowledge.FULL)


@pytest.mark.parametrize("variant", CARD_GAMES, ids=lambda variant: variant.id)
def test_what_ships_fits_the_rules(variant: Variant) -> None:
    assert knowledge.is_known(variant), "the rules or the recipe changed: make train"
    assert knowledge.shipped_file(variant).stat().st_size < 30_000


def test_other_rules_have_another_hash_and_rules_that_a_game_lacks_none() -> None:
    stud = VARIANTS["seven-card-stud"]
    assert fits(stud) != fits(replace(stud, wild_cards=ranks("2")))
    assert fits(stud) != fits(replace(stud, betting=replace(stud.betting, ante=3)))
    assert fits(stud) == fits(replace(stud, summary="Something else.", players=(2, 7)))


def test_a_damaged_file_is_not_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = VARIANTS["three-card-draw"]
    whole = knowledge.shipped_file(game).read_bytes()
    monkeypatch.setattr(knowledge, "SHIPPED", tmp_path)
    monkeypatch.setattr(knowledge, "cached_file", lambda fits: tmp_path / "none.npz")
    assert not knowledge.is_known(game)
    for damaged in (b"", whole[:500], whole[: len(whole) // 2], b"x" * 4000):
        (tmp_path / "three-card-draw.npz").write_bytes(damaged)
        assert not knowledge.is_known(game)
    (tmp_path / "three-card-draw.npz").write_bytes(whole)
    assert knowledge.is_known(game)


def test_what_a_dealer_adds_is_learned_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowledge, "cached_file", lambda fits: tmp_path / "kept" / f"{fits}.npz")
    monkeypatch.setattr(knowledge, "QUICK", replace(knowledge.QUICK, strength_hands=800, odds_hands=800))
    wild = call(VARIANTS["three-card-draw"], parse_additions(["wild", "2"]))
    assert not knowledge.is_known(wild)
    learned = knowledge.known_programme.__wrapped__(wild)
    assert knowledge.is_known(wild)
    monkeypatch.setattr(knowledge, "learn", None)
    again = knowledge.known_programme.__wrapped__(wild)
    np.testing.assert_array_equal(learned.policy, again.policy)
    np.testing.assert_allclose(learned.weights, again.weights, atol=1e-5)


def test_an_addition_is_played_at_once_by_what_is_known_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(knowledge, "cached_file", lambda fits: tmp_path / "none.npz")
    monkeypatch.setattr(knowledge, "learn", None)
    stud = VARIANTS["seven-card-stud"]
    base, psychology = knowledge.known_programme(stud), call(stud, parse_additions(["psy"]))
    at_once = knowledge.known_programme.__wrapped__(psychology, False)
    assert at_once.streets > base.streets, "psychology has a betting round for each card that is turned"
    np.testing.assert_array_equal(at_once.policy, base.policy)
    np.testing.assert_array_equal(at_once.weights[1], base.weights[1])
    np.testing.assert_array_equal(at_once.weights[at_once.streets], base.weights[base.streets])
    with pytest.raises(TypeError, match="NoneType"):
        knowledge.known_programme.__wrapped__(psychology)


def test_what_a_machine_learned_before_changes_no_hands_of_a_season(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(knowledge, "cached_file", lambda fits: tmp_path / "kept.npz")
    stud = VARIANTS["seven-card-stud"]
    psychology = call(stud, parse_additions(["psy"]))
    base, other = knowledge.known_programme(stud), knowledge.known_programme(stud).copy()
    other.policy[:] = 1 + base.policy // 2
    fits = knowledge.hash_of(knowledge.plain_programme(psychology), knowledge.quick_recipe(psychology))
    knowledge._write(other, tmp_path / "kept.npz", fits)
    np.testing.assert_array_equal(knowledge.known_programme.__wrapped__(psychology).policy, other.policy)
    np.testing.assert_array_equal(
        knowledge.known_programme.__wrapped__(psychology, False).policy, base.policy
    )


def test_learning_is_the_same_each_time() -> None:
    betting = replace(VARIANTS["texas-holdem"].betting, limit=Limit.NO)
    game = replace(VARIANTS["texas-holdem"], betting=betting)
    short = replace(knowledge.QUICK, batches=2, sittings=2, hands=64, strength_hands=500, odds_hands=500)
    one, other = knowledge.learn(game, short), knowledge.learn(game, short)
    np.testing.assert_array_equal(one.policy, other.policy)
    np.testing.assert_array_equal(one.odds, other.odds)
    assert (one.policy[len(one.policy) // 3 :] > 0).any(), "stacks of other depths have rows of their own"


@pytest.mark.parametrize("game", ["midnight-baseball", "omaha-high-low", "mississippi-ratfuck", "poker-33"])
def test_chips_are_conserved_among_profiles(game: str) -> None:
    names = ("regular", "maniac", "novice", "station", "rock", "aggressive")
    players = 4 if game == "poker-33" else 5
    for _, record in simulate.play(VARIANTS[game], players=players, hands=400, seed=3, profiles=names):
        paid, won = record.seat[:, :, 1].sum(axis=1), record.seat[:, :, 2].sum(axis=1)
        np.testing.assert_array_equal(record.hand[:, 0] + paid, won + record.hand[:, 2])


def test_a_file_states_by_which_way_it_was_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of before the ways were numbered, its chances learned anew, and all of it; `make train` says which."""
    game = VARIANTS["poker-33"]
    older = knowledge.known_programme(game)
    monkeypatch.setattr(knowledge, "SHIPPED", tmp_path)
    monkeypatch.setattr(knowledge, "FULL", replace(knowledge.FULL, odds_hands=300))
    fits = knowledge.hash_of(older, knowledge.full_recipe(game))
    knowledge._write(older, knowledge.shipped_file(game), fits, knowledge.Ways(0, 0))
    train.main([game.id])
    assert f"learned again: {game.id}" in capsys.readouterr().out
    train.main(["--chances", game.id])
    assert knowledge._ways_of(game) == (0, knowledge.CHANCES_WAY)
    assert f"learned again: {game.id}" in capsys.readouterr().out
    anew = knowledge.known_programme.__wrapped__(game)
    np.testing.assert_array_equal(anew.policy, older.policy)
    assert anew.bends.any()
    monkeypatch.setattr(knowledge, "learn", lambda variant, recipe: older.copy())
    train.main(["--again", game.id])
    assert "learned again" not in capsys.readouterr().out
    assert knowledge.is_of_now(game)
    assert train.main(["--again"]) == 1
    assert train.main(["--chances", "guts"]) == 1
