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
    PAID,
    WON,
    GameKernel,
    Rows,
    Sitting,
    batches,
    check_stakes,
    clear,
    end_hand,
    luck,
    new_sheet,
    no_meld,
    note,
    paid_in,
    pay,
    seed_chain,
    shuffle,
    win,
)
from engine.games.judging import claims_as_cases, judged
from engine.games.kept import Arrays, Training
from engine.games.liars_poker.claims import CLAIMS, NO_CLAIM, claim_holds
from engine.games.liars_poker.manners import (
    CALLS,
    GREED,
    MOST,
    TRUST,
    MannersRecipe,
    learn_manners,
    start,
)
from engine.games.liars_poker.plan import (
    WEIGHED,
    ClaimChances,
    highest_claim,
    imagine,
    make_chances,
    named_card,
    surest_claim,
    weigh_claims,
)
from engine.games.liars_poker.truth import (
    HEARD_CELL,
    HEARD_CHANCE,
    HEARD_STAGE,
    HEARD_TRUE,
    STAGES,
    Floats,
    as_reckoned,
    cell_of,
    truth_of,
)
from engine.games.lives import next_player, opens_next
from engine.games.loop import each_pot
from engine.jit import kernel, njit
from engine.profiles import BLUFF, BLUFFS, LEARNED, LOOSE_LATER, READING, TIGHT, profile_rows
from engine.record import Record, Span
from engine.table_size import largest_table
from engine.terms import Half
from engine.variants.model import Variant

MARKERS = 2
_STAKE, _DEAL, _CLAIM, _DOUBT, _LOSE_LIFE = (
    int(act) for act in (Act.STAKE, Act.DEAL_CLOSED, Act.CLAIM, Act.DOUBT, Act.LOSE_LIFE)
)  # fmt: skip
_WHOLE = Half.WHOLE.code
_PACK = np.array(pack_of(52))


# --- The rules ----------------------------------------------------------------------------------------------


# --- Play ---------------------------------------------------------------------------------------------------


class ClaimsHeard(NamedTuple):
    """While chances are held against results: lines[…], of each claim that a learned player could call, as
    `truth` names the columns; and how many there were. Without room nothing is written down.
    """

    lines: Any
    count: Any


class LiarsTable(NamedTuple):
    """What a pot needs; of learned players their `manners` by players in, less two, and what they know of the
    `truth` of claims, laid flat.
    """

    chances: ClaimChances
    profiles: Any
    manners: Any
    truth: Any
    stake: int
    heard: ClaimsHeard


def _deaf() -> ClaimsHeard:
    """Nothing is written down."""
    return ClaimsHeard(np.zeros((0, 4)), np.zeros(1, np.int64))


@njit
def hear(heard: ClaimsHeard, cell: int, claims: int, chance: float, true: bool) -> None:
    """Write a claim down, where there is room."""
    place = heard.count[0]
    if place < heard.lines.shape[0]:
        heard.lines[place, HEARD_CELL] = cell
        heard.lines[place, HEARD_STAGE] = min(claims, STAGES)
        heard.lines[place, HEARD_CHANCE] = chance
        heard.lines[place, HEARD_TRUE] = true
        heard.count[0] = place + 1


@njit
def play_round(
    sheet: Any, table: LiarsTable, left: Any, opener: int, round_no: int, pack: Any, own: Any, chances: Any
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
    shuffle(sheet, pack, 52)
    own[:] = 0
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
    claims = 0
    manner = table.manners[min(alive, MOST) - 2]
    while claim < CLAIMS - 1:  # the highest claim can only be called
        hidden = pooled - left[seat]
        profile = table.profiles[seat]
        learned = profile[LEARNED] != 0.0
        trust = manner[TRUST] * profile[READING] if learned else 1.0 - table.profiles[claimant, BLUFF]
        weigh_claims(table.chances, own[seat], hidden, named_card(claim, own[seat]), trust, claim, chances)
        rise = surest_claim(claim, chances)
        if claim != NO_CLAIM:
            true = chances[claim]
            tight = profile[TIGHT]
            if learned:
                cell = cell_of(alive, pooled, claims, true)
                true = table.truth[cell]
                hear(table.heard, cell, claims, true, claim_holds(pool, claim))
                true = judged(sheet, true, profile[LOOSE_LATER], profile)
                tight = manner[CALLS]
            if tight * (1.0 - true) > chances[rise]:
                break
        if learned:
            rise = highest_claim(claim, chances, manner[GREED] * chances[rise])
        if luck(sheet) < (profile[BLUFFS] if learned else profile[BLUFF]):
            imagined = imagine(sheet, own[seat])
            named = named_card(claim, imagined)
            weigh_claims(table.chances, imagined, hidden, named, trust, claim, chances)
            rise = surest_claim(claim, chances)
        claim = rise
        claims += 1
        note(sheet, _CLAIM, seat, round_no, claim)
        claimant = seat
        seat = next_player(left, seat)
    note(sheet, _DOUBT, seat, round_no, 0)
    return seat if claim_holds(pool, claim) else claimant


@njit(makes_arrays=True)
def play_pot(sheet: Any, table: LiarsTable, pot_in: int) -> None:
    """Play one pot, from the first marker to the last player."""
    players = sheet.seats.shape[0]
    pack = _PACK.copy()
    for seat in range(players):
        pay(sheet, _STAKE, seat, 0, MARKERS * table.stake)
    left = np.full(players, MARKERS)
    own = np.zeros(players, np.int64)
    chances = np.zeros(WEIGHED)
    opener = 0
    still_in = players
    round_no = 0
    while still_in > 1:
        round_no += 1
        loser = play_round(sheet, table, left, opener, round_no, pack, own, chances)
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


# --- What is learned ----------------------------------------------------------------------------------------


@kernel
def won_by_one(sheet: Any, table: LiarsTable, span: Span) -> int:
    """What the player of the first profile wins in the pots of a span, in chips; it moves on a seat a pot."""
    players = table.profiles.shape[0]
    won = 0
    for number in range(span.number, span.last):
        seated = np.empty_like(table.profiles)
        for place in range(players):
            seated[(place + number) % players] = table.profiles[place]
        clear(sheet)
        seed_chain(sheet, span.seed, number)
        there = LiarsTable(table.chances, seated, table.manners, table.truth, table.stake, table.heard)
        play_pot(sheet, there, 0)
        won += sheet.seats[number % players, WON] - sheet.seats[number % players, PAID]
    return won


@kernel
def hear_pots(sheet: Any, table: LiarsTable, span: Span) -> None:
    """Play the pots of a span until there is no more room for what is heard in them."""
    for number in range(span.number, span.last):
        if table.heard.count[0] < table.heard.lines.shape[0]:
            clear(sheet)
            seed_chain(sheet, span.seed, number)
            play_pot(sheet, table, 0)


def hear_regulars(manners: Floats, truth: Floats, players: int, most: int, seed: int) -> Floats:
    """[claim, column]: what is heard at a table of regulars, so many claims at most."""
    heard = ClaimsHeard(np.zeros((most, 4)), np.zeros(1, np.int64))
    profiles = profile_rows(["regular"] * players)
    table = LiarsTable(make_chances(), profiles, manners, truth.ravel(), 1, heard)
    hear_pots(new_sheet(players), table, Span(seed, 0, most, 0))
    return heard.lines[: heard.count[0]]


def learn(variant: Variant, players: int, recipe: MannersRecipe) -> Arrays:
    """Learn the manners for every number in, and how often claims are true among those who have them."""
    sizes = range(variant.players[0], largest_table(variant) + 1)

    def worth(manners: Floats, truth: Floats, profiles: Any, seed: int, first: int, pots: int) -> float:
        table = LiarsTable(make_chances(), profiles, manners, truth.ravel(), 1, _deaf())
        span = Span(seed, first, first + pots, 0)
        return won_by_one(new_sheet(len(profiles)), table, span) / pots

    def tell(manners: Floats, truth: Floats, claims: int, seed: int) -> Floats:
        return truth_of(
            np.concatenate([hear_regulars(manners, truth, size, claims, seed + size) for size in sizes])
        )

    manners, truth = learn_manners(worth, tell, recipe)
    return {"manners": manners, "truth": truth}


def cases(variant: Variant, players: int, hands: int, seed: int) -> Floats:
    """Of the claims of a table of regulars that another could call (one by which a dealt hand's cases come,
    `hands` in all): which of the round it is, 4 for the fourth and later, the chance told that it is true,
    one in how many is, and whether it is.
    """
    known = TRAINING.known(variant, 0)
    heard = hear_regulars(known["manners"], known["truth"], players, hands, seed)
    return claims_as_cases(heard[:, HEARD_STAGE], heard[:, HEARD_CHANCE], heard[:, HEARD_TRUE])


TRAINING = Training(
    rules=lambda variant: MARKERS,
    learn=learn,
    full=MannersRecipe(),
    quick=MannersRecipe(turns=1, pots=500, claims=10_000),
    each_size=False,
    cases=cases,
)


def play(sitting: Sitting) -> Iterator[tuple[int, Record]]:
    """Play a sitting. Plain `tight` players call sooner; `bluff` how often one claims by cards one doesn't
    hold.
    """
    manners, truth = start(), as_reckoned()
    if sitting.profiles[:, LEARNED].any():
        known = TRAINING.known(sitting.variant, 0)
        manners, truth = known["manners"], known["truth"]
    stake = check_stakes(sitting, MARKERS)
    table = LiarsTable(make_chances(), sitting.profiles, manners, truth.ravel(), stake, _deaf())
    return batches(sitting, lambda rows, span: play_pots(rows, span, table))


KERNEL = GameKernel(play=play, meld=no_meld, low=no_meld, training=TRAINING)
