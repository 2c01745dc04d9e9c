"""Compiled loops over the seats of a part. In numpy they would be a dozen passes over arrays larger than a
processor's cache.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.api import kernel

Ints = np.ndarray[Any, np.dtype[np.int64]]
Bools = np.ndarray[Any, np.dtype[np.bool_]]
Codes = np.ndarray[Any, np.dtype[np.uint8]]


@kernel
def place(nets: Ints, within: Ints, placed: Ints) -> None:
    """Write nets (hands, seats) to `placed` by the place at the table: the seats of a hand have moved on by `within`
    places.
    """
    players = nets.shape[1]
    for hand in range(nets.shape[0]):
        at = within[hand] % players
        for seat in range(players):
            placed[hand, at] = nets[hand, seat]
            at += 1
            if at == players:
                at = 0


@kernel
def place_by_chain(nets: Ints, begins: Ints, summed: Ints) -> None:
    """Add up nets (hands, seats) by the place at the table over each chain, to `summed` (chains, seats); chains begin
    at `begins`.
    """
    players = nets.shape[1]
    for chain in range(begins.size):
        end = begins[chain + 1] if chain + 1 < begins.size else nets.shape[0]
        summed[chain] = 0
        first = 0
        for hand in range(begins[chain], end):
            at = first
            for seat in range(players):
                summed[chain, at] += nets[hand, seat]
                at += 1
                if at == players:
                    at = 0
            first += 1
            if first == players:
                first = 0


@kernel
def walk(nets: Ints, begins: Ints, net: Ints, lowest: Ints, drawdown: Ints) -> None:
    """Compute the net, the lowest point and the drawdown of each evening, (evenings, places) each, from nets (hands,
    places); evenings begin at `begins`.
    """
    for evening in range(begins.size):
        end = begins[evening + 1] if evening + 1 < begins.size else nets.shape[0]
        for at in range(nets.shape[1]):
            line, least, best, fall = 0, 0, 0, 0
            for hand in range(begins[evening], end):
                line += nets[hand, at]
                least = min(least, line)
                best = max(best, line)
                fall = max(fall, best - line)
            net[evening, at], lowest[evening, at], drawdown[evening, at] = line, least, fall


@kernel
def join(hours: Ints, drawn: Ints, stretches: Ints, falls: Ints) -> None:
    """Put lines together of hours (net, lowest, highest point, deepest fall; a row each), those that `drawn`
    (hours, lines) names one after the other: the deepest fall over each of `stretches` hours, ascending, to
    `falls` (stretches, lines).
    """
    for line in range(drawn.shape[1]):
        total, best, fall, stretch = 0, 0, 0, 0
        for number in range(drawn.shape[0]):
            net, lowest, highest, deepest = hours[drawn[number, line]]
            fall = max(fall, deepest, best - total - lowest)
            best = max(best, total + highest)
            total += net
            if number + 1 == stretches[stretch]:
                falls[stretch, line] = fall
                stretch += 1


@kernel
def count_values(values: Ints, low: int, times: Ints) -> None:
    """Add to `times` how often each of the values is there, from `low` on."""
    for value in values:
        times[value - low] += 1


@kernel
def count_melds(
    order: Ints,
    clusters: Ints,
    showdowns: Bools,
    stayed: Bools,
    won: Bools,
    codes: Codes,
    scores: Ints,
    sums: Ints,
    least: Ints,
) -> None:
    """Add up, for each meld, the clusters in which it was compared, the number of seats that had it and that won
    with it, and the products of these: to `sums` (melds, 6), and the least score to `least`.

    Of hands (hands,) their `clusters`, and whether there was a showdown; `order` has those of a cluster next
    to each other. Of seats (hands * players,) whether they stayed, whether they won something, the codes of
    their melds, and the scores, below 0 where there is none.
    """
    players = scores.size // max(1, clusters.size)
    shown = np.zeros(sums.shape[0], np.int64)
    winners = np.zeros(sums.shape[0], np.int64)
    for place in range(order.size):
        hand = order[place]
        if showdowns[hand]:
            for at in range(hand * players, (hand + 1) * players):
                if stayed[at] and scores[at] >= 0:
                    shown[codes[at]] += 1
                    winners[codes[at]] += won[at]
                    least[codes[at]] = min(least[codes[at]], scores[at])
        if place + 1 < order.size and clusters[order[place + 1]] == clusters[hand]:
            continue
        for code in range(shown.size):
            number, total = shown[code], winners[code]
            if number > 0:
                sums[code, 0] += 1
                sums[code, 1] += number
                sums[code, 2] += total
                sums[code, 3] += number * number
                sums[code, 4] += total * total
                sums[code, 5] += total * number
                shown[code] = winners[code] = 0
