"""Luck and skill: what a season brought beside what chance alone would do in the games that were played.

Chance alone would make a season's antes with a deviation of the square root of the nights' squared ones
(`mart_player_luck`, docs/statistics.md): 19 such seasons of 20 end within 1.96 of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil, sqrt

import polars as pl

from language import tr, trn
from reports.behind import in_antes_link
from reports.blocks import Block, Chart, Column, Paragraph, Row, Table
from reports.cells import count_column, gain_class, player_column
from reports.figures.chance import chance_band
from reports.html import Child
from reports.numbers import CHIPS, amount, number, signed, unknown
from reports.stretches import deepest_fall, last_nights, run_of

BEYOND = 1.96
"""So many deviations to each side hold 19 of 20."""
KNOWN = 0.95
"""So much of the hands has to be in games of which chance is known."""
MOST = 500
"""More nights than that nobody waits for."""
ANTES = "antes"
"""The measure of nets of games with different antes."""
SEVERAL = 20
"""Of so many players chance alone puts one beyond what 19 of 20 stay within."""


Nights = Callable[[pl.DataFrame], pl.DataFrame]
"""Some of a player's nights."""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """A player's season beside chance: nights, net and the deviation of chance (None: not known), both in
    `measure`: antes, or what the season's line is drawn in.
    """

    name: str
    nights: int
    net: float
    chance_sd: float | None
    measure: str = ANTES

    @classmethod
    def of(cls, rows: pl.DataFrame) -> Verdict:
        """The verdict on one player's nights of a season, in antes (`player_data.luck`)."""
        squares = float((rows["chance_sd"].fill_null(0.0) ** 2).sum())
        return cls(
            name=rows["name"][0],
            nights=len(rows),
            net=float(rows["net_units"].sum()),
            chance_sd=sqrt(squares) if _is_known(rows) and squares > 0 else None,
        )

    @classmethod
    def of_line(cls, rows: pl.DataFrame) -> Verdict:
        """The verdict on one player's line, in its own measure (`beside_chance`)."""
        squares = float((rows["value_sd"].fill_null(0.0) ** 2).sum())
        return cls(
            name=rows["name"][0],
            nights=len(rows),
            net=float(rows["value"].sum()),
            chance_sd=sqrt(squares) if _is_known(rows) and squares > 0 else None,
            measure=rows["measure"][0],
        )

    @property
    def is_luck(self) -> bool:
        """Whether chance alone ends so, or farther out, more often than once in 20."""
        return self.chance_sd is None or abs(self.net) <= BEYOND * self.chance_sd

    @property
    def more_nights(self) -> int | None:
        """About so many more such nights would tell; None for more than anybody waits for."""
        if self.chance_sd is None or not self.net:
            return None
        needed = self.nights * (BEYOND * self.chance_sd / self.net) ** 2
        return max(1, ceil(needed) - self.nights) if needed <= MOST else None

    def short(self) -> str:
        """In a cell."""
        if self.chance_sd is None:
            return unknown()
        if not self.is_luck:
            return tr("more than luck") if self.net > 0 else tr("more than bad luck")
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
            "net": self._written(self.net),
            "reach": self._written(BEYOND * self.chance_sd).lstrip("+"),
        }
        text = tr(
            "{player} stands at {net}; chance alone ends within ±{reach} in 19 of 20 such seasons.",
            **said,
        )
        if not self.is_luck:
            more = tr("That is more than luck.") if self.net > 0 else tr("That is more than bad luck.")
            return f"{text} {more}"
        if self.more_nights is None:
            return f"{text} {tr('It could all be chance.')}"
        more = trn(
            "It could be chance: about {n} more such night would tell.",
            "It could be chance: about {n} more such nights would tell.",
            self.more_nights,
        )
        return f"{text} {more}"

    def _written(self, value: float) -> str:
        if self.measure == ANTES:
            return tr("{antes} antes", antes=signed(value))
        return amount(value, self.measure)


def _is_known(rows: pl.DataFrame) -> bool:
    """Whether chance is known in so many of the hands, and no night is without hands."""
    hands, hands_known = (int(rows[name].sum()) for name in ("hands", "hands_known"))
    return hands > 0 and hands_known >= KNOWN * hands and not rows["hands"].has_nulls()


def beside_chance(evenings: pl.DataFrame, luck: pl.DataFrame) -> pl.DataFrame:
    """A season's line (`data.player_nights`) with `value_sd`, the deviation in its measure of what chance
    alone would have made of each night, `hands` of a known ante and `hands_known` of them, else null.
    """
    chance = luck.select("session_id", "player_id", "hands", "hands_known", "chance_sd_chips")
    worth = pl.when(pl.col("measure") == CHIPS).then(1.0).otherwise(pl.col("chip_value").cast(pl.Float64))
    return evenings.drop("hands").join(
        chance, on=["session_id", "player_id"], how="left", maintain_order="left"
    ).with_columns((pl.col("chance_sd_chips") * worth).alias("value_sd"))  # fmt: skip


def season_reach(line: pl.DataFrame) -> list[float] | None:
    """How far chance alone takes a line in 19 of 20 seasons, after each night of `beside_chance`, for whoever
    was dealt in most at it; None where that isn't known.
    """
    if not _is_known(line):
        return None
    nights = line.group_by("session_id", maintain_order=True).agg(pl.col("value_sd").max().fill_null(0.0))
    reach = BEYOND * (nights["value_sd"] ** 2).cum_sum().sqrt()
    return reach.to_list() if len(reach) and reach[-1] > 0 else None


def leader_sentence(line: pl.DataFrame) -> str:
    """The verdict on whoever leads a line (`beside_chance`)."""
    first = line.group_by("player_id", maintain_order=True).agg(pl.col("value").sum())
    leader = first.sort("value", descending=True, maintain_order=True)["player_id"][0]
    return Verdict.of_line(line.filter(pl.col("player_id") == leader)).sentence()


def season_luck(luck: pl.DataFrame) -> list[Block]:
    """Everybody's season beside chance, the best first, and how many would stand outside it all the same."""
    if luck.is_empty():
        return [Paragraph(tr("No hand of this season is confirmed yet."))]
    verdicts = {rows["player_id"][0]: Verdict.of(rows) for rows in luck.partition_by("player_id")}
    of_player = {rows["player_id"][0]: rows for rows in luck.partition_by("player_id", maintain_order=True)}

    def figure(label: str, name: str, nights: Nights, show: Callable[..., str]) -> Column:
        """A figure of some of a player's nights, leading to their hands."""
        return Column(
            label=label,
            sort=name,
            cell=lambda row: in_antes_link(show(row[name]), nights(of_player[row["player_id"]])),
            style=lambda row: gain_class(row[name]) if show is signed else "",
        )

    last = luck.group_by("player_id", "name", "join_order", maintain_order=True).last()
    frame = last.with_columns(
        pl.col("player_id").replace_strict({k: v.net for k, v in verdicts.items()}).alias("units"),
        pl.col("player_id").replace_strict({k: v.nights for k, v in verdicts.items()}).alias("nights"),
    ).sort(["units", "join_order"], descending=[True, False])

    def reach(row: Row) -> Child:
        sd = verdicts[row["player_id"]].chance_sd
        return unknown() if sd is None else f"±{number(BEYOND * sd)}"

    remark = tr(
        "An ante makes games comparable. Chance alone: 19 of 20 such seasons end within it. Streak: "
        "nights in a row that ended ahead (+) or behind (−)."
    )
    if len(verdicts) >= SEVERAL:
        beyond = len(verdicts) // SEVERAL
        remark += " " + trn(
            "Of so many players chance alone puts about {n} outside it.",
            "Of so many players chance alone puts about {n} outside it.",
            beyond,
        )
    return [
        Table(
            frame=frame,
            caption=tr("The season in antes, beside what chance alone would do in the games played"),
            empty="",
            columns=[
                player_column(),
                replace(count_column(tr("Nights"), "nights"), minor=True),
                figure(tr("Antes"), "units", lambda nights: nights, signed),
                Column(label=tr("Chance alone"), cell=reach),
                Column(label=tr("Verdict"), kind="text", cell=lambda row: verdicts[row["player_id"]].short()),
                figure(tr("Last ten nights"), "form_units", last_nights, signed),
                figure(tr("Deepest fall"), "drawdown_units", deepest_fall, number),
                figure(tr("Streak"), "streak", lambda nights: run_of(nights, -1), signed),
            ],
            sortable=True,
            dense=True,
        ),
        Paragraph(f"{remark} {_basis(luck)}".strip(), quiet=True),
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
    return [
        Paragraph(f"{verdict.sentence()} {_basis(luck)}".strip()),
        Chart(figure=chance_band(luck, BEYOND, join_order), about=about),
    ]


def _basis(luck: pl.DataFrame) -> str:
    """What chance alone was taken from, where that was runs."""
    scale = luck["scale"][0]
    if scale is None:
        return ""
    return tr(
        "Chance alone is the spread of simulated players at these games, times {times}: so far do the nets "
        "of this group's own hands go beside theirs.",
        times=number(sqrt(scale), 2),
    )


__all__ = [
    "Verdict",
    "beside_chance",
    "leader_sentence",
    "player_luck",
    "season_luck",
    "season_reach",
]
