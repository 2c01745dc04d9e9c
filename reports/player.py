"""One player's season: the line, form, style, the rates with what they rest on, the games, the nights."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

import polars as pl
from duckdb import DuckDBPyConnection

from language import tr
from reports import data, numbers, player_data
from reports.all_ins import all_in_blocks
from reports.behind import COUNTED, asked, at_game, behind_column, named, night_scope, on_night
from reports.blocks import Block, Chart, Column, Fact, Facts, Folded, Paragraph, Row, Section, Table
from reports.calendar import calendar_blocks, month_table, own_nights
from reports.cells import FEW, count_column, faint, gain_class, gain_column, interval_column
from reports.deals import deal_blocks
from reports.figures.games import net_by_game
from reports.figures.nets import player_line
from reports.form import form_blocks
from reports.habits import calls_blocks, splits_blocks, versus_blocks
from reports.html import Child, filled, tag
from reports.links import game_link, hands_link, night_link
from reports.luck import player_luck
from reports.narrowing import NarrowedLine
from reports.numbers import amount, chips, currency_sign, date, day, signed, span
from reports.page import Page, ReportError, render, write
from reports.player_style import rates_blocks, style_blocks
from reports.season import chosen_season, hand_of
from reports.season_games import extremes, needed_sentence, ranked_columns

MOST_GAMES = 10
"""So many games stand in the chart from each end."""
MOST_NIGHTS = 30
"""So many nights stand open; a table of more unfolds."""


def write_player(con: DuckDBPyConnection, out: Path, name: str, season: str | None = None) -> int:
    """Write the page of a player's season, the latest if None; returns its bytes. Raises ReportError."""
    return write(render(player_page(con, name, season)), out)


def player_page(con: DuckDBPyConnection, name: str, season: str | None = None) -> Page:
    """The page of the player with this name, in any case, or id. Raises ReportError."""
    person = found_player(data.players(con), name)
    every = data.sessions(con, "night")
    nothing = Page(
        title=person.name, kicker=tr("Player"), lead=nothing_of(player_data.imported(con, person.player_id))
    )
    if every.is_empty() and season is None:
        return nothing
    season = chosen_season(every, season)
    hands = data.season_hands(con, season, person.player_id)
    if hands.is_empty():
        return nothing
    mine = pl.col("player_id") == person.player_id
    evenings = data.player_nights(con, season).filter(mine)
    stats = data.player_stats(con, season)
    every_game = data.player_games(con, season)
    games = every_game.filter(mine)
    luck = player_data.luck(con, season).filter(mine)
    who = named(person._asdict())
    return Page(
        title=person.name,
        kicker=tr("Season {season}", season=season) if season else tr("Player"),
        scope=night_scope(season),
        lead=filled(
            tr("{nights}, {hands} of {games}, {span}."),
            nights=numbers.nights(len(evenings)),
            hands=hands_link(numbers.hands(len(hands)), len(hands), asked(COUNTED, player=who)),
            games=numbers.games(len(games)),
            span=span(evenings["started_at"].to_list()),
        ),
        top=[_facts(evenings, hands, stats.filter(mine))],
        sections=[
            Section(heading=tr("The line"), anchor="line", blocks=_line(hands, person)),
            Section(
                heading=tr("Luck or skill"),
                anchor="luck",
                blocks=[
                    *player_luck(luck, person.join_order),
                    *deal_blocks(player_data.deals(con, season, person.player_id), person.name, len(hands)),
                    *all_in_blocks(player_data.all_ins(con, season, person.player_id), person.name),
                ],
            ),
            Section(
                heading=tr("Form"),
                anchor="form",
                blocks=form_blocks(luck, player_data.falls(con, season).filter(mine), person.join_order),
            ),
            Section(heading=tr("Style"), anchor="style", blocks=style_blocks(stats, person)),
            Section(
                heading=tr("How the hands are played"), anchor="rates", blocks=rates_blocks(stats, person)
            ),
            Section(heading=tr("Games"), anchor="games", blocks=_games(_with_hands(games, hands))),
            Section(
                heading=tr("Own deal"),
                anchor="calls",
                blocks=calls_blocks(player_data.calls(con, season, person.player_id), who),
            ),
            Section(
                heading=tr("Against whom"),
                anchor="versus",
                blocks=versus_blocks(player_data.versus(con, season, person.player_id), who),
            ),
            Section(
                heading=tr("Position"),
                anchor="position",
                blocks=splits_blocks(player_data.splits(con, season, person.player_id), who),
            ),
            Section(heading=tr("Nights"), anchor="nights", blocks=_nights(evenings)),
        ],
    )


def nothing_of(imported: int) -> Child:
    """What is said of a player with no hand of a night, but so many imported ones."""
    if not imported:
        return tr("No hand of this player's is confirmed yet.")
    return filled(
        tr(
            "This player's {hands} were all imported, and are on the pages of their nights: {night} writes "
            "one, and {rates} tells how they were played."
        ),
        hands=numbers.hands(imported),
        night=tag("code", "peder report night SESSION"),
        rates=tag("code", "peder sql \"select * from mart_player_stats where kind = 'import'\""),
    )


def found_player(players: pl.DataFrame, name: str) -> data.NamedPlayer:
    """The one player who goes by this name or id. Raises ReportError with what was nearly meant."""
    wanted = " ".join(name.split()).casefold()
    by_name: dict[str, list[data.NamedPlayer]] = {}
    for person, called in zip(data.people(players), players["called"], strict=True):
        if person.player_id == name:
            return person
        for each in {called, person.name}:  # of two with one name, pages write the ids beside it
            by_name.setdefault(" ".join(each.split()).casefold(), []).append(person)
    match by_name.get(wanted, []):
        case [person]:
            return person
        case [_, *_] as several:
            ids = ", ".join(person.player_id for person in several)
            raise ReportError(
                tr(
                    "{count} players are called {name!r}: give one of the ids {ids}.",
                    count=len(several), name=name, ids=ids,
                )
            )  # fmt: skip
    near = get_close_matches(wanted, by_name, n=1)
    if near:
        meant = by_name[near[0]][0].name
        raise ReportError(
            tr("There is no player called {name!r}. Did you mean {meant}?", name=name, meant=meant)
        )
    names = ", ".join(players["name"].head(12)) or tr("nobody yet")
    raise ReportError(
        tr("There is no player called {name!r}: the store has {names}.", name=name, names=names)
    )


def _facts(evenings: pl.DataFrame, hands: pl.DataFrame, stats: pl.DataFrame) -> Facts:
    metrics = {row["metric"]: row for row in stats.iter_rows(named=True)}
    sums = [
        amount(rows["value"].sum(), rows["measure"][0])
        for rows in evenings.partition_by("measure", maintain_order=True)
    ]
    ahead = (evenings["value"] > 0).sum()
    alike = evenings["chip_value"].n_unique() == 1  # chips of different worth aren't added up
    facts = [
        Fact(
            label=tr("Won or lost"),
            value=tr(" and ").join(sums),
            note=chips(evenings["net"].sum()) if alike else None,
        ),
        Fact(label=tr("Nights ahead"), value=tr("{count} of {all}", count=ahead, all=len(evenings))),
        _per_hundred(metrics.get("net_per_100", {})),
        _extreme(tr("Biggest win in a hand"), hands.filter(pl.col("net") > 0).sort("value", descending=True)),
        _extreme(tr("Biggest loss in a hand"), hands.filter(pl.col("net") < 0).sort("value")),
    ]
    return Facts([fact for fact in facts if fact])


def _per_hundred(metric: Row) -> Fact:
    value, low, high = (metric.get(name) for name in ("value", "low", "high"))
    interval = (
        tr("95 % interval {low} to {high}", low=signed(low), high=signed(high))
        if low is not None and high is not None
        else None
    )
    return Fact(label=tr("Antes per 100 hands"), value=signed(value), note=interval)


def _extreme(label: str, hands: pl.DataFrame) -> Fact | None:
    if hands.is_empty():
        return None
    row = hands.row(0, named=True)
    note = hand_of(row["game"], row["night_at"], row["session_id"], row["hand_no"])
    return Fact(label=label, value=chips(row["net"]), note=note)


def _line(hands: pl.DataFrame, person: data.NamedPlayer) -> list[Block]:
    return [
        NarrowedLine(
            hands=rows,
            chart=Chart(
                figure=player_line(rows, person.name, person.join_order),
                about=tr(
                    "Won or lost since the season began, in {unit}, hand by hand.",
                    unit=currency_sign(rows["measure"][0]) or tr("money"),
                ),
            ),
        )
        for rows in hands.partition_by("measure", maintain_order=True)
    ]


def _games(games: pl.DataFrame) -> list[Block]:
    if games.is_empty():
        return [Paragraph(tr("No game has been played."))]
    best, worst = extremes(games)
    in_chips = games.drop_nulls("net")  # null where chips of different worth were played for
    ends = in_chips.sort("net", "game", descending=[True, False])
    ends = pl.concat([ends.head(MOST_GAMES), ends.tail(MOST_GAMES)]).unique(maintain_order=True)
    about = tr("Won or lost at each game, in chips.")
    if len(ends) < len(in_chips):
        about = tr(
            "The {count} games that brought most and those that cost most, in chips.", count=MOST_GAMES
        )
    frame = games.rename({"low": "net_per_100_low", "high": "net_per_100_high"})
    table = Table(
        frame=frame,
        caption=tr(
            "Game by game; antes per 100 hands with the 95 % interval; grey: fewer than {few} hands", few=FEW
        ),
        empty="",
        columns=[
            _game_column(),
            behind_column(tr("Hands"), "hands", at_game),
            behind_column(tr("Won"), "won_hands", lambda row: at_game(row, "took=yes")),
            gain_column(tr("Chips"), "net", style=faint("net", "hands")),
            interval_column(tr("Antes per 100 hands"), "net_per_100", 0, signed),
            _hand_column(tr("Biggest win"), "biggest_win"),
            _hand_column(tr("Biggest loss"), "biggest_loss"),
        ],
        sortable=True,
    )
    return [
        Paragraph(needed_sentence(games)),
        _ranked(best, tr("The best games, beside chance"), games),
        _ranked(worst, tr("The worst games, beside chance"), games),
        *([Chart(figure=net_by_game(ends), about=about)] if len(ends) else []),
        Folded(summary=numbers.games(len(games)), blocks=[table]),
    ]


def _ranked(frame: pl.DataFrame, caption: str, games: pl.DataFrame) -> Table:
    return Table(
        frame=frame.rename({"low": "net_per_100_low", "high": "net_per_100_high"}),
        caption=caption,
        empty=tr("{caption}: none has {few} hands.", caption=caption, few=FEW),
        columns=[_game_column(), *ranked_columns(games)],
    )


def _game_column() -> Column:
    return Column(
        label=tr("Game"),
        kind="text",
        sort="game",
        cell=lambda row: game_link(row["game"], row["variant_id"]),
    )


def _with_hands(games: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """The games with the hand behind each one's biggest win and loss, the first of equal ones: its night in
    `biggest_win_session`, its number in `biggest_win_hand`, and the same of `biggest_loss`.
    """
    first = hands.unique(["variant_id", "net"], keep="first", maintain_order=True)
    for extreme in ("biggest_win", "biggest_loss"):
        behind = first.select(
            "variant_id",
            pl.col("net").cast(games.schema[extreme]).alias(extreme),
            pl.col("session_id").alias(f"{extreme}_session"),
            pl.col("hand_no").alias(f"{extreme}_hand"),
        )
        games = games.join(behind, on=["variant_id", extreme], how="left", maintain_order="left")
    return games


def _hand_column(label: str, name: str) -> Column:
    """What a hand brought, leading to it."""

    def cell(row: Row) -> Child:
        if row[name] is None:
            return ""
        return night_link(signed(row[name]), row[f"{name}_session"], row[f"{name}_hand"])

    return Column(label=label, sort=name, cell=cell, style=lambda row: gain_class(row[name]))


def _nights(evenings: pl.DataFrame) -> list[Block]:
    told = [
        f"{date(at)}: {amount(value, measure)}"
        for at, value, measure in evenings.select("started_at", "value", "measure").iter_rows()
    ]
    days = own_nights(evenings, told)
    months = [
        month_table(rows, currency_sign(rows["measure"][0]) or tr("money"))
        for rows in evenings.partition_by("measure", maintain_order=True)
    ]
    return [
        *calendar_blocks(days, tr("Blue: a night that ended ahead; orange: behind; the deeper, the more.")),
        *(months if len(evenings) > 1 else []),
        *_every_night(evenings),
    ]


def _every_night(evenings: pl.DataFrame) -> list[Block]:
    table = _night_table(evenings)
    if len(evenings) <= MOST_NIGHTS:
        return [table]
    return [Folded(summary=numbers.nights(len(evenings)), blocks=[table])]


def _night_table(evenings: pl.DataFrame) -> Table:
    return Table(
        frame=evenings,
        caption=tr("Night by night"),
        empty=tr("No night yet."),
        columns=[
            Column(label=tr("Night"), kind="text", sort="started_at", cell=_dated),
            Column(
                label=tr("Net"),
                sort="value",
                cell=lambda row: amount(row["value"], row["measure"]),
                style=lambda row: gain_class(row["value"]),
            ),
            gain_column(tr("Chips"), "net"),
            Column(
                label=tr("Since the start"),
                sort="total",
                cell=lambda row: amount(row["total"], row["measure"]),
            ),
            behind_column(tr("Hands"), "hands", on_night),
            behind_column(tr("Won"), "won_hands", lambda row: on_night(row, "took=yes")),
            count_column(tr("Place"), "rank"),
        ],
        sortable=True,
    )


def _dated(row: Row) -> Child:
    return night_link(
        row["session_id"] if row["started_at"] is None else day(row["started_at"]), row["session_id"]
    )


__all__ = ["nothing_of", "player_page", "write_player"]
