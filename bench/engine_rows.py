"""The engine at work, and the floor of that work.

A floor is what no simulator of such hands can leave out: random numbers, the deal and one ranking for each
player, in one compiled loop. It deals as the engine does (a new pack for every hand, keyed by seed and
number).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from bench.hands import as_sets, random_hands, with_twos
from bench.harness import Contender, Run
from engine.cards.card import pack_of
from engine.cards.high import best_meld, natural_meld
from engine.catalogue import VARIANTS
from engine.catalogue.model import Variant
from engine.catalogue.reading import read_definition
from engine.kernel.rng import GOLDEN, R32, below, first_state, mix
from engine.simulate import play

SEED = 7
TWOS = 0x0001_0001_0001_0001


@njit(inline="always")
def _deal(deck: Any, pack: Any, count: int, seed: int, number: int) -> None:
    """Bring `count` cards (an even number) to the top of a new pack, two for each draw of random bits."""
    for at in range(52):
        deck[at] = pack[at]
    state = first_state(seed, number)
    for at in range(0, count, 2):
        state += GOLDEN
        bits = mix(state)
        other = at + below(bits, 52 - at)
        card = deck[other]
        deck[other] = deck[at]
        deck[at] = card
        other = at + 1 + below(bits >> R32, 51 - at)
        card = deck[other]
        deck[other] = deck[at + 1]
        deck[at + 1] = card


@njit
def _holdem_floor(pack: Any, hands: int, players: int, seed: int) -> int:
    deck = pack.copy()
    best = 0
    for number in range(hands):
        _deal(deck, pack, 2 * players + 6, seed, number)
        board = 0
        for place in range(2 * players, 2 * players + 5):
            board |= 1 << deck[place]
        for seat in range(players):
            best = max(best, natural_meld(board | 1 << deck[2 * seat] | 1 << deck[2 * seat + 1]))
    return best


@njit
def _own_cards_floor(pack: Any, hands: int, players: int, cards: int, wild: int, seed: int) -> int:
    deck = pack.copy()
    best = 0
    for number in range(hands):
        _deal(deck, pack, (cards * players + 1) // 2 * 2, seed, number)
        for seat in range(players):
            own = 0
            for place in range(cards * seat, cards * (seat + 1)):
                own |= 1 << deck[place]
            best = max(best, best_meld(own, wild))
    return best


@njit
def _rank_natural(sets: Any, times: int) -> int:
    total = 0
    for _ in range(times):
        for place in range(sets.size):
            total += natural_meld(sets[place])
    return total


@njit
def _rank_wild(sets: Any, times: int, wild: int) -> int:
    total = 0
    for _ in range(times):
        for place in range(sets.size):
            total += best_meld(sets[place], wild)
    return total


def _floor(loop: Callable[..., int], *table: int) -> Callable[[], Run]:
    """A floor's run: a number of hands by one compiled loop."""

    def prepare() -> Run:
        pack = np.array(pack_of(52), dtype=np.int64)

        def run(amount: int) -> int:
            loop(pack, amount, *table, SEED)
            return amount

        run(1)
        return run

    return prepare


def _ranks(loop: Callable[..., int], sets: Callable[[], Any], *wild: int) -> Callable[[], Run]:
    """The run of a ranker over ready sets of cards."""

    def prepare() -> Run:
        hands = sets()

        def run(amount: int) -> int:
            times = max(1, amount // hands.size)
            loop(hands, times, *wild)
            return times * int(hands.size)

        run(1)
        return run

    return prepare


def plays(variant: str | Variant, players: int, profile: str) -> Callable[[], Run]:
    """The engine's run: hands of a game by players of one profile, every action recorded."""

    def prepare() -> Run:
        game = VARIANTS.find(variant) if isinstance(variant, str) else variant

        def run(amount: int) -> int:
            batches = play(
                game, players=players, hands=amount, seed=SEED, profiles=(profile,), detail="actions"
            )
            return sum(len(record.hand) for _, record in batches)

        run(1)
        return run

    return prepare


def _own_stud() -> Variant:
    """Seven card stud with twos wild, as a group's own game."""
    game = read_definition('name = "Our Stud"\nlike = "seven-card-stud"\nwild = ["2"]\n').variant
    assert game is not None
    return game


HOLDEM_FLOOR = Contender(name="floor of hold'em, 6 players", unit="hands", prepare=_floor(_holdem_floor, 6))
STUD_FLOOR = Contender(
    name="floor of seven-card-stud-deuces, 5 players",
    unit="hands",
    prepare=_floor(_own_cards_floor, 5, 7, TWOS),
)
DRAW_FLOOR = Contender(
    name="floor of three-card-draw, 5 players", unit="hands", prepare=_floor(_own_cards_floor, 5, 5, 0)
)
NATURAL = Contender(
    name="peder, natural hands of 7",
    unit="hands ranked",
    prepare=_ranks(_rank_natural, lambda: as_sets(random_hands())),
)
WILD = Contender(
    name="peder, hands of 7 with 1-3 wild", unit="hands ranked", prepare=_ranks(_rank_wild, with_twos, TWOS)
)
HOLDEM = Contender(
    name="peder, texas-holdem, 6 players who call",
    unit="hands",
    prepare=plays("texas-holdem", 6, "plain-caller"),
)
STUD = Contender(
    name="peder, seven-card-stud-deuces, 5 players",
    unit="hands",
    prepare=plays("seven-card-stud-deuces", 5, "plain-steady"),
)
OWN = Contender(
    name="peder, seven-card-stud-deuces as a file of a group's own, 5 players",
    unit="hands",
    prepare=lambda: plays(_own_stud(), 5, "plain-steady")(),
)
DRAW = Contender(
    name="peder, three-card-draw, 5 players",
    unit="hands",
    prepare=plays("three-card-draw", 5, "plain-steady"),
)
