"""What nights are called: by their day, and of several nights of a day by their place, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from language import tr
from reports.components.blocks import Row
from reports.components.html import Html, fragment, tag
from reports.components.numbers import date, day, short_date, year


def night_title(session: Row, show: Callable[[datetime], str] = date) -> str:
    """The day of a night, or its name if the day is unknown.

    >>> night_title({"session_id": "2026-03", "started_at": datetime(2026, 2, 6, 18)})
    'Fri, 6 Feb 2026'
    """
    if session["started_at"] is None:
        return str(session["session_id"])
    at = show(session["started_at"])
    return at[:1].upper() + at[1:]


@dataclass(frozen=True)
class NightTitle:
    """The title of a night among others: its `day`, and in brackets what tells it `apart` from others of that day; "" if nothing
    has to.

    >>> str(NightTitle("6 Feb 2026", "Club"))
    '6 Feb 2026 (Club)'
    """

    day: str
    apart: str = ""

    def __str__(self) -> str:
        return f"{self.day} ({self.apart})" if self.apart else self.day

    def html(self) -> Html:
        """The title for a table: its day stays on one line.

        >>> str(NightTitle("6 Feb 2026", "Club").html())
        '<span class="dated">6 Feb 2026</span> (Club)'
        """
        return fragment(tag("span", self.day, class_="dated"), f" ({self.apart})" if self.apart else None)


def night_titles(nights: Iterable[Row], show: Callable[[datetime], str] = date) -> dict[str, NightTitle]:
    """The titles of nights by id. Nights of one day have their places added, or their names if the places are the same.

    >>> at = datetime(2026, 2, 6, 18)
    >>> nights = [{"session_id": f"n{n}", "started_at": at, "place": place} for n, place in enumerate(["", "Club", "Club"])]
    >>> [str(title) for title in night_titles(nights).values()]
    ['Fri, 6 Feb 2026', 'Fri, 6 Feb 2026 (n1)', 'Fri, 6 Feb 2026 (n2)']
    """
    plain = {row["session_id"]: (night_title(row, show), row["place"]) for row in nights}
    days = Counter(day for day, _ in plain.values())
    places = Counter(plain.values())

    def title_of(name: str) -> NightTitle:
        day, place = plain[name]
        if days[day] == 1:
            return NightTitle(day)
        if places[day, place] > 1:
            return NightTitle(day, name)
        return NightTitle(day, place_text(place) if place else "")

    return {name: title_of(name) for name in plain}


def short_titles(nights: Iterable[Row]) -> dict[str, NightTitle]:
    """The titles of nights for a table, without the weekday, and without the year if it is the same for all.

    >>> at = datetime(2026, 2, 6, 18)
    >>> short_titles([{"session_id": "n1", "started_at": at, "place": None}])
    {'n1': NightTitle(day='6 Feb', apart='')}
    """
    rows = list(nights)
    years = {year(row["started_at"]) for row in rows if row["started_at"] is not None}
    return night_titles(rows, short_date if len(years) < 2 else day)


def place_text(place: str) -> str:
    """The place of a night, as pages show it.

    >>> place_text("Annas kitchen")
    'Annas kitchen'
    """
    return tr("simulated") if place == "simulated" else place
