"""Copies of a night that are continued apart: random edits on both sides, and a small model of what a merge gives.

The model shares no code with `pipeline.night.merge`: it knows lines by what was typed and where, and writes the merged
night by searching, again and again, for the earliest line whose predecessor is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from pipeline.night.entries import Entry
from pipeline.night.interpreter import Interpreter
from pipeline.night.replay import Replay
from pipeline.store.people import Registry

START = datetime(2026, 3, 14, 20, tzinfo=UTC)
TABLE = ("players Anna, Bo, Carl, Dorte", "banker c", "chip 25 øre", "loan 2p50")
LINES = ("7s 14 b3 +d", ". 8 +a", "th 20 a0 +b", "7s 9 ++", "; a note", "loan b 1p", "pause b", "back b", "7s 10 d2 +a", "pay a c 3 kr", "skip", "u", "leaves d", "guts 2 b! +a")  # fmt: skip


@dataclass
class Clock:
    """A device's clock: it may be behind, and may jump."""

    time: datetime
    random: Random

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=self.random.choice((1, 30, 30, 30, 240, -100)))
        return self.time


def begun(random: Random) -> list[Entry]:
    """A night that has begun."""
    night = Interpreter(Replay(), Registry(), Clock(START, random))
    for number, line in enumerate(TABLE):
        assert night.take(line, key=f"start000-{number}").status == "kept"
    return list(night.replay.entries)


def continued(entries: Sequence[Entry], random: Random, device: str, lines: int) -> list[Entry]:
    """The night with random lines and corrections of a device; without keys where the device is called `prompt`."""
    late = random.choice((0, 0, 5, -30))
    last = max(entry.at for entry in entries)
    night = Interpreter(Replay(entries), Registry(), Clock(last + timedelta(minutes=late), random))
    for number in range(lines):
        line = random.choice(LINES)
        if random.random() < 0.3:
            target = random.randint(4, len(night.replay.entries))
            line = random.choice(
                (f"u #{target}", f"edit #{target} 7s {random.randint(5, 20)} +a", f"ok #{target}")
            )
        key = "" if device == "prompt" else f"{device}-{len(entries)}x{number}"
        night.take(line, key=key, keep_unreadable=True)
    return list(night.replay.entries)


Line = tuple[str, str, str]
"""A line as the model knows it: device and place in it, or time; what was typed."""


def model(copies: Sequence[Sequence[Entry]]) -> list[Line]:
    """The lines of all copies in their merged order, of copies that were never merged before."""
    after: dict[Line, Line | None] = {}
    times: dict[Line, datetime] = {}
    for copy in copies:
        before: Line | None = None
        for entry in copy:
            line = (entry.key, entry.at.isoformat(), entry.typed or entry.line)
            assert after.setdefault(line, before) == before
            times[line] = entry.at
            before = line
    written: list[Line] = []
    while len(written) < len(after):
        free = [
            line for line in after if line not in written and (after[line] is None or after[line] in written)
        ]
        written.append(min(free, key=lambda line: (times[line], line)))
    return written


def lines_of(entries: Sequence[Entry]) -> list[Line]:
    """A journal's lines as the model knows them."""
    return [(entry.key, entry.at.isoformat(), entry.typed or entry.line) for entry in entries]
