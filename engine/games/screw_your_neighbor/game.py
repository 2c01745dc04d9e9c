"""Screw Your Neighbor (RG): one card each, kept or swapped to the left, and the lowest loses a life.

Ace is low, king high. A king is passed over, a queen sends the swap to the right, where a picture card blocks
it too (ruling 34), a jack stops it. The dealer, last to act, may cut the stock. All who tie for lowest lose a
life, unless that would end everybody: then the round is played again (ruling 17). Each of the four lives is a
stake, put up at the start; the last one standing takes the pot. The pack is shuffled for every round, and the
deal passes to the left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.actions import Act
from engine.bits import popcount
from engine.cards import pack_of
from engine.games.batch import (
    LAST_STANDING,
    WON,
    GameKernel,
    Rows,
    Sitting,
    batches,
    check_stakes,
    draw,
    end_hand,
    new_sheet,
    no_meld,
    note,
    paid_in,
    pay,
    shuffle,
    win,
)
from engine.games.kept import Arrays, Training
from engine.games.loop import each_pot
from engine.games.mind import Exercise, Mind, MindLearner, MindRecipe, exercise_pots, new_mind
from engine.games.screw_your_neighbor.rules import (
    STOCK,
    lose_lives,
    lowest_of,
    rank_of,
    swaps_with,
    to_left,
)
from engine.games.screw_your_neighbor.swapping import (
    KEEP,
    MOST_PLAYERS,
    RANKS,
    ROWS,
    SWAP,
    is_safe,
    swaps_learned,
    swaps_plainly,
)
from engine.jit import kernel, njit
from engine.profiles import LEARNED, TIGHT
from engine.record import Record, Span
from engine.table_size import largest_table
from engine.terms import Half
from engine.variants.model import Variant

LIVES = 4
_LIFE = 1000
_UNSURE, _WEIGHT = 0.1, 300.0
_STAKE, _DEAL, _SWAP, _KEEP, _LOSE_LIFE = (
    int(act) for act in (Act.STAKE, Act.DEAL_CLOSED, Act.SWAP, Act.KEEP, Act.LOSE_LIFE)
)  # fmt: skip
_WHOLE = Half.WHOLE.code
_PACK = np.array(pack_of(52))


# --- Play ---------------------------------------------------------------------------------------------------


class NeighborTable(NamedTuple):
    """What a pot needs."""

    profiles: Any
    stake: int
    mind: Mind


@njit(makes_arrays=True)
def play_round(sheet: Any, table: NeighborTable, lives: Any, dealer: int, round_no: int, pack: Any) -> int:
    """Deal, let everybody keep or swap once, and return the seats that hold the lowest card."""
    players = lives.shape[0]
    profiles = table.profiles
    alive = 0
    for seat in range(players):
        alive += lives[seat] > 0
    shuffle(sheet, pack, alive + 1)
    cards = np.full(players, -1)
    known = np.full(players, 13)  # the card that each knows to lie with another: the one it gave away
    at = 0
    seat = dealer
    for _ in range(alive):
        seat = to_left(lives, seat)
        cards[seat] = pack[at]
        note(sheet, _DEAL, seat, round_no, cards[seat])
        at += 1
    unseen = np.zeros(13, np.int64)
    spoke = swapped = 0
    for _ in range(alive):
        seat = to_left(lives, seat)
        rank = rank_of(cards[seat])
        for other in range(13):
            unseen[other] = 4
        unseen[rank] -= 1
        unknown = alive - 1
        if known[seat] < 13:
            unseen[known[seat]] -= 1
            unknown -= 1
        if is_safe(rank, known[seat]):
            swaps = False
        elif profiles[seat, LEARNED] != 0.0:
            swaps = swaps_learned(
                sheet, table.mind, profiles[seat], seat, rank, alive, spoke, swapped, known[seat]
            )
        else:
            swaps = swaps_plainly(unseen, rank, unknown, known[seat], seat == dealer, profiles[seat, TIGHT])
        spoke += 1
        if not swaps:
            note(sheet, _KEEP, seat, round_no, 0)
            continue
        swapped += 1
        note(sheet, _SWAP, seat, round_no, 0)
        other = swaps_with(cards, lives, seat, dealer)
        if other == STOCK:
            cards[seat] = pack[at]
            note(sheet, _DEAL, seat, round_no, cards[seat])
        elif other >= 0:
            known[seat] = rank
            known[other] = rank_of(cards[other])
            given = cards[seat]
            cards[seat] = cards[other]
            cards[other] = given
    return lowest_of(cards, lives)


@njit(makes_arrays=True)
def play_pot(sheet: Any, table: NeighborTable, pot_in: int) -> None:
    """Play one pot, from the first life to the last player."""
    players = sheet.seats.shape[0]
    pack = _PACK.copy()
    for seat in range(players):
        pay(sheet, _STAKE, seat, 0, LIVES * table.stake)
    lives = np.full(players, LIVES)
    dealer = players - 1
    alive = players
    round_no = 0
    while alive > 1:
        round_no += 1
        losers = play_round(sheet, table, lives, dealer, round_no, pack)
        if not lose_lives(losers, lives):
            continue
        alive = 0
        for seat in range(players):
            if losers >> seat & 1:
                note(sheet, _LOSE_LIFE, seat, round_no, lives[seat])
            alive += lives[seat] > 0
        dealer = to_left(lives, dealer)
    win(sheet, _WHOLE, dealer, pot_in + paid_in(sheet))
    end_hand(sheet, pot_in, LAST_STANDING, round_no, 0)


@kernel
def play_pots(rows: Rows, span: Span, table: NeighborTable) -> tuple[int, int]:
    """Play the pots of a span while there is room; return the next pot and the rows filled."""
    return each_pot(play_pot, rows, span, table)


# --- What is learned ----------------------------------------------------------------------------------------


@njit(makes_arrays=True)
def play_lesson(sheet: Any, table: NeighborTable, pot_in: int) -> None:
    """Play one round at a table where some lives are lost. Each of those in then wins what the others lose of
    lives, shared by them, less what it loses itself, in `_LIFE`ths of a life.
    """
    players = sheet.seats.shape[0]
    alive = 2 + draw(sheet, players - 1)
    lives = np.zeros(players, np.int64)
    for seat in range(alive):
        lives[seat] = 1 + draw(sheet, LIVES)
    losers = play_round(sheet, table, lives, draw(sheet, alive), 1, _PACK.copy())
    lost = popcount(losers) if lose_lives(losers, lives) else 0
    if lost:
        for seat in range(alive):
            own = losers >> seat & 1
            sheet.seats[seat, WON] = _LIFE * (lost - own) // (alive - 1) - _LIFE * own


@kernel
def do_exercise(sheet: Any, table: NeighborTable, exercise: Exercise) -> None:
    """Play the rounds of an exercise."""
    exercise_pots(play_lesson, sheet, table, table.mind, exercise)


def unlearned() -> Arrays:
    """A table of which nothing is known."""
    return {"policy": np.zeros((ROWS, 2), np.uint8)}


def learn_swapping(variant: Variant, players: int, recipe: MindRecipe) -> Arrays:
    """Learn when to swap, at tables of every size. It begins with a swap of what is below the middle."""
    start = np.full((ROWS // RANKS, RANKS, 2), _UNSURE)
    start[:, : RANKS // 2, SWAP] = start[:, RANKS // 2 :, KEEP] = 1.0 - _UNSURE

    def play_exercise(mind: Mind, profiles: NDArray[np.float64], exercise: Exercise) -> None:
        do_exercise(new_sheet(len(profiles)), NeighborTable(profiles, 1, mind), exercise)

    sizes = range(variant.players[0], largest_table(variant) + 1)
    learner = MindLearner(play_exercise, start.reshape(ROWS, 2), _WEIGHT, recipe, MOST_PLAYERS)
    return {"policy": learner.learn(sizes)}


TRAINING = Training(
    rules=lambda variant: (LIVES, variant.players),
    learn=learn_swapping,
    full=MindRecipe(batches=40, sittings=22, hands=4000),
    quick=MindRecipe(batches=10, sittings=22),
    each_size=False,
)


def play(sitting: Sitting) -> Iterator[tuple[int, Record]]:
    """Play a sitting. Plain `tight` players swap when it is sure to help, loose ones oftener."""
    known = TRAINING.known(sitting.variant, 0) if sitting.profiles[:, LEARNED].any() else unlearned()
    table = NeighborTable(sitting.profiles, check_stakes(sitting, LIVES), new_mind(known["policy"]))
    return batches(sitting, lambda rows, span: play_pots(rows, span, table))


KERNEL = GameKernel(play=play, meld=no_meld, low=no_meld, training=TRAINING)
