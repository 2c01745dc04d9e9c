"""One night: how it went hand by hand, who won what, and the bank. Also for a night that was imported."""

from __future__ import annotations

from pathlib import Path

import polars as pl
from duckdb import DuckDBPyConnection

from reports import data
from reports.accounts import night_accounts
from reports.blocks import Block, Column, Fact, Facts, Row, Section, Table
from reports.cells import count_column, gain_class, gain_column, player, player_column, text_column
from reports.html import Child, fragment, tag
from reports.numbers import amount, clock, date, number, plural, signed, unit
from reports.page import Page, ReportError, render, write
from reports.season import NO_NIGHT, night_line

ENDINGS = {
    "carried": "nobody won, the pot went on",
    "split": "nobody won, those still in split the pot",
    "new_deal": "new deal, the pot went on",
    "redealt": "dealt again",
    "incomplete": "not finished",
}
"""Outcomes without a winner, in words."""


def write_night(con: DuckDBPyConnection, out: Path, night: str | None = None) -> int:
    """Write the page of a night or an import (the latest night without a name) to `out`; returns its bytes.

    Raises ReportError.
    """
    return write(render(night_page(con, night)), out)


def night_page(con: DuckDBPyConnection, night: str | None = None) -> Page:
    """The page of a night or an import. Raises ReportError for a name that isn't there."""
    every = data.sessions(con).filter(pl.col("kind") != "run")
    if every.is_empty() and night is None:
        return Page(title="A night", kicker="Night", lead=NO_NIGHT)
    session = _chosen(every, night)
    name = session["session_id"]
    running = data.running_nets(con, name)
    return Page(
        title=date(session["started_at"]) if session["started_at"] else name,
        kicker=" · ".join(
            filter(None, ["Night" if session["kind"] == "night" else "Imported", name, session["place"]])
        ),
        lead=_lead(session),
        top=[_facts(session)],
        sections=[
            Section(heading="The line", anchor="line", blocks=night_line(con, name)),
            Section(heading="Who won what", anchor="players", blocks=[_players(running)]),
            Section(heading="The bank", anchor="bank", blocks=night_accounts(con, name, session["currency"])),
            Section(heading="The hands", anchor="hands", blocks=_hands(con, name)),
        ],
    )


def _chosen(every: pl.DataFrame, night: str | None) -> Row:
    if night is None:
        nights = every.filter(pl.col("kind") == "night")
        return (every if nights.is_empty() else nights).row(-1, named=True)
    found = every.filter(pl.col("session_id") == night)
    if found.is_empty():
        latest = ", ".join(every["session_id"].tail(5))
        raise ReportError(
            f"There is no night {night!r} in the store" + (f": the latest are {latest}." if latest else ".")
        )
    return found.row(0, named=True)


def _lead(session: Row) -> str:
    times = ""
    if session["started_at"] and session["ended_at"]:
        times = f", from {clock(session['started_at'])} to {clock(session['ended_at'])}"
    text = (
        f"{plural(session['hands'], 'hand')} of {plural(session['games'], 'game')} "
        f"between {plural(session['players'], 'player')}{times}."
    )
    if session["chip_value"] is not None:
        worth = f"{session['chip_value']:.6f}".rstrip("0")
        sign = unit(session["currency"]) or "of a currency that the file doesn't name"
        text += f" A small chip was worth {_value(worth)} {sign}".rstrip(".") + "."
    if session["drafts"]:
        drafts = plural(session["drafts"], "hand is still a draft", "hands are still drafts")
        text += f" {drafts}: nothing here counts them."
    return text


def _value(text: str) -> str:
    whole, _, decimals = text.partition(".")
    return f"{whole}.{decimals.ljust(2, '0')}"


def _facts(session: Row) -> Facts:
    facts = [
        Fact(
            label="Biggest pot",
            value=f"{number(session['biggest_pot'])} chips",
            note=f"hand {session['biggest_pot_hand_no']}, {session['biggest_pot_game'] or ''}",
        ),
        Fact(label="Best", value=session["best"], note=f"{signed(session['best_net'])} chips"),
        Fact(label="Worst", value=session["worst"], note=f"{signed(session['worst_net'])} chips"),
        Fact(label="Into the pots", value=f"{number(session['paid'])} chips"),
        Fact(label="Banker", value=session["banker"]),
    ]
    if session["pot_left"]:
        facts.append(Fact(label="Left in a carried pot", value=f"{number(session['pot_left'])} chips"))
    return Facts([fact for fact in facts if fact.value and session["hands"]])


def _players(running: pl.DataFrame) -> Table:
    sums = (
        running.group_by("player_id", "name", "join_order", "unit")
        .agg(
            pl.col("value").sum(),
            pl.col("net").sum(),
            pl.len().alias("hands"),
            (pl.col("net") > 0).sum().alias("gained"),
            pl.col("net").max().alias("best"),
            pl.col("net").min().alias("worst"),
        )
        .sort(["net", "join_order"], descending=[True, False])
    )
    return Table(
        frame=sums,
        caption="The players, the best first",
        empty="Nobody has played yet.",
        columns=[
            player_column(),
            Column(
                label="Net" if all(sums["unit"]) else "Money",
                sort="value",
                cell=lambda row: amount(row["value"], row["unit"]),
                style=lambda row: gain_class(row["value"]),
            ),
            gain_column("Chips", "net"),
            count_column("Hands", "hands"),
            count_column("Ahead", "gained"),
            gain_column("Best hand", "best"),
            gain_column("Worst hand", "worst"),
        ],
        sortable=True,
    )


def _hands(con: DuckDBPyConnection, name: str) -> list[Block]:
    hands = data.hands(con, name)
    took: dict[int, list[Row]] = {}
    for row in data.winners(con, name).iter_rows(named=True):
        took.setdefault(row["hand_no"], []).append(row)
    shared = hands["dealer"].is_not_null().any()
    return [
        Table(
            frame=hands,
            caption="Every confirmed hand; pots in chips",
            empty="No hand of this night is confirmed yet.",
            columns=[
                count_column("No.", "hand_no"),
                *(
                    [text_column("Time", "started_at", clock, minor=True)]
                    if hands["started_at"].is_not_null().any()
                    else []
                ),
                Column(label="Game", kind="text", sort="game", cell=_called),
                *([text_column("Dealer", "dealer", minor=True)] if shared else []),
                count_column("Pot", "pot"),
                Column(label="Won by", kind="text", cell=lambda row: _won(row, took.get(row["hand_no"], []))),
            ],
            sortable=True,
            dense=True,
        )
    ]


def _called(row: Row) -> Child:
    added = tag("span", f" {row['additions']}", class_="quiet") if row["additions"] else None
    note = fragment(tag("br"), tag("span", row["note"], class_="quiet")) if row["note"] else None
    return fragment(row["game"], added, note)


def _won(hand: Row, took: list[Row]) -> Child:
    if not took:
        return ENDINGS.get(hand["outcome"], "")
    return [tag("span", _took(row, alone=len(took) == 1), class_="winner") for row in took]


def _took(row: Row, *, alone: bool) -> Child:
    chips = None if alone else f" {number(row['won'])}"
    meld = tag("span", f" {row['meld'].replace('_', ' ')}", class_="quiet") if row["meld"] else None
    return fragment(player(row["name"], row["join_order"]), chips, meld)


__all__ = ["night_page", "write_night"]
