"""Screw Your Neighbor (RG): one card each, kept or swapped to the left, and the lowest loses a life.

Ace is low, king high. A king is passed over, a queen sends the swap to the right, where a picture card blocks
it too (ruling 34), a jack stops it. The dealer, last to act, may cut the stock. All who tie for lowest lose a
life, unless that would end every player: then the round is played again (ruling 17). Each of the four lives is a
stake, put up at the start; the last one standing takes the pot. The pack is shuffled for every round, and the
deal passes to the left. Ranks here are 0 for an ace to 12 for a king.

Plain players swap by exact chances that take every unknown card for equally likely. A trained player also knows that
players who keep a card have a good one: it looks up how often to swap by its card, the players in, how many spoke before
it and how many of them swapped, and the card that it gave away.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from engine.cards.card import pack_of
from engine.compile.jit import kernel, njit
from engine.kernel.actions import Act
from engine.kernel.record import Record, Span
from engine.players.profiles import LEARNED, LOOSE_FIRST, LOOSE_LATER, TIGHT
from engine.players.training.store import Training, from_checkout, short_hash
from engine.special.batch import (
    LAST_STANDING,
    GameKernel,
    PlayRequest,
    Rows,
    batches,
    check_stakes,
    each_pot,
    end_hand,
    next_player,
    note,
    paid_in,
    pay,
    shuffle,
    win,
)
from engine.special.choice_table import (
    ChoiceRecipe,
    ChoiceTable,
    choose,
    new_choice_table,
)
from engine.special.perception import perceived_chance, players_read
from engine.terms import Half

JACK, QUEEN, KING = 10, 11, 12
NO_SEAT = -1
STOCK = -2


@njit
def rank_of(card: int) -> int:
    """The rank of a card, ace lowest."""
    rank = card % 16 + 1
    return 0 if rank == 13 else rank


@njit
def to_right(lives: Any, seat: int) -> int:
    """The nearest seat to the right that is alive."""
    seat = (seat - 1) % lives.shape[0]
    while lives[seat] == 0:
        seat = (seat - 1) % lives.shape[0]
    return seat


@njit
def swaps_with(cards: Any, lives: Any, seat: int, dealer: int) -> int:
    """The partner of a seat that swaps: a seat, `STOCK` for the dealer, or `NO_SEAT`."""
    if seat == dealer:
        return STOCK
    other = next_player(lives, seat)
    while other != seat and rank_of(cards[other]) == KING:
        other = next_player(lives, other)
    if other == seat or rank_of(cards[other]) == JACK:
        return NO_SEAT
    if rank_of(cards[other]) == QUEEN:
        other = to_right(lives, seat)
        if rank_of(cards[other]) >= JACK:
            return NO_SEAT
    return other


@njit
def lowest_of(cards: Any, lives: Any) -> int:
    """The seats that hold the lowest card, as a set; no player where all hold kings (RG)."""
    lowest = KING + 1
    losers = 0
    for seat in range(lives.shape[0]):
        if lives[seat] > 0:
            rank = rank_of(cards[seat])
            if rank < lowest:
                lowest = rank
                losers = 0
            if rank == lowest:
                losers |= 1 << seat
    return 0 if lowest == KING else losers


@njit
def lose_lives(losers: int, lives: Any) -> bool:
    """Take a life from every loser; False, and nothing is taken, where that would end every player."""
    survivors = 0
    for seat in range(lives.shape[0]):
        survivors += lives[seat] > (losers >> seat & 1)
    if survivors == 0:
        return False
    for seat in range(lives.shape[0]):
        lives[seat] -= losers >> seat & 1
    return True


KEEP, SWAP = range(2)
"""The choices."""
MOST_PLAYERS = 12
RANKS = KING + 1
_SWAPS, _KNOWN = 4, 3
ROWS = (MOST_PLAYERS - 1) * MOST_PLAYERS * _SWAPS * _KNOWN * RANKS


@njit
def none_lower(unseen: Any, rank: int, count: int) -> float:
    """The chance that none of `count` cards drawn from the unseen ones is below a rank."""
    total = 0
    high = 0
    for other in range(13):
        total += unseen[other]
        if other >= rank:
            high += unseen[other]
    chance = 1.0
    for drawn in range(count):
        if high - drawn <= 0:
            return 0.0
        chance *= (high - drawn) / (total - drawn)
    return chance


@njit
def lose_if_kept(unseen: Any, rank: int, others: int, known: int) -> float:
    """The chance to end lowest (ties lose) by keeping: no card of the others is lower. `known`: the lowest of
    the cards that one knows a player holds, 13 for none; `others`: how many hold a card that one doesn't
    know.
    """
    return 0.0 if known < rank else none_lower(unseen, rank, others)


@njit
def lose_if_swapped(unseen: Any, rank: int, others: int, known: int, cuts: bool) -> float:
    """Return the chance to end lowest by swapping for an unseen card, over all that it may be. A jack stops the swap;
    a queen or a king sends it on to a card that is as unknown. The card given away stays at the table, unless the
    dealer `cuts` the stock.
    """
    total = 0
    for drawn in range(13):
        total += unseen[drawn]
    lose = 0.0
    weight = 0.0
    left = others if cuts else others - 1
    for drawn in range(13):
        chance = unseen[drawn] / total
        if unseen[drawn] == 0 or (drawn > JACK and not cuts):
            continue
        unseen[drawn] -= 1
        if drawn == JACK and not cuts:
            part = lose_if_kept(unseen, rank, left, known)
        elif not cuts and rank < drawn:
            part = 0.0
        else:
            part = lose_if_kept(unseen, drawn, left, known)
        unseen[drawn] += 1
        lose += chance * part
        weight += chance
    return lose / weight


@njit
def is_safe(rank: int, known: int) -> bool:
    """Whether a card can't lose: a king, or one above what another is known to hold. No player swaps it."""
    return bool(rank == KING or known < rank)


@njit
def swaps_plainly(unseen: Any, rank: int, others: int, known: int, cuts: bool, tight: float) -> bool:
    """Whether a plain player asks for a swap: it must lose less often, `tight` times over."""
    swapped = lose_if_swapped(unseen, rank, others, known, cuts)
    return tight * swapped < lose_if_kept(unseen, rank, others, known)


@njit
def row_at(rank: int, alive: int, spoke: int, swaps: int, known: int) -> int:
    """The row of the choice table, by players in, how many of them spoke and swapped. Of a card that the player knows
    another to have, it matters whether there is one, and whether it is as low as the player's own.
    """
    seen = 0 if known > KING else 1 if known == rank else 2
    row = ((alive - 2) * MOST_PLAYERS + spoke) * _SWAPS + min(swaps, _SWAPS - 1)
    return (row * _KNOWN + seen) * RANKS + rank


@njit
def swaps_trained(
    state: Any,
    trained: ChoiceTable,
    profile: Any,
    seat: int,
    rank: int,
    alive: int,
    spoke: int,
    swaps: int,
    known: int,
) -> bool:
    """Whether a trained player asks for a swap. A profile takes its card for another, by its standing among
    all of them, and reads a part of the swaps that were made.
    """
    better = profile[LOOSE_LATER] if spoke else profile[LOOSE_FIRST]
    standing = perceived_chance(state, (rank + 0.5) / RANKS, better, profile)
    row = row_at(int(standing * RANKS), alive, spoke, players_read(state, swaps, profile), known)
    return bool(choose(state, trained, seat, row, 1 << KEEP | 1 << SWAP) == SWAP)


LIVES = 4
_STAKE, _DEAL, _SWAP, _KEEP, _LOSE_LIFE = (
    int(act) for act in (Act.STAKE, Act.DEAL_CLOSED, Act.SWAP, Act.KEEP, Act.LOSE_LIFE)
)  # fmt: skip
_WHOLE = Half.WHOLE.code
PACK = np.array(pack_of(52))


# --- Play ---------------------------------------------------------------------------------------------------


class NeighborTable(NamedTuple):
    profiles: Any
    stake: int
    trained: ChoiceTable


@njit(makes_arrays=True)
def play_round(state: Any, table: NeighborTable, lives: Any, dealer: int, round_no: int, pack: Any) -> int:
    """Deal, let every player keep or swap once, and return the seats that hold the lowest card."""
    players = lives.shape[0]
    profiles = table.profiles
    alive = 0
    for seat in range(players):
        alive += lives[seat] > 0
    shuffle(state, pack, alive + 1)
    cards = np.full(players, -1)
    known = np.full(players, 13)  # the card that each knows another to have: the one it gave away
    at = 0
    seat = dealer
    for _ in range(alive):
        seat = next_player(lives, seat)
        cards[seat] = pack[at]
        note(state, _DEAL, seat, round_no, cards[seat])
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
                state, table.trained, profiles[seat], seat, rank, alive, spoke, swapped, known[seat]
            )
        else:
            swaps = swaps_plainly(unseen, rank, unknown, known[seat], seat == dealer, profiles[seat, TIGHT])
        spoke += 1
        if not swaps:
            note(state, _KEEP, seat, round_no, 0)
            continue
        swapped += 1
        note(state, _SWAP, seat, round_no, 0)
        other = swaps_with(cards, lives, seat, dealer)
        if other == STOCK:
            cards[seat] = pack[at]
            note(state, _DEAL, seat, round_no, cards[seat])
        elif other >= 0:
            known[seat] = rank
            known[other] = rank_of(cards[other])
            given = cards[seat]
            cards[seat] = cards[other]
            cards[other] = given
    return lowest_of(cards, lives)


@njit(makes_arrays=True)
def play_pot(state: Any, table: NeighborTable, pot_in: int) -> None:
    players = state.seats.shape[0]
    pack = PACK.copy()
    for seat in range(players):
        pay(state, _STAKE, seat, 0, LIVES * table.stake)
    lives = np.full(players, LIVES)
    dealer = players - 1
    alive = players
    round_no = 0
    while alive > 1:
        round_no += 1
        losers = play_round(state, table, lives, dealer, round_no, pack)
        if not lose_lives(losers, lives):
            continue
        alive = 0
        for seat in range(players):
            if losers >> seat & 1:
                note(state, _LOSE_LIFE, seat, round_no, lives[seat])
            alive += lives[seat] > 0
        dealer = next_player(lives, dealer)
    win(state, _WHOLE, dealer, pot_in + paid_in(state))
    end_hand(state, pot_in, LAST_STANDING, round_no, 0)


@kernel
def play_pots(rows: Rows, span: Span, table: NeighborTable) -> tuple[int, int]:
    return each_pot(play_pot, rows, span, table)


TRAINING = Training(
    rules=lambda variant: short_hash(repr((LIVES, variant.players))),
    train=from_checkout("engine.special.screw_your_neighbor.training", "train"),
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


KERNEL = GameKernel(play=play, training=TRAINING)
