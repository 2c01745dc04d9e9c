"""The kinds of act in a hand, and how an act is packed into one integer.

An act is packed as ``kind | seat << 6 | round << 10 | value << 15``: the kind (6 bits), the seat (4 bits, 0 is left
of the dealer, `TABLE` when no player in particular acts), the betting round it falls in (5 bits, 0 before the first),
and from bit 15 up its value: the chips that the act put into the pot, or for an act with a card the card's code
(`engine.cards.card`). The kernels fill lists of such integers and the store writes them; it also has a table of the
kinds, so that SQL can unpack them.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

KIND_MASK = 63
SEAT_SHIFT = 6
ROUND_SHIFT = 10
VALUE_SHIFT = 15
TABLE = 15
MAX_ROUND = 31
"""The highest round; later ones (of a long chase) are recorded as this one."""


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
    BRING_IN = 19  # stud's lowest open card opens with it
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
    DECLARE = 42  # value is a code of `engine.terms.Declared` (PR: the chips laid out)
    IN = 43
    OUT = 44
    CLAIM = 45  # value as `engine.special.dice` numbers scores, or `engine.special.liars_poker.plan` claims
    DOUBT = 46
    SWAP = 47  # requested; the cards held afterwards show with whom, if at all
    KEEP = 48
    ROLL = 49  # value as `engine.special.dice.roll_value` packs it: the five faces and which dice were thrown
    TAKE = 50  # the cup is taken, the announcement unchallenged
    LOSE_LIFE = 51  # a life or a marker; value is how many are left
    PLAY_CARD = 52  # a card is laid in its place in the rows
    PLAY_TRUMP = 53  # the spade of the card's rank is laid in the card's place
    PASS = 54
    MUST_STAY = 55  # in by rule, not by choice

    @property
    def word(self) -> str:
        """The kind's name in the store."""
        return self.name.lower()

    @property
    def pays(self) -> bool:
        """Whether its value is chips into the pot."""
        return self in _PAYS

    @property
    def voluntary(self) -> bool:
        """Whether it is a free choice to put chips in or at stake (VPIP). A card bought is no bet: others need not
        match it, and it is dealt before the round that it is played in.
        """
        return self in _VOLUNTARY

    @property
    def aggressive(self) -> bool:
        """Whether it is a bet or a raise."""
        return self in _AGGRESSIVE

    @property
    def has_card(self) -> bool:
        """Whether its value is a card's code."""
        return self in _HAS_CARD


_PAYS = {
    Act.ANTE, Act.SMALL_BLIND, Act.BIG_BLIND, Act.STRADDLE, Act.DEAD_BLIND, Act.BRING_IN, Act.BET, Act.RAISE,
    Act.CALL, Act.PEDER_BET, Act.PEDER_RAISE, Act.FORCED_PAYMENT, Act.BUY_CARD, Act.PAID_DRAW, Act.STAKE,
    Act.MATCH_POT,
}  # fmt: skip
_AGGRESSIVE = {Act.BET, Act.RAISE, Act.PEDER_BET, Act.PEDER_RAISE}
_VOLUNTARY = _AGGRESSIVE | {Act.CALL, Act.IN}
_HAS_CARD = {
    Act.DEAL_CLOSED, Act.DEAL_OPEN, Act.DEAL_UNSEEN, Act.LAY_CLOSED, Act.LAY_OPEN, Act.TURN_BOARD,
    Act.TURN_OWN, Act.THROW, Act.PASS_RIGHT, Act.PASS_LEFT, Act.PLAY_CARD, Act.PLAY_TRUMP,
}  # fmt: skip


class Action(NamedTuple):
    """An act: its kind, the seat, the betting round, and its value (chips, a card, a claim)."""

    kind: Act
    seat: int
    round_no: int
    value: int


def pack(kind: int, seat: int, round_no: int, value: int = 0) -> int:
    """Pack an act; `value` must not be negative. The kernels compile this as `engine.kernel.record.pack_act`.

    >>> pack(Act.CALL, seat=2, round_no=1, value=5)
    165000
    """
    return kind | seat << SEAT_SHIFT | round_no << ROUND_SHIFT | value << VALUE_SHIFT


def unpack(packed: int) -> Action:
    """Unpack an act from an integer. Raises ValueError if there is no such kind.

    >>> unpack(165000)
    Action(kind=<Act.CALL: 8>, seat=2, round_no=1, value=5)
    """
    seat, round_no = packed >> SEAT_SHIFT & TABLE, packed >> ROUND_SHIFT & MAX_ROUND
    return Action(Act(packed & KIND_MASK), seat, round_no, packed >> VALUE_SHIFT)
