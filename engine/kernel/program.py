"""The interface between games and kernels: a call at a table becomes one record of integers, without the game's name
and texts. The steps are rows of (op, count, other, street): `street` is the number of a betting round from 1, and for
a fixed limit `count` of a betting round is how many times the small bet it plays for.
"""

from __future__ import annotations

from functools import cache
from math import prod
from typing import Any

import numpy as np

from engine.cards.card import cards_in, pack_of, rank_set
from engine.cards.high import PAIR, score_of
from engine.catalogue.model import Op, Variant, Wild, WildKind, cards_needed, check_table
from engine.errors import CallError
from engine.kernel.regression_trees import INNER_NODES, LEAVES
from engine.players.betting_table import BUCKETS, CHOICES, ROWS, STAGES
from engine.players.people import ACTS, UNSEEN
from language import tr

MAX_STEPS = 64
MAX_STREETS = 32
QUANTILES = 64
"""Number of equal parts into which the hands of a street are cut (`engine.players.training.quantiles`): a power of four."""
MAX_PLAYERS = 10
MAX_OWN = 16
MAX_BOARD = 8
MAX_LINES = 8
MAX_PACK = 54
STRENGTH_TREES = 8
"""Most trees that correct the strength of hands: sixteen explain no more, and take twice as long."""
FEATURES = 32
"""Number of features that a player sees of a hand (`engine.kernel.hand_features`)."""
ODDS_AT = 21
"""Index of the first of the weights that are for one size of table each, from two players on."""
ODDS = ODDS_AT + MAX_PLAYERS - 1
"""Number of weights of the chance to win."""
SITUATIONS = 6, 4, 2, 5
"""Number of situations, each with its own bend of the chance: earlier raises, raises, whether the player bet last,
players in.
"""
BEND_PARTS = 32
"""Parts of a log-odd in which a bend is stored."""

PROGRAM = np.dtype(
    [
        ("steps", np.int64, (MAX_STEPS, 4)),
        ("pack", np.int64, (MAX_PACK,)),
        ("pack_size", np.int64),
        ("streets", np.int64),  # betting rounds
        ("limit", np.int64),  # a code of `Limit`
        ("by_letter", np.int64),  # 1 where a pot-limit raise is at most the pot before the call
        ("ante", np.int64),
        ("max_raise", np.int64),
        ("peder", np.int64),
        ("small_blind", np.int64),
        ("big_blind", np.int64),
        ("straddle", np.int64),
        ("bring_in", np.int64),
        ("button_blind", np.int64),
        ("wild_cards", np.int64),  # wild for every player from the start
        ("personal", np.int64),  # the personal WildKind, 0 for none
        ("follow", np.int64),  # open cards after which the next rank is wild
        ("board_wild", np.int64),  # board places, as bits
        ("lowest_board", np.int64),
        ("alone", np.int64),  # 1 where a card named wild doesn't free its rank
        ("cancelled", np.int64),  # cards wild until their rank is turned as a common card
        ("lines", np.int64, (MAX_LINES,)),  # board places, as bits
        ("line_count", np.int64),
        ("own_exactly", np.int64),
        ("own_at_most", np.int64),
        ("share", np.int64),  # a code of `Sharing`
        ("ranking", np.int64),  # a code of `Ranking`
        ("spade", np.int64),  # who takes half of the pot: 1 the highest closed spade, 2 the lowest
        ("counted", np.int64),  # or the most of these cards
        ("by_rank", np.int64),  # 1 where it is the highest sum of their ranks
        ("openers", np.int64),  # the lowest score that may bet first in round one
        ("sent_out", np.int64),
        ("redeals", np.int64),
        ("buys", np.int64),
        ("buy_price", np.int64),
        ("levy", np.int64, (14,)),
        ("levied", np.int64),  # the cards that cost
        ("extra", np.int64),
        ("short_order", np.int64),
        ("reentry", np.int64),
        ("anticlockwise", np.int64),
        ("chase", np.int64),  # 1 for the chase of Midnight Baseball
        ("orders", np.int64),  # 1 where the players order their closed cards (psychology)
        ("public", np.int64),  # 1 where public wild cards can change in the hand
        ("plain", np.int64),  # 1 where any five of own cards and board count, and no wild card is personal
        ("own_last", np.int64),  # how many own cards there are when the last is turned or dealt
        # the model of the game (`engine.players.training`), a row a street
        ("quantiles", np.int64, (MAX_STREETS, QUANTILES)),  # what hands hold: row 0 lows, then the streets
        ("open_quantiles", np.int64, (MAX_STREETS, QUANTILES)),  # what lies open before a player
        ("all_open", np.int64),  # streets, as bits, in which these are the same
        ("ends_with_bet", np.int64),  # 1 where no card is dealt, drawn or turned after the last betting round
        ("stages", np.int64, (MAX_STREETS,)),  # the stage of the policy that a street belongs to
        ("finer_prices", np.int64),  # 1 where the policy distinguishes finer prices (`row_of`)
        ("weights", np.float64, (MAX_STREETS, FEATURES)),
        ("trees", np.int64),  # how many trees correct the weighted sum (`engine.kernel.regression_trees`)
        ("tree_column", np.uint8, (MAX_STREETS, STRENGTH_TREES, INNER_NODES)),
        ("tree_cut", np.float64, (MAX_STREETS, STRENGTH_TREES, INNER_NODES)),
        ("tree_gain", np.float32, (MAX_STREETS, STRENGTH_TREES, LEAVES)),
        ("cuts", np.float64, (MAX_STREETS, BUCKETS - 1)),
        ("odds", np.float64, (MAX_STREETS, 2, ODDS)),  # among trained players, and among people
        ("bends", np.int8, (MAX_STREETS, MAX_PLAYERS - 1, prod(SITUATIONS), 2)),  # by table, from two players
        ("policy", np.uint8, (ROWS, CHOICES - 1)),
        ("anchored", np.uint8, (ROWS, CHOICES - 1)),  # the policy of people (`engine.players.anchor`)
        ("unseen", np.float64, (len(ACTS), len(UNSEEN))),  # and what else their acts depend on
    ],
    align=True,
)
_LAST_OF_CHASE = 3
"""The stage of the seventh betting round of a chase and of all later ones; two rounds make each stage before it."""
_STAKES = (
    "ante", "max_raise", "peder", "small_blind", "big_blind", "straddle", "by_letter", "bring_in", "button_blind",
)  # fmt: skip
_RULES = (
    "wild_cards", "alone", "counted", "sent_out", "redeals", "buys", "buy_price", "extra", "short_order", "reentry",
    "anticlockwise",
)  # fmt: skip
"""Fields that a program has from a game's stakes, and from the game."""
_PERSONAL = {kind for kind in WildKind if kind >= WildKind.LAST_OWN}


def _places(places: tuple[int, ...]) -> int:
    return sum(1 << place for place in places)


def _only(rules: tuple[Wild, ...], kind: WildKind) -> Wild | None:
    matching = [rule for rule in rules if rule.kind is kind]
    if len(matching) > 1:
        raise CallError(tr("A game has at most one rule of the kind {kind}.", kind=kind.name.lower()))
    return matching[0] if matching else None


def blank(dtype: np.dtype[Any]) -> Any:
    """A record of zeros, for `as_array`."""
    return np.zeros(1, _of_records(dtype))[0]


@cache
def _of_records(dtype: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype((np.record, dtype))


def as_array(record: Any) -> Any:
    """Return the array of one that contains a record, or a copy if there is none: numba accepts it at once, while
    describing all fields of a record takes it as long as a short hand.
    """
    return record.base if record.base.shape == (1,) else np.array([record], record.dtype)


def compile_program(variant: Variant, players: int) -> Any:
    """The program of a call at a table of `players`: a record of the dtype `PROGRAM`.

    Raises CallError for a number of players that the game doesn't allow.
    """
    check_table(variant, players)
    program = blank(PROGRAM)
    betting = variant.betting
    turned = street = 0
    steps = variant.steps
    for row, step in enumerate(steps):
        count = step.count
        if step.op is Op.TURN_BOARD:
            turned += step.count
        elif step.op is Op.BET:
            street += 1
            count = 2 if betting.doubles(street, turned) else 1
        program.steps[row] = (step.op, count, step.other, street)
    pack = pack_of(variant.pack)
    program.pack[: len(pack)] = pack
    program.pack_size = len(pack)

    program.limit = betting.limit.code
    for name in _STAKES:
        program[name] = getattr(betting, name)
    for name in _RULES:
        program[name] = getattr(variant, name)
    program.chase = any(step.op is Op.CHASE for step in steps)
    program.streets = street or 1
    last_bet = max((row for row, step in enumerate(steps) if step.op is Op.BET), default=len(steps))
    program.ends_with_bet = not program.chase and all(step.op is Op.DECLARE for step in steps[last_bet + 1 :])
    program.orders = any(step.op is Op.ORDER for step in steps)
    program.own_last = cards_needed(variant)[0]
    shown = np.arange(-1, MAX_STREETS - 1).clip(0)
    if program.chase:
        program.stages[:] = np.minimum(shown // 2, _LAST_OF_CHASE)
    else:
        shown = np.minimum(shown, program.streets - 1)
        program.stages[:] = shown if program.streets <= STAGES else shown * STAGES // program.streets
    _set_hand(program, variant)
    _set_wild(program, variant)
    return program


def _set_hand(program: Any, variant: Variant) -> None:
    """Set which cards make a hand, and which hands win."""
    program.line_count = len(variant.use.lines)
    for row, line in enumerate(variant.use.lines):
        program.lines[row] = _places(line)
    program.own_exactly = variant.use.own_exactly or 0
    program.own_at_most = variant.use.own_at_most or 0
    program.share = variant.share.code
    program.ranking = variant.ranking.code
    program.spade = 2 if variant.spade_is_lowest else variant.spade
    program.by_rank = variant.counted_by_rank
    program.openers = 0 if variant.openers is None else score_of(PAIR, 1 << variant.openers, 0, 0, 0)


def _set_wild(program: Any, variant: Variant) -> None:
    """Set which cards are wild by a rule, and which cost chips. Raises CallError for two personal rules."""
    rules = variant.wild
    personal = [rule.kind for rule in rules if rule.kind in _PERSONAL]
    if len(personal) > 1:
        raise CallError(tr("A game has at most one personal wild card rule."))
    program.personal = personal[0] if personal else 0
    follower = _only(rules, WildKind.FOLLOWER)
    program.follow = follower.cards if follower else 0
    board = _only(rules, WildKind.BOARD)
    program.board_wild = _places(board.places) if board else 0
    program.lowest_board = _only(rules, WildKind.LOWEST_BOARD) is not None
    cancelled = _only(rules, WildKind.CANCELLED)
    program.cancelled = cancelled.cards if cancelled else 0
    for rank, chips in variant.levy:
        program.levy[rank] = chips
        program.levied |= rank_set(rank)
    if variant.levy and not program.chase:  # every common wild card costs, the dealer's too (RG)
        program.levied |= variant.wild_cards
        for card in cards_in(variant.wild_cards):
            program.levy[card % 16] = variant.levy[0][1]
    program.public = bool(follower or board or program.lowest_board or cancelled)
    program.plain = not (personal or variant.use.lines or program.own_exactly or program.own_at_most)
