"""A player of another kind to try the learned one against: chances by Monte Carlo, decisions by pot odds.

    python -m tests.engine.learning.pot_odds [HANDS] [GAME]…

It deals the unseen cards at random among those who are in, counts how often its hand wins, bets as much as
it may with more than a third above a fair share, and calls where the pot pays. It takes nothing from the
engine's players: it stands in the place of `engine.kernel.betting.decide`, and what calls that is compiled
anew (half a minute). For games whose hands are dealt and bet, without exchanges and wild cards.
"""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import replace
from typing import Any

if __name__ == "__main__":
    os.environ.setdefault("NUMBA_CACHE_DIR", tempfile.mkdtemp())  # the engine's own kernels stay as they are

import numpy as np

from engine.cards.bits import popcount
from engine.cards.high import best_meld
from engine.catalogue.model import Op, Variant
from engine.compile.jit import njit
from engine.kernel import betting
from engine.kernel.rng import advance, below, mix
from engine.kernel.stock import decision_bits
from engine.players.profiles import BET_AT, PROFILES, RAISE_AT, TIGHT, Profile
from engine.terms import Limit

GAMES = ("straight-poker", "five-card-stud", "seven-card-stud", "cincinnati", "texas-holdem")
SAMPLES = 100
_BOT = -1.0
_FOLD, _CALL, _RAISE = 0, 1, 2
_HOUSE = Limit.HOUSE.code
engine_decides = betting.decide


def bot_of(variant: Variant) -> Profile:
    """The bot's row: a plain profile of its own, with the cards that each player and the board will have."""
    each = board = 0
    for step in variant.steps:
        if step.op in (Op.DEAL_CLOSED, Op.DEAL_OPEN):
            each += step.count
        elif step.op in (Op.LAY_CLOSED, Op.LAY_OPEN):
            board += step.count
    return replace(PROFILES["plain-steady"], tight=_BOT, bet_at=float(each), raise_at=float(board))


@njit
def chance_by_samples(st: Any, pg: Any, seat: int, each: int, on_board: int, samples: int) -> float:
    """A seat's share of the pot over a number of deals of the cards it can't see, against all who are in now."""
    own, board = st.own[seat], st.board_open
    seen = own | board
    for other in range(st.players):
        seen |= st.open[other]
    unseen = np.empty(54, np.int64)
    left = 0
    for place in range(pg.pack_size):
        if not seen >> pg.pack[place] & 1:
            unseen[left] = pg.pack[place]
            left += 1
    bits = decision_bits(st, seat)
    won = 0.0
    for _ in range(samples):
        dealt = 0
        whole = board
        hand = own
        for card in range(each - popcount(own) + on_board - popcount(board)):
            bits = advance(bits)
            place = dealt + below(mix(bits), left - dealt)
            unseen[dealt], unseen[place] = unseen[place], unseen[dealt]
            if card < on_board - popcount(board):
                whole |= 1 << unseen[dealt]
            else:
                hand |= 1 << unseen[dealt]
            dealt += 1
        mine = best_meld(hand | whole, 0)
        share = 1.0
        for other in range(st.players):
            if share > 0.0 and other != seat and st.live >> other & 1:
                hand = st.open[other]
                while popcount(hand) < each:
                    bits = advance(bits)
                    place = dealt + below(mix(bits), left - dealt)
                    unseen[dealt], unseen[place] = unseen[place], unseen[dealt]
                    hand |= 1 << unseen[dealt]
                    dealt += 1
                theirs = best_meld(hand | whole, 0)
                if theirs > mine:
                    share = 0.0
                elif theirs == mine:
                    share = 1.0 / (1.0 / share + 1.0)
        won += share
    return won / samples


@njit
def decide(st: Any, pg: Any, seat: int, may_raise: bool) -> tuple[int, int]:
    """What a seat does, the bot's or another's."""
    if st.profiles[seat, TIGHT] != _BOT:
        return engine_decides(st, pg, seat, may_raise)
    each, board = int(st.profiles[seat, BET_AT]), int(st.profiles[seat, RAISE_AT])
    chance = chance_by_samples(st, pg, seat, each, board, SAMPLES)
    price = st.bet - st.put_in[seat]
    if may_raise and st.raises < 4 and chance * st.live_count > 4 / 3:
        return _RAISE, int(pg.max_raise if pg.limit == _HOUSE else st.least_raise)
    if price == 0 or chance * (st.pot + price) >= price:
        return _CALL, 0
    return _FOLD, 0


def matches(variant: Variant, hands: int, seed: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """Regular against five bots, and a bot against five regulars: antes a hundred hands, and the error."""
    from bench.players import one_against

    regular, bot = PROFILES["regular"], bot_of(variant)
    return one_against(variant, regular, bot, hands, seed), one_against(
        variant, bot, regular, hands, seed + 1
    )


def main(words: list[str]) -> None:
    """Play the matches and print them."""
    from engine.catalogue import VARIANTS

    betting.decide = decide
    for name in words[1:] or GAMES:
        variant = VARIANTS.find(name)
        (won, error), (met, met_error) = matches(variant, int(words[0]) if words else 24_000, 400_000)
        print(
            f"{variant.id}: regular {won:+.1f} ± {error:.1f}, a bot among it {met:+.1f} ± {met_error:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
