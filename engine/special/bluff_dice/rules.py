"""The rules of bluff dice (SR): who pays for a doubt, who is next, and how dice are thrown."""

from __future__ import annotations

from typing import Any

from engine.compile.jit import njit
from engine.special.dice import DICE, FACES, throw_dice, throw_score

STAKES = 5
OPENING_THROWS = 3
TRIES = 5
"""Throws of who takes five aces."""
NO_CLAIM = -1
_ACE = FACES - 1


@njit
def doubt_is_right(dice: Any, claim: int) -> bool:
    """Whether the dice are worth less than announced, so that the announcer pays; else the doubter does."""
    return bool(throw_score(dice) < claim)


@njit
def try_for_aces(sheet: Any, dice: Any, seat: int, round_no: int) -> bool:
    """Who took five aces throws up to five times, at least one die, keeping aces; whether five aces came of
    it.
    """
    thrown = 0
    for die in range(DICE):
        if dice[die] != _ACE:
            thrown |= 1 << die
    thrown = thrown if thrown else 1
    for _ in range(TRIES):
        throw_dice(sheet, dice, thrown, seat, round_no)
        thrown = 0
        for die in range(DICE):
            if dice[die] != _ACE:
                thrown |= 1 << die
        if thrown == 0:
            return True
    return False
