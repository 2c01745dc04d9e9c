"""Hands as Open Hand History (OHH, JSON, 1.4.7), for trackers: hold'em and omaha that were told act by act.

What the format doesn't describe (other games, wild cards and additions, carried pots, two boards) is left out
and named. A hand is a line, with an empty one after it, so that readers of either layout take it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from engine.api import KIND_MASK, SEAT_SHIFT, VALUE_SHIFT, Act, card_text
from pipeline.exports.out import ExportError, opened
from pipeline.people import Registry
from pipeline.store.store import Store, StoreError

SPEC = "1.4.7"
_STREETS = ("Preflop", "Flop", "Turn", "River")
_CARDS_BY_STREET = (0, 3, 4, 5)
_LIMITS = {"no-limit": "NL", "pot": "PL", "fixed": "FL", "": "FL"}
_ACTS = {
    Act.ANTE: "Post Ante", Act.SMALL_BLIND: "Post SB", Act.BIG_BLIND: "Post BB", Act.STRADDLE: "Straddle",
    Act.DEAD_BLIND: "Post Dead", Act.CHECK: "Check", Act.BET: "Bet", Act.RAISE: "Raise", Act.CALL: "Call",
    Act.FOLD: "Fold",
}  # fmt: skip
_PASSED = {Act.RETURNED, Act.DEAL_CLOSED, Act.LAY_CLOSED, Act.TURN_BOARD}
_DEAD = {Act.ANTE, Act.DEAD_BLIND}
_encode = msgspec.json.Encoder().encode


class _OtherError(Exception):
    """Why a hand can't be told in the format."""


def export_ohh(store: Store, sessions: Sequence[str], out: Path) -> tuple[int, Counter[str]]:
    """Write the hands of sessions, all of the store where none is named; returns how many, and how many were
    left out for which reason.

    Raises StoreError where there is no such session, ExportError where nothing can be told, or written.
    """
    for name in sessions:
        if not store.has(name):
            raise StoreError(f"There is no session {name!r} in the store {store.path}.")
    count, left = 0, Counter[str]()
    registry = Registry.of(store)
    with opened(out) as file:
        for name in list(dict.fromkeys(sessions)) or store.session_ids():
            for told in _session(store, name, registry, left):
                file.write(_encode({"ohh": told}) + b"\n\n")
                count += 1
        if not count:
            why = ", ".join(f"{number} {reason}" for reason, number in left.most_common(3)) or "no hands"
            raise ExportError(
                f"OHH describes none of these hands ({why}): `peder export json` writes all games."
            )
    return count, left


def _session(store: Store, name: str, registry: Registry, left: Counter[str]) -> Iterator[dict[str, Any]]:
    session = store.read("sessions", name).row(0, named=True)
    seats: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for seat in store.read("seats", name).sort("hand_no", "seat").iter_rows(named=True):
        seats[seat["hand_no"]].append(seat)
    size = max(map(len, seats.values()), default=2)
    for hand in store.read("hands", name).filter(pl.col("status") == "confirmed").iter_rows(named=True):
        try:
            yield _hand(session, hand, seats[hand["hand_no"]], registry, size)
        except _OtherError as reason:
            left[str(reason)] += 1


def _hand(
    session: Mapping[str, Any],
    hand: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    registry: Registry,
    size: int,
) -> dict[str, Any]:
    game, limit = _game(hand)
    worth = session["chip_value"] if session["chip_value"] is not None else Decimal(1)

    def money(chips: int) -> float:
        return float(chips * worth)

    if hand["actions"] is None or any(seat["stack_before"] is None for seat in seats):
        raise _OtherError("without acts or stacks")
    if hand["pot_in"] or hand["pot_out"] or hand["boards"] != 1:
        raise _OtherError("with a carried pot or two boards")
    names = [
        registry.name_of(seat["player_id"]) if seat["player_id"] else f"{seat['profile']} {seat['seat'] + 1}"
        for seat in seats
    ]
    alike = Counter(names)
    players = [
        {
            "id": place,
            "seat": place + 1,
            "name": called if alike[called] == 1 else f"{called} {place + 1}",
            "starting_stack": money(seat["stack_before"]),
        }
        for place, (seat, called) in enumerate(zip(seats, names, strict=True))
    ]
    posted = _posted(hand["actions"])
    began = hand["started_at"] or session["started_at"]
    return {
        "spec_version": SPEC,
        "site_name": session["place"] or "Peder",
        "network_name": "Peder",
        "internal_version": version("peder"),
        "tournament": False,
        "game_number": f"{session['session_id']}-{hand['hand_no']}",
        "start_date_utc": f"{began:%Y-%m-%dT%H:%M:%SZ}" if began else "1970-01-01T00:00:00Z",
        "table_name": session["session_id"],
        "game_type": game,
        "bet_limit": {"bet_type": limit, "bet_cap": 0},
        "table_size": size,
        "currency": session["currency"] or "",
        "dealer_seat": len(seats),
        "small_blind_amount": money(posted[Act.SMALL_BLIND]),
        "big_blind_amount": money(hand["unit"] or posted[Act.BIG_BLIND]),
        "ante_amount": money(posted[Act.ANTE]),
        "players": players,
        "rounds": _rounds(hand, seats, money),
        "pots": _pots(hand, money),
    }


def _game(hand: Mapping[str, Any]) -> tuple[str, str]:
    """The format's names for the game and its limit."""
    words = (hand["additions"] or "").split()
    limits = [word for word in words if word in _LIMITS]
    rest = {word for word in words if word not in _LIMITS and word != "straddle"}
    games = {
        ("texas-holdem", frozenset()): "Holdem",
        ("omaha", frozenset({"high"})): "Omaha",
        ("omaha", frozenset()): "OmahaHiLo",
    }
    game = games.get((hand["variant_id"], frozenset(rest)))
    if game is None:
        raise _OtherError(f"of {' '.join(filter(None, [hand['variant_id'], *sorted(rest)]))}")
    return game, _LIMITS[limits[0] if limits else ""]


def _posted(actions: Sequence[int]) -> Counter[Act]:
    """The most that anybody posted of each kind."""
    posted: Counter[Act] = Counter()
    for packed in actions:
        act = Act(packed & KIND_MASK)
        posted[act] = max(posted[act], packed >> VALUE_SHIFT)
    return posted


def _rounds(hand: Mapping[str, Any], seats: Sequence[Mapping[str, Any]], money: Any) -> list[dict[str, Any]]:
    rounds: list[dict[str, Any]] = [{"id": 0, "street": _STREETS[0], "actions": []}]
    paid: Counter[int] = Counter()
    put: Counter[int] = Counter()
    number = turned = 0

    def act(seat: int, what: str, amount: int = 0, cards: list[str] | None = None) -> None:
        nonlocal number
        number += 1
        stack = seats[seat]["stack_before"]
        told = {
            "action_number": number,
            "player_id": seat,
            "action": what,
            "amount": money(amount),
            "is_allin": bool(amount) and paid[seat] == stack,
        }
        rounds[-1]["actions"].append(told | ({"cards": cards} if cards else {}))

    for place, seat in enumerate(seats):
        if seat["cards"]:
            act(place, "Dealt Cards", cards=seat["cards"].split())
    for packed in hand["actions"]:
        kind, value = Act(packed & KIND_MASK), packed >> VALUE_SHIFT
        place = packed >> SEAT_SHIFT & 15
        if kind is Act.TURN_BOARD:
            if turned == _CARDS_BY_STREET[min(len(rounds) - 1, 3)]:
                if len(rounds) == len(_STREETS):
                    raise _OtherError("with more than five cards on the board")
                street = {"id": len(rounds), "street": _STREETS[len(rounds)], "cards": [], "actions": []}
                rounds.append(street)
                put.clear()
            rounds[-1]["cards"].append(card_text(value))
            turned += 1
        elif kind in _ACTS:
            paid[place] += value
            put[place] += 0 if kind in _DEAD else value
            act(place, _ACTS[kind], put[place] if kind is Act.RAISE else value)
        elif kind not in _PASSED:
            raise _OtherError(f"with acts that the format hasn't ({kind.word})")
    shown = [place for place, seat in enumerate(seats) if seat["showed"] and seat["cards"]]
    if shown:
        rounds.append({"id": len(rounds), "street": "Showdown", "actions": []})
        for place in shown:
            act(place, "Shows Cards", cards=seats[place]["cards"].split())
    return rounds


def _pots(hand: Mapping[str, Any], money: Any) -> list[dict[str, Any]]:
    pots: dict[int, Counter[int]] = {}
    for share in hand["shares"] or ():
        pots.setdefault(share["pot_no"] or 0, Counter())[share["seat"]] += share["chips"]
    if not pots:
        raise _OtherError("without shares of the pot")
    return [
        {
            "number": number,
            "amount": money(sum(wins.values())),
            "rake": 0,
            "player_wins": [
                {"player_id": seat, "win_amount": money(chips)} for seat, chips in sorted(wins.items())
            ],
        }
        for number, wins in sorted(pots.items())
    ]
