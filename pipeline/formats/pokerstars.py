"""Hands as PokerStars' text, which Hand2Note, GTO Wizard, PokerTracker and most other programs read: hold'em and Omaha with
blinds, at no limit, pot limit or a fixed limit.

PokerStars documents no grammar. The layout is that of its files: the `Seat` lines, blinds, streets with what was bet, the
showdown, the summary. Amounts are in money where the currency is one of PokerStars' and a chip is a whole number of cents, else
in chips, as at its play-money tables. What the text has no words for (other games, wild cards, straddles, carried pots, two
boards) is left out and named.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

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

_GAMES = {"texas-holdem": "Hold'em", "omaha-high": "Omaha", "omaha": "Omaha Hi/Lo"}
_LIMITS = {Limit.NO: "No Limit", Limit.POT: "Pot Limit", Limit.FIXED: "Limit"}
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}
_TABLES = (2, 6, 8, 9, 10)
"""Seats of a table."""
_STREETS = ("FLOP", "TURN", "RIVER")
_CARDS = (0, 3, 4, 5)
"""Number of common cards on each street."""
_FOLDED = ("before Flop", "on the Flop", "on the Turn", "on the River")
_MELDS = {
    "high_card": "high card", "pair": "a pair", "two_pair": "two pair", "three": "three of a kind", "straight": "a straight",
    "flush": "a flush", "full_house": "a full house", "four": "four of a kind", "straight_flush": "a straight flush",
}  # fmt: skip
_POSTS = {Act.ANTE: "the ante", Act.SMALL_BLIND: "small blind", Act.BIG_BLIND: "big blind"}
_BETS = {Act.CHECK, Act.BET, Act.RAISE, Act.CALL, Act.FOLD}
_PAID = {*_POSTS, Act.DEAD_BLIND, Act.BET, Act.RAISE, Act.CALL}
_UNSAID = {Act.DEAL_CLOSED, Act.DEAL_OPEN, Act.DEAL_UNSEEN, Act.LAY_CLOSED}
_SPECIAL = re.compile(r"[\s:()\[\]*#'\"$]+")
"""Characters with a meaning of their own in the text."""


class _OtherError(Exception):
    """Why the text can't say a hand."""


def export_pokerstars(
    store: Store, sessions: Sequence[str], out: Path, hero: str | None
) -> tuple[int, Counter[str]]:
    """Write the hands of sessions, by default all of the store. Returns the number of hands written, and the numbers left
    out by reason. `hero` is the player whose cards are written as dealt, if they are known. Raises StoreError for an
    unknown session, PlayerError for an unknown player, ExportError if the text can describe none of the hands or the
    file can't be written.

    >>> written, left_out = export_pokerstars(online, [], tmp / "online.txt", hero=None)
    >>> (tmp / "online.txt").read_text().splitlines()[0]
    "PokerStars Hand #495235110000001:  Hold'em No Limit (1/2) - 2026/01/16 18:53:29 UTC [2026/01/16 13:53:29 ET]"
    """
    count, left = 0, Counter[str]()
    registry = Registry.of(store)
    names = SeatNames(registry, _clean)
    heroes = registry.ids_of(registry.get(hero).player_id) if hero else set()
    with opened(out) as file:
        for name in sessions_to_export(store, sessions):
            session = store.session_row(name)
            for hand, seats in hands_of(store, name):
                if hand["status"] != "confirmed":
                    left[tr("that are drafts")] += 1
                    continue
                try:
                    lines = _hand(session, hand, sorted(seats, key=lambda seat: seat["seat"]), names, heroes)
                except _OtherError as reason:
                    left[str(reason)] += 1
                    continue
                file.write(("\r\n".join(lines) + "\r\n\r\n\r\n").encode())
                count += 1
        if not count:
            raise ExportError(
                tr(
                    "PokerStars' text says none of these hands ({why}): `peder export json` writes all games.",
                    why=first_reasons(left),
                )
            )
    return count, left


@dataclass(kw_only=True)
class _HandText:
    """A hand with what each of its lines needs: names by seat, and amounts as text."""

    hand: Mapping[str, Any]
    seats: Sequence[Mapping[str, Any]]
    names: Sequence[str]
    amount: Callable[[int], str]
    acts: Sequence[Action]
    board: Sequence[str]

    @cached_property
    def all_in(self) -> list[str]:
        """Of each act what says that it put in the player's last chips."""
        put: Counter[int] = Counter()
        marks = []
        for act in self.acts:
            if act.kind in _PAID:
                put[act.seat] += act.value
            is_all = act.kind in _PAID and act.value and put[act.seat] == self.seats[act.seat]["stack_before"]
            marks.append(" and is all-in" if is_all else "")
        return marks

    @cached_property
    def cards(self) -> list[str]:
        """The cards of each seat, from the table or from what was dealt; empty where they aren't known."""
        dealt: dict[int, list[str]] = {}
        for act in self.acts:
            if act.kind in (Act.DEAL_CLOSED, Act.DEAL_OPEN):
                dealt.setdefault(act.seat, []).append(card_text(act.value))
        return [seat["cards"] or " ".join(dealt.get(place, ())) for place, seat in enumerate(self.seats)]

    def is_shown(self, place: int) -> bool:
        """Whether a player at the showdown shows known cards: a winner does."""
        seat = self.seats[place]
        return bool(self.cards[place]) and bool(seat["won"] or seat["showed"] is not False)

    @property
    def last_street(self) -> int:
        """The last street that was dealt: 0 before the flop."""
        rounds = (act.round_no for act in self.acts if act.kind in _BETS)
        return 3 if self.went_down else max(rounds, default=1) - 1

    @property
    def went_down(self) -> list[int]:
        """Who was there at the showdown."""
        there = [place for place, seat in enumerate(self.seats) if seat["folded_round"] is None]
        return there if len(there) > 1 else []


def _hand(
    session: Mapping[str, Any],
    hand: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    names: SeatNames,
    heroes: set[str],
) -> list[str]:
    game, limit = _game(hand)
    if reason := missing_in(hand, seats):
        raise _OtherError(reason)
    if hand["pot_in"] or hand["pot_out"] or hand["boards"] != 1:
        raise _OtherError(tr("with a carried pot or two boards"))
    if len(seats) > _TABLES[-1]:
        raise _OtherError(tr("with more players than a table has seats"))
    acts = [*map(unpack, hand["actions"])]
    for done in acts:
        if done.kind not in {
            *_POSTS,
            *_BETS,
            *_UNSAID,
            Act.DEAD_BLIND,
            Act.RETURNED,
            Act.TURN_BOARD,
            Act.LAY_OPEN,
        }:
            raise _OtherError(tr("with acts that the format hasn't ({word})", word=done.kind.word))
    sign, cents = _money_of(session)
    facts = _HandText(
        hand=hand,
        seats=seats,
        names=names.of(seats),
        amount=lambda chips: f"{sign}{_plain(chips * cents) if cents else chips}",
        acts=acts,
        board=[card_text(done.value) for done in acts if done.kind in (Act.TURN_BOARD, Act.LAY_OPEN)],
    )
    _check(facts)
    code = session["currency"] if sign else ""
    return [
        f"PokerStars Hand #{_number(session, hand)}:  {game} {limit} "
        f"({_stakes(facts, limit)}{f' {code}' if code else ''}) - {_when(hand['started_at'] or session['started_at'])}",
        f"Table '{_clean(session['session_id'])}' {next(size for size in _TABLES if size >= len(seats))}-max"
        f"{'' if code else ' (Play Money)'} Seat #{len(seats)} is the button",
        *(
            f"Seat {place}: {name} ({facts.amount(seat['stack_before'])} in chips)"
            for place, (name, seat) in enumerate(zip(facts.names, seats, strict=True), 1)
        ),
        *_posts(facts),
        "*** HOLE CARDS ***",
        *(
            f"Dealt to {name} [{cards}]"
            for name, seat, cards in zip(facts.names, seats, facts.cards, strict=True)
            if cards and seat["player_id"] in heroes
        ),
        *_streets(facts),
        *_showdown(facts),
        *_summary(facts),
    ]


def _game(hand: Mapping[str, Any]) -> tuple[str, str]:
    """PokerStars' words for the game and its limit."""
    limit, words = limit_of(hand["variant_id"], hand["additions"] or "")
    if hand["variant_id"] not in _GAMES or words:
        raise _OtherError(f"of {' '.join([hand['variant_id'], *sorted(words)])}")
    return _GAMES[hand["variant_id"]], _LIMITS[limit]


def _money_of(session: Mapping[str, Any]) -> tuple[str, int]:
    """The sign of the currency and the cents of a chip; no sign and 0 where amounts are chips."""
    worth = session["chip_value"]
    cents = None if worth is None else Decimal(worth) * 100
    if session["currency"] not in _SIGNS or not cents or cents != int(cents):
        return "", 0
    return _SIGNS[session["currency"]], int(cents)


def _plain(cents: int) -> str:
    """Cents as PokerStars writes money: `25`, `0.10`."""
    return str(cents // 100) if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02}"


def _clean(text: str) -> str:
    return " ".join(_SPECIAL.sub(" ", text).split())


def _check(facts: _HandText) -> None:
    """Raise _OtherError for a hand of which the lines wouldn't add up, or lack a card."""
    put: Counter[int] = Counter()
    for done in facts.acts:
        if done.kind in _PAID:
            put[done.seat] += done.value
        elif done.kind is Act.RETURNED:
            put[done.seat] -= done.value
    shares = sum(share["chips"] for share in facts.hand["shares"] or ())
    if not shares:
        raise _OtherError(tr("without shares of the pot"))
    if (
        any(put[place] != seat["paid"] for place, seat in enumerate(facts.seats))
        or shares != facts.hand["pot"]
    ):
        raise _OtherError(tr("whose acts don't add up to the pot"))
    if facts.last_street > 3 or len(facts.board) < _CARDS[facts.last_street]:
        raise _OtherError(tr("with unknown common cards"))


def _number(session: Mapping[str, Any], hand: Mapping[str, Any]) -> int:
    """A number that no other hand has, the same in every export."""
    digest = int.from_bytes(sha256(str(session["session_id"]).encode()).digest()[:8], "big")
    return digest % 10**8 * 10**7 + int(hand["hand_no"])


def _stakes(facts: _HandText, limit: str) -> str:
    """The blinds; at a fixed limit the small and the big bet."""
    posted = {kind: max((act.value for act in facts.acts if act.kind is kind), default=0) for kind in _POSTS}
    big = facts.hand["unit"] or posted[Act.BIG_BLIND]
    if not big:
        raise _OtherError(tr("without blinds"))
    if limit == _LIMITS[Limit.FIXED]:
        return f"{facts.amount(big)}/{facts.amount(2 * big)}"
    return f"{facts.amount(posted[Act.SMALL_BLIND] or big // 2)}/{facts.amount(big)}"


def _when(at: datetime | None) -> str:
    """The time in UTC, and New York's in brackets, as PokerStars has it."""
    utc = (at or datetime(1970, 1, 1, tzinfo=UTC)).astimezone(UTC)
    eastern = utc - timedelta(hours=4 if _is_summer_in_new_york(utc) else 5)
    return f"{utc:%Y/%m/%d} {utc.hour}:{utc:%M:%S} UTC [{eastern:%Y/%m/%d} {eastern.hour}:{eastern:%M:%S} ET]"


def _is_summer_in_new_york(utc: datetime) -> bool:
    """Daylight saving time runs from the second Sunday of March to the first of November, at 2 o'clock."""
    march, november = datetime(utc.year, 3, 8, 7, tzinfo=UTC), datetime(utc.year, 11, 1, 6, tzinfo=UTC)
    begins, ends = (day + timedelta(days=(6 - day.weekday()) % 7) for day in (march, november))
    return begins <= utc < ends


def _posts(facts: _HandText) -> Iterator[str]:
    dead = {act.seat: act.value for act in facts.acts if act.kind is Act.DEAD_BLIND}
    live = {act.seat for act in facts.acts if act.kind is Act.BIG_BLIND}
    for kind in (Act.ANTE, Act.SMALL_BLIND, Act.BIG_BLIND):
        for act, all_in in zip(facts.acts, facts.all_in, strict=True):
            if act.kind is not kind:
                continue
            owed = dead.get(act.seat, 0) if kind is Act.BIG_BLIND else 0
            what = "small & big blinds" if owed else _POSTS[kind]
            yield f"{facts.names[act.seat]}: posts {what} {facts.amount(act.value + owed)}{all_in}"
    for seat, chips in dead.items():
        if seat not in live:
            yield f"{facts.names[seat]}: posts small blind {facts.amount(chips)}"


def _streets(facts: _HandText) -> Iterator[str]:
    """What was bet on each street, with its cards, and the bet that wasn't called."""
    put: Counter[int] = Counter()
    for act in facts.acts:
        if act.kind in (Act.SMALL_BLIND, Act.BIG_BLIND):
            put[act.seat] += act.value
    top, street = max([*put.values(), facts.hand["unit"] or 0]), 0
    for act, all_in in zip(facts.acts, facts.all_in, strict=True):
        if act.kind not in _BETS:
            continue
        while street < act.round_no - 1:
            street += 1
            yield _turned(facts, street)
            put.clear()
            top = 0
        put[act.seat] += act.value
        name, chips = facts.names[act.seat], facts.amount(act.value)
        match act.kind:
            case Act.FOLD:
                yield f"{name}: folds"
            case Act.CHECK:
                yield f"{name}: checks"
            case Act.CALL:
                yield f"{name}: calls {chips}{all_in}"
            case _ if top == 0:
                yield f"{name}: bets {chips}{all_in}"
            case _ if put[act.seat] <= top:  # all in for less
                yield f"{name}: calls {chips}{all_in}"
            case _:
                more = put[act.seat] - top
                yield f"{name}: raises {facts.amount(more)} to {facts.amount(put[act.seat])}{all_in}"
        top = max(top, put[act.seat])
    for act in facts.acts:
        if act.kind is Act.RETURNED:
            yield f"Uncalled bet ({facts.amount(act.value)}) returned to {facts.names[act.seat]}"
    yield from (_turned(facts, later) for later in range(street + 1, facts.last_street + 1))


def _turned(facts: _HandText, street: int) -> str:
    before, cards = facts.board[: _CARDS[street - 1]], facts.board[_CARDS[street - 1] : _CARDS[street]]
    known = f"[{' '.join(before)}] " if before else ""
    return f"*** {_STREETS[street - 1]} *** {known}[{' '.join(cards)}]"


def _pots(facts: _HandText) -> list[tuple[str, Counter[int]]]:
    """What PokerStars calls each pot, and what each seat took of it."""
    won = pots_of(facts.hand)
    numbers = sorted(won)
    names = (
        ["pot"]
        if len(numbers) == 1
        else ["main pot", *(_side(n, len(numbers)) for n in range(1, len(numbers)))]
    )
    return [(name, won[number]) for name, number in zip(names, numbers, strict=True)]


def _side(number: int, count: int) -> str:
    return "side pot" if count == 2 else f"side pot-{number}"


def _showdown(facts: _HandText) -> Iterator[str]:
    if facts.went_down:
        yield "*** SHOW DOWN ***"
        for place in facts.went_down:
            seat = facts.seats[place]
            yield (
                f"{facts.names[place]}: shows [{facts.cards[place]}] ({_meld(seat)})"
                if facts.is_shown(place)
                else f"{facts.names[place]}: mucks hand"
            )
    for pot, wins in reversed(_pots(facts)):
        for place, chips in sorted(wins.items()):
            yield f"{facts.names[place]} collected {facts.amount(chips)} from {pot}"
    if not facts.went_down:
        for place, seat in enumerate(facts.seats):
            if seat["folded_round"] is None:
                yield f"{facts.names[place]}: doesn't show hand"


def _meld(seat: Mapping[str, Any]) -> str:
    return _MELDS.get(seat["meld"] or "", "a hand")


def _summary(facts: _HandText) -> Iterator[str]:
    yield "*** SUMMARY ***"
    pots = _pots(facts)
    each = (
        "".join(f" {pot.capitalize()} {facts.amount(wins.total())}." for pot, wins in pots)
        if len(pots) > 1
        else ""
    )
    yield f"Total pot {facts.amount(facts.hand['pot'])}{each} | Rake {facts.amount(0)}"
    turned = facts.board[: _CARDS[facts.last_street]]
    if turned:
        yield f"Board [{' '.join(turned)}]"
    put_in = {
        act.seat for act in facts.acts if act.value and act.kind in {Act.CALL, Act.BET, Act.RAISE, *_POSTS}
    }
    for place, seat in enumerate(facts.seats):
        start = f"Seat {place + 1}: {facts.names[place]}{_position(facts, place)}"
        won, folded = seat["won"], seat["folded_round"]
        if folded is not None:
            bet = "" if folded > 1 or place in put_in else " (didn't bet)"
            yield f"{start} folded {_FOLDED[min(max(folded, 1), 4) - 1]}{bet}"
        elif not facts.went_down:
            yield f"{start} collected ({facts.amount(won)})"
        elif facts.is_shown(place):
            result = (
                f"and won ({facts.amount(won)}) with {_meld(seat)}" if won else f"and lost with {_meld(seat)}"
            )
            yield f"{start} showed [{facts.cards[place]}] {result}"
        else:
            cards = f" [{facts.cards[place]}]" if facts.cards[place] else ""
            yield f"{start} collected ({facts.amount(won)})" if won else f"{start} mucked{cards}"


def _position(facts: _HandText, place: int) -> str:
    """Who has the button, and the first who posted each blind."""
    marks = [" (button)"] if place == len(facts.seats) - 1 else []
    for kind, word in ((Act.SMALL_BLIND, " (small blind)"), (Act.BIG_BLIND, " (big blind)")):
        if next((act.seat for act in facts.acts if act.kind is kind), None) == place:
            marks.append(word)
    return "".join(marks)
