"""The player by chance and pot odds, against whom `make soak` tries the learned one: it knows its chances."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards.card import card_set, parse_cards
from engine.catalogue import VARIANTS
from engine.kernel.program import compile_program
from engine.kernel.state import new_state
from tests.engine.learning.pot_odds import bot_of, chance_by_samples

SAMPLES = 400


def chance(game: str, own: str, board: str, others: int) -> float:
    """The chance of a hand against a number of unknown hands."""
    variant, state = VARIANTS[game], new_state()
    bot = bot_of(variant)
    state.players = state.live_count = others + 1
    state.live = (1 << others + 1) - 1
    state.own[0], state.board_open = card_set(parse_cards(own)), card_set(parse_cards(board))
    program = compile_program(variant, 6)
    with np.errstate(over="ignore"):
        return chance_by_samples(state, program, 0, int(bot.bet_at), int(bot.raise_at), SAMPLES)


@pytest.mark.parametrize(
    ("game", "own", "board", "others", "known"),
    [
        ("texas-holdem", "As Ah", "", 1, 0.852),
        ("texas-holdem", "As Ah", "", 3, 0.639),
        ("texas-holdem", "As Ks", "Qs Js 2d 3c Ts", 5, 1.0),
        ("straight-poker", "2s 3h 4d 5c 7s", "", 1, 0.0),
    ],
)
def test_it_knows_its_chances(game: str, own: str, board: str, others: int, known: float) -> None:
    """Two aces against one and three random hands, the best and the worst hand there is."""
    assert chance(game, own, board, others) == pytest.approx(known, abs=4 * np.sqrt(0.25 / SAMPLES))
