"""The next night: an entry for a calendar, and a text for the chat.

The entry is an iCalendar file of one event (RFC 5545), which every calendar opens. Its times are in UTC, so that they mean
the same in every time zone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from language import tr
from language.forms import day_text

LENGTH = timedelta(hours=4, minutes=30)
_LONGEST_LINE = 75
"""Bytes in a line of an iCalendar file, at most (RFC 5545, 3.1)."""


@dataclass(frozen=True)
class Invitation:
    """A future night: `at` has a time zone; `dealer` deals first; `owed` are sentences on who still owes whom."""

    at: datetime
    place: str = ""
    dealer: str = ""
    owed: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """A text for the chat."""
        when = f"{day_text(self.at, 'yMMMEd')} {self.at:%H:%M}"
        lines = [
            tr("Poker on {when} at {place}.", when=when, place=self.place)
            if self.place
            else tr("Poker on {when}.", when=when)
        ]
        if self.dealer:
            lines.append(tr("{name} deals first.", name=self.dealer))
        if self.owed:
            lines += ["", tr("From last time:"), *self.owed]
        return "\n".join(lines)

    def calendar(self, stamp: datetime) -> str:
        """The event as an iCalendar file, made at `stamp`.

        >>> at = datetime(2026, 4, 10, 17, tzinfo=UTC)
        >>> print(*Invitation(at, "Farum").calendar(at).split("\\r\\n")[3:8], sep="\\n")
        BEGIN:VEVENT
        UID:20260410T170000Z-8a5ecebc@peder
        DTSTAMP:20260410T170000Z
        DTSTART:20260410T170000Z
        DTEND:20260410T213000Z
        """
        begins = _time(self.at)
        about = {
            "UID": f"{begins}-{sha256(self.place.encode()).hexdigest()[:8]}@peder",
            "DTSTAMP": _time(stamp),
            "DTSTART": begins,
            "DTEND": _time(self.at + LENGTH),
            "SUMMARY": _escaped(tr("Poker night")),
            **({"LOCATION": _escaped(self.place)} if self.place else {}),
            "DESCRIPTION": _escaped(self.text),
        }
        lines = [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Peder//Peder//EN",
            "BEGIN:VEVENT",
            *(f"{name}:{value}" for name, value in about.items()),
            "END:VEVENT",
            "END:VCALENDAR",
        ]
        return "".join(f"{_folded(line)}\r\n" for line in lines)


def _time(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    """A text as the value of a property (RFC 5545, 3.3.11)."""
    for mark in ("\\", ";", ","):
        text = text.replace(mark, f"\\{mark}")
    return text.replace("\r", "").replace("\n", "\\n")


def _folded(line: str) -> str:
    """A line in parts of 75 bytes at most, cut between characters; the next one begins with a space."""
    parts, part = [], ""
    for char in line:
        if len((part + char).encode()) > _LONGEST_LINE:
            parts.append(part)
            part = " "
        part += char
    return "\r\n".join([*parts, part])
