"""What players won and lost over time: the season's line, a night's, and one player's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import polars as pl

from language import tr
from reports.charts.layout import plain
from reports.charts.lines import PlayerLine, few, lines
from reports.components.figure import Figure
from reports.components.numbers import amount, date, short_date, signed, year
from reports.data import NamedPlayer, people

LONGEST = 20  # letters of a name next to its figures
MANY_NIGHTS = 60
"""Of more nights than that a line is drawn in steps, and only where the player was there."""
NAMED = 12
"""Number of lines with a name and a colour; in a larger group the others are grey."""


def season_line(nights: pl.DataFrame, reach: Sequence[float] | None = None) -> Figure:
    """Every player's total after each night (`data.player_nights`), level where the player was away, over the
    band that chance alone would `reach` after each night.

    In a group too large to tell apart, the players who came most have names.
    """
    calendar = nights.select("session_id", "started_at").unique(maintain_order=True)
    titles = {place: date(at) for place, at in enumerate(calendar["started_at"], 1)}
    marks = date_marks(dict(enumerate(calendar["started_at"], 1)), 12)
    places = {session: place for place, session in enumerate(calendar["session_id"], 1)}
    band = [0.0, *reach] if reach else []
    came = (
        nights.group_by("player_id", maintain_order=True)
        .len()
        .sort("len", descending=True, maintain_order=True)
    )
    named = set(came["player_id"].head(NAMED))
    if len(places) > MANY_NIGHTS:
        drawn = [
            _steps(nights, person, places, quiet=person.player_id not in named) for person in people(nights)
        ]
        return lines(drawn, marks=marks, titles=titles, band=band, shape="hv")
    drawn = []
    for person in people(nights):
        rows = nights.filter(pl.col("player_id") == person.player_id).iter_rows(named=True)
        there = {places[row["session_id"]]: row for row in rows}
        quiet = person.player_id not in named
        line = PlayerLine(name=person.name, order=person.join_order, there=[False], quiet=quiet)
        measure = ""
        for place in range(1, len(places) + 1):
            row = there.get(place)
            measure = row["measure"] if row else measure
            total = row["total"] if row else line.y[-1]
            that_night = (
                tr("{amount} that night", amount=amount(row["value"], measure)) if row else tr("not there")
            )
            line.add(
                place, total, f"{_who(person.name, total, measure)} · {that_night}", there=row is not None
            )
        drawn.append(line)
    return lines(drawn, marks=marks, titles=titles, band=band)


def _steps(
    nights: pl.DataFrame, person: NamedPlayer, places: Mapping[str, int], *, quiet: bool
) -> PlayerLine:
    """A line of many nights: a point a night that the player was there, and the last night's."""
    line = PlayerLine(name=person.name, order=person.join_order, quiet=quiet)
    for row in nights.filter(pl.col("player_id") == person.player_id).iter_rows(named=True):
        told = "" if quiet else _who(person.name, row["total"], row["measure"])
        line.add(places[row["session_id"]], row["total"], told)
    if line.x[-1] < len(places):
        line.add(len(places), line.y[-1], "")
    return line


def session_line(running: pl.DataFrame) -> Figure:
    """Every player's total after each hand of a session (`data.running_nets`), level over hands sat out;
    where the reader points, the total and in brackets what the hand brought.
    """
    numbers = running["hand_no"].unique().sort().to_list()
    games = dict(running.select("hand_no", "game").iter_rows())
    drawn = []
    for person in people(running):
        rows = running.filter(pl.col("player_id") == person.player_id).iter_rows(named=True)
        there = {row["hand_no"]: row for row in rows}
        line = PlayerLine(name=person.name, order=person.join_order)
        for hand_no in numbers:
            if hand_no in there:
                row = there[hand_no]
                who = plain(person.name, LONGEST)
                line.add(
                    hand_no, row["total"], f"{who} {signed(row['total'], 2)} ({signed(row['value'], 2)})"
                )
            else:
                line.add(hand_no, line.y[-1], f"{plain(person.name, LONGEST)} · {tr('sat out')}")
        drawn.append(line)
    titles = {number: f"{tr('Hand {no}', no=number)} · {plain(games[number] or '')}" for number in numbers}
    return lines(drawn, marks=few(dict(_round_numbers(numbers[-1])), 12), titles=titles)


def player_line(hands: pl.DataFrame, name: str, join_order: int) -> Figure:
    """One player's total after each hand of a season (`data.season_hands`), the nights divided by lines where
    they aren't too many. `meta.hands` tells of each hand its game, whose deal it was and its night, by which
    the page's script narrows the line (`reports.components.filtered_line`).
    """
    line = PlayerLine(name=name, order=join_order)
    titles: dict[int, str] = {}
    begun: dict[int, datetime | None] = {}
    session, dated = None, ""
    for place, row in enumerate(hands.iter_rows(named=True), 1):
        if row["session_id"] != session:
            session = row["session_id"]
            begun[place] = row["night_at"]
            dated = tr("{date}, hand {no}", date=date(row["night_at"]), no="{no}")
        when = dated.replace("{no}", str(row["hand_no"]))
        words = f"{when}<br>{plain(row['game'] or '')} {signed(row['value'], 2)}"
        line.add(place, row["total"], f"{words} ({signed(row['total'], 2)})")
        titles[place] = when
    told = hands.select(
        game="variant_id",
        own="own_deal",
        night=pl.col("session_id").rle_id(),
        year=pl.col("night_at").dt.year(),
    )
    few_nights = len(begun) <= MANY_NIGHTS
    return lines(
        [line],
        marks=date_marks(begun, 9),
        titles=titles,
        dividers=list(begun) if few_nights else [],
        meta={"hands": told.to_dict(as_series=False)},
    )


def date_marks(times: Mapping[int, datetime | None], most: int) -> dict[int, str]:
    """Marks on a time axis, up to a limit: days, with their years below where there are several."""
    years = len({year(at) for at in times.values()}) > 1
    marks = {place: short_date(at) + (f"<br>{year(at)}" if years else "") for place, at in times.items()}
    return few(marks, most)


def _who(name: str, total: float, measure: str) -> str:
    return f"{plain(name, LONGEST)} <b>{amount(total, measure)}</b>"


def _round_numbers(last: int) -> list[tuple[int, str]]:
    step = next(step for step in (5, 10, 20, 25, 50, 100, 200, 500, 10**9) if last / step <= 12)
    return [(place, str(place)) for place in range(step, last + 1, step)]
