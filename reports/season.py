"""The season: who stands where, the line over its nights, awards, who gains at which game, the settlement."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import polars as pl
from duckdb import DuckDBPyConnection

from language import mark, tr, trn
from reports import data, numbers, player_data
from reports.accounts import season_accounts
from reports.awards import Award, awards_blocks, house_awards, season_figures
from reports.behind import COUNTED, asked, behind_column, named, night_scope, on_night
from reports.blocks import Block, Chart, Column, Fact, Facts, Folded, Paragraph, Row, Section, Table
from reports.cells import count_column, gain_column, player, with_interval
from reports.figures.nets import MANY_NIGHTS, NAMED, season_line, session_line
from reports.forecast import forecast_blocks
from reports.form import falls_table
from reports.html import Child, Html, filled, fragment, tag
from reports.links import hands_link, night_link
from reports.luck import beside_chance, leader_sentence, season_luck, season_reach
from reports.matrix import most_there
from reports.numbers import PEDER, amount, chips, currency_sign, date, money, number, signed, span
from reports.page import DEALERS_CHOICE, Page, ReportError, render, write
from reports.season_games import favourites_blocks, games_blocks, versus_blocks
from reports.season_nights import calendar_of, nights_blocks

MOST_FALLS = 10
"""So many falls of a season stand on its page."""

NO_NIGHT = mark("No night is in the store yet: {log} logs one, and {season} plays some.")


def write_season(
    con: DuckDBPyConnection, out: Path, season: str | None = None, awards: Sequence[Award] | None = None
) -> int:
    """Write the page of a season as `season_page` makes it; returns its bytes. Raises ReportError."""
    return write(render(season_page(con, season, awards)), out)


def season_page(
    con: DuckDBPyConnection, season: str | None = None, awards: Sequence[Award] | None = None
) -> Page:
    """The page of a season, the latest without a name, with the awards of its group, the house's if None.

    Raises ReportError for a season that isn't there.
    """
    every = data.sessions(con, "night")
    if every.is_empty() and season is None:
        return Page(title=tr("The season"), kicker=tr("Season"), lead=no_night())
    season = chosen_season(every, season)
    nights = every.filter(pl.col("season").eq_missing(season))
    standings = data.standings(con, season)
    evenings = data.player_nights(con, season)
    games = data.player_games(con, season)
    luck = player_data.luck(con, season)
    group = most_there(data.people(standings), evenings)
    return Page(
        title=tr("Season {season}", season=season) if season else tr("The season"),
        kicker=tr(DEALERS_CHOICE),
        scope=night_scope(season),
        lead=_lead(nights, games),
        sections=[
            Section(heading=tr("Standings"), anchor="standings", blocks=_standings(standings)),
            Section(heading=tr("The line"), anchor="line", blocks=_line(con, nights, evenings, luck)),
            Section(
                heading=tr("Luck or skill"),
                anchor="luck",
                blocks=[*season_luck(luck), *_falls(player_data.falls(con, season))],
            ),
            Section(heading=tr("What comes next"), anchor="next", blocks=_next(evenings)),
            Section(
                heading=tr("Awards"),
                anchor="awards",
                blocks=awards_blocks(
                    house_awards() if awards is None else awards,
                    season_figures(con, season),
                    luck,
                    data.player_stats(con, season),
                ),
            ),
            Section(
                heading=tr("Highlights"),
                anchor="highlights",
                blocks=_highlights(con, season, nights, evenings, games),
            ),
            Section(heading=tr("Who gains at which game"), anchor="games", blocks=games_blocks(games, group)),
            Section(
                heading=tr("What each calls"),
                anchor="calls",
                blocks=favourites_blocks(player_data.favourites(con, season)),
            ),
            Section(
                heading=tr("Head to head"),
                anchor="versus",
                blocks=versus_blocks(player_data.pairs(con, season), group),
            ),
            Section(heading=tr("Calendar"), anchor="calendar", blocks=calendar_of(nights, evenings)),
            Section(heading=tr("Nights"), anchor="nights", blocks=nights_blocks(nights, evenings, group)),
            Section(
                heading=tr("Settlement"), anchor="settlement", blocks=season_accounts(con, every, nights)
            ),
        ],
    )


def chosen_season(every: pl.DataFrame, season: str | None) -> str | None:
    """The season asked for, else that of the last of the nights `every`. Raises ReportError."""
    there = every["season"].drop_nulls().unique(maintain_order=True).to_list()
    if season is not None and season not in there:
        known = tr("it has {seasons}", seasons=", ".join(there)) if there else tr("no night belongs to one")
        raise ReportError(
            tr("There is no season {season!r} in the store: {known}.", season=season, known=known)
        )
    latest: str | None = every["season"][-1]
    return latest if season is None else season


def _lead(nights: pl.DataFrame, games: pl.DataFrame) -> Html:
    worth = nights.select("chip_value", "currency").drop_nulls("chip_value").unique(maintain_order=True)
    values = tr(" or ").join(money(value, currency).lstrip("+") for value, currency in worth.iter_rows())
    hands = int(nights["hands"].sum())
    played = filled(
        tr("{nights}, {hands} of {games}, {span}."),
        nights=numbers.nights(len(nights)),
        hands=hands_link(numbers.hands(hands), hands, COUNTED),
        games=numbers.games(games["variant_id"].n_unique()),
        span=span(nights["started_at"].to_list()),
    )
    return fragment(played, " ", tr("A small chip is worth {value}.", value=values) if values else None)


def _standings(standings: pl.DataFrame) -> list[Block]:
    if standings.is_empty():
        return [Paragraph(tr("No hand of this season is confirmed yet."))]
    remark = tr(
        "Antes per 100 hands stands with its 95 % interval: while that holds 0, luck alone could explain it. "
        "Ahead counts the nights that ended with a gain."
    )
    standings = standings.with_columns((pl.col("net") / PEDER).alias("peders"))
    parts = standings.partition_by("currency", maintain_order=True)
    tables = [_standing(rows, alone=len(parts) == 1) for rows in parts]
    return [*tables, Paragraph(remark, quiet=True)]


def _standing(rows: pl.DataFrame, *, alone: bool) -> Table:
    currency = None if alone else rows["currency"][0] or ""
    sign = currency_sign(rows["currency"][0])
    return Table(
        frame=rows,
        caption=tr("Won and lost over the season, money in {unit}", unit=sign)
        if sign
        else tr("Won and lost over the season"),
        empty="",
        columns=[
            Column(label=tr("Player"), kind="text", sort="name", cell=_placed),
            gain_column(tr("Money"), "net_money", 2),
            gain_column(tr("Chips"), "net"),
            gain_column(tr("Peders"), "peders", 1),
            count_column(tr("Nights"), "nights"),
            count_column(tr("Ahead"), "nights_won"),
            behind_column(
                tr("Hands"), "hands", lambda row: asked(COUNTED, player=named(row), currency=currency)
            ),
            Column(label=tr("Antes per 100 hands"), cell=_per_hundred, sort="net_per_100"),
            gain_column(tr("Best night"), "best_night_money", 2, none=""),
            gain_column(tr("Worst night"), "worst_night_money", 2, none=""),
        ],
        sortable=True,
    )


def _placed(row: Row) -> Child:
    place = tag("span", str(row["rank"]), class_="place")
    return tag("span", place, player(row["name"], row["join_order"]), class_="player")


def _per_hundred(row: Row) -> Child:
    return with_interval(row["net_per_100"], row["low"], row["high"], 0, signed)


def _line(
    con: DuckDBPyConnection, nights: pl.DataFrame, evenings: pl.DataFrame, luck: pl.DataFrame
) -> list[Block]:
    if evenings.is_empty():
        return [Paragraph(tr("There is no line to draw before a hand is confirmed."))]
    if len(nights) == 1:
        return night_line(con, nights["session_id"][0])
    blocks: list[Block] = []
    for rows in beside_chance(evenings, luck).partition_by("measure", maintain_order=True):
        reach = season_reach(rows)
        about = [
            tr(
                "Won or lost since the season began, in {unit}, by night; the numbers are in the table of "
                "nights.",
                unit=currency_sign(rows["measure"][0]) or tr("money"),
            )
        ]
        if rows["session_id"].n_unique() <= MANY_NIGHTS:
            about.append(tr("A mark is a night the player was there."))
        if reach:
            about.append(
                tr(
                    "The band: chance alone keeps 19 of 20 within it, in the games played, of those who were "
                    "dealt in most."
                )
            )
        if rows["player_id"].n_unique() > NAMED:
            about.append(
                tr("The {count} who came most have names, the others are grey.", count=number(NAMED))
            )
        blocks += [
            Paragraph(leader_sentence(rows)),
            Chart(figure=season_line(rows, reach), about=" ".join(about)),
        ]
    return blocks


def _next(evenings: pl.DataFrame) -> list[Block]:
    if evenings.is_empty():
        return [Paragraph(tr("Too few nights have been played to say what the next ones may bring."))]
    by_measure = evenings.partition_by("measure", maintain_order=True)
    return [block for rows in by_measure for block in forecast_blocks(rows)]


def _falls(falls: pl.DataFrame) -> list[Block]:
    if falls.is_empty():
        return []
    caption = tr("The deepest falls of the season, in antes")
    return [
        Folded(
            summary=tr("The deepest falls"), blocks=[falls_table(falls.head(MOST_FALLS), caption, named=True)]
        )
    ]


def night_line(con: DuckDBPyConnection, session_id: str) -> list[Block]:
    """How a night went, hand by hand; a sentence where nothing is confirmed."""
    running = data.running_nets(con, session_id)
    if running.is_empty():
        return [Paragraph(tr("No hand of this night is confirmed yet."))]
    about = tr(
        "Won or lost since the first hand, in {unit}, after each hand; the sums are in a table below.",
        unit=currency_sign(running["measure"][0]) or tr("money"),
    )
    return [Chart(figure=session_line(running), about=about)]


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
        note = hand_of(
            top["biggest_pot_game"], top["started_at"], top["session_id"], top["biggest_pot_hand_no"]
        )
        facts.append(Fact(label=tr("Biggest pot"), value=pot_text(top["biggest_pot"]), note=note))
    for row in data.extreme_hands(con, season).iter_rows(named=True):
        label = tr("Biggest win in a hand") if row["what"] == "win" else tr("Biggest loss in a hand")
        where = hand_of(row["game"], row["night_at"], row["session_id"], row["hand_no"])
        who = player(row["name"], row["join_order"])
        facts.append(Fact(label=label, value=chips(row["net"]), note=fragment(who, tag("br"), where)))
    for label, descending in ((tr("Best night"), True), (tr("Worst night"), False)):
        won = pl.col("value") > 0 if descending else pl.col("value") < 0
        ordered = evenings.filter(won).sort("value", descending=descending, maintain_order=True)
        if not ordered.is_empty():
            row = ordered.row(0, named=True)
            who = player(row["name"], row["join_order"])
            facts.append(
                Fact(
                    label=label,
                    value=hands_link(amount(row["value"], row["measure"]), row["hands"], on_night(row)),
                    note=fragment(who, tag("br"), night_link(date(row["started_at"]), row["session_id"])),
                )
            )
    if not games.is_empty():
        game = games.row(0, named=True)
        behind = asked(COUNTED, game=game["variant_id"] or "")
        share = filled(
            tr("{hands} of {all}"),
            hands=hands_link(numbers.hands(game["table_hands"]), game["table_hands"], behind),
            all=number(nights["hands"].sum()),
        )
        facts.append(Fact(label=tr("Most played game"), value=game["game"], note=share))
    return [Facts(facts)] if facts else [Paragraph(tr("Nothing to tell before a hand is confirmed."))]


def no_night() -> Html:
    """What stands on a page before there is a night."""
    return filled(tr(NO_NIGHT), log=tag("code", "peder log NIGHT"), season=tag("code", "peder season"))


def hand_of(game: str | None, at: datetime | None, session_id: str, hand_no: int) -> Child:
    """Which hand it was, leading to it: `Harakiri, Fri 9 Jan 2026, hand 12`."""
    text = ", ".join(filter(None, [game, date(at), tr("hand {no}", no=hand_no)]))
    return night_link(text, session_id, hand_no)


def pot_text(chips: int) -> str:
    """The size of a pot: `120 chips`."""
    return trn("{n} chip", "{n} chips", chips)


__all__ = ["season_page", "write_season"]
