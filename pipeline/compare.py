"""Which game is wilder, by how much, how sure: games that several line-ups play, each on cards of its own.

Hand *i* of a seed draws the same random numbers whatever the game, so games are played with one seed: what
their deals have in common is in no difference. A line-up is who sits down; since nobody knows how a group
plays, every figure is told as a band over several. The runs lie in a store of their own inside the store
(`COMPARED`), so that pages don't mix them with the user's, and are played once. docs/statistics.md has the
formulas.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import ceil, exp
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import polars as pl
from duckdb import DuckDBPyConnection

from engine.api import CallError, Profile, Variant
from language import mark, tr
from pipeline.deviations import Known, known_deviation
from pipeline.marts import open_marts
from pipeline.progress import Progress
from pipeline.simulation.columns import Array
from pipeline.simulation.evenings import Ints, by_place
from pipeline.simulation.runs import Run, simulate, table_for
from pipeline.store.parts import read_parts
from pipeline.store.schemas import HANDS, SEATS
from pipeline.store.store import Store, session_folder

LINEUPS: Mapping[str, tuple[str, ...]] = {
    "regular": ("regular",),
    "loose": ("station",),
    "tight": ("rock",),
    "mixed": ("regular", "novice", "rock", "station", "aggressive"),
}
"""Who sits down, by what a comparison calls them: profiles, around the table."""

SKILL = ("novice", "regular")
"""The two profiles of `mixed` whose difference a game's skill is told by."""

PER = ("hour", "chain", "hand")

COMPARED = ".compared"
"""The folder of a store in which the store of the comparisons' runs lies."""

_Z = NormalDist().inv_cdf(0.975)
_HANDS = pl.Schema({name: HANDS[name] for name in ("hand_no", "chain_no", "deal_no", "unit")})
_SEATS = pl.Schema({"net": SEATS["net"]})


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """What is compared: games at a table of `players` by line-ups, `hands` of each; `own` are profiles.

    Raises CallError for fewer than two games, or one that is there twice.
    """

    variants: Sequence[Variant]
    players: int
    hands: int
    seed: int = 1
    lineups: Mapping[str, Sequence[str]] = field(default_factory=lambda: dict(LINEUPS))
    own: Mapping[str, Profile] = field(default_factory=dict)

    def __post_init__(self) -> None:
        calls = [(variant.id, variant.additions) for variant in self.variants]
        if len(set(calls)) < len(calls):
            raise CallError(tr("A game is named twice: name different ones."))
        if len(calls) < 2:
            raise CallError(tr("Name at least two games to compare."))

    def run(self, variant: Variant, lineup: str) -> Run:
        """The run of a game by a line-up."""
        profiles = self.lineups[lineup]
        return Run(
            variants=[variant], hands=self.hands, players=self.players, seed=self.seed, profiles=profiles,
            own={name: self.own[name] for name in profiles if name in self.own},
        )  # fmt: skip

    def session(self, variant: Variant, lineup: str) -> str:
        """The id of that run: the same for the same hands."""
        return self.run(variant, lineup).name


@dataclass(frozen=True, kw_only=True)
class DealSums:
    """A game by a line-up, deal by deal (deals,), in antes: the squares of the nets of hands and of chains,
    summed, and how many there are; `seats` is the size of the table, `pace` seconds a hand, `known` how well
    the deviation is known.
    """

    of_hands: Array
    of_chains: Array
    hands: Array
    chains: Array
    seats: int
    pace: int
    known: Known

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


def play(store: Path, comparison: Comparison, progress: Progress | None = None) -> Path:
    """Play what isn't there yet; returns the folder of the comparisons' store."""
    place = store / COMPARED
    kept = Store(place)
    games = [(variant, lineup) for lineup in comparison.lineups for variant in comparison.variants]
    for number, (variant, lineup) in enumerate(games):
        session = comparison.session(variant, lineup)
        if place.is_dir() and kept.has(session):
            continue
        if progress:
            progress(f"{variant.name}, {lineup}", number, len(games))
        place.mkdir(parents=True, exist_ok=True)
        simulate(kept, comparison.run(variant, lineup), session_id=session)
    return place


def compare(
    store: Path, comparison: Comparison, per: str = "hour", progress: Progress | None = None
) -> dict[str, Any]:
    """Play and compare: `sentences`, `games` (a row a game: deviation by line-up, ranks, skill) and `pairs`
    (a row two games and a line-up: the ratio of their deviations with its interval).
    """
    place = play(store, comparison, progress)
    lineups = list(comparison.lineups)
    with open_marts(place) as con:
        played = {
            (game, lineup): _played(con, place, comparison.session(variant, lineup), variant, per)
            for game, variant in enumerate(comparison.variants)
            for lineup in lineups
        }
        pairs = [
            _pair(a, b, lineup, played[a, lineup], played[b, lineup], per)
            for lineup in lineups
            for a, b in permutations(range(len(comparison.variants)), 2)
        ]
        ranks = _ranks(len(comparison.variants), lineups, pairs)
        games = [
            _game(
                game, variant, {lineup: played[game, lineup].known for lineup in lineups}, ranks[game],
                _skill(con, variant, table_for(variant, comparison.players)),
            )
            for game, variant in enumerate(comparison.variants)
        ]  # fmt: skip
    games.sort(key=lambda row: -row["middle"])
    shown = [pair for pair in pairs if pair["ratio"] > 1 or (pair["ratio"] == 1 and pair["a"] < pair["b"])]
    names = {row["game"]: row["name"] for row in games}
    return {
        "per": per, "players": comparison.players, "hands": comparison.hands, "seed": comparison.seed,
        "lineups": {name: list(profiles) for name, profiles in comparison.lineups.items()},
        "sentences": _sentences(games, pairs, per, comparison.hands),
        "games": [{key: value for key, value in row.items() if key != "game"} for row in games],
        "pairs": [
            {"wilder": names[pair["a"]], "than": names[pair["b"]]}
            | {key: pair[key] for key in ("lineup", "ratio", "low", "high")}
            for pair in shown
        ],
    }  # fmt: skip


def _played(con: DuckDBPyConnection, place: Path, session: str, variant: Variant, per: str) -> DealSums:
    """A run deal by deal, from its part files."""
    found: list[pl.DataFrame] = []
    seats = 0
    for part in sorted((place / "hands" / session_folder(session)).iterdir()):
        hands = read_parts([part], _HANDS, only=True)
        if hands.is_empty():
            continue
        numbers, unit = hands["hand_no"].to_numpy(), float(hands["unit"][0])
        seats_part = place / "seats" / session_folder(session) / part.name
        nets: Ints = read_parts([seats_part], _SEATS, only=True)["net"].to_numpy().reshape(len(numbers), -1)
        seats = nets.shape[1]
        begin = hands["chain_no"].to_numpy() == numbers
        chains = np.add.reduceat(by_place(nets, numbers), np.flatnonzero(begin), axis=0)
        of_chains = np.zeros(len(numbers))
        of_chains[begin] = (chains * chains).sum(axis=1) / unit**2
        found.append(
            pl.DataFrame({
                "deal": hands["chain_no" if hands["deal_no"].null_count() else "deal_no"].cast(pl.Int64),
                "of_hands": (nets * nets).sum(axis=1) / unit**2, "of_chains": of_chains, "chains": begin,
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
    return DealSums(
        **columns, seats=seats, pace=variant.pace, known=known_deviation(con, session, per, variant.pace)
    )


def _pair(a: int, b: int, lineup: str, one: DealSums, other: DealSums, per: str) -> dict[str, Any]:
    """How much wilder game `a` is than `b` by a line-up: the ratio of deviations with its 95 % interval, null
    where that of either isn't known.

    Deals of the same number had the same cards at tables of one size: then they are taken in pairs.
    """
    (v, moves), (w, other_moves) = one.variance(per), other.variance(per)
    ratio = (v / w) ** 0.5 if w else 1.0
    pair = {"a": a, "b": b, "lineup": lineup, "ratio": ratio}
    if one.known.needed or other.known.needed:
        return pair | {"below": float("inf"), "above": float("inf"), "low": None, "high": None}
    if v == 0 or w == 0:
        ratio = 1.0 if v == w else float("inf") if w == 0 else 0.0
        return pair | {"ratio": ratio, "below": 0.0, "above": 0.0, "low": ratio, "high": ratio}
    alike = 0.0
    if len(moves) == len(other_moves) and one.seats == other.seats:
        alike = float((moves * other_moves).sum() / ((moves**2).sum() * (other_moves**2).sum()) ** 0.5)
    (down, up), (other_down, other_up) = one.known.reach, other.known.reach
    below = (down**2 + other_up**2 - 2 * alike * down * other_up) ** 0.5
    above = (up**2 + other_down**2 - 2 * alike * up * other_down) ** 0.5
    return pair | {
        "below": below, "above": above, "low": ratio * exp(-below), "high": ratio * exp(above)
    }  # fmt: skip


def _ranks(games: int, lineups: Sequence[str], pairs: Sequence[Mapping[str, Any]]) -> list[tuple[int, int]]:
    """Each game's rank, 1 the wildest, from and to, over the line-ups: by the pairs that are sure, all of
    them together (Bonferroni).
    """
    tests = len(lineups) * games * (games - 1) / 2
    wider = NormalDist().inv_cdf(1 - 0.025 / tests) / _Z
    found = []
    for game in range(games):
        spans = []
        for lineup in lineups:
            mine = [pair for pair in pairs if pair["a"] == game and pair["lineup"] == lineup]
            calmer = sum(pair["ratio"] < exp(-wider * pair["above"]) for pair in mine)
            wilder = sum(pair["ratio"] > exp(wider * pair["below"]) for pair in mine)
            spans.append((1 + calmer, games - wilder))
        found.append((min(low for low, _ in spans), max(high for _, high in spans)))
    return found


def _game(
    game: int,
    variant: Variant,
    known: Mapping[str, Known],
    rank: tuple[int, int],
    skill: dict[str, Any] | None,
) -> dict[str, Any]:
    """A game's row: its deviation by line-up with intervals, the band of them, its ranks, what skill is."""
    values = [figure.net_sd for figure in known.values()]
    return {
        "game": game, "variant_id": variant.id, "additions": variant.additions,
        "name": f"{variant.name} {variant.additions}".strip(),
        "middle": float(np.exp(np.mean(np.log(np.maximum(values, 1e-9))))),
        "band": [
            min(figure.low or figure.net_sd for figure in known.values()),
            max(figure.high or figure.net_sd for figure in known.values()),
        ],
        "rank": list(rank), "by_lineup": {name: figure._asdict() for name, figure in known.items()},
        "skill": skill,
    }  # fmt: skip


def _skill(con: DuckDBPyConnection, variant: Variant, players: int) -> dict[str, Any] | None:
    """What a regular player's skill is beside a novice: N*, and its share of what an evening brings."""
    rows = con.execute(
        """
        select k.profile, k.edge_per_100, k.error_per_100, k.n_star, k.n_star_low, k.n_star_high, n.hands
        from mart_variant_skill as k
        inner join (
            select variant_id, additions, any_value(hands) as hands from mart_variant_nights group by all
        ) as n using (variant_id, additions)
        where variant_id = ? and additions = ? and player_count = ?
            and least(k.profile, k.other) = ? and greatest(k.profile, k.other) = ?
        """,
        [variant.id, variant.additions, players, *SKILL],
    ).fetchall()
    if not rows:
        return None
    profile, edge, error, n_star, low, high, hands = rows[0]
    return {
        "better": profile, "edge_per_100": edge, "error_per_100": error, "n_star": n_star, "n_star_low": low,
        "n_star_high": high, "share_of_evening": hands / (hands + n_star) if n_star else None,
    }  # fmt: skip


def _sentences(
    games: Sequence[Mapping[str, Any]], pairs: Sequence[Mapping[str, Any]], per: str, hands: int
) -> list[str]:
    """Which is wilder and by how much; how sure, of so many hands asked for."""
    first, last = games[0], games[-1]
    mine = [pair for pair in pairs if (pair["a"], pair["b"]) == (first["game"], last["game"])]
    ratios = [pair["ratio"] for pair in mine]
    band = tr(
        "{low:.2f} to {high:.2f} times over {n} line-ups", low=min(ratios), high=max(ratios), n=len(mine)
    )
    who = {"first": first["name"], "last": last["name"], "time": tr(_A[per])}
    calmer = [pair["lineup"] for pair in mine if pair["high"] is not None and pair["high"] < 1]
    if len(games) == 2 and calmer:
        wilder = tr(
            "Who plays decides whether {first} or {last} is wilder: what a seat wins or loses in {time} "
            "spreads {low:.2f} to {high:.2f} times as far at {first}, over {n} line-ups.",
            **who,
            low=min(ratios),
            high=max(ratios),
            n=len(mine),
        )
    else:
        order = (
            tr("{first} is wilder than {last}", **who)
            if len(games) == 2
            else tr("{first} is the wildest, and the calmest is {last}", **who)
        )
        wilder = tr(
            "{order}: what a seat wins or loses in {time} spreads {middle:.2f} times as far ({band}).",
            order=order,
            time=tr(_A[per]),
            middle=first["middle"] / max(last["middle"], 1e-9),
            band=band,
        )
    few = {  # how many it takes, as many chains to a hand asked for as there were (guts has several)
        row["name"]: max(hands * each["needed"] / each["sample"] for each in unknown)
        for row in games
        if (unknown := [each for each in row["by_lineup"].values() if each["needed"]])
    }
    more = (
        tr(
            " For {games} that is too few hands: play about {needed:,} (--hands).",
            games=", ".join(few),
            needed=ceil(max(few.values())),
        )
        if few
        else ""
    )
    return [wilder, (_order(games) if len(games) > 2 else _how_sure(mine, calmer)) + more]


def _order(games: Sequence[Mapping[str, Any]]) -> str:
    """The ranks of more than two games, in a sentence."""
    sure = all(row["rank"][0] == row["rank"][1] for row in games)
    told = ", ".join(f"{row['name']} {_to(row['rank'])}" for row in games)
    head = tr("The order is sure, whoever plays") if sure else tr("Who plays, and chance, leave this open")
    return f"{head}: {told}."


def _how_sure(pairs: Sequence[Mapping[str, Any]], calmer: Sequence[str]) -> str:
    """How sure it is that the first of two games is the wilder one, from its ratios by line-up; `calmer` are
    those in which it is surely the calmer one.
    """
    known = [pair for pair in pairs if pair["low"] is not None]
    if not known:
        return tr("How sure that is can't be said.")
    wilder = [pair["lineup"] for pair in known if pair["low"] > 1]
    ends = tr(
        "{low:.2f} to {high:.2f}",
        low=min(pair["low"] for pair in known),
        high=max(pair["high"] for pair in known),
    )
    if len(wilder) == len(pairs):
        return tr(
            "That is sure: in every line-up the 95 % interval of the ratio lies above 1 ({ends} in all).",
            ends=ends,
        )
    wheres = [
        (mark("above 1 for {lineups}"), wilder),
        (mark("below 1 for {lineups}"), calmer),
        (
            mark("on both sides of 1 for {lineups}"),
            [pair["lineup"] for pair in known if pair["low"] <= 1 <= pair["high"]],
        ),
    ]
    return tr(
        "The 95 % interval of the ratio lies {where} ({ends} in all).",
        where=", ".join(tr(where, lineups=tr(" and ").join(lineups)) for where, lineups in wheres if lineups),
        ends=ends,
    )


_A = {"hour": mark("an hour"), "chain": mark("a chain"), "hand": mark("a hand")}


def _to(rank: Sequence[int]) -> str:
    return f"{rank[0]}" if rank[0] == rank[1] else f"{rank[0]} to {rank[1]}"
