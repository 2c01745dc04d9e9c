"""The hands of a PHH file: read, played out, and held against what the file says of their end."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import numpy as np
from numpy.typing import NDArray

from engine.api import (
    AMOUNT_SCALE,
    FINE,
    NO_ACTION,
    NO_CARD,
    NO_NUMBER,
    STRANGE,
    TOO_MANY,
    TWICE,
    Ending,
    Histories,
    play_histories,
    shortened,
)
from language import mark, tr
from pipeline.imports.files import FileError
from pipeline.imports.phh.games import GAMES, PhhGame
from pipeline.imports.phh.scan import NUMBERS, TEXTS, Scanned, key_bit, scan

_TROUBLES = {
    NO_ACTION: mark("is no action of PHH"),
    NO_CARD: mark("has a card that is none: write rank and suit, such as Ah, or ?? for one that nobody saw"),
    NO_NUMBER: mark("holds what is no amount"),
    TOO_MANY: mark("names more than ten players"),
    TWICE: mark("says a field for the second time"),
}
_ENDINGS = {
    Ending.NOT_SEATED: mark("there is no such player"),
    Ending.OUT: mark("that player is out of the hand, or all-in"),
    Ending.NOT_IN_TURN: mark("it isn't that player's turn"),
    Ending.TOO_MUCH: mark("that is more than the player has"),
    Ending.TOO_LITTLE: mark("that raises nothing"),
    Ending.TWICE: mark("that card lies elsewhere already"),
    Ending.WAITS: mark("somebody has yet to act before that"),
    Ending.OVER: mark("nobody can bet there any more"),
    Ending.NOT_HELD: mark("the player doesn't hold that"),
    Ending.TOO_MANY: mark("the game deals no such card"),
}
_SHOWN = 40
_CUT = mark("the file is cut off or damaged there: fetch it again")


@dataclass(frozen=True)
class PhhHands:
    """The hands of a file, in its order: as told, and as played out. Amounts are thousandths."""

    data: bytes
    scanned: Scanned
    games: Sequence[PhhGame]
    histories: Histories
    name: str  # of the file

    def text(self, hand: int, field: str) -> Any:
        """The value of a field of a hand; None where it isn't there. Raises FileError for what is none."""
        begin, end = self.scanned.places[hand, TEXTS.index(field)].tolist()
        if begin == end:
            return None
        raw = self.data[begin:end]
        if raw[:1] in b"'\"" and b"\\" not in raw:
            return raw[1:-1].decode()
        try:
            return tomllib.loads(f"value = {raw.decode()}")["value"]
        except ValueError as error:  # of TOML, or a number of thousands of digits
            where = f"{self.name}{_place(self.scanned, hand)}, {field}"
            raise FileError(
                tr("{name} is no TOML, as PHH is ({error}); {cut}.", name=where, error=error, cut=tr(_CUT))
            ) from error


def read_hands(data: bytes, name: str) -> PhhHands:
    """Read and play out the hands of a file called `name`, in UTF-8.

    Raises FileError for what isn't PHH, and for a hand that contradicts itself.
    """
    scanned = scan(data)
    if scanned.trouble == STRANGE:
        data = _plainly(data, name)
        scanned = scan(data)
    if scanned.trouble != FINE:
        raise _no_phh(data, name, scanned)
    if not len(scanned.histories):
        raise FileError(
            tr("{name} holds no hand of PHH: a file of it says variant, antes, actions and so on.", name=name)
        )
    games = _games(data, name, scanned)
    histories = play_histories(scanned.histories, scanned.told)
    hands = PhhHands(data, scanned, games, histories, name)
    worst = histories.played["ending"] > Ending.UNFINISHED
    for hand in np.flatnonzero(worst & (histories.played["ending"] != Ending.UNTOLD)).tolist():
        raise FileError(f"{name}{_which(hands, hand)}: {_why(hands, hand)}.")
    return hands


def _games(data: bytes, name: str, scanned: Scanned) -> list[PhhGame]:
    """The game of each hand, with what the kernel asks of it put into its record."""
    games = []
    variants = scanned.places[:, TEXTS.index("variant")].tolist()
    for hand, (begin, end) in enumerate(variants):
        code = data[begin:end].strip(b"'\"").decode()
        if code not in GAMES:
            what = tr("the variant {code!r}", code=shortened(code)) if code else tr("no variant")
            raise FileError(
                tr(
                    "{name}{place} has {what}: there are {games}.",
                    name=name,
                    place=_place(scanned, hand),
                    what=what,
                    games=", ".join(GAMES),
                )
            )
        games.append(GAMES[code])
    histories = scanned.histories
    players = scanned.counts[:, NUMBERS.index("starting_stacks")]
    finishes = scanned.counts[:, NUMBERS.index("finishing_stacks")]
    trims = scanned.places[:, TEXTS.index("ante_trimming_status"), 0].tolist()
    histories.players = players
    histories.finishes = finishes > 0
    histories.trims = [data[place : place + 4] == b"true" for place in trims]
    by_game: dict[PhhGame, list[int]] = {}
    for hand, game in enumerate(games):
        by_game.setdefault(game, []).append(hand)
    for game, rows in by_game.items():
        for field, value in game.rules.items():
            histories[field][rows] = value
    _check(name, scanned, games, players)
    return games


def _check(name: str, scanned: Scanned, games: Sequence[PhhGame], players: NDArray[np.int64]) -> None:
    """Raise FileError for a hand without a field that its game needs, or with lists of other lengths."""
    needs = {game: ("antes", "starting_stacks", "actions", *_stakes(game)) for game in set(games)}
    asked = {game: sum(map(key_bit, fields)) for game, fields in needs.items()}
    missing = np.array([asked[game] for game in games]) & ~scanned.seen
    for hand in np.flatnonzero(missing).tolist():
        lacks = next(field for field in needs[games[hand]] if missing[hand] & key_bit(field))
        raise FileError(
            tr(
                "{name}{place} has no {lacks}, which {code} needs.",
                name=name,
                place=_place(scanned, hand),
                lacks=lacks,
                code=games[hand].code,
            )
        )
    lengths = scanned.counts
    wrong = ((lengths != players[:, None]) & (lengths > 0)).any(axis=1) | (players < 2)
    for hand in np.flatnonzero(wrong).tolist():
        said = ", ".join(
            f"{field} {count}" for field, count in zip(NUMBERS, lengths[hand].tolist(), strict=False)
        )
        raise FileError(
            tr(
                "{name}{place} doesn't name a number for each of two to ten players: {said}.",
                name=name,
                place=_place(scanned, hand),
                said=said,
            )
        )


def _stakes(game: PhhGame) -> tuple[str, ...]:
    """The fields of a game's stakes."""
    if game.stud:
        return ("bring_in", "small_bet", "big_bet")
    return ("blinds_or_straddles", *(("small_bet", "big_bet") if game.fixed else ("min_bet",)))


def _place(scanned: Scanned, hand: int) -> str:
    return tr(", hand {hand}", hand=hand + 1) if len(scanned.histories) > 1 else ""


def _which(hands: PhhHands, hand: int) -> str:
    return _place(hands.scanned, hand)


def _why(hands: PhhHands, hand: int) -> str:
    """Why a hand can't be played out, in words."""
    played = hands.histories.played[hand]
    history = hands.scanned.histories[hand]
    ending = Ending(int(played.ending))
    if ending is Ending.OTHER_STACKS:
        there = [int(played.stack[seat] + played.won[seat]) for seat in range(int(history.players))]
        told = history.finish[: history.players].tolist()
        if 0 < sum(told) < sum(there) and not history.endless:
            return tr(
                "finishing_stacks hold {said} less than starting_stacks: more than a tenth of the "
                "pot, or not from who won it, so that it's no rake",
                said=said(sum(there) - sum(told)),
            )
        first = next(seat for seat, (a, b) in enumerate(zip(there, told, strict=True)) if abs(a - b) > 1)
        return tr(
            "player {first} ends with {told} by finishing_stacks, and with {there} by the actions",
            first=first + 1,
            told=said(told[first]),
            there=said(there[first]),
        )
    number, action = _action_at(hands, hand, int(played.at))
    turn = tr("; player {int} is to act", int=int(played.turn) + 1) if played.turn >= 0 else ""
    return tr(
        "action {number} ({action}): {why}{turn}",
        number=number,
        action=action,
        why=tr(_ENDINGS[ending]),
        turn=turn,
    )


def _action_at(hands: PhhHands, hand: int, at: int) -> tuple[int, str]:
    """The number and the words of the action at a `Told`."""
    try:
        document = tomllib.loads(hands.data.decode())
    except ValueError as error:
        return 0, tr("or before it, where the file is no TOML: {error}", error=error)
    one = document if "actions" in document else list(document.values())[hand]
    told = int(hands.scanned.histories[hand].told_at)
    for number, action in enumerate(one["actions"], start=1):
        told += len(scan(f"actions = [{action!r}]".encode()).told)
        if told > at:
            return number, shortened(action)
    return len(one["actions"]), shortened(one["actions"][-1])


def said(amount: int) -> str:
    """An amount of thousandths as people write it."""
    return f"{amount / AMOUNT_SCALE:f}".rstrip("0").rstrip(".")


def _no_phh(data: bytes, name: str, scanned: Scanned) -> FileError:
    at = scanned.at
    line = data.count(b"\n", 0, at) + 1
    begin = max(data.rfind(b"\n", 0, at) + 1, at - _SHOWN)
    there = shortened(data[begin : at + _SHOWN].split(b"\n")[0].decode(errors="replace").strip())
    what = _TROUBLES.get(scanned.trouble)
    if what is None:
        return FileError(
            tr(
                "{name}, line {line} ({there!r}) is no PHH; if it is, {cut}.",
                name=name,
                line=line,
                there=there,
                cut=tr(_CUT),
            )
        )
    return FileError(
        tr("{name}, line {line} ({there!r}) {what}.", name=name, line=line, there=there, what=tr(what))
    )


def _plainly(data: bytes, name: str) -> bytes:
    """A file with whatever of TOML, written again in the part of it that `scan` reads."""
    try:
        document = tomllib.loads(data.decode())
    except ValueError as error:
        raise FileError(
            tr("{name} is no TOML, as PHH is ({error}); {cut}.", name=name, error=error, cut=tr(_CUT))
        ) from error
    hands = [document] if "actions" in document or "variant" in document else [*document.values()]
    if not all(isinstance(hand, dict) for hand in hands):
        raise FileError(
            tr("{name} is no PHH: beside its tables, a hand each, it has other fields.", name=name)
        )
    tables = [b"" if hands == [document] else b"[%d]\n" % number for number in range(1, len(hands) + 1)]
    return b"".join(
        table
        + b"".join(_written(key, value, name) for key, value in hand.items() if re.fullmatch(r"[\w-]+", key))
        for table, hand in zip(tables, hands, strict=True)
    )


def _written(key: str, value: Any, name: str) -> bytes:
    """A field on a line; of those that PHH doesn't know nothing."""
    if key not in (*NUMBERS, *TEXTS, "actions"):
        return b""
    return f"{key} = {_plain(value, f'{name}, {key}')}\n".encode()


def _plain(value: Any, where: str) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return "inf" if math.isinf(value) else f"{value:f}"
    if isinstance(value, str):
        if re.search(r"[\x00-\x1f'\x7f]", value):
            value = re.sub(r"[\x00-\x1f\x7f]", " ", value).replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")
        return f"'{value}'"
    if isinstance(value, list):
        return f"[{', '.join(_plain(part, where) for part in value)}]"
    if isinstance(value, int | date | time):
        return str(value)
    raise FileError(tr("{where} holds what no field of PHH holds.", where=where))


def began_at(hands: PhhHands, hand: int) -> datetime | None:
    """When a hand was played, in UTC; None where the file has no whole date."""
    said_at = [hands.text(hand, field) for field in ("year", "month", "day")]
    if not all(isinstance(part, int) for part in said_at):
        return None
    at = hands.text(hand, "time")
    try:
        moment = datetime.combine(date(*said_at), at if isinstance(at, time) else time())
        zone = hands.text(hand, "time_zone")
        return moment.replace(tzinfo=ZoneInfo(zone) if isinstance(zone, str) else UTC).astimezone(UTC)
    except (ValueError, OverflowError, ZoneInfoNotFoundError, OSError):
        return None
