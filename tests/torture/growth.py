"""Time that grows with the size of what is read: commands over stores of more and more players, each a fork."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path

from tests.seasons.store import peder, warm
from tests.seasons.world import HOME

SIZES = (600, 1200, 2400)
STEEPEST = 3.0
"""The most that the time may grow by when the size doubles, without the time that a command takes at any size."""
NETS = (5, -5, 10, -10, 3, -3, 7, -7)


def wide_sheet(players: int) -> str:
    """A column a player."""
    rows = [";".join(["Date", *(f"Player {n}" for n in range(players))])]
    rows += [f"2026-{month:02}-03;" + ";".join(str(NETS[n % 8]) for n in range(players)) for month in range(1, 13)]  # fmt: skip
    return "\n".join(rows) + "\n"


def long_sheet(players: int) -> str:
    """A row a player and a night, no player twice."""
    nights = [date(2020, 1, 1) + timedelta(days=n // 8) for n in range(players)]
    return "date;player;net\n" + "".join(f"{night};Player {n};{NETS[n % 8]}\n" for n, night in enumerate(nights))  # fmt: skip


def alike(players: int) -> str:
    """Hands of two whose names look like all others'."""
    hands = []
    for number in range(players // 2):
        marks = "!" * (number % 30) + "?" * (number // 30)
        hands.append(
            f"[{number + 1}]\nvariant='NT'\nante_trimming_status=true\nantes=[0,0]\nblinds_or_straddles=[1,2]\n"
            f"min_bet=2\nstarting_stacks=[100,100]\nplayers=['Bo{marks}','Al{marks}']\n"
            "actions=['d dh p1 AcAd','d dh p2 7h2c','p2 f']\n"
        )
    return "\n".join(hands)


KINDS: tuple[tuple[str, str, Callable[[int], str]], ...] = (
    ("csv", "wide.csv", wide_sheet),
    ("csv", "long.csv", long_sheet),
    ("phh", "alike.phhs", alike),
)


def growth(folder: Path, first: int, count: int) -> Iterator[tuple[int, str, list[str]]]:
    """Each kind of input in some sizes: what grows more than its size allows."""
    warm()
    for number, (kind, name, make) in enumerate(KINDS[first:count], first):
        took: dict[str, list[float]] = {}
        for size in SIZES:
            file, store = folder / f"{size}-{name}", folder / f"{size}-{name}-store"
            file.write_text(make(size), encoding="utf-8")
            page = str(folder / "season.html")
            for words in (
                ["import", kind, str(file), "--season", "2026"],
                ["players"],
                ["standings", "2026"],
                ["report", "season", "2026", "--out", page],
            ):
                done = peder(store, HOME, words)
                if done.code:
                    yield number + 1, name, [f"{words}: {done.err}"]
                    return
                took.setdefault(words[0], []).append(done.seconds)
        yield number + 1, f"{name}: {took}", [*_steep(took)]


def _steep(took: dict[str, Sequence[float]]) -> Iterator[str]:
    """Commands whose time grew by more (and by more than noise) from the second size to the third than from the first to the second allows."""
    for command, (one, two, three) in took.items():
        if three - two > STEEPEST * max(0.0, two - one) + 0.5 * one + 0.3:
            yield f"{command}: {one:.2f}, {two:.2f}, {three:.2f} s of {SIZES} players"
