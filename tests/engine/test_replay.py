"""Whole simulated hands of every card game replayed by the oracle: each act allowed, each meld, winner and
chip agreed.

The oracle takes the cards and the acts of the record, and nothing else. `make soak` replays many more.
"""

from __future__ import annotations

import numpy as np
import pytest

from engine.catalogue import TRAINED, VARIANTS
from engine.catalogue.additions import parse_additions
from engine.catalogue.calls import call
from engine.catalogue.model import Op, Variant, largest_table
from engine.errors import CallError
from engine.kernel.record import HandColumn
from tests.engine.replayed import check, compare, played
from tests.oracle.acts import RuleBroken

CARD_GAMES = [variant for variant in TRAINED.values() if not variant.kernel]
GUESTS = [variant for variant in CARD_GAMES if variant.is_guest]
MIXED = (
    "plain-bold",
    "plain-caller",
    "plain-steady",
    "plain-warrior",
    "plain-loose",
    "plain-folder",
    "plain-tight",
    "plain-cautious",
)
SHORT_STACKS = np.array([3, 200, 11, 40, 7, 90, 1, 25, 60])
ADDED = (
    "wild 2", "wild Js one-eyed", "rank 7", "joker", "jokers hilo", "hilo", "psy", "spade", "hilo psy",
    "hilo spade", "psy spade", "alone", "alone psy", "draw 4", "wild K psy hilo", "charge",
)  # fmt: skip


def called(variant: Variant, words: str) -> Variant | None:
    """The game with an addition, None where it makes no sense there."""
    try:
        return call(variant, parse_additions(words.split()))
    except CallError:
        return None


CALLS = [
    pytest.param(game, id=f"{variant.id} {words}")
    for words in ADDED
    for variant in CARD_GAMES
    if (game := called(variant, words)) is not None
]


@pytest.mark.parametrize("variant", CARD_GAMES, ids=lambda variant: variant.id)
def test_simulated_hands_replay(variant: Variant) -> None:
    fewest, most = variant.players[0], largest_table(variant)
    assert compare(variant, min(5, most), hands=8, profiles=MIXED) >= 8
    compare(variant, fewest, hands=4, seed=2, profiles=("plain-steady",))
    compare(variant, most, hands=2, seed=3, profiles=("plain-steady", "plain-bold", "plain-caller"))
    compare(variant, most, hands=1, seed=4, profiles=("plain-caller",))
    compare(variant, fewest, hands=1, seed=5, profiles=("plain-warrior",))
    compare(variant, fewest, hands=1, seed=6, profiles=("plain-folder",))


NIGHTLY = [pytest.param(*one.values, id=one.id, marks=pytest.mark.nightly) for one in CALLS]
"""By day one in three: each addition in a third of the games, each game with a third of the additions."""


@pytest.mark.parametrize("variant", [CALLS[n] if n % 3 == 0 else NIGHTLY[n] for n in range(len(CALLS))])
def test_hands_with_additions_replay(variant: Variant) -> None:
    compare(
        variant,
        min(4, largest_table(variant)),
        hands=1,
        seed=7,
        profiles=("plain-bold", "plain-steady", "plain-caller"),
    )


@pytest.mark.parametrize("limit", ["fixed", "pot", "pot by-letter", "no-limit"])
@pytest.mark.parametrize("straddle", ["", "straddle"])
@pytest.mark.parametrize("name", ["texas-holdem", "texas-league", "texas-2-step", "omaha-high-low"])
def test_limits_straddle_and_side_pots_replay(name: str, limit: str, straddle: str) -> None:
    variant = call(VARIANTS[name], parse_additions([limit, straddle]))
    for players in (2, 5, 9):
        compare(
            variant,
            players,
            hands=5,
            seed=8,
            profiles=("plain-bold", "plain-loose", "plain-caller", "plain-warrior"),
        )
        compare(
            variant, players, hands=5, seed=9, profiles=("plain-bold", "plain-caller", "plain-warrior"),
            stacks=SHORT_STACKS[:players],
        )  # fmt: skip


def test_players_who_declare_both_at_omaha_split_their_cards_as_the_oracle_does() -> None:
    variant = VARIANTS["omaha-high-low"]
    compare(variant, 5, hands=60, seed=4, profiles=("plain-caller",))
    compare(variant, 6, hands=40, seed=5, profiles=("plain-caller", "plain-warrior"), stacks=SHORT_STACKS[:6])


@pytest.mark.parametrize("variant", GUESTS, ids=lambda variant: variant.id)
def test_antes_bring_ins_and_blinds_of_the_short_of_chips_replay(variant: Variant) -> None:
    for players in (2, 5, largest_table(variant)):
        compare(
            variant, players, hands=12, seed=9,
            profiles=("plain-bold", "plain-caller", "plain-warrior", "plain-loose"),
            stacks=np.resize(SHORT_STACKS, players),
        )  # fmt: skip


def test_a_hand_with_one_act_changed_does_not_replay() -> None:
    """The comparison sees what it should: another winner, another card, another amount."""
    variant = VARIANTS["seven-card-stud-deuces"]
    hand = next(
        hand
        for hand in played(variant, 4, 50, profiles=("plain-caller",))
        if hand.row[HandColumn.SHOWDOWN] == 4
    )
    check(variant, [150] * 4, hand)
    for place in range(len(hand.acts)):
        changed = hand.acts.copy()
        changed[place] += 1 << 15  # one chip more, or the next card
        hand.acts, kept = changed, hand.acts
        with pytest.raises((RuleBroken, AssertionError, ValueError)):
            check(variant, [150] * 4, hand)
        hand.acts = kept


def test_every_op_is_replayed_and_occurs_in_a_game() -> None:
    used = {step.op for variant in CARD_GAMES for step in variant.steps}
    assert used == set(Op) - {Op.END}
