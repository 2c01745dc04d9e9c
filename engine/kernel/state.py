"""The state of one hand: a single structured record that every op reads and writes, with nested records for its
subjects.

Sets of seats are bits, seat 0 lowest. Sets of cards are as in `engine.cards.card`. Chips are small chips.
"""

from __future__ import annotations

from dataclasses import astuple, fields
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.kernel.program import FEATURES, MAX_BOARD, MAX_OWN, MAX_PACK, MAX_PLAYERS, QUANTILES, blank
from engine.kernel.regression_trees import INNER_NODES, LEAVES
from engine.players.betting_table import CHOICES
from engine.players.profiles import BET_AT, LEARNED, NEVER, RAISE_AT, TIGHT, Profile

_NO_DEPARTURE = np.array(astuple(Profile())[LEARNED + 1 :])
MAX_FEES = 3 * MAX_PLAYERS

MAX_ACTS = 16384
"""Room for the acts of one hand: the longest raising wars stay well below (`engine.players.betting_table.MAX_RAISES`)."""
MAX_SHARES = 128
MAX_CHOICES = 512
CHOICE_COLUMNS = 7
"""A choice in training: seat, street, row of the policy, legal choices as bits, the choice made, the
pot, what the seat has paid.
"""
MAX_CASES = 128
CASE_SCORES, CASE_COLUMNS = 5, 11 + FEATURES
"""Columns of a case: only the scores of hands, or also their features (`engine.kernel.hand_features.record_case`)."""

VIEW = FEATURES + 36
"""Number of features that an exploiter sees at a decision (`engine.kernel.exploiter`)."""
TREES = 80
"""Regression trees of each choice, at most."""

POTS = np.dtype(
    [
        ("fee_rivals", np.int64, (MAX_FEES,)),  # who plays for such a payment: the seats that had chips left
        ("fee_chips", np.int64, (MAX_FEES,)),
        ("fee_count", np.int64),
        ("side_seats", np.int64, (MAX_FEES,)),  # side pots: who is in, what lies there
        ("side_chips", np.int64, (MAX_FEES,)),
        ("side_count", np.int64),
    ],
    align=True,
)
"""Payments that not every player matches: fees, and side pots."""

SEEN = np.dtype(
    [
        ("features", np.float64, (FEATURES,)),
        ("open_row", np.int64),  # the round among whose open hands standings are known, and they
        ("open_standing", np.float64, (MAX_PLAYERS,)),
        ("strength", np.float64, (MAX_PLAYERS,)),
        ("bucket", np.int64, (MAX_PLAYERS,)),  # which part of the hands of the round that is
        ("strength_known", np.int64),
        ("open_value", np.int64, (MAX_PLAYERS,)),  # what the open cards were worth as the round began
        ("board_known", np.int64),  # the board of which the next three are known
        ("board_score", np.int64),
        ("board_standing", np.float64),
        ("board_suited", np.int64),
        ("past_raises", np.int64),  # raises of the earlier rounds
    ],
    align=True,
)
"""Values that trained players see in a hand."""

CHASE = np.dtype(
    [
        ("wholes", np.int64, (MAX_PLAYERS, QUANTILES)),  # what each whole hand may come to, in order
        ("foreseen", np.int64),  # of which seats that is known
        ("chance", np.float64, (MAX_PLAYERS,)),  # to have the best whole hand
        ("known_of", np.int64, (MAX_PLAYERS,)),  # of which players in and whose hand to beat, 0 for unknown
        ("worse", np.uint8, (MAX_PLAYERS, MAX_PLAYERS, QUANTILES)),  # than each whole hand, of each other's
        ("no_better", np.uint8, (MAX_PLAYERS, MAX_PLAYERS, QUANTILES)),  # and no better
        ("best", np.float64, (QUANTILES,)),  # the chances that each is the best
        ("unseen", np.int64, (MAX_PACK,)),  # cards
    ],
    align=True,
)
"""Values that trained players see in a chase, card by card."""

TRAINING = np.dtype(
    [
        ("is_on", np.int64),
        ("scores_alone", np.int64),  # of cases keep what hands hold, not how they look
        ("decisions", np.int64),  # so far, of all players
        ("stay_from", np.int64),  # the decision from which every player stays
        ("leavers", np.int64),  # seats that leave a hand in which no player bets
        ("leave_at", np.int64),  # at this street
        ("force_at", np.int64),  # the trained players' choice that is tried, and what is tried
        ("force_to", np.int64),
        ("force_seat", np.int64),  # whose choice it was, and in which row: it is made there again
        ("force_row", np.int64),
        ("lead_at", np.int64),  # the same for an earlier choice, to come where others are tried
        ("lead_to", np.int64),
        ("choices", np.int64, (MAX_CHOICES, CHOICE_COLUMNS)),
        ("choice_count", np.int64),
        ("cases", np.float64, (MAX_CASES, CASE_COLUMNS)),
        ("case_count", np.int64),
    ],
    align=True,
)
"""The settings and results of training (`engine.kernel.training`)."""

EXPLOITER = np.dtype(
    [
        ("seats", np.int64),  # as bits
        ("features", np.float32, (VIEW,)),
        ("views", np.float32, (MAX_CHOICES, VIEW)),  # of their choices; other rows are left unchanged
        ("tree_count", np.int64, (CHOICES,)),  # of each choice: 0 to play as the trained player does
        ("tree_column", np.uint8, (CHOICES, TREES, INNER_NODES)),
        ("tree_cut", np.float32, (CHOICES, TREES, INNER_NODES)),
        ("tree_gain", np.float32, (CHOICES, TREES, LEAVES)),
    ],
    align=True,
)
"""An exploiter: its seats, what it sees, and its trees (`engine.kernel.exploiter`)."""

_FIELDS: list[Any] = [
    ("rng", np.uint64),
    ("hand_luck", np.uint64),  # from which each seat's comes
    ("luck", np.uint64, (MAX_PLAYERS,)),  # of each seat's decisions
    ("luck_known", np.int64),
    ("deck", np.int64, (MAX_PACK,)),
    ("stock_at", np.int64),  # the next card of the stock in `deck`
    ("stock_end", np.int64),
    ("muck", np.int64),  # folded and thrown cards
    ("players", np.int64),
    ("live", np.int64),  # seats still in
    ("live_count", np.int64),
    ("all_in", np.int64),  # seats that have no chips left (where there is all-in)
    ("own", np.int64, (MAX_PLAYERS,)),  # cards that the player has seen
    ("open", np.int64, (MAX_PLAYERS,)),
    ("turned", np.int64, (MAX_PLAYERS,)),  # of `open`, what was closed until it was turned
    ("any_open", np.int64),
    ("own_count", np.int64, (MAX_PLAYERS,)),  # cards held, seen or not
    ("last_own", np.int64, (MAX_PLAYERS,)),  # the card dealt last
    ("pile", np.int64, (MAX_PLAYERS, MAX_OWN)),  # cards to turn, the bottom one first
    ("pile_size", np.int64, (MAX_PLAYERS,)),
    ("bottom", np.int64, (MAX_PLAYERS,)),  # the bottom card of the pile, -1 for none
    ("bottom_known", np.int64),  # seats that know theirs
    ("board", np.int64, (MAX_BOARD,)),
    ("board_size", np.int64),
    ("board_turned", np.int64),  # board places are turned in the order laid
    ("board_open", np.int64),
    ("wild", np.int64),  # cards wild for every player now
    ("follower", np.int64),  # the card that follows, as a set
    ("follow_next", np.int64),
    ("street", np.int64),
    ("rounds", np.int64),  # betting rounds in which a player could act
    ("bet", np.int64),  # what each must have put in this round
    ("least_raise", np.int64),
    ("raises", np.int64),
    ("put_in", np.int64, (MAX_PLAYERS,)),  # put in this round
    ("paid", np.int64, (MAX_PLAYERS,)),
    ("stack", np.int64, (MAX_PLAYERS,)),  # chips left; below zero is shadow
    ("pot", np.int64),
    (
        "fees",
        np.int64,
        (MAX_PLAYERS,),
    ),  # of `paid`, the price of drawn cards, which no player has to match
    ("first", np.int64),  # the seat that opened the round, or acts first
    ("last_bettor", np.int64),  # the latest to bet or raise in the hand, -1 for none
    ("peder", np.int64),  # seats that used theirs
    ("folded", np.int64, (MAX_PLAYERS,)),
    ("standing", np.int64, (MAX_PLAYERS,)),
    ("standing_known", np.int64),
    ("open_best", np.int64),  # the best open combination of the round and whose it is
    ("open_best_seat", np.int64),
    ("open_first", np.int64),  # whose open cards were worth the most as the round began, -1 for unknown
    ("drew", np.int64),  # cards exchanged at the latest exchange
    ("drawn", np.int64, (MAX_PLAYERS,)),  # and by each seat
    ("declared", np.int64, (MAX_PLAYERS,)),  # codes of `Declared`, 0 for nothing
    (
        "worth",
        np.int64,
        (2, MAX_PLAYERS),
    ),  # of high and low hands, where the rules make it slow to compute
    ("worth_of", np.int64, (2, MAX_PLAYERS, 6)),  # and of what
    ("score", np.int64, (MAX_PLAYERS,)),
    ("low", np.int64, (MAX_PLAYERS,)),
    ("won", np.int64, (MAX_PLAYERS,)),
    ("showed", np.int64),
    ("asked", np.int64),  # 1 where those who passed were asked whether they come back
    ("all_passed", np.int64),  # 1 where no player bet in round one of the short pack
    ("pot_out", np.int64),
    ("last_deal", np.int64),  # 1 where what no player wins is split, for the chain ends here
    ("split", np.int64),  # 1 where it was
    ("detail", np.int64),  # a code of `Detail`
    ("once", np.int64),  # 1 where a pot that no player wins isn't played for again at once
    ("sampling", np.int64),  # 1 while no player bets, for the strengths of hands to be seen
    ("profiles", np.float64, (MAX_PLAYERS, len(fields(Profile)))),  # a row a seat
    ("acts", np.int64, (MAX_ACTS,)),  # of this hand
    ("act_at", np.int64),
    ("shares", np.int64, (MAX_SHARES,)),  # of this hand's pots
    ("share_at", np.int64),
    ("learned", np.int64),  # seats of trained players
    ("departs", np.int64),  # the ones whose profile departs from `regular`
    ("people", np.int64),  # 1 where most trained players at the table depart: what bets mean there
    ("blind", np.int64),  # plain seats that don't look at their cards: they call, or fold to any bet
    ("pots", POTS),
    ("seen", SEEN),
    ("chase", CHASE),
    ("training", TRAINING),
]
STATE = np.dtype([*_FIELDS, ("exploiters", EXPLOITER, (0,))], align=True)
"""The state of hands as users play them. Kernels compiled for it contain nothing of exploiters."""
EXPLOITED_STATE = np.dtype([*_FIELDS, ("exploiters", EXPLOITER, (1,))], align=True)
"""The state of hands with an exploiter, for which the same kernels are compiled again where one is trained."""


def new_state(*, exploited: bool = False) -> Any:
    """A blank state, a record of the dtype `STATE`, or `EXPLOITED_STATE` with room for an exploiter."""
    return blank(EXPLOITED_STATE if exploited else STATE)


def seat_players(state: Any, profiles: NDArray[np.float64]) -> None:
    """Sit players down: a row of `engine.players.profiles` each."""
    state["players"] = len(profiles)  # by item, which is ten times as quick as by attribute
    state["profiles"][: len(profiles)] = profiles
    state["learned"], state["departs"], state["people"], state["blind"] = _kinds(profiles.tobytes())


@lru_cache(maxsize=4096)
def _kinds(profiles: bytes) -> tuple[int, int, int, int]:
    """Return, for rows of profiles, the seats of trained players, of those that depart from `regular`, whether these
    are the majority, and the seats of players who never look at their hand.
    """
    rows = np.frombuffer(profiles).reshape(-1, len(fields(Profile)))
    learned = rows[:, LEARNED] > 0
    departs = (rows[:, LEARNED + 1 :] != _NO_DEPARTURE).any(axis=1)
    people = int(2 * (learned & departs).sum() > learned.sum())
    never_bets = (rows[:, [BET_AT, RAISE_AT]] >= NEVER).all(axis=1)
    blind = ~learned & never_bets & ((rows[:, TIGHT] == 0) | (rows[:, TIGHT] >= NEVER))
    return _as_bits(learned), _as_bits(departs), people, _as_bits(blind)


def _as_bits(seats: NDArray[np.bool_]) -> int:
    return sum(1 << seat for seat in np.flatnonzero(seats).tolist())
