"""The trainer's regrets on a game small enough to be measured exactly: one card of 32 each, blinds 1 and 2, limit."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.players.training.regret import RegretTable

Floats = NDArray[np.float64]

CARDS, BET, CAP = 32, 2, 4
FOLD, CALL, RAISE = range(3)
ABOVE = np.sign(np.arange(CARDS)[:, None] - np.arange(CARDS))
DEALS = CARDS * (CARDS - 1)


class Node(NamedTuple):
    """A decision: its number, who acts, what both have put in, the raises so far, and whether a call ends it."""

    number: int
    seat: int
    put: tuple[int, int]
    raises: int
    closes: bool


def tree() -> dict[tuple[int, ...], Node]:
    """All decisions, by the choices that lead there."""
    nodes: dict[tuple[int, ...], Node] = {}

    def add(line: tuple[int, ...], seat: int, put: tuple[int, int], raises: int, closes: bool) -> None:
        nodes[line] = Node(len(nodes), seat, put, raises, closes)
        matched = (max(put), max(put))
        if not closes:
            add((*line, CALL), 1 - seat, matched, raises, True)
        if raises < CAP:
            bet = (matched[0] + BET, matched[1]) if seat == 0 else (matched[0], matched[1] + BET)
            add((*line, RAISE), 1 - seat, bet, raises + 1, True)

    add((), 0, (1, 2), 1, False)
    return nodes


NODES = tree()


def legal(node: Node) -> NDArray[np.bool_]:
    return np.array([node.put[node.seat] < max(node.put), True, node.raises < CAP])


def values(
    strategy: Floats,
    line: tuple[int, ...],
    reach: tuple[Floats, Floats],
    seat: int,
    best: bool,
    table: RegretTable | None,
) -> Floats:
    """What each card of a seat is worth from a decision on, over the other's cards by their reach; with `best` the
    seat does the best it can, with a table its regrets are added up.
    """
    node = NODES[line]
    worth = np.zeros((CARDS, 3))
    allowed = legal(node)
    for choice in np.flatnonzero(allowed):
        after = list(reach)
        after[node.seat] = reach[node.seat] * strategy[node.number, :, choice]
        met = after[1 - seat]
        stake = max(node.put)
        if choice == FOLD:
            won = -node.put[seat] if node.seat == seat else node.put[1 - seat]
            worth[:, choice] = won * (met.sum() - met)
        elif choice == CALL and node.closes:
            worth[:, choice] = stake * (ABOVE @ met)
        else:
            worth[:, choice] = values(strategy, (*line, int(choice)), (after[0], after[1]), seat, best, table)
    if node.seat != seat:
        return worth.sum(axis=1)  # the other's choices are in their reach
    if best:
        return np.where(allowed, worth, -np.inf).max(axis=1)
    mean = (strategy[node.number] * worth).sum(axis=1)
    if table is not None:
        table.regrets[node.number] += np.where(allowed, worth - mean[:, None], 0.0) / DEALS
        table.sums[node.number] += reach[seat][:, None] * strategy[node.number]
    return mean


def exploitability(strategy: Floats) -> float:
    """What the best answer wins from a strategy, the mean over both seats, in big blinds a hand."""
    ones = (np.ones(CARDS), np.ones(CARDS))
    return sum(float(values(strategy, (), ones, seat, True, None).sum()) for seat in (0, 1)) / DEALS / 2 / 2


def test_the_mean_strategy_is_near_the_solution() -> None:
    """Below 20 thousandths of a blind; calling always loses fifteen times that."""
    first = np.array([legal(node) for node in NODES.values()], float)[:, None].repeat(CARDS, axis=1)
    first /= first.sum(axis=-1, keepdims=True)
    table = RegretTable(first)
    for batch in range(1, 101):
        for seat in (0, 1):
            values(table.strategy(), (), (np.ones(CARDS), np.ones(CARDS)), seat, False, table)
        table.discount(batch)
    mean = table.sums / np.maximum(table.sums.sum(axis=-1, keepdims=True), 1e-12)
    result = exploitability(np.where(table.sums.sum(axis=-1, keepdims=True) > 0, mean, first))
    always_calls = np.zeros_like(first)
    always_calls[..., CALL] = 1.0
    assert 0 <= result < 0.02
    assert exploitability(always_calls) > 0.25
