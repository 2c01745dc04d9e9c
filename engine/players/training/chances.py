"""The chance to win, fitted to hands: the strength of a hand before any betting, and what the betting adds.

A chance is the share of the pot that a seat takes if all players who are in stay to the end. So the chances of a
table sum to one, and predictions can be compared with results. Both fits are logistic regressions on fractions, by
Newton's method with a small ridge (Hastie, Tibshirani and Friedman, "The Elements of Statistical Learning", 4.4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernel.hand_features import CASE, situation_of
from engine.kernel.program import BEND_PARTS, FEATURES, MAX_PLAYERS, MAX_STREETS
from engine.kernel.training import Job, new_jobs
from engine.players.betting_table import BUCKETS
from engine.players.profiles import profile_rows, seating_of
from engine.players.training.quantiles import play_jobs
from engine.players.training.store import from_checkout

Floats = NDArray[np.float64]

_fit_corrections = from_checkout("engine.players.training.boosting", "fit_corrections")
TREE_FIELDS = ("tree_column", "tree_cut", "tree_gain")
"""Fields of a program: the trees that correct the strength of hands, a row a street."""
TRAINED, PEOPLE, ALL_TABLES = 0, 1, slice(None)
"""The players whose betting the weights of the chance were fitted to (`odds` of a program)."""
BUCKET_EDGES = np.array([0.12, 0.25, 0.38, 0.5, 0.6, 0.7, 0.78, 0.85, 0.91, 0.955, 0.985])
"""Where the hands of a round are cut: narrower at the top, where the chips go."""
assert len(BUCKET_EDGES) == BUCKETS - 1
_RIDGE = 2.0
_STEPS = 12
_FEW = 300
_CHASE_ROUNDS = 3
"""Betting rounds of a chase, about."""
_AT_ONCE = 4096
_ENOUGH, _MOST, _TURNS = 30_000, 80_000, 3
"""Cases of a round that chances are fitted to: at least, if they come up in `_TURNS` turns, and at most."""
_BENT_FROM, _BENT_TURNS, _BENT_FEW, _FURTHEST = 25_000, (1, 12), 50, 4.0
"""Bends: cases of a round at each table, turns of hands to get them in the first and second pass, fewest cases of a
situation, and the furthest bend (log-odds).
"""
_DAMPED, _DAMPED_STEPS = 0.5, 30
PLAIN_TABLE = ("plain-steady", "plain-loose", "plain-bold", "plain-caller", "plain-tight", "plain-cautious")


class Cases(NamedTuple):
    """What players saw, and the share of the pot that they won: n rows.

    `seen`: rows as `engine.kernel.hand_features.record_case` leaves them.
    """

    seen: Floats
    share: Floats

    def of_street(self, street: int) -> Cases:
        chosen = self.seen[:, 0] == street
        return Cases(self.seen[chosen], self.share[chosen])


def fit_logistic(columns: Floats, share: Floats, counts: Floats | float = 1.0) -> Floats:
    """Return the weights of a logistic regression of a share (0 to 1) on columns (n x k), with `counts` as case
    weights: log-odds.

    >>> columns = np.array([[1.0, 0.0], [1.0, 1.0]])
    >>> fit_logistic(columns, np.array([0.2, 0.5]), counts=1000.0).round(2)
    array([-1.35,  1.34])
    """
    weights = np.zeros(columns.shape[1])
    for _ in range(_STEPS):
        fitted = 1 / (1 + np.exp(-np.clip(columns @ weights, -15, 15)))
        slope = columns.T @ (counts * (share - fitted)) - _RIDGE * weights
        curve = (columns * (counts * fitted * (1 - fitted))[:, None]).T @ columns + _RIDGE * np.eye(
            len(weights)
        )
        step = np.linalg.solve(curve, slope)
        weights += step
        if np.abs(step).max() < 1e-4:
            break
    return weights


def _played_cases(program: Any, names: Sequence[str], jobs: NDArray[np.int64], seed: int) -> Cases:
    seen, share = [], []
    rows, seating = profile_rows(names), seating_of(names)
    for start in range(0, len(jobs), _AT_ONCE):
        part = jobs[start : start + _AT_ONCE]
        results, _ = play_jobs(program, rows, part, seed, seating=seating)
        cases = results.cases[: results.case_ends[-1]]
        job = np.repeat(np.arange(len(part)), np.diff(results.case_ends))
        late = cases[:, 0] >= part[job, Job.LEAVE_AT]
        seen.append(cases[late])
        share.append(results.shares[job, cases[:, 1].astype(np.int64)][late])
    return Cases(np.concatenate(seen), np.concatenate(share))


def unbet_cases(program: Any, players: int, hands: int, seed: int) -> Cases:
    """Cases of hands in which no player bets and some, at random, leave at some street."""
    rng = np.random.default_rng(seed)
    jobs = new_jobs(np.arange(hands), stay_from=0)
    early = rng.random(hands) < 0.7
    jobs[:, Job.LEAVE_AT] = np.where(early, 1, rng.integers(1, program.streets + 1, hands))
    leave = rng.permuted(np.tile(np.arange(players), (hands, 1)), axis=1)
    leave = leave < rng.integers(0, players - 1, hands)[:, None]
    jobs[:, Job.LEAVERS] = leave @ (1 << np.arange(players))
    return _played_cases(program, ["plain-caller"] * players, jobs, seed)


def bet_cases(program: Any, names: Sequence[str], hands: int, seed: int) -> Cases:
    """Cases of hands that are bet as usual until some decision, from which every player stays."""
    rng = np.random.default_rng(seed)
    rounds = min(program.streets, 12) if not program.chase else _CHASE_ROUNDS
    jobs = new_jobs(np.arange(hands))
    jobs[:, Job.STAY_FROM] = rng.integers(1, 1 + (len(names) + 2) * rounds, hands)
    return _played_cases(program, names, jobs, seed)


def take_chances_as_computed(program: Any) -> None:
    """Let the strength of a hand be the log-odds of its chance, in even buckets: for a chase, whose chances follow from
    the open cards (`engine.kernel.chase_chances`) and aren't fitted.
    """
    steps = np.arange(1, BUCKETS) / BUCKETS
    program.cuts[:] = np.log(steps / (1 - steps))
    program.odds[:] = 0.0
    program.odds[:, :, 1] = 1.0  # times the strength


def fit_strength(program: Any, players: int, hands: int, seed: int, trees: int = 0) -> None:
    """Fit the strength of hands and cut it into buckets: fills `weights` and `cuts` of the program, and the fields of its trees.

    trees: how many to fit, which correct the weighted sum where features count only together. 0 in a wheel, which can't
    grow trees.
    """
    program.trees = 0
    cases = unbet_cases(program, players, hands, seed)
    program.weights[:] = 0.0
    program.trees = trees
    rng = np.random.default_rng(seed)
    for street in range(program.streets, 0, -1):
        seen, share = cases.of_street(street)
        if len(seen) < _FEW:
            for name in ("weights", "cuts", *TREE_FIELDS):
                program[name][street] = program[name][min(street + 1, MAX_STREETS - 1)]
            continue
        against = np.log(np.maximum(seen[:, 2] - 1, 1))
        weights = fit_logistic(np.column_stack([seen[:, CASE:], against]), share)
        program.weights[street] = np.round(weights[:FEATURES], 4)
        strength = seen[:, CASE:] @ program.weights[street]
        if trees:
            log_odds = strength + weights[FEATURES] * against
            strength += _correct(program, street, seen[:, CASE:], share, log_odds, rng)
        program.cuts[street] = np.quantile(strength, BUCKET_EDGES)


def _correct(
    program: Any, street: int, features: Floats, share: Floats, log_odds: Floats, rng: np.random.Generator
) -> Floats:
    """Fit the trees that correct the strength of hands in a round; what they add to each hand's."""
    trees, added = _fit_corrections(features.astype(np.float32), share, log_odds, int(program.trees), rng)
    for name, values in zip(TREE_FIELDS, trees, strict=True):
        program[name][street, : program.trees] = values
    # a feature that equals a cut stays below it: it was cut in single precision, and is compared in double
    program.tree_cut[street] = np.nextafter(program.tree_cut[street].astype(np.float32), np.float32(np.inf))
    return np.asarray(added)


def odds_columns(seen: Floats) -> Floats:
    """The columns that `engine.kernel.hand_features.odds_of` weighs: n x `ODDS`.

    The first raise says more than those after it, a table of each size has a weight of its own, and strength
    counts otherwise for poor and for great hands.
    """
    live, raises, past, mine, z = seen[:, 2], seen[:, 5], seen[:, 6], seen[:, 7], seen[:, 8]
    others, now, before = np.log(np.maximum(live - 1, 1)), np.minimum(raises, 4), np.minimum(past, 8)
    gone = np.log(seen[:, 10] / live)
    raised, bet_before = np.minimum(now, 1), np.minimum(before, 1)
    sizes = np.round(seen[:, 10])[:, None] == np.arange(2, MAX_PLAYERS + 1)
    return np.column_stack(
        [
            np.ones(len(seen)), z, np.maximum(z - 1, 0), others, others * z,
            now, now * z, before, before * z, mine, mine * z, mine * now, gone, gone * z,
            np.maximum(z + 1, 0), np.maximum(z, 0), np.maximum(z - 2, 0),
            raised, raised * z, bet_before, bet_before * z, sizes,
        ]
    )  # fmt: skip


def fitted_chance(odds: Floats, z: Floats, live: Floats, raises: int) -> Floats:
    """The chance of hands of strength z among `live` players, all who were dealt in, after raises by others."""
    z, live = np.broadcast_arrays(z, live)
    seen = np.zeros((z.size, CASE))
    seen[:, 2], seen[:, 5], seen[:, 8] = live.ravel(), raises, z.ravel()
    seen[:, 10] = seen[:, 2]
    return (1 / (1 + np.exp(-odds_columns(seen) @ odds))).reshape(z.shape)


def fit_odds(
    program: Any, tables: Sequence[Sequence[str]], hands: int, seed: int, among: int | slice = ALL_TABLES
) -> None:
    """Fit what the betting adds, at tables of these profiles: fills `odds` of the program, for tables of trained
    players, of people, or all.

    A case counts as often as players are in, so that the chances of a table sum to one. Rounds that few hands
    come to are played for longer.
    """
    by_street: list[list[Cases]] = [[] for _ in range(program.streets + 1)]
    counts = np.zeros(program.streets + 1)
    rng = np.random.default_rng(seed)
    for turn in range(_TURNS):
        rare = [street for street in range(1, program.streets + 1) if counts[street] < _ENOUGH]
        for number, names in enumerate(tables if rare else []):
            cases = bet_cases(program, names, hands, seed + 100 * turn + number)
            for street in rare:
                seen, share = cases.of_street(street)
                # at random: at a table of two, every second case would belong to the same seat
                sampled = rng.random(len(share)) < _MOST / max(len(share) * len(tables), 1)
                by_street[street].append(Cases(seen[sampled, :CASE], share[sampled]))
                counts[street] += sampled.sum()
    for street in range(program.streets, 0, -1):
        seen, share = (np.concatenate(columns) for columns in zip(*by_street[street], strict=True))
        if len(seen) < _FEW:
            program.odds[street, among] = program.odds[min(street + 1, MAX_STREETS - 1), among]
            continue
        program.odds[street, among] = np.round(
            fit_logistic(odds_columns(seen), share, seen[:, 2] / seen[:, 2].mean()), 4
        )


def fit_bends(program: Any, tables: Sequence[Sequence[str]], hands: int, seed: int) -> None:
    """Bend the chances of each situation at each table to what such hands win there (Platt, "Probabilities
    for SV machines", 1999): fills `bends` of the program.

    Weights for all tables miss, for instance, that one of three players who called the first raise and was checked to
    is nearly sure to win. Chances decide levies, and so which players are in. Therefore it is done twice, the second
    time with the bends of the first.
    """
    program.bends[:] = 0
    for again, turns in enumerate(_BENT_TURNS):
        bends = np.zeros_like(program.bends)
        for number, names in enumerate(tables):
            first = seed + 1000 * again + 100 * number
            for street, seen, share in _rounds_of(program, names, hands, first, turns):
                bends[street, len(names) - 2] = _bends_of(
                    program.odds[street, TRAINED], seen, share, bends.shape[2]
                )
        program.bends[:] = bends


def _rounds_of(
    program: Any, names: Sequence[str], hands: int, seed: int, turns: int
) -> Iterator[tuple[int, Floats, Floats]]:
    """Return the cases of each round at a table; rounds that few hands reach are played longer."""
    by_street: list[list[Cases]] = [[] for _ in range(program.streets + 1)]
    rare = list(range(1, program.streets + 1))
    for turn in range(turns):
        cases = bet_cases(program, names, hands, seed + turn)
        for street in rare:
            seen, share = cases.of_street(street)
            by_street[street].append(Cases(seen[:, :CASE].copy(), share))
        rare = [street for street in rare if sum(len(part.share) for part in by_street[street]) < _BENT_FROM]
        if not rare:
            break
    for street in range(1, program.streets + 1):
        seen, share = (np.concatenate(columns) for columns in zip(*by_street[street], strict=True))
        yield street, seen, share


def _bends_of(odds: Floats, seen: Floats, share: Floats, situations: int) -> NDArray[np.int8]:
    """[situation, shift and slope] of the chances of a round at a table, in parts (`BEND_PARTS`)."""
    x = odds_columns(seen) @ odds
    place = situation_of(seen[:, 6], seen[:, 5], seen[:, 7], seen[:, 2]).astype(np.int64)
    bends = np.zeros((situations, 2))
    for situation in np.flatnonzero(np.bincount(place, minlength=situations) >= _BENT_FEW):
        chosen = place == situation
        bends[situation] = _bend(x[chosen], share[chosen])
    return np.round(BEND_PARTS * np.clip(bends, -_FURTHEST + 0.1, _FURTHEST - 0.1)).astype(np.int8)


def _bend(x: Floats, share: Floats) -> Floats:
    """Shift and slope by which log-odds become those of a share: Newton's method, damped by a small ridge
    and in its steps, for chances of 0 and 1 would run away.
    """
    columns = np.column_stack([np.ones(len(x)), np.clip(x, -15, 15)])
    bend = np.zeros(2)
    for _ in range(_DAMPED_STEPS):
        fitted = 1 / (1 + np.exp(-np.clip(x + columns @ bend, -15, 15)))
        slope = columns.T @ (share - fitted) - _RIDGE * bend
        curve = (columns * (fitted * (1 - fitted))[:, None]).T @ columns + _RIDGE * np.eye(2)
        step = np.clip(np.linalg.solve(curve, slope), -_DAMPED, _DAMPED)
        bend += step
        if np.abs(step).max() < 1e-3:
            break
    return bend
