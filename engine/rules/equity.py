"""Equity: the expected winnings of players if no player bets, pays or folds any more, over all possible cards or a
sample of them.

The kernels play the hand to its end (`engine.rules.rollout`), so that every game with a programme has equities,
with its wild cards, lines and halves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from engine.cards.card import card_set, pack_of
from engine.catalogue import Variant
from engine.catalogue.model import Op, WildKind, board_size, largest_table
from engine.errors import VariantError
from engine.kernel.program import as_array, compile_program
from engine.kernel.standing import LOWS
from engine.kernel.state import new_state
from engine.players.training.quantiles import cut
from engine.rules.rollout import PlayerColumn, play_out
from engine.rules.runouts import covariance
from language import tr

_ON_THE_BOARD = {Op.END, Op.DEAL_CLOSED, Op.LAY_CLOSED, Op.LAY_OPEN, Op.TURN_BOARD, Op.BET}
_CHANGE_HANDS = {Op.DRAW, Op.PASS, Op.CHOOSE_OPEN, Op.THROW}
_DEALT = {Op.DEAL_CLOSED, Op.DEAL_OPEN}
_TURNED = {Op.TURN_BOARD, Op.LAY_OPEN}
_ANY_ORDER = {WildKind.LOWEST_BOARD, WildKind.CANCELLED}
"""Wild cards of the board that depend on which cards are there, not on their places."""
COUNTED = 1000
"""Up to this number of possibilities, `forecast` counts all; of more it draws a sample."""
ENDS = 2048
"""Number of sampled hands that estimate final hands, for declarations (`engine.rules.rollout`)."""
DRAWN = 250
"""Sample size of `forecast`: a share is known to .03, which is little compared with the next card."""


class Expected(NamedTuple):
    """A player's mean winnings from the pots over all `boards`, in chips, and their variance."""

    chips: float
    variance: float
    boards: int


@dataclass
class Standing:
    """The position of a hand: the cards of each player, and the cards that its programme still deals.

    `players` has a row of `engine.rules.rollout.PlayerColumn` for each player who is in; `board` are the common cards
    in the order turned; `step` is the current row of the programme, which still deals the cards that the players'
    rows say and `owed_board` common ones. `left` are the cards that may come, `muck` those that come when `left` is
    used up.
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
        """The arguments of `play_out`, with the game's programme; `counted` is the number of cards that come if
        all ways are tried, else None.
        """
        hand = [self.step, self.owed_board, *self.follower, self.left, self.muck]
        hand.append(-1 if counted is None else counted)
        players, board = np.array(self.players, np.int64), np.array(self.board, np.int64)
        return as_array(self.state), programme, players, board, np.array(hand, np.int64)

    def ways(self, variant: Variant) -> tuple[int, int] | None:
        """Return the number of cards that come, and the number of ways to choose them; None if more than the choice
        matters: which player gets which card, their order, or decisions of players.
        """
        rest = variant.steps[self.step + 1 :]
        if variant.extra or variant.sent_out or any(step.op in _CHANGE_HANDS for step in rest):
            return None
        board = self.owed_board + sum(step.count for step in rest if step.op in _TURNED)
        own = sum(step.count for step in rest if step.op in _DEALT | {Op.DEAL_UNSEEN}) * len(self.players)
        own += sum(
            row[PlayerColumn.UNSEEN] + row[PlayerColumn.OWED] + row[PlayerColumn.OWED_OPEN]
            for row in self.players
        )
        in_any_order = not variant.use.lines and all(rule.kind in _ANY_ORDER for rule in variant.wild)
        if board + own > 1 and (own or not in_any_order):
            return None
        return board + own, comb(self.left.bit_count(), board + own)


def has_equities(variant: Variant) -> bool:
    """Whether the hands of a game depend only on the players' first cards and the board."""
    return (
        not (variant.kernel or variant.levy or variant.extra or variant.share.declared)
        and board_size(variant) > 0
        and all(step.op in _ON_THE_BOARD for step in variant.steps)
    )


def own_cards(variant: Variant) -> int:
    return sum(step.count for step in variant.steps if step.op is Op.DEAL_CLOSED)


def equities(
    variant: Variant, held: Sequence[Sequence[int]], board: Sequence[int], pots: Sequence[tuple[int, int]]
) -> list[Expected]:
    """Return the expected winnings from `pots` of each player with the cards `held`, given the common cards `board`.
    A pot is its chips and the bits of the players who can win it. Any card that none of them has may come. Raises
    VariantError for a game without equities.

    >>> from engine.api import VARIANTS
    >>> from engine.cards.card import parse_cards
    >>> held, board = [parse_cards("As Ah"), parse_cards("Ks Kh")], parse_cards("2c 7d 9h")
    >>> both = equities(VARIANTS.find("texas-holdem"), held, board, pots=[(100, 0b11)])
    >>> [(round(player.chips, 2), player.boards) for player in both]  # chips, runouts
    [(91.62, 990), (8.38, 990)]
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
"""Up to this number of ways all-ins are counted in full, if no card is wild."""
ALL_IN_DRAWN = 20_000
"""Sample size of other all-ins: a share is known to .004."""


def expected_of(
    variant: Variant, standing: Standing, pots: Sequence[tuple[int, int]], runs: int = 1
) -> list[Expected]:
    """Return the expected winnings from `pots` of each player who is in when only cards are still to come, run out
    `runs` times without putting cards back, each for its part of the pots. The variance is that of the sum: exact if
    all possibilities are counted; in a sample, runs count as independent.
    """
    ways = standing.ways(variant)
    most = MOST_COUNTED if not variant.wild else ALL_IN_DRAWN
    counted = ways[0] if ways is not None and ways[1] <= most else None
    each = np.zeros((ways[1] if ways is not None and counted and runs > 1 else 0, len(standing.players)))
    boards, got = _play_out(variant, standing, pots, counted, ALL_IN_DRAWN, 0, each)
    means = got[0] / boards
    spread = np.maximum(got[1] / boards - means * means, 0)
    if runs > 1:
        together = covariance(each, standing.left.bit_count(), counted) if counted else 0.0
        spread = np.maximum(spread + (runs - 1) * together, 0) / runs
    return [Expected(float(mean), float(v), boards) for mean, v in zip(means, spread, strict=True)]


def forecast(variant: Variant, standing: Standing, pots: Sequence[tuple[int, int]], seed: int) -> list[float]:
    """Return the expected winnings from `pots` of each player who is in, in chips: over all possibilities if they are
    few, else over a sample drawn by `seed`.
    """
    ways = standing.ways(variant)
    counted = ways[0] if ways is not None and ways[1] <= COUNTED else None
    boards, got = _play_out(variant, standing, pots, counted, DRAWN, seed)
    return [float(chips) for chips in got[0] / boards]


def _play_out(
    variant: Variant,
    standing: Standing,
    pots: Sequence[tuple[int, int]],
    counted: int | None,
    drawn: int,
    seed: int,
    each: Any = None,
) -> tuple[int, Any]:
    """Number of ways that were played, and the sums over them of each player's chips and of their squares."""
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
        np.zeros((0, len(standing.players))) if each is None else each,
    )
    return boards, got


@lru_cache(maxsize=256)
def _programme_of(variant: Variant) -> Any:
    """A game's programme, as an array of one element; with the quantiles of final hands if halves are declared."""
    programme = compile_program(variant, variant.players[0])
    if variant.share.declared:
        players = largest_table(variant)
        standing = Standing([[0, 0, 0, 0, -1, 0, 0, 0]] * players, [], card_set(pack_of(variant.pack)), -1)
        ends = np.zeros((2, ENDS), np.int64)
        arrays = standing.arrays(as_array(programme), None)
        none = np.zeros((0, players))
        play_out(
            *arrays, np.zeros((0, 2), np.int64), -(-ENDS // players), 0, np.zeros((2, players)), ends, none
        )
        programme.quantiles[programme.streets] = cut(ends[0])
        programme.quantiles[LOWS] = cut(np.where(ends[1] > 0, ends[1], -1))
    return as_array(programme)
