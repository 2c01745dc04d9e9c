"""What trackers count, a second time: slow and plain, from the acts of a hand one after the other, sharing no code with the models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Done(NamedTuple):
    """An act: who, in which round, its kind, whether it bets or raises, and whether chips were put in by choice."""

    seat: int
    round: int
    kind: str
    is_raise: bool
    is_choice: bool


STREETS = {2: "second", 3: "third", 4: "fourth"}


def tracker_flags(acts: Sequence[Done], players: int) -> dict[tuple[int, str], bool]:
    """Of each seat, what it had the chance to do, and whether it did."""
    flags: dict[tuple[int, str], bool] = {}
    small = {act.seat for act in acts if act.kind == "small_blind"}
    big = {act.seat for act in acts if act.kind == "big_blind"}
    posted = small | big | {act.seat for act in acts if act.kind == "straddle"}
    has_blind = bool(big)
    last_seats = small | ({players - 1, players - 2} - posted)
    continuing: int | None = None
    for number in sorted({act.round for act in acts} - {0}):
        bets = 1 if has_blind and number == 1 else 0
        entered = 0
        first: set[int] = set()
        checked: set[int] = set()
        raised_at: dict[int, int] = {}
        opener: int | None = None
        bettor: int | None = None
        last: int | None = None
        for act in (act for act in acts if act.round == number):
            seat = act.seat
            is_decision = act.is_choice or act.kind in ("check", "fold")
            if is_decision and number == 1:
                if seat not in first:
                    first.add(seat)
                    if has_blind and bets == 1 and (seat in small or seat not in big):
                        flags[seat, "limp"] = act.kind == "call"
                    if bets >= 2 and seat not in posted:
                        flags[seat, "cold_call"] = act.kind == "call"
                    if has_blind and bets == 1 and entered == 0 and seat in last_seats:
                        flags[seat, "steal"] = act.is_raise
                    if seat in small | big and bets == 2 and entered == 1 and opener in last_seats:
                        flags[seat, "fold_to_steal"] = act.kind == "fold"
                if bets == 3 and raised_at.get(seat) == 1 and list(raised_at.values()).count(1) == 1:
                    flags[seat, "fold_to_three_bet"] = act.kind == "fold"
            if is_decision and number in STREETS and continuing is not None:
                if seat == continuing and bets == 0:
                    flags[seat, f"cbet_{STREETS[number]}"] = act.is_raise
                if seat != continuing and bets == 1 and bettor == continuing:
                    flags.setdefault((seat, f"fold_to_cbet_{STREETS[number]}"), act.kind == "fold")
            if is_decision and seat in checked and bets > 0 and seat not in raised_at:
                flags[seat, "check_raise"] = flags.get((seat, "check_raise"), False) or act.is_raise
            if act.kind == "check":
                checked.add(seat)
            entered += act.is_choice or act.kind == "check"
            if act.is_raise:
                raised_at.setdefault(seat, bets)
                opener = seat if opener is None else opener
                bettor = seat if bettor is None else bettor
                last = seat
                bets += 1
        if number == 1:
            continuing = last
        elif bettor != continuing:
            continuing = None
    return flags
