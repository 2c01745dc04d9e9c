"""Hands as Open Hand History (OHH, JSON, 1.4.7), for trackers: hold'em, omaha and stud, act by act.

What the format doesn't describe (other games, wild cards and additions, carried pots, two boards) is left out
and named: its `Draw` doesn't say which draw it is, nor what is thrown; razz and short-deck have none.
A hand is a line, with an empty one after it, so that readers of either layout take it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from engine.api import Act, Action, Limit, card_text, unpack
from language import tr
from pipeline.formats.output import (
    ExportError,
    SeatNames,
    first_reasons,
    hands_of,
    missing_in,
    opened,
    pots_of,
    sessions_to_export,
)
from pipeline.formats.tables import limit_of
from pipeline.store.people import Registry
from pipeline.store.store import Store

SPEC = "1.4.7"
_STREETS = ("Preflop", "Flop", "Turn", "River")
_CARDS_BY_STREET = (0, 3, 4, 5)
_STUD_STREETS = ("Third Street", "Fourth Street", "Fifth Street", "Sixth Street", "Seventh Street")
_GAMES = {
    "texas-holdem": "Holdem", "omaha-high": "Omaha", "omaha": "OmahaHiLo", "stud-bring-in": "Stud",
    "stud-high-low": "StudHiLo",
}  # fmt: skip
_LIMITS = {Limit.NO: "NL", Limit.POT: "PL", Limit.FIXED: "FL"}
_ACTS = {
    Act.ANTE: "Post Ante", Act.SMALL_BLIND: "Post SB", Act.BIG_BLIND: "Post BB", Act.STRADDLE: "Straddle",
    Act.DEAD_BLIND: "Post Dead", Act.CHECK: "Check", Act.BET: "Bet", Act.RAISE: "Raise", Act.CALL: "Call",
    Act.FOLD: "Fold", Act.BRING_IN: "Post Extra Blind",
}  # fmt: skip
_DEALS = {Act.DEAL_CLOSED, Act.DEAL_OPEN}
_PASSED = {Act.RETURNED, Act.LAY_CLOSED}
_DEAD = {Act.ANTE, Act.DEAD_BLIND}
_encode = msgspec.json.Encoder().encode


class _OtherError(Exception):
    """The reason why the format can't describe a hand."""


def export_ohh(store: Store, sessions: Sequence[str], out: Path) -> tuple[int, Counter[str]]:
    """Write the hands of sessions, by default all of the store. Returns the number of hands written, and the numbers left
    out by reason. Raises StoreError for an unknown session, ExportError if the format can describe none of the hands or
    the file can't be written.

    >>> export_ohh(online, [], tmp / "online.ohh")
    (33, Counter({'with a carried pot or two boards': 1}))
    """
    count, left = 0, Counter[str]()
    names = SeatNames(Registry.of(store))
    with opened(out) as file:
        for name in sessions_to_export(store, sessions):
            for hand in _session(store, name, names, left):
                file.write(_encode({"ohh": hand}) + b"\n\n")
                count += 1
        if not count:
            raise ExportError(
                tr(
                    "OHH describes none of these hands ({why}): `peder export json` writes all games.",
                    why=first_reasons(left),
                )
            )
    return count, left


def _session(store: Store, name: str, names: SeatNames, left: Counter[str]) -> Iterator[dict[str, Any]]:
    session = store.session_row(name)
    size = max((len(seats) for _, seats in hands_of(store, name)), default=2)
    for hand, seats in hands_of(store, name):
        if hand["status"] != "confirmed":
            left[tr("that are drafts")] += 1
            continue
        try:
            yield _hand(session, hand, sorted(seats, key=lambda seat: seat["seat"]), names, size)
        except _OtherError as reason:
            left[str(reason)] += 1


def _hand(
    session: Mapping[str, Any],
    hand: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    names: SeatNames,
    size: int,
) -> dict[str, Any]:
    game, limit = _game(hand)
    if reason := missing_in(hand, seats):
        raise _OtherError(reason)
    worth = session["chip_value"] if session["chip_value"] is not None else Decimal(1)

    def money(chips: int) -> float:
        return float(chips * worth)

    if hand["pot_in"] or hand["pot_out"] or hand["boards"] != 1:
        raise _OtherError(tr("with a carried pot or two boards"))
    players = [
        {
            "id": place,
            "seat": place + 1,
            "name": name,
            "starting_stack": money(seat["stack_before"]),
        }
        for place, (seat, name) in enumerate(zip(seats, names.of(seats), strict=True))
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
        "rounds": _Rounds(seats, money, stud=game.startswith("Stud")).tell(hand["actions"]),
        "pots": _pots(hand, money),
    }


def _game(hand: Mapping[str, Any]) -> tuple[str, str]:
    """The format's names for the game and its limit."""
    limit, words = limit_of(hand["variant_id"], hand["additions"] or "")
    if hand["variant_id"] not in _GAMES or words - {"straddle"}:
        raise _OtherError(f"of {' '.join([hand['variant_id'], *sorted(words - {'straddle'})])}")
    return _GAMES[hand["variant_id"]], _LIMITS[limit]


def _posted(actions: Sequence[int]) -> Counter[Act]:
    """The most that anybody posted of each kind."""
    posted: Counter[Act] = Counter()
    for kind, _, _, value in map(unpack, actions):
        posted[kind] = max(posted[kind], value)
    return posted


class _Rounds:
    def __init__(self, seats: Sequence[Mapping[str, Any]], money: Any, *, stud: bool) -> None:
        self.seats, self.money, self.stud = seats, money, stud
        self.rounds: list[dict[str, Any]] = []
        self.paid: Counter[int] = Counter()
        self.put: Counter[int] = Counter()  # on this street
        self.number = self.turned = 0
        self.opened: set[int] = set()  # who has the open card of this street, at stud
        self.street()

    def tell(self, actions: Sequence[int]) -> list[dict[str, Any]]:
        """All streets. Raises _OtherError for an act that the format has no word for."""
        if not self.stud:
            for place, seat in enumerate(self.seats):
                if seat["cards"]:
                    self.act(place, "Dealt Cards", cards=seat["cards"].split())
        for done in map(unpack, actions):
            if done.kind in (Act.TURN_BOARD, Act.LAY_OPEN) and not self.stud:
                self._turn(done.value)
            elif done.kind in _DEALS:
                if self.stud:
                    self._deal(done)
            elif done.kind in _ACTS:
                self._bet(done)
            elif done.kind not in _PASSED:
                raise _OtherError(tr("with acts that the format hasn't ({word})", word=done.kind.word))
        shown = [place for place, seat in enumerate(self.seats) if seat["showed"] and seat["cards"]]
        if shown:
            self.rounds.append({"id": len(self.rounds), "street": "Showdown", "actions": []})
            for place in shown:
                self.act(place, "Shows Cards", cards=self.seats[place]["cards"].split())
        return self.rounds

    def street(self) -> None:
        names = _STUD_STREETS if self.stud else _STREETS
        if len(self.rounds) == len(names):
            raise _OtherError(tr("with more cards than the format has streets for"))
        self.rounds.append({"id": len(self.rounds), "street": names[len(self.rounds)], "actions": []})
        self.put.clear()
        self.opened.clear()

    def act(self, seat: int, what: str, amount: int = 0, cards: list[str] | None = None) -> None:
        """Add an act of a seat; the amount is in chips."""
        self.number += 1
        act = {
            "action_number": self.number,
            "player_id": seat,
            "action": what,
            "amount": self.money(amount),
            "is_allin": bool(amount) and self.paid[seat] == self.seats[seat]["stack_before"],
        }
        self.rounds[-1]["actions"].append(act | ({"cards": cards} if cards else {}))

    def _turn(self, card: int) -> None:
        if self.turned == _CARDS_BY_STREET[min(len(self.rounds) - 1, 3)]:
            self.street()
            self.rounds[-1]["cards"] = []
        self.rounds[-1]["cards"].append(card_text(card))
        self.turned += 1

    def _deal(self, done: Action) -> None:
        """A player's own card at stud; the cards of a street are one act."""
        while done.round_no >= len(self.rounds) or done.seat in self.opened:
            self.street()
        if done.kind is Act.DEAL_OPEN:
            self.opened.add(done.seat)
        acts = self.rounds[-1]["actions"]
        before = next(
            (act for act in acts if (act["action"], act["player_id"]) == ("Dealt Cards", done.seat)), None
        )
        if before:
            before["cards"].append(card_text(done.value))
        else:
            self.act(done.seat, "Dealt Cards", cards=[card_text(done.value)])

    def _bet(self, done: Action) -> None:
        """Chips, a check or a fold; a round of bets at stud is a street, whatever cards are known."""
        while self.stud and done.round_no > len(self.rounds):
            self.street()
        self.paid[done.seat] += done.value
        self.put[done.seat] += 0 if done.kind in _DEAD else done.value
        amount = self.put[done.seat] if done.kind is Act.RAISE else done.value
        self.act(done.seat, _ACTS[done.kind], amount)


def _pots(hand: Mapping[str, Any], money: Any) -> list[dict[str, Any]]:
    pots = pots_of(hand)
    if not pots:
        raise _OtherError(tr("without shares of the pot"))
    return [
        {
            "number": number,
            "amount": money(sum(wins.values())),
            "rake": 0,
            "player_wins": [{"player_id": seat, "win_amount": money(chips)} for seat, chips in wins.items()],
        }
        for number, wins in sorted(pots.items())
    ]
