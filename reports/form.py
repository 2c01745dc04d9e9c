"""A player's form: the last ten nights, dated falls, streaks, and how far the nights spread of late."""

from __future__ import annotations

import polars as pl

from language import tr, trn
from reports import numbers
from reports.behind import in_antes_link
from reports.blocks import Block, Chart, Column, Paragraph, Row, Table
from reports.cells import count_column, player_column
from reports.figures.form import form_and_falls, volatility
from reports.html import Child, filled, fragment
from reports.links import night_link
from reports.numbers import day, number, signed
from reports.stretches import deepest_fall, last_nights, longest, run_of

MOST_FALLS = 5
"""So many falls stand on a page."""


def form_blocks(luck: pl.DataFrame, falls: pl.DataFrame, join_order: int) -> list[Block]:
    """One player's form over ten nights, falls, streaks, and how far the nights spread."""
    if luck.is_empty():
        return [Paragraph(tr("No hand of this player's is confirmed yet."))]
    row = luck.row(-1, named=True)
    form = filled(
        trn(
            "{n} night so far: {antes} antes. Deepest fall: {fall}.",
            "Last {n} nights: {antes} antes. Deepest fall: {fall}.",
            row["form_nights"],
            antes="{antes}",
            fall="{fall}",
        ),
        antes=in_antes_link(signed(row["form_units"]), last_nights(luck)),
        fall=in_antes_link(number(row["drawdown_units"]), deepest_fall(luck)),
    )
    ahead, behind = longest(luck, ahead=True), longest(luck, ahead=False)
    streaks = filled(
        tr("Longest streaks: {ahead} ahead, {behind} behind; now {now}."),
        ahead=in_antes_link(numbers.nights(len(ahead)), ahead),
        behind=in_antes_link(numbers.nights(len(behind)), behind),
        now=in_antes_link(signed(row["streak"]), run_of(luck, -1)),
    )
    if len(luck) < 2:
        return [Paragraph(form)]
    about = tr(
        "The line: what the last ten nights brought, in antes. The grey area: how far the season lies below "
        "its best so far."
    )
    return [
        Paragraph(fragment(form, " ", streaks)),
        Chart(figure=form_and_falls(luck, join_order), about=about),
        *_volatility(luck, join_order),
        falls_table(falls.filter(pl.col("fall_no") <= MOST_FALLS), tr("The deepest falls, in antes")),
    ]


def _volatility(luck: pl.DataFrame, join_order: int) -> list[Block]:
    known = luck.drop_nulls("volatility")
    if len(known) < 2:
        return []
    last = known.row(-1, named=True)
    told = tr(
        "How far the nights spread: {own} antes over the last ten.",
        own=number(last["volatility"]),
    )
    if last["chance_volatility"] is not None:
        told += " " + tr(
            "In the games played chance alone makes it {chance}.", chance=number(last["chance_volatility"])
        )
    about = tr(
        "The deviation of a night over the last ten, in antes; the thin line is what chance alone makes of "
        "the games that were played."
    )
    return [Paragraph(told), Chart(figure=volatility(known, join_order), about=about)]


def falls_table(falls: pl.DataFrame, caption: str, *, named: bool = False) -> Table:
    """Falls (`player_data.falls`) with their dates, the deepest first; `named` says whose each is."""
    whose = [player_column()] if named else []
    return Table(
        frame=falls,
        caption=caption,
        empty=tr("{caption}: the line never lay below its best.", caption=caption),
        columns=[
            *whose,
            Column(label=tr("From"), kind="text", sort="best_at", cell=_from),
            Column(label=tr("Deepest"), kind="text", sort="deepest_at", cell=_deepest),
            Column(label=tr("Made good"), kind="text", sort="regained_at", cell=_regained),
            count_column(tr("Depth"), "depth_units"),
            count_column(tr("Nights"), "nights"),
        ],
        sortable=True,
    )


def _from(row: Row) -> Child:
    return tr("the beginning") if row["best_session"] is None else _night(row, "best")


def _deepest(row: Row) -> Child:
    return _night(row, "deepest")


def _regained(row: Row) -> Child:
    return tr("not yet") if row["regained_session"] is None else _night(row, "regained")


def _night(row: Row, which: str) -> Child:
    at, session = row[f"{which}_at"], row[f"{which}_session"]
    return night_link(session if at is None else day(at), session)


__all__ = ["falls_table", "form_blocks"]
