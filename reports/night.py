"""One night: how it went hand by hand, who won what, and the bank. Also for a night that was imported."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import polars as pl
from duckdb import DuckDBPyConnection

from language import mark, tr, trn
from reports import data, numbers
from reports.accounts import night_accounts
from reports.blocks import Block, Column, Fact, Facts, Row, Section, Table
from reports.cells import count_column, gain_class, gain_column, player, player_column, text_column
from reports.html import Child, fragment, tag
from reports.numbers import amount, chips, clock, date, number, unit
from reports.page import Page, ReportError, render, write
from reports.season import night_line, no_night, pot_text

ENDINGS = {
    "carried": mark("nobody won, the pot went on"),
    "split": mark("nobody won, those still in split the pot"),
    "new_deal": mark("new deal, the pot went on"),
    "redealt": mark("dealt again"),
    "incomplete": mark("not finished"),
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
        return Page(title=tr("A night"), kicker=tr("Night"), lead=no_night())
    session = _chosen(every, night)
    name = session["session_id"]
    running = data.running_nets(con, name)
    return Page(
        title=date(session["started_at"]) if session["started_at"] else name,
        kicker=" · ".join(
            filter(
                None, [tr("Night") if session["kind"] == "night" else tr("Imported"), name, session["place"]]
            )
        ),
        lead=_lead(session),
        top=[_facts(session)] if session["hands"] else [],
        sections=[
            Section(heading=tr("The line"), anchor="line", blocks=night_line(con, name)),
            Section(heading=tr("Who won what"), anchor="players", blocks=[_players(running)]),
            Section(
                heading=tr("The bank"), anchor="bank", blocks=night_accounts(con, name, session["currency"])
            ),
            Section(heading=tr("The hands"), anchor="hands", blocks=_hands(con, name)),
        ],
    )


def _chosen(every: pl.DataFrame, night: str | None) -> Row:
    if night is None:
        nights = every.filter(pl.col("kind") == "night")
        return (every if nights.is_empty() else nights).row(-1, named=True)
    found = every.filter(pl.col("session_id") == night)
    if found.is_empty():
        latest = ", ".join(every["session_id"].tail(5))
        if not latest:
            raise ReportError(tr("There is no night {night!r} in the store.", night=night))
        raise ReportError(
            tr(
                "There is no night {night!r} in the store: the latest are {latest}.",
                night=night,
                latest=latest,
            )
        )
    return found.row(0, named=True)


def _lead(session: Row) -> str:
    said = {
        "hands": numbers.hands(session["hands"]),
        "games": numbers.games(session["games"]),
        "players": numbers.players(session["players"]),
    }
    if session["started_at"] and session["ended_at"]:
        times = {"low": clock(session["started_at"]), "high": clock(session["ended_at"])}
        text = tr("{hands} of {games} between {players}, from {low} to {high}.", **said, **times)
    else:
        text = tr("{hands} of {games} between {players}.", **said)
    if session["chip_value"] is not None:
        value = _value(session["chip_value"])
        if sign := unit(session["currency"]):
            text += " " + tr("A small chip was worth {value}.", value=f"{value} {sign}")
        else:
            text += " " + tr(
                "A small chip was worth {value} of a currency that the file doesn't name.", value=value
            )
    if session["drafts"]:
        text += " " + trn(
            "{n} hand is still a draft: nothing here counts it.",
            "{n} hands are still drafts: nothing here counts them.",
            session["drafts"],
        )
    return text


def _value(chip_value: Decimal) -> str:
    """What a chip is worth, in as many decimals as it takes, two at least."""
    decimals = len(f"{chip_value:.6f}".rstrip("0").partition(".")[2])
    return number(chip_value, max(2, decimals))


def _facts(session: Row) -> Facts:
    facts = [
        Fact(
            label=tr("Biggest pot"),
            value=pot_text(session["biggest_pot"]),
            note=", ".join(
                filter(
                    None, [tr("hand {no}", no=session["biggest_pot_hand_no"]), session["biggest_pot_game"]]
                )
            ),
        ),
        Fact(label=tr("Best"), value=session["best"], note=chips(session["best_net"])),
        Fact(label=tr("Worst"), value=session["worst"], note=chips(session["worst_net"])),
        Fact(label=tr("Into the pots"), value=pot_text(session["paid"])),
        Fact(label=tr("Banker"), value=session["banker"]),
    ]
    if session["pot_left"]:
        facts.append(Fact(label=tr("Left in a carried pot"), value=pot_text(session["pot_left"])))
    return Facts([fact for fact in facts if fact.value])


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
        caption=tr("The players, the best first"),
        empty=tr("Nobody has played yet."),
        columns=[
            player_column(),
            Column(
                label=tr("Net") if all(sums["unit"]) else tr("Money"),
                sort="value",
                cell=lambda row: amount(row["value"], row["unit"]),
                style=lambda row: gain_class(row["value"]),
            ),
            gain_column(tr("Chips"), "net"),
            count_column(tr("Hands"), "hands"),
            count_column(tr("Ahead"), "gained"),
            gain_column(tr("Best hand"), "best"),
            gain_column(tr("Worst hand"), "worst"),
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
            caption=tr("Every confirmed hand; pots in chips"),
            empty=tr("No hand of this night is confirmed yet."),
            columns=[
                count_column(tr("No."), "hand_no"),
                *(
                    [text_column(tr("Time"), "started_at", clock, minor=True)]
                    if hands["started_at"].is_not_null().any()
                    else []
                ),
                Column(label=tr("Game"), kind="text", sort="game", cell=_called),
                *([text_column(tr("Dealer"), "dealer", minor=True)] if shared else []),
                count_column(tr("Pot"), "pot"),
                Column(
                    label=tr("Won by"), kind="text", cell=lambda row: _won(row, took.get(row["hand_no"], []))
                ),
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
        ending = ENDINGS.get(hand["outcome"])
        return tr(ending) if ending else ""
    return [tag("span", _took(row, alone=len(took) == 1), class_="winner") for row in took]


def _took(row: Row, *, alone: bool) -> Child:
    chips = None if alone else f" {number(row['won'])}"
    meld = tag("span", f" {meld_text(row['meld'])}", class_="quiet") if row["meld"] else None
    return fragment(player(row["name"], row["join_order"]), chips, meld)


MELDS = {
    "high_card": mark("high card"),
    "pair": mark("a pair"),
    "two_pair": mark("two pair"),
    "three": mark("three alike"),
    "straight": mark("straight"),
    "flush": mark("flush"),
    "full_house": mark("full house"),
    "four": mark("four alike"),
    "straight_flush": mark("straight flush"),
    "five": mark("five alike"),
}
"""What the categories of melds are called, as the store writes them."""


def meld_text(meld: str) -> str:
    """The name of a meld; of one that isn't a category its own."""
    return tr(MELDS[meld]) if meld in MELDS else meld.replace("_", " ")


__all__ = ["night_page", "write_night"]
