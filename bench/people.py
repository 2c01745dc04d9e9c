"""`python -m bench.people FOLDER`: how near `friends`, `careful` and fits come to real hands, into `bench/measured/people.md`.

The PokerNow logs of a folder are imported, tournaments left out. What hands of no-limit hold'em by three, by four, and by five
to seven show, and hands of pot-limit omaha, is compared with the line-ups at tables of the same sizes with the same stacks. Then the nights are parted
in two halves, in every way: to one half a group is fitted, and what it shows at the tables of the other half is compared with that half. Standard
errors are of 400 bootstrap samples of hands. Then the order of games by deviation is compared between line-ups
(Spearman), on one seed.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.acts import logged_decisions, report, simulated_decisions
from bench.populations import NO_LIMIT, OMAHA, LoggedTable, write_table
from bench.table_figures import FIGURES, counted, played_alike, seats_of
from engine.api import CATALOGUE, VARIANTS, SeatColumn, Variant, play
from pipeline.analysis.compare import LINEUPS
from pipeline.analysis.marts import query_store
from pipeline.analysis.observed import logged_figures
from pipeline.analysis.own_group import estimate_group, expected_figures
from pipeline.formats.pokernow.log import import_log
from pipeline.formats.sessions import write_import
from pipeline.simulation.fitting import fit_group, game_of
from pipeline.simulation.runs import table_for
from pipeline.simulation.stacks import Stacks
from pipeline.store.store import Store

PAGE = Path(__file__).parent / "measured" / "people.md"
SEED, SAMPLES = 71_000, 400
GAME_HANDS = 3000
SIZES: Mapping[str, Sequence[int]] = {"3": (3,), "4": (4,), "5 to 7": (5, 6, 7)}
Floats = NDArray[np.float64]
_LOGGED = """
    select
        h.session_id,
        h.hand_no,
        any_value(b.actions) as acts,
        h.player_count as players,
        h.pot / h.unit as pot,
        sum((s.net / h.unit) ** 2) as squares,
        list(s.stack_before / h.unit order by s.seat) as stacks,
        h.unit
    from int_hands as h
    inner join stg_sessions as n using (session_id)
    inner join hands as b using (session_id, hand_no)
    inner join stg_seats as s using (session_id, hand_no)
    where
        h.played and h.has_acts and h.unit is not null and not is_tournament(n.house_rules)
        and h.variant_id = $game and h.additions = $additions
    group by all
    order by all
"""


def logged_hands(store: Path, variant: Variant) -> list[dict[str, Any]]:
    """A row a hand of a game that was played for money: its session, acts, pot, squares of nets, and stacks."""
    query = _LOGGED.replace("$game", f"'{variant.id}'").replace("$additions", f"'{variant.additions}'")
    return [dict(row) for row in query_store(store, query)]


def columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, Floats]:
    """Rows of hands as arrays."""
    acts = [np.array(row["acts"], np.int64) for row in rows]
    ends = np.cumsum([0, *map(len, acts)]).astype(np.int64)
    counts = counted(np.concatenate(acts), ends, np.array([row["players"] for row in rows], np.int64))
    return counts | {name: np.array([row[name] for row in rows], float) for name in ("pot", "squares")}


def errors_of(hands: Mapping[str, Floats]) -> dict[str, float]:
    """The bootstrap standard error of each figure."""
    rng = np.random.default_rng(1)
    count = len(hands["pot"])
    drawn = [rng.integers(count, size=count) for _ in range(SAMPLES)]
    return {
        name: float(np.std([figure({key: each[rows] for key, each in hands.items()}) for rows in drawn]))
        for name, figure in FIGURES.items()
    }


def logged_tables(
    holdem: Sequence[Mapping[str, Any]], omaha: Sequence[Mapping[str, Any]]
) -> list[LoggedTable]:
    """What logged hands show: hold'em by size of table (`SIZES`), and omaha by three and more."""
    parts = [(NO_LIMIT, [row for row in holdem if row["players"] in sizes]) for sizes in SIZES.values()]
    parts.append((OMAHA, [row for row in omaha if row["players"] > 2]))
    tables = []
    for game, rows in parts:
        hands = columns(rows)
        spread = errors_of(hands)
        tables.append(
            LoggedTable(
                game=game, players=round(np.mean([row["players"] for row in rows])), tables=seats_of(rows), group="logs",
                nights=len({row["session_id"] for row in rows}),
                figures={name: (figure(hands), spread[name]) for name, figure in FIGURES.items()},
            )
        )  # fmt: skip
    return tables


def depths_of(rows: Sequence[Mapping[str, Any]]) -> Stacks:
    """The stacks of hands, as 33 quantiles."""
    depths = np.concatenate([np.array(row["stacks"], float) for row in rows])
    return Stacks(
        name="half", depths=tuple(np.quantile(depths, (np.arange(33) + 0.5) / 33).round(1).tolist())
    )


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


FORETOLD = ("PFR", "mean pot", "median pot", "deviation of a seat")
FIT, RAW = "the other half's fit", "the other half's raw figures"


def forecasts(store: Path, rows: Sequence[Mapping[str, Any]], variant: Variant) -> Iterator[str]:
    """How well half of the nights foretells the other half, in every split: by its fit, by its raw figures, and by `friends`."""
    sessions = sorted({row["session_id"] for row in rows})
    off: dict[str, list[list[float]]] = {}
    chance: list[list[float]] = []
    splits = list(combinations(sessions, len(sessions) // 2))
    for fitted in splits:
        mine, held = (
            [row for row in rows if (row["session_id"] in fitted) is inside] for inside in (True, False)
        )
        size = round(np.mean([row["players"] for row in held]))
        logged = logged_figures(store, sessions=fitted, size=size, game=variant.id)
        assert logged.table is not None  # no player was named
        estimates, _ = estimate_group(logged, depths_of(mine))
        group = fit_group(
            logged.players, variant, size, expected_figures(logged.table, estimates), stacks=depths_of(mine)
        )
        tables = seats_of(held)
        shown = {
            FIT: played_alike(variant, [one.profile for one in group.players], tables),
            RAW: columns(mine),
            "`friends`": played_alike(variant, ["friends"], tables),
        }
        real = columns(held)
        spread = errors_of(real)
        chance.append([spread[figure] / FIGURES[figure](real) for figure in FORETOLD])
        for name, hands in shown.items():
            off.setdefault(name, []).append(
                [float(np.log(FIGURES[figure](hands) / FIGURES[figure](real))) for figure in FORETOLD]
            )
    yield f"Nights foretold: {len(splits)} splits of {len(sessions)} nights into halves, one of which foretells the other. Root mean square errors of the"
    yield "logarithm of each figure, at the stacks and tables of the nights foretold, and what the hands of these nights leave open. `friends` were fitted"
    yield "to all of them, so only the raw figures know nothing of the nights foretold."
    yield ""
    yield f"| foretold by | {' | '.join(FORETOLD)} |"
    yield "|---|" + "--:|" * len(FORETOLD)
    for name, errors in [*off.items(), ("standard error by hands", chance)]:
        yield f"| {name} | {' | '.join(f'{error:.2f}' for error in np.sqrt((np.array(errors) ** 2).mean(axis=0)))} |"
    yield ""
    yield "Each split: the error of the fit, that of the raw figures in brackets, and the standard error by the hands of the nights foretold."
    yield ""
    yield f"| split | {' | '.join(FORETOLD)} |"
    yield "|---|" + "--:|" * len(FORETOLD)
    for number, fitted in enumerate(splits):
        cells = [
            f"{fit:+.2f} ({raw:+.2f}) ± {error:.2f}"
            for fit, raw, error in zip(off[FIT][number], off[RAW][number], chance[number], strict=True)
        ]
        nights = ", ".join(str(sessions.index(session) + 1) for session in fitted)
        yield f"| by nights {nights} | {' | '.join(cells)} |"
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
    files = sorted(file for word in words for file in Path(word).rglob("*.csv") if "_log" in file.name)
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
            *at_all_sizes(of_omaha, omaha), *acts(of_omaha, omaha), *forecasts(store.path, rows, variant), *orders(),
        ]  # fmt: skip
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    write_table()


if __name__ == "__main__":
    main(sys.argv[1:])
