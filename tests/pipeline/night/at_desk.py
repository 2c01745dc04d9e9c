"""A desk for tests: its table, and what a line is expected to come to."""

from __future__ import annotations

from datetime import UTC, datetime

from pipeline.night.desk import Desk
from pipeline.night.hand.deal import Hand, Seat

TABLE = (
    "spillere Anna, Bo, Carl, Dorte, Erik, Ester",
    "bankør c",
    "chip 25 øre",
    "lån 2p50",
)
AT = datetime(2026, 3, 14, 20, tzinfo=UTC)


def kept(desk: Desk, *lines: str) -> Hand:
    for line in lines:
        answer = desk.enter(line)
        assert answer.status == "kept", answer
    return desk.night.hands[-1] if desk.night.hands else Hand(entry_no=0, text="")


def draft(desk: Desk, line: str, why: str) -> Hand:
    answer = desk.enter(line)
    assert answer.status == "draft", answer
    hand = desk.night.hands[-1]
    assert hand.is_draft
    assert why in hand.why
    assert why in answer.text
    return hand


def refused(desk: Desk, line: str, why: str) -> None:
    before = len(desk.journal.entries)
    answer = desk.enter(line)
    assert answer.status == "refused", answer
    assert why in answer.text
    assert len(desk.journal.entries) == before


def seat(hand: Hand, handle: str) -> Seat:
    return next(seat for seat in hand.seats if seat.handle == handle)


def won(hand: Hand) -> dict[str, int]:
    return {seat.handle: seat.won for seat in hand.seats if seat.won}
