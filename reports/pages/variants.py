"""Which game to deal: calm or wild, quick or slow; the card of each game, games side by side, all figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import polars as pl
from duckdb import DuckDBPyConnection

from language import join_words, mark, tr
from queries.people_error import AMOUNT_HIGH, AMOUNT_LOW
from reports import data
from reports.charts.games import pots, volatility
from reports.components import numbers
from reports.components.blocks import Block, Chart, Choice, Column, Folded, Paragraph, Row, Section, Table
from reports.components.columns import count_column, interval_column, share_column, text_column, with_interval
from reports.components.html import Child, filled, fragment, tag
from reports.components.numbers import THIN, date, number, percent
from reports.errors import ReportError
from reports.game_data import game_rows, usual
from reports.game_source import NO_GAMES, STACKS, GameSource
from reports.page import DEALERS_CHOICE, Page
from reports.pages.game_chooser import (
    EVENING,
    STACK,
    Card,
    Chooser,
    GameData,
    OwnMoney,
    SideBySide,
    begins_with,
)
from reports.pages.season_games import version_blocks

MARTS = data.NAMES | {
    "mart_hands", "mart_runs", "mart_variant_distribution", "mart_variant_lineups", "mart_variant_melds", "mart_variant_skill",
    "mart_variant_stats", "mart_variant_tails",
}  # fmt: skip
"""The marts that the page reads."""

KINDS = {
    "run": mark("{hands} of {games}, simulated."),
    "night": mark("{hands} of {games}, played on the group's own nights."),
    "import": mark("{hands} of {games}, imported."),
}
"""Names of the sources of hands."""

NOTHING = {
    "run": mark("No game has been simulated yet."),
    "night": mark("No night has been logged yet."),
    "import": mark("Nothing has been imported yet."),
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
"""Units of a standard deviation, with the sentence that explains each."""


def _games_of_kind(con: DuckDBPyConnection, kind: str | None) -> tuple[str, pl.DataFrame]:
    """The figures of the games, with the kind of the hands they are of: by default runs if there are any, else nights,
    else imports. Raises ReportError for an unknown kind.
    """
    if kind is not None and kind not in KINDS:
        raise ReportError(
            tr(
                "There are no hands of the kind {kind!r}: it is one of {kinds}.",
                kind=kind,
                kinds=", ".join(KINDS),
            )
        )
    for one in [kind] if kind else KINDS:
        games = data.game_stats(con, one)
        if len(games):
            return one, games
    return kind or "run", games


def variants_page(con: DuckDBPyConnection, kind: str | None = None, source: GameSource = NO_GAMES) -> Page:
    """The page that compares the games. Raises ReportError for an unknown kind.

    `kind` chooses the hands: run (simulated), night or import; by default the runs if there are any. `source`
    knows the games' rules and evenings.

    >>> variants_page(con).title
    'Which game shall we deal?'
    """
    kind, games = _games_of_kind(con, kind)
    title = tr("Which game shall we deal?")
    if games.is_empty():
        return Page(title=title, kicker=tr(DEALERS_CHOICE), lead=tr(NOTHING[kind]))
    games, alone = _with_compared(games, source, kind)
    hands = int(games["hands_hand"].sum())
    rows = game_rows(con, kind, games, source)
    names = {row["id"]: row["name"] for row in sorted(rows, key=lambda row: row["name"])}
    money = begins_with(data.latest_money(con))
    tables = [largest for row in rows if (largest := row["players"][1])]
    frame = _evening_frame(rows, games)
    return Page(
        title=title,
        kicker=tr(DEALERS_CHOICE),
        lead=tr(KINDS[kind], hands=numbers.hands(hands), games=numbers.games(games["variant_id"].n_unique())),
        top=[
            GameData(
                games=rows,
                first=_first(con, rows),
                columns=list(_known_figures(frame)),
                simulated=kind == "run",
                **money,
            ),
        ],
        sections=[
            Section(
                heading=tr("Calm or wild, quick or slow"),
                anchor="choose",
                blocks=[OwnMoney(**money), Chooser(players=max(tables, default=7))],
            ),
            Section(
                heading=tr("The card of a game"), anchor="card", blocks=[Card(names=names), *_people(kind)]
            ),
            *_side_by_side(names, rows),
            Section(heading=tr("All games"), anchor="all", blocks=[_all_games(rows, frame)]),
            Section(heading=tr("In antes"), anchor="antes", blocks=[*_in_antes(games), *_people(kind)]),
            Section(
                heading=tr("Where these figures come from"),
                anchor="source",
                blocks=[*_source(con, kind), *alone, *version_blocks(con)],
            ),
        ],
    )


def _with_compared(games: pl.DataFrame, source: GameSource, kind: str) -> tuple[pl.DataFrame, list[Block]]:
    """The games (`data.game_stats`), including those that only comparisons played if the page is on runs, all
    with labels; and the remarks on the latter.
    """
    other = source.compared() if kind == "run" else None
    if other is None:
        return labelled(games, source.added), []
    alone = data.game_stats(other, "run").join(games, on=["variant_id", "additions"], how="anti")
    if alone.is_empty():
        return labelled(games, source.added), []
    together = labelled(pl.concat([games, alone], how="diagonal_relaxed"), source.added)
    named = together.join(alone, on=["variant_id", "additions"], how="semi")["label"]
    sentence = filled(
        tr("Only comparisons have played these, and their figures are of all the players in them: {games}."),
        games=", ".join(named.sort()),
    )
    return together, [Paragraph(sentence, quiet=True)]


def _people(kind: str) -> list[Block]:
    """How far simulated people may differ from real ones, which no interval on the page covers."""
    if kind != "run":
        return []
    sentence = tr(
        "The intervals cover the hands only. Real people play differently: at a real table the amounts may be {low} to {high} "
        "times as large.",
        low=number(AMOUNT_LOW, 1),
        high=number(AMOUNT_HIGH, 1),
    )
    return [Paragraph(sentence, quiet=True)]


def _side_by_side(names: Mapping[str, str], rows: Sequence[Mapping[str, Any]]) -> list[Section]:
    if len(rows) < 2:
        return []
    known = [row for row in rows if usual(row) is not None]
    shown = known if len(known) > 1 else rows
    first = (shown[len(shown) // 4]["id"], shown[-1 - len(shown) // 4]["id"])
    return [
        Section(
            heading=tr("Side by side"), anchor="side-by-side", blocks=[SideBySide(names=names, first=first)]
        )
    ]


ENOUGH_HANDS = 500
"""Minimum number of hands of the initial game."""


def _first(con: DuckDBPyConnection, rows: Sequence[Mapping[str, Any]]) -> str:
    """The initial game: the group's most played one, of those with enough hands; else the one with the most
    hands.
    """
    played = {
        f"{row['variant_id']}+{row['additions']}": row["hands_hand"] or 0
        for row in data.game_stats(con, "night").iter_rows(named=True)
    }
    known = [row for row in rows if (row["hands"] or 0) >= ENOUGH_HANDS]
    best = max(known or rows, key=lambda row: (bool(known) and played.get(row["id"], 0), row["hands"] or 0))
    return str(best["id"])


def _evening_frame(rows: Sequence[Mapping[str, Any]], games: pl.DataFrame) -> pl.DataFrame:
    return pl.DataFrame([_evening_row(row) for row in rows], infer_schema_length=None).join(
        games.select("row_id", "find"), on="row_id"
    )


def _figures() -> dict[str, Column]:
    """The figures of an evening, by the script's keys."""
    return {
        "usual": _figure(tr("Two evenings of three within"), "usual", _either),
        "gone": _figure(tr("Lose the stack"), "gone", percent),
        "ahead": _figure(tr("Go home ahead"), "ahead", percent, minor=True),
        "drawdown": _figure(tr("Deepest drawdown"), "drawdown", _chips, minor=True),
        "pot": _figure(tr("The middle pot"), "pot", _chips),
        "minutes": _figure(tr("Until a pot is won"), "minutes", _minutes),
        "hands": _figure(tr("Hands an evening"), "hands", number, minor=True),
    }


def _known_figures(frame: pl.DataFrame) -> dict[str, Column]:
    """The figures that at least one game has."""
    return {name: column for name, column in _figures().items() if frame[name].is_not_null().any()}


def _all_games(rows: Sequence[Mapping[str, Any]], frame: pl.DataFrame) -> Table:
    """Every game's evening for the initial stack and hours; the page's script replaces the cells by the
    reader's own.
    """
    measured = sum(row["measured"] for row in rows)
    return Table(
        frame=frame,
        caption=" ".join(
            [
                tr(
                    "A player's evening of each game. Where no whole evening was simulated, the first figure "
                    "is estimated from the standard deviation of an hour."
                ),
                tr(
                    "The pace is measured on this group's nights for {n} of {all} games, and assumed for the others.",
                    n=measured,
                    all=len(rows),
                )
                if measured
                else tr("The pace is assumed: no night says how long a hand of these games takes."),
            ]
        ),
        columns=[
            Column(label=tr("Game"), kind="text", sort="game", cell=lambda row: row["game"]),
            *_known_figures(frame).values(),
        ],
        sortable=True,
        row_id="row_id",
        find="find",
        dense=True,
    )  # fmt: skip


def _evening_row(game: Mapping[str, Any]) -> dict[str, Any]:
    evening = next(
        (table["hours"][f"{EVENING:g}"] for table in game["evenings"] if f"{EVENING:g}" in table["hours"]),
        None,
    )
    gone = evening["gone"][0][STACKS.index(STACK)] / 1000 if evening else None
    pot, pace = game["pot"][2], game["pace"]
    return {
        "row_id": game["id"], "game": game["name"], "usual": usual(game), "gone": gone,
        "ahead": evening["ahead"] if evening else None, "drawdown": evening["drawdown"][0] if evening else None,
        "pot": None if pot is None else pot * (game["unit"] or 1),
        "minutes": pace and pace * (game["chain"] or 1) / 60,
        "hands": pace and round(EVENING * 3600 / pace),
    }  # fmt: skip


def _figure(label: str, name: str, show: Callable[[float], str], *, minor: bool = False) -> Column:
    """A figure that the page's script replaces; a dash if there are too few hands."""
    return Column(
        label=label,
        sort=name,
        cell=lambda row: "–" if row[name] is None else show(row[name]),
        value=show,
        minor=minor,
    )


def _chips(chips: float) -> str:
    return tr("{n} chips", n=number(chips)).replace(" ", THIN)


def _either(chips: float) -> str:
    return tr("±{amount}", amount=_chips(chips))


def _minutes(minutes: float) -> str:
    return tr("{n} min", n=number(minutes, 1 if minutes % 1 else 0))


def _in_antes(games: pl.DataFrame) -> list[Block]:
    return [
        Paragraph(tr("The numbers behind the figures above, in antes: per hand, per chain and per hour.")),
        Folded(summary=tr("How far each game spreads"), blocks=_volatility(games)),
        Folded(summary=tr("How big the pots are"), blocks=_pots(games)),
        Folded(summary=tr("All numbers"), blocks=_numbers(games)),
    ]


def labelled(games: pl.DataFrame, label: Callable[[str], str] = str) -> pl.DataFrame:
    """Add `label` (the game with its additions, as text), `row_id`, and `find` (the words that find the row).

    >>> from reports import data
    >>> games = labelled(data.game_stats(con, "run"))
    >>> {"label", "row_id"} <= {*games.columns}
    True
    """
    words = pl.Series([label(additions) for additions in games["additions"]], dtype=pl.String)
    added = pl.when(pl.col("additions") == "").then(pl.lit("")).otherwise(pl.lit(", ") + words)
    return games.with_columns(
        (pl.col("name") + added).alias("label"),
        (pl.col("variant_id") + "+" + pl.col("additions")).alias("row_id"),
        pl.concat_str(
            "name", "name_da", "variant_id", "family",
            pl.col("family").map_elements(tr, return_dtype=pl.String),
            "additions", words, separator=" ", ignore_nulls=True,
        ).alias("find"),
    )  # fmt: skip


def _source(con: DuckDBPyConnection, kind: str) -> list[Block]:
    sizes = data.table_sizes(con, kind)
    few = len(sizes) < 4
    seats = tr(" or ").join(map(str, sizes)) if few else tr("{low} to {high}", low=sizes[0], high=sizes[-1])
    tables = tr("Tables of {seats} players.", seats=seats)
    if kind != "run":
        return [Paragraph(tables, quiet=True)]
    runs = data.runs(con)
    twice = int(runs["repeated"].sum())
    if twice:
        tables += " " + tr(
            "{hands} of a seed are in a longer run, too, and count once.", hands=numbers.hands(twice)
        )
    if len(runs) < 4:
        sentence = " ".join(_run(row) for row in runs.iter_rows(named=True))
        return [Paragraph(f"{sentence} {tables}", quiet=True)]
    runs_table = Table(
        frame=runs,
        caption=tr("The runs that these hands come from"),
        columns=[
            text_column(tr("Run"), "session_id"),
            count_column(tr("Hands"), "hands"),
            count_column(tr("In a longer run, too"), "repeated"),
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
    profiles = (row["profiles"] or "").split(", ")
    values = {
        "hands": numbers.hands(row["hands"]),
        "players": join_words([tr(profile) for profile in profiles]),
        "seed": row["seed"],
        "run": row["session_id"],
    }
    match bool(profiles[-1]), row["seed"] is not None:
        case True, True:
            return tr("{hands}; players: {players}; seed {seed} ({run}).", **values)
        case True, False:
            return tr("{hands}; players: {players} ({run}).", **values)
        case False, True:
            return tr("{hands}; seed {seed} ({run}).", **values)
        case _:
            return tr("{hands} ({run}).", **values)


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
        "The larger it is, the wilder the game. If a game has no ante, its big blind counts instead. A "
        "chain is a pot with all the hands it was carried through. An hour has as many hands as the game's "
        "pace allows; the pace is assumed unless it was measured on the group's nights."
    )
    measured = games.filter(pace_source="measured")["label"].unique(maintain_order=True).to_list()
    remark += " " + (
        tr(
            "The pace of {games} is measured on your nights; for the other games it is assumed.",
            games=join_words(measured),
        )
        if measured
        else tr("The pace of all games is assumed: no nights with enough times are logged.")
    )
    return [Choice(label=tr("Measured"), charts=charts, name="per"), Paragraph(remark, quiet=True)]


def _spread(games: pl.DataFrame, per: str, about: str) -> Chart:
    figure = volatility(games, per)
    if figure.layout.xaxis.type == "log":
        about += " " + tr("The scale is logarithmic.")
    return Chart(figure=figure, about=about)


def _pots(games: pl.DataFrame) -> list[Block]:
    names = [f"pot_{each}_hand" for each in ("p10", "p25", "p50", "p75", "p90")]
    if games.drop_nulls(names).is_empty():
        return [Paragraph(tr("No pot with a known ante has been counted."))]
    about = tr(
        "The pot of a hand in antes: the dot is the median pot, the thick line covers half of the pots, the "
        "thin one 80 %. The scale is logarithmic."
    )
    return [Chart(figure=pots(games), about=about)]


def _numbers(games: pl.DataFrame) -> list[Block]:
    columns = [
        Column(label=tr("Game"), kind="text", sort="label", cell=_game),
        count_column(tr("Hands"), "hands_hand"),
        interval_column(tr("Per hand"), "net_sd_hand"),
        interval_column(tr("Per chain"), "net_sd_chain"),
        interval_column(tr("Per hour"), "net_sd_hour", 1),
        count_column(tr("Effective sample"), "net_sd_chain_effective"),
        count_column(tr("Mean pot"), "pot_mean_hand", 1),
        Column(label=tr("Median pot"), cell=_median, sort="pot_p50_hand", value=lambda pot: number(pot, 1)),
        count_column(tr("p99 pot"), "pot_p99_hand", 1),
        count_column(tr("Largest pot"), "pot_max_hand", 1),
        share_column(tr("Showdown"), "showdown_hand"),
        share_column(tr("Carried"), "carried_hand"),
    ]
    table = Table(
        frame=games.sort("net_sd_hand", descending=True, nulls_last=True, maintain_order=True),
        caption=tr(
            "Standard deviations (per hand, chain and hour, with 95 % intervals) and pots, in antes; "
            "under the median pot, the span of the middle 80 %; one pot in 100 is above p99. The effective "
            "sample: as many pots of equal weight would tell as much of the deviation per chain, for few "
            "large ones decide"
        ),
        columns=[
            column for column in columns if column.sort is None or games[column.sort].is_not_null().any()
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
    family = tag("span", f" {tr(row['family'])}", class_="quiet") if row["family"] else None
    return fragment(row["label"], family)
