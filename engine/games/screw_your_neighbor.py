"""Screw Your Neighbor (RG): one card each, kept or swapped to the left, and the lowest loses a life.

Ace is low, king high. A king is passed over, a queen sends the swap to the right, where a picture card blocks
it too (ruling 34), a jack stops it. The dealer, last to act, may cut the stock. All who tie for lowest lose a
life, unless that would end everybody: then the round is played again (ruling 17). Each of the four lives is a
stake, put up at the start; the last one standing takes the pot. The pack is shuffled for every round, and the
deal passes to the left.

Ranks here are 0 for an ace to 12 for a king.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from engine.actions import Act
from engine.cards import pack_of
from engine.games.batch import (
    LAST_STANDING,
    GameKernel,
    Rows,
    Sitting,
    batches,
    check_stakes,
    end_hand,
    no_meld,
    note,
    paid_in,
    pay,
    shuffle,
    win,
)
from engine.games.loop import each_pot
from engine.jit import kernel, njit
from engine.profiles import TIGHT
from engine.record import Record, Span
from engine.terms import Half

LIVES = 4
JACK, QUEEN, KING = 10, 11, 12
NOBODY = -1
STOCK = -2
_STAKE, _DEAL, _SWAP, _KEEP, _LOSE_LIFE = (
    int(act) for act in (Act.STAKE, Act.DEAL_CLOSED, Act.SWAP, Act.KEEP, Act.LOSE_LIFE)
)  # fmt: skip
_WHOLE = Half.WHOLE.code
_PACK = np.array(pack_of(52))


# --- The rules ----------------------------------------------------------------------------------------------


@njit
def rank_of(card: int) -> int:
    """The rank of a card, ace lowest."""
    rank = card % 16 + 1
    return 0 if rank == 13 else rank


@njit
def to_left(lives: Any, seat: int) -> int:
    """The nearest seat to the left that is alive."""
    seat = (seat + 1) % lives.shape[0]
    while lives[seat] == 0:
        seat = (seat + 1) % lives.shape[0]
    return seat


@njit
def to_right(lives: Any, seat: int) -> int:
    """The nearest seat to the right that is alive."""
    seat = (seat - 1) % lives.shape[0]
    while lives[seat] == 0:
        seat = (seat - 1) % lives.shape[0]
    return seat


@njit
def swaps_with(cards: Any, lives: Any, seat: int, dealer: int) -> int:
    """With whom a seat that asks to swap exchanges cards: a seat, `STOCK` for the dealer, or `NOBODY`."""
    if seat == dealer:
        return STOCK
    other = to_left(lives, seat)
    while other != seat and rank_of(cards[other]) == KING:
        other = to_left(lives, other)
    if other == seat or rank_of(cards[other]) == JACK:
        return NOBODY
    if rank_of(cards[other]) == QUEEN:
        other = to_right(lives, seat)
        if rank_of(cards[other]) >= JACK:
            return NOBODY
    return other


@njit
def lowest_of(cards: Any, lives: Any) -> int:
    """The seats that hold the lowest card, as a set; nobody where all hold kings (RG)."""
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
    """Take a life from every loser; False, and nothing is taken, where that would end everybody."""
    survivors = 0
    for seat in range(lives.shape[0]):
        survivors += lives[seat] > (losers >> seat & 1)
    if survivors == 0:
        return False
    for seat in range(lives.shape[0]):
        lives[seat] -= losers >> seat & 1
    return True


# --- The players --------------------------------------------------------------------------------------------


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
    the cards that one knows somebody holds, 13 for none; `others`: how many hold a card that one doesn't
    know.
    """
    return 0.0 if known < rank else none_lower(unseen, rank, others)


@njit
def lose_if_swapped(unseen: Any, rank: int, others: int, known: int, cuts: bool) -> float:
    """The same by swapping for an unseen card: over what it may be. A jack stops the swap; a queen or a king
    sends it on to a card that is as unknown. The card given away stays at the table, unless the dealer `cuts`
    the stock.
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
def wants_swap(unseen: Any, rank: int, others: int, known: int, cuts: bool, tight: float) -> bool:
    """Whether to ask for a swap: it must lose less often, `tight` times over. Nobody swaps a king, which is
    safe.
    """
    if rank == KING or known < rank:
        return False
    swapped = lose_if_swapped(unseen, rank, others, known, cuts)
    return tight * swapped < lose_if_kept(unseen, rank, others, known)


# --- Play ---------------------------------------------------------------------------------------------------


@njit
def play_round(sheet: Any, profiles: Any, lives: Any, dealer: int, round_no: int, pack: Any) -> int:
    """Deal, let everybody keep or swap once, and return the seats that hold the lowest card."""
    players = lives.shape[0]
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
        if not wants_swap(unseen, rank, unknown, known[seat], seat == dealer, profiles[seat, TIGHT]):
            note(sheet, _KEEP, seat, round_no, 0)
            continue
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


class NeighborTable(NamedTuple):
    """What a pot needs."""

    profiles: Any
    stake: int


@njit
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
        losers = play_round(sheet, table.profiles, lives, dealer, round_no, pack)
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


def play(sitting: Sitting) -> Iterator[tuple[int, Record]]:
    """Play a sitting. `tight` players swap when it is sure to help, loose ones oftener."""
    table = NeighborTable(sitting.profiles, check_stakes(sitting, LIVES))
    return batches(sitting, lambda rows, span: play_pots(rows, span, table))


KERNEL = GameKernel(play=play, meld=no_meld, low=no_meld)
