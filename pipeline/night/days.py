"""The day of a night: the one that a line says, else the one that its name is, else the clock's.

A night that is logged afterwards, or read from a file, keeps its times of day and what passed between them;
the day that they fall on is the night's own.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from pipeline.night.night import Night
from pipeline.records import replace

_IN_NAME = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?!\d)")


def day_in(name: str) -> date | None:
    """The day that a night's name begins with, ``2026-03-14``; None where it doesn't."""
    match = _IN_NAME.match(name)
    try:
        return date(*map(int, match.groups())) if match else None
    except ValueError:  # no such day
        return None


def on_its_day(name: str, night: Night) -> Night:
    """The night with its times on its own day."""
    move = _moved(name, night.started_at, night.day)
    if not move:
        return night

    def moved(at: datetime | None) -> datetime | None:
        return at + move if at else None

    return replace(
        night,
        started_at=moved(night.started_at),
        ended_at=moved(night.ended_at),
        hands=tuple(
            replace(hand, started_at=moved(hand.started_at), ended_at=moved(hand.ended_at))
            for hand in night.hands
        ),
        book=tuple(replace(entry, at=moved(entry.at)) for entry in night.book),
    )


def started_on(name: str, started_at: datetime | None, day: date | None) -> datetime | None:
    """When a night began, on its own day: the one that a line says, if any."""
    return started_at + _moved(name, started_at, day) if started_at else None


def _moved(name: str, started_at: datetime | None, day: date | None) -> timedelta:
    """From the clock's day to the night's, at the same time of day where the program runs."""
    day = day or day_in(name)
    if day is None or started_at is None:
        return timedelta()
    clock = started_at.astimezone()
    there = datetime.combine(day, clock.time()).astimezone()
    return timedelta() if clock.date() == day else there - clock
