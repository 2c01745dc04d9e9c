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
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards.card import pack_of
from engine.catalogue.model import Variant, largest_table
from engine.compile.jit import kernel, njit
from engine.kernel.actions import Act
from engine.kernel.record import Record, Span
from engine.kernel.winners import LEAST, declared_winners, first_half, nearest
from engine.players.betting_table import CALLS, FLAT
from engine.players.profiles import LEARNED, Populations, profile_rows
from engine.players.training.store import Arrays, Training, short_hash
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
    SEEN,
    ChoiceTable,
    Play,
    TrainingHands,
    add_regrets,
    new_choice_table,
    record_cases,
)
from engine.special.seven_twenty_seven.betting import (
    SAW_CHANCE,
    SAW_RIVALS,
    SAW_STAGE,
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
from engine.special.seven_twenty_seven.training import CountRecipe, train_betting, untrained
from engine.terms import Half

MAX_CHAIN = 64
"""A pot that no player wins is played for again at once: the maximum number of deals (ruling 39)."""
FAR = 1 << 30
"""A recorded score for 27 is this less the nearness, so that the larger wins."""
_ANTE, _CLOSED, _OPEN, _KEEP, _DECLARE = (
    int(act) for act in (Act.ANTE, Act.DEAL_CLOSED, Act.DEAL_OPEN, Act.KEEP, Act.DECLARE)
)
_WHOLE, _HIGH, _LOW = Half.WHOLE.code, Half.HIGH.code, Half.LOW.code
_PACK = np.array(pack_of(52))
Floats = NDArray[np.float64]


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
    stock[:] = _PACK
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
    stock = _PACK.copy()
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


@njit(makes_arrays=True)
def play_alone(state: Any, table: Any, pot_in: int) -> None:
    """Play one hand by itself, in training."""
    play_hand(state, table, pot_in, _PACK.copy(), True)


@kernel
def play_training_hands(state: Any, table: Any, hands: TrainingHands) -> None:
    add_regrets(play_alone, state, table, table.trained, hands)


@kernel
def play_cases(state: Any, table: Any, seed: int, first: int, last: int, cases: Any) -> None:
    """Record what players see and the outcome in hands `first` to `last` - 1 of a seed."""
    record_cases(play_alone, state, table, table.trained, (seed, first, last), CALLS, cases)


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


def train(variant: Variant, players: int, recipe: CountRecipe) -> Arrays:
    def cases(model: Arrays, players: int, hands: int, seed: int) -> Floats:
        return cases_of_regulars(variant, model, players, hands, seed)

    def player(model: Arrays) -> Play:
        def play_hands(trained: ChoiceTable, profiles: Floats, hands: TrainingHands) -> None:
            table = table_of(variant, profiles, model)._replace(trained=trained)
            play_training_hands(new_state(len(profiles)), table, hands)

        return play_hands

    return train_betting(cases, player, range(variant.players[0], largest_table(variant) + 1), recipe)


def cases_of_regulars(variant: Variant, model: Arrays, players: int, hands: int, seed: int) -> Floats:
    """Cases of a table of trained players, as `engine.special.choice_table.record_cases` fills them."""
    cases = np.full((hands, SEEN + 1), -1.0)
    table = table_of(variant, profile_rows(["regular"] * players), model, room=1024)
    play_cases(new_state(players), table, seed, 0, hands, cases)
    return cases


def chance_cases(variant: Variant, players: int, hands: int, seed: int) -> Floats:
    """Cases of a table of trained players: round, chance, players in, share won."""
    cases = cases_of_regulars(variant, TRAINING.arrays(variant), players, hands, seed)
    cases = cases[cases[:, SEEN] >= 0]
    return np.column_stack([
        cases[:, SAW_STAGE] + 1, cases[:, SAW_CHANCE], cases[:, SAW_RIVALS] + 1, cases[:, SEEN],
    ])  # fmt: skip


TRAINING = Training(
    rules=lambda variant: short_hash(repr(variant.betting), str(FLAT)),
    train=train,
    recipe=lambda variant: CountRecipe(),
    quick=lambda variant: CountRecipe(batches=4, chance_hands=20_000),
    cases=chance_cases,
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
