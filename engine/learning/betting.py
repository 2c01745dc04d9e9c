"""Betting, learned by regret matching in hands that the interpreter plays.

A hand is played; at some of the learners' choices the same hand, all luck being the same, is played again
with each other choice, and what it would have won beside what the strategy wins on average is its regret
(Zinkevich and others, "Regret minimization in games with incomplete information", 2007; sampled as by Lanctot
and others, 2009). The next batch is played in proportion to the positive regrets; regrets and the summed
strategies fade as in discounted CFR (Brown and Sandholm, 2019). The opponents are the learners themselves,
plain players, random ones among them, departures of the learner, and the best responses found to it so far:
against itself alone it learns to beat nobody else.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.kernel.study import Job, new_jobs
from engine.learning.chances import learn_odds
from engine.learning.prior import prior
from engine.learning.responses import best_response
from engine.policy import (
    BIG,
    BUCKETS,
    CALLS,
    CHOICES,
    FLAT,
    FOLDS,
    LIVE,
    MOST,
    PRICES,
    ROWS,
    SMALL,
    STAGES,
)
from engine.profiles import NEVER, PROFILES, Profile
from engine.programme import MAX_PLAYERS
from engine.strength import study_hands

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

START = np.array([0.5, 0.4, 0.08, 0.02, 0.0])
"""How they play before anything is known: raises from the start make great pots, and great pots noise."""
_NEXT = LIVE * PRICES * 2
"""How far the rows of two neighbouring buckets lie apart."""
_BLURRED = 0.25
"""How much of a regret its neighbours in strength feel."""
_ROOM = 256
_SEAT, _STREET, _ROW, _LEGAL, _CHOICE, _POT, _PAID = range(7)
_GREAT = 20.0
"""A regret counts half where the pot is so great (antes): great pots are rare, and all noise."""
_BLIND = "plain-warrior"
_EDGES = {"plain-folder", _BLIND}
"""From the one there is nothing to learn; the other's pots are all noise: here it soon has enough."""
_BLIND_AT_ITS_TABLE, _BLIND_AMONG_ALL = 4, 24
"""How often a chase meets who always raises: nobody is outplayed there, and who learned without them
lost his chips to them (decisions 576 and 662).
"""
_ANSWERED = 0.4
"""At how many tables one of the best responses found sits among learners, once there are any."""
_DEEP, _ENDLESS = 100, 10**6
"""Stacks: units where bets follow the stack; chips where nobody runs out."""
_LED = 0.05
_PRIOR = 4.0
"""Regrets (antes) that the first strategy stands for."""
USUALLY_ALONE = 0.4
_HALF = 5 / 12
"""At how many of the other tables every second player, on average, is the learner; at the rest one is."""
_DEPARTURES = 60, 40
"""How many departures of the learner it may meet: of every kind, and tight and meek ones, which gain the most
from it."""


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How betting is learned; a change of it voids what was learned before.

    batches: between two looks at the regrets. sittings: tables in a batch. hands: hands at each of them.
    tries: choices tried again for each hand. sizes: players at a table, one drawn for each sitting.
    strength_hands: from how many strength is fitted. odds_hands: from how many at each table the chances are.
    least: choices that are made less often are left out. wary: how often, of 1, the others at a table are
    departures of the learner. alone: how often all at a table are the learner itself. braves: whether it
    meets who always raises outside of a chase, too. answers: how often a best response is looked for, to be
    met from then on.
    """

    batches: int = 150
    sittings: int = 4
    hands: int = 512
    tries: float = 2.5
    sizes: tuple[int, ...] = (6, 6, 6, 5, 4, 3)
    strength_hands: int = 12_000
    odds_hands: int = 40_000
    seed: int = 19
    least: float = 0.02
    wary: float = 0.0
    alone: float = field(default=USUALLY_ALONE, repr=False)
    braves: bool = field(default=False, repr=False)
    answers: int = field(default=0, repr=False)


class Learner:
    """Regrets and summed strategies of a game, and the policy that follows from them."""

    def __init__(self, programme: Any, unit: int, recipe: Recipe, most: int, fewest: int) -> None:
        self.programme = programme
        self.unit = unit
        self.recipe = recipe
        self.sizes = [min(max(size, fewest), most) for size in recipe.sizes]
        self.rng = np.random.default_rng(recipe.seed)
        rows = ROWS if programme.limit > 1 else FLAT
        self.regrets = np.zeros((rows, CHOICES))
        self.sums = np.zeros((rows, CHOICES))
        self.plain, self.population = population(self.rng, blind=bool(programme.chase) or recipe.braves)
        self.departures = departures(self.rng) if recipe.wary else self.population
        self.answers: list[Floats] = []  # the best responses found, a row each
        self.played = 0

    def learn(self) -> None:
        """Go through the recipe, and leave what was learned in the programme."""
        batches, answers = self.recipe.batches, self.recipe.answers
        asked = {batches * (answers + number) // (2 * answers + 1) for number in range(1, answers + 1)}
        first = prior(self.programme)
        self.regrets += _PRIOR * np.tile(first, (len(self.regrets) // len(first), 1))
        self.set_policy(strategy_of(self.regrets))
        for batch in range(1, batches + 1):
            for _ in range(self.recipe.sittings):
                self.sit()
            self.regrets *= np.where(self.regrets > 0, _fade(batch, 1.5), _fade(batch, 0.5))
            self.sums *= _fade(batch, 2)
            self.set_policy(strategy_of(self.regrets))
            if batch in asked:
                self.answer()
        self.set_policy(averaged(self.sums, self.recipe.least))

    def answer(self) -> None:
        """Look for a best response to what was learned so far, chances told anew by that, and meet it from
        now on if it gains.
        """
        players, stack = max(self.sizes), _DEEP * self.unit if self.programme.limit else _ENDLESS
        seed = self.recipe.seed + self.played
        self.set_policy(averaged(self.sums, self.recipe.least))
        tables = [["regular"] * size for size in sorted(set(self.sizes))]
        learn_odds(self.programme, tables, self.recipe.odds_hands // 4, seed)
        found, gain = best_response(self.programme, self.rng, players, stack, seed)
        self.set_policy(strategy_of(self.regrets))
        if gain > 0:
            self.answers.append(found)

    def set_policy(self, strategy: Floats) -> None:
        """Have the learners play a strategy (rows x choices)."""
        self.strategy = strategy
        self.programme.policy[: len(strategy)] = as_bytes(strategy)

    def seats(self, players: int) -> tuple[Floats, NDArray[np.bool_]]:
        """The profiles at a table, and who of them learns."""
        draw, wary, alone = self.rng.random(), self.recipe.wary, self.recipe.alone
        share = 0.0 if draw < alone else 0.5 if draw < alone + _HALF * (1 - alone) else 1.0
        others = self.rng.random(players) < share
        others[self.rng.integers(players)] = False
        rows = np.tile(_row(PROFILES["regular"]), (players, 1))
        if self.answers and self.rng.random() < _ANSWERED:
            one = self.rng.integers(players)
            rows[one] = self.answers[self.rng.integers(len(self.answers))]
            return rows, np.arange(players) != one
        draw = self.rng.random()
        if draw < (1 - wary) / 2:
            rows[others] = self.plain[self.rng.integers(len(self.plain))]
        else:
            among = self.population if draw < 1 - wary else self.departures
            rows[others] = among[self.rng.integers(len(among), size=others.sum())]
        return rows, ~others

    def sit(self) -> None:
        """Play some hands at one table, try other choices in them, and add to the regrets."""
        recipe, rng = self.recipe, self.rng
        players = int(rng.choice(self.sizes))
        rows, learns = self.seats(players)
        stack = int(rng.choice([20, 40, 100, 100, 200])) * self.unit if self.programme.limit else _ENDLESS
        jobs = new_jobs(np.arange(self.played, self.played + recipe.hands))
        self.played += recipe.hands
        if self.programme.reentry or self.programme.share:
            carried = rng.random(len(jobs)) < 0.2
            jobs[carried, Job.POT_IN] = players * self.unit * rng.integers(1, 4, carried.sum())

        def played(jobs: Ints, room: int) -> tuple[Floats, Ints, Ints, Ints]:
            study, _ = study_hands(self.programme, rows, jobs, recipe.seed, stack, choices=room)
            job = np.repeat(np.arange(len(jobs)), np.diff(study.choice_ends))
            place = np.arange(len(job)) - study.choice_ends[job]
            return study.nets[:, :players] / self.unit, study.choices[: len(job)], job, place

        nets, choices, job, place = played(jobs, _ROOM)
        mine = learns[choices[:, _SEAT]]
        np.add.at(self.sums, choices[mine, _ROW], self._effective(choices[mine]))
        bases = [(jobs, nets, choices, job, place, mine)]

        at = np.flatnonzero(mine & (rng.random(len(choices)) < 0.5 * len(jobs) / max(mine.sum(), 1)))
        if len(at):
            led = jobs[job[at]].copy()
            led[:, Job.LEAD_AT] = place[at]
            led[:, Job.LEAD_TO] = _drawn(rng, choices[at, _LEGAL] & ~(1 << FOLDS) & ~(1 << MOST))
            seat = choices[at, _SEAT]
            nets, choices, job, place = played(led, _ROOM)
            later = (choices[:, _SEAT] == seat[job]) & (place > led[job, Job.LEAD_AT])
            np.add.at(self.sums, choices[later, _ROW], _LED * self._effective(choices[later]))
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
        streets = np.minimum(choices[:, _STREET], self.programme.streets)
        seen = np.bincount(streets[mine], minlength=self.programme.streets + 1)
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
        rest[:, FOLDS] = 0  # who folds loses what he has paid: no need to play it
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
        np.add.at(self.regrets, row, regret)
        bucket = row // _NEXT % BUCKETS
        np.add.at(self.regrets, row[bucket > 0] - _NEXT, _BLURRED * regret[bucket > 0])
        below = bucket < BUCKETS - 1
        np.add.at(self.regrets, row[below] + _NEXT, _BLURRED * regret[below])

    def _effective(self, choices: Ints) -> Floats:
        """How often each choice is made, where what a player hasn't becomes what is nearest."""
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


def _fade(batch: int, power: float) -> float:
    return (batch / (batch + 1)) ** power


def _row(profile: Profile) -> Floats:
    return np.array(astuple(profile), np.float64)


def _first(job: Ints, choices: Ints) -> Ints:
    """Where a seat comes into a row for the first time in a hand; it does there again what it did."""
    where = (job * MAX_PLAYERS + choices[:, _SEAT]) * ROWS + choices[:, _ROW]
    return np.unique(where, return_index=True)[1]


def _drawn(rng: np.random.Generator, legal: Ints) -> Ints:
    """One of the choices of each row of bits, at random."""
    keys = rng.random((len(legal), CHOICES)) * ((legal[:, None] >> np.arange(CHOICES)) & 1)
    return keys.argmax(axis=1)


def population(rng: np.random.Generator, many: int = 40, blind: bool = False) -> tuple[Floats, Floats]:
    """Whom a learner meets beside itself: the plain players, of one kind at a table; and those, many with
    thresholds drawn at random, and departures, mixed; with `blind` those who always raise, too.
    """
    short_war = Profile(tight=0.0, bet_at=0.0, raise_at=0.0, step=0.35, bluff=0.0, peder_at=2.0)
    plain = [
        profile for name, profile in PROFILES.items() if name.startswith("plain-") and name not in _EDGES
    ]
    known = np.stack([_row(profile) for profile in [*plain, short_war]])
    drawn = [
        Profile(
            tight=rng.uniform(0.4, 2.2), bet_at=rng.uniform(0.8, 2), raise_at=rng.uniform(1, 3),
            step=rng.uniform(0, 0.4), bluff=rng.choice([0, 0.05, 0.15, 0.3]),
            peder_at=rng.choice([1.6, 2, 2.5, 3, NEVER]),
        )
        for _ in range(many)
    ]  # fmt: skip
    departed = np.stack(
        [_row(PROFILES[name]) for name in ("novice", "station", "rock", "aggressive", "maniac")]
    )
    raisers = np.tile(_row(PROFILES[_BLIND]), (_BLIND_AMONG_ALL if blind else 0, 1))
    mixed = [np.repeat(known, 5, axis=0), *[_row(one)[None] for one in drawn], np.repeat(departed, 3, axis=0)]
    return np.concatenate([known, raisers[:_BLIND_AT_ITS_TABLE]]), np.concatenate([*mixed, raisers])


def departures(rng: np.random.Generator) -> Floats:
    """Departures of the learner, among which `bench.players` looks for the best response to it: of every
    kind, and some of those that it was found to lose to, who play fewer hands and raise with fewer.
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
    return np.stack([_row(one) for one in [*drawn, *tight]])


def strategy_of(regrets: Floats) -> Floats:
    """In proportion to the positive regrets; as at the start where there are none."""
    wanted = np.maximum(regrets, 0.0)
    total = wanted.sum(axis=1, keepdims=True)
    return np.where(total > 0, wanted / np.maximum(total, 1e-12), START)


def averaged(sums: Floats, least: float) -> Floats:
    """The mean strategy; where little was seen, what is done in like situations. Choices rarer than `least`
    are left out: they are mostly noise (Ganzfried, Sandholm and Waugh, "Strategy purification and
    thresholding", 2012).
    """
    shape = (-1, STAGES, BUCKETS, LIVE, PRICES, 2, CHOICES)
    seen = sums.reshape(shape)
    out = seen.copy()
    prices = np.arange(PRICES) % (PRICES - 1) > 0
    for axes, weight in (((5,), 2.0), ((3, 5), 2.0), ((0, 3, 5), 1.0)):
        like = seen.sum(axis=axes, keepdims=True)
        out += weight * like / np.maximum(like.sum(-1, keepdims=True), 1e-9)
    like = (seen * prices[:, None, None]).sum(axis=(0, 3, 4, 5), keepdims=True)
    out += prices[:, None, None] * like / np.maximum(like.sum(-1, keepdims=True), 1e-9)
    out[..., CALLS] += 1e-6
    share = (out / out.sum(-1, keepdims=True)).reshape(-1, CHOICES)
    share[share < np.minimum(least, share.max(-1, keepdims=True))] = 0.0
    return share / share.sum(-1, keepdims=True)


def as_bytes(strategy: Floats) -> NDArray[np.uint8]:
    """The shares of the choices, summed, of 256, the last left out."""
    summed = np.cumsum(strategy, axis=1)[:, : CHOICES - 1]
    return np.round(256 * summed).clip(0, 255).astype(np.uint8)
