"""What can happen in a hand, and how one act is kept in one integer.

An act is packed as ``kind | seat << 6 | round << 10 | value << 15``: the kind (6 bits), the seat (4 bits, 0
is left of the dealer, `TABLE` when nobody in particular acts), the betting round it falls in (5 bits, 0
before the first), and from bit 15 up its value: the chips that the act put into the pot, or for an act with a
card the card's code (`engine.cards`). Lists of such integers are what the kernels fill and what the store
keeps; `ACTION_KINDS` is written to the store as a table so that SQL can unfold them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

SEAT_SHIFT = 6
ROUND_SHIFT = 10
VALUE_SHIFT = 15
TABLE = 15
MAX_ROUND = 31
"""Later rounds (a long chase) are counted as this one."""


class Act(IntEnum):
    """The kinds of act, by their code in a packed action."""

    ANTE = 0
    SMALL_BLIND = 1
    BIG_BLIND = 2
    STRADDLE = 3
    DEAD_BLIND = 4
    CHECK = 5
    BET = 6
    RAISE = 7
    CALL = 8
    FOLD = 9
    PEDER_BET = 10
    PEDER_RAISE = 11
    FORCED_PAYMENT = 12
    BUY_CARD = 13
    PAID_DRAW = 14
    STAKE = 15
    MATCH_POT = 16
    SENT_OUT = 17
    RETURNED = 18  # an uncalled bet goes back: the value leaves the pot
    DEAL_CLOSED = 32
    DEAL_OPEN = 33
    DEAL_UNSEEN = 34
    LAY_CLOSED = 35
    LAY_OPEN = 36
    TURN_BOARD = 37
    TURN_OWN = 38
    THROW = 39
    PASS_RIGHT = 40
    PASS_LEFT = 41
    DECLARE = 42  # value 1 low, 2 both, 3 high (PR: the chips laid out)
    IN = 43
    OUT = 44
    CLAIM = 45  # value as `engine.games.dice` numbers scores, or `engine.games.liars_claims` claims
    DOUBT = 46
    SWAP = 47  # asked for; who holds what tells with whom, if at all
    KEEP = 48
    ROLL = 49  # value as `engine.games.dice.roll_value` packs it: the five faces and which dice were thrown
    TAKE = 50  # the cup is taken, the announcement unchallenged
    LOSE_LIFE = 51  # a life or a marker; value is how many are left
    PLAY_CARD = 52  # a card is laid in its place in the rows
    PLAY_TRUMP = 53  # the spade of the card's rank is laid in the card's place
    PASS = 54
    MUST_STAY = 55  # in by rule, not by choice


@dataclass(frozen=True, kw_only=True)
class ActionKind:
    """One kind of act as the statistics see it.

    `pays`: its value is chips into the pot. `voluntary`: a free choice to put chips in or at stake (VPIP).
    `aggressive`: a bet or a raise. `has_card`: its value is a card code.
    """

    code: int
    kind: str
    pays: bool
    voluntary: bool
    aggressive: bool
    has_card: bool


_PAYS = {
    Act.ANTE, Act.SMALL_BLIND, Act.BIG_BLIND, Act.STRADDLE, Act.DEAD_BLIND, Act.BET, Act.RAISE, Act.CALL,
    Act.PEDER_BET, Act.PEDER_RAISE, Act.FORCED_PAYMENT, Act.BUY_CARD, Act.PAID_DRAW, Act.STAKE, Act.MATCH_POT,
}  # fmt: skip
_AGGRESSIVE = {Act.BET, Act.RAISE, Act.PEDER_BET, Act.PEDER_RAISE}
_VOLUNTARY = _AGGRESSIVE | {Act.CALL, Act.BUY_CARD, Act.PAID_DRAW, Act.IN}
_HAS_CARD = {
    Act.DEAL_CLOSED, Act.DEAL_OPEN, Act.DEAL_UNSEEN, Act.LAY_CLOSED, Act.LAY_OPEN, Act.TURN_BOARD,
    Act.TURN_OWN, Act.THROW, Act.PASS_RIGHT, Act.PASS_LEFT, Act.PLAY_CARD, Act.PLAY_TRUMP,
}  # fmt: skip

ACTION_KINDS: tuple[ActionKind, ...] = tuple(
    ActionKind(
        code=int(act),
        kind=act.name.lower(),
        pays=act in _PAYS,
        voluntary=act in _VOLUNTARY,
        aggressive=act in _AGGRESSIVE,
        has_card=act in _HAS_CARD,
    )
    for act in Act
)


def pack(kind: int, seat: int, round_no: int, value: int = 0) -> int:
    """Pack one act; `value` is chips or a card code and must not be negative."""
    return kind | seat << SEAT_SHIFT | round_no << ROUND_SHIFT | value << VALUE_SHIFT
