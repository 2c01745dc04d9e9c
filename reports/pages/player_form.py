"""A player's form: the last ten nights, streaks, drawdowns."""

from __future__ import annotations

import polars as pl

from language import tr, trn
from reports.charts.form import form_and_drawdown
from reports.components import numbers
from reports.components.amounts import (
    gain_shown,
    unit_shown,
)
from reports.components.blocks import (
    Block,
    Chart,
    Paragraph,
)
from reports.components.drill_down import (
    nights_link,
)
from reports.components.html import filled, fragment
from reports.components.numbers import signed
from reports.components.streaks import deepest_drawdown, last_nights, longest_streak, streak_at
from reports.pages.luck import drawdowns_blocks

MAX_DRAWDOWNS = 5
"""Number of drawdowns on the page."""


def form_blocks(luck: pl.DataFrame, drawdowns: pl.DataFrame, join_order: int) -> list[Block]:
    """One player's form over ten nights (`add_form`), drawdowns, streaks, and how far the nights spread.

    >>> from reports import data
    >>> from reports.components.streaks import add_form
    >>> nights = add_form(data.luck(con, "2026"), []).filter(name="Anna")
    >>> drawdowns = data.drawdowns(con, "2026").filter(name="Anna")
    >>> [type(block).__name__ for block in form_blocks(nights, drawdowns, 0)]
    ['Paragraph', 'Chart', 'Paragraph']
    """
    if luck.is_empty():
        return [Paragraph(tr("No hand of this player's is confirmed yet."))]
    row = luck.row(-1, named=True)
    measure = row["measure"]
    form = filled(
        trn(
            "{n} night so far: {form}. Deepest drawdown: {fall}.",
            "Last {n} nights: {form}. Deepest drawdown: {fall}.",
            row["form_nights"],
            form="{form}",
            fall="{fall}",
        ),
        form=nights_link(gain_shown(row["form"], measure), last_nights(luck)),
        fall=nights_link(gain_shown(row["max_drawdown"], measure, gain=False), deepest_drawdown(luck)),
    )
    ahead, behind = longest_streak(luck, ahead=True), longest_streak(luck, ahead=False)
    streaks = filled(
        tr("Longest streaks: {ahead} ahead, {behind} behind; now {now}."),
        ahead=nights_link(numbers.nights(len(ahead)), ahead),
        behind=nights_link(numbers.nights(len(behind)), behind),
        now=nights_link(signed(row["streak"]), streak_at(luck, -1)),
    )
    if len(luck) < 2:
        return [Paragraph(form)]
    about = filled(
        tr(
            "The line is the net of the last ten nights, in {unit}. The grey area is the drawdown: how far "
            "the season lies below its best."
        ),
        unit=unit_shown(measure),
    )
    drawdowns = drawdowns.filter(pl.col("drawdown_no") <= MAX_DRAWDOWNS)
    return [
        Paragraph(fragment(form, " ", streaks)),
        Chart(figure=form_and_drawdown(luck, join_order), about=about),
        *_volatility(luck),
        *(drawdowns_blocks(drawdowns, luck) if len(drawdowns) > 1 else []),  # the text has the deepest one
    ]


def _volatility(luck: pl.DataFrame) -> list[Block]:
    known = luck.drop_nulls("volatility")
    if len(known) < 2:
        return []
    last = known.row(-1, named=True)
    own, chance = (
        None if last[name] is None else gain_shown(last[name], last["measure"], 0, gain=False)
        for name in ("volatility", "chance_volatility")
    )
    text = filled(tr("A night varies by {own} (the standard deviation of the last ten)."), own=own)
    if chance is not None:
        alone = filled(tr("By luck alone it would vary by {chance} in these games."), chance=chance)
        text = fragment(text, " ", alone)
    return [Paragraph(text)]
