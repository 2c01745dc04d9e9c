"""A player's line hand by hand, which the reader can filter by game, by dealer and by time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from language import tr
from reports.components.blocks import Chart
from reports.components.html import Html, tag
from reports.components.numbers import currency_sign, number

LATE = (10, 30)
"""Numbers of latest nights that the reader can choose."""


@dataclass(frozen=True, kw_only=True)
class FilteredLine:
    """The chart of `reports.charts.totals.player_line` of `hands` (`data.season_hands`, one measure), with
    its filters.

    The page's script sums the chosen hands from 0, and shows their number and their sum. With the columns of
    `data.hand_views` the reader can also choose hands with or without a showdown, or all hands without street
    luck.
    """

    chart: Chart
    hands: pl.DataFrame

    def html(self) -> Html:
        """A form of choices, and the chart."""
        games = self.hands.group_by("variant_id", "game").len().sort("len", "game", descending=[True, False])
        by_game = [
            (row["variant_id"] or "", f"{row['game']} ({number(row['len'])})")
            for row in games.drop_nulls("variant_id").iter_rows(named=True)
        ]
        deals = [("t", tr("own deal")), ("f", tr("the others' deals"))]
        nights = self.hands["session_id"].n_unique()
        late = [(f"last {n}", tr("the last {n} nights", n=n)) for n in LATE if n < nights]
        years = self.hands["night_at"].dt.year().drop_nulls().unique(maintain_order=True).to_list()
        by_year = [(str(year), str(year)) for year in years] if len(years) > 1 else []
        times = [("", tr("the whole season")), *late, *by_year]
        fields = [
            *([_choice(tr("Game"), "game", [("", tr("every game")), *by_game])] if len(by_game) > 1 else []),
            _choice(tr("Deal"), "own", [("", tr("any dealer")), *deals]),
            *([_choice(tr("Time"), "time", times)] if len(times) > 1 else []),
        ]
        known = {
            name for name in ("shown", "later") if name in self.hands.columns and self.hands[name].count()
        }
        views = {
            "": tr("all hands"),
            **({"shown": tr("showdowns"), "unseen": tr("without showdown")} if "shown" in known else {}),
            **({"lay": tr("as the cards lay")} if "later" in known else {}),
        }
        output = tag(
            "output", class_="quiet", data_unit=currency_sign(self.hands["measure"][0]),
            data_said=tr("{n} of {all} hands: {amount}"),
        )  # fmt: skip
        legend = tag("legend", tr("Show the hands of"), class_="unseen")
        switches = _switches(views) if known else None
        form = tag("form", tag("fieldset", legend, switches, fields, output), class_="control narrows-line")
        return tag("div", form, self.chart.html(), class_="narrowed-line")


def _switches(views: Mapping[str, str]) -> Html:
    """Radio buttons for the views of a line."""
    buttons = [
        tag("label", tag("input", type="radio", name="view", value=key, checked=not key), tag("span", text))
        for key, text in views.items()
    ]
    return tag("div", buttons, class_="views", role="radiogroup", aria_label=tr("Which hands"))


def _choice(label: str, name: str, options: Sequence[tuple[str, str]]) -> Html:
    chosen = [tag("option", text, value=value) for value, text in options]
    return tag("label", tag("span", label), " ", tag("select", chosen, name=name))
