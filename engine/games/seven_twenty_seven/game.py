"""7/27 (RG): cards are counted, and the nearest to 7 and the nearest to 27 share the pot.

Two closed cards and one open. In every round each player, from the lead on, may take one more open card; then
the lead opens the house's betting. The lead passes to the left each round. The betting after a round in which
nobody took a card is the last; then all declare 7 (low), 27 (high) or both. An ace counts 1 or 11, chosen for
each target, a picture card a half. Of equal distances, above and below alike (ruling 20), the lower count is
nearer; equal counts share.

Counts are kept in halves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from engine.actions import Act
from engine.cards import pack_of
from engine.games.batch import (
    AT_SHOWDOWN,
    CARDS,
    CARRIED,
    CHAIN,
    DECLARED,
    FOLDED,
    LAST_STANDING,
    LOW,
    OUTCOME,
    PEDER,
    POT_OUT,
    SCORE,
    SHOWED,
    SPLIT,
    GameKernel,
    Rows,
    Sitting,
    batches,
    clear,
    draw,
    end_hand,
    has_room,
    keep_hand,
    luck,
    new_sheet,
    note,
    paid_in,
    pay,
    seed_chain,
    win_together,
)
from engine.games.declared import declared_winners, high_part
from engine.games.seven_twenty_seven.counts import SEVEN, TWENTY_SEVEN, count_text, nearness
from engine.games.seven_twenty_seven.plan import CountPlan, declaration, make_plan, pot_share, wants_card
from engine.jit import kernel, njit
from engine.profiles import BET_AT, BLUFF, PEDER_AT, RAISE_AT, STEP, TIGHT
from engine.record import Record, Span
from engine.terms import Half

MAX_CHAIN = 64
"""A pot that nobody wins is played for again at once, in so many deals at the most (ruling 39)."""
FAR = 1 << 30
"""A recorded score for 27 is this less the nearness, so that the larger wins."""
_ANTE, _CLOSED, _OPEN, _KEEP, _DECLARE = (
    int(act) for act in (Act.ANTE, Act.DEAL_CLOSED, Act.DEAL_OPEN, Act.KEEP, Act.DECLARE)
)
_CHECK, _BET, _RAISE, _CALL, _FOLD, _PEDER_BET, _PEDER_RAISE = (
    int(act) for act in (Act.CHECK, Act.BET, Act.RAISE, Act.CALL, Act.FOLD, Act.PEDER_BET, Act.PEDER_RAISE)
)
_WHOLE, _HIGH, _LOW = Half.WHOLE.code, Half.HIGH.code, Half.LOW.code
_PACK = np.array(pack_of(52))


# --- The rules ----------------------------------------------------------------------------------------------


@njit
def next_in(live: int, seat: int, players: int) -> int:
    """The given seat, or the nearest to its left that is still in."""
    while not live >> seat & 1:
        seat = (seat + 1) % players
    return seat


@njit
def take_card(sheet: Any, stock: Any, left: Any, muck: int) -> tuple[int, int]:
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
    place = draw(sheet, left[0])
    card = stock[place]
    left[0] -= 1
    stock[place] = stock[left[0]]
    return card, muck


@njit
def share_pot(sheet: Any, near_7: Any, near_27: Any, declared: Any, live: int, pot: int) -> None:
    """Share the pot between the sides; a side that nobody wins leaves everything to the other (ruling 5)."""
    high, low = declared_winners(-near_27, near_7, declared, live)
    if high and low:
        part = high_part(pot, high, low)
        win_together(sheet, _HIGH, high, part)
        if pot > part:
            win_together(sheet, _LOW, low, pot - part)
    elif high or low:
        win_together(sheet, _WHOLE, high | low, pot)


# --- The house's betting ------------------------------------------------------------------------------------


@njit
def bet_size(wanted: float, share: float, luck_now: float, max_raise: int) -> int:
    """How many chips to bet or raise by: the more, the further the share lies above what was wanted."""
    return min(max_raise, 1 + int(3.0 * max(0.0, share - wanted) + 2.0 * luck_now))


@njit
def bet_round(
    sheet: Any, table: Any, own: Any, live: int, lead: int, round_no: int, last: bool, pot: int
) -> int:
    """A betting round of 1 to `stakes[0]` chips, raises without number, and once a hand a peder of
    `stakes[1]`.

    Returns who is still in.
    """
    plan, profiles, stakes = table.plan, table.profiles, table.stakes
    players = own.shape[0]
    put = np.zeros(players, np.int64)
    bet = 0
    raises = 0
    waiting = live
    seat = lead
    while waiting:
        if waiting >> seat & 1:
            waiting &= ~(1 << seat)
            rivals = -1
            for other in range(players):
                rivals += live >> other & 1
            row = profiles[seat]
            price = bet - put[seat]
            chance = pot_share(plan, own[seat], rivals, last)
            share = chance * (rivals + 1)
            wanted = row[BET_AT] if price == 0 else row[RAISE_AT] + row[STEP] * raises
            chip = luck(sheet)
            more = 0
            by_peder = False
            if share > wanted or (price == 0 and chip < row[BLUFF]):
                more = bet_size(wanted, share, chip, stakes[0])
                if stakes[1] and share > row[PEDER_AT] + row[STEP] * raises and chip > 0.75:
                    by_peder = sheet.seats[seat, PEDER] == 0
            elif price > 0 and chance * (pot + price) < row[TIGHT] * price:
                note(sheet, _FOLD, seat, round_no, 0)
                sheet.seats[seat, FOLDED] = round_no
                live &= ~(1 << seat)
                if rivals == 1:
                    return live
            if live >> seat & 1:
                if by_peder:
                    more = stakes[1]
                    sheet.seats[seat, PEDER] = 1
                kind = _CHECK if price == 0 else _CALL
                if more:
                    waiting = live & ~(1 << seat)
                    raises += 1
                    if by_peder:
                        kind = _PEDER_BET if bet == 0 else _PEDER_RAISE
                    else:
                        kind = _BET if bet == 0 else _RAISE
                pay(sheet, kind, seat, round_no, price + more)
                put[seat] += price + more
                pot += price + more
                bet += more
        seat = (seat + 1) % players
    return live


# --- Play ---------------------------------------------------------------------------------------------------


@njit
def play_hand(sheet: Any, table: Any, pot_in: int, stock: Any, last_deal: bool) -> None:
    """Play one hand; those still in split the pot of a `last_deal` that nobody wins."""
    plan, ante = table.plan, table.ante
    players = sheet.seats.shape[0]
    left = np.full(1, 52)
    stock[:] = _PACK
    for seat in range(players):
        pay(sheet, _ANTE, seat, 0, ante)
    own = np.zeros(players, np.int64)
    muck = 0
    for card_no in range(3):
        for seat in range(players):
            card, muck = take_card(sheet, stock, left, muck)
            own[seat] |= 1 << card
            note(sheet, _OPEN if card_no == 2 else _CLOSED, seat, 0, card)
    live = (1 << players) - 1
    round_no = 0
    took = True
    while took and live & (live - 1):
        lead = round_no % players
        round_no += 1
        took = False
        rivals = -1
        for seat in range(players):
            rivals += live >> seat & 1
        for turn in range(players):
            seat = (lead + turn) % players
            if live >> seat & 1:
                card = -1
                if wants_card(plan, own[seat], rivals):
                    card, muck = take_card(sheet, stock, left, muck)
                if card < 0:
                    note(sheet, _KEEP, seat, round_no, 0)
                    continue
                own[seat] |= 1 << card
                note(sheet, _OPEN, seat, round_no, card)
                took = True
        before = live
        live = bet_round(
            sheet, table, own, live, next_in(live, lead, players), round_no, not took,
            pot_in + paid_in(sheet),
        )  # fmt: skip
        for seat in range(players):
            if (before & ~live) >> seat & 1:
                muck |= own[seat]
    showdown = 0
    pot = pot_in + paid_in(sheet)
    if live & (live - 1) == 0:
        win_together(sheet, _WHOLE, live, pot)
    else:
        declared = np.zeros(players, np.int64)
        near_7 = np.zeros(players, np.int64)
        near_27 = np.zeros(players, np.int64)
        for seat in range(players):
            showdown += live >> seat & 1
        for seat in range(players):
            if live >> seat & 1:
                declared[seat] = declaration(plan, own[seat], showdown - 1)
                note(sheet, _DECLARE, seat, round_no, declared[seat])
                near_7[seat] = nearness(own[seat], SEVEN)
                near_27[seat] = nearness(own[seat], TWENTY_SEVEN)
                sheet.seats[seat, DECLARED] = declared[seat]
                sheet.seats[seat, SHOWED] = 1
                sheet.seats[seat, SCORE] = FAR - near_27[seat]
                sheet.seats[seat, LOW] = near_7[seat]
        share_pot(sheet, near_7, near_27, declared, live, pot)
    for seat in range(players):
        sheet.seats[seat, CARDS] = own[seat]
    end_hand(sheet, pot_in, AT_SHOWDOWN if showdown else LAST_STANDING, round_no, showdown)
    if sheet.hand[POT_OUT] and last_deal:
        win_together(sheet, _WHOLE, live, pot)
        sheet.hand[POT_OUT] = 0
        sheet.hand[OUTCOME] = SPLIT
    elif sheet.hand[POT_OUT]:
        sheet.hand[OUTCOME] = CARRIED


class CountTable(NamedTuple):
    """What a chain needs; `stakes` are the highest bet and the peder. `chained`: a pot that nobody wins is
    played for again at once.
    """

    plan: CountPlan
    profiles: Any
    stakes: Any
    ante: int
    chained: bool


@kernel
def play_chains(rows: Rows, span: Span, table: CountTable) -> tuple[int, int]:
    """Play the chains of a span while there is room; return the next chain and the rows filled."""
    sheet = new_sheet(table.profiles.shape[0])
    stock = _PACK.copy()
    row = 0
    number = span.number
    pot_in = span.pot_in
    while number < span.last and has_room(rows, row, MAX_CHAIN):
        seed_chain(sheet, span.seed, number)
        carried = pot_in
        for chain in range(MAX_CHAIN):
            clear(sheet)
            play_hand(sheet, table, carried, stock, table.chained and chain == MAX_CHAIN - 1)
            sheet.hand[CHAIN] = chain
            carried = sheet.hand[POT_OUT]
            row = keep_hand(rows, row, sheet)
            if carried == 0 or not table.chained:
                break
        pot_in = 0
        number += 1
    return number, row


def play(sitting: Sitting) -> Iterator[tuple[int, Record]]:
    """Play a sitting, with a profile's thresholds as at any game of the house (`engine.profiles`)."""
    betting = sitting.variant.betting
    stakes = np.array([betting.max_raise, betting.peder], np.int64)
    table = CountTable(make_plan(sitting.players), sitting.profiles, stakes, betting.ante, sitting.chained)
    return batches(sitting, lambda rows, span: play_chains(rows, span, table), most=MAX_CHAIN)


def score_text(score: int) -> str:
    """The count that a recorded score for 27 stands for: ``26½``."""
    return count_text(FAR - score)


KERNEL = GameKernel(play=play, meld=score_text, low=count_text)
