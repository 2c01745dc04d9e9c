"""Poker with 32 and 33 cards: who draws when, who comes back (ruling 33), how a chain ends (ruling 39)."""

from __future__ import annotations

import numpy as np
import pytest

from engine.catalogue import VARIANTS
from engine.kernel.actions import Act, unpack
from engine.kernel.record import HandColumn, SeatColumn
from engine.simulate import play
from engine.terms import Outcome
from tests.engine.replayed import LONGEST, Hand, compare, hands_of, played

PLAYERS = 4
DEALER = PLAYERS - 1


def draws(hand: Hand) -> list[int]:
    """The seats that drew or stood pat visibly, in order."""
    throws = [act.seat for act in map(unpack, hand.acts) if act.kind is Act.THROW]
    return list(dict.fromkeys(throws))


@pytest.mark.parametrize("game", ["poker-32", "poker-33"])
def test_the_draw_goes_around_from_the_highest_bettor_the_dealer_last(game: str) -> None:
    seen = set()
    for hand in played(
        VARIANTS[game], PLAYERS, 300, profiles=("plain-bold", "plain-steady", "plain-loose", "plain-bold")
    ):
        bettors = [
            act.seat for act in map(unpack, hand.acts)
            if act.round_no == 1 and act.kind in (Act.BET, Act.RAISE)
        ]  # fmt: skip
        if not bettors:
            continue
        highest = bettors[-1]
        around = [(highest - turn) % PLAYERS for turn in range(PLAYERS)]
        order = [seat for seat in around if seat != DEALER] + [DEALER]
        assert draws(hand) == [seat for seat in order if seat in draws(hand)]
        seen.add(highest)
    assert len(seen) == PLAYERS


def test_players_who_passed_are_asked_once_where_all_but_one_passed() -> None:
    """A player comes back against the one who is left, or the hand is over; the oracle agrees."""
    back = over = 0
    for hand in played(
        VARIANTS["poker-32"],
        PLAYERS,
        400,
        profiles=("plain-bold", "plain-steady", "plain-loose", "plain-tight"),
    ):
        acts = [unpack(act) for act in hand.acts]
        folds = [act.seat for act in acts if act.kind is Act.FOLD and act.round_no == 1]
        if len(folds) < PLAYERS - 1:
            continue
        if any(act.kind is Act.CALL and act.seat in folds for act in acts):
            back += 1
        else:
            over += 1
            assert hand.row[HandColumn.OUTCOME] == Outcome.LAST_STANDING.code
    assert back
    assert over
    assert (
        compare(
            VARIANTS["poker-32"], PLAYERS, 200, seed=5, profiles=("plain-bold", "plain-steady", "plain-loose")
        )
        >= 200
    )


def test_a_chain_without_a_winner_ends_with_a_split() -> None:
    """Callers never bet, so all pass every deal; the last is split, and no chip is lost."""
    chains = 0
    for _, record in play(VARIANTS["poker-32"], players=3, hands=2, seed=1, profiles=["plain-caller"]):
        outcome = record.hand[:, HandColumn.OUTCOME]
        ends = np.arange(LONGEST - 1, len(outcome), LONGEST)
        assert (outcome[ends] == Outcome.SPLIT.code).all()
        assert (np.delete(outcome, ends) == Outcome.CARRIED.code).all()
        assert (record.hand[ends, HandColumn.POT_OUT] == 0).all()
        assert (record.seat[ends, :, SeatColumn.WON] == 2 * LONGEST).all()
        assert sorted([hand.shares for hand in hands_of(record)][LONGEST - 1]) == [
            (0, "whole", seat, 2 * LONGEST) for seat in range(3)
        ]
        chains += len(ends)
    assert chains == 2
    compare(VARIANTS["poker-32"], 3, 1, profiles=("plain-caller",))


def test_at_the_table_a_chain_goes_on() -> None:
    (_, record), *_ = play(
        VARIANTS["poker-32"], players=3, hands=1, seed=1, profiles=["plain-caller"], chained=False, pot_in=384
    )
    assert record.hand[0, HandColumn.POT_OUT] == 390
