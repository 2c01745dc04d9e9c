"""The season: who stands where, the line over its nights, who gains at which game, the settlement."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polars as pl
from duckdb import DuckDBPyConnection

from reports import data
from reports.accounts import season_accounts
from reports.blocks import Block, Chart, Column, Fact, Facts, Folded, Paragraph, Row, Section, Table
from reports.cells import (
    count_column,
    gain_class,
    gain_column,
    player,
    tint,
    with_interval,
)
from reports.figures.nets import season_line, session_line
from reports.html import Child, fragment, tag
from reports.numbers import amount, date, day, money, number, plural, short_date, signed, span, unit, year
from reports.page import DEALERS_CHOICE, Page, ReportError, render, write

NO_NIGHT = fragment(
    "No night is in the store yet: ",
    tag("code", "peder log NIGHT"),
    " logs one, and ",
    tag("code", "peder season"),
    " plays some.",
)

MOST_GAMES = 20
"""So many games stand open in the table of games; the rest unfold."""


def write_season(con: DuckDBPyConnection, out: Path, season: str | None = None) -> int:
    """Write the page of a season, the latest without a name; returns its bytes. Raises ReportError."""
    return write(render(season_page(con, season)), out)


def season_page(con: DuckDBPyConnection, season: str | None = None) -> Page:
    """The page of a season, the latest without a name. Raises ReportError for a season that isn't there."""
    every = data.sessions(con, "night")
    if every.is_empty() and season is None:
        return Page(title="The season", kicker="Season", lead=NO_NIGHT)
    season = chosen_season(every, season)
    nights = every.filter(pl.col("season").eq_missing(season))
    standings = data.standings(con, season)
    evenings = data.player_nights(con, season)
    games = data.player_games(con, season)
    group = data.people(standings)
    return Page(
        title=f"Season {season}" if season else "The season",
        kicker=DEALERS_CHOICE,
        lead=_lead(nights, games),
        sections=[
            Section(heading="Standings", anchor="standings", blocks=_standings(standings)),
            Section(heading="The line", anchor="line", blocks=_line(con, nights, evenings)),
            Section(
                heading="Highlights",
                anchor="highlights",
                blocks=_highlights(con, season, nights, evenings, games),
            ),
            Section(heading="Who gains at which game", anchor="games", blocks=_games(games, group)),
            Section(heading="Nights", anchor="nights", blocks=_nights(nights, evenings, group)),
            Section(heading="Settlement", anchor="settlement", blocks=season_accounts(con, every, nights)),
        ],
    )


def chosen_season(every: pl.DataFrame, season: str | None) -> str | None:
    """The season asked for, else that of the last of the nights `every`. Raises ReportError."""
    there = every["season"].drop_nulls().unique(maintain_order=True).to_list()
    if season is not None and season not in there:
        known = f"it has {', '.join(there)}" if there else "no night belongs to one"
        raise ReportError(f"There is no season {season!r} in the store: {known}.")
    latest: str | None = every["season"][-1]
    return latest if season is None else season


def _lead(nights: pl.DataFrame, games: pl.DataFrame) -> str:
    worth = nights.select("chip_value", "currency").drop_nulls("chip_value").unique(maintain_order=True)
    values = " or ".join(money(value, currency).lstrip("+") for value, currency in worth.iter_rows())
    played = (
        f"{plural(len(nights), 'night')}, {plural(int(nights['hands'].sum()), 'hand')} of "
        f"{plural(games['variant_id'].n_unique(), 'game')}, {span(nights['started_at'].to_list())}."
    )
    return f"{played} A small chip is worth {values.rstrip('.')}." if values else played


def _standings(standings: pl.DataFrame) -> list[Block]:
    if standings.is_empty():
        return [Paragraph("No hand of this season is confirmed yet.")]
    remark = (
        "Antes per 100 hands stands with its 95 % interval: while that holds 0, luck alone could explain it. "
        "Ahead counts the nights that ended with a gain."
    )
    tables = [_standing(rows) for rows in standings.partition_by("currency", maintain_order=True)]
    return [*tables, Paragraph(remark, quiet=True)]


def _standing(rows: pl.DataFrame) -> Table:
    sign = unit(rows["currency"][0])
    return Table(
        frame=rows,
        caption=f"Won and lost over the season{f', money in {sign}' if sign else ''}",
        empty="",
        columns=[
            Column(label="Player", kind="text", sort="name", cell=_placed),
            gain_column("Money", "net_money", 2),
            gain_column("Chips", "net"),
            count_column("Nights", "nights"),
            count_column("Ahead", "nights_won"),
            count_column("Hands", "hands"),
            Column(label="Antes per 100 hands", cell=_per_hundred, sort="net_per_100"),
            gain_column("Best night", "best_night_money", 2, none=""),
            gain_column("Worst night", "worst_night_money", 2, none=""),
        ],
        sortable=True,
    )


def _placed(row: Row) -> Child:
    place = tag("span", str(row["rank"]), class_="place")
    return tag("span", place, player(row["name"], row["join_order"]), class_="player")


def _per_hundred(row: Row) -> Child:
    return with_interval(row["net_per_100"], row["low"], row["high"], 0, signed)


def _line(con: DuckDBPyConnection, nights: pl.DataFrame, evenings: pl.DataFrame) -> list[Block]:
    if evenings.is_empty():
        return [Paragraph("There is no line to draw before a hand is confirmed.")]
    if len(nights) == 1:
        return night_line(con, nights["session_id"][0])
    return [
        Chart(
            figure=season_line(rows),
            about=f"Won or lost since the season began, in {unit(rows['unit'][0]) or 'money'}, by night. "
            "A mark is a night the player was there; the numbers are in the table of nights.",
        )
        for rows in evenings.partition_by("unit", maintain_order=True)
    ]


def night_line(con: DuckDBPyConnection, session_id: str) -> list[Block]:
    """How a night went, hand by hand; a sentence where nothing is confirmed."""
    running = data.running_nets(con, session_id)
    if running.is_empty():
        return [Paragraph("No hand of this night is confirmed yet.")]
    about = f"Won or lost since the first hand, in {unit(running['unit'][0]) or 'money'}, after each hand; "
    return [Chart(figure=session_line(running), about=about + "the sums are in a table below.")]


def _highlights(
    con: DuckDBPyConnection,
    season: str | None,
    nights: pl.DataFrame,
    evenings: pl.DataFrame,
    games: pl.DataFrame,
) -> list[Block]:
    facts: list[Fact] = []
    pots = nights.drop_nulls("biggest_pot").sort("biggest_pot", descending=True, maintain_order=True)
    if not pots.is_empty():
        top = pots.row(0, named=True)
        note = (
            f"{top['biggest_pot_game'] or ''}, {date(top['started_at'])}, hand {top['biggest_pot_hand_no']}"
        )
        facts.append(Fact(label="Biggest pot", value=f"{number(top['biggest_pot'])} chips", note=note))
    for row in data.extreme_hands(con, season).iter_rows(named=True):
        label = {"win": "Biggest win in a hand", "loss": "Biggest loss in a hand"}[row["what"]]
        where = f"{row['game'] or ''}, {date(row['night_at'])}, hand {row['hand_no']}"
        who = player(row["name"], row["join_order"])
        facts.append(
            Fact(label=label, value=f"{signed(row['net'])} chips", note=fragment(who, tag("br"), where))
        )
    for label, descending in (("Best night", True), ("Worst night", False)):
        won = pl.col("value") > 0 if descending else pl.col("value") < 0
        ordered = evenings.filter(won).sort("value", descending=descending, maintain_order=True)
        if not ordered.is_empty():
            row = ordered.row(0, named=True)
            who = player(row["name"], row["join_order"])
            facts.append(
                Fact(
                    label=label,
                    value=amount(row["value"], row["unit"]),
                    note=fragment(who, tag("br"), date(row["started_at"])),
                )
            )
    if not games.is_empty():
        game = games.row(0, named=True)
        share = f"{plural(game['table_hands'], 'hand')} of {number(nights['hands'].sum())}"
        facts.append(Fact(label="Most played game", value=game["game"], note=share))
    return [Facts(facts)] if facts else [Paragraph("Nothing to tell before a hand is confirmed.")]


def _games(games: pl.DataFrame, group: list[data.NamedPlayer]) -> list[Block]:
    wide = games.select("variant_id", "game", "table_hands").unique(maintain_order=True)
    for person in group:
        theirs = games.filter(pl.col("player_id") == person.player_id)
        wide = wide.join(
            theirs.select("variant_id", pl.col("net").alias(_own(person))), on="variant_id", how="left",
            maintain_order="left",
        )  # fmt: skip
    large = games["net"].abs().quantile(0.95) or 0.0  # a few wild hands shouldn't pale all the rest
    columns = [
        Column(label="Game", kind="text", sort="game", cell=_game),
        *(_tinted(person, large) for person in group),
    ]
    shown, rest = wide.head(MOST_GAMES), wide.slice(MOST_GAMES)
    caption = (
        "Net in chips, the most played game first. The deeper the blue, the larger the gain; "
        "the deeper the orange, the larger the loss"
    )
    empty = "No game has been played this season."
    blocks: list[Block] = [
        Table(frame=shown, caption=caption, empty=empty, columns=columns, sortable=True, matrix=True)
    ]
    if len(rest):
        more = Table(
            frame=rest, caption="Net in chips", empty="", columns=columns, sortable=True, matrix=True
        )
        blocks.append(Folded(summary=f"{plural(len(rest), 'more game')}", blocks=[more]))
    if any(wide[_own(person)].has_nulls() for person in group):
        blocks.append(Paragraph("An empty cell: the player never sat in that game.", quiet=True))
    return blocks


def _game(row: Row) -> Child:
    return fragment(row["game"], " ", tag("span", plural(row["table_hands"], "hand"), class_="quiet"))


def _tinted(person: data.NamedPlayer, largest: float) -> Column:
    name = _own(person)
    return Column(
        label=person.name,
        sort=name,
        cell=lambda row: "" if row[name] is None else signed(row[name]),
        style=lambda row: tint(row[name], largest),
    )


def _nights(nights: pl.DataFrame, evenings: pl.DataFrame, group: list[data.NamedPlayer]) -> list[Block]:
    wide = nights
    for person in group:
        theirs = evenings.filter(pl.col("player_id") == person.player_id)
        wide = wide.join(
            theirs.select("session_id", pl.col("value").alias(_own(person))), on="session_id", how="left",
            maintain_order="left",
        )  # fmt: skip
    measures = evenings["unit"].unique(maintain_order=True).to_list()
    decimals = 0 if measures == ["chips"] else 2
    totals = [signed(wide[_own(person)].sum(), decimals) for person in group]
    foot: list[Child] = ["Season", *totals]
    return [
        Table(
            frame=wide,
            caption=f"Net of each night in {' and '.join(unit(m) or 'money' for m in measures) or 'chips'}",
            empty="No night has been logged.",
            columns=[
                Column(label="Night", kind="text", sort="started_at", cell=_dated(wide)),
                *(_evening(person, decimals) for person in group),
            ],
            foot=foot if len(measures) == 1 else (),
            sortable=True,
            matrix=True,
        )
    ]


def _dated(nights: pl.DataFrame) -> Callable[[Row], Child]:
    """A night's day, with the year where they lie in several, and how many hands it had."""
    show = short_date if len({year(at) for at in nights["started_at"].drop_nulls()}) < 2 else day

    def cell(row: Row) -> Child:
        when = row["session_id"] if row["started_at"] is None else show(row["started_at"])
        return fragment(when, " ", tag("span", plural(row["hands"], "hand"), class_="quiet"))

    return cell


def _evening(person: data.NamedPlayer, decimals: int) -> Column:
    name = _own(person)
    return Column(
        label=person.name,
        sort=name,
        cell=lambda row: "" if row[name] is None else signed(row[name], decimals),
        style=lambda row: gain_class(row[name]),
    )


def _own(person: data.NamedPlayer) -> str:
    """The column of a player's own figures in a frame with a row a game or a night."""
    return f"of {person.player_id}"


__all__ = ["season_page", "write_season"]
