"""Guts and its kin (RG): two or three cards, in or out; the best takes the pot and the rest of those in match
it.

A game is a deal by every player and one last deal. From the dealer's left every player says in or out. Ties win
nothing and match; with no player in the pot stays (ruling 19); an ante is paid whenever the pot is empty. In the
last deal no player matches, and ties, or all where no player is in, share the pot (ruling 35). Each deal is a hand;
the carried pot makes chains of them.

With jokers, whose holder must stay in, a joker is worth nothing and a pair of them beats aces. In Gutter
Sluts those in declare high, low or both for half the pot a side: for high jokers are worth nothing, for low a
joker pairs the other card. In the game with three cards a lone player must beat a hand from the pack.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from engine.cards.bits import popcount
from engine.cards.high import CATEGORIES, CATEGORY_SHIFT
from engine.compile.jit import kernel, njit
from engine.kernel.actions import TABLE, Act
from engine.kernel.record import Record, Span
from engine.kernel.winners import HIGH, LOW as FOR_LOW
from engine.players.profiles import LEARNED
from engine.special.batch import (
    AT_SHOWDOWN,
    CARDS,
    CARRIED,
    CHAIN,
    DEALER,
    DECLARED,
    FOLDED,
    LAST_STANDING,
    LOW,
    OUTCOME,
    POT_OUT,
    SCORE,
    SHOWED,
    GameKernel,
    PlayRequest,
    Rows,
    batches,
    clear,
    end_hand,
    has_room,
    keep_hand,
    new_state,
    note,
    paid_in,
    pay,
    seat_styles,
    seed_chain,
    shuffle,
    style_draws,
    win_together,
)
from engine.special.guts.plan import TRAINING, Plan, declaration, plan_of, trained_plan, wants_in
from engine.special.guts.rules import hand_key, high_score, is_one, settle_high, settle_high_low
from engine.terms import Half

_ANTE, _DEAL, _IN, _OUT, _MUST_STAY, _DECLARE, _MATCH, _LAY = (
    int(act)
    for act in (
        Act.ANTE, Act.DEAL_CLOSED, Act.IN, Act.OUT, Act.MUST_STAY, Act.DECLARE, Act.MATCH_POT, Act.LAY_OPEN,
    )
)  # fmt: skip
_WHOLE, _HIGH, _LOW = Half.WHOLE.code, Half.HIGH.code, Half.LOW.code


# --- Play ---------------------------------------------------------------------------------------------------


@njit
def deal_own(state: Any, plan: Plan, pack: Any, keys: Any) -> int:
    """Deal each player's cards from the top of the pack; `keys` becomes the number of each hand. Returns the number of
    cards dealt.
    """
    players = state.seats.shape[0]
    at = 0
    for _ in range(plan.cards):
        for seat in range(players):
            state.seats[seat, CARDS] |= 1 << pack[at]
            note(state, _DEAL, seat, 0, pack[at])
            at += 1
    for seat in range(players):
        keys[seat] = plan.number[hand_key(state.seats[seat, CARDS])]
    return at


@njit
def speak(state: Any, table: Any, keys: Any, dealer: int, last: bool) -> int:
    """Each player says in or out, from the dealer's left. Returns the seats that are in, as bits."""
    plan, profiles = table.plan, table.profiles
    players = state.seats.shape[0]
    inside = 0
    for seat in range(players):
        profile = profiles[(dealer + 1 + seat) % players]
        if plan.forced[keys[seat]]:
            note(state, _MUST_STAY, seat, 1, 0)
        elif last or wants_in(state, plan, keys[seat], seat, inside, profile):
            note(state, _IN, seat, 1, 0)
        else:
            note(state, _OUT, seat, 1, 0)
            state.seats[seat, FOLDED] = 1
            continue
        inside |= 1 << seat
    return inside


@njit
def declare(state: Any, table: Any, keys: Any, dealer: int, inside: int) -> None:
    """Those in declare high, low or both."""
    players = state.seats.shape[0]
    ins = popcount(inside)
    for seat in range(players):
        if inside >> seat & 1:
            profile = table.profiles[(dealer + 1 + seat) % players]
            side = declaration(state, table.plan, keys[seat], ins, profile)
            state.seats[seat, DECLARED] = side
            note(state, _DECLARE, seat, 1, side)


@njit
def lay_pack(state: Any, plan: Plan, pack: Any, at: int) -> int:
    """Lay the hand that a lone player must beat, from a place of the pack on. Returns its score."""
    cards = 0
    for card_no in range(plan.cards):
        card = pack[at + card_no]
        cards |= 1 << card
        note(state, _LAY, TABLE, 1, card)
    return high_score(cards, False)


@njit
def show(state: Any, plan: Plan, keys: Any, inside: int) -> None:
    """Record the hands of those in, each for the sides that were declared."""
    for seat in range(state.seats.shape[0]):
        if inside >> seat & 1:
            declared = state.seats[seat, DECLARED]
            state.seats[seat, SHOWED] = 1
            if declared != FOR_LOW:
                state.seats[seat, SCORE] = plan.highs[keys[seat]]
            if plan.high_low and declared != HIGH:
                state.seats[seat, LOW] = plan.lows[keys[seat]]


@njit(makes_arrays=True)
def play_deal(state: Any, table: Any, dealer: int, pot_in: int, ante: int, last: bool, pack: Any) -> int:
    """Play one deal; return the pot that is carried on. `ante` is 0 where the pot isn't empty."""
    plan, cap = table.plan, table.cap
    players = state.seats.shape[0]
    if ante:
        for seat in range(players):
            pay(state, _ANTE, seat, 0, ante)
    pot = pot_in + paid_in(state)
    shuffle(state, pack, (players + 1) * plan.cards)
    keys = np.zeros(players, np.int64)
    at = deal_own(state, plan, pack, keys)
    inside = speak(state, table, keys, dealer, last)
    won = np.zeros(4, np.int64)
    match = np.zeros(players, np.int64)
    pack_score = -1
    if plan.high_low:
        declare(state, table, keys, dealer, inside)
        declared = state.seats[:, DECLARED]
        settle_high_low(plan.highs[keys], plan.lows[keys], declared, inside, pot, last, won, match)
    else:
        if plan.beat_pack and is_one(inside):
            pack_score = lay_pack(state, plan, pack, at)
        settle_high(plan.highs[keys], inside, pot, last, pack_score, won, match)
    ins = popcount(inside)
    shown = ins > 1 or pack_score >= 0
    if shown:
        show(state, plan, keys, inside)
    for seat in range(players):
        if match[seat]:
            pay(state, _MATCH, seat, 1, min(match[seat], cap) if cap else match[seat])
    if won[1]:
        win_together(state, _HIGH if plan.high_low and won[1] < pot else _WHOLE, won[0], won[1])
    if won[3]:
        win_together(state, _LOW if won[3] < pot else _WHOLE, won[2], won[3])
    end_hand(state, pot_in, AT_SHOWDOWN, 1, ins if shown else 0)
    state.hand[DEALER] = dealer
    carried = state.hand[POT_OUT]
    if carried:
        state.hand[OUTCOME] = CARRIED
    elif not shown:
        state.hand[OUTCOME] = LAST_STANDING
    return int(carried)


class GutsTable(NamedTuple):
    """Arguments of a game; `cap` is the most chips that a player matches, 0 for no cap. `profiles` changes from pot
    to pot in the seats of `populations`.
    """

    plan: Plan
    profiles: Any
    populations: Any
    ante: int
    cap: int


@kernel
def play_games(rows: Rows, span: Span, table: GutsTable) -> tuple[int, int]:
    """Play the games of a span while there is room; return the next game and the rows filled."""
    players = table.profiles.shape[0]
    state = new_state(players)
    row = 0
    number = span.number
    pot_in = span.pot_in
    while number < span.last and has_room(rows, row, players + 1):
        seed_chain(state, span.seed, number)
        styles = style_draws(span.seed, number)
        pack = table.plan.pack.copy()
        pot = pot_in
        chain = 0
        for deal in range(players + 1):
            clear(state)
            dealer = (players - 1 + deal) % players
            ante = table.ante if deal == 0 or pot == 0 else 0
            if chain == 0:
                styles = seat_styles(table.profiles, table.populations, styles)
            pot = play_deal(state, table, dealer, pot, ante, deal == players, pack)
            state.hand[CHAIN] = chain
            chain = chain + 1 if pot else 0
            row = keep_hand(rows, row, state)
        pot_in = 0
        number += 1
    return number, row


def play(request: PlayRequest) -> Iterator[tuple[int, Record]]:
    """Play a request: a chain is a game, a row for every deal of it (players + 1)."""
    variant = request.variant
    trained = request.profiles[:, LEARNED] > 0
    if trained.any():
        plan = trained_plan(variant, request.players, plain=not trained.all())
    else:
        plan = plan_of(variant, request.players)
    table = GutsTable(plan, request.profiles.copy(), request.populations, variant.betting.ante, variant.cap)
    deals = request.players + 1
    return batches(request, lambda rows, span: play_games(rows, span, table), usual=deals, most=deals)


def meld_name(score: int) -> str:
    return CATEGORIES[score >> CATEGORY_SHIFT]


KERNEL = GameKernel(play=play, meld=meld_name, low=meld_name, training=TRAINING, draws_styles=True)
