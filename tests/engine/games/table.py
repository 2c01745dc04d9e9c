"""Playing the games of `engine.special` in tests: sittings, rows of what was recorded, states for driving the
rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards.card import card_set, parse_cards
from engine.catalogue import VARIANTS
from engine.kernel.record import HandColumn, Record, SeatColumn, unpack_shares
from engine.players.profiles import profile_rows
from engine.special import PlayRequest, kernel_of
from engine.special.batch import new_state, seed_chain
from engine.terms import Detail, Half, Outcome
from tests.oracle.acts import Act, unpack

GAMES = [variant.id for variant in VARIANTS.values() if variant.kernel]
STACK = 150
MIXED = (
    "plain-steady",
    "plain-loose",
    "plain-bold",
    "plain-tight",
    "plain-caller",
    "plain-folder",
    "plain-warrior",
    "plain-cautious",
)


@dataclass(frozen=True)
class Row:
    """A hand as it was recorded: its columns and its seats' by name, its acts and shares."""

    hand: dict[str, int]
    seats: NDArray[np.int64]
    packed: NDArray[np.int64]
    packed_shares: NDArray[np.int64]

    def column(self, name: str) -> list[int]:
        return [int(value) for value in self.seats[:, SeatColumn[name.upper()]]]

    @property
    def outcome(self) -> str:
        return Outcome.words()[self.hand["outcome"]]

    @property
    def acts(self) -> list[Act]:
        return [unpack(int(act)) for act in self.packed]

    def of_kind(self, *kinds: str, round_no: int | None = None) -> list[Act]:
        return [act for act in self.acts if act.kind in kinds and round_no in (None, act.round)]

    @property
    def shares(self) -> list[tuple[str, int, int]]:
        halves = Half.words()
        shares = np.transpose(unpack_shares(self.packed_shares)).tolist()
        return [(halves[half], seat, chips) for _, half, seat, chips in shares]


def request(
    game: str,
    players: int,
    hands: int,
    *,
    seed: int = 1,
    first: int = 0,
    names: Sequence[str] = ("plain-steady",),
    profiles: NDArray[np.float64] | None = None,
    detail: Detail = Detail.CARDS,
    pot_in: int = 0,
    stack: int = STACK,
    variant: Any = None,
    chained: bool = True,
) -> PlayRequest:
    if profiles is None:
        profiles = profile_rows([names[seat % len(names)] for seat in range(players)])
    return PlayRequest(
        variant=variant or VARIANTS[game],
        players=players,
        hands=hands,
        seed=seed,
        first_hand=first,
        profiles=profiles,
        stacks=np.full(players, stack, np.int64),
        detail=detail,
        pot_in=pot_in,
        chained=chained,
    )


def records(game: str, players: int, hands: int, **options: Any) -> Iterator[tuple[int, Record]]:
    return kernel_of(VARIANTS[game].kernel).play(request(game, players, hands, **options))


def rows(game: str, players: int, hands: int, **options: Any) -> list[Row]:
    results = []
    for _, record in records(game, players, hands, **options):
        for row, hand in enumerate(record.hand):
            results.append(
                Row(
                    {column.name.lower(): int(hand[column]) for column in HandColumn},
                    record.seat[row].copy(),
                    record.actions[record.action_ends[row] : record.action_ends[row + 1]].copy(),
                    record.shares[record.share_ends[row] : record.share_ends[row + 1]].copy(),
                )
            )
    return results


def state(players: int, seed: int = 1) -> Any:
    """A blank state with a random state of its own."""
    blank = new_state(players)
    with np.errstate(over="ignore"):
        seed_chain(blank, seed, 0)
    return blank


def acts_on(used: Any) -> list[Act]:
    return [unpack(int(act)) for act in used.acts[1 : used.acts[0] + 1]]


def held(text: str) -> int:
    """The set of some cards."""
    return card_set(parse_cards(text))


def seats(*places: int) -> int:
    """A set of seats."""
    return sum(1 << place for place in places)


def assert_share(seen: int, of: int, chance: float, errors: float = 4.5) -> None:
    """An observed share agrees with its chance within `errors` standard errors.

    With 4.5 and the few hundred shares that the tests compare, a right kernel fails once in some thousand
    seeds; the seeds are fixed.
    """
    error = sqrt(chance * (1 - chance) / of)
    assert abs(seen / of - chance) <= errors * error + 1e-12, (
        f"{seen / of:.5f}, not {chance:.5f} ± {error:.5f}"
    )
