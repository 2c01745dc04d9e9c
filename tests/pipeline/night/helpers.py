"""A service for tests: its table, and what a line is expected to come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from pipeline.night.hand.deal import Hand, Seat
from pipeline.night.service import NightService

TABLE = (
    "spillere Anna, Bo, Carl, Dorte, Erik, Ester",
    "bankør c",
    "chip 25 øre",
    "lån 2p50",
)
AT = datetime(2026, 3, 14, 20, tzinfo=UTC)


@contextmanager
def without_tables(
    store: Path, name: str, *, now: Callable[[], datetime] | None = None
) -> Iterator[NightService]:
    """A night open for logging whose tables no test reads: closing it derives none."""
    service = NightService(store, name, now=now)
    try:
        yield service
    finally:
        service.close(update_tables=False)


def kept(service: NightService, *lines: str) -> Hand:
    for line in lines:
        answer = service.enter(line)
        assert answer.status == "kept", answer
    return service.night.hands[-1] if service.night.hands else Hand(entry_no=0, text="")


def draft(service: NightService, line: str, why: str) -> Hand:
    answer = service.enter(line)
    if answer.status == "refused":  # a hand that can't be read is kept if it is sent twice
        answer = service.enter(line)
    assert answer.status == "draft", answer
    hand = service.night.hands[-1]
    assert hand.is_draft
    assert why in hand.why
    assert why in answer.text
    return hand


def refused(service: NightService, line: str, why: str) -> None:
    before = len(service.journal.entries)
    answer = service.enter(line)
    assert answer.status == "refused", answer
    assert why in answer.text
    assert len(service.journal.entries) == before


def seat(hand: Hand, handle: str) -> Seat:
    return next(seat for seat in hand.seats if seat.handle == handle)


def won(hand: Hand) -> dict[str, int]:
    return {seat.handle: seat.won for seat in hand.seats if seat.won}
