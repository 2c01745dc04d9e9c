"""The front page of a site: standings, the last night, what is new, the games, all nights and players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import polars as pl
from duckdb import DuckDBPyConnection

from language import tr, trn
from reports import data
from reports.components import numbers
from reports.components.amounts import exact, is_money, money_cell, night_shown, unit_shown, worth_of
from reports.components.blocks import Block, Column, Folded, ItemList, Paragraph, Row, Section, Table
from reports.components.columns import count_column, count_shown, gain_class, placed_column, player
from reports.components.drill_down import night_hands_link
from reports.components.html import Child, Html, filled, fragment, tag
from reports.components.links import game_link, games_link, night_link, season_link
from reports.components.nights import NightTitle, night_title, place_text, short_titles
from reports.components.numbers import number, span
from reports.page import DEALERS_CHOICE, Page
from reports.pages.luck import add_chance, main_lines, season_verdicts
from reports.pages.night import Pays, night_story, payments_of
from reports.pages.season_standings import night_totals, places_climbed, trend_columns
from reports.pages.story import payments_list, pot_shown_of
from reports.pictures.strip import title_picture

LATEST = 8
"""Number of nights in the open table; earlier nights are folded."""
TOP_GAMES = 3
"""Number of games on the front page."""


def index_page(con: DuckDBPyConnection, pays: Pays | None) -> Page:
    """The front page: the latest season and night of the store; `pays` settles a night.

    >>> index_page(con, None).title
    "Dealer's choice"
    """
    data.cast_all(con)
    every = data.sessions(con).filter(pl.col("kind") != "run")
    title = tr(DEALERS_CHOICE)
    if every.is_empty():
        return Page(title=title, kicker=tr("Front page"), lead=tr("No night has been logged yet."))
    nights = every.filter(pl.col("kind") == "night")
    return Page(
        title=title,
        kicker=tr("Front page"),
        lead=tr(
            "{nights}, {hands}, {span}.",
            nights=numbers.nights(len(every)),
            hands=numbers.hands(int(every["hands"].sum())),
            span=span(every["started_at"].to_list()),
        ),
        worth=worth_of(nights),
        has_contents=False,
        sections=[
            *([] if nights.is_empty() else _latest(con, nights, pays)),
            Section(heading=tr("Which game shall we deal?"), anchor="games", blocks=_games(con, nights)),
            Section(heading=tr("Nights"), anchor="nights", blocks=night_blocks(every.reverse())),
            Section(heading=tr("Players"), anchor="players", blocks=[_People(data.players(con))]),
        ],
    )


def _latest(con: DuckDBPyConnection, nights: pl.DataFrame, pays: Pays | None) -> list[Section]:
    """The latest season's standings, the last night and the changes it made."""
    last = data.played_nights(nights).row(-1, named=True)
    season = last["season"]
    evenings = data.player_nights(con, season)
    lines = add_chance(evenings, data.luck(con, season)).partition_by("measure", maintain_order=True)
    name = tr("Season {season}", season=season) if season else tr("The season")
    return [
        Section(
            heading=name,
            anchor="season",
            blocks=[
                *(block for line in main_lines(lines) for block in _standings(line)),
                Paragraph(season_link(tr("The whole season →"), season)),
            ],
        ),
        Section(heading=tr("The last night"), anchor="night", blocks=_last_night(con, last, pays)),
        *_news(lines, last),
    ]


def _standings(line: pl.DataFrame) -> list[Block]:
    verdicts = season_verdicts(line)
    orders = dict(line.select("player_id", "join_order").unique().iter_rows())
    rows = [
        {
            "rank": place, "player_id": player_id, "name": verdict.name, "join_order": orders[player_id], "value": verdict.total,
            "measure": verdict.measure, "nights": verdict.nights, "verdict": verdict.short(),
        }
        for place, (player_id, verdict) in enumerate(verdicts.items(), 1)
    ]  # fmt: skip
    leader = next(iter(verdicts.values()))
    totals = night_totals(line, list(verdicts))
    places = exact(verdict.total for verdict in verdicts.values())
    return [
        Table(
            frame=rows,
            caption=filled(
                tr("Won and lost over the season, in {unit}"), unit=unit_shown(line["measure"][0])
            ),
            columns=[
                placed_column(places_climbed(totals)),
                Column(
                    label=tr("Net"),
                    cell=lambda row: money_cell(
                        row["value"], places, in_money=is_money(row["measure"]), gain=True
                    ),
                    style=lambda row: gain_class(row["value"]),
                ),
                *trend_columns(totals),
                count_column(tr("Nights"), "nights", minor=True),
                Column(label=tr("Luck?"), kind="text", cell=lambda row: row["verdict"]),
            ],
        ),
        Paragraph(leader.sentences()),
    ]


def _last_night(con: DuckDBPyConnection, session: Row, pays: Pays | None) -> list[Block]:
    sentences = night_story(con, session)
    payments = payments_of(con, session, pays)
    running = data.running_nets(con, session["session_id"])
    blocks: list[Block] = [
        *([] if running.is_empty() else [Paragraph(title_picture(running))]),
        Paragraph(
            fragment(
                tag("strong", night_link(night_title(session), session["session_id"])),
                ". ",
                [[sentence, " "] for sentence in sentences],
            )
        ),
    ]
    if payments:
        blocks.append(payments_list(payments))
    return blocks


def _news(lines: list[pl.DataFrame], last: Row) -> list[Section]:
    """Players whose place changed on the last night, and the season's best night if it was the last one."""
    items: list[Child] = []
    for line in lines:
        before = line.filter(pl.col("session_id") != last["session_id"])
        latest = line.filter(pl.col("session_id") == last["session_id"])
        if before.is_empty() or latest.is_empty():
            continue
        old, new = _places(before), _places(line)
        items += [
            tr("{player} climbed from place {old} to {new}.", player=name, old=old[name], new=place)
            for name, place in new.items()
            if name in old and place < old[name]
        ]
        best = line.sort("value", descending=True, maintain_order=True).row(0, named=True)
        if best["session_id"] == last["session_id"] and best["value"] > 0:
            won = night_shown(best["value"], best["measure"])
            sentence = tr("{player} had the best night of the season, {won}.")
            items.append(filled(sentence, player=best["name"], won=won))
    if not items:
        return []
    return [Section(heading=tr("What is new"), anchor="news", blocks=[ItemList("", items)])]


def _places(line: pl.DataFrame) -> dict[str, int]:
    totals = line.group_by("name", maintain_order=True).agg(pl.col("value").sum())
    ordered = totals.sort("value", descending=True, maintain_order=True)["name"]
    return {name: place for place, name in enumerate(ordered, 1)}


def _games(con: DuckDBPyConnection, nights: pl.DataFrame) -> list[Block]:
    text: list[Child] = [games_link(tr("Calm or wild, quick or slow: a card for each game →"))]
    season = data.played_nights(nights)["season"][-1] if len(nights) else None
    played = (
        data.player_games(con, season).select("variant_id", "game", "table_hands").unique(maintain_order=True)
    )
    if len(played):
        games = [
            (" · " if n else None, game_link(row["game"], row["variant_id"]))
            for n, row in enumerate(played.head(TOP_GAMES).iter_rows(named=True))
        ]
        text += [" ", filled(tr("Played most this season: {games}."), games=games)]
    return [Paragraph(text)]


def night_blocks(nights: pl.DataFrame) -> list[Block]:
    """Nights and imports (`data.sessions`, the latest first); earlier ones are folded.

    >>> nights = data.sessions(con).filter(kind="night").reverse()
    >>> [type(block).__name__ for block in night_blocks(nights)]
    ['Table']
    """
    titles = short_titles(nights.iter_rows(named=True))
    if len(nights) <= 2 * LATEST:
        return [_night_table(nights, tr("Every night and import, the latest first"), titles)]
    latest = _night_table(nights.head(LATEST), tr("The latest nights and imports"), titles)
    earlier = nights.slice(LATEST)
    table = _night_table(earlier, tr("Nights and imports before, the latest first"), titles)
    return [
        latest,
        Folded(summary=trn("{n} night before", "{n} nights before", len(earlier)), blocks=[table]),
    ]


def _night_table(nights: pl.DataFrame, caption: str, titles: Mapping[str, NightTitle]) -> Table:
    drafts = Column(
        label=tr("Drafts"),
        sort="drafts",
        cell=lambda row: number(row["drafts"]) if row["drafts"] else "",
    )
    usual = nights["place"].mode().sort().first() if len(nights) else None

    def dated(row: Row) -> Child:
        title = titles[row["session_id"]]
        place = place_text(row["place"]) if row["place"] and row["place"] != usual else ""
        shown = tag("span", f" {place}", class_="quiet") if place and place != title.apart else None
        return fragment(night_link(title.html(), row["session_id"]), shown)

    return Table(
        frame=nights,
        caption=caption,
        empty=tr("No night has been logged."),
        columns=[
            Column(label=tr("Night"), kind="text", sort="started_at", cell=dated),
            Column(label=tr("Hands"), sort="hands", cell=night_hands_link, value=count_shown, minor=True),
            count_column(tr("Players"), "players", minor=True),
            Column(label=tr("Best"), kind="text", sort="best", cell=_best),
            Column(label=tr("Biggest pot"), sort="biggest_pot", cell=_pot, value=_pots_value(nights)),
            *([drafts] if nights["drafts"].sum() else []),
        ],
        sortable=True,
    )


def _best(row: Row) -> Child:
    return tag("span", row["best"], class_="placed") if row["best"] else ""


def _pots_value(nights: pl.DataFrame) -> Callable[[float], Child] | None:
    """A function that formats a pot of any of the nights; None if their chips had different values."""
    if worth := worth_of(nights):
        return lambda chips: worth.shown(chips, gain=False)
    if nights["chip_value"].is_null().all():
        return lambda chips: f"{count_shown(chips)} {tr('chips')}"
    return None


def _pot(row: Row) -> Child:
    if row["biggest_pot"] is None:
        return ""
    return night_link(pot_shown_of(row["biggest_pot"], row), row["session_id"], row["biggest_pot_hand_no"])


@dataclass(frozen=True)
class _People:
    """All players' names, linked to their pages."""

    people: pl.DataFrame

    def html(self) -> Html:
        """A `ul`."""
        rows = self.people.select("name", "join_order").iter_rows()
        return tag("ul", [tag("li", player(name, order)) for name, order in rows], class_="people")
