"""Pots and how they are shared: uncalled bets, side pots, halves, odd chips. Amounts are chips.

Seats count from the dealer's left.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from engine.terms import Half


@dataclass(frozen=True)
class Pot:
    """Chips, and the seats that can win them."""

    chips: int
    seats: frozenset[int]


@dataclass(frozen=True)
class Fee:
    """Chips of a seat that no player has to match (the price of a drawn card), and the seats that can win them."""

    seat: int
    chips: int
    rivals: frozenset[int]


@dataclass(frozen=True)
class Share:
    """Chips that a seat wins from a pot; `meld` is the category of hand that wins them, if known."""

    pot_no: int
    board_no: int
    half: Half
    seat: int
    chips: int
    meld: str | None = None


def uncalled(paid: Sequence[int], live: Collection[int]) -> tuple[int, int] | None:
    """The seat and the chips of a bet that no player called; None if there is none.

    >>> uncalled([10, 25, 10], [0, 1])  # seat 1 gets 15 back
    (1, 15)
    """
    most = max(range(len(paid)), key=paid.__getitem__)
    back = paid[most] - max((chips for seat, chips in enumerate(paid) if seat != most), default=0)
    return (most, back) if back and most in live else None


def make_pots(
    paid: Sequence[int],
    live: Collection[int],
    pot_in: int = 0,
    *,
    reach: int | None = None,
    fees: Sequence[Fee] = (),
) -> list[Pot]:
    """The main pot and the side pots (ruling 37): a player can win as much from each seat as they put in.

    `paid` is what each seat put in, fees included; chips above `reach`, which may be fees, belong to the last
    pot.

    >>> [pot.chips for pot in make_pots([10, 25, 25], [0, 1, 2])]
    [30, 30]
    """
    matched = [*paid]
    for fee in fees:
        matched[fee.seat] -= fee.chips
    stakes = {seat: matched[seat] if reach is None else min(matched[seat], reach) for seat in live}
    pots: dict[frozenset[int], int] = {frozenset(live): pot_in}
    below, top = 0, max(stakes.values())
    for stake in sorted(set(stakes.values())):
        ceiling = max(matched) if stake == top else stake
        chips = sum(max(0, min(one, ceiling) - below) for one in matched)
        rivals = frozenset(seat for seat in live if stakes[seat] >= stake)
        pots[rivals] = pots.get(rivals, 0) + chips
        below = stake
    for fee in fees:
        rivals = fee.rivals & frozenset(live)
        pots[rivals] = pots.get(rivals, 0) + fee.chips
    largest_first = sorted(pots.items(), key=lambda pot: -len(pot[0]))
    return [Pot(chips, seats) for seats, chips in largest_first if chips] or [Pot(0, frozenset(live))]


def pots_of(paid: Sequence[int], live: Sequence[int], pot_in: int) -> list[tuple[int, int]]:
    """The pots of `make_pots`, as `as_bits` writes them.

    >>> pots_of([10, 25, 25], [0, 1, 2], 0)
    [(30, 7), (30, 6)]
    """
    return as_bits(make_pots(paid, live, pot_in), live)


def as_bits(pots: Iterable[Pot], live: Sequence[int]) -> list[tuple[int, int]]:
    """The chips of each pot, and a bit for each place in `live` of a seat that can win it."""
    return [
        (pot.chips, sum(1 << place for place, seat in enumerate(live) if seat in pot.seats)) for pot in pots
    ]


def split(chips: int, winners: Collection[int], unit: int = 1) -> dict[int, int]:
    """Equal shares in multiples of `unit`; odd ones go one at a time to the winners from the dealer's left
    (ruling 6).

    >>> split(7, [2, 4])
    {2: 4, 4: 3}
    """
    each, odd = divmod(chips // unit, len(winners))
    return {seat: (each + (place < odd)) * unit for place, seat in enumerate(sorted(winners))}


def halve(chips: int, one: Collection[int], other: Collection[int]) -> tuple[int, int]:
    """Two halves for two groups of winners; the group with the winner nearest the dealer's left has the odd
    chip, the first if it is the same player.

    >>> halve(7, [0], [1])
    (4, 3)
    """
    half, odd = divmod(chips, 2)
    return (half, half + odd) if min(other) < min(one) else (half + odd, half)
