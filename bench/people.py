"""`python -m bench.people FOLDER`: how near `friends`, `careful` and fits come to real hands, into `bench/measured/people.md`.

The PokerNow logs of a folder are imported, tournaments left out. What hands of no-limit hold'em by three, by four, and by five
to seven show, and hands of pot-limit omaha, is compared with the line-ups at tables of the same sizes with the same stacks. Standard
errors are of 400 bootstrap samples of hands. Then the order of games by deviation is compared between line-ups
(Spearman), on one seed. At last nights predict other nights, and one group another (`bench.forecasts`).
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.acts import logged_decisions, report, simulated_decisions
from bench.forecasts import forecasts
from bench.logged import SIZES, Floats, columns, errors_of, logged_hands, logs_asked_for
from bench.populations import write_table
from bench.table_figures import FIGURES, played_alike, seats_of
from engine.api import CATALOGUE, VARIANTS, SeatColumn, Variant, play
from pipeline.analysis.compare import LINEUPS
from pipeline.formats.pokernow.log import import_log
from pipeline.formats.sessions import write_import
from pipeline.simulation.fitting import game_of
from pipeline.simulation.runs import table_for
from pipeline.store.store import Store

PAGE = Path(__file__).parent / "measured" / "people.md"
SEED = 71_000
GAME_HANDS = 3000


def _table(logged: Mapping[str, Floats], tables: Mapping[str, Mapping[str, Floats]]) -> Iterator[str]:
    """The figures of logged hands and of simulated tables."""
    spread = errors_of(logged)
    yield f"| figure | logged | {' | '.join(f'{name} | off, in errors' for name in tables)} |"
    yield "|---|--:|" + "--:|" * 2 * len(tables)
    for name, figure in FIGURES.items():
        was = figure(logged)
        cells = [f"{was:.3g} ± {spread[name]:.2g}"]
        for hands in tables.values():
            simulated = figure(hands)
            cells += [f"{simulated:.3g}", f"{(simulated - was) / spread[name]:+.1f}" if spread[name] else ""]
        yield f"| {name} | {' | '.join(cells)} |"
    yield ""


def by_size(rows: Sequence[Mapping[str, Any]], variant: Variant) -> Iterator[str]:
    """Line-ups beside the logged hands, by the size of the table."""
    for size, players in SIZES.items():
        mine = [row for row in rows if row["players"] in players]
        if not mine:
            continue
        yield f"By {size} players: {len(mine)} hands of {len({row['session_id'] for row in mine})} sessions."
        yield from _beside(mine, variant)


def at_all_sizes(rows: Sequence[Mapping[str, Any]], variant: Variant) -> Iterator[str]:
    """Line-ups next to the logged hands of a game, at a table of the mean size."""
    size = round(np.mean([row["players"] for row in rows]))
    yield f"{variant.name}, by {size}: {len(rows)} hands of {len({row['session_id'] for row in rows})} sessions."
    yield from _beside(rows, variant)


def _beside(rows: Sequence[Mapping[str, Any]], variant: Variant) -> Iterator[str]:
    """Logged hands, and what the line-ups show at tables of these sizes with their stacks."""
    tables = seats_of(rows)
    yield ""
    yield from _table(
        columns(rows),
        {f"`{name}`": played_alike(variant, [name], tables) for name in ("friends", "careful")},
    )


def acts(rows: Sequence[Mapping[str, Any]], variant: Variant) -> Iterator[str]:
    """When people fold, next to the line-ups at a table of the mean size and the logged stacks."""
    yield f"## When they fold at {variant.name}"
    yield ""
    yield from report(
        logged_decisions(rows),
        {
            name: simulated_decisions(variant, name, seats_of(rows), 8000, SEED)
            for name in ("friends", "careful")
        },
    )


COURSES: Mapping[str, Callable[[Mapping[str, Floats]], NDArray[np.bool_]]] = {
    "all fold to the big blind": lambda hands: hands["vpip"] == 0,
    "no flop, but a call or a raise": lambda hands: (hands["saw_flop"] < 2) & (hands["vpip"] > 0),
    "a flop without a raise before": lambda hands: (hands["saw_flop"] > 1) & (hands["pfr"] == 0),
    "a flop by two after a raise": lambda hands: (hands["saw_flop"] == 2) & (hands["pfr"] > 0),
    "a flop by three or more after a raise": lambda hands: (hands["saw_flop"] > 2) & (hands["pfr"] > 0),
}
"""How far hands come."""


def pots(rows: Sequence[Mapping[str, Any]], variant: Variant) -> Iterator[str]:
    """The pots of logged hands and of line-ups by how far the hands come: their share, and quartiles of pots."""
    tables = {"logged": columns(rows)} | {
        f"`{name}`": played_alike(variant, [name], seats_of(rows)) for name in ("friends", "careful")
    }
    yield "## Pots"
    yield ""
    yield f"{variant.name} at all tables: hands in 100, with the quartiles of their pots."
    yield ""
    yield f"| hands with | {' | '.join(tables)} |"
    yield "|---|" + "--:|" * len(tables)
    for name, course in COURSES.items():
        cells = []
        for hands in tables.values():
            here = course(hands)
            quartiles = " / ".join(f"{pot:.3g}" for pot in np.quantile(hands["pot"][here], (0.25, 0.5, 0.75)))
            cells.append(f"{100 * here.mean():.0f}: {quartiles}")
        yield f"| {name} | {' | '.join(cells)} |"
    yield ""


def orders() -> Iterator[str]:
    """Rank correlation of the games' deviations between line-ups."""
    names = {**LINEUPS, "regular": ("regular",)}
    deviations: dict[str, list[float]] = {name: [] for name in names}
    games = list(CATALOGUE.values())
    for variant in games:
        players = table_for(variant, 5)
        for name, lineup in names.items():
            squares = seats = 0.0
            for _, record in play(
                variant, players=players, hands=GAME_HANDS, seed=SEED,
                profiles=lineup,
            ):  # fmt: skip
                nets = (record.seat[:, :, SeatColumn.WON] - record.seat[:, :, SeatColumn.PAID]) / variant.unit
                squares, seats = squares + float((nets**2).sum()), seats + nets.size
            deviations[name].append((squares / seats) ** 0.5)
    ranks = {name: np.argsort(np.argsort(each)) for name, each in deviations.items()}
    yield f"Spearman's correlation of the deviations of a hand of {len(games)} games, {GAME_HANDS:,} hands each:"
    yield ""
    yield f"| | {' | '.join(names)} |"
    yield "|---|" + "--:|" * len(names)
    for one in names:
        yield f"| {one} | {' | '.join(f'{np.corrcoef(ranks[one], ranks[other])[0, 1]:.2f}' for other in names)} |"


def main(words: Sequence[str]) -> None:
    """Measure and write the page."""
    files = logs_asked_for("bench.people", __doc__, words)
    variant = game_of(VARIANTS, "texas-holdem", "no-limit")
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "store")
        write_import(store, [import_log(file) for file in files])
        rows = logged_hands(store.path, variant)
        omaha = VARIANTS["omaha-high"]
        of_omaha = logged_hands(store.path, omaha)
        lines = [
            "# How near simulated people come to real ones", "",
            "Written by `python -m bench.people FOLDER`; [profiles.md](../../docs/profiles.md) says what the line-ups are. No-limit hold'em",
            "of home games for money at the logged stacks; pots and deviations in big blinds. Errors are of hands; sessions differ by more.",
            "`friends` are fitted to these hands and to the figures of another group, `careful` are not.", "",
            *by_size(rows, variant), *acts(rows, variant),
            *at_all_sizes(of_omaha, omaha), *acts(of_omaha, omaha), *pots(rows, variant), *orders(), "",
        ]  # fmt: skip
        write_table()
        lines += forecasts(store.path, rows, of_omaha, variant)
    PAGE.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
