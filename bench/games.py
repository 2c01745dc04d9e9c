"""Every game of the catalogue against its floor: the deal, and one ranking for each player.

The floor deals what the programme deals to everybody and lays as common cards (in games of dice five each)
and ranks it once; how often a game bets, exchanges, values a hand before its end or comes to lines of the
board is its own.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from bench.engine_rows import SEED, plays
from bench.harness import Contender, Run, take_turns
from engine.cards.card import pack_of
from engine.cards.high import best_meld
from engine.catalogue import CATALOGUE
from engine.catalogue.model import Variant, cards_needed, largest_table
from engine.kernel.rng import GOLDEN, R32, below, first_state, mix

PLAYERS = 5
_DICE = 5
_PACK = 54  # the largest


@njit
def _deal_and_rank(pack: Any, hands: int, players: int, each: int, board: int, wild: int, seed: int) -> int:
    deck = np.empty(_PACK, np.int64)
    size = pack.size
    best = 0
    for number in range(hands):
        for at in range(size):
            deck[at] = pack[at]
        state = first_state(seed, number)
        for at in range(0, each * players + board - 1, 2):
            state += GOLDEN
            bits = mix(state)
            other = at + below(bits, size - at)
            card = deck[other]
            deck[other] = deck[at]
            deck[at] = card
            other = at + 1 + below(bits >> R32, size - 1 - at)
            card = deck[other]
            deck[other] = deck[at + 1]
            deck[at + 1] = card
        common = 0
        for at in range(each * players, each * players + board):
            common |= 1 << deck[at]
        for seat in range(players):
            own = common
            for at in range(each * seat, each * (seat + 1)):
                own |= 1 << deck[at]
            best = max(best, best_meld(own, wild))
    return best


def _players(variant: Variant) -> int:
    return max(variant.players[0], min(PLAYERS, largest_table(variant)))


def _floor(variant: Variant) -> Callable[[], Run]:
    """A floor's run: a number of deals of a game."""

    def prepare() -> Run:
        pack = np.array(pack_of(variant.pack), np.int64)
        players = _players(variant)
        each, board = cards_needed(variant)
        each = each or (len(pack) // players if variant.trumps else _DICE)

        def run(amount: int) -> int:
            _deal_and_rank(pack, amount, players, each, board, variant.wild_cards, SEED)
            return amount

        run(1)
        return run

    return prepare


def _contender(variant: Variant, profile: str) -> Contender:
    name = f"peder, {variant.id}, {_players(variant)} players, {profile}"
    return Contender(name=name, unit="hands", prepare=plays(variant.id, _players(variant), profile))


FLOORS = {
    variant.id: Contender(
        name=f"{variant.id} dealt and ranked, {_players(variant)} players",
        unit="hands",
        prepare=_floor(variant),
    )
    for variant in CATALOGUE.values()
}
GAMES = {variant.id: _contender(variant, "regular") for variant in CATALOGUE.values()}
"""Every game of the catalogue by the players that are the default, every action recorded."""


def median_of_plain() -> float:
    """Microseconds a hand of the median game by plain players."""
    rates, _ = take_turns(
        [_contender(variant, "plain-steady") for variant in CATALOGUE.values()], turns=3, seconds=0.02
    )
    return 1e6 / statistics.median(statistics.median(values) for values in rates.values())


def median_of_regular() -> float:
    """How many times as long as its floor a hand of regulars takes, in the median game."""
    rates, _ = take_turns([*FLOORS.values(), *GAMES.values()], turns=3, seconds=0.02)
    middle = {name: statistics.median(values) for name, values in rates.items()}
    return statistics.median(middle[FLOORS[game].name] / middle[GAMES[game].name] for game in GAMES)
