"""Of seasons: how often equal players stay within the limits of chance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from bench.coverage.samples import PLAYERS, SEED
from engine.catalogue import VARIANTS
from engine.kernel.record import SeatColumn
from engine.simulate import play
from pipeline.simulation.evenings import by_place

VERDICT_GAMES = {
    "calm": ("texas-holdem", "seven-card-stud", "straight-poker"),
    "wild": ("midnight-baseball", "harakiri", "chicago-seven"),
}
"""Games of chains of one hand."""
WHO = ("regular", "station", "rock", "maniac", "plain-steady")
SEASONS = {150: 400, 600: 400, 2_400: 200}
"""Hands to a season, and how many seasons are played."""


def antes_of(game: str, profile: str, count: int, seed: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The nets (hands, players) of equal players, who move one seat after each hand."""
    variant = VARIANTS[game]
    nets_of_batches = []
    for _, record in play(variant, players=PLAYERS, hands=count, seed=seed, profiles=(profile,)):
        nets_of_batches.append(record.seat[:, :, SeatColumn.WON] - record.seat[:, :, SeatColumn.PAID])
    nets = np.concatenate(nets_of_batches)[:count]
    return by_place(nets.astype(np.int64), np.arange(len(nets))) / variant.unit


def scale_of(squares: np.ndarray[Any, np.dtype[np.float64]], expected: float) -> float:
    """`int_chance_scale`, from the squares of the nets of each chain and what runs make of their sum."""
    effective = squares.sum() ** 2 / (squares**2).sum()
    error = (1 + 1.5 / np.sqrt(effective)) ** 2 / effective
    return float(np.exp((np.log(squares.sum() / expected) + error / 2) / (1 + error)))


def verdict_table() -> Iterator[str]:
    """How many players of seasons are reported as within chance, when all are equal: 95 % is right."""
    yield "| games | who plays | hands | by runs alone | scaled | scale, 5 to 95 % |"
    yield "|---|---|---|---|---|---|"
    for kind, games in VERDICT_GAMES.items():
        runs = {game: float((antes_of(game, "regular", 40_000, SEED) ** 2).mean()) for game in games}
        for who in WHO:
            for hands, seasons in SEASONS.items():
                each = hands // len(games)
                nets = {game: antes_of(game, who, each * seasons, SEED + 1) for game in games}
                plain, scaled, scales = 0, 0, []
                for season in range(seasons):
                    mine = {game: some[season * each : (season + 1) * each] for game, some in nets.items()}
                    totals = sum(some.sum(axis=0) for some in mine.values())
                    squares = np.concatenate([(some**2).sum(axis=1) for some in mine.values()])
                    variance = sum(runs[game] * each for game in games)
                    scales.append(scale_of(squares, variance * PLAYERS))
                    plain += int((np.abs(totals) <= 1.96 * np.sqrt(variance)).sum())
                    scaled += int((np.abs(totals) <= 1.96 * np.sqrt(variance * scales[-1])).sum())
                low, high = np.quantile(scales, (0.05, 0.95))
                held = " | ".join(f"{count / seasons / PLAYERS:.1%}" for count in (plain, scaled))
                yield f"| {kind} | {who} | {hands} | {held} | {low:.2f} to {high:.2f} |"
