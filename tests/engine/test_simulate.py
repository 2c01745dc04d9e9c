"""The simulator: the same hands however they are played, chips conserved, chances as they are known to be."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards.high import CATEGORIES
from engine.catalogue import TRAINED, VARIANTS
from engine.catalogue.additions import parse_additions
from engine.catalogue.calls import call
from engine.catalogue.deals import read_steps
from engine.catalogue.model import Variant, Wild, WildKind, largest_table, ranks
from engine.errors import CallError
from engine.kernel.record import Buffers, HandColumn, Record, SeatColumn
from engine.kernel.state import STATE, new_state
from engine.players.training.quantiles import quantiles_of
from engine.simulate import play
from engine.terms import Outcome
from tests.engine.replayed import compare
from tests.known_counts import CATEGORY_COUNTS
from tests.oracle import games as oracle

CARD_GAMES = [variant for variant in TRAINED.values() if not variant.kernel]
ROOT = Path(__file__).parents[2]
SIGMAS = 5.0
"""How far a count may lie from what is expected: once in two million."""


Rows = list[NDArray[np.int64]]


def together(batches: list[Rows]) -> Rows:
    """Rows, acts and shares of batches, end to end."""
    return [np.concatenate(arrays) for arrays in zip(*batches, strict=True)]


PLAIN = ("plain-steady", "plain-bold")
CHASES = ("midnight-baseball", "narwidjan-munaeklips")
CHASERS = ("regular", "aggressive", "maniac")


def rows(
    name: str, hands: int, first: int = 0, buffers: Buffers | None = None, profiles: tuple[str, ...] = PLAIN
) -> Rows:
    """Hand rows, seat rows, acts, shares and how many of each hand (a batch is valid until the next)."""
    variant = VARIANTS[name]
    players = min(5, largest_table(variant))
    batches = play(
        variant, players=players, hands=hands, seed=11, first_hand=first, detail="cards", buffers=buffers,
        profiles=profiles,
    )  # fmt: skip
    return together(
        [
            [each.copy() for each in (one.hand, one.seat, one.actions, one.shares)]
            + [np.diff(one.action_ends), np.diff(one.share_ends)]
            for _, one in batches
        ]
    )


@pytest.mark.parametrize(
    "name", ["seven-card-stud-deuces", "mississippi-ratfuck", "poker-32", "midnight-baseball"]
)
def test_batches_make_no_difference(name: str) -> None:
    hands = 1000 if name == "poker-32" else 200
    whole = rows(name, hands)
    parts = together([rows(name, 1, first) for first in range(hands)])
    for one, other in zip(whole, parts, strict=True):
        np.testing.assert_array_equal(one, other)


def test_threads_make_no_difference() -> None:
    alone = [rows(name, 500) for name in ("cincinnati", "omaha")]
    with ThreadPoolExecutor(2) as pool:
        at_once = pool.map(lambda name: rows(name, 500), ("cincinnati", "omaha"))
    for one, other in zip(alone, at_once, strict=True):
        for some, others in zip(one, other, strict=True):
            np.testing.assert_array_equal(some, others)


def test_room_that_another_game_left_makes_no_difference() -> None:
    for variant in CARD_GAMES:
        buffers = Buffers()
        with buffers.borrow(
            20_000, min(5, largest_table(variant)), actions=2_000_000, shares=300_000
        ) as left:
            for array in left:
                array[:] = 12345
        for one, other in zip(rows(variant.id, 9), rows(variant.id, 9, buffers=buffers), strict=True):
            np.testing.assert_array_equal(one, other)


def test_room_is_filled_again_by_one_game_at_a_time() -> None:
    buffers = Buffers()
    with buffers.borrow(9, 5, actions=1, shares=1) as one, buffers.borrow(9, 5, actions=1, shares=1) as other:
        assert not np.shares_memory(one.hand, other.hand)
    with buffers.borrow(9, 5, actions=1, shares=1) as again:
        assert np.shares_memory(again.hand, one.hand)
    with buffers.borrow(9, 4, actions=1, shares=1) as smaller:
        assert smaller.seat.shape == (9, 4, len(SeatColumn))


LEARNING = {
    "training", "sampling",
}  # fmt: skip
"""Fields of the state that only a study sets, on a state of its own."""

UNJITTED = """
import sys
import numpy as np
import engine.simulate
from engine.players.training import card_games as knowledge
from engine.players.training.quantiles import Quantiles
from tests.engine import test_simulate as here
quantiles = dict(np.load(sys.argv[1]))
knowledge.quantiles_of = lambda variant: Quantiles(*quantiles[variant.id])
found = {}
for variant in here.CARD_GAMES:
    for number, rows in enumerate(here.rows(variant.id, 2)):
        found[f"{variant.id} {number}"] = rows

from engine.kernel import hand_features, trained
kept = trained.chase_chance
def anew(st, pg, seat):
    st.chase.known_of[seat] = 0
    return kept(st, pg, seat)
hand_features.chase_chance = trained.chase_chance = anew
for name in here.CHASES:
    for number, rows in enumerate(here.rows(name, 12, profiles=here.CHASERS)):
        found[f"{name} anew {number}"] = rows
np.savez(sys.argv[2], **found)
"""
"""Plays without a compiler, and chases without values cached between decisions."""


@pytest.mark.nightly  # in short: tests/engine/games/test_plain_python.py
def test_compiled_or_not_makes_no_difference(tmp_path: Path) -> None:
    """Two hands of every game, some of the chases; what hands hold at each street is computed once."""
    quantiles = {variant.id: quantiles_of(variant) for variant in CARD_GAMES}
    np.savez(tmp_path / "quantiles.npz", **quantiles)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", UNJITTED, tmp_path / "quantiles.npz", tmp_path / "found.npz"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    result = np.load(tmp_path / "found.npz")
    for variant in CARD_GAMES:
        for number, array in enumerate(rows(variant.id, 2)):
            np.testing.assert_array_equal(result[f"{variant.id} {number}"], array, err_msg=variant.id)
    for name in CHASES:  # cached values of a chase equal those computed at each decision
        hand, seat, acts, *rest = rows(name, 12, profiles=CHASERS)
        assert len(acts) > 12 * 30
        for number, array in enumerate((hand, seat, acts, *rest)):
            np.testing.assert_array_equal(result[f"{name} anew {number}"], array, err_msg=name)


def assert_conserved(record: Record) -> None:
    """Every chip of every hand is somewhere, and the shares are what was won."""
    paid, won = record.seat[:, :, SeatColumn.PAID], record.seat[:, :, SeatColumn.WON]
    pot_in, pot = record.hand[:, HandColumn.POT_IN], record.hand[:, HandColumn.POT]
    np.testing.assert_array_equal(pot, pot_in + paid.sum(axis=1))
    np.testing.assert_array_equal(pot, won.sum(axis=1) + record.hand[:, HandColumn.POT_OUT])
    chips = np.concatenate([[0], np.cumsum(record.shares >> 24)])
    np.testing.assert_array_equal(np.diff(chips[record.share_ends]), won.sum(axis=1))
    assert (paid >= 0).all()


@pytest.mark.parametrize("variant", CARD_GAMES, ids=lambda variant: variant.id)
def test_chips_are_conserved(variant: Variant) -> None:
    for profile in ("plain-steady", "plain-warrior", "plain-folder", "plain-caller"):
        for _, record in play(
            variant, players=largest_table(variant), hands=200, seed=3, profiles=(profile,), detail="actions"
        ):
            assert_conserved(record)


def test_a_pot_without_a_winner_is_played_for_again() -> None:
    hand = rows("poker-32", 500)[0]
    after = np.flatnonzero(hand[:, HandColumn.OUTCOME] == Outcome.CARRIED.code) + 1
    assert len(after)
    np.testing.assert_array_equal(hand[after, HandColumn.POT_IN], hand[after - 1, HandColumn.POT_OUT])
    np.testing.assert_array_equal(hand[after, HandColumn.CHAIN], hand[after - 1, HandColumn.CHAIN] + 1)


@pytest.mark.parametrize(
    ("name", "players", "fits"),
    [
        ("straight-poker", 8, "3 to 7"), ("straight-poker", 2, "3 to 7"), ("poker-32", 5, "3 to 4"),
        ("texas-holdem", 11, "2 to 10"), ("omaha", 10, "2 to 9"), ("rubbers-in-the-dark", 8, "3 to 7"),
    ],
)  # fmt: skip
def test_a_table_that_does_not_fit_is_refused(name: str, players: int, fits: str) -> None:
    with pytest.raises(CallError, match=f"takes {fits} players, not {players}"):
        list(play(VARIANTS[name], players=players, hands=1, seed=1))


SHOWN = [
    ("straight-poker", "", "5 of 52"),
    ("straight-poker", "joker", "5 of 53, one joker"),
    ("five-card-stud-deuces", "", "5 of 52, deuces wild"),
    ("seven-card-stud", "", "7 of 52"),
    ("texas-holdem", "", "7 of 52"),
]


@pytest.mark.parametrize(("name", "words", "counts"), SHOWN)
def test_categories_at_showdowns_without_folds(name: str, words: str, counts: str) -> None:
    """One hand of each deal, so that they are independent."""
    variant = call(VARIANTS[name], parse_additions(words.split()))
    known = list(CATEGORY_COUNTS[counts].items())
    expected = dict.fromkeys(CATEGORIES, 0)
    names = {
        "fivekind": "five", "quads": "four", "fullhouse": "full_house", "trips": "three",
        "twopair": "two_pair", "high": "high_card", "royal": "straight_flush",
        "straightflush": "straight_flush",
    }  # fmt: skip
    for category, count in known:
        expected[names.get(category, category)] += count
    total = sum(expected.values())
    hands = 100_000
    seen = np.zeros(len(CATEGORIES), np.int64)
    for _, record in play(variant, players=3, hands=hands, seed=5, profiles=("plain-caller",)):
        assert (record.hand[:, HandColumn.SHOWDOWN] == 3).all()
        seen += np.bincount(record.seat[:, 0, SeatColumn.SCORE] >> 44, minlength=len(CATEGORIES))
    for category, count in zip(CATEGORIES, seen, strict=True):
        chance = expected[category] / total
        spread = SIGMAS * (hands * chance * (1 - chance)) ** 0.5
        assert abs(count - hands * chance) <= spread + (2 if chance else 0), category


def test_a_made_up_game_is_played_from_its_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new game of known mechanics is one entry, which the oracle's own statement of it replays."""
    variant = Variant(
        id="pig-in-the-middle", name="Pig in the Middle", family="common",
        summary="Two closed cards, one open, two common cards of which the second is wild, and an exchange.",
        steps=read_steps("2 down, 1 up, bet, 2 x (1 down, 1 common down), bet, exchange 1, bet, 2 x (turn, bet)"), wild_cards=ranks("T"),
        wild=(Wild(kind=WildKind.BOARD, places=(1,)),),
    )  # fmt: skip
    told = oracle.Game(
        id=variant.id, programme="D2 U1 B 2*(D1 C1) B X1 B T B T B", ranks=(10,), wild=oracle.common(1)
    )
    monkeypatch.setitem(oracle.GAMES, variant.id, told)
    for players in (3, 5, 7):
        assert (
            compare(variant, players, hands=25, profiles=("plain-steady", "plain-bold", "plain-caller")) == 25
        )


@pytest.mark.parametrize("variant", CARD_GAMES, ids=lambda variant: variant.id)
def test_what_was_played_before_at_a_table_leaves_nothing_behind(variant: Variant) -> None:
    def played(buffers: Buffers) -> list[np.ndarray]:
        batches = play(
            variant, players=largest_table(variant), hands=20, seed=5, profiles=["regular", "plain-steady"],
            detail="cards", buffers=buffers,
        )  # fmt: skip
        return [array.copy() for _, record in batches for array in record]

    used = Buffers()
    used.state = new_state()
    ours = set(STATE.names or ()) - LEARNING
    for name in ours:
        used.state[name] = 1
    for fresh, again in zip(played(Buffers()), played(used), strict=True):
        np.testing.assert_array_equal(fresh, again)
