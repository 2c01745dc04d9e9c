"""What a hand history says of a hand, and what playing it out makes of it: records that kernels fill.

Amounts are whole numbers of whatever small amount the caller chose. Seats count from the dealer's left. What
somebody did is one integer, ``kind | seat << 4 | value << 8`` (`Told`), whose value is an amount, a card's
code or `UNKNOWN_CARD`, or how many cards follow.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from engine.programme import MAX_PLAYERS

BOARDS = 2
BOARD = 5


class Told(IntEnum):
    """The kinds of what a history tells."""

    HOLE = 0  # a card for a player
    STREET = 1  # the first common card of a street
    BOARD = 2  # another one
    BRING_IN = 3
    FOLD = 4
    CALL = 5  # or check
    RAISE_TO = 6  # or bet, complete; the value is what the player has put in on this street then
    DRAW = 7  # so many cards are thrown, which follow
    THROW = 8
    SHOW = 9  # so many cards are shown, which follow; none: all that are known
    SHOWN = 10
    MUCK = 11


class Ending(IntEnum):
    """How playing a history out ended; from `NOT_SEATED` up it contradicts itself."""

    DONE = 0
    UNFINISHED = 1  # it stops before the hand's end
    NOT_SEATED = 2
    OUT = 3  # acts though folded or all-in
    NOT_IN_TURN = 4
    TOO_MUCH = 5  # more than the player has
    TOO_LITTLE = 6  # a raise to no more than the bet
    TWICE = 7  # a card that lies elsewhere
    WAITS = 8  # cards though somebody has yet to act
    OVER = 9  # something after the end
    NOT_HELD = 10  # throws a card that the player doesn't hold
    TOO_MANY = 11  # more cards than the game deals
    OTHER_STACKS = 12  # the final stacks are others
    UNTOLD = 13  # at the showdown nobody's cards are known, and no final stacks either


_SEATS = (MAX_PLAYERS,)

HISTORY = np.dtype(
    [
        ("players", np.int64),
        ("trims", np.int64),  # 1 where who antes less than the others can win as much of theirs alone
        ("antes", np.int64, _SEATS),
        ("blinds", np.int64, _SEATS),
        ("stacks", np.int64, _SEATS),
        ("endless", np.int64),  # seats whose stack isn't known
        ("finish", np.int64, _SEATS),
        ("finishes", np.int64),  # 1 where final stacks are told
        ("bring_in", np.int64),
        ("least", np.int64),  # the smallest bet
        ("grain", np.int64),  # the smallest chip, which no pot splits further
        ("told_at", np.int64),  # where its `Told` begin, and end
        ("told_end", np.int64),
        # of the game
        ("ranking", np.int64),
        ("eight", np.int64),  # 1 where a low of eight or better has half
        ("own_exactly", np.int64),
        ("hole", np.int64),  # how many own cards there are at the end
        ("open_from", np.int64),  # own cards from here on to `open_to` are open
        ("open_to", np.int64),
        ("board", np.int64),
        ("rounds", np.int64),
    ],
    align=True,
)

PLAYED = np.dtype(
    [
        ("ending", np.int64),
        ("at", np.int64),  # the `Told` at which it went wrong
        ("turn", np.int64),  # whose turn it was there, -1 for nobody's
        ("live", np.int64),  # who didn't fold
        ("showdown", np.int64),  # who was there with cards that could win
        ("showed", np.int64),
        ("rounds", np.int64),  # in which somebody acted
        ("paid", np.int64, _SEATS),
        ("won", np.int64, _SEATS),
        ("raked", np.int64, _SEATS),  # what the house took of that, by the final stacks
        ("folded", np.int64, _SEATS),
        ("own", np.int64, _SEATS),
        ("score", np.int64, (BOARDS, MAX_PLAYERS)),
        ("low", np.int64, (BOARDS, MAX_PLAYERS)),
        ("common", np.int64, (BOARDS, BOARD)),
        ("boards", np.int64),
        ("laid", np.int64),  # cards on the first board
        ("acts_end", np.int64),  # where its packed acts end; they begin where those before end
        ("shares_end", np.int64),
        # while it is played
        ("street", np.int64),
        ("open", np.int64),  # 1 in a betting round
        ("dealt", np.int64),  # cards came since the last one
        ("pending", np.int64),
        ("last", np.int64),  # who acted last in this round, -1 for nobody yet
        ("all_in", np.int64),
        ("bet", np.int64),
        ("in_round", np.int64, _SEATS),
        ("dead", np.int64, _SEATS),  # of what is paid, what nobody matches
        ("stack", np.int64, _SEATS),
        ("held", np.int64, _SEATS),  # cards, known or not
        ("threw", np.int64),  # who exchanged cards
        ("mucked", np.int64),
        ("extra", np.int64),  # common cards after the first board was full
        ("closed_at", np.int64),  # common cards when the last bet was made
    ],
    align=True,
)
