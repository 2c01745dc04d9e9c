"""Luck on a season's page: bands, form, streaks and drawdowns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl

from language import tr
from reports.components import numbers
from reports.components.amounts import (
    CellForm,
    amount_column,
    exact,
    is_money,
    money_cell,
    unit_shown,
)
from reports.components.blocks import (
    Block,
    Column,
    Folded,
    Paragraph,
    Row,
    Table,
)
from reports.components.columns import (
    gain_class,
    player_column,
)
from reports.components.drill_down import (
    nights_link,
)
from reports.components.html import Child, filled, fragment
from reports.components.streaks import add_form, deepest_drawdown, last_nights, streak_at
from reports.data import CHIPS
from reports.pages.luck import (
    Verdict,
    drawdowns_blocks,
    luck_basis,
    season_verdicts,
)

MAX_DRAWDOWNS = 10
"""Number of drawdowns that the page lists."""


def season_luck(lines: Sequence[pl.DataFrame], luck: pl.DataFrame) -> list[Block]:
    """Each player's total with its band, form, drawdown and streak (`add_chance` by measure, `data.luck`).

    >>> from reports import data
    >>> from reports.pages.luck import add_chance
    >>> luck = data.luck(con, "2026")
    >>> lines = [add_chance(data.player_nights(con, "2026"), luck)]
    >>> [type(block).__name__ for block in season_luck(lines, luck)]
    ['Table', 'Paragraph']
    """
    if luck.is_empty():
        return [Paragraph(tr("No hand of this season is confirmed yet."))]
    blocks: list[Block] = []
    for line in lines:
        of_line = luck.join(line, on=["session_id", "player_id"], how="semi", maintain_order="left")
        nights = add_form(of_line, [line])
        nights_of = {
            rows["player_id"][0]: rows for rows in nights.partition_by("player_id", maintain_order=True)
        }
        last = nights.group_by("player_id", "name", "join_order", maintain_order=True).last()
        verdicts = season_verdicts(line)
        order = pl.DataFrame({"player_id": list(verdicts)})
        frame = order.join(last, on="player_id", maintain_order="left").with_columns(
            pl.col("player_id").replace_strict({k: v.total for k, v in verdicts.items()}).alias("total")
        )
        blocks.append(_luck_table(frame, verdicts, nights_of))
    remark = tr("Streak: nights in a row that ended ahead (+) or behind (−).")
    return [*blocks, Paragraph(f"{remark} {luck_basis(luck)}".strip(), quiet=True)]


def _luck_table(
    frame: pl.DataFrame, verdicts: dict[str, Verdict], nights_of: dict[str, pl.DataFrame]
) -> Table:
    measure = next(iter(verdicts.values())).measure

    def linked(
        label: str, name: str, nights: Callable[[pl.DataFrame], pl.DataFrame], *, gain: bool = True
    ) -> Column:
        """A figure of some of a player's nights, linked to their hands."""

        def amount(value: float) -> Child:
            return money_cell(value, 0, name != "streak" and is_money(measure), gain=gain)

        def cell(row: Row) -> Child:
            return nights_link(amount(row[name]), nights(nights_of[row["player_id"]]))

        return Column(
            label=label,
            sort=name,
            cell=cell,
            value=amount,
            style=lambda row: gain_class(row[name]) if gain else "",
        )

    def reach(row: Row) -> Child:
        verdict = verdicts[row["player_id"]]
        if verdict.reach is None:
            return "" if verdict.is_early else numbers.unknown()
        value = verdict.reach
        return fragment("±", money_cell(value, 0, measure != CHIPS, gain=False))

    form = CellForm(in_money=measure != CHIPS, places=exact(frame["total"]))
    return Table(
        frame=frame,
        caption=filled(tr("Net and how far luck alone goes, in {unit}"), unit=unit_shown(measure)),
        columns=[
            player_column(),
            amount_column(tr("Net"), frame["total"], form),
            Column(label=tr("By luck alone"), cell=reach),
            Column(label=tr("Luck?"), kind="text", cell=lambda row: verdicts[row["player_id"]].short()),
            linked(tr("Last ten nights"), "form", last_nights),
            linked(tr("Deepest drawdown"), "max_drawdown", deepest_drawdown, gain=False),
            linked(tr("Streak"), "streak", lambda nights: streak_at(nights, -1)),
        ],
        sortable=True,
        dense=True,
    )


def drawdowns(table: pl.DataFrame, nights: pl.DataFrame) -> list[Block]:
    """All drawdowns of a season (`data.drawdowns`), folded; nothing if there were none.

    >>> from reports import data
    >>> from reports.components.streaks import add_form
    >>> nights = add_form(data.luck(con, "2026"), [])
    >>> [type(block).__name__ for block in drawdowns(data.drawdowns(con, "2026"), nights)]
    ['Folded']
    """
    if table.is_empty():
        return []
    blocks = drawdowns_blocks(table.head(MAX_DRAWDOWNS), nights, named=True)
    return [Folded(summary=tr("The deepest drawdowns"), blocks=blocks)]
