"""The house's betting at 7/27: by the model, or, for plain players, by thresholds on the share.

A trained player uses the betting table of the card games (`engine.players.betting_table`). The bucket of its hand
follows from its chance, which also decides raising wars past the end of the table.
"""

from __future__ import annotations

from math import log
from typing import Any, NamedTuple

import numpy as np

from engine.cards.bits import popcount
from engine.compile.jit import njit
from engine.kernel.actions import Act
from engine.players.betting_table import (
    BIG,
    BUCKETS,
    CALLS,
    CAP,
    FOLDS,
    MAX_RAISES,
    MOST,
    SMALL,
    folds_at_price,
    is_among_best,
    row_of,
)
from engine.players.profiles import (
    AGGRESSION,
    AGGRESSION_LATER,
    BET_AT,
    BLUFF,
    BLUFFS,
    LEARNED,
    LOOSE_FIRST,
    LOOSE_LATER,
    PEDER_AT,
    PEDER_USE,
    PLAYS_FIRST,
    RAISE_AT,
    RAISES_FIRST,
    READING,
    RERAISES,
    SIZING,
    STEP,
    TIGHT,
)
from engine.special.batch import FOLDED, PEDER, luck, note, pay
from engine.special.choice_table import SEEN, ChoiceTable, choose, see
from engine.special.perception import log_odds, random_error
from engine.special.seven_twenty_seven.plan import Plan, pot_share

STAGES = 4
"""The rounds that are distinguished: the first, the second, those after, and the last."""
COLUMNS = 14
"""Columns of what a chance is computed from (`odds_seen`)."""
SAW_STAGE, SAW_RIVALS, SAW_CHANCE, SAW_ODDS = range(COLUMNS, COLUMNS + 4)
"""Columns that follow them in training."""
_CHECK, _BET, _RAISE, _CALL, _FOLD, _PEDER_BET, _PEDER_RAISE = (
    int(act) for act in (Act.CHECK, Act.BET, Act.RAISE, Act.CALL, Act.FOLD, Act.PEDER_BET, Act.PEDER_RAISE)
)


class CountTable(NamedTuple):
    """What a chain needs; `stakes` are the highest bet and the peder. `chained`: a pot that no player wins is
    played for again at once. The model: the choice table, the weights of a chance [stage, column], and the
    cuts between the parts of the hands [stage, cut], in log-odds; and what hands between the `edges` were
    seen to win at a table of this size, `shares`: [stage, edge] and [stage, part].
    """

    plan: Plan
    profiles: Any
    stakes: Any
    ante: int
    chained: bool
    trained: ChoiceTable
    weights: Any
    cuts: Any
    edges: Any
    shares: Any


class Spot(NamedTuple):
    """A decision: the player's cards, rivals in, stage, price, the raises of
    the round, the pot, and whether it bet last.
    """

    own: int
    rivals: int
    stage: int
    price: int
    raises: int
    pot: int
    mine: int


@njit
def decide_plainly(state: Any, table: Any, seat: int, spot: Spot) -> tuple[int, int]:
    """Return a plain player's decision: whether it folds, and the chips that it bets or raises by, -1 for the peder."""
    row = table.profiles[seat]
    chance = pot_share(table.plan, spot.own, spot.rivals, spot.stage == STAGES - 1)
    share = chance * (spot.rivals + 1)
    wanted = row[BET_AT] if spot.price == 0 else row[RAISE_AT] + row[STEP] * spot.raises
    chip = luck(state)
    if share > wanted or (spot.price == 0 and chip < row[BLUFF]):
        surely = share > row[PEDER_AT] + row[STEP] * spot.raises
        if table.stakes[1] and surely and chip > 0.75 and state.seats[seat, PEDER] == 0:
            return CALLS, -1
        # more, the further the share is above the threshold
        return CALLS, min(table.stakes[0], 1 + int(3.0 * max(0.0, share - wanted) + 2.0 * chip))
    if spot.price > 0 and chance * (spot.pot + spot.price) < row[TIGHT] * spot.price:
        return FOLDS, 0
    return CALLS, 0


@njit
def chance_at(table: Any, stage: int, odds: float) -> float:
    """The share of the pot that hands of such log-odds were seen to win, at tables of this size."""
    part = 0
    for edge in table.edges[stage]:
        part += int(odds > edge)
    return float(table.shares[stage, part])


@njit
def odds_seen(table: Any, spot: Spot, seen: Any) -> float:
    """Return the strength of a hand among the players in, in log-odds; `seen` is filled with the weighted columns."""
    players = table.profiles.shape[0]
    z = log_odds(pot_share(table.plan, spot.own, spot.rivals, spot.stage == STAGES - 1))
    others, gone = log(float(spot.rivals)), log(players / (spot.rivals + 1.0))
    raises = min(spot.raises - spot.mine, 3)
    raised = 1.0 if raises > 0 else 0.0
    seen[0] = 1.0
    seen[1] = z
    seen[2] = z * z
    seen[3] = max(z + 1.0, 0.0)
    seen[4] = max(z - 0.5, 0.0)
    seen[5] = others
    seen[6] = others * z
    seen[7] = gone
    seen[8] = gone * z
    seen[9] = raises
    seen[10] = raises * z
    seen[11] = raises * others
    seen[12] = raised
    seen[13] = raised * z
    odds = 0.0
    for column in range(COLUMNS):
        odds += table.weights[spot.stage, column] * seen[column]
    seen[SAW_STAGE] = spot.stage
    seen[SAW_RIVALS] = spot.rivals
    seen[SAW_CHANCE] = chance_at(table, spot.stage, odds)
    seen[SAW_ODDS] = odds
    return odds


@njit
def bucket_at(table: Any, spot: Spot, odds: float) -> int:
    """Which part of the hands of its stage a hand belongs to."""
    bucket = 0
    for cut in range(BUCKETS - 1):
        bucket += int(odds > table.cuts[spot.stage, cut])
    return bucket


@njit
def row_at(table: Any, spot: Spot, odds: float, raises: int) -> int:
    bucket = bucket_at(table, spot, odds)
    players, live = table.profiles.shape[0], spot.rivals + 1
    return row_of(spot.stage, bucket, players, live, raises, spot.price, spot.pot, spot.mine, 0, 0, 1, 0)


@njit
def legal_at(state: Any, table: Any, seat: int, spot: Spot) -> int:
    """The choices that there are, as bits."""
    legal = 1 << CALLS
    if spot.price:
        legal |= 1 << FOLDS
    if spot.raises < CAP:
        legal |= 1 << SMALL | 1 << BIG
        if table.stakes[1] and state.seats[seat, PEDER] == 0:
            legal |= 1 << MOST
    return legal


@njit
def decide_trained(state: Any, table: Any, seat: int, spot: Spot, seen: Any) -> tuple[int, int]:
    """Return a trained player's decision, in the form of `decide_plainly`."""
    profile = table.profiles[seat]
    odds = odds_seen(table, spot, seen) + random_error(state, profile)
    first = spot.stage == 0
    loose = profile[LOOSE_FIRST] if first else profile[LOOSE_LATER]
    bold = profile[AGGRESSION] if first else profile[AGGRESSION] + profile[AGGRESSION_LATER]
    if spot.raises > CAP:
        cost = spot.price * (1 + (MAX_RAISES - min(spot.raises, MAX_RAISES)) / (spot.rivals + 1))
        stays = chance_at(table, spot.stage, odds + loose) * (spot.pot + (spot.rivals + 1) * cost) >= cost
        return (CALLS if stays else FOLDS), 0
    raises = spot.raises
    if profile[READING] < 1.0 and raises > 1:
        raises = 1 + int((raises - 1) * profile[READING] + luck(state))
    legal = legal_at(state, table, seat, spot)
    see(table.trained, seen)
    choice = choose(state, table.trained, seat, row_at(table, spot, odds + bold, raises), legal)
    again = profile[RERAISES] ** spot.raises
    stops = choice > CALLS and again < 1.0 and luck(state) >= again
    plays_it = True
    if first and (profile[PLAYS_FIRST] < 1.0 or profile[RAISES_FIRST] < 1.0):
        bucket, chip = bucket_at(table, spot, odds), luck(state)
        plays_it = is_among_best(profile[PLAYS_FIRST], bucket, chip)
        stops |= choice > CALLS and not is_among_best(profile[RAISES_FIRST], bucket, chip)
    if stops or (choice < SMALL and (loose != 0.0 or bold != 0.0)):
        shares = table.trained.policy[row_at(table, spot, odds, raises)]
        folds = shares[FOLDS] / max(float(shares[FOLDS]) + float(shares[CALLS]), 1.0)
        choice = FOLDS if spot.price > 0 and luck(state) < folds_at_price(folds, loose) else CALLS
    if not plays_it:
        choice = FOLDS if legal >> FOLDS & 1 else CALLS
    if choice < SMALL and legal >> SMALL & 1 and profile[BLUFFS] > 0.0 and luck(state) < profile[BLUFFS]:
        choice = SMALL
    if choice == MOST and profile[PEDER_USE] < 1.0 and luck(state) >= profile[PEDER_USE]:
        choice = BIG
    if profile[SIZING] != 0.0 and SMALL <= choice <= BIG and luck(state) < abs(profile[SIZING]):
        choice = BIG if profile[SIZING] > 0.0 else SMALL
    if choice <= CALLS:
        return choice, 0
    if choice == MOST:
        return CALLS, -1
    return CALLS, table.stakes[0] if choice == BIG else min(2, table.stakes[0])


@njit(makes_arrays=True)
def bet_round(
    state: Any, table: Any, own: Any, live: int, lead: int, round_no: int, last: bool, pot: int
) -> int:
    """A betting round of 1 to `stakes[0]` chips, raises without number, and once a hand a peder of
    `stakes[1]`.

    Returns the seats still in.
    """
    players = own.shape[0]
    put = np.zeros(players, np.int64)
    seen = np.zeros(SEEN)
    bet = 0
    raises = 0
    waiting = live
    seat = lead
    bettor = -1
    while waiting:
        if waiting >> seat & 1:
            waiting &= ~(1 << seat)
            price = bet - put[seat]
            stage = STAGES - 1 if last else min(round_no, STAGES - 1) - 1
            spot = Spot(own[seat], popcount(live) - 1, stage, price, raises, pot, int(bettor == seat))
            if table.profiles[seat, LEARNED] != 0.0:
                choice, more = decide_trained(state, table, seat, spot, seen)
            else:
                choice, more = decide_plainly(state, table, seat, spot)
            if choice == FOLDS and price:
                note(state, _FOLD, seat, round_no, 0)
                state.seats[seat, FOLDED] = round_no
                live &= ~(1 << seat)
                if spot.rivals == 1:
                    return live
            else:
                by_peder = more < 0
                if by_peder:
                    more = table.stakes[1]
                    state.seats[seat, PEDER] = 1
                kind = _CHECK if price == 0 else _CALL
                if more:
                    waiting = live & ~(1 << seat)
                    raises += 1
                    bettor = seat
                    if by_peder:
                        kind = _PEDER_BET if bet == 0 else _PEDER_RAISE
                    else:
                        kind = _BET if bet == 0 else _RAISE
                pay(state, kind, seat, round_no, price + more)
                put[seat] += price + more
                pot += price + more
                bet += more
        seat = (seat + 1) % players
    return live
