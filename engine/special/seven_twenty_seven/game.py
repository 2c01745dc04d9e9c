"""7/27 (RG): cards are counted, and the nearest to 7 and the nearest to 27 share the pot.

Two closed cards and one open. In every round each player, from the lead on, may take one more open card; then
the lead opens the house's betting. The lead passes each round to the next player still in (ruling 20). The betting after a round in which
no player took a card is the last; then all declare 7 (low), 27 (high) or both. An ace counts 1 or 11, chosen for
each target, a picture card a half. Of equal distances, above and below the same (ruling 20), the lower count is
nearer; equal counts share.

Counts are in halves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards.card import pack_of
from engine.catalogue.model import Variant
from engine.compile.jit import kernel, njit
from engine.kernel.actions import Act
from engine.kernel.program import MAX_PLAYERS
from engine.kernel.record import Record, Span
from engine.kernel.winners import LEAST, declared_winners, first_half, nearest
from engine.players.betting_table import BUCKETS, CHOICES, FLAT
from engine.players.profiles import LEARNED, Populations
from engine.players.training.store import Arrays, Training, from_checkout, short_hash
from engine.special.batch import (
    AT_SHOWDOWN,
    CARDS,
    CARRIED,
    CHAIN,
    DECLARED,
    LAST_STANDING,
    LOW,
    OUTCOME,
    POT_OUT,
    SCORE,
    SHOWED,
    SPLIT,
    GameKernel,
    PlayRequest,
    Rows,
    batches,
    clear,
    draw,
    end_hand,
    has_room,
    keep_hand,
    new_state,
    note,
    paid_in,
    pay,
    seat_styles,
    seed_chain,
    style_draws,
    win_together,
)
from engine.special.choice_table import (
    ChoiceRecipe,
    new_choice_table,
)
from engine.special.seven_twenty_seven.betting import (
    COLUMNS,
    STAGES,
    CountTable,
    bet_round,
)
from engine.special.seven_twenty_seven.plan import (
    SEVEN,
    TWENTY_SEVEN,
    count_text,
    declaration,
    make_plan,
    nearness,
    wants_card,
)
from engine.terms import Half

MAX_CHAIN = 64
"""A pot that no player wins is played for again at once: the maximum number of deals (ruling 39)."""
FAR = 1 << 30
"""A recorded score for 27 is this less the nearness, so that the larger wins."""
_ANTE, _CLOSED, _OPEN, _KEEP, _DECLARE = (
    int(act) for act in (Act.ANTE, Act.DEAL_CLOSED, Act.DEAL_OPEN, Act.KEEP, Act.DECLARE)
)
_WHOLE, _HIGH, _LOW = Half.WHOLE.code, Half.HIGH.code, Half.LOW.code
PACK = np.array(pack_of(52))
Floats = NDArray[np.float64]

PARTS = 24
"""Parts of the hands that have a chance each."""


# --- The rules ----------------------------------------------------------------------------------------------


@njit
def next_in(live: int, seat: int, players: int) -> int:
    """The given seat, or the nearest to its left that is still in."""
    while not live >> seat & 1:
        seat = (seat + 1) % players
    return seat


@njit
def take_card(state: Any, stock: Any, left: Any, muck: int) -> tuple[int, int]:
    """Draw a card: from the stock, or from the folded cards once that is gone (ruling 8).

    `left[0]` counts the stock. Returns the card, -1 when both are gone, and what is left of the folded cards.
    """
    if left[0] == 0:
        for card in range(64):
            if muck >> card & 1:
                stock[left[0]] = card
                left[0] += 1
        muck = 0
        if left[0] == 0:
            return -1, 0
    place = draw(state, left[0])
    card = stock[place]
    left[0] -= 1
    stock[place] = stock[left[0]]
    return card, muck


@njit
def share_pot(state: Any, near_7: Any, high_27: Any, declared: Any, live: int, pot: int) -> None:
    """Share the pot between the sides; a side that no player wins leaves everything to the other (ruling 5).

    `high_27` are the nearnesses to 27 below zero, so that the larger wins.
    """
    high, low = declared_winners(high_27, near_7, declared, live, -1, LEAST)
    if high and low:
        part = first_half(pot, nearest(high), nearest(low))
        win_together(state, _HIGH, high, part)
        if pot > part:
            win_together(state, _LOW, low, pot - part)
    elif high or low:
        win_together(state, _WHOLE, high | low, pot)


# --- Play ---------------------------------------------------------------------------------------------------


@njit
def deal_three(state: Any, stock: Any, left: Any, own: Any) -> int:
    """Deal each player two closed cards and an open one. Returns what is left of the folded cards."""
    muck = 0
    for card_no in range(3):
        for seat in range(state.seats.shape[0]):
            card, muck = take_card(state, stock, left, muck)
            own[seat] |= 1 << card
            note(state, _OPEN if card_no == 2 else _CLOSED, seat, 0, card)
    return muck


@njit
def draw_round(
    state: Any, plan: Any, stock: Any, left: Any, own: Any, live: int, lead: int, round_no: int, muck: int
) -> tuple[bool, int]:
    """Each player who is in takes a card or keeps, from `lead` on. Returns whether any took one, and what is left of
    the folded cards.
    """
    players = state.seats.shape[0]
    took = False
    rivals = -1
    for seat in range(players):
        rivals += live >> seat & 1
    for turn in range(players):
        seat = (lead + turn) % players
        if live >> seat & 1:
            card = -1
            if wants_card(plan, own[seat], rivals):
                card, muck = take_card(state, stock, left, muck)
            if card < 0:
                note(state, _KEEP, seat, round_no, 0)
                continue
            own[seat] |= 1 << card
            note(state, _OPEN, seat, round_no, card)
            took = True
    return took, muck


@njit(makes_arrays=True)
def show_down(state: Any, plan: Any, own: Any, live: int, round_no: int, pot: int) -> int:
    """Those who are in declare and show, and share the pot. Returns how many they are."""
    players = state.seats.shape[0]
    declared = np.zeros(players, np.int64)
    near_7 = np.zeros(players, np.int64)
    high_27 = np.zeros(players, np.int64)
    showdown = 0
    for seat in range(players):
        showdown += live >> seat & 1
    for seat in range(players):
        if live >> seat & 1:
            declared[seat] = declaration(plan, own[seat], showdown - 1)
            note(state, _DECLARE, seat, round_no, declared[seat])
            near_7[seat] = nearness(own[seat], SEVEN)
            high_27[seat] = -nearness(own[seat], TWENTY_SEVEN)
            state.seats[seat, DECLARED] = declared[seat]
            state.seats[seat, SHOWED] = 1
            state.seats[seat, SCORE] = FAR + high_27[seat]
            state.seats[seat, LOW] = near_7[seat]
    share_pot(state, near_7, high_27, declared, live, pot)
    return showdown


@njit(makes_arrays=True)
def play_hand(state: Any, table: Any, pot_in: int, stock: Any, last_deal: bool) -> None:
    """Play one hand; those still in split the pot of a `last_deal` that no player wins."""
    plan = table.plan
    players = state.seats.shape[0]
    left = np.full(1, 52)
    stock[:] = PACK
    for seat in range(players):
        pay(state, _ANTE, seat, 0, table.ante)
    own = np.zeros(players, np.int64)
    muck = deal_three(state, stock, left, own)
    live = (1 << players) - 1
    round_no = 0
    took = True
    lead = 0
    while took and live & (live - 1):
        if round_no:
            lead = next_in(live, (lead + 1) % players, players)
        round_no += 1
        took, muck = draw_round(state, plan, stock, left, own, live, lead, round_no, muck)
        before = live
        live = bet_round(state, table, own, live, lead, round_no, not took, pot_in + paid_in(state))
        for seat in range(players):
            if (before & ~live) >> seat & 1:
                muck |= own[seat]
    showdown = 0
    pot = pot_in + paid_in(state)
    if live & (live - 1) == 0:
        win_together(state, _WHOLE, live, pot)
    else:
        showdown = show_down(state, plan, own, live, round_no, pot)
    for seat in range(players):
        state.seats[seat, CARDS] = own[seat]
    end_hand(state, pot_in, AT_SHOWDOWN if showdown else LAST_STANDING, round_no, showdown)
    if state.hand[POT_OUT] and last_deal:
        win_together(state, _WHOLE, live, pot)
        state.hand[POT_OUT] = 0
        state.hand[OUTCOME] = SPLIT
    elif state.hand[POT_OUT]:
        state.hand[OUTCOME] = CARRIED


@kernel
def play_chains(rows: Rows, span: Span, table: CountTable, populations: Populations) -> tuple[int, int]:
    """Play the chains of a span while there is room; return the next chain and the rows filled."""
    state = new_state(table.profiles.shape[0])
    stock = PACK.copy()
    row = 0
    number = span.number
    pot_in = span.pot_in
    while number < span.last and has_room(rows, row, MAX_CHAIN):
        seed_chain(state, span.seed, number)
        seat_styles(table.profiles, populations, style_draws(span.seed, number))
        carried = pot_in
        for chain in range(MAX_CHAIN):
            clear(state)
            play_hand(state, table, carried, stock, table.chained and chain == MAX_CHAIN - 1)
            state.hand[CHAIN] = chain
            carried = state.hand[POT_OUT]
            row = keep_hand(rows, row, state)
            if carried == 0 or not table.chained:
                break
        pot_in = 0
        number += 1
    return number, row


def table_of(
    variant: Variant, profiles: Floats, model: Arrays, chained: bool = False, room: int = 0
) -> CountTable:
    """A table of these profiles and of a model; with room for `room` choices in training."""
    stakes = np.array([variant.betting.max_raise, variant.betting.peder], np.int64)
    size = len(profiles) - 1
    return CountTable(
        make_plan(len(profiles)), profiles, stakes, variant.betting.ante, chained,
        new_choice_table(model["policy"], room), model["weights"], model["cuts"],
        model["edges"][size], model["shares"][size],
    )  # fmt: skip


def untrained() -> Arrays:
    """A model that takes the plan's share for the chance, and cuts the hands evenly by their log-odds."""
    weights = np.zeros((STAGES, COLUMNS))
    weights[:, 1] = 1.0
    edges = np.linspace(-4.0, 3.0, PARTS - 1)
    middle = np.concatenate([edges[:1], (edges[1:] + edges[:-1]) / 2, edges[-1:]])
    return {
        "weights": weights,
        "cuts": np.tile(np.linspace(-3.0, 2.0, BUCKETS - 1), (STAGES, 1)),
        "policy": np.zeros((FLAT, CHOICES), np.uint8),
        "edges": np.tile(edges, (MAX_PLAYERS, STAGES, 1)),
        "shares": np.tile(1 / (1 + np.exp(-middle)), (MAX_PLAYERS, STAGES, 1)),
    }


@dataclass(frozen=True, kw_only=True)
class CountRecipe(ChoiceRecipe):
    """chance_hands: hands at each table that chances are fitted to."""

    chance_hands: int = 300_000


TRAINING = Training(
    rules=lambda variant: short_hash(repr(variant.betting), str(FLAT)),
    train=from_checkout("engine.special.seven_twenty_seven.training", "train"),
    recipe=lambda variant: CountRecipe(),
    quick=lambda variant: CountRecipe(batches=4, chance_hands=20_000),
    cases=from_checkout("engine.special.seven_twenty_seven.training", "chance_cases"),
)


def play(request: PlayRequest) -> Iterator[tuple[int, Record]]:
    model = TRAINING.arrays(request.variant) if request.profiles[:, LEARNED].any() else untrained()
    table = table_of(request.variant, request.profiles.copy(), model, request.chained)
    return batches(
        request, lambda rows, span: play_chains(rows, span, table, request.populations), most=MAX_CHAIN
    )


def score_text(score: int) -> str:
    """The count that a recorded score for 27 stands for: ``26½``."""
    return count_text(FAR - score)


KERNEL = GameKernel(play=play, meld=score_text, low=count_text, training=TRAINING, draws_styles=True)
