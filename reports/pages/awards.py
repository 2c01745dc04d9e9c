"""A season's awards. A group can define its own, in `awards.toml` in the store's folder.

    [[award]]
    name = "Stenen"
    of = "vpip"
    lowest = true

`of` is one of `MEASURES`; docs/awards.md tells them all. Rates and gains a hundred hands go by the figure
that chance is taken from (`mart_player_stats.shrinkage_estimate`), so that three lucky hands win nothing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import polars as pl
from duckdb import DuckDBPyConnection

from language import mark, nearest, tr, trn
from reports import data
from reports.components import numbers
from reports.components.amounts import Worth, night_shown
from reports.components.blocks import Block, Fact, Facts, Paragraph, Row
from reports.components.columns import player
from reports.components.drill_down import hand_query, nights_query, player_term
from reports.components.html import Child, fragment, tag
from reports.components.links import hands_link, night_link
from reports.components.numbers import chips, date, number, percent, signed
from reports.components.rates import RATES
from reports.components.streaks import deepest_drawdown, last_nights, longest_streak
from reports.errors import ReportError

FILE = "awards.toml"
FEWEST_NIGHTS = 0.2
"""Minimum share of the season's nights for awards whose figures a few nights would distort."""


@dataclass(frozen=True)
class Measure:
    """A figure that awards can be of: how it is formatted, its explanation, and, for figures of nights, the
    nights (rows of `data.luck`) behind a player's figure.

    A `steady` figure counts only for players with enough nights, because others would win it too easily. A
    figure below `least` doesn't count.
    """

    show: Callable[[float], str]
    meaning: str
    nights: Callable[[pl.DataFrame], pl.DataFrame] | None = None
    steady: bool = False
    least: float | None = None


def _antes(value: float) -> str:
    return tr("{antes} antes", antes=signed(value))


def _drawdown(value: float) -> str:
    return tr("{antes} antes", antes=number(value))


def _nights(value: float) -> str:
    return numbers.nights(round(value))


def _ratio(value: float) -> str:
    return tr("{value} bets and raises per call, all rounds", value=number(value, 2))


def _games(value: float) -> str:
    return numbers.games(round(value))


def _per_100(value: float) -> str:
    return tr("{antes} antes a 100 hands (estimate)", antes=signed(value))


def _every(nights: pl.DataFrame) -> pl.DataFrame:
    return nights


MEASURES: Mapping[str, Measure] = {
    "net_units": Measure(_antes, mark("Net over the season."), _every),
    "net_per_100": Measure(
        _per_100,
        mark("Antes per 100 hands, drawn toward the group's as far as luck explains the difference."),
        _every,
        steady=True,
    ),
    "nights": Measure(_nights, mark("Nights there."), _every),
    "nights_won": Measure(_nights, mark("Nights that ended ahead.")),
    "longest_streak": Measure(
        _nights,
        mark("Nights in a row that ended ahead."),
        lambda nights: longest_streak(nights, ahead=True),
        least=2,
    ),
    "longest_slump": Measure(
        _nights,
        mark("Nights in a row that ended behind."),
        lambda nights: longest_streak(nights, ahead=False),
        least=2,
    ),
    "form_units": Measure(_antes, mark("Net of the last ten nights."), last_nights, steady=True),
    "drawdown_units": Measure(
        _drawdown, mark("The furthest that the total fell below the season's best."), deepest_drawdown
    ),
    "best_night_units": Measure(
        _antes,
        mark("The largest gain of one night."),
        lambda nights: nights[nights["net_units"].arg_max() or 0],
    ),
    "worst_night_units": Measure(
        _antes,
        mark("The largest loss of one night."),
        lambda nights: nights[nights["net_units"].arg_min() or 0],
    ),
    "biggest_win": Measure(chips, mark("The largest gain of one hand.")),
    "biggest_loss": Measure(chips, mark("The largest loss of one hand.")),
    "games_called": Measure(_games, mark("Different games called as dealer."), steady=True),
    "favourite_share": Measure(
        percent, mark("The favourite game's share of the player's own calls."), steady=True
    ),
    "aggression": Measure(_ratio, mark("Bets and raises per call, in all rounds of betting."), steady=True),
    **{metric: Measure(percent, rate.meaning, steady=True) for metric, rate in RATES.items()},
}
"""The figures that awards can be of, by key."""

OF_HANDS = ("biggest_win", "biggest_loss")
"""The measures of one hand, of the nights in the main measure: chips of others may be worth anything."""


@dataclass(frozen=True, kw_only=True)
class Award:
    """An award: its name, the key of its figure in `MEASURES`, and whether the lowest figure wins."""

    name: str
    of: str
    lowest: bool = False


HOUSE = (
    (mark("The faithful"), "nights", False),
    (mark("The streak"), "longest_streak", False),
    (mark("The long drawdown"), "drawdown_units", False),
    (mark("The night of the season"), "best_night_units", False),
    (mark("The hand of the season"), "biggest_win", False),
    (mark("In form"), "form_units", False),
    (mark("The rock"), "vpip", True),
    (mark("In every pot"), "vpip", False),
    (mark("The bully"), "aggression", False),
    (mark("Wants to see it"), "went_to_showdown", False),
    (mark("Big chip on the table"), "peder", False),
    (mark("The connoisseur"), "games_called", False),
)
"""The default awards."""


def house_awards() -> list[Award]:
    """The default awards in the current language.

    >>> [award.of for award in house_awards()][:2]
    ['nights', 'longest_streak']
    """
    return [Award(name=tr(name), of=of, lowest=lowest) for name, of, lowest in HOUSE]


def read_awards(folder: Path) -> list[Award]:
    """A group's awards from `awards.toml` in its folder, or the default ones if there is no such file.

    Raises ReportError, with one sentence, for a file that can't be read or has unknown keys or values.

    >>> len(read_awards(tmp)) == len(house_awards())
    True
    """
    place = folder / FILE
    try:
        settings = tomllib.loads(place.read_text("utf-8"))
    except FileNotFoundError:
        return house_awards()
    except (OSError, ValueError) as error:
        raise ReportError(tr("{file} can't be read: {why}.", file=place, why=str(error))) from error
    rows = settings.get("award", [])
    if not isinstance(rows, list) or settings.keys() - {"award"}:
        raise ReportError(tr("{file} has something else than [[award]] in it.", file=place))
    return [_award(place, number, row) for number, row in enumerate(rows, 1)]


def _award(place: Path, number: int, row: Any) -> Award:
    def wrong(why: str) -> ReportError:
        return ReportError(tr("{file}, award {number}: {why}.", file=place, number=number, why=why))

    if not isinstance(row, dict) or row.keys() - {"name", "of", "lowest"}:
        raise wrong(tr("it has a name, what it is of, and perhaps lowest = true"))
    name, of, lowest = row.get("name"), row.get("of"), row.get("lowest", False)
    if not isinstance(name, str) or not name.strip() or not isinstance(lowest, bool):
        raise wrong(tr("it has a name, what it is of, and perhaps lowest = true"))
    if not isinstance(of, str) or of not in MEASURES:
        near = nearest(str(of), MEASURES)
        if near:
            raise wrong(tr("nothing is measured as {of!r}; did you mean {meant}?", of=of, meant=near))
        raise wrong(tr("nothing is measured as {of!r}: there is {all}", of=of, all=", ".join(MEASURES)))
    return Award(name=" ".join(name.split()), of=of, lowest=lowest)


def season_figures(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """One row per player and measure of a season: the `value` by which players are compared, the value
    `shown` (for a rate the rate itself rather than the estimate), and the number of `nights` that the player
    attended.

    >>> figures = season_figures(con, "2026")
    >>> "vpip" in figures["measure"].to_list()
    True
    """
    evenings = data.luck(con, season)
    if evenings.is_empty():
        return pl.DataFrame()
    who = ["player_id", "name", "join_order"]
    of_nights = evenings.group_by(who, maintain_order=True).agg(
        pl.col("net_units").sum(),
        pl.len().alias("nights"),
        (pl.col("net_units") > 0).sum().alias("nights_won"),
        pl.col("streak").clip(0).max().alias("longest_streak"),
        (-pl.col("streak")).clip(0).max().alias("longest_slump"),
        pl.col("form_units").last(),
        pl.col("max_drawdown_units").max().alias("drawdown_units"),
        pl.col("net_units").max().alias("best_night_units"),
        pl.col("net_units").min().alias("worst_night_units"),
    )
    nights = of_nights.select("player_id", "nights")
    favourites = data.favourites(con, season).select(
        *who, pl.col("games").alias("games_called"), pl.col("share").alias("favourite_share")
    )
    long = [_long(frame, who) for frame in (of_nights, favourites)]
    long.append(_of_hands(data.in_main_measure(data.player_nights(con, season)), who))
    of_actions = [name for name in MEASURES if name not in OF_HANDS]
    stats = data.player_stats(con, season).filter(pl.col("metric").is_in(of_actions))
    estimate = pl.coalesce("shrinkage_estimate", "value").cast(pl.Float64)
    is_estimate = pl.col("metric") == "net_per_100"
    known = stats.filter(pl.col("value").is_not_null() & ~pl.col("metric").is_in(["net_units"]))
    long.append(
        known.select(
            *who,
            pl.col("metric").alias("measure"),
            estimate.alias("value"),
            pl.when(is_estimate).then(estimate).otherwise(pl.col("value").cast(pl.Float64)).alias("shown"),
        )
    )
    return pl.concat(long).join(nights, on="player_id", how="inner", maintain_order="left")


def _of_hands(evenings: pl.DataFrame, who: Sequence[str]) -> pl.DataFrame:
    """The largest win and loss of one hand of each player, in chips as `shown`, compared by what the chips were worth."""
    worth = pl.col("chip_value").cast(pl.Float64).fill_null(1)
    return pl.concat(
        evenings.drop_nulls(name)
        .select(
            *who,
            pl.lit(name).alias("measure"),
            (pl.col(name).cast(pl.Float64) * worth).alias("value"),
            pl.col(name).cast(pl.Float64).alias("shown"),
        )
        .sort(pl.col("value").abs(), descending=True, maintain_order=True)
        .unique(who, keep="first", maintain_order=True)
        for name in OF_HANDS
    )


def _long(frame: pl.DataFrame, who: Sequence[str]) -> pl.DataFrame:
    figures = [name for name in frame.columns if name not in who]
    return (
        frame.with_columns(pl.col(figures).cast(pl.Float64))
        .unpivot(figures, index=who, variable_name="measure", value_name="value")
        .with_columns(shown="value")
    )


def winners(awards: Sequence[Award], figures: pl.DataFrame) -> Iterator[tuple[Award, pl.DataFrame]]:
    """Each award that has a winner, with the winners' rows of `season_figures`: several if they are equal. An
    award has no winner if no player has the figure, or all figures are equal.

    >>> award = Award(name="Best night", of="best_night_units")
    >>> [(_, first)] = winners([award], season_figures(con, "2026"))
    >>> first["name"].to_list()
    ['Carl']
    """
    if figures.is_empty():
        return
    enough = FEWEST_NIGHTS * float(figures["nights"].max() or 0)  # type: ignore[arg-type]
    for award in awards:
        rows = figures.filter((pl.col("measure") == award.of) & pl.col("value").is_not_null())
        measure = MEASURES[award.of]
        if measure.least is not None:
            rows = rows.filter(pl.col("value") >= measure.least)
        if measure.steady:
            rows = rows.filter(pl.col("nights") >= enough)
        if rows.is_empty():
            continue
        best = rows["value"].min() if award.lowest else rows["value"].max()
        first = rows.filter(pl.col("value") == best)
        if len(first) < len(rows) or len(rows) == 1:
            yield award, first


def _about(award: Award, figures: pl.DataFrame, *, in_money: bool) -> str:
    """The explanation of an award's figure, with the group's typical value."""
    measure = MEASURES[award.of]
    of_all = figures.filter(pl.col("measure") == award.of)["shown"].drop_nulls().cast(pl.Float64)
    least = tr("The lowest wins.") if award.lowest else tr("The highest wins.")
    if len(of_all) < 3 or (in_money and measure.show in (_antes, _drawdown, chips)):
        return f"{tr(measure.meaning)} {least}"
    middle = measure.show(median(of_all))
    return tr(
        "{what} {least} Typical in this group: {middle}.",
        what=tr(measure.meaning),
        least=least,
        middle=middle,
    )


@dataclass(frozen=True, kw_only=True)
class AwardBoxes:
    """The awards of a season as boxes: the name, the winner and the figure, linked to the hands of the first winner.

    Winners are determined by `figures` (`season_figures`), in antes, so that nights at different stakes compare. `luck`
    (`data.luck`) and `stats` (`data.player_stats`) lead to the nights and hands behind a figure. If a chip was always `worth`
    the same, a box shows the net of the nights (`evenings`: `data.player_nights`) in money; a hand's, if those of the main measure
    were (`hand_worth`). `where` has links to the hands behind each measure; measures of one night link to it.
    """

    figures: pl.DataFrame
    luck: pl.DataFrame
    stats: pl.DataFrame
    evenings: pl.DataFrame
    worth: Worth | None
    hand_worth: Worth | None
    where: Mapping[str, Child]

    def blocks(self, awards: Sequence[Award]) -> list[Block]:
        """The boxes of the awards that have a winner."""
        facts = [self._box(award, first) for award, first in winners(awards, self.figures)]
        return [Facts(facts)] if facts else [Paragraph(tr("Nothing here yet: no hand is confirmed."))]

    def _box(self, award: Award, first: pl.DataFrame) -> Fact:
        row = first.row(0, named=True)
        at = self._place(award, row)
        return Fact(
            label=award.name,
            meaning=_about(award, self.figures, in_money=self._worth_of(award) is not None),
            value=fragment(
                [(player(one["name"], one["join_order"]), " ") for one in first.head(3).to_dicts()]
            ),
            note=fragment(
                self._figure(award, row),
                fragment(tag("br"), at) if at else None,
                (tag("br"), trn("and {n} more", "and {n} more", len(first) - 3)) if len(first) > 3 else None,
            ),
        )

    def _nights(self, award: Award, row: Row) -> pl.DataFrame:
        nights = MEASURES[award.of].nights or _every
        return nights(self.luck.filter(pl.col("player_id") == row["player_id"]))

    def _worth_of(self, award: Award) -> Worth | None:
        return self.hand_worth if award.of in OF_HANDS else self.worth

    def _amount(self, award: Award, row: Row) -> Child:
        show = MEASURES[award.of].show
        if self.hand_worth and award.of in OF_HANDS:
            return self.hand_worth.shown(row["shown"])
        if self.worth is None or show not in (_antes, _drawdown):
            return show(row["shown"])
        nights = self._nights(award, row).select("player_id", "session_id")
        net = self.evenings.join(nights, on=["player_id", "session_id"], how="semi")["value"].sum()
        return night_shown(float(net), self.worth.currency)

    def _figure(self, award: Award, row: Row) -> Child:
        text = self._amount(award, row)
        hands = self._hands(award, row)
        return hands_link(text, hands[1], hands[0]) if hands else text

    def _hands(self, award: Award, row: Row) -> tuple[str, int] | None:
        """The query for the hands behind a winner's figure, and their number; None for figures of actions and of calls."""
        mine = pl.col("player_id") == row["player_id"]
        nights_of = MEASURES[award.of].nights
        if nights_of and len(nights := nights_of(self.luck.filter(mine))):
            return nights_query(nights)
        known = self.stats.filter(mine & (pl.col("metric") == award.of))
        if award.of in RATES and len(known):
            return hand_query(RATES[award.of].happened, player=player_term(row)), int(known["numerator"][0])
        return None

    def _place(self, award: Award, row: Row) -> Child:
        if award.of not in ("best_night_units", "worst_night_units"):
            return self.where.get(award.of)
        [night] = self._nights(award, row).to_dicts()
        return night_link(date(night["started_at"]), night["session_id"])
