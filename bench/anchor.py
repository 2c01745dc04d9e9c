"""`python -m bench.anchor FOLDER`: fit `friends` and `careful` (`engine/players/people.json`) again, after `regular` was trained again.

1. How acts depend on the situation. The acts of no-limit hold'em and pot-limit omaha in the PokerNow logs of a folder, tournaments left out, are
   regressed on the situations that they were made in. An anchor sets what the mean hand of a row does, but hands that come to a
   row aren't drawn evenly, and styles depart from it; so the anchor is moved until acts of simulated tables of the same sizes and
   stacks give the same regressions (indirect inference: Gourieroux, Monfort and Renault, 1993).
2. How loose and bold people are: levels that the figures of two groups fit best, of the folder's tables by three, by four and by five to seven, and of
   `bench.populations.LOGGED`. Groups differ, so each counts as one group (`bench.populations.errors_of`).
3. By how much professionals are tighter and bolder: `careful`.

The same logs and the same trained models always give the same file: hands, seeds and starting points are fixed, and weights are used in the hundredths
in which they are written.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from bench.acts import Hand, simulated_hands
from bench.logged import logged_hands, logged_tables, logs_asked_for
from bench.populations import (
    LIMIT,
    LOGGED,
    NO_LIMIT,
    OMAHA,
    START,
    LoggedTable,
    errors_of,
    fit,
    least,
    report,
    shifted_share,
    styles_of,
)
from engine.api import KIND_MASK, MAX_ROUND, ROUND_SHIFT, SEAT_SHIFT, TABLE, Act, Variant
from engine.kernel.actions import VALUE_SHIFT
from engine.players.anchor import Situations, anchor_people
from engine.players.people import FILE, FREE, PRICED, Anchor, people_text
from engine.players.profiles import POPULATIONS
from engine.players.training.card_games import trained_program
from engine.players.training.chances import PEOPLE as AMONG_PEOPLE, TRAINED, fit_logistic
from pipeline.formats.pokernow.log import import_log
from pipeline.formats.sessions import write_import
from pipeline.store.store import Store

Floats = NDArray[np.float64]
GROUP = "friends"
STEPS, AS_MANY, _STEP, _MOST, _STAYS = 8, 40, 0.8, 1.5, 0.8
"""Steps of the fit, how many hands are simulated for each logged one, the part and the most of a difference that a step makes good, and what
is left of earlier steps of raises and folds: what no shift reaches shall move no weight far.
"""
_SEED = 71_000
_STAYS_AT = 0.3
"""What a shift of a level by one weighs: of two fits that show the same, the one with the smaller shifts is chosen."""
_BIG = 0.7
"""Bets of this part of the pot and more are taken for the pot, smaller ones for half of it."""
_FOLD = int(Act.FOLD)
_RAISES = frozenset(int(act) for act in Act if act.aggressive)
_DECIDES = _RAISES | {_FOLD, int(Act.CALL), int(Act.CHECK)}
_PAYS = frozenset(int(act) for act in Act if act.pays)
_DEAD = frozenset({int(Act.ANTE), int(Act.DEAD_BLIND)})
_RETURNED = int(Act.RETURNED)


class Acts(NamedTuple):
    """Acts (n,): their situations, what was done (0 fold, 1 check or call, 2 bet or raise), and the size of a raise as a share of the
    pot after a call.
    """

    situations: Situations
    done: Floats
    sizes: Floats


def acts_of(hands: Iterable[Hand], exactly: bool = False) -> Acts:
    """The acts of hands of a game with blinds and four betting rounds; `exactly` if a hand takes a fixed number of own cards, as at omaha.

    >>> from engine.kernel.actions import pack
    >>> hand = [pack(Act.SMALL_BLIND, 0, 0, 1), pack(Act.BIG_BLIND, 1, 0, 2), pack(Act.RAISE, 0, 1, 5), pack(Act.FOLD, 1, 1)]
    >>> acts = acts_of([(hand, [50.0, 50.0], 2.0, 0)])
    >>> acts.done.tolist(), acts.situations.raised.tolist(), acts.sizes.tolist()
    ([2.0, 0.0], [0.0, 1.0], [1.0, -1.0])
    """
    rows: list[tuple[float, ...]] = []
    for acts, stacks, unit, _ in hands:
        live, left = set(range(len(stacks))), [stack * unit for stack in stacks]
        put: dict[int, float] = {}
        acted: set[int] = set()
        pot, bet, street, raises, bettor = 0.0, 0.0, 1, 0, -1
        for act in acts:
            kind, seat, value = act & KIND_MASK, act >> SEAT_SHIFT & TABLE, act >> VALUE_SHIFT
            now = act >> ROUND_SHIFT & MAX_ROUND
            if now > street:
                street, put, bet, raises, acted = now, {}, 0.0, 0, set()
            if kind in _DECIDES and seat in live and pot > 0:
                price = min(bet - put.get(seat, 0.0), left[seat])
                ends = not any(left[other] > 0 for other in live - acted - {seat})
                done = 0 if kind == _FOLD else 2 if kind in _RAISES else 1
                size = (value - price) / (pot + price) if done == 2 else -1.0
                acted_already = put.get(seat, 0.0) > (unit if street == 1 else 0)
                callers = sum(put.get(other, 0.0) >= bet for other in live - {seat}) - (price > 0)
                rows.append(
                    (
                        price / pot,
                        street,
                        len(live),
                        raises,
                        seat == bettor,
                        ends,
                        left[seat] / pot,
                        acted_already,
                        street == 1 and raises == 0 and callers > 0,
                        len(stacks),
                        done,
                        size,
                    )
                )
                acted = {seat} if done == 2 else acted | {seat}
            if kind == _FOLD:
                live.discard(seat)
            elif kind == _RETURNED:
                pot -= value
            elif kind in _PAYS and seat < len(left):
                pot, left[seat] = pot + value, left[seat] - value
                if kind not in _DEAD:
                    put[seat] = put.get(seat, 0.0) + value
                    bet = max(bet, put[seat])
            if kind in _RAISES:
                raises, bettor = raises + 1, seat
    price, street_, players, raised, mine, ends_, depth, already, limped, seats, done_, sizes = np.array(
        rows, float
    ).T
    first, priced = street_ == 1, price > 0
    situations = Situations(
        priced=priced, first=first, middle=street_ == 3, last=street_ == 4, live=np.minimum(players, 5.5), raised=raised * priced,
        small=priced & (6 * price < 1), large=price >= 2 / 5, mine=(mine > 0) & ~first, ends=ends_, shallow=depth < 1, deep=depth >= 4,
        exactly=np.full(len(rows), exactly), seats=seats, acted=already, limped=limped,
    )  # fmt: skip
    return Acts(situations, done_, sizes)


def weights_of(acts: Acts) -> Anchor:
    """The four regressions of acts."""
    here, done = acts.situations, acts.done
    priced = np.asarray(here.priced)
    free, stays, bets = ~priced, priced & (done < 2), done == 2
    columns = here.priced_columns()
    return Anchor(
        bets=fit_logistic(here.free_columns()[free], (done == 2)[free] * 1.0),
        raises=fit_logistic(columns[priced], (done == 2)[priced] * 1.0),
        folds=fit_logistic(columns[stays], (done == 0)[stays] * 1.0),
        sizes=fit_logistic(here.sized_columns()[bets], (acts.sizes >= _BIG)[bets] * 1.0),
    )


def all_acts(parts: Sequence[Acts]) -> Acts:
    """Acts of several tables as one."""
    situations = Situations(
        *(np.concatenate(each) for each in zip(*(part.situations for part in parts), strict=True))
    )
    done, sizes = (np.concatenate([getattr(part, name) for part in parts]) for name in ("done", "sizes"))
    return Acts(situations, done, sizes)


def rounded(people: Anchor) -> Anchor:
    """An anchor as its file has it."""
    return Anchor(*(np.round(each, 2) + 0.0 for each in people))


def programs() -> list[Any]:
    """The programs of the games that people are fitted at."""
    return [
        trained_program(variant, training)
        for variant in (NO_LIMIT, LIMIT, OMAHA)
        for training in (False, True)
    ]


def use(people: Anchor, styles: Mapping[str, Mapping[str, float]]) -> None:
    """Let people at hold'em and omaha play by an anchor and by what the styles of each line-up share.

    Their chances are those of trained players, because chances among people are fitted to people.
    """
    for program in programs():
        anchor_people(program, rounded(people))
        program.odds[:, AMONG_PEOPLE] = program.odds[:, TRAINED]
    for name, shared in styles.items():
        POPULATIONS[name] = styles_of(name, shared)


class Table(NamedTuple):
    """Logged hands of a game at tables of one size."""

    variant: Variant
    players: int
    rows: Sequence[Mapping[str, Any]]

    @property
    def exactly(self) -> bool:
        """Whether a hand takes a fixed number of own cards, as at omaha."""
        return bool(self.variant.use.own_exactly)

    def logged(self) -> Acts:
        """The acts of these hands."""
        return acts_of(
            ((row["acts"], row["stacks"], float(row["unit"]), 0) for row in self.rows), self.exactly
        )

    def simulated(self) -> Acts:
        """The acts of `GROUP` at such tables, with the same stacks."""
        depths = np.array([row["stacks"] for row in self.rows], float)
        hands = AS_MANY * len(self.rows)
        return acts_of(simulated_hands(self.variant, GROUP, self.players, depths, hands, _SEED), self.exactly)


def tables_of(holdem: Sequence[Mapping[str, Any]], omaha: Sequence[Mapping[str, Any]]) -> list[Table]:
    """Hands of hold'em and omaha by game and number of players, where three or more play."""
    return [
        Table(game, players, [row for row in rows if row["players"] == players])
        for game, rows in ((NO_LIMIT, holdem), (OMAHA, omaha))
        for players in sorted({row["players"] for row in rows})
        if players > 2
    ]


def fit_shape(tables: Sequence[Table]) -> Anchor:
    """The anchor by which acts of simulated tables depend on the situation as logged ones do."""
    logged = weights_of(all_acts([table.logged() for table in tables]))
    people = logged
    for _ in range(STEPS):
        use(people, START)
        now = weights_of(all_acts([table.simulated() for table in tables]))
        kept = (1.0, _STAYS, _STAYS, 1.0)
        people = Anchor(
            *(
                was + part * (each - was) + _STEP * np.clip(was - is_, -_MOST, _MOST)
                for each, was, is_, part in zip(people, logged, now, kept, strict=True)
            )
        )
    return rounded(people)


LEVELS: Sequence[tuple[str, Mapping[str, float]]] = (
    ("folds", {"first round": 1.0}),
    ("folds", {"constant": 1.0, "first round": -1.0}),
    ("raises", {"only the blind raised": 1.0}),
    ("raises", {"first round": 1.0, "only the blind raised": -1.0}),
    ("raises", {"constant": 1.0, "first round": -1.0}),
    ("bets", {"constant": 1.0}),
    ("bets", {"last to bet": 1.0}),
    ("raises", {"log of seats, first round": 1.0}),
    ("folds", {"log of seats, first round": 1.0}),
    ("raises", {"fixed number of own cards": 1.0}),
    ("folds", {"fixed number of own cards": 1.0}),
)
"""The weights of the anchor that are fitted to figures of tables: which regression, and by how much its columns move with a shift of one. For instance the
first one is folding in the first round, the second one in later rounds.
"""
SHARED = ("reraises", "reading")
"""What styles share that is fitted along with them."""


def levelled(
    people: Anchor, shared: Mapping[str, float], shifts: Sequence[float]
) -> tuple[Anchor, dict[str, float]]:
    """An anchor and what styles share, moved by a shift for each of `LEVELS` and `SHARED`."""
    moved = {name: each.copy() for name, each in people._asdict().items()}
    for (name, columns), shift in zip(LEVELS, shifts, strict=False):
        for column, part in columns.items():
            moved[name][(FREE if name == "bets" else PRICED).index(column)] += part * shift
    own = {
        name: shifted_share(shared[name], shift)
        for name, shift in zip(SHARED, shifts[len(LEVELS) :], strict=True)
    }
    return rounded(Anchor(**moved)), {**shared, **own}


def fit_levels(
    people: Anchor, tables: Sequence[LoggedTable]
) -> Iterator[tuple[str, tuple[Anchor, dict[str, float]]]]:
    """The levels of an anchor and what `GROUP` shares, fitted to the figures of tables: ever better, each with a line that says how near they come."""

    def off(shifts: Floats) -> Floats:
        moved, shared = levelled(people, START[GROUP], shifts.tolist())
        use(moved, {GROUP: shared})
        return np.append(errors_of(GROUP, tables), _STAYS_AT * shifts)

    for wrong, shifts in least(off, len(LEVELS) + len(SHARED)):
        line = f"    {wrong:.1f} at {', '.join(f'{shift:+.2f}' for shift in shifts)}"
        yield line, levelled(people, START[GROUP], shifts.tolist())


Result = TypeVar("Result")
Say = Callable[[str], object]


def reported(steps: Iterable[tuple[str, Result]], say: Say) -> Iterator[Result]:
    """What each step has found, after its line is said."""
    for line, result in steps:
        say(line)
        yield result


def fit_people(
    tables: Sequence[Table], figures: Sequence[LoggedTable], say: Say
) -> tuple[Anchor, Mapping[str, Mapping[str, float]]]:
    """Fit all: the shape to the acts at tables, levels to figures, then `careful` to what is published."""
    shape = fit_shape(tables)
    say(people_text(shape, START))
    *_, (people, shared) = reported(fit_levels(shape, figures), say)
    use(people, {GROUP: shared})
    *_, careful = reported(fit("careful"), say)
    lineups = {GROUP: shared, "careful": careful}
    use(people, lineups)
    return people, lineups


def main(words: Sequence[str]) -> None:
    """Fit all, and write the file."""
    say = partial(print, flush=True)
    files = logs_asked_for("bench.anchor", __doc__, words)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "store")
        write_import(store, [import_log(file) for file in files])
        holdem, omaha = (logged_hands(store.path, variant) for variant in (NO_LIMIT, OMAHA))
    figures = [*LOGGED[GROUP], *logged_tables(holdem, omaha)]
    people, lineups = fit_people(tables_of(holdem, omaha), figures, say)
    FILE.write_text(people_text(people, lineups), encoding="utf-8")
    for name, each in ((GROUP, figures), ("careful", LOGGED["careful"])):
        for line in report(name, each):
            say(line)


if __name__ == "__main__":
    main(sys.argv[1:])
