"""The players' results over time: the line of a season, of a night, and of one player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import numpy as np
import plotly.graph_objects as go
import polars as pl

from language import tr
from reports.charts.layout import plain
from reports.charts.lines import LONGEST, PlayerLine, XAxis, few, lines
from reports.components.amounts import gain_in_chart
from reports.components.numbers import date, short_date, year
from reports.components.palette import LIGHT
from reports.data import NamedPlayer, people

MANY_NIGHTS = 60
"""For more nights than this, lines are drawn in steps, with points only for nights that the player attended.
"""
NAMED = 12
"""Number of lines with a name and a colour; in a larger group the others are grey."""


class Peak(NamedTuple):
    """A marked night (from 1), the total after it, and the text of the mark."""

    night: int
    total: float
    text: str


def season_line(
    nights: pl.DataFrame, reach: Sequence[float] | None = None, peak: Peak | None = None
) -> go.Figure:
    """Each player's total after each night (`data.player_nights`), level where the player was absent, over
    the band of luck alone: `reach` has half its width after each night. A `peak` is marked.

    In a large group only the players who attended most have names, and those who are first and last.

    >>> from reports.data import player_nights
    >>> chart = season_line(player_nights(con, "2026"))
    >>> sorted(line.name for line in chart.data if line.name)[:2]
    ['Anna', 'Bo']
    """
    calendar = nights.select("session_id", "started_at").unique(maintain_order=True)
    dates = dict(enumerate(calendar["started_at"], 1))
    axis = XAxis(marks=date_marks(dates, 12), titles={place: date(at) for place, at in dates.items()})
    places = {session: place for place, session in enumerate(calendar["session_id"], 1)}
    band = dict(enumerate([0.0, *reach])) if reach else {}
    came = (
        nights.group_by("player_id", maintain_order=True)
        .len()
        .sort("len", descending=True, maintain_order=True)
    )
    stand = nights.group_by("player_id", maintain_order=True).agg(pl.col("total").last()).sort("total")
    named = {*came["player_id"].head(NAMED), *stand["player_id"].head(1), *stand["player_id"].tail(1)}
    by_player = nights.partition_by("player_id", as_dict=True)
    if len(places) > MANY_NIGHTS:
        drawn = [
            _steps(by_player[(person.player_id,)], person, places, quiet=person.player_id not in named)
            for person in people(nights)
        ]
        figure = lines(drawn, axis, band=band, shape="hv", meta={"money": "yaxis"})
        return figure.add_trace(_marked(peak, len(places))) if peak else figure
    drawn = []
    for person in people(nights):
        rows = by_player[(person.player_id,)].iter_rows(named=True)
        there = {places[row["session_id"]]: row for row in rows}
        quiet = person.player_id not in named
        line = PlayerLine(name=person.name, order=person.join_order, quiet=quiet)
        measure = ""
        for place in range(1, len(places) + 1):
            row = there.get(place)
            measure = row["measure"] if row else measure
            total = row["total"] if row else line.y[-1]
            that_night = (
                tr("{amount} that night", amount=gain_in_chart(row["value"], measure))
                if row
                else tr("not there")
            )
            line.add(place, total, f"{_who(person.name, total, measure)} · {that_night}")
        drawn.append(line)
    figure = lines(drawn, axis, band=band, meta={"money": "yaxis"})
    return figure.add_trace(_marked(peak, len(places))) if peak else figure


def _marked(peak: Peak, last: int) -> go.Scatter:
    """A dot with its text, on the side where there is room; `last` is the last night."""
    side = "left" if peak.night > last / 2 else "right"
    return go.Scatter(
        x=[peak.night], y=[peak.total], text=[plain(peak.text, LONGEST)], mode="markers+text", textposition=f"top {side}",
        textfont={"color": LIGHT["ink"], "size": 12}, hoverinfo="skip", cliponaxis=False,
        marker={"color": LIGHT["ink"], "size": 9, "line": {"color": LIGHT["paper"], "width": 2}},
    )  # fmt: skip


def _steps(
    nights: pl.DataFrame, person: NamedPlayer, places: Mapping[str, int], *, quiet: bool
) -> PlayerLine:
    """The line of a player with many nights (`nights`): a point for each night that the player attended, and
    the last night.
    """
    line = PlayerLine(name=person.name, order=person.join_order, quiet=quiet)
    for row in nights.iter_rows(named=True):
        hover = "" if quiet else _who(person.name, row["total"], row["measure"])
        line.add(places[row["session_id"]], row["total"], hover)
    if line.x[-1] < len(places):
        line.add(len(places), line.y[-1], "")
    return line


MOST_POINTS = 30_000
"""Maximum number of points of a night's chart; above it, hands sat out have no points."""


SMALLEST_RACE = (218, 252)
"""Width and height of the lines of a night's race on a phone, in pixels."""
DOT, DIGIT, GAP = 11, (7.5, 13), 4
"""Width of a dot, width and height of a digit, and the space between a dot and the digits above or below it, in pixels."""


class Dot(NamedTuple):
    """A marked hand in a night's race, at a player's total after it."""

    hand_no: int
    total: float


def session_line(running: pl.DataFrame, dots: Sequence[Dot] = ()) -> go.Figure:
    """Each player's total after each hand of a session (`data.running_nets`), level over hands sat out. The
    page's script shows the total and, in brackets, the hand's net as hover text. The last point is the
    night's net. A large group has points only for hands played. Pressing one of the `dots` opens its hand.

    >>> from reports.data import running_nets
    >>> len(session_line(running_nets(con, "2026-03")).data)
    6
    """
    numbers = running["hand_no"].unique().sort().to_list()
    hands = running.filter(~pl.col("is_count"))
    games = dict(hands.select("hand_no", "game").iter_rows())
    drawn = []
    by_player = running.partition_by("player_id", as_dict=True)
    is_crowd = len(by_player) * len(numbers) > MOST_POINTS
    for person in people(running):
        totals = dict(by_player[(person.player_id,)].select("hand_no", "total").iter_rows())
        line = PlayerLine(name=person.name, order=person.join_order, words=[], states=" ")
        for hand_no in sorted(totals) if is_crowd else numbers:
            if is_crowd and hand_no > line.x[-1] + 1:
                line.add(hand_no - 1, line.y[-1], state=" ")
            if hand_no in totals:
                line.add(hand_no, totals[hand_no], state="p")
            else:
                line.add(hand_no, line.y[-1], state="s")
        if line.x[-1] < numbers[-1]:
            line.add(numbers[-1], line.y[-1], state=" ")
        drawn.append(line)
    counted = tr("After the hands: counted chips, side bets, a pot left over")
    titles = {
        number: f"{tr('Hand {no}', no=number)} · {plain(games[number] or '')}" if number in games else counted
        for number in numbers
    }
    axis = XAxis(marks=few(dict(_round_numbers(max(games))), 12), titles=titles)
    figure = lines(drawn, axis, meta={"money": "yaxis", "race": tr("sat out")})
    if not dots:
        return figure
    after = running["total"].to_numpy()
    lowest, highest = min(0.0, after.min()), max(0.0, after.max())
    return figure.add_trace(_dotted(dots, max(games), lowest, highest))


def _dotted(dots: Sequence[Dot], last: int, lowest: float, highest: float) -> go.Scatter:
    """The dots with their numbers; `last` is the last hand, between `lowest` and `highest` are all totals."""
    reach = highest - lowest or 1
    places = [
        (dot.hand_no / last * SMALLEST_RACE[0], (dot.total - lowest) / reach * SMALLEST_RACE[1])
        for dot in dots
    ]
    return go.Scatter(
        x=[dot.hand_no for dot in dots], y=[dot.total for dot in dots], text=[str(dot.hand_no) for dot in dots],
        mode="markers+text", textposition=sides(places, [len(str(dot.hand_no)) for dot in dots]),
        textfont={"color": LIGHT["ink"], "size": 12}, hoverinfo="skip", cliponaxis=False,
        marker={"color": LIGHT["ink"], "size": DOT, "line": {"color": LIGHT["paper"], "width": 2}}, meta={"hands": True},
    )  # fmt: skip


def sides(places: Sequence[tuple[float, float]], digits: Sequence[int]) -> list[str]:
    """The sides of dots on which their texts overlap no other dot and no other text, where there is such a side; in pixels
    from the left and from below, and with numbers of digits.

    >>> sides([(50, 100), (60, 100), (65, 101)], [2, 2, 2])
    ['top center', 'bottom center', 'top center']
    """
    taken = [(x - DOT / 2, y - DOT / 2, x + DOT / 2, y + DOT / 2) for x, y in places]
    chosen: list[str] = []
    for (x, y), count in zip(places, digits, strict=True):
        across, up, beyond = DIGIT[0] * count, DIGIT[1], DOT / 2 + GAP
        boxes = {
            "top center": (x - across / 2, y + beyond, x + across / 2, y + beyond + up),
            "bottom center": (x - across / 2, y - beyond - up, x + across / 2, y - beyond),
            "middle left": (x - DOT / 2 - across, y - up / 2, x - DOT / 2, y + up / 2),
            "middle right": (x + DOT / 2, y - up / 2, x + DOT / 2 + across, y + up / 2),
        }
        overlaps = {
            side: sum(box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in taken)
            for side, box in boxes.items()
        }
        chosen.append(min(boxes, key=overlaps.__getitem__))
        taken.append(boxes[chosen[-1]])
    return chosen


def player_line(
    hands: pl.DataFrame, name: str, join_order: int, reach: Sequence[float] | None = None
) -> go.Figure:
    """A player's total after each hand of a season (`data.season_hands`), with dividers between nights if
    there are few, over the band of luck alone: `reach` has half its width after each night.

    `meta.hands` holds the data by which the page's script filters the line and writes hover texts: for each
    hand the game (an index into `ids` and `names`), whether the player dealt (`own`: t, f, or n if unknown)
    and its number; for each night its first hand, date and year. With the columns of `data.hand_views` there
    are also `shown` (whether the player was at a showdown, the same letters) and `later` (street luck in the
    unit of `total`, 0 if unknown).

    >>> from reports.data import season_hands
    >>> chart = player_line(season_hands(con, "2026", "p1"), "Anna", 0)
    >>> sorted(chart.layout.meta["hands"])
    ['games', 'ids', 'names', 'nights', 'no', 'own', 'said']
    """
    line = PlayerLine(name=name, order=join_order)
    line.x, line.words = [], []  # the script has them from `meta`
    line.y.extend(hands["total"])
    nights = hands.with_row_index("place", 1).unique("session_id", keep="first", maintain_order=True)
    begun = dict(nights.select("place", "night_at").iter_rows())
    ends = [0, *(place - 1 for place in [*begun][1:]), len(hands)]
    has_band = bool(reach) and len(ends) == len(reach or ()) + 1
    called = hands.unique("variant_id", keep="first", maintain_order=True)
    games = {variant_id: number for number, variant_id in enumerate(called["variant_id"])}
    return lines(
        [line],
        XAxis(
            marks=date_marks(begun, 9),
            titles={len(hands): ""},
            dividers=list(begun) if len(begun) <= MANY_NIGHTS else [],
        ),
        band=dict(zip(ends, [0.0, *reach], strict=True)) if reach and has_band else {},
        meta={
            "money": "yaxis",
            "hands": {
                "ids": list(games), "names": [plain(game or "") for game in called["game"]],
                # arrays, since Plotly copies lists value by value
                "games": np.array([games[each] for each in hands["variant_id"]]),
                "own": _letters(hands["own_deal"]),
                **_views(hands),
                "no": hands["hand_no"].to_numpy(), "said": tr("{date}, hand {no}", date="{date}", no="{no}"),
                "nights": [(place - 1, date(at), at and at.year) for place, at in begun.items()],
            },
        },
    )  # fmt: skip


def _views(hands: pl.DataFrame) -> dict[str, Any]:
    """What other views of a player's line need, of hands with the columns of `data.hand_views`."""
    if "shown" not in hands.columns:
        return {}
    return {
        **({"shown": _letters(hands["shown"])} if hands["shown"].count() else {}),
        **({"later": hands["later"].fill_null(0).round(2).to_numpy()} if hands["later"].count() else {}),
    }


def _letters(known: pl.Series) -> str:
    """One letter per hand: t, f, or n if unknown."""
    return "".join(known.cast(pl.String).str.head(1).fill_null("n"))


def date_marks(times: Mapping[int, datetime | None], most: int) -> dict[int, str]:
    """Marks on a time axis, up to a limit: days, with their years below where there are several.

    >>> from datetime import UTC, datetime
    >>> date_marks({n: datetime(2026, 1, n, 12, tzinfo=UTC) for n in (9, 16)}, 5)
    {9: '9 Jan', 16: '16 Jan'}
    """
    years = len({year(at) for at in times.values()}) > 1
    return {
        place: short_date(at) + (f"<br>{year(at)}" if years else "") for place, at in few(times, most).items()
    }


def _who(name: str, total: float, measure: str) -> str:
    return f"{plain(name, LONGEST)} <b>{gain_in_chart(total, measure)}</b>"


def _round_numbers(last: int) -> list[tuple[int, str]]:
    step = next(step for step in (5, 10, 20, 25, 50, 100, 200, 500, 10**9) if last / step <= 12)
    return [(place, str(place)) for place in range(step, last + 1, step)]
