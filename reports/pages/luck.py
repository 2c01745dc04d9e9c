"""Luck: a season's results compared with luck alone, and the effect of the cards and the all-ins.

The text, the chart and the table of a season all use the same test for "more than luck": `season_verdicts`.
By luck alone a player's total has the standard deviation sqrt(sum of the nights' squared ones)
(`mart_player_luck`, docs/statistics.md). A total is more than luck if it lies outside the band of
`critical_value` standard deviations, which allows for comparing all players of the season (Šidák's
correction).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt
from statistics import NormalDist

import polars as pl

from language import tr, trn
from reports.charts.form import drawdowns
from reports.components.amounts import (
    gain_shown,
    night_shown,
    unit_shown,
)
from reports.components.blocks import Block, Chart, Paragraph, Row
from reports.components.html import Child, Html, filled, fragment
from reports.components.numbers import number, unknown
from reports.components.streaks import add_depth
from reports.data import CHIPS

CONFIDENCE = 0.95
"""Share of seasons in which luck alone keeps all players within their bands."""
MIN_NIGHTS = 3
"""Minimum number of nights of a season for a verdict."""
MIN_VERDICT_HANDS = 30
"""Minimum number of a player's hands for a verdict: the sum of fewer isn't nearly normal."""
KNOWN = 0.95
"""Minimum share of hands in games with a known spread; below it there is no verdict."""
MAX_NIGHTS = 500
"""Maximum number of additional nights that a sentence names."""


EDGE = 0.15
"""A result within this share of the edge of the band counts as near to it."""
OWN_NIGHTS = 10
"""Minimum number of a player's nights for a standard deviation of their own."""


def is_near(value: float, edge: float) -> bool:
    """Whether a result is so near to the edge of the band that a small change would reverse the verdict.

    >>> is_near(99.0, 100.0), is_near(10.0, 100.0)
    (True, False)
    """
    return abs(abs(value) - edge) <= EDGE * edge


def critical_value(players: int) -> float:
    """Number of standard deviations within which luck alone keeps the totals of all `players` in 19 of 20
    seasons.

    Šidák's correction; it is conservative here, because the totals sum to 0.

    >>> round(critical_value(1), 2), round(critical_value(6), 2)
    (1.96, 2.63)
    """
    return NormalDist().inv_cdf((1 + CONFIDENCE ** (1 / max(players, 1))) / 2)


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """A player's season compared with luck alone: the nights and hands, the total and its standard deviation by luck
    alone (None: unknown), both in `measure` (a currency, or chips). `own_sd` is the standard deviation by the
    spread of the player's own nights (None: too few nights). `players` are compared in the season, which has
    `season_nights`.
    """

    name: str
    nights: int
    hands: int
    total: float
    luck_sd: float | None
    own_sd: float | None
    measure: str
    players: int
    season_nights: int

    @property
    def is_early(self) -> bool:
        """Whether the season has too few nights for a verdict, or the player too few hands."""
        return self.season_nights < MIN_NIGHTS or 0 < self.hands < MIN_VERDICT_HANDS

    @property
    def reach(self) -> float | None:
        """Half the width of the player's band of luck alone."""
        if self.luck_sd is None or self.is_early:
            return None
        return critical_value(self.players) * self.luck_sd

    @property
    def is_luck(self) -> bool:
        """Whether luck alone explains the total."""
        return self.reach is None or abs(self.total) <= self.reach

    @property
    def own_reach(self) -> float | None:
        """Half the width of the band by the spread of the player's own nights."""
        return critical_value(self.players) * self.own_sd if self.own_sd else None

    @property
    def is_contradicted(self) -> bool:
        """Whether the spread of the player's own nights leads to the opposite verdict."""
        return self.own_reach is not None and self.is_luck != (abs(self.total) <= self.own_reach)

    @property
    def is_barely(self) -> bool:
        """Whether a small change would reverse the verdict."""
        return self.reach is not None and (is_near(self.total, self.reach) or self.is_contradicted)

    @property
    def more_nights(self) -> int | None:
        """About how many more nights like these would make a result significant; None for more than
        `MAX_NIGHTS`.
        """
        if self.reach is None or not self.total:
            return None
        needed = self.nights * (self.reach / self.total) ** 2
        return max(1, ceil(needed) - self.nights) if needed <= MAX_NIGHTS else None

    def short(self) -> str:
        """The verdict in the few words of a cell."""
        if self.is_early:
            return tr("too early to tell")
        if self.reach is None:
            return unknown()
        if not self.is_luck:
            return more_than_luck(self.total, barely=self.is_barely)
        return tr("could be luck, barely") if self.is_barely else tr("could be luck")

    def heading(self) -> str:
        """The verdict as the heading of the player's line."""
        if self.reach is None:
            return tr("Luck or skill?")
        if not self.is_luck and self.is_barely:
            return tr("Barely more than luck") if self.total > 0 else tr("Barely more than bad luck")
        if not self.is_luck:
            return tr("More than luck") if self.total > 0 else tr("More than bad luck")
        return tr("So far it could be luck, barely") if self.is_barely else tr("So far it could be luck")

    def sentences(self) -> Html:
        """The total, the band, and the conclusion."""
        if self.is_early and self.season_nights >= MIN_NIGHTS:
            return fragment(
                trn(
                    "{n} hand is too few to tell luck from skill.",
                    "{n} hands are too few to tell luck from skill.",
                    self.hands,
                )
            )
        if self.is_early:
            return fragment(
                trn(
                    "{n} night is too few to tell luck from skill.",
                    "{n} nights are too few to tell luck from skill.",
                    self.season_nights,
                )
            )
        if self.reach is None:
            return fragment(tr("Too few hands of these games are known to say how far luck alone goes."))
        places = {name: f"{{{name}}}" for name in ("player", "total", "reach")}
        first = trn(
            "{player} stands at {total}. By luck alone {player} would end within ±{reach} in 19 of 20 such "
            "seasons.",
            "{player} stands at {total}. By luck alone {player} would end within ±{reach} in 19 of 20 such "
            "seasons; the band is widened because {n} players are compared.",
            self.players,
            **places,
        )
        text = filled(
            first,
            player=self.name,
            total=night_shown(self.total, self.measure),
            reach=gain_shown(self.reach, self.measure, 0, gain=False),
        )
        return fragment(text, " ", self._follows(), " " if self.is_barely else None, self._why_barely())

    def _why_barely(self) -> Child:
        """The reason why a small change would reverse the verdict."""
        if self.is_contradicted:
            own = gain_shown(self.own_reach, self.measure, 0, gain=False)
            says = tr("By how much {player}'s own nights vary, luck would reach ±{own}.")
            return filled(says, player=self.name, own=own)
        return tr("That is close to the edge: a night or two could turn it.") if self.is_barely else None

    def _follows(self) -> str:
        if not self.is_luck:
            return tr("This is {more}.", more=more_than_luck(self.total, barely=self.is_barely))
        if self.more_nights is None:
            return tr("So far it could all be luck.")
        return trn(
            "So far it could be luck; about {n} more night like these would tell.",
            "So far it could be luck; about {n} more nights like these would tell.",
            self.more_nights,
        )


def add_chance(evenings: pl.DataFrame, luck: pl.DataFrame) -> pl.DataFrame:
    """A season's line (`data.player_nights`) with `value_sd`, the standard deviation by luck alone of each
    night in the line's measure, `hands` of a known ante and `hands_known` of them; null where not known.

    >>> from reports import data
    >>> line = add_chance(data.player_nights(con, "2026"), data.luck(con, "2026"))
    >>> "value_sd" in line.columns
    True
    """
    chance = luck.select("session_id", "player_id", "hands", "hands_known", "chance_sd_chips")
    worth = pl.when(pl.col("measure") == CHIPS).then(1.0).otherwise(pl.col("chip_value").cast(pl.Float64))
    return evenings.drop("hands").join(
        chance, on=["session_id", "player_id"], how="left", maintain_order="left"
    ).with_columns((pl.col("chance_sd_chips") * worth).alias("value_sd"))  # fmt: skip


def season_verdicts(line: pl.DataFrame) -> dict[str, Verdict]:
    """The verdict on each player of a season by id, the best total first (`add_chance`, one measure).

    >>> from reports import data
    >>> line = add_chance(data.player_nights(con, "2026"), data.luck(con, "2026"))
    >>> len(season_verdicts(line))
    6
    """
    players = line.group_by("player_id", maintain_order=True).agg(
        pl.first("name", "measure"),
        pl.sum("hands", "hands_known"),
        nights=pl.len(),
        total=pl.sum("value"),
        variance=(pl.col("value_sd").fill_null(0.0) ** 2).sum(),
        night_sd=pl.std("value"),
        is_known=pl.col("hands").is_not_null().all(),
    )
    season_nights = line["session_id"].n_unique()
    return {
        row["player_id"]: Verdict(
            name=row["name"],
            nights=row["nights"],
            hands=row["hands"],
            total=row["total"],
            luck_sd=_luck_sd(row),
            own_sd=_own_sd(row),
            measure=row["measure"],
            players=len(players),
            season_nights=season_nights,
        )
        for row in players.sort("total", descending=True, maintain_order=True).iter_rows(named=True)
    }


def main_lines(lines: Sequence[pl.DataFrame]) -> list[pl.DataFrame]:
    """The lines (`add_chance`, by measure) with at least two nights; all lines if there are none.

    >>> from reports import data
    >>> line = add_chance(data.player_nights(con, "2026"), data.luck(con, "2026"))
    >>> len(main_lines([line]))
    1
    """
    return [line for line in lines if line["session_id"].n_unique() > 1] or list(lines)


def _luck_sd(player: Row) -> float | None:
    """The standard deviation by luck alone of a player's total; None where too few hands are known."""
    hands = player["hands"]
    if hands == 0 or player["hands_known"] < KNOWN * hands or not player["is_known"]:
        return None
    return sqrt(player["variance"]) or None


def _own_sd(player: Row) -> float | None:
    """The standard deviation of a player's total by the spread of the nights themselves; None for few nights."""
    if player["nights"] < OWN_NIGHTS:
        return None
    return sqrt(player["nights"]) * float(player["night_sd"] or 0.0)


def band(line: pl.DataFrame, player: str, verdict: Verdict) -> list[float] | None:
    """The player's band after each night of `line` (level on nights missed); None where there is no verdict.

    >>> from reports import data
    >>> line = add_chance(data.player_nights(con, "2026"), data.luck(con, "2026"))
    >>> len(band(line, "p1", season_verdicts(line)["p1"]))
    12
    """
    if verdict.reach is None:
        return None
    mine = line.filter(pl.col("player_id") == player)
    of_night = dict(mine.select("session_id", "value_sd").iter_rows())
    squares, reach = 0.0, []
    for session in line["session_id"].unique(maintain_order=True):
        squares += (of_night.get(session) or 0.0) ** 2
        reach.append(critical_value(verdict.players) * sqrt(squares))
    return reach


def more_than_luck(value: float, *, barely: bool) -> str:
    """The part of a gain or a loss that luck alone doesn't explain, as text.

    >>> more_than_luck(120.0, barely=False)
    'more than luck'
    """
    if barely:
        return tr("barely more than luck") if value > 0 else tr("barely more than bad luck")
    return tr("more than luck") if value > 0 else tr("more than bad luck")


def season_band(line: pl.DataFrame) -> list[float] | None:
    """The leader's band after each night of a season (`band`).

    >>> from reports import data
    >>> line = add_chance(data.player_nights(con, "2026"), data.luck(con, "2026"))
    >>> len(season_band(line))
    12
    """
    leader, verdict = next(iter(season_verdicts(line).items()))
    return band(line, leader, verdict)


def player_luck(line: pl.DataFrame, player: str, basis: str) -> tuple[Html, list[float] | None]:
    """One player's verdict as text, and the band after each of the player's nights (`add_chance`, all players); None where
    there is no verdict.

    >>> from reports import data
    >>> line = add_chance(data.player_nights(con, "2026"), data.luck(con, "2026"))
    >>> text, _ = player_luck(line, "p1", "")
    >>> "Anna" in str(text)
    True
    """
    verdict = season_verdicts(line)[player]
    reach = band(line.filter(pl.col("player_id") == player), player, verdict)
    says = (
        replace(verdict, season_nights=verdict.nights).sentences()
        if verdict.is_early
        else verdict.sentences()
    )
    return (says if reach is None else fragment(says, " ", basis)), reach


def luck_basis(luck: pl.DataFrame) -> str:
    """The source of the spread by luck alone (`data.luck`) as text; empty if no simulation was used.

    >>> from reports import data
    >>> luck_basis(data.luck(con, "2026")).startswith("How far luck alone goes")
    True
    """
    scale = luck["scale"][0] if len(luck) else None
    if scale is None:
        return ""
    return tr(
        "How far luck alone goes is taken from simulated players at these games, multiplied by "
        "{times} to match the spread of this group's own hands.",
        times=number(sqrt(scale), 2),
    )


def drawdowns_blocks(table: pl.DataFrame, nights: pl.DataFrame, *, named: bool = False) -> list[Block]:
    """Drawdowns (`data.drawdowns`) of nights (`add_form`) as bars, the deepest first; `named` adds the
    player.

    >>> from reports import data
    >>> from reports.components.streaks import add_form
    >>> nights = add_form(data.luck(con, "2026"), [])
    >>> [type(block).__name__ for block in drawdowns_blocks(data.drawdowns(con, "2026"), nights)]
    ['Chart']
    """
    if table.is_empty():
        return [Paragraph(tr("The line never lay below its best."))]
    about = filled(
        tr("The deepest drawdowns, in {unit}: how far below the best, from that night to the lowest."),
        unit=unit_shown(nights["measure"][0]),
    )
    return [Chart(figure=drawdowns(add_depth(table, nights), named=named), about=about)]
