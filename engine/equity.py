"""What players can expect of the pots if nobody bets, pays or folds any more: over every way that the cards
to come may fall, or some that are drawn where there are too many.

The hand is played to its end by the kernels (`engine.playing_out`), so it holds for every game that is a
programme, with the wild cards, lines and halves that it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from engine.cards import card_set, pack_of
from engine.errors import VariantError
from engine.kernel.standing import LOWS
from engine.kernel.state import new_state
from engine.playing_out import At, play_out
from engine.programme import compile_programme, held as in_array
from engine.strength import cut
from engine.table_size import largest_table
from engine.variants import Variant
from engine.variants.model import Op, WildKind
from engine.wild_words import board_size
from language import tr

_ON_THE_BOARD = {Op.END, Op.DEAL_CLOSED, Op.LAY_CLOSED, Op.LAY_OPEN, Op.TURN_BOARD, Op.BET}
_CHANGE_HANDS = {Op.DRAW, Op.PASS, Op.CHOOSE_OPEN, Op.THROW}
_DEALT = {Op.DEAL_CLOSED, Op.DEAL_OPEN}
_TURNED = {Op.TURN_BOARD, Op.LAY_OPEN}
_ANY_ORDER = {WildKind.LOWEST_BOARD, WildKind.CANCELLED}
"""Wild cards of the board that hang on which cards lie there, not on where."""
COUNTED = 1000
"""So many ways that the cards may fall are all counted, of more some are drawn (`forecast`)."""
ENDS = 2048
"""Of so many hands it is looked at what they hold, where it is to be declared (`engine.playing_out`)."""
DRAWN = 250
"""Of so many a share is known to .03, which is little beside what the next card does."""


class Expected(NamedTuple):
    """What a player gets of the pots on average over all `boards`, in chips, and the variance of that."""

    chips: float
    variance: float
    boards: int


@dataclass
class Standing:
    """Where a hand is: who holds what, what lies, and what its programme still deals.

    `players` has a row for each who is in (`engine.playing_out.At`); `board` are the common cards in the
    order turned; `step` is the row of the programme that the hand is at, of which each player is still owed
    cards, and the board `owed_board`. `left` are the cards that may come, `muck` those that come when these
    are gone.
    """

    players: list[list[int]]
    board: Sequence[int]
    left: int
    step: int
    owed_board: int = 0
    muck: int = 0
    follower: tuple[int, int] = 0, 0
    state: Any = field(default_factory=new_state, repr=False)

    def arrays(self, programme: Any, counted: int | None) -> tuple[Any, Any, Any, Any, Any]:
        """What `play_out` takes of it, with the programme of its game; `counted` cards come, or None."""
        hand = [self.step, self.owed_board, *self.follower, self.left, self.muck]
        hand.append(-1 if counted is None else counted)
        players, board = np.array(self.players, np.int64), np.array(self.board, np.int64)
        return in_array(self.state), programme, players, board, np.array(hand, np.int64)

    def ways(self, variant: Variant) -> tuple[int, int] | None:
        """How many cards come, and in how many ways those may be chosen; None where more than that decides:
        who gets which of them, in which order they come, or what players make of them.
        """
        rest = variant.steps[self.step + 1 :]
        if variant.extra or variant.sent_out or any(step.op in _CHANGE_HANDS for step in rest):
            return None
        board = self.owed_board + sum(step.count for step in rest if step.op in _TURNED)
        own = sum(step.count for step in rest if step.op in _DEALT | {Op.DEAL_UNSEEN}) * len(self.players)
        own += sum(row[At.UNSEEN] + row[At.OWED] + row[At.OWED_OPEN] for row in self.players)
        in_any_order = not variant.use.lines and all(rule.kind in _ANY_ORDER for rule in variant.wild)
        if board + own > 1 and (own or not in_any_order):
            return None
        return board + own, comb(self.left.bit_count(), board + own)


def has_equities(variant: Variant) -> bool:
    """Whether what a game's players hold is worth what the board makes of it, and nothing else."""
    return (
        not (variant.kernel or variant.levy or variant.extra or variant.share.declared)
        and board_size(variant) > 0
        and all(step.op in _ON_THE_BOARD for step in variant.steps)
    )


def own_cards(variant: Variant) -> int:
    """How many cards a player of a game with equities holds."""
    return sum(step.count for step in variant.steps if step.op is Op.DEAL_CLOSED)


def equities(
    variant: Variant, held: Sequence[Sequence[int]], board: Sequence[int], pots: Sequence[tuple[int, int]]
) -> list[Expected]:
    """What each player who holds `held` can expect of `pots` where `board` lies and the rest is to come.

    A pot is its chips and a set of bits, of the players who can win it. Any card that none of them holds may
    come. Raises VariantError for a game without such hands.
    """
    if not has_equities(variant):
        raise VariantError(
            tr("{name} has no equities: its hands aren't made by the board alone.", name=variant.name)
        )
    own = [card_set(cards) for cards in held]
    left = card_set(pack_of(variant.pack)) & ~card_set(board) & ~sum(own)
    players = [[cards, 0, 0, cards.bit_count(), -1, 0, 0, 0] for cards in own]
    rest = board_size(variant) - len(board)
    return expected_of(variant, Standing(players, board, left, len(variant.steps), rest), pots)


MOST_COUNTED = 3_000_000
"""All-ins are counted in full up to so many ways, where the values are quick ones."""
ALL_IN_DRAWN = 20_000
"""Of more so many are drawn: a share is known to .004."""


def expected_of(
    variant: Variant, standing: Standing, pots: Sequence[tuple[int, int]], seed: int = 0
) -> list[Expected]:
    """What each player who is in can expect of `pots` where nothing but cards is still to come."""
    found = standing.ways(variant)
    most = MOST_COUNTED if not variant.wild else ALL_IN_DRAWN
    counted = found[0] if found is not None and found[1] <= most else None
    boards, got = _play_out(variant, standing, pots, counted, ALL_IN_DRAWN, seed)
    means = got[0] / boards
    spread = np.maximum(got[1] / boards - means * means, 0)
    return [Expected(float(mean), float(v), boards) for mean, v in zip(means, spread, strict=True)]


def forecast(variant: Variant, standing: Standing, pots: Sequence[tuple[int, int]], seed: int) -> list[float]:
    """What each player who is in can expect of `pots`, in chips.

    All ways are counted where they are few, else the mean of some is given: `seed` says which.
    """
    found = standing.ways(variant)
    counted = found[0] if found is not None and found[1] <= COUNTED else None
    boards, got = _play_out(variant, standing, pots, counted, DRAWN, seed)
    return [float(chips) for chips in got[0] / boards]


def pots_of(paid: Sequence[int], live: Sequence[int], pot_in: int) -> list[tuple[int, int]]:
    """The main pot and the side pots of what the seats paid, with what was carried in: the chips of each, and
    a bit for each of the seats `live` who can win it.
    """
    stakes = sorted({paid[seat] for seat in live})
    stakes[-1] = max(paid)  # what nobody matched goes to whoever can win the last
    pots: list[tuple[int, int]] = []
    below = 0
    for stake in stakes:
        chips = sum(min(chips, stake) - min(chips, below) for chips in paid)
        can_win = sum(1 << place for place, seat in enumerate(live) if paid[seat] > below or not pots)
        pots.append((chips + (0 if pots else pot_in), can_win))
        below = stake
    return pots


def _play_out(
    variant: Variant,
    standing: Standing,
    pots: Sequence[tuple[int, int]],
    counted: int | None,
    drawn: int,
    seed: int,
) -> tuple[int, Any]:
    """How many ways were dealt, and over them the sums of what each player gets and of its square."""
    got = np.zeros((2, len(standing.players)))
    shares = np.array(pots, np.int64).reshape(-1, 2)
    draws = 0 if counted is not None else drawn
    boards = play_out(
        *standing.arrays(_programme_of(variant), counted),
        shares,
        draws,
        seed,
        got,
        np.zeros((2, 0), np.int64),
    )
    return boards, got


@lru_cache(maxsize=256)
def _programme_of(variant: Variant) -> Any:
    """A game's programme, as an array of one; where halves are declared with what hands hold at the end."""
    programme = compile_programme(variant, variant.players[0])
    if variant.share.declared:
        players = largest_table(variant)
        standing = Standing([[0, 0, 0, 0, -1, 0, 0, 0]] * players, [], card_set(pack_of(variant.pack)), -1)
        ends = np.zeros((2, ENDS), np.int64)
        arrays = standing.arrays(in_array(programme), None)
        play_out(*arrays, np.zeros((0, 2), np.int64), -(-ENDS // players), 0, np.zeros((2, players)), ends)
        programme.quantiles[programme.streets] = cut(ends[0])
        programme.quantiles[LOWS] = cut(np.where(ends[1] > 0, ends[1], -1))
    return in_array(programme)
