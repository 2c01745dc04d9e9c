"""What players can expect of the pots if nobody acts any more: over every way that the cards to come may
fall, or some that are drawn where there are too many.

For games whose hands are worth what their cards make, shared high or with an eight-or-better low. The values
are the kernels' own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from engine.bits import popcount
from engine.cards import card_set, pack_of
from engine.errors import VariantError
from engine.jit import PLAIN, kernel, njit
from engine.kernel.state import STATE, new_state
from engine.kernel.value import EIGHT, HIGH, value_of
from engine.programme import PROGRAMME, compile_programme
from engine.rng import advance, below, first_state, mix
from engine.terms import Ranking
from engine.variants import Variant
from engine.variants.model import Op
from engine.wild_words import board_size
from language import tr

_PLAIN_STEPS = {Op.END, Op.DEAL_CLOSED, Op.LAY_CLOSED, Op.LAY_OPEN, Op.TURN_BOARD, Op.BET}
COUNTED = 1000
"""So many ways that a board may end are all counted, of more some are drawn (`forecast`)."""
DRAWN = 250
"""Of so many a share is known to .03, which is little beside what the next card does."""


class Expected(NamedTuple):
    """What a player gets of the pots on average over all `boards`, in chips, and the variance of that."""

    chips: float
    variance: float
    boards: int


def has_equities(variant: Variant) -> bool:
    """Whether what a game's players hold is worth what the board makes of it, and nothing else."""
    return (
        cards_decide(variant)
        and board_size(variant) > 0
        and all(step.op in _PLAIN_STEPS for step in variant.steps)
        and variant.ranking in (Ranking.MELDS, Ranking.SIX_PLUS)
    )


def cards_decide(variant: Variant) -> bool:
    """Whether a hand is worth what its cards and the board's make, without cards that cost, send somebody out
    or are wild for one player alone, and without a word about how it plays.
    """
    share = variant.share
    return (
        not (variant.kernel or variant.wild or variant.use.lines or share.declared)
        and not (variant.levy or variant.extra or variant.buys or variant.sent_out or variant.spade)
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
    own, lying = [card_set(cards) for cards in held], card_set(board)
    left = card_set(pack_of(variant.pack)) & ~lying & ~sum(own)
    boards, got = _deal(variant, own, [0] * len(own), lying, left, pots, 0, 0)
    means = got[0] / boards
    spread = np.maximum(got[1] / boards - means * means, 0)
    return [Expected(float(mean), float(v), boards) for mean, v in zip(means, spread, strict=True)]


def forecast(
    variant: Variant,
    own: Sequence[int],
    owed: Sequence[int],
    lying: int,
    left: int,
    pots: Sequence[tuple[int, int]],
    seed: int,
) -> list[float]:
    """What each player can expect of `pots`, in chips, if `owed` more cards came to each and the rest of the
    board, of the cards `left`, and everybody stayed. `own`, `lying` and `left` are sets of cards.

    All ways are counted where they are few, else the mean of some is given: `seed` says which.
    """
    to_come = board_size(variant) - lying.bit_count()
    few = not any(owed) and comb(left.bit_count(), to_come) <= COUNTED
    boards, got = _deal(variant, own, owed, lying, left, pots, 0 if few else DRAWN, seed)
    return [float(chips) for chips in got[0] / boards]


def pots_of(paid: Sequence[int], live: Sequence[int], pot_in: int) -> list[tuple[int, int]]:
    """The main pot and the side pots of what the seats paid, with what was carried in: the chips of each, and
    a bit for each of the seats `live` who can win it.
    """
    stakes = sorted({paid[seat] for seat in live})
    stakes[-1] = max(paid)  # what nobody matched goes to whoever can win the last
    pots: list[tuple[int, int]] = []
    below = 0
    for stake in stakes:
        chips = sum(min(chips, stake) - min(chips, below) for chips in paid)
        can_win = sum(1 << place for place, seat in enumerate(live) if paid[seat] > below or not pots)
        pots.append((chips + (0 if pots else pot_in), can_win))
        below = stake
    return pots


def _deal(
    variant: Variant,
    own: Sequence[int],
    owed: Sequence[int],
    lying: int,
    left: int,
    pots: Sequence[tuple[int, int]],
    drawn: int,
    seed: int,
) -> tuple[int, Any]:
    """How many ways were dealt, and over them the sums of what each player gets and of its square."""
    state: Any = new_state() if PLAIN else np.zeros(1, STATE)[0]
    got = np.zeros((2, len(own)))
    boards = _deal_out(
        state, _programme_of(variant), np.array(own, np.int64), np.array(owed, np.int64), lying,
        left, board_size(variant) - lying.bit_count(),
        np.array(pots, np.int64).reshape(-1, 2), variant.share.has_low, drawn, seed, got,
    )  # fmt: skip
    return boards, got


@lru_cache(maxsize=256)
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


@njit
def _draw(left: Any, count: int, rng: Any) -> Any:
    """Bring `count` random cards of `left` to its beginning; returns the next state of `rng`."""
    for place in range(count):
        rng = advance(rng)
        other = place + below(mix(rng), left.size - place)
        card = left[other]
        left[other] = left[place]
        left[place] = card
    return rng


@njit
def _next_choice(chosen: Any, of: int) -> bool:
    """Go on to the next combination of so many places; False after the last."""
    place = chosen.size - 1
    while place >= 0 and chosen[place] == of - chosen.size + place:
        place -= 1
    if place < 0:
        return False
    chosen[place] += 1
    for later in range(place + 1, chosen.size):
        chosen[later] = chosen[later - 1] + 1
    return True


@kernel
def _deal_out(
    st: Any, pg: Any, own: Any, owed: Any, lying: int, stock: int, to_come: int, pots: Any, low: bool,
    drawn: int, seed: int, got: Any,
) -> int:  # fmt: skip
    """Deal `to_come` of the cards of `stock` to the board and to each player those `owed`, `drawn` times; or
    where that is 0 and players are owed none, in every way. Adds up what each player gets, and its square;
    returns how often.
    """
    players = own.size
    left = np.zeros(popcount(stock), np.int64)
    at = 0
    for card in range(64):
        if stock >> card & 1:
            left[at] = card
            at += 1
    values = np.zeros((2, players), np.int64)
    gets = np.zeros(players)
    chosen = np.arange(to_come)
    needed = to_come + owed.sum()
    rng = first_state(seed, 0)
    st.wild = pg.wild_cards
    ways = 0
    while True:
        if drawn > 0:
            rng = _draw(left, needed, rng)
        st.board_open = lying
        for place in chosen:
            st.board_open |= np.int64(1) << left[place]
        at = to_come
        for player in range(players):
            cards = own[player]
            for _ in range(owed[player]):
                cards |= np.int64(1) << left[at]
                at += 1
            values[0, player] = value_of(st, pg, 0, cards, cards, HIGH)
            if low:
                values[1, player] = value_of(st, pg, 0, cards, cards, EIGHT)
        gets[:] = 0
        for pot in range(pots.shape[0]):
            _share(values, pots[pot, 0], pots[pot, 1], low, gets)
        for player in range(players):
            got[0, player] += gets[player]
            got[1, player] += gets[player] * gets[player]
        ways += 1
        if ways == drawn or (drawn == 0 and not _next_choice(chosen, left.size)):
            return ways
