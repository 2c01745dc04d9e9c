"""Screw Your Neighbor (RG): one card each, kept or swapped to the left, and the lowest loses a life.

Ace is low, king high. A king is passed over, a queen sends the swap to the right, where a picture card blocks
it too (ruling 34), a jack stops it. The dealer, last to act, may cut the stock. All who tie for lowest lose a
life, unless that would end every player: then the round is played again (ruling 17). Each of the four lives is a
stake, put up at the start; the last one standing takes the pot. The pack is shuffled for every round, and the
deal passes to the left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards.bits import popcount
from engine.cards.card import pack_of
from engine.catalogue.model import Variant
from engine.catalogue.table_size import largest_table
from engine.compile.jit import kernel, njit
from engine.kernel.actions import Act
from engine.kernel.record import Record, Span
from engine.players.profiles import LEARNED, TIGHT
from engine.players.training.store import Arrays, Training, short_hash
from engine.special.batch import (
    LAST_STANDING,
    WON,
    GameKernel,
    PlayRequest,
    Rows,
    batches,
    check_stakes,
    draw,
    each_pot,
    end_hand,
    new_sheet,
    next_player,
    no_meld,
    note,
    paid_in,
    pay,
    shuffle,
    win,
)
from engine.special.choice_table import (
    ChoiceRecipe,
    ChoiceTable,
    TrainingHands,
    add_regrets,
    new_choice_table,
    train_choices,
)
from engine.special.screw_your_neighbor.rules import (
    STOCK,
    lose_lives,
    lowest_of,
    rank_of,
    swaps_with,
)
from engine.special.screw_your_neighbor.swapping import (
    KEEP,
    MOST_PLAYERS,
    RANKS,
    ROWS,
    SWAP,
    is_safe,
    swaps_plainly,
    swaps_trained,
)
from engine.terms import Half

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
    trained: ChoiceTable


@njit(makes_arrays=True)
def play_round(sheet: Any, table: NeighborTable, lives: Any, dealer: int, round_no: int, pack: Any) -> int:
    """Deal, let every player keep or swap once, and return the seats that hold the lowest card."""
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
        seat = next_player(lives, seat)
        cards[seat] = pack[at]
        note(sheet, _DEAL, seat, round_no, cards[seat])
        at += 1
    unseen = np.zeros(13, np.int64)
    spoke = swapped = 0
    for _ in range(alive):
        seat = next_player(lives, seat)
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
            swaps = swaps_trained(
                sheet, table.trained, profiles[seat], seat, rank, alive, spoke, swapped, known[seat]
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
        dealer = next_player(lives, dealer)
    win(sheet, _WHOLE, dealer, pot_in + paid_in(sheet))
    end_hand(sheet, pot_in, LAST_STANDING, round_no, 0)


@kernel
def play_pots(rows: Rows, span: Span, table: NeighborTable) -> tuple[int, int]:
    """Play the pots of a span while there is room; return the next pot and the rows filled."""
    return each_pot(play_pot, rows, span, table)


# --- Training ----------------------------------------------------------------------------------------


@njit(makes_arrays=True)
def play_training_round(sheet: Any, table: NeighborTable, pot_in: int) -> None:
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
def play_training_hands(sheet: Any, table: NeighborTable, hands: TrainingHands) -> None:
    """Play rounds and add to the regrets."""
    add_regrets(play_training_round, sheet, table, table.trained, hands)


def train(variant: Variant, players: int, recipe: ChoiceRecipe) -> Arrays:
    """Train when to swap, at tables of every size, beginning with a swap of every card below the middle."""
    first = np.full((ROWS // RANKS, RANKS, 2), _UNSURE)
    first[:, : RANKS // 2, SWAP] = first[:, RANKS // 2 :, KEEP] = 1.0 - _UNSURE

    def play_hands(trained: ChoiceTable, profiles: NDArray[np.float64], hands: TrainingHands) -> None:
        play_training_hands(new_sheet(len(profiles)), NeighborTable(profiles, 1, trained), hands)

    sizes = range(variant.players[0], largest_table(variant) + 1)
    return {"policy": train_choices(play_hands, first.reshape(ROWS, 2), _WEIGHT, recipe, MOST_PLAYERS, sizes)}


TRAINING = Training(
    rules=lambda variant: short_hash(repr((LIVES, variant.players))),
    train=train,
    recipe=lambda variant: ChoiceRecipe(batches=40, tables=22, hands=4000),
    quick=lambda variant: ChoiceRecipe(batches=10, tables=22),
)


def play(request: PlayRequest) -> Iterator[tuple[int, Record]]:
    """Play hands. Plain `tight` players swap when it is sure to help, loose ones oftener."""
    policy = np.zeros((ROWS, 2), np.uint8)
    if request.profiles[:, LEARNED].any():
        policy = TRAINING.arrays(request.variant)["policy"]
    table = NeighborTable(request.profiles, check_stakes(request, LIVES), new_choice_table(policy))
    return batches(request, lambda rows, span: play_pots(rows, span, table))


KERNEL = GameKernel(play=play, meld=no_meld, low=no_meld, training=TRAINING)
