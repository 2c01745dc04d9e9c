"""What hands show of how people play: the figures of `python -m bench.people`, from packed acts.

Logged hands and simulated ones are counted by the same code. Figures are ratios of sums over hands, so that errors can be
drawn by night.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.api import (
    MAX_ROUND,
    ROUND_SHIFT,
    SEAT_SHIFT,
    TABLE,
    Act,
    Detail,
    HandColumn,
    Profile,
    Record,
    SeatColumn,
    Variant,
    play,
)
from engine.compile.jit import kernel, njit
from engine.kernel.actions import KIND_MASK
from pipeline.simulation.stacks import Stacks

Floats = NDArray[np.float64]
HANDS, SEED, PLAYERS = 24_000, 71_000, 6
COUNTS = (
    "vpip", "pfr", "three_bets_faced", "three_bets_folded", "first_in", "limps", "c_bet_chances", "c_bets", "c_bets_faced",
    "c_bets_folded", "flop_raises", "flop_calls", "saw_flop", "in_at_showdown",
)  # fmt: skip
"""What is counted in a hand."""
(
    _VPIP, _PFR, _FACED, _FOLDED, _FIRST_IN, _LIMPS, _CHANCES, _C_BETS, _C_FACED, _C_FOLDED, _RAISES, _CALLS, _FLOP, _SHOWN,
) = range(len(COUNTS))  # fmt: skip
_CALL, _FOLD, _CHECK = int(Act.CALL), int(Act.FOLD), int(Act.CHECK)
_AGGRESSIVE = np.isin(np.arange(64), [int(act) for act in Act if act.aggressive])
_FIRST, _SECOND = 1, 2


@kernel
def count_acts(
    actions: NDArray[np.int64], ends: NDArray[np.int64], seats: NDArray[np.int64], out: NDArray[np.int64]
) -> None:
    """Count `COUNTS` of each hand (hands x 14): acts of hand i lie before `ends[i + 1]`, `seats[i]` were dealt in."""
    for hand in range(len(out)):
        live = (1 << seats[hand]) - 1
        entered = raised = 0
        opener = bettor = -1
        raises = 0  # of this round
        street = 1
        c_bettor = -1
        flop = False
        for place in range(ends[hand], ends[hand + 1]):
            act = actions[place]
            kind = act & KIND_MASK
            seat = act >> SEAT_SHIFT & TABLE
            aggressive = _AGGRESSIVE[kind]
            if not (aggressive or kind in (_CALL, _FOLD, _CHECK)) or seat == TABLE:
                continue
            bit = 1 << seat
            now = act >> ROUND_SHIFT & MAX_ROUND
            if now != street:
                if street == _FIRST:
                    flop = True
                    out[hand, _FLOP] = _ones(live)
                street = now
                raises = 0
            if street == _FIRST:
                if seat == opener and raises == 2:
                    out[hand, _FACED] += 1
                    out[hand, _FOLDED] += int(kind == _FOLD)
                if entered == 0 and (aggressive or kind == _CALL):
                    out[hand, _FIRST_IN] += 1
                    out[hand, _LIMPS] += int(kind == _CALL)
                if aggressive or kind == _CALL:
                    entered |= bit
                if aggressive:
                    raised |= bit
                    opener = seat if raises == 0 else opener
                    bettor = seat
                    raises += 1
            elif street == _SECOND:
                out[hand, _RAISES] += int(aggressive)
                out[hand, _CALLS] += int(kind == _CALL)
                if seat == bettor and raises == 0:
                    out[hand, _CHANCES] += 1
                    if aggressive:
                        out[hand, _C_BETS] += 1
                        c_bettor = seat
                elif c_bettor >= 0 and raises == 1:
                    out[hand, _C_FACED] += 1
                    out[hand, _C_FOLDED] += int(kind == _FOLD)
                if aggressive:
                    raises += 1
            if kind == _FOLD:
                live &= ~bit
        if not flop and _ones(live) > 1:  # all in before the flop
            out[hand, _FLOP] = _ones(live)
        out[hand, _VPIP] = _ones(entered)
        out[hand, _PFR] = _ones(raised)
        out[hand, _SHOWN] = _ones(live) if _ones(live) > 1 else 0


@njit
def _ones(bits: int) -> int:
    count = 0
    while bits:
        count += bits & 1
        bits >>= 1
    return count


def counted(
    actions: NDArray[np.int64], ends: NDArray[np.int64], seats: NDArray[np.int64]
) -> dict[str, Floats]:
    """The counts of hands by name, a number a hand, with `seats`."""
    out = np.zeros((len(ends) - 1, len(COUNTS)), np.int64)
    count_acts(actions, ends, seats, out)
    return {name: out[:, column].astype(float) for column, name in enumerate(COUNTS)} | {
        "seats": seats.astype(float)
    }


Figure = Callable[[Mapping[str, Floats]], float]
"""A figure of hands."""


def _ratio(top: str, under: str) -> Figure:
    return lambda hands: float(hands[top].sum() / max(hands[under].sum(), 1.0))


def _share(
    holds: Callable[[Mapping[str, Floats]], NDArray[np.bool_]],
) -> Figure:
    return lambda hands: float(holds(hands).mean())


FIGURES: Mapping[str, Figure] = {
    "VPIP": _ratio("vpip", "seats"),
    "PFR": _ratio("pfr", "seats"),
    "fold to a 3-bet": _ratio("three_bets_folded", "three_bets_faced"),
    "first-in limps": _ratio("limps", "first_in"),
    "c-bet": _ratio("c_bets", "c_bet_chances"),
    "fold to a c-bet": _ratio("c_bets_folded", "c_bets_faced"),
    "multiway flops": lambda hands: float(
        (hands["saw_flop"] > 2).sum() / max((hands["saw_flop"] > 1).sum(), 1)
    ),
    "aggression on the flop": _ratio("flop_raises", "flop_calls"),
    "went to showdown": _ratio("in_at_showdown", "saw_flop"),
    "showdowns a hand": _share(lambda hands: hands["in_at_showdown"] > 1),
    "showdowns of three or more": _share(lambda hands: hands["in_at_showdown"] > 2),
    "mean pot": lambda hands: float(hands["pot"].mean()),
    "median pot": lambda hands: float(np.median(hands["pot"])),
    "mean pot without a showdown": lambda hands: float(hands["pot"][hands["in_at_showdown"] < 2].mean()),
    "deviation of a seat": lambda hands: float((hands["squares"].sum() / hands["seats"].sum()) ** 0.5),
}
"""Figures of hands by name: of counts, pots and squares of nets (pots and nets in big blinds)."""


def joined(parts: Sequence[Mapping[str, Floats]]) -> dict[str, Floats]:
    """Several batches of hands as one."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


RATES = frozenset(FIGURES) - {
    "aggression on the flop", "mean pot", "median pot", "mean pot without a showdown", "deviation of a seat",
}  # fmt: skip
"""Figures that are shares."""


Depths = Stacks | NDArray[np.float64] | None
"""Stacks at a table: drawn for each seat, or those of hands in big blinds (hands x players), or the usual ones."""


def chips_of(depths: Depths, variant: Variant, players: int) -> NDArray[np.int64] | None:
    """Stacks in chips, a row a hand."""
    if isinstance(depths, Stacks):
        return depths.chips(variant, players)
    return None if depths is None else np.maximum(np.round(depths * variant.unit), 1).astype(np.int64)


def played_hands(
    variant: Variant,
    seated: Sequence[str | Profile],
    depths: Depths = None,
    *,
    players: int = PLAYERS,
    hands: int = HANDS,
    seed: int = SEED,
) -> dict[str, Floats]:
    """Hands of players at a table, as `columns` has logged ones; with the usual stacks by default."""
    records = play(
        variant, players=players, hands=hands, seed=seed, profiles=seated, detail=Detail.ACTIONS,
        stacks=chips_of(depths, variant, players),
    )  # fmt: skip
    return joined([_columns_of(record, variant.unit) for _, record in records])


@dataclass(frozen=True)
class Seats:
    """The hands of a table: its number of players, the number of hands, and the stacks."""

    players: int
    count: int
    depths: Depths = None


def seats_of(rows: Sequence[Mapping[str, Any]]) -> list[Seats]:
    """The tables of logged hands, by the number of players, with the stacks that they had hand by hand."""
    sizes = sorted({row["players"] for row in rows})
    parts = [(size, [row["stacks"] for row in rows if row["players"] == size]) for size in sizes]
    return [Seats(size, len(stacks), np.array(stacks, float)) for size, stacks in parts]


def played_alike(
    variant: Variant,
    seated: Sequence[str | Profile],
    tables: Sequence[Seats],
    hands: int = HANDS,
    seed: int = SEED,
) -> dict[str, Floats]:
    """About `hands` hands at tables of these sizes and stacks, as many of each as there were."""
    every = sum(table.count for table in tables)
    return joined([
        played_hands(
            variant, seated, table.depths, players=table.players, seed=seed,
            hands=max(round(hands * table.count / every), 1),
        )
        for table in tables
    ])  # fmt: skip


def _columns_of(record: Record, unit: int) -> dict[str, Floats]:
    hands, players = record.seat.shape[:2]
    nets = (record.seat[:, :, SeatColumn.WON] - record.seat[:, :, SeatColumn.PAID]) / unit
    counts = counted(record.actions, record.action_ends, np.full(hands, players, np.int64))
    return counts | {"pot": record.hand[:, HandColumn.POT] / unit, "squares": (nets**2).sum(axis=1)}
