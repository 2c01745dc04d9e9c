"""Liar's Poker (RG): claims about all the cards together rise until one is called.

Every player has two markers and is dealt a card for each marker left. A claim names a singleton, a pair, two
pairs, a straight or a flush by its ranks; suits never rank (ruling 7). The next player beats it or calls it:
if the pooled cards hold it, the caller loses a marker, else the claimant. A player without markers is out.
The loser opens the next round, or, if out, the next player. The markers are stakes, put up at the start; the
last player left takes the pot.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from engine.cards.card import pack_of
from engine.compile.jit import kernel, njit
from engine.kernel.actions import Act
from engine.kernel.record import Record, Span
from engine.players.profiles import BLUFF, BLUFFS, LEARNED, LOOSE_LATER, READING, TIGHT
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
    luck,
    next_player,
    note,
    opens_next,
    paid_in,
    pay,
    shuffle,
    win,
)
from engine.special.liars_poker.plan import (
    CLAIMS,
    NO_CLAIM,
    WEIGHED,
    ClaimChances,
    claim_chances,
    claim_holds,
    highest_claim,
    imagine,
    named_card,
    surest_claim,
    weigh_claims,
)
from engine.special.liars_poker.settings import (
    CALLS,
    GREED,
    MOST,
    STAGES,
    TRUST,
    SettingsRecipe,
    cell_of,
    start,
    uncalibrated,
)
from engine.special.perception import (
    ClaimLog,
    log_claim,
    new_claim_log,
    perceived_chance,
)
from engine.terms import Half

MARKERS = 2
_STAKE, _DEAL, _CLAIM, _DOUBT, _LOSE_LIFE = (
    int(act) for act in (Act.STAKE, Act.DEAL_CLOSED, Act.CLAIM, Act.DOUBT, Act.LOSE_LIFE)
)  # fmt: skip
_WHOLE = Half.WHOLE.code
_PACK = np.array(pack_of(52))


# --- Play ---------------------------------------------------------------------------------------------------


class LiarsTable(NamedTuple):
    """Arguments of a pot; for trained players their `settings` by players in minus two, and the flat `calibration`."""

    chances: ClaimChances
    profiles: Any
    settings: Any
    calibration: Any
    stake: int
    log: ClaimLog


@njit
def play_round(
    state: Any, table: LiarsTable, left: Any, opener: int, round_no: int, pack: Any, own: Any, chances: Any
) -> int:
    """Deal, and let claims rise until one is called; return the seat that loses a marker. `own` (a set of
    cards a seat) and `chances` (of claims) are room to work in.
    """
    players = left.shape[0]
    pooled = 0
    alive = 0
    for seat in range(players):
        pooled += left[seat]
        alive += left[seat] > 0
    shuffle(state, pack, 52)
    own[:] = 0
    pool = 0
    at = 0
    for card_no in range(MARKERS):
        for seat in range(players):
            if left[seat] > card_no:
                own[seat] |= 1 << pack[at]
                pool |= 1 << pack[at]
                note(state, _DEAL, seat, round_no, pack[at])
                at += 1
    seat = opener
    claimant = opener
    claim = NO_CLAIM
    claims = 0
    setting = table.settings[min(alive, MOST) - 2]
    while claim < CLAIMS - 1:  # the highest claim can only be called
        hidden = pooled - left[seat]
        profile = table.profiles[seat]
        learned = profile[LEARNED] != 0.0
        trust = setting[TRUST] * profile[READING] if learned else 1.0 - table.profiles[claimant, BLUFF]
        weigh_claims(table.chances, own[seat], hidden, named_card(claim, own[seat]), trust, claim, chances)
        rise = surest_claim(claim, chances)
        if claim != NO_CLAIM:
            true = chances[claim]
            tight = profile[TIGHT]
            if learned:
                cell = cell_of(alive, pooled, claims, true)
                true = table.calibration[cell]
                log_claim(table.log, cell, min(claims, STAGES), true, claim_holds(pool, claim))
                true = perceived_chance(state, true, profile[LOOSE_LATER], profile)
                tight = setting[CALLS]
            if tight * (1.0 - true) > chances[rise]:
                break
        if learned:
            rise = highest_claim(claim, chances, setting[GREED] * chances[rise])
        if luck(state) < (profile[BLUFFS] if learned else profile[BLUFF]):
            imagined = imagine(state, own[seat])
            named = named_card(claim, imagined)
            weigh_claims(table.chances, imagined, hidden, named, trust, claim, chances)
            rise = surest_claim(claim, chances)
        claim = rise
        claims += 1
        note(state, _CLAIM, seat, round_no, claim)
        claimant = seat
        seat = next_player(left, seat)
    note(state, _DOUBT, seat, round_no, 0)
    return seat if claim_holds(pool, claim) else claimant


@njit(makes_arrays=True)
def play_pot(state: Any, table: LiarsTable, pot_in: int) -> None:
    players = state.seats.shape[0]
    pack = _PACK.copy()
    for seat in range(players):
        pay(state, _STAKE, seat, 0, MARKERS * table.stake)
    left = np.full(players, MARKERS)
    own = np.zeros(players, np.int64)
    chances = np.zeros(WEIGHED)
    opener = 0
    still_in = players
    round_no = 0
    while still_in > 1:
        round_no += 1
        loser = play_round(state, table, left, opener, round_no, pack, own, chances)
        left[loser] -= 1
        note(state, _LOSE_LIFE, loser, round_no, left[loser])
        if left[loser] == 0:
            still_in -= 1
        opener = opens_next(left, loser)
    win(state, _WHOLE, opener, pot_in + paid_in(state))
    end_hand(state, pot_in, LAST_STANDING, round_no, 0)


@kernel
def play_pots(rows: Rows, span: Span, table: LiarsTable) -> tuple[int, int]:
    return each_pot(play_pot, rows, span, table)


TRAINING = Training(
    rules=lambda variant: short_hash(repr(MARKERS)),
    train=from_checkout("engine.special.liars_poker.training", "train"),
    recipe=lambda variant: SettingsRecipe(),
    quick=lambda variant: SettingsRecipe(turns=1, pots=500, claims=10_000),
    cases=from_checkout("engine.special.liars_poker.training", "cases"),
)


def play(request: PlayRequest) -> Iterator[tuple[int, Record]]:
    """Play hands. Plain `tight` players call sooner; `bluff` how often one claims by cards one doesn't
    hold.
    """
    settings, calibration = start(), uncalibrated()
    if request.profiles[:, LEARNED].any():
        model = TRAINING.arrays(request.variant)
        settings, calibration = model["settings"], model["calibration"]
    stake = check_stakes(request, MARKERS)
    table = LiarsTable(
        claim_chances(), request.profiles, settings, calibration.ravel(), stake, new_claim_log()
    )
    return batches(request, lambda rows, span: play_pots(rows, span, table))


KERNEL = GameKernel(play=play, training=TRAINING)
