"""What the run of one game by one line-up tells: how wild its deals are, its pots and evenings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl
from duckdb import DuckDBPyConnection

from engine.api import Variant
from pipeline.deviations import Figure, Known, known_deviation, known_shares
from pipeline.risk import LEAST, Evenings, told
from pipeline.simulation.columns import Array
from pipeline.simulation.evenings import FIGURES, Ints, by_place, cut, hands_of, paths
from pipeline.store.parts import read_parts
from pipeline.store.schemas import HANDS, SEATS
from pipeline.store.store import session_folder

STACKS = (75, 150, 300)
"""Chips of which an evening tells whether they were gone."""

_HANDS = pl.Schema({name: HANDS[name] for name in ("hand_no", "chain_no", "deal_no", "unit")})
_SEATS = pl.Schema({"net": SEATS["net"]})


@dataclass(frozen=True, kw_only=True)
class DealSums:
    """A game by a line-up, deal by deal (deals,), in antes: the squares of the nets of hands and of chains,
    summed, and how many there are; `seats` is the size of the table, `pace` seconds a hand.
    """

    of_hands: Array
    of_chains: Array
    hands: Array
    chains: Array
    seats: int
    pace: int

    def variance(self, per: str) -> tuple[float, Array]:
        """The variance of a seat's net per hand, chain or hour, and how each deal (deals,) moves its log."""
        top, under = {
            "hand": (self.of_hands, self.hands),
            "chain": (self.of_chains, self.chains),
            "hour": (self.of_chains, self.hands),
        }[per]
        times = 3600 / self.pace if per == "hour" else 1.0
        value = times * float(top.sum() / (under.sum() * self.seats))
        moves = (top / max(float(top.mean()), 1e-300) - under / under.mean()) / len(top)
        return value, moves


@dataclass(frozen=True, kw_only=True)
class ComparedRun:
    """A game by a line-up: deal by deal, how well its deviation is known, and its other figures: of evenings
    (as `pipeline.risk` names them; none where fewer than 20 were played), `pot_mean`, `showdown`, `carried`.
    """

    deals: DealSums
    known: Known
    figures: Mapping[str, Figure]


class RunPart(NamedTuple):
    """A part file: nets (hands, seats), and of each hand its number, its chain's and its deal's."""

    nets: Ints
    numbers: Ints
    chains: Ints
    deals: Ints
    unit: float

    @classmethod
    def read(cls, hands_file: Path, seats_file: Path) -> RunPart | None:
        """What a part holds; None where it holds nothing."""
        hands = read_parts([hands_file], _HANDS, only=True)
        if hands.is_empty():
            return None
        numbers, chains = hands["hand_no"].to_numpy(), hands["chain_no"].to_numpy()
        nets: Ints = read_parts([seats_file], _SEATS, only=True)["net"].to_numpy().reshape(len(numbers), -1)
        deals = chains if hands["deal_no"].null_count() else hands["deal_no"].to_numpy()
        return cls(nets, numbers, chains, deals, float(hands["unit"][0]))

    @property
    def begins(self) -> Ints:
        """Which hands begin a chain."""
        return np.flatnonzero(self.chains == self.numbers)


def read_run(
    con: DuckDBPyConnection, place: Path, session: str, variant: Variant, seatings: int, per: str
) -> ComparedRun:
    """A run of one game with each deal in so many seatings, from its part files and from the marts `con`; its
    deviation per hand, chain or hour.
    """
    names = sorted(part.name for part in (place / "hands" / session_folder(session)).iterdir())
    found = (
        RunPart.read(*(place / table / session_folder(session) / name for table in ("hands", "seats")))
        for name in names
    )
    parts = [part for part in found if part]
    return ComparedRun(
        deals=_deal_sums(parts, variant.pace),
        known=known_deviation(con, session, per, variant.pace),
        figures={**_evening_figures(con, parts, hands_of(variant), seatings), **known_shares(con, session)},
    )


def _deal_sums(parts: list[RunPart], pace: int) -> DealSums:
    found = []
    for part in parts:
        begin = part.chains == part.numbers
        chains = np.add.reduceat(by_place(part.nets, part.numbers), part.begins, axis=0)
        of_chains = np.zeros(len(begin))
        of_chains[begin] = (chains * chains).sum(axis=1) / part.unit**2
        found.append(
            pl.DataFrame({
                "deal": part.deals.astype(np.int64), "of_chains": of_chains, "chains": begin,
                "of_hands": (part.nets * part.nets).sum(axis=1) / part.unit**2,
            })
            .group_by("deal")
            .agg(pl.col("of_hands", "of_chains", "chains").sum(), hands=pl.len())
            .sort("deal")
        )  # fmt: skip
    deals = pl.concat(found)
    columns = {
        name: deals[name].to_numpy().astype(np.float64)
        for name in ("of_hands", "of_chains", "hands", "chains")
    }
    return DealSums(**columns, seats=parts[0].nets.shape[1], pace=pace)


def _evening_figures(
    con: DuckDBPyConnection, parts: list[RunPart], size: int, seatings: int
) -> dict[str, Figure]:
    """What evenings of `size` hands come to, by metric."""
    walked = [
        evenings_of_deals(part, size, seatings) if seatings > 1 else _evenings(part, size) for part in parts
    ]
    figures = {name: np.concatenate([part[name] for part in walked]) for name in FIGURES}
    if len(figures["net"]) < LEAST:
        return {}
    evenings = Evenings(players=figures["net"].shape[1], lineup="", hands=[size], figures=figures, sigma=0.0)
    return {
        row["metric"]: Figure(row["measure"], row["value"], row["low"], row["high"])
        for row in told(con, evenings, STACKS)
    }


def _evenings(part: RunPart, size: int) -> Mapping[str, Ints]:
    """`FIGURES` (evenings, players) of players who are alike: the part's hands one after the other."""
    evenings = cut(part.begins, len(part.nets), size)
    whole = slice(np.count_nonzero(evenings >= 0))
    return paths(by_place(part.nets, part.numbers)[whole], evenings[whole])


def evenings_of_deals(part: RunPart, size: int, seatings: int) -> Mapping[str, Ints]:
    """`FIGURES` of duplicate play (evenings, players): an evening has as many deals as have `size` hands on
    average, each in one seating, and the next deal in the next, so that the deal moves around the players.

    Begun with each of the seatings, the same deals make as many evenings of as many players. Their columns
    stand side by side, as one evening of them all, because they aren't independent.
    """
    begins, blocks = _blocks(part, seatings)
    lengths = np.diff(begins, append=len(part.nets))
    turns = np.empty(begins.size, np.int64)
    turns[blocks] = np.arange(seatings)
    placed = by_place(part.nets, np.arange(len(part.nets)) - np.repeat(begins, lengths))
    for turn in range(1, seatings):  # in turn 1 the second player sits in the first place
        mine = np.repeat(turns == turn, lengths)
        placed[mine] = np.roll(placed[mine], turn, axis=1)
    deals_each = max(1, round(size * begins.size / len(part.nets)))
    deals = np.arange(len(blocks) // deals_each * deals_each)
    found = []
    for first in range(seatings):
        chosen = blocks[deals, (deals + first) % seatings]
        before = np.cumsum(lengths[chosen]) - lengths[chosen]
        rows = np.arange(lengths[chosen].sum()) + np.repeat(begins[chosen] - before, lengths[chosen])
        found.append(paths(placed[rows], np.repeat(deals // deals_each, lengths[chosen])))
    return {name: np.concatenate([each[name] for each in found], axis=1) for name in FIGURES}


def _blocks(part: RunPart, seatings: int) -> tuple[Ints, Ints]:
    """Which hands begin a deal in a seating (blocks,), and the numbers of these blocks (deals, seatings)."""
    deals = np.unique(part.deals).size
    begins = part.begins
    if begins.size != deals * seatings:  # a game of several pots, always of as many hands
        begins = np.arange(0, len(part.nets), len(part.nets) // (deals * seatings))
    return begins, np.argsort(part.deals[begins], kind="stable").reshape(deals, seatings)


__all__ = ["ComparedRun", "DealSums", "RunPart", "evenings_of_deals", "read_run"]
