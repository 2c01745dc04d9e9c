"""The hands of a PHH file: read from TOML and replayed by the engine's rules. Amounts are thousandths."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from decimal import ROUND_HALF_UP, Decimal
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from engine.api import PederError, shortened
from language import tr
from pipeline.formats.files import FileError
from pipeline.formats.phh.games import GAMES, PhhGame
from pipeline.formats.phh.replay import Replay

AMOUNT_SCALE = 1000
MAX_AMOUNT = 10**12
"""The largest amount of a file, so that ten of them in thousandths add up in 64 bits."""
MOST_PLAYERS = 10
LONGEST_NAME = 200
UNKNOWN_STACK = MAX_AMOUNT * AMOUNT_SCALE
_RESULTS = ("finishing_stacks", "winnings")
_LISTS = ("antes", "blinds_or_straddles", "starting_stacks", *_RESULTS)
_AMOUNTS = (*_LISTS, "bring_in", "small_bet", "big_bet", "min_bet", "rake")


@dataclass
class PhhHand:
    """A hand of a file: its fields, with amounts as lists, and the result of its replay. `grain` is the smallest
    chip, which no pot splits further.
    """

    fields: dict[str, Any]
    where: str
    game: PhhGame
    amounts: dict[str, list[int]]
    grain: int = AMOUNT_SCALE
    number: int = 0

    def __post_init__(self) -> None:
        self.actions: list[tuple[list[str], int]] = []
        for action in self.fields["actions"]:
            words = action.split() if isinstance(action, str) else [repr(action)]
            if "#" in str(action):  # a comment
                words = words[: next((n for n, word in enumerate(words) if word[0] == "#"), len(words))]
            self.actions.append((words, self._raise_amount(words) if words[1:2] == ["cbr"] else 0))
        amounts = [amount for some in self.amounts.values() for amount in some]
        common = math.gcd(*amounts, *(total for _, total in self.actions))
        while common % self.grain:
            self.grain //= 10  # amounts are written with decimals
        self.replay = self._replay()
        self.names = _names(self)
        self.players: list[tuple[str, str]] = []  # id and name, once the ids of the file are known

    def _raise_amount(self, words: Sequence[str]) -> int:
        """The amount of an action that raises. Raises FileError."""
        try:
            value: object = Decimal(words[2].replace("_", ""))
        except (ArithmeticError, IndexError):
            value = None
        return _amount(value, f"{self.where}, {' '.join(map(shortened, words[:3]))}")

    @property
    def count(self) -> int:
        return len(self.amounts["starting_stacks"])

    @property
    def stacks(self) -> list[int | None]:
        """What each player begins with, None if it isn't known."""
        return [None if one == UNKNOWN_STACK else one for one in self.amounts["starting_stacks"]]

    @property
    def unit(self) -> int:
        """The big blind; where there is a bring-in the small bet."""
        least = self.amounts.get("small_bet") or self.amounts.get("min_bet") or [0]
        return least[0] or max(self.amounts["blinds_or_straddles"])

    @property
    def began_at(self) -> datetime | None:
        """When the hand was played, in UTC; None if the file has no whole date."""
        day = [part for name in ("year", "month", "day") if isinstance(part := self.fields.get(name), int)]
        if len(day) < 3:
            return None
        at, zone = self.fields.get("time"), self.fields.get("time_zone")
        try:
            moment = datetime.combine(date(*day), at if isinstance(at, time) else time())
            return moment.replace(tzinfo=ZoneInfo(zone) if isinstance(zone, str) else UTC).astimezone(UTC)
        except (ValueError, OverflowError, ZoneInfoNotFoundError, OSError):
            return None

    def _replay(self) -> Replay:
        """The hand replayed by the reading of blinds and odd chips that its actions allow, and that leads to its
        final stacks, if it has any.

        Raises FileError for an action that can't be, and for final stacks that no reading leads to.
        """
        short = any(
            due > stack for due, stack in zip(self._posted(), self.amounts["starting_stacks"], strict=True)
        )
        readings: list[Replay] = []
        errors: list[FileError] = []
        for effective in (True, False) if short else (True,):
            try:
                readings.append(replay := self._played(effective))
            except FileError as error:
                errors.append(error)
                continue
            for odd in range(3):
                replay.end(odd)
                fits = replay.why is None and not replay.contradicted
                if fits or (not replay.contradicted and self.amounts.keys().isdisjoint(_RESULTS)):
                    return replay
        if not readings:
            raise errors[0]
        first = readings[0]
        first.end(0)
        if first.contradicted:
            raise FileError(f"{self.where}: {self._other_stacks(first)}.")
        return first

    def _posted(self) -> list[int]:
        blinds = self.amounts.get("blinds_or_straddles") or [0] * self.count
        posted = [ante + blind for ante, blind in zip(self.amounts["antes"], blinds, strict=True)]
        return posted[::-1] if len(posted) == 2 else posted

    def _played(self, effective: bool) -> Replay:
        """The hand up to its end, the bet to call set by the chips that were due or (`effective`) were posted."""
        replay = Replay(
            self.game, self.amounts, self.grain, trims=self.fields.get("ante_trimming_status") is True
        )
        replay.begin(effective=effective)
        for number, (words, total) in enumerate(self.actions, start=1):
            try:
                replay.act(words, total)
            except PederError as error:
                action = shortened(str(self.fields["actions"][number - 1]))
                raise FileError(
                    tr(
                        "{where}, action {number} ({action}): {why}",
                        where=self.where,
                        number=number,
                        action=action,
                        why=str(error),
                    )
                ) from error
        return replay

    def _other_stacks(self, replay: Replay) -> str:
        """How the result of the file differs from the one that the actions lead to."""
        if replay.contradicted == "rake":
            return tr(
                "the rake is {said}, and {there} by the stacks and winnings, or more than a tenth of the pot",
                said=amount_text(self.amounts["rake"][0]),
                there=amount_text(sum(replay.raked)),
            )
        if replay.contradicted == "winnings":
            collected = self.amounts["winnings"]
            got = [won - rake for won, rake in zip(replay.won, replay.raked, strict=True)]
            seat = max(range(len(got)), key=lambda seat: abs(got[seat] - collected[seat]))
            if "finishing_stacks" in self.amounts:
                return tr(
                    "player {first} collects {text} by winnings, and {there} by finishing_stacks",
                    first=seat + 1,
                    text=amount_text(collected[seat]),
                    there=amount_text(got[seat]),
                )
            return tr(
                "player {first} collects {text} by winnings, and {there} by the actions",
                first=seat + 1,
                text=amount_text(collected[seat]),
                there=amount_text(got[seat]),
            )
        there = [left + won for left, won in zip(replay.left, replay.won, strict=True)]
        listed = self.amounts["finishing_stacks"]
        if 0 < sum(listed) < sum(there) and None not in self.stacks:
            return tr(
                "finishing_stacks hold {said} less than starting_stacks: more than a tenth of the "
                "pot, or not from who won it, so that it's no rake",
                said=amount_text(sum(there) - sum(listed)),
            )
        first = next(seat for seat, (a, b) in enumerate(zip(there, listed, strict=True)) if abs(a - b) > 1)
        return tr(
            "player {first} ends with {text} by finishing_stacks, and with {there} by the actions",
            first=first + 1,
            text=amount_text(listed[first]),
            there=amount_text(there[first]),
        )


def _names(hand: PhhHand) -> list[str]:
    """The name of each player of a hand; the seat names a player without one. Raises FileError."""
    named = hand.fields.get("players") or [""] * hand.count
    if (
        not isinstance(named, list)
        or len(named) != hand.count
        or not all(isinstance(one, str) for one in named)
    ):
        raise FileError(tr("{name} doesn't name a player for each stack.", name=hand.where))
    names = [" ".join(one.split()) or f"p{seat + 1}" for seat, one in enumerate(named)]
    if longest := next((one for one in names if len(one) > LONGEST_NAME), None):
        raise FileError(
            tr(
                "{name} has a player's name of {n} letters: more than {most} is none.",
                name=hand.where,
                n=len(longest),
                most=LONGEST_NAME,
            )
        )
    return names


def read_hands(data: bytes, name: str) -> list[PhhHand]:
    """Read and replay the hands of a file called `name`, in UTF-8.

    Raises FileError for what isn't PHH, and for a hand that contradicts itself.
    """
    try:
        document = tomllib.loads(data.decode(), parse_float=Decimal)
    except (ValueError, RecursionError, ArithmeticError) as error:
        raise FileError(
            tr(
                "{name} isn't PHH ({error}); if it is, the file is cut off or damaged there: fetch it again.",
                name=name,
                error=error,
            )
        ) from error
    tables = [document] if "actions" in document or "variant" in document else [*document.values()]
    if not all(isinstance(fields, dict) for fields in tables):
        raise FileError(
            tr("{name} isn't PHH: next to its tables, one a hand, it has other fields.", name=name)
        )
    if not tables:
        raise FileError(
            tr("{name} holds no hand of PHH: a file of it says variant, antes, actions and so on.", name=name)
        )
    return [
        _hand(fields, name + (tr(", hand {hand}", hand=number) if len(tables) > 1 else ""))
        for number, fields in enumerate(tables, start=1)
    ]


def _hand(fields: dict[str, Any], where: str) -> PhhHand:
    """A hand, replayed. Raises FileError also for a field that is missing or holds something else."""
    code = fields.get("variant")
    if not isinstance(code, str) or code not in GAMES:
        what = tr("the variant {code!r}", code=shortened(str(code))) if code else tr("no variant")
        raise FileError(
            tr("{name} has {what}: there are {games}.", name=where, what=what, games=", ".join(GAMES))
        )
    game = GAMES[code]
    for lacks in ("antes", "starting_stacks", "actions", *game.stakes):
        if lacks not in fields:
            raise FileError(
                tr("{name} has no {lacks}, which {code} needs.", name=where, lacks=lacks, code=code)
            )
    if not isinstance(fields["actions"], list):
        raise FileError(tr("{name}: the actions aren't a list.", name=where))
    amounts = {name: _amounts(fields[name], name, where) for name in _AMOUNTS if name in fields}
    players = len(amounts["starting_stacks"])
    counts = {name: len(amounts[name]) for name in _LISTS if name in amounts}
    if not 2 <= players <= MOST_PLAYERS or any(count not in (0, players) for count in counts.values()):
        raise FileError(
            tr(
                "{name} doesn't name a number for each of two to ten players: {said}.",
                name=where,
                said=", ".join(f"{name} {count}" for name, count in counts.items()),
            )
        )
    if not any(amounts.get("winnings", ())):
        amounts.pop("winnings", None)  # no player won the pot, or the file doesn't say
    return PhhHand(fields, where, game, {name: some for name, some in amounts.items() if some})


def _amounts(value: Any, name: str, where: str) -> list[int]:
    """The amounts of a field. Raises FileError."""
    where = f"{where}: {name}"
    if isinstance(value, list) is not (name in _LISTS):
        raise FileError(tr("{where} has a value that isn't an amount.", where=where))
    return [
        UNKNOWN_STACK
        if name == "starting_stacks" and isinstance(one, Decimal) and one == Decimal("inf")
        else _amount(one, where, least=-MAX_AMOUNT if name == "winnings" else 0)
        for one in (value if isinstance(value, list) else [value])
    ]


def _amount(value: object, where: str, least: int = 0) -> int:
    """An amount in thousandths, rounded. Raises FileError."""
    if type(value) is int and least <= value <= MAX_AMOUNT:
        return value * AMOUNT_SCALE
    number = Decimal(value) if isinstance(value, int | Decimal) and not isinstance(value, bool) else None
    if number is None or not number.is_finite() or not least <= number <= MAX_AMOUNT:
        raise FileError(tr("{where} has a value that isn't an amount.", where=where))
    return int((number * AMOUNT_SCALE).to_integral_value(ROUND_HALF_UP))


def amount_text(amount: int) -> str:
    """An amount of thousandths as people write it."""
    return f"{amount / AMOUNT_SCALE:f}".rstrip("0").rstrip(".")
