"""Liar's Poker (RG): claims about all the cards together rise until one is called.

Everybody has two markers and is dealt a card for each marker left. A claim names a singleton, a pair, two
pairs, a straight or a flush by its ranks; suits never rank (ruling 7). The next player beats it or calls it:
if the pooled cards hold it, the caller loses a marker, else the claimant. Who loses the last marker is out.
The loser opens the next round, or, if out, the next player. The markers are stakes, put up at the start; the
last player left takes the pot.
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
    luck,
    no_meld,
    note,
    paid_in,
    pay,
    shuffle,
    win,
)
from engine.games.liars_poker.claims import CLAIMS, NO_CLAIM, claim_holds
from engine.games.liars_poker.plan import (
    ClaimChances,
    imagine,
    make_chances,
    named_card,
    surest_claim,
    weigh_claims,
)
from engine.games.loop import each_pot
from engine.jit import kernel, njit
from engine.profiles import BLUFF, TIGHT
from engine.record import Record, Span
from engine.terms import Half

MARKERS = 2
_STAKE, _DEAL, _CLAIM, _DOUBT, _LOSE_LIFE = (
    int(act) for act in (Act.STAKE, Act.DEAL_CLOSED, Act.CLAIM, Act.DOUBT, Act.LOSE_LIFE)
)  # fmt: skip
_WHOLE = Half.WHOLE.code
_PACK = np.array(pack_of(52))


# --- The rules ----------------------------------------------------------------------------------------------


@njit
def next_player(left: Any, seat: int) -> int:
    """The nearest seat to the left that has a marker left."""
    seat = (seat + 1) % left.shape[0]
    while left[seat] == 0:
        seat = (seat + 1) % left.shape[0]
    return seat


@njit
def opens_next(left: Any, loser: int) -> int:
    """The loser opens, or, if that was the last marker, the next player to the left."""
    return loser if left[loser] > 0 else next_player(left, loser)


# --- Play ---------------------------------------------------------------------------------------------------


@njit(makes_arrays=True)
def play_round(
    sheet: Any, table: ClaimChances, profiles: Any, left: Any, opener: int, round_no: int, pack: Any
) -> int:
    """Deal, and let claims rise until one is called; return the seat that loses a marker."""
    players = left.shape[0]
    pooled = 0
    for seat in range(players):
        pooled += left[seat]
    shuffle(sheet, pack, 52)
    own = np.zeros(players, np.int64)
    pool = 0
    at = 0
    for card_no in range(MARKERS):
        for seat in range(players):
            if left[seat] > card_no:
                own[seat] |= 1 << pack[at]
                pool |= 1 << pack[at]
                note(sheet, _DEAL, seat, round_no, pack[at])
                at += 1
    seat = opener
    claimant = opener
    claim = NO_CLAIM
    chances = np.zeros(CLAIMS)
    while claim < CLAIMS - 1:  # the highest claim can only be called
        hidden = pooled - left[seat]
        trust = 1.0 - profiles[claimant, BLUFF]
        weigh_claims(table, own[seat], hidden, named_card(claim, own[seat]), trust, chances)
        rise = surest_claim(claim, chances)
        if claim != NO_CLAIM and profiles[seat, TIGHT] * (1.0 - chances[claim]) > chances[rise]:
            break
        if luck(sheet) < profiles[seat, BLUFF]:
            imagined = imagine(sheet, own[seat])
            weigh_claims(table, imagined, hidden, named_card(claim, imagined), trust, chances)
            rise = surest_claim(claim, chances)
        claim = rise
        note(sheet, _CLAIM, seat, round_no, claim)
        claimant = seat
        seat = next_player(left, seat)
    note(sheet, _DOUBT, seat, round_no, 0)
    return seat if claim_holds(pool, claim) else claimant


class LiarsTable(NamedTuple):
    """What a pot needs."""

    chances: ClaimChances
    profiles: Any
    stake: int


@njit(makes_arrays=True)
def play_pot(sheet: Any, table: LiarsTable, pot_in: int) -> None:
    """Play one pot, from the first marker to the last player."""
    players = sheet.seats.shape[0]
    pack = _PACK.copy()
    for seat in range(players):
        pay(sheet, _STAKE, seat, 0, MARKERS * table.stake)
    left = np.full(players, MARKERS)
    opener = 0
    still_in = players
    round_no = 0
    while still_in > 1:
        round_no += 1
        loser = play_round(sheet, table.chances, table.profiles, left, opener, round_no, pack)
        left[loser] -= 1
        note(sheet, _LOSE_LIFE, loser, round_no, left[loser])
        if left[loser] == 0:
            still_in -= 1
        opener = opens_next(left, loser)
    win(sheet, _WHOLE, opener, pot_in + paid_in(sheet))
    end_hand(sheet, pot_in, LAST_STANDING, round_no, 0)


@kernel
def play_pots(rows: Rows, span: Span, table: LiarsTable) -> tuple[int, int]:
    """Play the pots of a span while there is room; return the next pot and the rows filled."""
    return each_pot(play_pot, rows, span, table)


def play(sitting: Sitting) -> Iterator[tuple[int, Record]]:
    """Play a sitting. `tight` players call sooner; `bluff` how often one claims by cards one doesn't hold."""
    table = LiarsTable(make_chances(), sitting.profiles, check_stakes(sitting, MARKERS))
    return batches(sitting, lambda rows, span: play_pots(rows, span, table))


KERNEL = GameKernel(play=play, meld=no_meld, low=no_meld)
