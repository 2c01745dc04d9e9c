"""A table of learned choices, as the kernels of this folder ask it, and how it is learned.

A row is a situation, a column a choice; what is kept is how often of 255 each choice is made. It is learned
by regret matching, as betting at the card games is (`engine.learning.betting`): a hand is played; at some of
the learners' choices the same hand is played again with each other choice, all luck being the same, and what
it would have won beside what the strategy wins on average is its regret.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.games.batch import PAID, WON, clear, luck, paid_in, seed_chain
from engine.jit import njit
from engine.profiles import NEVER, PROFILES, Profile, profile_rows

Floats = NDArray[np.float64]
SEAT, ROW, LEGAL, CHOICE = range(4)
_COUNT, _FORCE_AT, _FORCE_TO, _STAY = range(4)
SEEN = 20
"""Columns of what was seen at a choice."""
_NOWHERE = -1
_ALL = 255.0
_RARE = 0.02


class Mind(NamedTuple):
    """policy[row, choice]: how often of 255. While players learn: log[…], the choices made in a hand (seat,
    row, legal choices as bits, choice), seen[…], what the game says was seen at each; and `force`: how many
    there were, which one is made otherwise, how, and whether all after it are made so too.
    """

    policy: Any
    log: Any
    seen: Any
    force: Any


def new_mind(policy: NDArray[np.uint8], room: int = 0) -> Mind:
    """A mind; with room for so many choices of a hand where it learns."""
    return Mind(policy, np.zeros((room, 4), np.int64), np.zeros((room, SEEN)), np.array([0, _NOWHERE, 0, 0]))


@njit
def choose(sheet: Any, mind: Mind, seat: int, row: int, legal: int) -> int:
    """Draw one of the legal choices (bits) of a row; the highest where the table makes none of them."""
    total = 0.0
    choices = mind.policy.shape[1]
    for choice in range(choices):
        if legal >> choice & 1:
            total += mind.policy[row, choice]
    mark = luck(sheet) * total
    chosen = -1
    for choice in range(choices):
        if legal >> choice & 1 and (chosen < 0 or mark >= 0.0):
            chosen = choice
            mark -= mind.policy[row, choice]
    return note_choice(mind, seat, row, legal, chosen)


@njit
def see(mind: Mind, seen: Any) -> None:
    """While players learn: write down what is seen at the choice that is made next."""
    place = mind.force[_COUNT]
    if place < mind.seen.shape[0]:
        for column in range(SEEN):
            mind.seen[place, column] = seen[column]


@njit
def note_choice(mind: Mind, seat: int, row: int, legal: int, choice: int) -> int:
    """While players learn: write a choice down, or make the one that is tried instead."""
    place = mind.force[_COUNT]
    if mind.log.shape[0] == 0:
        return choice
    at = mind.force[_FORCE_AT]
    if place == at or (mind.force[_STAY] and place > at):
        choice = mind.force[_FORCE_TO]
    if place < mind.log.shape[0]:
        noted = mind.log[place]
        noted[SEAT] = seat
        noted[ROW] = row
        noted[LEGAL] = legal
        noted[CHOICE] = choice
    mind.force[_COUNT] = place + 1
    return choice


@njit
def start_pot(sheet: Any, mind: Mind, seed: int, number: int) -> None:
    """Make sheet and mind ready for hand `number` of a seed, nothing forced."""
    clear(sheet)
    seed_chain(sheet, seed, number)
    mind.force[_COUNT] = 0
    mind.force[_FORCE_AT] = _NOWHERE
    mind.force[_STAY] = 0


@njit
def choices_made(mind: Mind) -> int:
    """How many choices of the last hand are in the log."""
    return min(mind.force[_COUNT], mind.log.shape[0])


@njit(inline="always")
def cases_of(play_pot: Any, sheet: Any, table: Any, mind: Mind, span: Any, stay: int, cases: Any) -> None:
    """Hold what is seen against what comes of it: in each hand of a span (seed, first, last) one choice is
    drawn, and all who are in then make the choice `stay` to the end. cases[…]: what was seen, and the share
    of the pot; rows of hands without choices are left as they are.
    """
    seed, first, last = span
    for number in range(first, last):
        start_pot(sheet, mind, seed, number)
        play_pot(sheet, table, 0)
        count = choices_made(mind)
        if count == 0:
            continue
        place = int(luck(sheet) * count)
        seat = mind.log[place, SEAT]
        start_pot(sheet, mind, seed, number)
        mind.force[_FORCE_AT] = place
        mind.force[_FORCE_TO] = stay
        mind.force[_STAY] = 1
        play_pot(sheet, table, 0)
        case = cases[number - first]
        case[:SEEN] = mind.seen[place]
        case[SEEN] = sheet.seats[seat, WON] / max(paid_in(sheet), 1)


class Exercise(NamedTuple):
    """What is learned of hands `first` to `last` - 1 of a seed: regrets and summed strategies, [row, choice].

    tries: how many choices of a hand are tried again.
    """

    regrets: Any
    sums: Any
    seed: int
    first: int
    last: int
    tries: int


@njit(inline="always")
def exercise_pots(play_pot: Any, sheet: Any, table: Any, mind: Mind, exercise: Exercise) -> None:
    """Play the hands of an exercise by ``play_pot(sheet, table, pot_in)``, and add to the regrets."""
    choices = mind.policy.shape[1]
    worth = np.zeros(choices)
    base = np.zeros_like(mind.log)
    nets = np.zeros(sheet.seats.shape[0])
    for number in range(exercise.first, exercise.last):
        start_pot(sheet, mind, exercise.seed, number)
        play_pot(sheet, table, 0)
        count = choices_made(mind)
        if count == 0:
            continue
        base[:count] = mind.log[:count]
        for seat in range(nets.shape[0]):
            nets[seat] = sheet.seats[seat, WON] - sheet.seats[seat, PAID]
        state = sheet.rng[0]
        for place in range(count):
            row, legal = base[place, ROW], base[place, LEGAL]
            total = 0.0
            for choice in range(choices):
                if legal >> choice & 1:
                    total += mind.policy[row, choice]
            for choice in range(choices):
                if legal >> choice & 1 and total > 0.0:
                    exercise.sums[row, choice] += mind.policy[row, choice] / total
        for _ in range(min(exercise.tries, count)):
            sheet.rng[0] = state
            place = int(luck(sheet) * count)
            state = sheet.rng[0]
            seat, row, legal = base[place, SEAT], base[place, ROW], base[place, LEGAL]
            total = 0.0
            mean = 0.0
            for choice in range(choices):
                if not legal >> choice & 1:
                    continue
                if choice == base[place, CHOICE]:
                    worth[choice] = nets[seat]
                else:
                    start_pot(sheet, mind, exercise.seed, number)
                    mind.force[_FORCE_AT] = place
                    mind.force[_FORCE_TO] = choice
                    play_pot(sheet, table, 0)
                    worth[choice] = sheet.seats[seat, WON] - sheet.seats[seat, PAID]
                total += mind.policy[row, choice]
                mean += mind.policy[row, choice] * worth[choice]
            if total <= 0.0:
                continue
            mean /= total
            for choice in range(choices):
                if legal >> choice & 1:
                    exercise.regrets[row, choice] += worth[choice] - mean


Play = Callable[[Mind, Floats, Exercise], None]
"""Plays the hands of an exercise with a mind at a table of profiles."""


@dataclass(frozen=True, kw_only=True)
class MindRecipe:
    """How a table is learned; a change of it voids what was learned before.

    batches: between two looks at the regrets. sittings: tables in a batch. hands: hands at each of them.
    tries: choices tried again for each hand.
    """

    batches: int = 20
    sittings: int = 6
    hands: int = 1500
    tries: int = 3
    seed: int = 19


class MindLearner:
    """Regrets, summed strategies and the mind that follows from them.

    `play(mind, profiles, exercise)` plays a sitting's hands; `start` is the first strategy, [row, choice], in
    shares that sum to one, and stands for `weight` chips of regret.
    """

    def __init__(
        self,
        play: Play,
        start: Floats,
        weight: float,
        recipe: MindRecipe,
        room: int,
    ) -> None:
        self.play = play
        self.start = start
        self.recipe = recipe
        self.regrets = weight * start
        self.sums = np.zeros_like(start)
        self.mind = new_mind(_bytes(start), room)
        self.rng = np.random.default_rng(recipe.seed)
        self.played = 0

    def learn(self, sizes: Sequence[int]) -> NDArray[np.uint8]:
        """Go through the recipe at tables of these sizes, in turn, and return the mean strategy as bytes."""
        for batch in range(1, self.recipe.batches + 1):
            for sitting in range(self.recipe.sittings):
                players = sizes[(batch * self.recipe.sittings + sitting) % len(sizes)]
                first = self.played
                self.played += self.recipe.hands
                exercise = Exercise(
                    self.regrets, self.sums, self.recipe.seed, first, self.played, self.recipe.tries
                )
                self.play(self.mind, self.seats(players), exercise)
            self.regrets *= np.where(self.regrets > 0, _fade(batch, 1.5), _fade(batch, 0.5))
            self.sums *= _fade(batch, 2)
            wanted = np.maximum(self.regrets, 0.0)
            total = wanted.sum(axis=1, keepdims=True)
            self.mind.policy[:] = _bytes(np.where(total > 0, wanted / np.maximum(total, 1e-12), self.start))
        mean = self.sums + 2.0 * self.start
        shares = mean / mean.sum(axis=1, keepdims=True)
        shares[shares < _RARE] = 0.0
        return _bytes(shares / shares.sum(axis=1, keepdims=True))

    def seats(self, players: int) -> Floats:
        """The profiles at a table: learners, plain players of one kind, plain and random ones, or a mix."""
        draw = self.rng.random()
        share = 0.0 if draw < 0.5 else 0.5 if draw < 0.75 else 1.0
        others = self.rng.random(players) < share
        others[self.rng.integers(players)] = False
        rows = np.tile(profile_rows(["regular"]), (players, 1))
        names = [name for name in PROFILES if name.startswith("plain-")]
        if self.rng.random() < 0.6:
            rows[others] = profile_rows([str(self.rng.choice(names))])
        else:
            rows[others] = profile_rows([self._random() for _ in range(players)])[others]
        return rows

    def _random(self) -> Profile:
        """A plain player with thresholds drawn at random."""
        rng = self.rng
        return Profile(
            tight=rng.uniform(0.4, 2.2), bet_at=rng.uniform(0.8, 2), raise_at=rng.uniform(1, 3),
            step=rng.uniform(0, 0.4), bluff=rng.choice([0, 0.05, 0.15, 0.3]),
            peder_at=rng.choice([1.6, 2, 2.5, 3, NEVER]),
        )  # fmt: skip


def _fade(batch: int, power: float) -> float:
    return float((batch / (batch + 1)) ** power)


def _bytes(shares: Floats) -> NDArray[np.uint8]:
    return np.round(_ALL * shares).astype(np.uint8)
