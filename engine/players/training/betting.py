"""The betting of the games that the interpreter plays: the adapter between the trainer and its hands.

A hand is played; at some of the learners' choices it is played again with each other choice, on the same cards and
luck. The opponents are the learners themselves, plain and random players, departures of the learner, and its
exploiters: trained only against itself, it would beat no other player.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.kernel.program import MAX_PLAYERS
from engine.kernel.training import Job, new_jobs
from engine.players.betting_table import (
    BACKGROUNDS,
    BETS,
    BIG,
    BUCKETS,
    CALLS,
    CELLS,
    CHOICES,
    DREW,
    EXCHANGES,
    FOLDS,
    LIVE,
    MOST,
    PRICES,
    RAISED_BEFORE,
    ROWS,
    SMALL,
    STAGES,
    THROWN,
    USUAL,
)
from engine.players.profiles import PROFILES, Profile, profile_rows
from engine.players.training.chances import TRAINED, fitted_chance
from engine.players.training.quantiles import Exploiter, play_jobs
from engine.players.training.regret import (
    DCFR,
    PLAYERS_IN,
    RegretTable,
    first_betting,
    middles,
    others_at_table,
    random_plain,
    without_rare,
)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

START = np.array([0.5, 0.4, 0.08, 0.02, 0.0])
"""The strategy of a row without positive regrets. It seldom raises: early raises make large pots, and large pots make
noise.
"""
_BLURRED = 0.25
"""Part of a regret that the neighbouring buckets get."""
_CHOICES_KEPT = 256
_SEAT, _STREET, _ROW, _LEGAL, _CHOICE, _POT, _PAID = range(7)
_GREAT = 20.0
"""Size of a pot (antes) at which a regret counts half: large pots are rare, and mostly noise."""
_ALWAYS_RAISES = "plain-warrior"
_EDGES = {"plain-folder", _ALWAYS_RAISES}
"""Plain players who are left out: one teaches nothing, and the pots of the other are only noise."""
_RAISERS_AT_TABLE, _RAISERS_IN_POPULATION = 4, 24
"""How many players who always raise join the population in a chase."""
_ANSWERED = 0.4
"""Share of tables at which an exploiter sits among learners, once there are any."""
_DEEP, _ENDLESS = 100, 10**6
"""Stacks: units where bets follow the stack; chips where no player runs out."""
_POOLED = 30.0
"""Visits that the mean regret of similar rows counts as."""
_LED = 0.05
_SEEDS_APART = 100
"""The difference of the seeds of two runs."""
_PRIOR = 4.0
"""Regrets (antes) that the first strategy stands for."""
_HALF = 5 / 12
"""Share of the tables with others at which every second player, on average, is the learner; at the rest one is."""
_DEPARTURES = 60, 40
"""Number of departures that the learner may meet: of every kind, then tight and meek ones, which gain the most."""


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How betting is trained.

    batches: between two discounts. tables: in a batch. hands: at each of them. tries: choices tried again for
    each hand. sizes: players at a table, one drawn for each. strength_hands: hands that strength is fitted to.
    odds_hands: hands at each table that chances are fitted to. least: choices that are rarer are left out.
    departures: share of tables at which the others are departures of the learner. alone: share of tables with
    learners only. exploiters: number of times an exploiter is trained, to be met from then on. runs: how many times
    the betting is trained, each with a seed of its own; the strategy is their mean. finer: whether the table
    distinguishes twice as many prices. bends: whether chances are bent situation by situation at last. trees: how many
    correct the strength of hands.
    """

    batches: int
    tables: int = 4
    hands: int = 512
    tries: float = 2.5
    sizes: tuple[int, ...] = (6, 6, 6, 5, 4, 3, 2)
    strength_hands: int = 12_000
    odds_hands: int = 40_000
    seed: int = 19
    least: float = 0.03
    departures: float = 0.0
    alone: float = 0.8
    exploiters: int = 0
    runs: int = 1
    finer: bool = False
    bends: bool = False
    trees: int = 0


class BettingTrainer:
    def __init__(self, program: Any, unit: int, recipe: Recipe, most: int, fewest: int) -> None:
        self.program = program
        self.unit = unit
        self.recipe = recipe
        self.sizes = [min(max(size, fewest), most) for size in recipe.sizes]
        self.rng = np.random.default_rng(recipe.seed)
        self.table = RegretTable(np.tile(START, (ROWS, 1)))
        self.visits = np.zeros((ROWS, 1))  # discounted as regrets are
        self.plain, self.population = population(self.rng, raisers=bool(program.chase))
        self.departures = departures(self.rng) if recipe.departures else self.population
        self.exploiters: list[dict[str, NDArray[Any]]] = []  # the trees of each
        self.played = 0

    def train(self) -> None:
        """Play all batches; `table.sums` are the strategies summed up."""
        batches, looks = self.recipe.batches, self.recipe.exploiters
        look_after = {batches * (looks + number) // (2 * looks + 1) for number in range(1, looks + 1)}
        self.table.regrets[:BETS] += _PRIOR * np.tile(first_strategy(self.program), (BACKGROUNDS, 1))
        self.set_policy(self.table.strategy())
        for batch in range(1, batches + 1):
            for _ in range(self.recipe.tables):
                self.play_table()
            self.table.discount(batch)
            self.visits *= (batch / (batch + 1)) ** DCFR.positive
            self.set_policy(self.table.strategy(pool_regrets(self.table.regrets, self.visits)))
            if batch in look_after:
                self.find_exploiter()

    def find_exploiter(self) -> None:
        """Train an exploiter of the mean strategy so far; the learner meets it from now on, if it gains. Only
        models that ship are trained so: a wheel has none of it.
        """
        players, stack = max(self.sizes), _DEEP * self.unit if self.program.limit else _ENDLESS
        learner, seed = self.strategy, self.recipe.seed + self.played
        self.set_policy(mean_strategy(self.table.sums, self.recipe.least))
        exploiter = import_module("engine.players.training.exploiter")
        trees, gain = exploiter.find_exploiter(self.program, players, stack, seed, exploiter.IN_TRAINING)
        self.set_policy(learner)
        if gain > 0:
            self.exploiters.append(trees)

    def set_policy(self, strategy: Floats) -> None:
        """Make the learners play a strategy (rows x choices)."""
        self.strategy = strategy
        self.program.policy[: len(strategy)] = as_thresholds(strategy)

    def seats(self, players: int) -> tuple[Floats, NDArray[np.bool_], Exploiter | None]:
        """Return the profiles at a table, which of them learn, and an exploiter among learners."""
        recipe, rng = self.recipe, self.rng
        others = others_at_table(rng, players, recipe.alone, _HALF * (1 - recipe.alone))
        rows = profile_rows(["regular"] * players)
        if self.exploiters and rng.random() < _ANSWERED:
            one = int(rng.integers(players))
            trees = self.exploiters[rng.integers(len(self.exploiters))]
            return rows, np.arange(players) != one, Exploiter(one, trees)
        draw, departs = rng.random(), recipe.departures
        if draw < (1 - departs) / 2:
            rows[others] = self.plain[rng.integers(len(self.plain))]
        else:
            among = self.population if draw < 1 - departs else self.departures
            rows[others] = among[rng.integers(len(among), size=others.sum())]
        return rows, ~others, None

    def play_table(self) -> None:
        """Play some hands at one table, try other choices in them, and add to the regrets."""
        recipe, rng = self.recipe, self.rng
        players = int(rng.choice(self.sizes))
        rows, learns, exploiter = self.seats(players)
        stack = int(rng.choice([20, 40, 100, 100, 200])) * self.unit if self.program.limit else _ENDLESS
        jobs = new_jobs(np.arange(self.played, self.played + recipe.hands))
        self.played += recipe.hands
        if self.program.reentry or self.program.openers or self.program.share:
            carried = rng.random(len(jobs)) < 0.2
            jobs[carried, Job.POT_IN] = players * self.unit * rng.integers(1, 4, carried.sum())

        def played(jobs: Ints, room: int) -> tuple[Floats, Ints, Ints, Ints]:
            results, _ = play_jobs(self.program, rows, jobs, recipe.seed, stack, room, exploiter=exploiter)
            job = np.repeat(np.arange(len(jobs)), np.diff(results.choice_ends))
            place = np.arange(len(job)) - results.choice_ends[job]
            return results.nets[:, :players] / self.unit, results.choices[: len(job)], job, place

        nets, choices, job, place = played(jobs, _CHOICES_KEPT)
        mine = learns[choices[:, _SEAT]]
        np.add.at(self.table.sums, choices[mine, _ROW], self._effective(choices[mine]))
        bases = [(jobs, nets, choices, job, place, mine)]

        at = np.flatnonzero(mine & (rng.random(len(choices)) < 0.5 * len(jobs) / max(mine.sum(), 1)))
        if len(at):
            led = jobs[job[at]].copy()
            led[:, Job.LEAD_AT] = place[at]
            led[:, Job.LEAD_TO] = _drawn(rng, choices[at, _LEGAL] & ~(1 << FOLDS) & ~(1 << MOST))
            seat = choices[at, _SEAT]
            nets, choices, job, place = played(led, _CHOICES_KEPT)
            later = (choices[:, _SEAT] == seat[job]) & (place > led[job, Job.LEAD_AT])
            np.add.at(self.table.sums, choices[later, _ROW], _LED * self._effective(choices[later]))
            bases.append((led, nets, choices, job, place, later))
        for base in bases:
            self._try(played, *base)

    def _try(
        self,
        played: Any,
        jobs: Ints,
        nets: Floats,
        choices: Ints,
        job: Ints,
        place: Ints,
        mine: NDArray[np.bool_],
    ) -> None:
        """Try the other choices at some of `mine`, evenly over the streets."""
        streets = np.minimum(choices[:, _STREET], self.program.streets)
        seen = np.bincount(streets[mine], minlength=self.program.streets + 1)
        wanted = self.recipe.tries * self.recipe.hands / max((seen > 0).sum(), 1)
        chance = np.minimum(1.0, wanted / np.maximum(seen, 1))
        first = np.flatnonzero(mine)
        first = first[_first(job[first], choices[first])]
        at = first[self.rng.random(len(first)) < chance[streets[first]]]
        if not len(at):
            return
        legal = (choices[at, _LEGAL, None] >> np.arange(CHOICES)) & 1
        taken = choices[at, _CHOICE]
        rest = legal.copy()
        rest[np.arange(len(at)), taken] = 0
        rest[:, FOLDS] = 0  # a player who folds loses the chips paid: no need to play it
        which, choice = np.nonzero(rest)
        tried = jobs[job[at[which]]].copy()
        tried[:, Job.FORCE_AT] = place[at[which]]
        tried[:, Job.FORCE_TO] = choice
        seats = choices[at, _SEAT]
        worth = np.zeros((len(at), CHOICES))
        worth[:, FOLDS] = -choices[at, _PAID] / self.unit
        worth[np.arange(len(at)), taken] = nets[job[at], seats]
        worth[which, choice] = played(tried, 0)[0][np.arange(len(tried)), seats[which]]
        mean = (self._effective(choices[at]) * worth).sum(1, keepdims=True)
        regret = np.where(legal, worth - mean, 0.0) / (1 + choices[at, _POT, None] / (_GREAT * self.unit))
        row = choices[at, _ROW]
        np.add.at(self.table.regrets, row, regret)
        np.add.at(self.visits, row, 1.0)
        bucket = row // CELLS % BUCKETS
        np.add.at(self.table.regrets, row[bucket > 0] - CELLS, _BLURRED * regret[bucket > 0])
        below = bucket < BUCKETS - 1
        np.add.at(self.table.regrets, row[below] + CELLS, _BLURRED * regret[below])

    def _effective(self, choices: Ints) -> Floats:
        """How often each choice is made; a choice that a player lacks becomes the nearest one."""
        share = self.strategy[choices[:, _ROW]].copy()
        legal = (choices[:, _LEGAL, None] >> np.arange(CHOICES)) & 1
        for choice in (MOST, BIG, SMALL):
            moved = np.where(legal[:, choice], 0.0, share[:, choice])
            share[:, choice] -= moved
            share[:, choice - 1] += moved
        moved = np.where(legal[:, FOLDS], 0.0, share[:, FOLDS])
        share[:, FOLDS] -= moved
        share[:, CALLS] += moved
        return share


def trained_strategy(program: Any, unit: int, recipe: Recipe, most: int, fewest: int) -> Floats:
    """The strategy (`ROWS` x choices) of a program by a recipe, for tables of `fewest` to `most` players: the mean of
    its runs, which differ by luck as much as recipes do.
    """
    program.finer_prices = int(recipe.finer)
    sums = np.zeros((ROWS, CHOICES))
    for run in range(recipe.runs):
        seed = recipe.seed + _SEEDS_APART * run
        trainer = BettingTrainer(program, unit, replace(recipe, seed=seed), most, fewest)
        trainer.train()
        sums += trainer.table.sums
    return mean_strategy(sums, recipe.least)


def first_strategy(program: Any) -> Floats:
    """The strategy that training starts from: `FLAT` rows x choices."""

    def chance(stage: int, raises: int) -> Floats:
        streets = np.flatnonzero(program.stages[1 : program.streets + 1] == stage) + 1
        street = int(streets[0]) if len(streets) else program.streets
        middle = middles(program.cuts[street])
        return fitted_chance(program.odds[street, TRAINED], middle[:, None], PLAYERS_IN, raises)

    return first_betting(chance, finer=bool(program.finer_prices))


def _first(job: Ints, choices: Ints) -> Ints:
    """Return where a seat enters a row for the first time in a hand; later it repeats its choice there."""
    where = (job * MAX_PLAYERS + choices[:, _SEAT]) * ROWS + choices[:, _ROW]
    return np.unique(where, return_index=True)[1]


def _drawn(rng: np.random.Generator, legal: Ints) -> Ints:
    """One of the choices of each row of bits, at random."""
    keys = rng.random((len(legal), CHOICES)) * ((legal[:, None] >> np.arange(CHOICES)) & 1)
    return keys.argmax(axis=1)


def population(rng: np.random.Generator, many: int = 40, raisers: bool = False) -> tuple[Floats, Floats]:
    """Return the opponents that a learner meets, a row each: those that sit at a table all of one kind, and the
    plain, random and departing ones that sit there mixed. With `raisers` also players who always raise.
    """
    short_war = Profile(tight=0.0, bet_at=0.0, raise_at=0.0, step=0.35, bluff=0.0, peder_at=2.0)
    plain = [
        profile for name, profile in PROFILES.items() if name.startswith("plain-") and name not in _EDGES
    ]
    known = profile_rows([*plain, short_war])
    drawn = profile_rows([random_plain(rng) for _ in range(many)])
    departed = profile_rows(["novice", "station", "rock", "aggressive", "maniac"])
    always = profile_rows([_ALWAYS_RAISES] * (_RAISERS_IN_POPULATION if raisers else 0)).reshape(
        -1, known.shape[1]
    )
    mixed = [np.repeat(known, 5, axis=0), drawn, np.repeat(departed, 3, axis=0), always]
    return np.concatenate([known, always[:_RAISERS_AT_TABLE]]), np.concatenate(mixed)


def departures(rng: np.random.Generator) -> Floats:
    """Departures of the learner, among which `bench.players` looks for the best response to it: of every
    kind, and some kinds that beat it, which play fewer hands and raise with fewer.
    """
    every, meek = _DEPARTURES
    drawn = [
        Profile(
            learned=1.0, loose_first=rng.uniform(-1.5, 1.5), loose_later=rng.uniform(-1.5, 1.5),
            aggression=rng.uniform(-1.5, 1.5), bluffs=rng.choice([0, 0, 0.1]), reading=rng.choice([1, 0.5]),
        )
        for _ in range(every)
    ]  # fmt: skip
    tight = [
        Profile(
            learned=1.0, loose_first=rng.uniform(-1, 0), loose_later=rng.uniform(-1, 0.3),
            aggression=rng.uniform(-1, 0), reading=0.5,
        )
        for _ in range(meek)
    ]  # fmt: skip
    return profile_rows([*drawn, *tight])


def pool_regrets(regrets: Floats, visits: Floats) -> Floats:
    """Regrets (`ROWS` x choices) of `_POOLED` visits, by the mean of similar rows of betting: most rows are visited
    too seldom to tell a good choice from luck.
    """
    shape = BACKGROUNDS, STAGES, BUCKETS, LIVE, PRICES, 2, 2, -1
    regret, count = regrets[:BETS].reshape(shape), visits[:BETS].reshape(shape)
    prior = np.zeros_like(regret)
    for axes in ((5, 6), (0, 3, 5, 6)):
        total = count.sum(axis=axes, keepdims=True)
        prior += _POOLED * regret.sum(axis=axes, keepdims=True) / np.maximum(total, _POOLED)
    out = np.zeros_like(regrets)
    out[:BETS] = prior.reshape(BETS, -1)
    return out


def mean_strategy(sums: Floats, least: float) -> Floats:
    """The mean strategy (`ROWS` x choices) without choices rarer than `least`; rows that were seen little do what
    similar ones do.
    """
    share = np.concatenate([_averaged_bets(sums[:BETS]), _averaged_exchanges(sums[BETS:])])
    return without_rare(share, np.minimum(least, share.max(-1, keepdims=True)))


def _averaged_bets(sums: Floats) -> Floats:
    seen = sums.reshape(BACKGROUNDS, STAGES, BUCKETS, LIVE, PRICES, 2, 2, CHOICES)
    prices = np.arange(PRICES) % (PRICES - 1) > 0
    out = _filled(seen, (((6,), 2.0), ((5, 6), 2.0), ((3, 5, 6), 2.0), ((0, 3, 5, 6), 1.0)))
    like = (seen * prices[:, None, None, None]).sum(axis=(0, 3, 4, 5, 6), keepdims=True)
    out += prices[:, None, None, None] * _shares(like)
    out[..., CALLS] += 1e-6
    return _shares(out).reshape(-1, CHOICES)


def _averaged_exchanges(sums: Floats) -> Floats:
    out = sums.reshape(EXCHANGES, BUCKETS, CELLS, CHOICES).copy()
    used = THROWN * RAISED_BEFORE * DREW
    seen = out[:, :, :used].reshape(EXCHANGES, BUCKETS, THROWN, RAISED_BEFORE, DREW, CHOICES)
    out[:, :, :used] = _filled(seen, (((3, 4), 4.0), ((1, 3, 4), 2.0))).reshape(
        EXCHANGES, BUCKETS, used, CHOICES
    )
    out[..., USUAL] += 1e-6
    return _shares(out).reshape(-1, CHOICES)


def _filled(seen: Floats, poolings: tuple[tuple[tuple[int, ...], float], ...]) -> Floats:
    """Sums, and the shares of what was seen over some axes, by their weights."""
    out = seen.copy()
    for axes, weight in poolings:
        out += weight * _shares(seen.sum(axis=axes, keepdims=True))
    return out


def _shares(sums: Floats) -> Floats:
    return sums / np.maximum(sums.sum(-1, keepdims=True), 1e-9)


def as_thresholds(strategy: Floats) -> NDArray[np.uint8]:
    """Return cumulative shares of the choices, of 256, without the last."""
    summed = np.cumsum(strategy, axis=1)[:, : CHOICES - 1]
    return np.round(256 * summed).clip(0, 255).astype(np.uint8)
