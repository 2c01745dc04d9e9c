"""How a pot is shared: side pots, high and low, the high spade, odd chips. Seats count from the dealer's
left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tests.oracle.melds import Low

Ranked = Mapping[int, tuple[Any, ...]]
"""What each seat shows, larger ones winning."""


class Pot(NamedTuple):
    """Chips, and the seats that may win them."""

    chips: int
    seats: tuple[int, ...]


class Share(NamedTuple):
    """Chips that a seat takes out of a pot; `half` is whole, high, low or spade."""

    pot_no: int
    half: str
    seat: int
    chips: int


@dataclass(frozen=True)
class Payment:
    """Chips that a seat put in.

    Others must match a bet to stay in. What is paid for a card need not be matched by anybody: with
    `matched=False` it lies in the pot that `rivals` play for, those who weren't all-in when it was paid.
    """

    seat: int
    chips: int
    matched: bool = True
    rivals: tuple[int, ...] = ()


# --- Pots -------------------------------------------------------------------------------------------------


def pots(payments: Sequence[Payment], still_in: Sequence[int], pot_in: int = 0) -> list[Pot]:
    """The main pot and the side pots (ruling 37): from every other seat one may win up to one's own total.

    `pot_in`, carried from the hand before, lies in the main pot. Games with shadow have one pot: `one_pot`.
    """
    totals: Counter[int] = Counter()
    for payment in payments:
        if payment.matched:
            totals[payment.seat] += payment.chips
    made: Counter[tuple[int, ...]] = Counter()
    everyone = tuple(sorted(still_in))
    made[everyone] += pot_in
    # Chip by chip: the k-th chip of a seat may be won by those still in who put in k chips or more; a chip
    # above what all of them put in goes with those who put in most.
    most = max(totals[seat] for seat in still_in)
    for total in totals.values():
        for k in range(1, total + 1):
            made[tuple(seat for seat in everyone if totals[seat] >= min(k, most))] += 1
    for payment in payments:
        if not payment.matched:
            made[tuple(seat for seat in everyone if seat in payment.rivals)] += payment.chips
    return [Pot(made[seats], seats) for seats in sorted(made, key=len, reverse=True) if made[seats]]


def one_pot(payments: Sequence[Payment], still_in: Sequence[int], pot_in: int = 0) -> list[Pot]:
    """Everything in one pot, for all who are left."""
    return [Pot(pot_in + sum(payment.chips for payment in payments), tuple(sorted(still_in)))]


# --- Odd chips --------------------------------------------------------------------------------------------


def award(chips: int, winners: Sequence[int]) -> dict[int, int]:
    """Equal shares; the odd chips go one at a time to the winners from the dealer's left (ruling 6)."""
    each, odd = divmod(chips, len(winners))
    return {seat: each + (place < odd) for place, seat in enumerate(sorted(winners))}


def halve(chips: int, one: Sequence[int], other: Sequence[int]) -> tuple[int, int]:
    """Two halves for two groups of winners. An odd chip goes to the half of the winner nearest the dealer's
    left, and to the first half when one player is nearest in both (ruling 6, read for halves).
    """
    half, odd = divmod(chips, 2)
    to_other = bool(one) and bool(other) and min(other) < min(one)
    return (half, half + odd) if to_other else (half + odd, half)


# --- Who wins ---------------------------------------------------------------------------------------------


def best_highs(seats: Sequence[int], highs: Ranked) -> list[int]:
    """The seats with the best meld."""
    best = max(highs[seat] for seat in seats)
    return [seat for seat in seats if highs[seat] == best]


def best_lows(seats: Sequence[int], lows: Mapping[int, Low | None]) -> list[int]:
    """The seats with the lowest hand, none when no hand qualifies."""
    made = {seat: low for seat in seats if (low := lows[seat]) is not None}
    return [seat for seat in made if made[seat] == min(made.values())]


def declared_sides(
    seats: Sequence[int],
    highs: Ranked,
    lows: Mapping[int, Low | None],
    declared: Mapping[int, str],
) -> tuple[list[int], list[int]]:
    """Winners of the high half and of the low half after a declaration of high, low or both (ruling 5).

    Who declared both must be among the best in both. One who isn't still keeps the others from the half in
    which no player ties him.
    """
    for_high = [seat for seat in seats if declared[seat] in ("high", "both")]
    for_low = [seat for seat in seats if declared[seat] in ("low", "both")]
    high_best = best_highs(for_high, highs) if for_high else []
    low_best = best_lows(for_low, lows)
    failed = [
        seat
        for seat in seats
        if declared[seat] == "both" and not (seat in high_best and seat in low_best)
    ]  # fmt: skip
    return (
        [seat for seat in high_best if seat not in failed],
        [seat for seat in low_best if seat not in failed],
    )  # fmt: skip


def spoken_sides(
    seats: Sequence[int], highs: Ranked, lows: Mapping[int, Low | None]
) -> tuple[list[int], list[int]]:
    """Winners of the two halves where the cards speak (Omaha)."""
    return best_highs(seats, highs), best_lows(seats, lows)


def share_high_low(pot_no: int, chips: int, high: Sequence[int], low: Sequence[int]) -> list[Share]:
    """Share chips between two sides; a side without a winner leaves everything to the other (ruling 5).

    Everything is called whole when it goes to the high, and low when it goes to the low.
    """
    if high and low:
        to_high, to_low = halve(chips, high, low)
    else:
        to_high, to_low = (chips, 0) if high else (0, chips)
    return [
        Share(pot_no, half, seat, won)
        for half, part, winners in (("high" if low else "whole", to_high, high), ("low", to_low, low))
        if winners and part
        for seat, won in award(part, winners).items()
        if won
    ]


def share_out(
    table: Sequence[Pot],
    highs: Ranked,
    lows: Mapping[int, Low | None] | None = None,
    declared: Mapping[int, str] | None = None,
    side: Sequence[int] = (),
    side_is: str = "spade",
) -> tuple[list[Share], int]:
    """Every share at a showdown, and the chips without a winner, which carry to the next hand.

    `lows`: given when the pot is split in high and low, by declaration if `declared` is given, else the
    cards speak. `side`: the seat with the high spade that doesn't show, or those with the best count, who take half of
    each pot they are in (ruling 38).
    """
    shares: list[Share] = []
    for pot_no, pot in enumerate(table):
        high: list[int]
        low: list[int]
        if lows is None:
            high, low = best_highs(pot.seats, highs), []
        elif declared is None:
            high, low = spoken_sides(pot.seats, highs, lows)
        else:
            high, low = declared_sides(pot.seats, highs, lows, declared)
        chips = pot.chips
        apart = [seat for seat in side if seat in pot.seats]
        if apart:
            to_side, chips = halve(chips, apart, [*high, *low])
            shares += [
                Share(pot_no, side_is, seat, won) for seat, won in award(to_side, apart).items() if won
            ]
        if lows is None:
            shares += [Share(pot_no, "whole", seat, won) for seat, won in award(chips, high).items() if won]
        elif high or low:
            shares += share_high_low(pot_no, chips, high, low)
    return shares, sum(pot.chips for pot in table) - sum(share.chips for share in shares)
