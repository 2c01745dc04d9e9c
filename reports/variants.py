"""How wild each game is: the spread of a hand's net, how it falls, how big the pots are."""

from __future__ import annotations

from pathlib import Path

import polars as pl
from duckdb import DuckDBPyConnection

from reports import data
from reports.blocks import Block, Chart, Choice, Column, Folded, Paragraph, Row, Search, Section, Table
from reports.cells import count_column, interval_column, share_column, text_column, with_interval
from reports.figures.games import pots, volatility
from reports.figures.histogram import histogram
from reports.html import Child, fragment, tag
from reports.numbers import date, number, percent, plural
from reports.page import DEALERS_CHOICE, Page, ReportError, render, write

KINDS = {"run": "simulated", "night": "played on the group's own nights", "import": "imported"}
"""Where hands come from, in the words of a page."""

NOTHING = {
    "run": ("No game has been simulated yet: ", tag("code", "peder simulate --all"), " does it."),
    "night": ("No night has been logged yet: ", tag("code", "peder log NIGHT"), " logs one."),
    "import": ("Nothing has been imported yet: ", tag("code", "peder import"), " does it."),
}

PER = {"hand": "a hand", "chain": "a chain", "hour": "an hour"}


def write_variants(con: DuckDBPyConnection, out: Path, kind: str | None = None) -> int:
    """Write the page that compares the games to `out`; returns its bytes. Raises ReportError.

    `kind` says which hands count: run (simulated), night or import; without one, the runs if there are any.
    """
    return write(render(variants_page(con, kind)), out)


def variants_page(con: DuckDBPyConnection, kind: str | None = None) -> Page:
    """The page that compares the games. Raises ReportError for a kind that isn't one."""
    if kind is not None and kind not in KINDS:
        raise ReportError(f"There are no hands of the kind {kind!r}: it is one of {', '.join(KINDS)}.")
    games = data.game_stats(con, kind or "run")
    if kind is None and games.is_empty():
        others = {other: data.game_stats(con, other) for other in ("night", "import")}
        kind, games = next(((other, rows) for other, rows in others.items() if len(rows)), ("run", games))
    kind = kind or "run"
    title = "How wild is each game?"
    if games.is_empty():
        return Page(title=title, kicker=DEALERS_CHOICE, lead=fragment(*NOTHING[kind]))
    games = labelled(games)
    hands = int(games["hands_hand"].sum())
    return Page(
        title=title,
        kicker=DEALERS_CHOICE,
        lead=f"{plural(hands, 'hand')} of {plural(games['variant_id'].n_unique(), 'game')}, {KINDS[kind]}.",
        top=[
            *_source(con, kind),
            Search(label="Find a game", hint="name, family, addition"),
        ],
        sections=[
            Section(heading="Volatility", anchor="volatility", blocks=_volatility(games)),
            Section(
                heading="What a hand brings", anchor="distribution", blocks=_distribution(con, kind, games)
            ),
            Section(heading="Pots", anchor="pots", blocks=_pots(games)),
            Section(heading="All numbers", anchor="numbers", blocks=_numbers(games)),
        ],
    )


def labelled(games: pl.DataFrame) -> pl.DataFrame:
    """Add `label` (the game and what was added), `row_id`, and `find` (the words that find the row)."""
    added = pl.when(pl.col("additions") == "").then(pl.lit("")).otherwise(", " + pl.col("additions"))
    return games.with_columns(
        (pl.col("name") + added).alias("label"),
        (pl.col("variant_id") + "+" + pl.col("additions")).alias("row_id"),
        pl.concat_str(
            "name", "name_da", "variant_id", "family", "additions", separator=" ", ignore_nulls=True
        ).alias("find"),
    )


def _source(con: DuckDBPyConnection, kind: str) -> list[Block]:
    sizes = data.table_sizes(con, kind)
    seats = " or ".join(map(str, sizes)) if len(sizes) < 4 else f"{sizes[0]} to {sizes[-1]}"
    if kind != "run":
        return [Paragraph(f"Tables of {seats} players.", quiet=True)]
    runs = data.runs(con)
    if len(runs) < 4:
        told = " ".join(_run(row) for row in runs.iter_rows(named=True))
        return [Paragraph(f"{told} Tables of {seats} players.", quiet=True)]
    runs_table = Table(
        frame=runs,
        caption="The runs that these hands come from",
        empty="",
        columns=[
            text_column("Run", "session_id"),
            count_column("Hands", "hands"),
            count_column("Games", "games"),
            Column(
                label="Seed", cell=lambda row: "" if row["seed"] is None else str(row["seed"]), sort="seed"
            ),
            text_column("Players", "profiles"),
            text_column("Played with", "engine_version"),
            text_column("On", "started_at", date),
        ],
        sortable=True,
        dense=True,
    )
    return [
        Paragraph(f"Tables of {seats} players.", quiet=True),
        Folded(summary=f"{len(runs)} runs, their players and seeds", blocks=[runs_table]),
    ]


def _run(row: Row) -> str:
    names = (row["profiles"] or "").split(", ")
    players = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    who = f" by {players} players" if players else ""
    with_seed = "" if row["seed"] is None else f" from seed {row['seed']}"
    return f"{plural(row['hands'], 'hand')}{who}{with_seed} ({row['session_id']})."


def _volatility(games: pl.DataFrame) -> list[Block]:
    charts = {f"Per {per}": _spread(games, per) for per in PER if games[f"net_sd_{per}"].is_not_null().any()}
    if not charts:
        return [
            Paragraph("There are too few hands to tell: a standard deviation takes at least two of a game.")
        ]
    remark = (
        "The larger it is, the wilder the game. Where a game has no ante, its big blind stands for one. "
        "A chain is a pot with all the hands it was carried through; "
        "an hour holds as many hands as the game's pace allows."
    )
    return [Choice(label="Taken", charts=charts, name="per"), Paragraph(remark, quiet=True)]


def _spread(games: pl.DataFrame, per: str) -> Chart:
    figure = volatility(games, per)
    about = f"Standard deviation of a seat's net over {PER[per]}, in antes, with its 95 % interval."
    if figure.layout.xaxis.type == "log":
        about += " The games lie far apart, so equal steps to the right multiply."
    return Chart(figure=figure, about=about)


def _distribution(con: DuckDBPyConnection, kind: str, games: pl.DataFrame) -> list[Block]:
    counted = data.net_distribution(con, kind)
    bins = {
        (str(rows["variant_id"][0]), str(rows["additions"][0])): dict(rows.select("bin", "n").iter_rows())
        for rows in counted.partition_by("variant_id", "additions", maintain_order=True)
    }
    charts, ids = {}, []
    wildest_first = games.sort("net_sd_hand", descending=True, nulls_last=True)
    for row in wildest_first.iter_rows(named=True):
        counts = bins.get((row["variant_id"], row["additions"]))
        if counts:
            charts[row["label"]] = Chart(figure=histogram(counts), about=_about(row["label"], counts))
            ids.append(row["row_id"])
    if not charts:
        return [Paragraph("No hand with a known ante has been counted.")]
    return [Choice(label="Game", charts=charts, name="game", ids=ids)]


def _about(label: str, counts: dict[int, int]) -> str:
    total = sum(counts.values())
    gained = sum(n for place, n in counts.items() if place >= 0)
    return (
        f"{label}: the share of hands by what they brought a seat, in antes. A seat lost nothing in "
        f"{percent(gained / total)} of {number(total)} hands. The outermost bars gather the rarest."
    )


def _pots(games: pl.DataFrame) -> list[Block]:
    names = [f"pot_{each}_hand" for each in ("p10", "p25", "p50", "p75", "p90")]
    if games.drop_nulls(names).is_empty():
        return [Paragraph("No pot with a known ante has been counted.")]
    about = (
        "The pot of a hand in antes: the dot is the middle pot, the thick line holds half of the pots, "
        "the thin one 80 %. Equal steps to the right multiply."
    )
    return [Chart(figure=pots(games), about=about)]


def _numbers(games: pl.DataFrame) -> list[Block]:
    table = Table(
        frame=games.sort("net_sd_hand", descending=True, nulls_last=True),
        caption="Standard deviations (per hand, chain and hour, with 95 % intervals) and pots, in antes; "
        "under the median pot, the span of the middle 80 %; one pot in 100 is above p99",
        empty="",
        columns=[
            Column(label="Game", kind="text", sort="label", cell=_game),
            count_column("Hands", "hands_hand"),
            interval_column("Per hand", "net_sd_hand"),
            interval_column("Per chain", "net_sd_chain"),
            interval_column("Per hour", "net_sd_hour", 1),
            count_column("Mean pot", "pot_mean_hand", 1),
            Column(label="Median pot", cell=_median, sort="pot_p50_hand"),
            count_column("p99 pot", "pot_p99_hand", 1),
            count_column("Largest pot", "pot_max_hand", 1),
            share_column("Showdown", "showdown_hand"),
            share_column("Carried", "carried_hand"),
        ],
        sortable=True,
        row_id="row_id",
        find="find",
        dense=True,
    )
    return [table]


def _median(row: Row) -> Child:
    return with_interval(row["pot_p50_hand"], row["pot_p10_hand"], row["pot_p90_hand"], 1)


def _game(row: Row) -> Child:
    family = tag("span", f" {row['family']}", class_="quiet") if row["family"] else None
    return fragment(row["label"], family)


__all__ = ["variants_page", "write_variants"]
