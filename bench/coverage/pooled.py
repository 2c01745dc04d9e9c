"""Of figures that take runs together, three of one seed at three tables.

The deals of a seed are independent, so samples are cut from long runs; what is true is what all samples say
together. The marts' own SQL is asked, a sample being a kind of session.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import arro3.core as arrow
import duckdb
import polars as pl

from bench.coverage.samples import formulas
from engine.api import VARIANTS, Buffers
from pipeline.analysis.derived import run_sums, sums_of_run
from pipeline.simulation.chunks import Chunk
from pipeline.simulation.frames import joined
from pipeline.simulation.play import batches_of, chunk_frames, play_batch
from pipeline.simulation.runs import Run
from pipeline.store.parts import write_part
from pipeline.store.schemas import DERIVED_TABLES, REFERENCE_TABLES, SESSION_TABLES
from queries import selects
from queries.models import Model, load_models

Table = tuple[int, Sequence[str]]
SCENES: dict[str, tuple[str, int, Sequence[Table]]] = {
    "hold'em by 4, 5 and 6": ("texas-holdem", 5000, [(size, ["regular"]) for size in (4, 5, 6)]),
    "hold'em by regulars, rocks, stations": (
        "texas-holdem", 5000, [(5, [who]) for who in ("regular", "rock", "station")],
    ),
    "Midnight Baseball by regulars, rocks, stations": (
        "midnight-baseball", 5000, [(5, [who]) for who in ("regular", "rock", "station")],
    ),
    "Midnight Baseball by 3, 5 and 7": ("midnight-baseball", 5000, [(n, ["regular"]) for n in (3, 5, 7)]),
    "hold'em by 1, 2 and 3 regulars among 4": (
        "texas-holdem", 2000, [(4, ["regular"] * n + ["novice"] * (4 - n)) for n in (1, 2, 3)],
    ),
}  # fmt: skip
"""A game, the deals of a run, and the tables."""
FIGURES = {"net_sd hour": "deviation", "pot_mean hand": "mean pot", "showdown hand": "showdowns"}
POOLED_SEED = 20261124


def sums_of_runs(game: str, deals: int, tables: Sequence[Table], samples: int) -> pl.DataFrame:
    """The sums of each sample's runs, a row a run; `sample` and `session_id` say whose."""
    results, buffers = [], Buffers()
    for players, profiles in tables:
        run = Run(
            variants=[VARIANTS[game]], hands=deals, players=players, seed=POOLED_SEED, profiles=profiles
        )
        for sample in range(samples):
            chunk = Chunk(
                game=game, additions="", first=sample * deals, deals=deals, first_no=1,
                seed=run.seed_at(players), profiles=tuple(run.profiles_at(players)), detail=run.detail,
            )  # fmt: skip
            played = joined([play_batch(chunk, some, buffers) for some in batches_of(chunk)])
            row = sums_of_frames(*chunk_frames(chunk, played))
            of_run = pl.lit(f"{sample} {players} {' '.join(profiles)}")
            results.append(row.with_columns(sample=pl.lit(str(sample)), session_id=of_run))
    return pl.concat(results)


def sums_of_frames(hands: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """The sums of a run with these rows."""
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for table, rows in (("hands", hands), ("seats", seats)):
            part = Path(folder) / table / "session_id=sample" / "part-0.parquet"
            part.parent.mkdir(parents=True)
            write_part(rows, part)
            files[table] = [part]
        with run_sums() as sums:
            return sums_of_run(sums, files)


def figures(con: duckdb.DuckDBPyConnection, kind: str, every: bool) -> dict[str, pl.DataFrame]:
    """What the marts say of each `kind`, an expression: of the row of `every` size, or of the only size."""
    models = load_models([*SESSION_TABLES, *REFERENCE_TABLES, *DERIVED_TABLES])
    con.execute(
        f"create or replace table stg_sessions as select distinct session_id, {kind} as kind from sums"
    )
    for name in ("int_variant_sums", "int_meld_sums", "int_skill_sums"):
        con.execute(
            f"create or replace table {name} as select session_id, unnest({name}, max_depth := 2) from sums"
        )
    con.execute(f"create or replace table int_game_sums as {of_runs(models['int_game_sums'])}")
    size = "player_count is null" if every else "player_count is not null"
    asked = {
        "stats": "select *, concat(metric, ' ', per) as figure from ({}) where value > 0 and low < high and "
        + size,
        "melds": "select *, meld as figure, win_rate as value from ({}) where shown > 500 and " + size,
        "skill": """
            select *, 'edge' as figure, edge_per_100 as value,
                value - 1.959964 * error_per_100 as low, value + 1.959964 * error_per_100 as high
            from ({})
        """,
    }
    return {
        name: selects.read(con, sql.format(of_runs(models[f"mart_variant_{name}"]))).select(
            "kind", "figure", "value", "low", "high"
        )
        for name, sql in asked.items()
    }


def of_runs(model: Model) -> str:
    """The SQL of a model, where sessions of every kind are runs."""
    return re.sub(r"(s\.)?\bkind = 'run'", "true", model.sql)


def pooled_table(samples: int) -> Iterator[str]:
    """The rows of the table, in Markdown: of samples that have an interval, the share that covers the truth."""
    yield f"| runs | {' | '.join(FIGURES.values())} | melds shown over 500 times | edge |"
    yield "|---" * (len(FIGURES) + 3) + "|"
    for scene, (game, deals, tables) in SCENES.items():
        con = formulas()
        sums = sums_of_runs(game, deals, tables, samples)
        con.from_arrow(arrow.Table.from_arrow(sums)).create("sums")
        con.execute(
            "create table int_paces as select ? as variant_id, ? as pace", [game, VARIANTS[game].pace]
        )
        con.execute(
            "create table int_pot_quantiles (kind text, variant_id text, additions text, player_count int, "
            "metric text, per text, pot double, pots bigint)"
        )
        con.execute(
            "create table int_repeated (session_id text, variant_id text, additions text, player_count int)"
        )
        every = len({players for players, _ in tables}) > 1
        estimates, true = figures(con, "sample", every), figures(con, "'all'", every)
        held = {}
        for name, of_samples in estimates.items():
            both = of_samples.join(true[name].select("figure", true="value"), on="figure")
            share = pl.col("true").is_between("low", "high").mean()
            held[name] = dict(both.group_by("figure").agg(share).iter_rows())
        cells = [f"{held['stats'][figure]:.1%}" if figure in held["stats"] else "" for figure in FIGURES]
        melds = held["melds"].values()
        cells.append(f"{min(melds):.1%} to {max(melds):.1%}" if melds else "")
        cells += [f"{share:.1%}" for share in held["skill"].values()] or [""]
        yield f"| {scene} | {' | '.join(cells)} |"
