"""The day of a night: that of its name, or the one it states, where it was typed on another."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from language import tr
from pipeline.bank.records import replace
from pipeline.night.night import Night

_IN_NAME = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?!\d)")


def date_in_name(name: str) -> date | None:
    """The day that a night's name begins with; None where it doesn't.

    >>> date_in_name("2026-03-14-late").isoformat(), date_in_name("at Bo's")
    ('2026-03-14', None)
    """
    match = _IN_NAME.match(name)
    try:
        return date(*map(int, match.groups())) if match else None
    except ValueError:  # no such day
        return None


def evening_of(moment: datetime) -> date:
    """The day of a moment where the program runs: an evening in America ends after midnight in UTC, which files tell.

    >>> evening_of(datetime(2026, 3, 14, 12)).isoformat()
    '2026-03-14'
    """
    try:
        return moment.astimezone().date()
    except (OverflowError, OSError, ValueError):  # a year that the system's zones don't know
        return moment.date()


def ahead_text(day: date | None, now: datetime) -> str:
    """Return a remark on a day that hasn't come; "" for others. Tomorrow is past somewhere else.

    >>> ahead_text(date(2062, 3, 14), datetime(2026, 3, 14, 12))
    "2062-03-14 hasn't come yet: check the day."
    >>> ahead_text(date(2026, 3, 15), datetime(2026, 3, 14, 12))
    ''
    """
    if day is None or day <= evening_of(now) + timedelta(days=1):
        return ""
    return tr("{day} hasn't come yet: check the day.", day=day)


def on_own_date(name: str, night: Night) -> Night:
    """Return a night with its times on its own day, by the time zone of this computer.

    >>> on_own_date("2026-03-14", replace(replay.night, day=None)).started_at.isoformat()
    '2026-03-14T19:01:00+00:00'
    """
    return moved_by(night, _moved(name, night.started_at, night.day))


def moved_by(night: Night, move: timedelta) -> Night:
    """Return a night with its times moved from the day on which it was typed. When a hand began isn't known then.

    >>> night = moved_by(replay.night, timedelta(days=-1))
    >>> night.started_at.isoformat(), night.hands[0].ended_at.isoformat()
    ('2026-11-26T19:01:00+00:00', '2026-11-26T19:05:00+00:00')
    """
    if not move:
        return night

    def moved(at: datetime | None) -> datetime | None:
        return at + move if at else None

    return replace(
        night,
        started_at=moved(night.started_at),
        ended_at=moved(night.ended_at),
        hands=tuple(
            # typed on another day: when a hand began isn't known
            replace(hand, started_at=None, ended_at=moved(hand.ended_at))
            for hand in night.hands
        ),
        ledger=tuple(replace(entry, at=moved(entry.at)) for entry in night.ledger),
    )


def _moved(name: str, started_at: datetime | None, day: date | None) -> timedelta:
    """From the clock's day to the night's, at the same time of day where the program runs."""
    day = day or date_in_name(name)
    if day is None or started_at is None:
        return timedelta()
    clock = started_at.astimezone()
    there = datetime.combine(day, clock.time()).astimezone()
    return timedelta() if clock.date() == day else there - clock
