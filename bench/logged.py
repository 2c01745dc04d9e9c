"""Logged hands of games for money: their figures, and what chance leaves open of these."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.populations import NO_LIMIT, OMAHA, LoggedTable
from bench.table_figures import FIGURES, Figure, counted, seats_of
from engine.api import Variant
from pipeline.analysis.marts import query_store
from pipeline.simulation.stacks import Stacks

SAMPLES = 400
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


def logs_asked_for(program: str, about: str | None, words: Sequence[str]) -> list[Path]:
    """Return the PokerNow logs in the folder that the arguments of `python -m bench.…` name. Ends the program if there
    are none, and after `--help`.
    """
    parser = argparse.ArgumentParser(
        prog=f"python -m {program}", description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "folder", metavar="FOLDER", type=Path, help="a folder with PokerNow logs (*_log*.csv)"
    )
    folder: Path = parser.parse_args(words).folder
    files = sorted(file for file in folder.rglob("*.csv") if "_log" in file.name)
    return files or parser.error(f"{folder} has no PokerNow logs: name a folder with files *_log*.csv")


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


def errors_of(hands: Mapping[str, Floats], figures: Mapping[str, Figure] = FIGURES) -> dict[str, float]:
    """The bootstrap standard error of each figure."""
    rng = np.random.default_rng(1)
    count = len(hands["pot"])
    drawn = [rng.integers(count, size=count) for _ in range(SAMPLES)]
    return {
        name: float(np.std([figure({key: each[rows] for key, each in hands.items()}) for rows in drawn]))
        for name, figure in figures.items()
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
