"""Fan Tan and House (RG): four rows built up and down in suit from the sevens; the first without cards takes
the pot.

The pack is dealt out. A player who can lay a card must. In House the spades but the seven are trumps: a spade may be
laid in the place of its rank in another suit's row, and the card it displaced then takes the spade's place in
the row of the 7♠.

Ranks here are 0 for an ace to 12 for a king; row 3 is the spades.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from engine.cards.card import pack_of
from engine.compile.jit import kernel, njit
from engine.kernel.actions import Act
from engine.kernel.record import Record, Span
from engine.players.profiles import LEARNED
from engine.special.batch import (
    CARDS,
    LAST_STANDING,
    GameKernel,
    PlayRequest,
    Rows,
    batches,
    check_stakes,
    each_pot,
    end_hand,
    note,
    paid_in,
    pay,
    shuffle,
    win,
)
from engine.terms import Half

SEVEN = 6
SPADES = 3
NOTHING = -1
_STAKE, _DEAL, _PLAY, _TRUMP, _PASS = (
    int(act) for act in (Act.STAKE, Act.DEAL_CLOSED, Act.PLAY_CARD, Act.PLAY_TRUMP, Act.PASS)
)  # fmt: skip
_WHOLE = Half.WHOLE.code
_PACK = np.array(pack_of(52))


# --- The rules ----------------------------------------------------------------------------------------------


class Layout(NamedTuple):
    """The rows on the table: `low[row]` and `high[row]` are the row's ends, `NOTHING` both before its seven.
    `moved[rank]` is the suit whose card a spade displaced, `NOTHING` for none.
    """

    low: Any
    high: Any
    moved: Any


@njit(makes_arrays=True)
def new_layout() -> Any:
    return Layout(np.full(4, NOTHING), np.full(4, NOTHING), np.full(13, NOTHING))


@njit
def card_of(suit: int, rank: int) -> int:
    return 16 * suit + (rank - 1) % 13


@njit
def rank_of(card: int) -> int:
    """The rank of a card, ace lowest."""
    return (card % 16 + 1) % 13


@njit
def is_next(layout: Layout, row: int, rank: int) -> bool:
    """Whether a row waits for a rank: its seven, then the ranks next to its ends."""
    if layout.high[row] == NOTHING:
        return rank == SEVEN
    return bool(rank == layout.high[row] + 1 or rank == layout.low[row] - 1)


@njit
def own_row(layout: Layout, card: int) -> int:
    """The row that a card belongs in: its suit's, or the spades' once a spade took its place."""
    suit = card // 16
    return SPADES if layout.moved[rank_of(card)] == suit else suit


@njit
def fits(layout: Layout, trumps: int, card: int, row: int) -> bool:
    """Whether a card may be laid in a row: in its own, or as a trump in any other that waits for its rank."""
    if row == own_row(layout, card):
        return is_next(layout, row, rank_of(card))
    return trumps >> card & 1 != 0 and row != SPADES and is_next(layout, row, rank_of(card))


@njit
def lay(layout: Layout, card: int, row: int) -> None:
    rank = rank_of(card)
    if row != own_row(layout, card):
        layout.moved[rank] = row
    if layout.high[row] == NOTHING:
        layout.low[row] = layout.high[row] = rank
    elif rank > layout.high[row]:
        layout.high[row] = rank
    else:
        layout.low[row] = rank


# --- The players --------------------------------------------------------------------------------------------


@njit
def worth_of(layout: Layout, hand: int, card: int, row: int, wary: bool) -> int:
    """Return the value of laying a card, in cards on each side that it opens. If the player has cards further on, it
    is their number plus the cards of others that must come before the last of them; otherwise minus the cards that
    others can then lay. A wary player also subtracts the cards beyond their own last card, and one if another player
    can continue at once, and prefers to lay a seven.
    """
    rank = rank_of(card)
    worth = 1 if wary and rank == SEVEN else 0
    for step in (-1, 1):
        if rank != SEVEN and (step == 1) != (rank > SEVEN):
            continue
        others = 0
        needed = 0
        goes_on = False
        place = rank + step
        while 0 <= place <= 12:
            suit = layout.moved[place] if row == SPADES and layout.moved[place] >= 0 else row
            others += 1
            if hand >> card_of(suit, place) & 1:
                needed = others
                goes_on = goes_on or others == 1
            place += step
        worth += needed if needed else -others
        if wary and needed:
            worth -= others - needed + (0 if goes_on else 1)
    return worth


@njit
def choose(layout: Layout, trumps: int, hand: int, wary: bool) -> int:
    """Return the best play as card * 4 + row, or `NOTHING` if no card fits; of equal plays, spades go last."""
    best = NOTHING
    best_worth = 0
    for row in range(4):
        empty = layout.high[row] == NOTHING
        for rank in (SEVEN, SEVEN) if empty else (layout.low[row] - 1, layout.high[row] + 1):
            if not 0 <= rank <= 12:
                continue
            for suit in range(4):
                card = card_of(suit, rank)
                if hand >> card & 1 and fits(layout, trumps, card, row):
                    play = card * 4 + row
                    worth = worth_of(layout, hand, card, row, wary)
                    if best == NOTHING or worth > best_worth or (worth == best_worth and play < best):
                        best = play
                        best_worth = worth
    return best


# --- Play ---------------------------------------------------------------------------------------------------


class FanTanTable(NamedTuple):
    """Arguments of a pot; wary: the seats of wary players (`worth_of`)."""

    trumps: int
    wary: Any
    stake: int


@njit(makes_arrays=True)
def play_pot(state: Any, table: FanTanTable, pot_in: int) -> None:
    players = state.seats.shape[0]
    pack = _PACK.copy()
    for seat in range(players):
        pay(state, _STAKE, seat, 0, table.stake)
    shuffle(state, pack, 52)
    hands = np.zeros(players, np.int64)
    for at in range(52):
        hands[at % players] |= 1 << pack[at]
        note(state, _DEAL, at % players, 0, pack[at])
    layout = new_layout()
    turn = 0
    while True:
        seat = turn % players
        round_no = turn // players + 1
        chosen = choose(layout, table.trumps, hands[seat], table.wary[seat])
        if chosen == NOTHING:
            note(state, _PASS, seat, round_no, 0)
        else:
            card, row = chosen // 4, chosen % 4
            if row == own_row(layout, card):
                note(state, _PLAY, seat, round_no, card)
            else:
                note(state, _TRUMP, seat, round_no, card_of(row, rank_of(card)))
            lay(layout, card, row)
            hands[seat] &= ~(1 << card)
            if hands[seat] == 0:
                break
        turn += 1
    for other in range(players):
        state.seats[other, CARDS] = hands[other]
    win(state, _WHOLE, seat, pot_in + paid_in(state))
    end_hand(state, pot_in, LAST_STANDING, round_no, 0)


@kernel
def play_pots(rows: Rows, span: Span, table: FanTanTable) -> tuple[int, int]:
    return each_pot(play_pot, rows, span, table)


def play(request: PlayRequest) -> Iterator[tuple[int, Record]]:
    """Play hands. The variant names the trumps; with trumps, trained players are wary; without, all play the same."""
    trumps = request.variant.trumps
    wary = (request.profiles[:, LEARNED] != 0.0) & (trumps != 0)
    table = FanTanTable(trumps, wary, check_stakes(request, 1))
    return batches(request, lambda rows, span: play_pots(rows, span, table))


KERNEL = GameKernel(play=play)
