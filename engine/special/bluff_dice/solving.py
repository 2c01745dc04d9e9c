"""How the solution of bluff dice is computed: regret matching from five aces down (`engine.special.bluff_dice.solution`)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.catalogue.model import Variant
from engine.compile.jit import kernel, njit
from engine.kernel.record import Span
from engine.players.profiles import BLUFF, TIGHT, profile_rows
from engine.players.training.store import Arrays
from engine.special.batch import new_state
from engine.special.bluff_dice.game import TRAINING, BluffTable, play_pot
from engine.special.bluff_dice.plan import OPENING_THROWS, TRIES, Plan, doubts, make_plan
from engine.special.bluff_dice.solution import (
    COLUMNS,
    FIRST,
    SECOND,
    SIZES,
    CupRecipe,
    Shapes,
    read_solution,
    shapes,
    true_chances,
)
from engine.special.dice import (
    ALL_DICE,
    DICE,
    FACES,
    FIVE_ACES,
    PARTS,
    SCORES,
    THROWS,
    DiceChances,
    chances,
)  # fmt: skip
from engine.special.perception import new_claim_log
from engine.special.training import claim_cases, fill_claim_log

NAMES = (
    "plain-steady", "plain-tight", "plain-loose", "plain-bold", "plain-cautious", "plain-caller",
    "plain-folder",
)  # fmt: skip


@njit
def add_announced(
    plan: Plan, shape: Shapes, part: int, column: int, bluff: float, probability: float, claim_frequency: Any
) -> None:
    """Add the probability of each claim of a plain player (`plain_claim`), times `probability`, to
    claim_frequency[throw of its part, claim, column].
    """
    first, last = shape.first_claim[part], shape.first_claim[part + 1]
    before = column - 1 if column < FIRST else -1
    below = plan.below[part]
    for row in range(shape.first_throw[part], shape.first_throw[part + 1]):
        throw = shape.throw[row]
        if column >= FIRST and not plan.stay[column - FIRST + 1, throw]:
            continue
        score = plan.score[throw]
        over = max(score, before)
        higher = 1.0 - below[over + 1]
        lies = 1.0 if score <= before else bluff if higher > 1e-12 else 0.0
        for place in range(last - first):
            claim = shape.claim[first + place]
            if claim == score and score > before:
                claim_frequency[row, place, column] += probability * (1.0 - lies)
            elif claim > over and higher > 1e-12:
                claim_frequency[row, place, column] += (
                    probability * lies * (below[claim + 1] - below[claim]) / higher
                )


@kernel
def fill_plain_play(
    plan: Plan, shape: Shapes, profiles: Any, take_frequency: Any, claim_frequency: Any
) -> None:
    """Fill take_frequency[row of the claim, column] and claim_frequency[throw of its part, claim, column] with the means
    of some profiles.
    """
    weights = np.zeros(THROWS)
    probability = 1.0 / profiles.shape[0]
    for column in range(COLUMNS):
        before = column - 1 if column < FIRST else -1
        stopped = column - FIRST + 1 if column >= FIRST else OPENING_THROWS
        for part in range(THROWS, PARTS if column != FIRST else THROWS + 1):
            for profile in profiles:
                add_announced(plan, shape, part, column, profile[BLUFF], probability, claim_frequency)
                for row in range(shape.first_claim[part], shape.first_claim[part + 1]):
                    claim, tight = shape.claim[row], profile[TIGHT]
                    if claim > before and not doubts(
                        plan, part, stopped, claim, before, profiles[0, BLUFF], tight, weights
                    ):
                        take_frequency[row, column] += probability


def plain_play() -> tuple[Any, Any]:
    """The mean frequencies of plain players of several kinds, as `fill_plain_play` fills them: of taking, and of claims."""
    shape = shapes()
    take_frequency = np.zeros((len(shape.claim), COLUMNS))
    claim_frequency = np.zeros((len(shape.throw), int(np.diff(shape.first_claim).max()), COLUMNS))
    fill_plain_play(make_plan(), shape, profile_rows(NAMES), take_frequency, claim_frequency)
    return take_frequency, claim_frequency


_EDGE = 1e-12


class PlainShare(NamedTuple):
    """The probability that the other is a plain player, and how often such players take and announce (`plain_play`)."""

    share: float
    take_frequency: Any
    claim_frequency: Any


class SmallGame(NamedTuple):
    """A game between the announcer, who knows the throw, and the neighbour, who knows only the open part. odds,
    score: of the throws. claims: those that can be, `first` the place of the lowest that rises. clear[throw, claim]:
    how often the announcer stays clear of the stake if the claim is taken; stays: the same of the taker. on[throw]:
    how often the announcer does who throws on, -1 where no one can.
    """

    odds: Any
    score: Any
    claims: Any
    first: int
    clear: Any
    stays: Any
    on: Any


class SizeTables(NamedTuple):
    """What `solve_size` fills for a number of players. worths[part, column, seat]: how often each pays, from the announcer on;
    taking[claim, throw, seat]: the same, from the player who takes the claim on. kept_dice: as in `Solution`.
    take_frequency[row of the claim, column], claim_frequency[throw of its part, choice, column]: the mean strategies.
    """

    worths: Any
    taking: Any
    kept_dice: Any
    take_frequency: Any
    claim_frequency: Any


@njit
def worth_of(true: bool, take_probability: float, clear: float) -> float:
    """Return how often an announcer avoids the stake: doubted with the truth, or taken and safe afterwards."""
    return take_probability * clear + (1.0 - take_probability if true else 0.0)


@njit
def match_regrets(
    game: SmallGame,
    plain: PlainShare,
    turns: int,
    regrets: Any,
    doubting: Any,
    claim_frequency: Any,
    take_frequency: Any,
) -> None:
    """Solve a small game: claim_frequency[throw, choice] and take_frequency[claim] become the mean strategies; the last
    choice is to throw on. All arrays are zero before. regrets[throw, choice]; doubting[5, claim]: the neighbour's regrets
    for doubting and for taking, how often each of them is right, and how often it takes.
    """
    odds, score, claims, first = game.odds, game.score, game.claims, game.first
    clear, stays, on = game.clear, game.stays, game.on
    count = claims.shape[0]
    last = count + 1 if on[0] >= 0.0 else count
    doubt_regret, take_regret, lies, stayed, take_strategy = (
        doubting[0], doubting[1], doubting[2], doubting[3], doubting[4],
    )  # fmt: skip
    take_strategy[:] = 0.5
    solved = 1.0 - plain.share
    weight = 0.0
    for turn in range(1, turns + 1):
        weight += turn
        lies[:] = 0.0
        stayed[:] = 0.0
        for throw in range(odds.shape[0]):
            total = 0.0
            for choice in range(first, last):
                total += regrets[throw, choice]
            mean = 0.0
            for choice in range(first, last):
                probability = regrets[throw, choice] / total if total > 0.0 else 1.0 / (last - first)
                claim_frequency[throw, choice] += turn * probability
                if choice == count:
                    mean += probability * on[throw]
                    continue
                true = score[throw] >= claims[choice]
                accepted = solved * take_strategy[choice] + plain.share * plain.take_frequency[choice]
                mean += probability * worth_of(true, accepted, clear[throw, choice])
                claimed = odds[throw] * (
                    solved * probability + plain.share * plain.claim_frequency[throw, choice]
                )
                lies[choice] += 0.0 if true else claimed
                stayed[choice] += claimed * stays[throw, choice]
            for choice in range(first, count):
                accepted = solved * take_strategy[choice] + plain.share * plain.take_frequency[choice]
                worth = worth_of(score[throw] >= claims[choice], accepted, clear[throw, choice])
                regrets[throw, choice] = max(regrets[throw, choice] + worth - mean, 0.0)
            if last > count:
                regrets[throw, count] = max(regrets[throw, count] + on[throw] - mean, 0.0)
        for claim in range(first, count):
            mean = lies[claim] + take_strategy[claim] * (stayed[claim] - lies[claim])
            doubt_regret[claim] = max(doubt_regret[claim] + lies[claim] - mean, 0.0)
            take_regret[claim] = max(take_regret[claim] + stayed[claim] - mean, 0.0)
            total = doubt_regret[claim] + take_regret[claim]
            if total > 0.0:
                take_strategy[claim] = take_regret[claim] / total
            take_frequency[claim] += turn * take_strategy[claim]
    take_frequency /= weight
    claim_frequency /= weight


@njit
def fill_kept_dice(worths: Any, parts: Any, column: int, kept_dice: Any) -> None:
    """For each throw the part to keep, at least one die being thrown."""
    for throw in range(THROWS):
        best = 2.0
        for kept in range(ALL_DICE):
            part = parts[throw, kept]
            if worths[part, column, 0] < best - _EDGE:
                best = worths[part, column, 0]
                kept_dice[throw] = part


@njit
def pass_on_or_keep(worths: Any, kept_dice: Any, taking: Any, claim: int, score: Any) -> None:
    """The value of a claim that is taken: with the best part, or passed on without a throw where the dice show more.

    Of two players the neighbour knows the dice, and takes a true claim; with more players that is a hope.
    """
    players = taking.shape[2]
    for throw in range(THROWS):
        for seat in range(players):
            taking[claim, throw, seat] = worths[kept_dice[claim + 1, throw], claim + 1, seat]
        lowest = claim + 1 if players == 2 else score[throw]
        for higher in range(lowest, score[throw] + 1):
            if higher > claim and taking[higher, throw, players - 1] < taking[claim, throw, 0] - _EDGE:
                kept_dice[claim + 1, throw] = -higher
                for seat in range(players):
                    taking[claim, throw, (seat + 1) % players] = taking[higher, throw, seat]


@njit
def first_above(shape: Shapes, part: int, column: int) -> int:
    """The place of the lowest claim of a part that beats the claim of a column; the number of its claims where none does."""
    over, low = column - 1 if column < FIRST else -1, shape.first_claim[part]
    count = shape.first_claim[part + 1] - low
    first = 0
    while first < count and shape.claim[low + first] <= over:
        first += 1
    return first


@njit
def fill_chances(game: SmallGame, throws: Any, tables: SizeTables, column: int) -> None:
    """Fill in how often players stay clear of the stake, by what follows this game."""
    players = tables.worths.shape[2]
    for place in range(throws.shape[0]):
        throw = throws[place]
        for claim in range(game.first, game.claims.shape[0]):
            game.clear[place, claim] = 1.0 - tables.taking[game.claims[claim], throw, players - 1]
            game.stays[place, claim] = 1.0 - tables.taking[game.claims[claim], throw, 0]
        if column >= FIRST:
            after = SECOND if column == FIRST else 0
            game.on[place] = 1.0 - tables.worths[tables.kept_dice[column, throw], after, 0]


@njit
def add_worths(
    game: SmallGame, plain: PlainShare, shape: Shapes, tables: SizeTables, part: int, column: int
) -> None:
    """Add up how often each player pays in a solved game."""
    worths, players = tables.worths, tables.worths.shape[2]
    low, start, count = shape.first_claim[part], shape.first_throw[part], game.claims.shape[0]
    for place in range(game.odds.shape[0]):
        throw = shape.throw[start + place]
        for claim in range(game.first, count):
            probability = game.odds[place] * tables.claim_frequency[start + place, claim, column]
            accepted = (1.0 - plain.share) * tables.take_frequency[
                low + claim, column
            ] + plain.share * plain.take_frequency[claim]
            payer = 1 if game.score[place] >= game.claims[claim] else 0
            worths[part, column, payer] += probability * (1.0 - accepted)
            for seat in range(players):
                worth = tables.taking[game.claims[claim], throw, seat]
                worths[part, column, (seat + 1) % players] += probability * accepted * worth
        if column >= FIRST:
            after = SECOND if column == FIRST else 0
            probability = game.odds[place] * tables.claim_frequency[start + place, count, column]
            for seat in range(players):
                worths[part, column, seat] += (
                    probability * worths[tables.kept_dice[column, throw], after, seat]
                )


@kernel
def solve_size(
    table: DiceChances, shape: Shapes, plain: PlainShare, turns: int, opening: int, tables: SizeTables
) -> None:
    """Solve the rounds of a table, from five aces down; `opening` times as long where an opener announces."""
    worths, taking, kept_dice = tables.worths, tables.taking, tables.kept_dice
    for throw in range(THROWS):
        others = max(DICE - table.faces[throw, FACES - 1], 1)
        made = (1.0 - (1.0 - 1.0 / FACES) ** TRIES) ** others
        taking[FIVE_ACES, throw, 0] = 1.0 - made
        taking[FIVE_ACES, throw, worths.shape[2] - 1] += made
    for step in range(COLUMNS):
        column = FIVE_ACES - step if step <= FIVE_ACES else SECOND if step == SCORES else FIRST
        for part in range(THROWS, PARTS if column != FIRST else THROWS + 1):
            low, high = shape.first_claim[part], shape.first_claim[part + 1]
            start, end = shape.first_throw[part], shape.first_throw[part + 1]
            claims, throws, first = (
                shape.claim[low:high],
                shape.throw[start:end],
                first_above(shape, part, column),
            )
            count = high - low
            if first == count:
                worths[part, column, 0] = 1.0  # any claim is a lie, and seen to be one
                continue
            clear, stays = np.zeros((end - start, count)), np.zeros((end - start, count))
            on = np.full(end - start, -1.0)
            game = SmallGame(table.odds[part][throws], table.score[throws], claims, first, clear, stays, on)
            fill_chances(game, throws, tables, column)
            here = PlainShare(
                plain.share,
                plain.take_frequency[low:high, column].copy(),
                plain.claim_frequency[start:end, :count, column].copy(),
            )
            claim_frequency, take_frequency = np.zeros((end - start, count + 1)), np.zeros(count)
            match_regrets(
                game, here, turns * opening if column >= FIRST else turns,
                np.zeros((end - start, count + 1)), np.zeros((5, count)), claim_frequency, take_frequency,
            )  # fmt: skip
            tables.take_frequency[low:high, column] = take_frequency
            tables.claim_frequency[start:end, : count + 1, column] = claim_frequency
            add_worths(game, here, shape, tables, part, column)
        if column == SECOND:
            fill_kept_dice(worths, table.parts, SECOND, kept_dice[FIRST])
        elif column == 0:
            fill_kept_dice(worths, table.parts, 0, kept_dice[SECOND])
        elif column < FIRST:
            fill_kept_dice(worths, table.parts, column, kept_dice[column])
            pass_on_or_keep(worths, kept_dice, taking, column - 1, table.score)


def train(variant: Variant, players: int, recipe: CupRecipe) -> Arrays:
    """Solve tables of every size; the arrays that `solution.read_solution` reads."""
    table, shape = chances(), shapes()
    out: Arrays = {}
    plain_take_frequency, plain_claim_frequency = plain_play()
    for size in SIZES:
        tables = SizeTables(
            worths=np.zeros((PARTS, COLUMNS, size)),
            taking=np.zeros((SCORES, THROWS, size)),
            kept_dice=np.zeros((COLUMNS, THROWS), np.int64),
            take_frequency=np.zeros((len(shape.claim), COLUMNS)),
            claim_frequency=np.zeros((len(shape.throw), SCORES + 1, COLUMNS)),
        )
        turns, plain = (recipe.turns, 0.0) if size == SIZES[0] else (recipe.turns_of_more, recipe.plain)
        solve_size(
            table,
            shape,
            PlainShare(plain, plain_take_frequency, plain_claim_frequency),
            turns,
            recipe.opening,
            tables,
        )
        nodes = nodes_of(tables.kept_dice)
        out |= {
            f"{size} take_frequency": np.round(255 * tables.take_frequency).astype(np.uint8),
            f"{size} kept_dice": tables.kept_dice.astype(np.int16),
            f"{size} nodes": nodes,
            f"{size} shares": np.concatenate(
                [pack_shares(tables.claim_frequency, shape, recipe, *node) for node in nodes]
            ),
        }
    return out


def nodes_of(kept_dice: Any) -> Any:
    """[node, (part, column)]: where a player who keeps these dice may have to announce."""
    nodes = {(THROWS, FIRST)}
    for column, throw in np.argwhere(kept_dice > 0):
        if column != 0:
            after = {FIRST: SECOND, SECOND: 0}.get(column, column)
            nodes.add((int(kept_dice[column, throw]), int(after)))
    return np.array(sorted(nodes), np.int16)


def pack_shares(claim_frequency: Any, shape: Shapes, recipe: CupRecipe, part: int, column: int) -> Any:
    """The shares of a node, row by row, of 255, in the recipe's steps, without rare choices."""
    first, last = shape.first_throw[part : part + 2]
    width = shape.first_claim[part + 1] - shape.first_claim[part] + 1
    shares = claim_frequency[first:last, :width, column]
    shares = np.where(shares < recipe.rare, 0.0, shares)
    shares = shares / shares.sum(axis=1, keepdims=True)
    step = 255 // recipe.steps
    return (np.round(shares * recipe.steps) * step).astype(np.uint8).ravel()


@kernel
def log_pots(state: Any, table: BluffTable, span: Span) -> None:
    fill_claim_log(play_pot, state, table, span)


def cases(variant: Variant, players: int, hands: int, seed: int) -> NDArray[np.float64]:
    """Of `hands` claims of just thrown dice at a table of trained players: the opener's throws or 4 for a taker, the
    chance by the solution that it is true, one in how many is, and whether it is.
    """
    solution = read_solution(TRAINING.arrays(variant))
    log = new_claim_log(hands)
    regulars = profile_rows(["regular"] * players)
    table = BluffTable(make_plan(), solution, regulars, 1, log, true_chances(solution))
    log_pots(new_state(players), table, Span(seed, 0, hands, 0))
    return claim_cases(log.claims())
