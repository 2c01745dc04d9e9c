"""Simulated hands compared with the oracle: what the engine recorded, and what plain rules make of the same
acts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.catalogue.model import Variant
from engine.kernel.actions import unpack
from engine.kernel.record import HandColumn, Record, SeatColumn, unpack_shares
from engine.simulate import play, starting_stacks
from engine.terms import Declared, Half, Outcome, Ranking
from tests.oracle import melds
from tests.oracle.cards import from_code
from tests.oracle.melds import Low, Meld
from tests.oracle.replay import replay
from tests.oracle.special import ShortMeld

HALVES = Half.words()
DECLARED = {term.code: term.value for term in Declared}
OUTCOMES = Outcome.words()
LONGEST = 64
"""The deals of a chain at the most (ruling 39)."""


@dataclass
class Hand:
    """One recorded hand: rows of `HandColumn` and `SeatColumn`, packed acts, shares as (pot, half, seat,
    chips).
    """

    row: NDArray[np.int64]
    seats: NDArray[np.int64]
    acts: list[int]
    shares: list[tuple[int, str, int, int]]


def hands_of(record: Record) -> Iterator[Hand]:
    """The hands of a batch."""
    for number in range(len(record.hand)):
        acts = record.actions[record.action_ends[number] : record.action_ends[number + 1]]
        shares = record.shares[record.share_ends[number] : record.share_ends[number + 1]]
        yield Hand(
            record.hand[number],
            record.seat[number],
            [int(act) for act in acts],
            [
                (pot_no, HALVES[half], seat, chips)
                for pot_no, half, seat, chips in np.transpose(unpack_shares(shares)).tolist()
            ],
        )


def played(
    variant: Variant,
    players: int,
    hands: int,
    seed: int = 1,
    profiles: Sequence[str] = ("plain-steady",),
    stacks: NDArray[np.int64] | None = None,
) -> Iterator[Hand]:
    """Simulated hands, carried ones in their place."""
    for _, record in play(
        variant, players=players, hands=hands, seed=seed, profiles=profiles, stacks=stacks, detail="cards"
    ):
        yield from hands_of(record)


def compare(
    variant: Variant, players: int, hands: int, seed: int = 1, profiles: Sequence[str] = ("plain-steady",),
    stacks: NDArray[np.int64] | None = None,
) -> int:  # fmt: skip
    """Replay simulated hands and hold every figure against the oracle's; returns how many hands there were.

    Raises `RuleBroken` for an act against the rules and AssertionError for a figure that differs.
    """
    chips = starting_stacks(variant, players) if stacks is None else stacks
    count = 0
    for hand in played(variant, players, hands, seed, profiles, stacks):
        check(variant, [int(stack) for stack in chips], hand)
        count += 1
    return count


def check(variant: Variant, stacks: list[int], hand: Hand) -> None:
    """Replay one hand and compare every figure of its record."""
    column = {name: hand.seats[:, name] for name in SeatColumn}
    row = {name: int(hand.row[name]) for name in HandColumn}
    result = replay(
        variant.id,
        variant.additions,
        stacks,
        hand.acts,
        pot_in=row[HandColumn.POT_IN],
        last_deal=row[HandColumn.CHAIN] == LONGEST - 1,
    )

    def same(what: str, engine: object, oracle: object) -> None:
        assert engine == oracle, (
            f"{variant.id}: {what}: the engine says {engine}, the rules say {oracle}\n{story(hand)}"
        )

    same("paid", column[SeatColumn.PAID].tolist(), result.paid)
    same("shares", sorted(hand.shares), sorted(tuple(share) for share in result.shares))
    same("won", column[SeatColumn.WON].tolist(), result.won)
    same("pot", (row[HandColumn.POT], row[HandColumn.POT_OUT]), (result.pot, result.pot_out))
    same("outcome", OUTCOMES[row[HandColumn.OUTCOME]], result.outcome)
    same("rounds", row[HandColumn.ROUNDS], result.rounds)
    same("folded", column[SeatColumn.FOLDED].tolist(), [number or 0 for number in result.folded_round])
    same("peder", {seat for seat, used in enumerate(column[SeatColumn.PEDER]) if used}, result.peder_used)
    same(
        "declared",
        {seat: DECLARED[int(word)] for seat, word in enumerate(column[SeatColumn.DECLARED]) if word},
        result.declared,
    )
    left = {seat: int(score) for seat, score in enumerate(column[SeatColumn.SCORE]) if score >= 0}
    high_of = short_of if variant.short_order else melds.from_score
    if variant.ranking is Ranking.MELDS:
        same("melds", {seat: high_of(score) for seat, score in left.items()}, dict(result.highs))
    else:
        same("order of hands", _order(left), _order(result.highs))
    if result.lows is not None:
        lows = {seat: low_of(int(column[SeatColumn.LOW][seat])) for seat in left}
        same("lows", lows, dict(result.lows))
    same("shown", {seat for seat, shown in enumerate(column[SeatColumn.SHOWED]) if shown}, result.shows)
    cards = [{code for code in range(64) if int(held) >> code & 1} for held in column[SeatColumn.CARDS]]
    same(
        "cards", [{from_code(code) for code in held} for held in cards], [set(held) for held in result.cards]
    )


def _order(values: Mapping[int, Any]) -> dict[int, int]:
    """The place of each seat's hand among those shown, the same for equals."""
    return {seat: sum(other < value for other in values.values()) for seat, value in values.items()}


def low_of(score: int) -> Low | None:
    """The low of a packed score, whose ranks count the ace as the lowest; -1 is none."""
    if score < 0:
        return None
    ranks = [rank for shift in (31, 18) for rank in range(13, 0, -1) if score >> shift + rank - 1 & 1]
    straight = score >> 44 in (melds.STRAIGHT, melds.STRAIGHT_FLUSH)
    return Low(score >> 44, tuple(ranks[:1] if straight else ranks))


def short_of(score: int) -> ShortMeld:
    """The meld of a packed score in the short pack's order."""
    place, natural = divmod(score >> 44, 2)
    return ShortMeld(place, bool(natural), melds.from_score(score & (1 << 44) - 1).announced)


def story(hand: Hand) -> str:
    """The acts of a hand in words, for the message of a test that fails."""
    lines = []
    for act in hand.acts:
        kind, seat, number, value = unpack(act)
        what = from_code(value) if kind.has_card else value
        lines.append(f"round {number} seat {seat} {kind.word} {what}")
    return "\n".join(lines)


__all__ = ["Hand", "Low", "Meld", "check", "compare", "hands_of", "played", "story"]
