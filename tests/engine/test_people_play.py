"""People play like people: what nobody at a table does, over 20,000 hands of each line-up of a comparison."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.api import (
    KIND_MASK,
    MAX_ROUND,
    ROUND_SHIFT,
    SEAT_SHIFT,
    VARIANTS,
    Act,
    Detail,
    Variant,
    call,
    parse_additions,
    play,
)
from engine.cards.high import best_meld
from engine.kernel.actions import VALUE_SHIFT
from engine.players.betting_table import CAP, folds_at_price
from engine.players.profiles import Profile, find_profile
from pipeline.simulation.fitting import _profiles_of

HANDS, PLAYERS, SEED = 20_000, 6, 4
PEOPLE: dict[str, Sequence[str | Profile]] = {
    "friends": ("friends",), "careful": ("careful",), "loose": ("station",),
    "mixed": ("novice", "rock", "station", "aggressive"),
    "fitted": _profiles_of(np.array([[-2.0, -1.5, -1.0, 0.5], [1.5, 1.0, 1.0, 0.5], [-0.5, -3.0, -3.0, 0.5], [0.5, 0.0, 2.0, 0.5]])),
}  # fmt: skip
"""The line-ups of `pipeline.analysis.compare`, and a fitted group of players who differ far; `regular` itself plays by its table, of which seldom
trained rows are noisy.
"""
LINE_UPS = [
    line_up if line_up in ("friends", "fitted") else pytest.param(line_up, marks=pytest.mark.nightly)
    for line_up in PEOPLE
]
"""By day the line-up that is played most and the one whose players differ most."""
NO_LIMIT = call(VARIANTS["texas-holdem"], parse_additions(["no-limit"]))
PAYS = np.isin(np.arange(64), [int(act) for act in Act if act.pays])
RAISES = np.isin(np.arange(64), [int(act) for act in Act if act.aggressive])
FOLD, CALL, ANTE = int(Act.FOLD), int(Act.CALL), int(Act.ANTE)
CLOSED, OPEN, TURNED = int(Act.DEAL_CLOSED), int(Act.DEAL_OPEN), int(Act.TURN_BOARD)
ACE = 12
Ints = NDArray[np.int64]


class Acts(NamedTuple):
    """The acts of all hands, a number an act: its hand, kind, seat, betting round (0 before the first) and value."""

    hand: Ints
    kind: Ints
    seat: Ints
    street: Ints
    value: Ints


@cache
def played(variant: Variant, line_up: str) -> Acts:
    hands, acts, before = [], [], 0
    for _, record in play(
        variant, players=PLAYERS, hands=HANDS, seed=SEED, profiles=PEOPLE[line_up], detail=Detail.CARDS
    ):
        hands.append(before + np.repeat(np.arange(len(record.hand)), np.diff(record.action_ends)))
        acts.append(record.actions.copy())
        before += len(record.hand)
    packed = np.concatenate(acts)
    return Acts(
        np.concatenate(hands), packed & KIND_MASK, packed >> SEAT_SHIFT & 15, packed >> ROUND_SHIFT & MAX_ROUND,
        packed >> VALUE_SHIFT,
    )  # fmt: skip


def hands_of(acts: Acts, wanted: NDArray[np.bool_]) -> Iterator[list[list[int]]]:
    """The acts (kind, seat, round, value) of each hand that has one of the `wanted` acts."""
    has = np.zeros(acts.hand[-1] + 1, bool)
    has[acts.hand[wanted]] = True
    acts = Acts(*(column[has[acts.hand]] for column in acts))
    rows = np.column_stack([acts.kind, acts.seat, acts.street, acts.value])
    for hand in np.split(rows, np.flatnonzero(np.diff(acts.hand)) + 1):
        yield hand.tolist()


@pytest.mark.parametrize("line_up", LINE_UPS)
@pytest.mark.parametrize("limit", ["no-limit", "limit"])
def test_nobody_folds_aces_before_the_flop(line_up: str, limit: str) -> None:
    """Short of a war of raises, in which chance and price decide."""
    acts = played(call(VARIANTS["texas-holdem"], parse_additions([limit])), line_up)
    dealt = (acts.kind == CLOSED) & (acts.value % 16 == ACE)
    held = np.zeros((HANDS, PLAYERS), int)
    np.add.at(held, (acts.hand[dealt], acts.seat[dealt]), 1)
    assert (held == 2).sum() > 300
    raised = np.cumsum(RAISES[acts.kind])
    before = raised - raised[np.flatnonzero(np.diff(acts.hand, prepend=-1))][acts.hand]
    folds = (acts.kind == FOLD) & (acts.street == 1) & (before < CAP)
    assert not (held[acts.hand[folds], acts.seat[folds]] == 2).any()


@pytest.mark.parametrize("line_up", LINE_UPS)
def test_nobody_folds_the_nuts(line_up: str) -> None:
    """At the river of no-limit hold'em: a hand that no two other cards beat."""
    folds = nuts = 0
    acts = played(NO_LIMIT, line_up)
    for hand in hands_of(acts, (acts.kind == FOLD) & (acts.street == 4)):
        own, board = [0] * PLAYERS, 0
        for kind, seat, street, value in hand:
            if kind == CLOSED:
                own[seat] |= 1 << value
            elif kind == TURNED:
                board |= 1 << value
            elif kind == FOLD and street == 4:
                folds += 1
                nuts += is_nuts(own[seat], board)
    assert folds > 1000
    assert nuts == 0


def is_nuts(own: int, board: int) -> bool:
    mine = best_meld(own | board, 0)
    others = [1 << suit + rank for suit in range(0, 64, 16) for rank in range(13)]
    others = [card for card in others if not card & (own | board)]
    return not any(
        best_meld(board | one | other, 0) > mine
        for place, one in enumerate(others)
        for other in others[:place]
    )


def first_round_folds(acts: Acts, low: float, high: float) -> tuple[int, int]:
    """Decisions of the first round whose price is from `low` to `high` times the pot, and how many of them are folds."""
    prices = folds = 0
    for hand in hands_of(acts, acts.street == 1):
        pot = bet = 0
        put = [0] * PLAYERS
        for kind, seat, street, value in hand:
            price = bet - put[seat] if seat < PLAYERS else 0
            decides = street == 1 and (kind in (FOLD, CALL) or RAISES[kind])
            if decides and price > 0 and low * pot <= price < high * pot:
                prices += 1
                folds += kind == FOLD
            if PAYS[kind]:
                pot += value
            if PAYS[kind] and kind != ANTE and street == 1:
                put[seat] += value
                bet = max(bet, put[seat])
    return prices, folds


@pytest.mark.parametrize("line_up", LINE_UPS)
def test_a_small_price_is_paid_at_stud_as_at_holdem(line_up: str) -> None:
    """In the first round, below 8 % of the pot: people folded 6 of 31 times below an eighth of the pot in logs of hold'em, and 1 of
    10 where they played for money.
    """
    prices, folds = first_round_folds(played(VARIANTS["seven-card-stud"], line_up), 0.0, 0.08)
    assert prices == 0 or folds / prices < 0.1 + 0.1, (folds, prices)


def test_friends_fold_more_to_first_bets_at_stud_and_draw_than_at_holdem() -> None:
    """As `docs/players.md` says. At a fifth to a third of the pot, people folded 31 ± 2 of 100 in logs of hold'em (410 decisions), nearly all with a
    blind in; those without one folded 54 ± 4 of 100 at two to four fifths (165).
    """
    games = (NO_LIMIT, VARIANTS["seven-card-stud"], VARIANTS["three-card-draw"])
    cases = [first_round_folds(played(game, "friends"), 0.2, 0.34) for game in games]
    assert all(prices > 5000 for prices, _ in cases)
    holdem, *others = (folds / prices for prices, folds in cases)
    assert 0.2 < holdem < 0.45
    assert all(0.6 < other < 0.8 for other in others), others


@pytest.mark.parametrize("line_up", LINE_UPS)
@pytest.mark.parametrize(
    "game", ["seven-card-stud", pytest.param("five-card-stud", marks=pytest.mark.nightly)]
)
def test_few_last_calls_are_beaten_by_open_cards(line_up: str, game: str) -> None:
    variant = VARIANTS[game]
    calls = beaten = 0
    acts = played(variant, line_up)
    for hand in hands_of(acts, (acts.kind == CALL) & (acts.street == variant.rounds)):
        own, opened, live = [0] * PLAYERS, [0] * PLAYERS, set(range(PLAYERS))
        for kind, seat, street, value in hand:
            if kind in (CLOSED, OPEN):
                own[seat] |= 1 << value
            if kind == OPEN:
                opened[seat] |= 1 << value
            if kind == FOLD:
                live.discard(seat)
            if kind == CALL and street == variant.rounds:
                calls += 1
                mine = best_meld(own[seat], 0)
                beaten += any(best_meld(opened[other], 0) > mine for other in live - {seat})
    assert calls > 1000
    assert beaten <= 0.01 * calls


def test_the_best_player_and_plain_ones_are_left_alone() -> None:
    """What the table never folds has no odds to move, and a player who departs in nothing asks the table alone."""
    for loose in (-3.0, 0.0, 3.0):
        assert folds_at_price(0.0, loose) == 0.0
    shares = np.array(
        [[folds_at_price(folds, loose) for folds in (0.1, 0.5, 1.0)] for loose in (-1.0, 0.0, 1.0)]
    )
    np.testing.assert_allclose(shares[1], [0.1, 0.5, 0.97])
    assert (np.diff(shares, axis=0) < 0).all(), "looser players fold less"
    np.testing.assert_allclose(np.diff(np.log(shares / (1 - shares)), axis=0), -2.0)
    assert find_profile("regular") == Profile(learned=1.0)
