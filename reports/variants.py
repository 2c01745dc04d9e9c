"""How wild each game is: the spread of a hand's net, how it falls, how big the pots are."""

from __future__ import annotations

from pathlib import Path

import polars as pl
from duckdb import DuckDBPyConnection

from language import mark, tr
from reports import data, numbers
from reports.blocks import Block, Chart, Choice, Column, Folded, Paragraph, Row, Search, Section, Table
from reports.cells import count_column, interval_column, share_column, text_column, with_interval
from reports.evenings import evening_blocks, evenings
from reports.figures.games import pots, volatility
from reports.figures.histogram import histogram
from reports.html import Child, filled, fragment, tag
from reports.numbers import date, percent
from reports.page import DEALERS_CHOICE, Page, ReportError, render, write

KINDS = {
    "run": mark("{hands} of {games}, simulated."),
    "night": mark("{hands} of {games}, played on the group's own nights."),
    "import": mark("{hands} of {games}, imported."),
}
"""Where hands come from, in the words of a page."""

NOTHING = {
    "run": (mark("No game has been simulated yet: {command} does it."), "peder simulate --all"),
    "night": (mark("No night has been logged yet: {command} logs one."), "peder log NIGHT"),
    "import": (mark("Nothing has been imported yet: {command} does it."), "peder import"),
}

PER = {
    "hand": (
        mark("Per hand"),
        mark("Standard deviation of a seat's net over a hand, in antes, with its 95 % interval."),
    ),
    "chain": (
        mark("Per chain"),
        mark("Standard deviation of a seat's net over a chain, in antes, with its 95 % interval."),
    ),
    "hour": (
        mark("Per hour"),
        mark("Standard deviation of a seat's net over an hour, in antes, with its 95 % interval."),
    ),
}
"""What a deviation may be taken over, and the sentence that says so."""


def write_variants(con: DuckDBPyConnection, out: Path, kind: str | None = None) -> int:
    """Write the page that compares the games to `out`; returns its bytes. Raises ReportError.

    `kind` says which hands count: run (simulated), night or import; without one, the runs if there are any.
    """
    return write(render(variants_page(con, kind)), out)


def variants_page(con: DuckDBPyConnection, kind: str | None = None) -> Page:
    """The page that compares the games. Raises ReportError for a kind that isn't one."""
    if kind is not None and kind not in KINDS:
        raise ReportError(
            tr(
                "There are no hands of the kind {kind!r}: it is one of {kinds}.",
                kind=kind,
                kinds=", ".join(KINDS),
            )
        )
    games = data.game_stats(con, kind or "run")
    if kind is None and games.is_empty():
        others = {other: data.game_stats(con, other) for other in ("night", "import")}
        kind, games = next(((other, rows) for other, rows in others.items() if len(rows)), ("run", games))
    kind = kind or "run"
    title = tr("How wild is each game?")
    if games.is_empty():
        said, command = NOTHING[kind]
        lead = filled(tr(said), command=tag("code", command))
        return Page(title=title, kicker=tr(DEALERS_CHOICE), lead=lead)
    games = labelled(games)
    hands = int(games["hands_hand"].sum())
    return Page(
        title=title,
        kicker=tr(DEALERS_CHOICE),
        lead=tr(KINDS[kind], hands=numbers.hands(hands), games=numbers.games(games["variant_id"].n_unique())),
        top=[
            *_source(con, kind),
            Search(label=tr("Find a game"), hint=tr("name, family, addition")),
        ],
        sections=[
            Section(heading=tr("Volatility"), anchor="volatility", blocks=_volatility(games)),
            *_evening(con, kind),
            Section(
                heading=tr("What a hand brings"),
                anchor="distribution",
                blocks=_distribution(con, kind, games),
            ),
            Section(heading=tr("Pots"), anchor="pots", blocks=_pots(games)),
            Section(heading=tr("All numbers"), anchor="numbers", blocks=_numbers(games)),
        ],
    )


def _evening(con: DuckDBPyConnection, kind: str) -> list[Section]:
    """What an evening brings: of simulated games, which alone are long enough to be cut into evenings."""
    if kind != "run":
        return []
    blocks = evening_blocks(evenings(con, kind))
    return [Section(heading=tr("An evening of it"), anchor="evening", blocks=blocks)]


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
    few = len(sizes) < 4
    seats = tr(" or ").join(map(str, sizes)) if few else tr("{low} to {high}", low=sizes[0], high=sizes[-1])
    tables = tr("Tables of {seats} players.", seats=seats)
    if kind != "run":
        return [Paragraph(tables, quiet=True)]
    runs = data.runs(con)
    if len(runs) < 4:
        told = " ".join(_run(row) for row in runs.iter_rows(named=True))
        return [Paragraph(f"{told} {tables}", quiet=True)]
    runs_table = Table(
        frame=runs,
        caption=tr("The runs that these hands come from"),
        empty="",
        columns=[
            text_column(tr("Run"), "session_id"),
            count_column(tr("Hands"), "hands"),
            count_column(tr("Games"), "games"),
            Column(
                label=tr("Seed"),
                cell=lambda row: "" if row["seed"] is None else str(row["seed"]),
                sort="seed",
            ),
            text_column(tr("Players"), "profiles"),
            text_column(tr("Played with"), "engine_version"),
            text_column(tr("On"), "started_at", date),
        ],
        sortable=True,
        dense=True,
    )
    return [
        Paragraph(tables, quiet=True),
        Folded(summary=tr("{count} runs, their players and seeds", count=len(runs)), blocks=[runs_table]),
    ]


def _run(row: Row) -> str:
    *first, last = (row["profiles"] or "").split(", ")
    said = {
        "hands": numbers.hands(row["hands"]),
        "players": tr(" and ").join(filter(None, [", ".join(first), last])),
        "seed": row["seed"],
        "run": row["session_id"],
    }
    match bool(last), row["seed"] is not None:
        case True, True:
            return tr("{hands} by {players} players from seed {seed} ({run}).", **said)
        case True, False:
            return tr("{hands} by {players} players ({run}).", **said)
        case False, True:
            return tr("{hands} from seed {seed} ({run}).", **said)
        case _:
            return tr("{hands} ({run}).", **said)


def _volatility(games: pl.DataFrame) -> list[Block]:
    charts = {
        tr(label): _spread(games, per, tr(about))
        for per, (label, about) in PER.items()
        if games[f"net_sd_{per}"].is_not_null().any()
    }
    if not charts:
        return [
            Paragraph(
                tr("There are too few hands to tell: a standard deviation takes at least two of a game.")
            )
        ]
    remark = tr(
        "The larger it is, the wilder the game. Where a game has no ante, its big blind stands for one. "
        "A chain is a pot with all the hands it was carried through; "
        "an hour holds as many hands as the game's pace allows."
    )
    return [Choice(label=tr("Taken"), charts=charts, name="per"), Paragraph(remark, quiet=True)]


def _spread(games: pl.DataFrame, per: str, about: str) -> Chart:
    figure = volatility(games, per)
    if figure.layout.xaxis.type == "log":
        about += " " + tr("The games lie far apart, so equal steps to the right multiply.")
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
        return [Paragraph(tr("No hand with a known ante has been counted."))]
    return [Choice(label=tr("Game"), charts=charts, name="game", ids=ids)]


def _about(label: str, counts: dict[int, int]) -> str:
    total = sum(counts.values())
    gained = sum(n for place, n in counts.items() if place >= 0)
    return tr(
        "{game}: the share of hands by what they brought a seat, in antes. A seat lost nothing in "
        "{share} of {hands}. The outermost bars gather the rarest.",
        game=label,
        share=percent(gained / total),
        hands=numbers.hands(total),
    )


def _pots(games: pl.DataFrame) -> list[Block]:
    names = [f"pot_{each}_hand" for each in ("p10", "p25", "p50", "p75", "p90")]
    if games.drop_nulls(names).is_empty():
        return [Paragraph(tr("No pot with a known ante has been counted."))]
    about = tr(
        "The pot of a hand in antes: the dot is the middle pot, the thick line holds half of the pots, "
        "the thin one 80 %. Equal steps to the right multiply."
    )
    return [Chart(figure=pots(games), about=about)]


def _numbers(games: pl.DataFrame) -> list[Block]:
    table = Table(
        frame=games.sort("net_sd_hand", descending=True, nulls_last=True),
        caption=tr(
            "Standard deviations (per hand, chain and hour, with 95 % intervals) and pots, in antes; "
            "under the median pot, the span of the middle 80 %; one pot in 100 is above p99"
        ),
        empty="",
        columns=[
            Column(label=tr("Game"), kind="text", sort="label", cell=_game),
            count_column(tr("Hands"), "hands_hand"),
            interval_column(tr("Per hand"), "net_sd_hand"),
            interval_column(tr("Per chain"), "net_sd_chain"),
            interval_column(tr("Per hour"), "net_sd_hour", 1),
            count_column(tr("Mean pot"), "pot_mean_hand", 1),
            Column(label=tr("Median pot"), cell=_median, sort="pot_p50_hand"),
            count_column(tr("p99 pot"), "pot_p99_hand", 1),
            count_column(tr("Largest pot"), "pot_max_hand", 1),
            share_column(tr("Showdown"), "showdown_hand"),
            share_column(tr("Carried"), "carried_hand"),
        ],
        sortable=True,
        row_id="row_id",
        anchor="game",
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
