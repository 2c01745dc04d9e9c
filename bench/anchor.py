"""`python -m bench.anchor FOLDER`: fit what people do in a situation (`engine.players.anchor`) and the levels of `friends` again.

The acts of no-limit hold'em and pot-limit omaha in PokerNow logs of a folder, tournaments left out, are regressed on the situations
that they were made in. An anchor sets what the mean hand of a row does, but hands that come to a row aren't drawn evenly, and styles depart
from it; so the anchor is moved until acts of simulated tables of the same sizes and stacks give the same regressions. Logs of one
group say how acts depend on the situation; how loose and bold people are is then fitted to the tables of `bench.populations.LOGGED`. Prints
weights and styles, to be put into `engine/players/anchor.py` and `engine/players/profiles.py`.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.acts import Hand, simulated_hands
from bench.people import SIZES, depths_of, logged_hands
from bench.populations import LOGGED, NO_LIMIT, OMAHA, errors_of, least, shifted_share, shown
from engine.api import KIND_MASK, MAX_ROUND, ROUND_SHIFT, SEAT_SHIFT, TABLE, Act, Profile, Variant
from engine.kernel.actions import VALUE_SHIFT
from engine.players import anchor
from engine.players.anchor import PRICED, Anchor, Situations, anchored_policy
from engine.players.profiles import POPULATIONS
from engine.players.training.card_games import trained_program
from engine.players.training.chances import fit_logistic
from pipeline.formats.pokernow.log import import_log
from pipeline.formats.sessions import write_import
from pipeline.store.store import Store

Floats = NDArray[np.float64]
GROUP = "friends"
STEPS, AS_MANY, _STEP, _MOST, _STAYS = 7, 20, 0.8, 1.5, 0.8
"""Steps of the fit, how many hands are simulated for each logged one, the part and the most of a difference that a step makes good, and what
is left of earlier steps of raises and folds: what no shift reaches shall move no weight far.
"""
_SEED = 71_000
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
                rows.append(
                    (
                        price / pot,
                        street,
                        len(live),
                        raises,
                        seat == bettor,
                        ends,
                        left[seat] / pot,
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
    price, street_, players, raised, mine, ends_, depth, done_, sizes = np.array(rows, float).T
    first, priced = street_ == 1, price > 0
    situations = Situations(
        priced=priced, first=first, middle=street_ == 3, last=street_ == 4, live=np.minimum(players, 5.5), raised=raised * priced,
        small=priced & (6 * price < 1), large=price >= 2 / 3, mine=(mine > 0) & ~first, ends=ends_, shallow=depth < 1, deep=depth >= 4,
        exactly=np.full(len(rows), exactly),
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


def use(people: Anchor) -> None:
    """Let people at hold'em and omaha play by this anchor."""
    for variant in (NO_LIMIT, OMAHA):
        for program in (trained_program(variant), trained_program(variant, True)):
            program.anchored[:] = anchored_policy(program, people)


class Table(NamedTuple):
    """Logged hands of a game at tables of about one size."""

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
        """The acts of `GROUP` at such a table."""
        hands = AS_MANY * len(self.rows)
        return acts_of(
            simulated_hands(self.variant, GROUP, self.players, depths_of(self.rows), hands, _SEED),
            self.exactly,
        )


def tables_of(store: Path) -> list[Table]:
    """The tables of a store: hold'em by size, and omaha."""
    holdem = logged_hands(store, NO_LIMIT)
    parts = [(NO_LIMIT, [row for row in holdem if row["players"] in sizes]) for sizes in SIZES.values()]
    parts.append((OMAHA, logged_hands(store, OMAHA)))
    return [
        Table(game, round(np.mean([row["players"] for row in rows])), rows) for game, rows in parts if rows
    ]


def fit_shape(tables: Sequence[Table]) -> Iterator[Anchor]:
    """Anchors by which acts of simulated tables depend on the situation ever more as logged ones do."""
    logged = weights_of(all_acts([table.logged() for table in tables]))
    people = logged
    for _ in range(STEPS):
        use(people)
        now = weights_of(all_acts([table.simulated() for table in tables]))
        kept = (1.0, _STAYS, _STAYS, 1.0)
        people = Anchor(
            *(
                was + part * (each - was) + _STEP * np.clip(was - is_, -_MOST, _MOST)
                for each, was, is_, part in zip(people, logged, now, kept, strict=True)
            )
        )
        yield people


LEVELS = (
    "folds first",
    "folds later",
    "first raises",
    "raises again",
    "raises later",
    "bets",
    "reraises",
    "reading",
)
"""What is fitted to the tables of `LOGGED`: log-odds of the anchor, and fields of the styles."""


def levelled(
    people: Anchor, styles: Sequence[Profile], shifts: Sequence[float]
) -> tuple[Anchor, list[Profile]]:
    """An anchor and styles, moved by a shift for each of `LEVELS`."""
    folds_first, folds_later, opens, again, later, bets, reraises, reading = shifts
    people = Anchor(*(each.copy() for each in people))
    first = PRICED.index("first round")
    people.folds[[0, first]] += folds_later, folds_first - folds_later
    people.raises[[0, first, PRICED.index("only the blind raised")]] += later, again - later, opens - again
    people.bets[0] += bets

    moved = [
        replace(
            style,
            reraises=shifted_share(style.reraises, reraises),
            reading=shifted_share(style.reading, reading),
        )
        for style in styles
    ]
    return people, moved


def fit_levels(people: Anchor) -> Iterator[str]:
    """Fit the levels; yields lines to print, and leaves the anchor in use."""
    styles = POPULATIONS[GROUP]

    def off(shifts: Floats) -> Floats:
        moved, seated = levelled(people, styles, shifts.tolist())
        use(moved)
        return np.append(errors_of(GROUP, seated), 0.3 * shifts)

    shifts = np.zeros(len(LEVELS))
    for wrong, shifts in least(off, len(LEVELS)):
        yield f"    {wrong:.0f} at {', '.join(f'{shift:+.2f}' for shift in shifts)}"
    moved, seated = levelled(people, styles, shifts.tolist())
    use(moved)
    for name, each in moved._asdict().items():
        yield f"    {name}=np.array({each.round(2).tolist()}),"
    yield f"    reraises={seated[0].reraises}, reading={seated[0].reading}"
    for table, figures in zip(LOGGED[GROUP], shown(GROUP, seated, 401), strict=True):
        for figure, (value, spread) in table.figures.items():
            yield f"    {table.game.id} by {table.players}, {figure}: {figures[figure]:.3f} (real {value} ± {spread})"


def main(words: Sequence[str]) -> None:
    """Fit both."""
    files = sorted(file for word in words for file in Path(word).rglob("*.csv") if "_log" in file.name)
    people = anchor.PEOPLE
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "store")
        write_import(store, [import_log(file) for file in files])
        for people in fit_shape(tables_of(store.path)):
            print(np.concatenate(people).round(2).tolist(), flush=True)
    for line in fit_levels(people):
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
