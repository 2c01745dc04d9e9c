"""One player's season: the line hand by hand, the rates with what they rest on, the games, the nights."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

import polars as pl
from duckdb import DuckDBPyConnection

from language import mark, tr, trn
from reports import data, numbers, player_data
from reports.blocks import Block, Chart, Column, Fact, Facts, Paragraph, Row, Section, Table
from reports.cells import count_column, gain_class, gain_column, interval_column, text_column, with_interval
from reports.figures.games import net_by_game, rates
from reports.figures.nets import player_line
from reports.habits import calls_blocks, splits_blocks, versus_blocks
from reports.html import Child
from reports.links import game_link, night_link
from reports.luck import player_luck
from reports.numbers import amount, chips, currency_sign, day, number, percent, signed, span
from reports.page import Page, ReportError, render, write
from reports.season import chosen_season, hand_of

RATES = {
    "vpip": mark("Put chips in by choice (VPIP)"),
    "pfr": mark("Raised in the first round (PFR)"),
    "three_bet": mark("Raised a raise (3-bet)"),
    "folded": mark("Folded before the showdown"),
    "saw_second_round": mark("Saw the second round"),
    "wtsd": mark("Showdowns of those (WTSD)"),
    "went_to_showdown": mark("Went to the showdown"),
    "won_at_showdown": mark("Won at the showdown (W$SD)"),
    "won_hand": mark("Won the hand"),
    "peder": mark("Used the peder"),
}
"""The metrics that are shares of hands, and what they are called."""


def write_player(con: DuckDBPyConnection, out: Path, name: str, season: str | None = None) -> int:
    """Write the page of a player's season, the latest if None; returns its bytes. Raises ReportError."""
    return write(render(player_page(con, name, season)), out)


def player_page(con: DuckDBPyConnection, name: str, season: str | None = None) -> Page:
    """The page of the player with this name, in any case, or id. Raises ReportError."""
    person = found_player(data.players(con), name)
    every = data.sessions(con, "night")
    nothing = Page(
        title=person.name, kicker=tr("Player"), lead=tr("No hand of this player's is confirmed yet.")
    )
    if every.is_empty() and season is None:
        return nothing
    season = chosen_season(every, season)
    hands = data.season_hands(con, season, person.player_id)
    if hands.is_empty():
        return nothing
    mine = pl.col("player_id") == person.player_id
    evenings = data.player_nights(con, season).filter(mine)
    games = data.player_games(con, season).filter(mine)
    stats = data.player_stats(con, season)
    return Page(
        title=person.name,
        kicker=tr("Season {season}", season=season) if season else tr("Player"),
        lead=tr(
            "{nights}, {hands} of {games}, {span}.",
            nights=numbers.nights(len(evenings)),
            hands=numbers.hands(len(hands)),
            games=numbers.games(len(games)),
            span=span(evenings["started_at"].to_list()),
        ),
        top=[_facts(evenings, hands, stats.filter(mine))],
        sections=[
            Section(heading=tr("The line"), anchor="line", blocks=_line(hands, person)),
            Section(
                heading=tr("Luck or skill"),
                anchor="luck",
                blocks=player_luck(player_data.luck(con, season).filter(mine), person.join_order),
            ),
            Section(heading=tr("How the hands are played"), anchor="rates", blocks=_rates(stats, person)),
            Section(heading=tr("Games"), anchor="games", blocks=_games(games)),
            Section(
                heading=tr("Own deal"),
                anchor="calls",
                blocks=calls_blocks(player_data.calls(con, season, person.player_id)),
            ),
            Section(
                heading=tr("Against whom"),
                anchor="versus",
                blocks=versus_blocks(player_data.versus(con, season, person.player_id)),
            ),
            Section(
                heading=tr("Position"),
                anchor="position",
                blocks=splits_blocks(player_data.splits(con, season, person.player_id)),
            ),
            Section(heading=tr("Nights"), anchor="nights", blocks=[_nights(evenings)]),
        ],
    )


def found_player(players: pl.DataFrame, name: str) -> data.NamedPlayer:
    """The one player who goes by this name or id. Raises ReportError with what was nearly meant."""
    wanted = " ".join(name.split()).casefold()
    by_name: dict[str, list[data.NamedPlayer]] = {}
    for person, called in zip(data.people(players), players["called"], strict=True):
        if person.player_id == name:
            return person
        by_name.setdefault(" ".join(called.split()).casefold(), []).append(person)
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


def _metrics(stats: pl.DataFrame) -> dict[str, Row]:
    return {row["metric"]: row for row in stats.iter_rows(named=True)}


def _facts(evenings: pl.DataFrame, hands: pl.DataFrame, stats: pl.DataFrame) -> Facts:
    metrics = _metrics(stats)
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
        Chart(
            figure=player_line(rows, person.name, person.join_order),
            about=tr(
                "Won or lost since the season began, in {unit}, hand by hand; "
                "a line down marks the start of a night.",
                unit=currency_sign(rows["measure"][0]) or tr("money"),
            ),
        )
        for rows in hands.partition_by("measure", maintain_order=True)
    ]


def _rates(stats: pl.DataFrame, person: data.NamedPlayer) -> list[Block]:
    shares = stats.filter(pl.col("metric").is_in(list(RATES)))
    mine = _metrics(shares.filter(pl.col("player_id") == person.player_id))
    rows = [
        {
            "metric": metric,
            "label": tr(label),
            "group": _group_share(shares, metric),
            **_known(mine.get(metric, {})),
        }
        for metric, label in RATES.items()
    ]
    frame = pl.DataFrame(rows, schema_overrides=dict.fromkeys(("value", "low", "high", "group"), pl.Float64))
    drawn = frame.drop_nulls("value")
    aggression = _metrics(stats.filter(pl.col("player_id") == person.player_id)).get("aggression", {})
    chart: list[Block] = []
    if len(drawn):
        figure = rates(drawn, drawn["group"].to_list())
        about = tr(
            "Shares of the hands that know, with 95 % intervals; an upright stroke is the group's share."
        )
        chart = [Chart(figure=figure, about=about)]
    return [
        *chart,
        Table(
            frame=frame,
            caption=tr("The rates, and the hands that each rests on"),
            empty="",
            columns=[
                text_column(tr("Rate"), "label"),
                Column(label=tr("Share"), cell=_share),
                Column(label=tr("Times"), cell=lambda row: number(row["numerator"])),
                Column(label=tr("Of hands"), cell=lambda row: number(row["denominator"])),
                Column(label=tr("The group"), cell=lambda row: percent(row["group"])),
            ],
        ),
        Paragraph(_aggression(aggression), quiet=True),
    ]


def _known(metric: Row) -> dict[str, float | None]:
    """A rate that no hand knows has no value, and no hands either."""
    known = metric.get("value") is not None
    rate = {name: metric.get(name) for name in ("value", "low", "high", "denominator")}
    return {**rate, "numerator": metric["numerator"] if known else None}


def _group_share(shares: pl.DataFrame, metric: str) -> float | None:
    rows = shares.filter((pl.col("metric") == metric) & pl.col("value").is_not_null())
    hands = float(rows["denominator"].sum())
    return float(rows["numerator"].sum()) / hands if hands else None


def _share(row: Row) -> Child:
    return with_interval(row["value"], row["low"], row["high"], 0, percent)


def _aggression(metric: Row) -> str:
    value = metric.get("value")
    if value is None:
        return tr("Aggression (bets and raises for each call): not known; it takes hands logged act by act.")
    return trn(
        "Aggression: {value} bets and raises for each call ({times} for {n} call).",
        "Aggression: {value} bets and raises for each call ({times} for {n} calls).",
        int(metric["denominator"]),
        value=number(value, 2),
        times=number(metric["numerator"]),
    )


def _games(games: pl.DataFrame) -> list[Block]:
    frame = games.rename({"low": "net_per_100_low", "high": "net_per_100_high"})
    return [
        *(
            [Chart(figure=net_by_game(in_chips), about=tr("Won or lost at each game, in chips."))]
            if len(in_chips := games.drop_nulls("net"))  # null where chips of different worth were played for
            else []
        ),
        Table(
            frame=frame,
            caption=tr("Game by game; antes per 100 hands with the 95 % interval"),
            empty=tr("No game has been played."),
            columns=[
                Column(
                    label=tr("Game"),
                    kind="text",
                    sort="game",
                    cell=lambda row: game_link(row["game"], row["variant_id"]),
                ),
                count_column(tr("Hands"), "hands"),
                count_column(tr("Won"), "won_hands"),
                gain_column(tr("Chips"), "net"),
                interval_column(tr("Antes per 100 hands"), "net_per_100", 0, signed),
                gain_column(tr("Biggest win"), "biggest_win", none=""),
                gain_column(tr("Biggest loss"), "biggest_loss", none=""),
            ],
            sortable=True,
        ),
    ]


def _nights(evenings: pl.DataFrame) -> Table:
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
            count_column(tr("Hands"), "hands"),
            count_column(tr("Won"), "won_hands"),
            count_column(tr("Place"), "rank"),
        ],
        sortable=True,
    )


def _dated(row: Row) -> Child:
    return night_link(
        row["session_id"] if row["started_at"] is None else day(row["started_at"]), row["session_id"]
    )


__all__ = ["player_page", "write_player"]
