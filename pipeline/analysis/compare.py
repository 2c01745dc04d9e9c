"""Comparison of games: which is wilder, by how much, and how certain that is. Several line-ups play each game. Hand
*i* of a seed draws the same random numbers in every game, so games are played with one seed, and the luck that their
deals share cancels out. A line-up is a group of profiles. Because it is unknown how a group plays, every figure is
reported as a band over several. The runs are stored in a separate store inside the store (`COMPARED`), so that pages
don't mix them with the user's, and are played only once. docs/statistics.md has the formulas.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import exp
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import polars as pl
from duckdb import DuckDBPyConnection

from engine.api import CallError, Profile, Variant
from language import tr
from pipeline.analysis.compare_text import sentences
from pipeline.analysis.deviation import Figure, Known, known_deviation, known_shares, known_skill
from pipeline.analysis.evenings import (
    FEWEST,
    USUAL_STACKS,
    RunPart,
    evening_rows,
    evenings_of_parts,
    part_files,
)
from pipeline.analysis.marts import open_marts
from pipeline.analysis.own_group import OwnGroup
from pipeline.analysis.pace import Paces, pace_of
from pipeline.simulation.chunks import seatings
from pipeline.simulation.columns import Array
from pipeline.simulation.evenings import by_place, hands_of
from pipeline.simulation.group import family_of
from pipeline.simulation.runs import Run, simulate, table_for
from pipeline.simulation.stacks import Stacks
from pipeline.store.files import readable_errors
from pipeline.store.progress import Progress
from pipeline.store.store import Store
from queries.cache import COMPARED, FOLDER, begin
from queries.people_error import AMOUNT_HIGH, AMOUNT_LOW, RATIO_REACH, ratio_band, real_lineups

LINEUPS: Mapping[str, tuple[str, ...]] = {
    "friends": ("friends",),
    "careful": ("careful",),
    "loose": ("station",),
    "mixed": ("regular", "novice", "rock", "station", "aggressive"),
}
"""The line-ups of a comparison: profiles around the table, by name."""

OWN = "own group"
"""The line-up of the group itself: profiles of a file, or fitted to its nights."""

SKILL = ("novice", "regular")
"""The two profiles of `mixed` whose difference is a game's skill."""

PER = ("hour", "chain", "hand")

_Z = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """A comparison: games at a table of `players`, or the nearest number that a game allows, by line-ups, `hands` of
    each. `own` are a user's profiles, `paces` the measured seconds of a hand, `group` the line-up `OWN` by family of
    games. Raises CallError for fewer than two games, or a game that occurs twice.
    """

    variants: Sequence[Variant]
    players: int
    hands: int
    seed: int = 1
    lineups: Mapping[str, Sequence[str]] = field(default_factory=lambda: dict(LINEUPS))
    own: Mapping[str, Profile] = field(default_factory=dict)
    stacks: Stacks | None = None
    paces: Paces = field(default_factory=dict)
    group: OwnGroup = field(default_factory=dict)

    def __post_init__(self) -> None:
        calls = [(variant.id, variant.additions) for variant in self.variants]
        if len(set(calls)) < len(calls):
            raise CallError(tr("A game is named twice: name different ones."))
        if len(calls) < 2:
            raise CallError(tr("Name at least two games to compare."))

    def run(self, variant: Variant, lineup: str) -> Run:
        """The run of a game by a line-up."""
        profiles, own = self.lineups[lineup], self.own
        if lineup == OWN and family_of(variant) in self.group:
            own = self.group[family_of(variant)].profiles
            profiles = tuple(own)
        return Run(
            variants=[variant], hands=self.hands, players=table_for(variant, self.players), seed=self.seed, profiles=profiles,
            own={name: own[name] for name in profiles if name in own}, stacks=self.stacks,
        )  # fmt: skip

    def session(self, variant: Variant, lineup: str) -> str:
        """Return the id of that run, the same for the same hands."""
        return self.run(variant, lineup).name


def play(store: Path, comparison: Comparison, progress: Progress | None = None) -> Path:
    """Play the missing runs; returns the folder of the comparisons' store."""
    place = store / COMPARED
    runs = Store(place)
    games = [(variant, lineup) for lineup in comparison.lineups for variant in comparison.variants]
    for number, (variant, lineup) in enumerate(games):
        session = comparison.session(variant, lineup)
        if place.is_dir() and runs.has(session):
            continue
        if progress:
            progress(f"{variant.name}, {lineup}", number, len(games))
        with readable_errors(store):
            store.mkdir(parents=True, exist_ok=True)
            begin(store / FOLDER)
            place.mkdir(exist_ok=True)
        simulate(runs, comparison.run(variant, lineup), session_id=session)
    return place


def compare(
    store: Path, comparison: Comparison, per: str = "hour", progress: Progress | None = None
) -> dict[str, Any]:
    """Play and compare: `sentences`, `games` (a row a game: its deviation by line-up, ranks, the other
    figures, skill) and `pairs` (a row two games and a line-up: the ratio of their deviations with its
    interval). Amounts are in antes per hour, chain or hand, as `per` says.

    Raises CallError for too few hands to estimate a game's deviation.
    """
    place = play(store, comparison, progress)
    lineups = list(comparison.lineups)
    with open_marts(place, ()) as con:
        played = {
            (game, lineup): _read(con, place, comparison, variant, lineup, per)
            for game, variant in enumerate(comparison.variants)
            for lineup in lineups
        }
        skills = [_skill(con, comparison, variant) for variant in comparison.variants]
    pairs = [
        compare_pair(a, b, lineup, played[a, lineup], played[b, lineup], per)
        for lineup in lineups
        for a, b in permutations(range(len(comparison.variants)), 2)
    ]
    ranks = rank_intervals(len(comparison.variants), lineups, pairs)
    games = [
        _game(game, variant, {lineup: played[game, lineup] for lineup in lineups}, ranks[game], skills[game])
        | {"pace": pace_of(variant, comparison.paces)._asdict()}
        for game, variant in enumerate(comparison.variants)
    ]
    games.sort(key=lambda row: -row["middle"])
    shown = [pair for pair in pairs if pair["ratio"] > 1 or (pair["ratio"] == 1 and pair["a"] < pair["b"])]
    names = {row["game"]: row["name"] for row in games}
    extremes = [pair for pair in pairs if (pair["a"], pair["b"]) == (games[0]["game"], games[-1]["game"])]
    people = ratio_band(
        pair["ratio"] for pair in extremes if pair["lineup"] in real_lineups(comparison.lineups)
    )
    return {
        "per": per, "players": comparison.players, "hands": comparison.hands, "seed": comparison.seed,
        "lineups": {name: list(profiles) for name, profiles in comparison.lineups.items()},
        "sentences": sentences(games, pairs, per, comparison.hands, people), "people": list(people),
        "games": [{key: value for key, value in row.items() if key != "game"} for row in games],
        "pairs": [
            {"wilder": names[pair["a"]], "than": names[pair["b"]]}
            | {key: pair[key] for key in ("lineup", "ratio", "low", "high", "people_low", "people_high")}
            for pair in shown
        ],
    }  # fmt: skip


def _read(
    con: DuckDBPyConnection, place: Path, comparison: Comparison, variant: Variant, lineup: str, per: str
) -> ComparedRun:
    profiles = comparison.run(variant, lineup).profiles_at(table_for(variant, comparison.players))
    run = read_run(
        con, place, comparison.session(variant, lineup), variant, seatings(profiles), per,
        pace_of(variant, comparison.paces).seconds,
    )  # fmt: skip
    if run.known.net_sd is None:
        raise CallError(
            tr(
                "These are too few hands to say how far {game} spreads: play more (--hands).",
                game=variant.name,
            )
        )
    return run


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
    pace: float

    def variance(self, per: str) -> tuple[float, Array]:
        """Return the variance of a seat's net per hand, chain or hour, and each deal's influence (deals,) on its
        logarithm.
        """
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
    """A game by a line-up: deal by deal, the precision of its deviation, and its other figures: of evenings (as
    `evening_rows` names them; none where fewer than `FEWEST` were played), `pot_mean`, `showdown`, `carried`.
    """

    deals: DealSums
    known: Known
    figures: Mapping[str, Figure]


def read_run(
    con: DuckDBPyConnection, store: Path, session: str, variant: Variant, seatings: int, per: str,
    pace: float | None,
) -> ComparedRun:  # fmt: skip
    """A run of one game with each deal in several seatings, from its part files and from the marts `con`; its
    deviation per hand, chain or hour (of hands of `pace` seconds, by default the catalogue's).
    """
    pace = pace or variant.pace
    parts = RunPart.read(part_files(store, session))
    return ComparedRun(
        deals=_deal_sums(parts, pace),
        known=known_deviation(con, session, per, pace),
        figures={
            **_evening_figures(con, parts, hands_of(variant, pace=pace), seatings),
            **known_shares(con, session),
        },
    )


def _evening_figures(
    con: DuckDBPyConnection, parts: Sequence[RunPart], size: int, seatings: int
) -> dict[str, Figure]:
    """Return the figures of evenings of `size` hands, by metric; none if there are too few."""
    figures = evenings_of_parts(parts, size, seatings)
    if len(figures["net"]) < FEWEST:
        return {}
    return {
        row["metric"]: Figure(row["measure"], row["value"], row["low"], row["high"])
        for row in evening_rows(con, figures, USUAL_STACKS)
    }


def _deal_sums(parts: list[RunPart], pace: float) -> DealSums:
    rows = []
    for part in parts:
        begin = part.chains == part.numbers
        chains = np.add.reduceat(by_place(part.nets, part.numbers), part.begins, axis=0)
        of_chains = np.zeros(len(begin))
        of_chains[begin] = (chains * chains).sum(axis=1) / part.unit**2
        rows.append(
            pl.DataFrame({
                "deal": part.deals.astype(np.int64), "of_chains": of_chains, "chains": begin,
                "of_hands": (part.nets * part.nets).sum(axis=1) / part.unit**2,
            })
            .group_by("deal")
            .agg(pl.col("of_hands", "of_chains", "chains").sum(), hands=pl.len())
            .sort("deal")
        )  # fmt: skip
    deals = pl.concat(rows)
    columns = {
        name: deals[name].to_numpy().astype(np.float64)
        for name in ("of_hands", "of_chains", "hands", "chains")
    }
    return DealSums(**columns, seats=parts[0].nets.shape[1], pace=pace)


def compare_pair(
    a: int, b: int, lineup: str, one: ComparedRun, other: ComparedRun, per: str
) -> dict[str, Any]:
    """Return the ratio of the deviations of games `a` and `b` by a line-up, with two 95 % intervals, null if the
    deviation of either game isn't known: from the hands alone (`low`, `high`), and including the uncertainty about
    people (`people_low`, `people_high`).

    Deals of the same number had the same cards at tables of one size: then they are taken in pairs.
    """
    (v, moves), (w, other_moves) = one.deals.variance(per), other.deals.variance(per)
    ratio = (v / w) ** 0.5 if w else 1.0
    pair = {"a": a, "b": b, "lineup": lineup, "ratio": ratio}
    if one.known.needed or other.known.needed:
        return pair | _ends(ratio, float("inf"), float("inf"))
    if v == 0 or w == 0:
        ratio = 1.0 if v == w else float("inf") if w == 0 else 0.0
        return pair | {"ratio": ratio} | _ends(ratio, 0.0, 0.0)
    correlation = 0.0
    both = float(
        (moves**2).sum() * (other_moves**2).sum()
    )  # 0 if every deal of a game is won by the same amount
    if both and len(moves) == len(other_moves) and one.deals.seats == other.deals.seats:
        correlation = float((moves * other_moves).sum()) / both**0.5
    (down, up), (other_down, other_up) = one.known.reach, other.known.reach
    below = (down**2 + other_up**2 - 2 * correlation * down * other_up) ** 0.5
    above = (up**2 + other_down**2 - 2 * correlation * up * other_down) ** 0.5
    return pair | _ends(ratio, below, above)


def _ends(ratio: float, below: float, above: float) -> dict[str, float | None]:
    """Return the intervals of a ratio from their radii, as logarithms; null if a radius is infinite."""
    ends: dict[str, float | None] = {"below": below, "above": above}
    for name, people in (("", 0.0), ("people_", RATIO_REACH)):
        known = below < float("inf")
        ends[f"{name}low"] = ratio * exp(-((below**2 + people**2) ** 0.5)) if known else None
        ends[f"{name}high"] = ratio * exp((above**2 + people**2) ** 0.5) if known else None
    return ends


def rank_intervals(
    games: int, lineups: Sequence[str], pairs: Sequence[Mapping[str, Any]]
) -> list[tuple[int, int]]:
    """Return each game's range of ranks, 1 the wildest, over the line-ups: by the pairs that are certain, for all
    pairs together (Bonferroni), once by the hands and once with the uncertainty about people.
    """
    tests = len(lineups) * games * (games - 1) / 2
    wider = NormalDist().inv_cdf(1 - 0.025 / tests) / _Z

    def reach(by_hands: float) -> float:
        return float(((wider * by_hands) ** 2 + RATIO_REACH**2) ** 0.5)

    by_game: dict[tuple[int, str], list[Mapping[str, Any]]] = {}
    for pair in pairs:
        by_game.setdefault((pair["a"], pair["lineup"]), []).append(pair)
    rows = []
    for game in range(games):
        spans = []
        for lineup in lineups:
            mine = by_game[game, lineup]
            calmer = sum(pair["ratio"] < exp(-reach(pair["above"])) for pair in mine)
            wilder = sum(pair["ratio"] > exp(reach(pair["below"])) for pair in mine)
            spans.append((1 + calmer, games - wilder))
        rows.append((min(low for low, _ in spans), max(high for _, high in spans)))
    return rows


def _game(
    game: int,
    variant: Variant,
    played: Mapping[str, ComparedRun],
    rank: tuple[int, int],
    skill: dict[str, Any] | None,
) -> dict[str, Any]:
    """A game's row: its deviation by line-up with intervals, the band of them, its ranks, its other figures,
    what skill is.
    """
    known = {lineup: run.known for lineup, run in played.items()}
    values = [figure.net_sd for figure in known.values()]
    return {
        "game": game, "variant_id": variant.id, "additions": variant.additions,
        "name": f"{variant.name} {variant.additions}".strip(),
        "middle": float(np.exp(np.mean(np.log(np.maximum(values, 1e-9))))),
        "band": [
            min(figure.low or figure.net_sd for figure in known.values()),
            max(figure.high or figure.net_sd for figure in known.values()),
        ],
        "people": [
            min(known[lineup].net_sd or 0.0 for lineup in real_lineups(known)) * AMOUNT_LOW,
            max(known[lineup].net_sd or 0.0 for lineup in real_lineups(known)) * AMOUNT_HIGH,
        ],
        "rank": list(rank), "by_lineup": {name: figure._asdict() for name, figure in known.items()},
        "figures": _figures({lineup: run.figures for lineup, run in played.items()}), "skill": skill,
    }  # fmt: skip


def _figures(by_lineup: Mapping[str, Mapping[str, Figure]]) -> list[dict[str, Any]]:
    """A game's figures other than its deviation, a row a metric: by line-up with intervals, null where a run is
    too short, and the band over the others.
    """
    rows = []
    measures = {name: figure.measure for row in by_lineup.values() for name, figure in row.items()}
    for metric, measure in measures.items():
        mine = {lineup: row[metric] for lineup, row in by_lineup.items() if metric in row}
        rows.append(
            {
                "metric": metric, "measure": measure,
                "band": [
                    min(each.value if each.low is None else each.low for each in mine.values()),
                    max(each.value if each.high is None else each.high for each in mine.values()),
                ],
                "by_lineup": {
                    lineup: {name: getattr(mine[lineup], name) for name in ("value", "low", "high")}
                    if lineup in mine else None
                    for lineup in by_lineup
                },
            }
        )  # fmt: skip
    return rows


def _skill(con: DuckDBPyConnection, comparison: Comparison, variant: Variant) -> dict[str, Any] | None:
    """A regular player's skill compared with a novice: N*, and its share of an evening's result."""
    lineup = next((name for name, who in comparison.lineups.items() if {*SKILL} <= {*who}), None)
    skill = known_skill(con, comparison.session(variant, lineup), SKILL) if lineup else None
    if skill is None:
        return None
    hands = hands_of(variant, pace=pace_of(variant, comparison.paces).seconds)
    shares = {
        name: hands / (hands + stars) if stars else None
        for name, stars in (
            ("share_of_evening", skill.n_star),
            ("share_low", skill.n_star_high),
            ("share_high", skill.n_star_low),
        )
    }
    return {**skill._asdict(), **shares}
