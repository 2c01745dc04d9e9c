"""Luck and skill: what a season brought beside what chance alone would do in the games that were played.

Chance alone would make a season's antes with a deviation of the square root of the nights' squared ones
(`mart_player_luck`, docs/statistics.md): 19 such seasons of 20 end within 1.96 of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt

import polars as pl

from language import tr, trn
from reports.blocks import Block, Chart, Column, Paragraph, Row, Table
from reports.cells import count_column, gain_column, player_column
from reports.figures.chance import chance_band
from reports.html import Child
from reports.numbers import number, signed, unknown

BEYOND = 1.96
"""So many deviations to each side hold 19 of 20."""
KNOWN = 0.95
"""So much of the hands has to be in games of which chance is known."""
MOST = 500
"""More nights than that nobody waits for."""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """A player's season beside chance: nights, antes, the deviation of chance (None: not known)."""

    name: str
    nights: int
    units: float
    chance_sd: float | None

    @classmethod
    def of(cls, rows: pl.DataFrame) -> Verdict:
        """The verdict on one player's nights of a season (`player_data.luck`)."""
        hands, hands_known = (int(rows[name].sum()) for name in ("hands", "hands_known"))
        known = hands > 0 and hands_known >= KNOWN * hands
        squares = float((rows["chance_sd"].fill_null(0.0) ** 2).sum())
        return cls(
            name=rows["name"][0],
            nights=len(rows),
            units=float(rows["net_units"].sum()),
            chance_sd=sqrt(squares) if known and squares > 0 else None,
        )

    @property
    def is_luck(self) -> bool:
        """Whether chance alone ends so, or farther out, more often than once in 20."""
        return self.chance_sd is None or abs(self.units) <= BEYOND * self.chance_sd

    @property
    def more_nights(self) -> int | None:
        """About so many more such nights would tell; None for more than anybody waits for."""
        if self.chance_sd is None or not self.units:
            return None
        needed = self.nights * (BEYOND * self.chance_sd / self.units) ** 2
        return max(1, ceil(needed) - self.nights) if needed <= MOST else None

    def short(self) -> str:
        """In a cell."""
        if self.chance_sd is None:
            return unknown()
        if not self.is_luck:
            return tr("more than luck") if self.units > 0 else tr("more than bad luck")
        if self.more_nights is None:
            return tr("could be chance")
        return trn(
            "could be chance: about {n} more night would tell",
            "could be chance: about {n} more nights would tell",
            self.more_nights,
        )

    def sentence(self) -> str:
        """As a sentence."""
        if self.chance_sd is None:
            return tr("Too few hands of these games are known to say what chance alone would do.")
        said = {
            "player": self.name,
            "antes": signed(self.units),
            "reach": number(BEYOND * self.chance_sd),
        }
        text = tr(
            "{player} stands at {antes} antes; chance alone ends within ±{reach} in 19 of 20 such seasons.",
            **said,
        )
        if not self.is_luck:
            more = tr("That is more than luck.") if self.units > 0 else tr("That is more than bad luck.")
            return f"{text} {more}"
        if self.more_nights is None:
            return f"{text} {tr('It could all be chance.')}"
        more = trn(
            "It could be chance: about {n} more such night would tell.",
            "It could be chance: about {n} more such nights would tell.",
            self.more_nights,
        )
        return f"{text} {more}"


def season_luck(luck: pl.DataFrame) -> list[Block]:
    """Everybody's season beside chance, the best first: the leader's verdict as a sentence, and a table."""
    if luck.is_empty():
        return [Paragraph(tr("No hand of this season is confirmed yet."))]
    verdicts = {rows["player_id"][0]: Verdict.of(rows) for rows in luck.partition_by("player_id")}
    last = luck.group_by("player_id", "name", "join_order", maintain_order=True).last()
    frame = last.with_columns(
        pl.col("player_id").replace_strict({k: v.units for k, v in verdicts.items()}).alias("units"),
        pl.col("player_id").replace_strict({k: v.nights for k, v in verdicts.items()}).alias("nights"),
    ).sort(["units", "join_order"], descending=[True, False])
    leader = verdicts[frame["player_id"][0]]

    def reach(row: Row) -> Child:
        sd = verdicts[row["player_id"]].chance_sd
        return unknown() if sd is None else f"±{number(BEYOND * sd)}"

    return [
        Paragraph(leader.sentence()),
        Table(
            frame=frame,
            caption=tr("The season in antes, beside what chance alone would do in the games played"),
            empty="",
            columns=[
                player_column(),
                count_column(tr("Nights"), "nights"),
                gain_column(tr("Antes"), "units"),
                Column(label=tr("Chance alone"), cell=reach),
                Column(label=tr("Verdict"), kind="text", cell=lambda row: verdicts[row["player_id"]].short()),
                gain_column(tr("Last ten nights"), "form_units"),
                Column(label=tr("Deepest fall"), sort="drawdown_units", cell=_fall),
                Column(label=tr("Streak"), sort="streak", cell=_streak),
            ],
            sortable=True,
            dense=True,
        ),
        Paragraph(
            tr(
                "An ante makes games comparable. Chance alone: 19 of 20 such seasons end within it. Streak: "
                "nights in a row that ended ahead (+) or behind (−)."
            ),
            quiet=True,
        ),
    ]


def player_luck(luck: pl.DataFrame, join_order: int) -> list[Block]:
    """One player's season beside chance: the verdict, and the line within its band."""
    if luck.is_empty():
        return [Paragraph(tr("No hand of this player's is confirmed yet."))]
    verdict = Verdict.of(luck)
    if verdict.chance_sd is None:
        return [Paragraph(verdict.sentence())]
    about = tr(
        "Antes since the season began, night by night; the band holds 19 of 20 seasons that chance alone "
        "would make of these games."
    )
    row = luck.row(-1, named=True)
    form = trn(
        "Last {n} night: {antes} antes. Deepest fall: {fall}.",
        "Last {n} nights: {antes} antes. Deepest fall: {fall}.",
        row["form_nights"],
        antes=signed(row["form_units"]),
        fall=number(row["drawdown_units"]),
    )
    return [
        Paragraph(verdict.sentence()),
        Chart(figure=chance_band(luck, BEYOND, join_order), about=about),
        Paragraph(form, quiet=True),
    ]


def _fall(row: Row) -> Child:
    return number(row["drawdown_units"])


def _streak(row: Row) -> Child:
    return signed(row["streak"])


__all__ = ["Verdict", "player_luck", "season_luck"]
