"""The deepest drawdowns of a player or a season."""

from __future__ import annotations

import polars as pl

from language import tr
from reports.charts.form import drawdowns
from reports.components.amounts import unit_shown
from reports.components.blocks import Block, Chart, Paragraph
from reports.components.html import filled
from reports.components.streaks import add_depth


def drawdowns_blocks(falls: pl.DataFrame, nights: pl.DataFrame, *, named: bool = False) -> list[Block]:
    """Drawdowns (`data.drawdowns`) of nights (`add_form`) as bars, the deepest first; `named` says whose each is."""
    if falls.is_empty():
        return [Paragraph(tr("The line never lay below its best."))]
    about = filled(
        tr("The deepest drawdowns, in {unit}: how far below the best, from that night to the lowest."),
        unit=unit_shown(nights["measure"][0]),
    )
    return [Chart(figure=drawdowns(add_depth(falls, nights), named=named), about=about)]
