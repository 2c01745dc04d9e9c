"""What players can expect of the pots once nobody can act any more: every way the board may end, counted.

For games whose cards are all told but the common ones: hold'em, omaha and their like, shared high or with an
eight-or-better low. The values are the kernels' own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from engine.cards import card_set, cards_in, pack_of
from engine.errors import VariantError
from engine.jit import PLAIN, kernel, njit
from engine.kernel.state import STATE, new_state
from engine.kernel.value import EIGHT, HIGH, value_of
from engine.programme import PROGRAMME, compile_programme
from engine.terms import Ranking
from engine.variants import Variant
from engine.variants.model import Op
from engine.wild_words import board_size
from language import tr

_PLAIN_STEPS = {Op.END, Op.DEAL_CLOSED, Op.LAY_CLOSED, Op.LAY_OPEN, Op.TURN_BOARD, Op.BET}


class Expected(NamedTuple):
    """What a player gets of the pots on average over all `boards`, in chips, and the variance of that."""

    chips: float
    variance: float
    boards: int


def has_equities(variant: Variant) -> bool:
    """Whether what a game's players hold is worth what the board makes of it, and nothing else."""
    share = variant.share
    return (
        not (variant.kernel or variant.wild or variant.additions or variant.use.lines or share.declared)
        and board_size(variant) > 0
        and all(step.op in _PLAIN_STEPS for step in variant.steps)
        and variant.ranking in (Ranking.MELDS, Ranking.SIX_PLUS)
        and (not share.has_low or share.eight_or_better)
    )


def own_cards(variant: Variant) -> int:
    """How many cards a player of a game with equities holds."""
    return sum(step.count for step in variant.steps if step.op is Op.DEAL_CLOSED)


def equities(
    variant: Variant, held: Sequence[Sequence[int]], board: Sequence[int], pots: Sequence[tuple[int, int]]
) -> list[Expected]:
    """What each player who holds `held` can expect of `pots` where `board` lies and the rest is to come.

    A pot is its chips and a set of bits, of the players who can win it. Any card that none of them holds may
    come. Raises VariantError for a game without such hands.
    """
    if not has_equities(variant):
        raise VariantError(
            tr("{name} has no equities: its hands aren't made by the board alone.", name=variant.name)
        )
    programme = _programme_of(variant)
    state: Any = new_state() if PLAIN else np.zeros(1, STATE)[0]
    own = [card_set(cards) for cards in held]
    lying = card_set(board)
    left = cards_in(card_set(pack_of(variant.pack)) & ~lying & ~sum(own))
    got = np.zeros((2, len(own)))
    boards = _deal_out(
        state, programme, np.array(own, np.int64), lying, np.array(left, np.int64),
        board_size(variant) - len(board), np.array(pots, np.int64).reshape(-1, 2), variant.share.has_low, got,
    )  # fmt: skip
    means = got[0] / boards
    spread = np.maximum(got[1] / boards - means * means, 0)
    return [Expected(float(mean), float(v), boards) for mean, v in zip(means, spread, strict=True)]


@lru_cache(maxsize=64)
def _programme_of(variant: Variant) -> Any:
    programme = compile_programme(variant, variant.players[0])
    return programme if PLAIN else np.array(programme, PROGRAMME)[()]


@njit(makes_arrays=True)
def _share(values: Any, chips: int, can_win: int, low: bool, gets: Any) -> None:
    """Share a pot among the best high hands, and half of it among the best lows if there is one."""
    best = np.zeros(2, np.int64)
    winners = np.zeros(2, np.int64)
    for half in range(2 if low else 1):
        for player in range(gets.size):
            if can_win >> player & 1:
                if values[half, player] > best[half]:
                    best[half], winners[half] = values[half, player], 1
                elif values[half, player] == best[half]:
                    winners[half] += 1
    halves = 2 if low and best[1] > 0 else 1
    for half in range(halves):
        for player in range(gets.size):
            if can_win >> player & 1 and values[half, player] == best[half]:
                gets[player] += chips / halves / winners[half]


@kernel
def _deal_out(
    st: Any, pg: Any, own: Any, lying: int, left: Any, to_come: int, pots: Any, low: bool, got: Any
) -> int:
    """Deal `to_come` of the cards `left` in every way, and add up what each player gets, and its square."""
    players = own.size
    values = np.zeros((2, players), np.int64)
    gets = np.zeros(players)
    chosen = np.arange(to_come)
    boards = 0
    while True:
        board = lying
        for card in left[chosen]:
            board |= np.int64(1) << card
        st.board_open = board
        for player in range(players):
            values[0, player] = value_of(st, pg, 0, own[player], own[player], HIGH)
            if low:
                values[1, player] = value_of(st, pg, 0, own[player], own[player], EIGHT)
        gets[:] = 0
        for pot in range(pots.shape[0]):
            _share(values, pots[pot, 0], pots[pot, 1], low, gets)
        for player in range(players):
            got[0, player] += gets[player]
            got[1, player] += gets[player] * gets[player]
        boards += 1
        place = to_come - 1
        while place >= 0 and chosen[place] == left.size - to_come + place:
            place -= 1
        if place < 0:
            return boards
        chosen[place] += 1
        for later in range(place + 1, to_come):
            chosen[later] = chosen[later - 1] + 1
