"""PokerNow logs for the tests: written line by line, oldest first, and read back as tables."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from engine.cards.card import card_text
from engine.kernel.actions import Act, unpack
from pipeline.formats.pokernow.log import import_log

SAMPLE = Path(__file__).parents[3] / "pipeline" / "formats" / "samples" / "pokernow-sample.csv"
START = datetime(2026, 1, 16, 19, 30, tzinfo=UTC)
FIRST = int(START.timestamp() * 1000) * 100

Row = dict[str, Any]


def who(name: str) -> str:
    """A player as the log writes one; the id is made from the name."""
    return f'"{name} @ id-{name}"'


def entries(text: str) -> list[str]:
    """Entries from indented text, where ``<Bo>`` stands for the player Bo."""
    return [re.sub(r"<(\w+)>", lambda name: who(name[1]), line.strip()) for line in text.strip().splitlines()]


def write_log(place: Path, lines: Iterable[str]) -> Path:
    """A log file of these entries, a second between them."""
    rows = [
        (line, f"{START + timedelta(seconds=second):%Y-%m-%dT%H:%M:%S}.000Z", str(FIRST + 100_000 * second))
        for second, line in enumerate(lines)
    ]
    with place.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([("entry", "at", "order"), *reversed(rows)])
    return place


def sample_lines() -> list[str]:
    """The entries of the sample, oldest first."""
    with SAMPLE.open(newline="", encoding="utf-8") as file:
        return [entry for entry, _, _ in list(csv.reader(file))[:0:-1]]


def edited(place: Path, change: Callable[[list[str]], Iterable[str]]) -> Path:
    """The sample with its entries changed."""
    return write_log(place, change(sample_lines()))


def tables(path: Path) -> tuple[dict[int, Row], dict[int, list[Row]]]:
    """A log's hands and seats by hand number, the players by the last part of their ids."""
    imported = import_log(path)
    hands = {row["hand_no"]: row for row in imported.hands.iter_rows(named=True)}
    seats: dict[int, list[Row]] = {number: [] for number in hands}
    for row in imported.seats.iter_rows(named=True):
        seats[row["hand_no"]].append(row)
    return hands, seats


def act_lines(hand: Row) -> list[str]:
    """The acts of a hand, a line a betting round: ``1: 2 call 10, 3 raise 36, board Qs``."""
    rounds: dict[int, list[str]] = {}
    for kind, seat, round_no, value in map(unpack, hand["actions"]):
        if kind == Act.TURN_BOARD:
            words = f"board {card_text(value)}"
        else:
            words = f"{seat} {kind.word}" + (f" {value}" if value else "")
        rounds.setdefault(round_no, []).append(words)
    return [f"{number}: {', '.join(acts)}" for number, acts in rounds.items()]


def shares(hand: Row) -> list[tuple[int, int, str, int, int, str | None]]:
    """The shares of a hand as (pot, board, half, seat, chips, meld)."""
    columns = ("pot_no", "board_no", "half", "seat", "chips", "meld")
    return [tuple(share[name] for name in columns) for share in hand["shares"]]


def column(seats: list[Row], name: str) -> list[Any]:
    """A column of the seats, in their order."""
    return [seat[name] for seat in seats]
