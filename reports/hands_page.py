"""The page of hands that were looked for."""

from __future__ import annotations

import polars as pl

from language import tr
from reports import numbers
from reports.blocks import Column, Fact, Facts, Row, Section, Table
from reports.cells import count_column, gain_column, text_column
from reports.html import Child, fragment, tag
from reports.links import night_link
from reports.numbers import chips, day
from reports.page import DEALERS_CHOICE, Page


def hands_page(found: pl.DataFrame, asked: str) -> Page:
    """A table of `hand_search.found_hands`, under what was asked."""
    mine = bool(found["player"].is_not_null().any())
    facts = [Fact(label=tr("Found"), value=numbers.hands(len(found)))]
    if mine:
        facts.append(Fact(label=found["player"].drop_nulls()[0], value=chips(int(found["net"].sum()))))
    return Page(
        title=tr("Hands"),
        kicker=tr(DEALERS_CHOICE),
        lead=tag("code", asked) if asked else tr("Every hand."),
        top=[Facts(facts)],
        sections=[Section(heading=tr("The hands"), anchor="hands", blocks=[_table(found, mine=mine)])],
    )


def _table(found: pl.DataFrame, *, mine: bool) -> Table:
    return Table(
        frame=found,
        caption=tr("Hands in the order of their time; pots in chips"),
        empty=tr("No hand is like that."),
        columns=[
            Column(label=tr("Night"), kind="text", sort="night_at", cell=_dated),
            count_column(tr("No."), "hand_no"),
            Column(label=tr("Game"), kind="text", sort="game", cell=_called),
            text_column(tr("Dealer"), "dealer", minor=True),
            count_column(tr("Pot"), "pot"),
            Column(label=tr("Won by"), kind="text", sort="winners", cell=_won),
            *([gain_column(tr("Net"), "net", none="")] if mine else []),
        ],
        sortable=True,
        dense=True,
    )


def _dated(row: Row) -> Child:
    when = row["session_id"] if row["night_at"] is None else day(row["night_at"])
    return night_link(when, row["session_id"], row["hand_no"])


def _called(row: Row) -> Child:
    added = tag("span", f" {row['additions']}", class_="quiet") if row["additions"] else None
    note = fragment(tag("br"), tag("span", row["note"], class_="quiet")) if row["note"] else None
    return fragment(row["game"] or numbers.unknown(), added, note)


def _won(row: Row) -> Child:
    if row["status"] != "confirmed":
        return tag("span", tr("draft"), class_="draft")
    return row["winners"] or ""


__all__ = ["hands_page"]
