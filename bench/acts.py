"""When people fold: a logistic regression of folds on what a decision costs and where it stands, for logged hands and simulated ones.

A case is a decision to fold, call or raise when a bet is to be paid. The cards are not among its columns, because logs have them only of
hands that were shown; how strong hands are that people fold can't be measured, only how often they fold. `python -m bench.people` writes the results into
`bench/measured/people.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.table_figures import Depths, Seats, chips_of
from engine.api import (
    KIND_MASK,
    MAX_ROUND,
    ROUND_SHIFT,
    SEAT_SHIFT,
    TABLE,
    Act,
    Detail,
    SeatColumn,
    Variant,
    play,
)
from engine.kernel.actions import VALUE_SHIFT
from engine.players.training.chances import fit_logistic

Floats = NDArray[np.float64]
COLUMNS = (
    "constant", "log of price to pot", "flop", "turn", "river", "log of players in", "raised before in the round",
    "last to bet before that", "acts last", "log of the pot in big blinds", "log of stack to pot",
)  # fmt: skip
PRICES = (0.0, 0.1, 0.18, 0.25, 0.35, 1.0)
"""Edges of classes of prices: the price over the pot that a player sees plus the price."""
_FOLD = int(Act.FOLD)
_DECIDES = frozenset(int(act) for act in Act if act.aggressive) | {_FOLD, int(Act.CALL)}
_RAISES = frozenset(int(act) for act in Act if act.aggressive)
_PAYS = frozenset(int(act) for act in Act if act.pays)
_DEAD = frozenset({int(Act.ANTE), int(Act.DEAD_BLIND)})
_RETURNED = int(Act.RETURNED)


class Decisions(NamedTuple):
    """Decisions that cost something: `COLUMNS` (n x 11), whether each was a fold (n,), the share of the pot that a call costs (n,), and
    the number of the group (night) that each is from (n,).
    """

    columns: Floats
    folds: Floats
    prices: Floats
    group: NDArray[np.int64]


Hand = tuple[Sequence[int], Sequence[float], float, int]
"""Packed acts, stacks by seat in big blinds, the chips of a big blind, and the group."""


def decisions_of(hands: Iterable[Hand]) -> Decisions:
    """The decisions of hands.

    >>> from engine.kernel.actions import pack
    >>> acts = [pack(Act.SMALL_BLIND, 0, 0, 1), pack(Act.BIG_BLIND, 1, 0, 2), pack(Act.RAISE, 0, 1, 5), pack(Act.FOLD, 1, 1)]
    >>> decisions = decisions_of([(acts, [50.0, 50.0], 2.0, 0)])
    >>> decisions.folds.tolist(), decisions.prices.round(2).tolist()
    ([0.0, 1.0], [0.25, 0.33])
    """
    columns: list[list[float]] = []
    folds, prices, groups = [], [], []
    for acts, stacks, unit, group in hands:
        live = set(range(len(stacks)))
        left = [stack * unit for stack in stacks]
        put: dict[int, float] = {}
        pot, bet, street, raises, aggressor, before = 0.0, 0.0, 0, 0, -1, -1
        for act in acts:
            kind, seat, value = act & KIND_MASK, act >> SEAT_SHIFT & TABLE, act >> VALUE_SHIFT
            now = act >> ROUND_SHIFT & MAX_ROUND
            if now > max(street, 1):
                put, bet, raises = {}, 0.0, 0
            street = max(street, now)
            price = min(bet - put.get(seat, 0.0), left[seat] if seat < len(left) else 0.0)
            if kind in _DECIDES and seat in live and price > 0 and pot > 0:
                order = sorted(live)
                columns.append([
                    1.0, float(np.log(price / pot)), float(street == 2), float(street == 3), float(street == 4),
                    float(np.log(len(live))), float(raises > int(street > 1)), float(seat == before),
                    float(seat == order[-1]), float(np.log(pot / unit)), float(np.log(max(left[seat], unit / 2) / pot)),
                ])  # fmt: skip
                folds.append(float(kind == _FOLD))
                prices.append(price / (pot + price))
                groups.append(group)
            if kind == _FOLD:
                live.discard(seat)
            elif kind == _RETURNED:
                pot -= value
            elif kind in _PAYS and seat < len(left):
                pot += value
                left[seat] -= value
                if kind not in _DEAD:
                    put[seat] = put.get(seat, 0.0) + value
                    bet = max(bet, put[seat])
            if kind in _RAISES:
                raises, before, aggressor = raises + 1, aggressor, seat
    return Decisions(
        np.array(columns).reshape(-1, len(COLUMNS)),
        np.array(folds),
        np.array(prices),
        np.array(groups, np.int64),
    )


def logged_decisions(rows: Sequence[Mapping[str, Any]]) -> Decisions:
    """The decisions of logged hands, in groups by session."""
    sessions = sorted({row["session_id"] for row in rows})
    return decisions_of(
        (row["acts"], row["stacks"], float(row["unit"]), sessions.index(row["session_id"])) for row in rows
    )


def simulated_hands(
    variant: Variant, lineup: str, players: int, depths: Depths, hands: int, seed: int
) -> Iterator[Hand]:
    """Hands of a line-up."""
    for _, record in play(
        variant, players=players, hands=hands, seed=seed, profiles=[lineup], detail=Detail.ACTIONS,
        stacks=chips_of(depths, variant, players),
    ):  # fmt: skip
        depths = record.seat[:, :, SeatColumn.STACK] / variant.unit
        ends = record.action_ends
        for hand in range(len(record.hand)):
            acts = record.actions[ends[hand] : ends[hand + 1]].tolist()
            yield acts, depths[hand].tolist(), float(variant.unit), 0


def simulated_decisions(
    variant: Variant, lineup: str, tables: Sequence[Seats], hands: int, seed: int
) -> Decisions:
    """The decisions of about `hands` simulated hands at tables of these sizes and stacks."""
    every = sum(table.count for table in tables)
    parts = [
        simulated_hands(
            variant, lineup, table.players, table.depths, max(round(hands * table.count / every), 1), seed
        )
        for table in tables
    ]
    return decisions_of(chain.from_iterable(parts))


def fold_rates(decisions: Decisions) -> list[tuple[float, float]]:
    """How often was folded in each class of `PRICES`, with its standard error; nan where there are no cases."""
    rates = []
    for low, high in pairwise(PRICES):
        mine = decisions.folds[(decisions.prices >= low) & (decisions.prices < high)]
        rate = float(mine.mean()) if len(mine) else float("nan")
        rates.append((rate, (rate * (1 - rate) / max(len(mine), 1)) ** 0.5))
    return rates


def loss(weights: Floats, decisions: Decisions) -> float:
    """The mean logarithmic loss of a model of folds, in nats a decision."""
    x = np.clip(decisions.columns @ weights, -15, 15)
    return float((np.log1p(np.exp(x)) - decisions.folds * x).mean())


def fit(decisions: Decisions) -> Floats:
    """The weights of `COLUMNS` on the log-odds of folding."""
    return fit_logistic(decisions.columns, decisions.folds)


def held_out_loss(decisions: Decisions) -> float:
    """The loss of nights, each by the model of the others."""
    losses = []
    for group in np.unique(decisions.group):
        mine = decisions.group == group
        others = Decisions(*(column[~mine] for column in decisions))
        own = Decisions(*(column[mine] for column in decisions))
        losses.append((loss(fit(others), own), mine.sum()))
    return float(sum(value * count for value, count in losses) / sum(count for _, count in losses))


def report(logged: Decisions, simulated: Mapping[str, Decisions]) -> Iterator[str]:
    """The comparison as Markdown: folds by price, and how well each model of folds foretells the logged ones."""
    yield f"When a bet is to be paid: {len(logged.folds):,} logged decisions. Folds in 100, by the share of the pot that a call costs:"
    yield ""
    yield "| price | logged | " + " | ".join(f"`{name}`" for name in simulated) + " |"
    yield "|---|--:|" + "--:|" * len(simulated)
    known = {name: fold_rates(decisions) for name, decisions in simulated.items()}
    for place, (rate, error) in enumerate(fold_rates(logged)):
        cells = [f"{100 * known[name][place][0]:.0f}" for name in simulated]
        yield f"| {PRICES[place]:.2f} to {PRICES[place + 1]:.2f} | {100 * rate:.0f} ± {100 * error:.0f} | {' | '.join(cells)} |"
    yield ""
    yield "Logistic regression of folding; the weights, and the loss of the logged decisions by each model (nats a decision; the logged model is"
    yield "fitted to the other nights):"
    yield ""
    models = {name: fit(decisions) for name, decisions in {"logged": logged, **simulated}.items()}
    yield "| column | " + " | ".join(f"`{name}`" if name != "logged" else name for name in models) + " |"
    yield "|---|" + "--:|" * len(models)
    for place, column in enumerate(COLUMNS):
        yield f"| {column} | {' | '.join(f'{weights[place]:+.2f}' for weights in models.values())} |"
    losses = [held_out_loss(logged), *(loss(models[name], logged) for name in simulated)]
    yield f"| loss | {' | '.join(f'{value:.3f}' for value in losses)} |"
    rate = float(logged.folds.mean())
    yield ""
    yield f"Without any column the loss is {-rate * np.log(rate) - (1 - rate) * np.log(1 - rate):.3f}."
    yield ""
