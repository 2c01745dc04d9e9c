"""Training of the players of this folder: tables of choices by regret, what players saw at their choices, and the
claims they made. A wheel has the models, and not what trains them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.compile.jit import njit
from engine.kernel.record import Span
from engine.players.profiles import PROFILES, profile_rows
from engine.players.training.regret import (
    RegretTable,
    as_bytes,
    others_at_table,
    random_plain,
    without_rare,
)
from engine.special.batch import PAID, WON, clear, luck, paid_in, seed_chain
from engine.special.choice_table import (
    CHOICE,
    COUNT,
    FORCE_AT,
    FORCE_TO,
    LEGAL,
    NOWHERE,
    ROW,
    SEAT,
    SEEN,
    STAY,
    ChoiceRecipe,
    ChoiceTable,
    new_choice_table,
)
from engine.special.perception import CLAIM_STAGE

Floats = NDArray[np.float64]
_RARE = 0.02
_FIRST_WEIGHT = 2.0
"""How much the first strategy counts in the mean of a row."""
_ALONE, _HALF = 0.5, 0.25
"""Share of the tables with learners only, and of those where every second player learns."""
_ONE_KIND = 0.6
"""Share of the other tables where the plain players are of one kind."""


@njit
def start_pot(state: Any, trained: ChoiceTable, seed: int, number: int) -> None:
    """Make state and table ready for hand `number` of a seed, nothing forced."""
    clear(state)
    seed_chain(state, seed, number)
    trained.force[COUNT] = 0
    trained.force[FORCE_AT] = NOWHERE
    trained.force[STAY] = 0


@njit
def choices_made(trained: ChoiceTable) -> int:
    return min(trained.force[COUNT], trained.log.shape[0])


@njit(inline="always")
def record_cases(
    play_pot: Any, state: Any, table: Any, trained: ChoiceTable, span: Any, stay: int, cases: Any
) -> None:
    """Compare what a player sees with the outcome: in each hand of a span (seed, first, last) one choice is
    drawn, and all who are in then make the choice `stay` to the end. cases[…]: what was seen, and the share
    of the pot; rows of hands without choices are left as they are.
    """
    seed, first, last = span
    for number in range(first, last):
        start_pot(state, trained, seed, number)
        play_pot(state, table, 0)
        count = choices_made(trained)
        if count == 0:
            continue
        place = int(luck(state) * count)
        seat = trained.log[place, SEAT]
        start_pot(state, trained, seed, number)
        trained.force[FORCE_AT] = place
        trained.force[FORCE_TO] = stay
        trained.force[STAY] = 1
        play_pot(state, table, 0)
        case = cases[number - first]
        case[:SEEN] = trained.seen[place]
        case[SEEN] = state.seats[seat, WON] / max(paid_in(state), 1)


class TrainingHands(NamedTuple):
    """Hands `first` to `last` - 1 of a seed, from which a table of regrets is filled: regrets and sums, [row,
    choice].

    tries: choices of a hand that are tried again.
    """

    regrets: Any
    sums: Any
    seed: int
    first: int
    last: int
    tries: int


@njit(inline="always")
def add_regrets(play_pot: Any, state: Any, table: Any, trained: ChoiceTable, hands: TrainingHands) -> None:
    """Play training hands by ``play_pot(state, table, pot_in)``, and add to the regrets."""
    choices = trained.policy.shape[1]
    worth = np.zeros(choices)
    base = np.zeros_like(trained.log)
    nets = np.zeros(state.seats.shape[0])
    for number in range(hands.first, hands.last):
        start_pot(state, trained, hands.seed, number)
        play_pot(state, table, 0)
        count = choices_made(trained)
        if count == 0:
            continue
        base[:count] = trained.log[:count]
        for seat in range(nets.shape[0]):
            nets[seat] = state.seats[seat, WON] - state.seats[seat, PAID]
        random = state.rng[0]
        for place in range(count):
            row, legal = base[place, ROW], base[place, LEGAL]
            total = 0.0
            for choice in range(choices):
                if legal >> choice & 1:
                    total += trained.policy[row, choice]
            for choice in range(choices):
                if legal >> choice & 1 and total > 0.0:
                    hands.sums[row, choice] += trained.policy[row, choice] / total
        for _ in range(min(hands.tries, count)):
            state.rng[0] = random
            place = int(luck(state) * count)
            random = state.rng[0]
            seat, row, legal = base[place, SEAT], base[place, ROW], base[place, LEGAL]
            total = 0.0
            mean = 0.0
            for choice in range(choices):
                if not legal >> choice & 1:
                    continue
                if choice == base[place, CHOICE]:
                    worth[choice] = nets[seat]
                else:
                    start_pot(state, trained, hands.seed, number)
                    trained.force[FORCE_AT] = place
                    trained.force[FORCE_TO] = choice
                    play_pot(state, table, 0)
                    worth[choice] = state.seats[seat, WON] - state.seats[seat, PAID]
                total += trained.policy[row, choice]
                mean += trained.policy[row, choice] * worth[choice]
            if total <= 0.0:
                continue
            mean /= total
            for choice in range(choices):
                if legal >> choice & 1:
                    hands.regrets[row, choice] += worth[choice] - mean


Play = Callable[[ChoiceTable, Floats, TrainingHands], None]
"""Plays training hands with a choice table at a table of profiles."""


def train_choices(
    play: Play, first: Floats, weight: float, recipe: ChoiceRecipe, room: int, sizes: Sequence[int]
) -> NDArray[np.uint8]:
    """Train at tables of these sizes, in turn; the mean strategy, [row, choice], as bytes.

    `first` is the first strategy, in shares that sum to one, and stands for `weight` chips of regret. `room` is
    the number of choices of a hand that are recorded.
    """
    table = RegretTable(first, weight)
    choices = new_choice_table(as_bytes(first), room)
    rng = np.random.default_rng(recipe.seed)
    played = 0
    for batch in range(1, recipe.batches + 1):
        for number in range(batch * recipe.tables, (batch + 1) * recipe.tables):
            hands = TrainingHands(
                table.regrets, table.sums, recipe.seed, played, played + recipe.hands, recipe.tries
            )
            played += recipe.hands
            play(choices, _seats(rng, sizes[number % len(sizes)]), hands)
        table.discount(batch)
        choices.policy[:] = as_bytes(table.strategy())
    mean = table.sums + _FIRST_WEIGHT * first
    return as_bytes(without_rare(mean / mean.sum(axis=1, keepdims=True), _RARE))


def _seats(rng: np.random.Generator, players: int) -> Floats:
    """The profiles at a table: learners, plain players of one kind, plain and random ones, or a mix."""
    others = others_at_table(rng, players, _ALONE, _HALF)
    rows = np.tile(profile_rows(["regular"]), (players, 1))
    if rng.random() < _ONE_KIND:
        names = [name for name in PROFILES if name.startswith("plain-")]
        rows[others] = profile_rows([str(rng.choice(names))])
    else:
        rows[others] = profile_rows([random_plain(rng) for _ in range(players)])[others]
    return rows


@njit(inline="always")
def fill_claim_log(play_pot: Any, state: Any, table: Any, span: Span) -> None:
    """Play the pots of a span until there is no more room in the log of the table."""
    for number in range(span.number, span.last):
        if table.log.count[0] < table.log.rows.shape[0]:
            clear(state)
            seed_chain(state, span.seed, number)
            play_pot(state, table, 0)


def claim_cases(claims: NDArray[np.float64]) -> NDArray[np.float64]:
    """Logged claims in the columns of `Training.cases`: stage, chance, one in how many of the stage's is true (all of
    them where none is), and whether it is.
    """
    stage, chance, true = claims[:, CLAIM_STAGE:].T
    one_in = np.zeros(len(stage))
    for number in np.unique(stage):
        one_in[stage == number] = 1 / max(true[stage == number].mean(), 1 / len(stage))
    return np.column_stack([stage, chance, one_in, true])
