"""One group's store and the model of it, and what all steps need of both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from tests.seasons.model import (
    Confirm,
    Edit,
    Hand,
    ImpossibleError,
    Model,
    Night,
    Table,
    Undo,
    Unread,
    What,
)
from tests.seasons.store import Done, KilledError, Logger, Place, peder, unit

NAMES = (
    "Anna", "Bo", "Carl", "Dorte", "Erik", "Ester", "Frida", "Gitte", "Jens Ole", "Bodil", "Åse", "Zoë", "Anders",
)  # fmt: skip
ZONES = ("UTC", "Europe/Copenhagen", "America/Los_Angeles", "Pacific/Kiritimati")
LANGUAGES = ("da", "en")


OPEN: frozenset[str] = frozenset()
"""Inputs that show faults which are known and open, and so are left out: ever fewer."""


COMMAND = 600.0, 2.0
LINE = 60.0, 0.5
"""The most that a command and a question to the logger may take: units of work, and units for each entry of the store."""

HOME = Place(language="en", zone="UTC", now=datetime(2026, 1, 9, 19, tzinfo=UTC))


class FaultError(Exception):
    """Something is wrong: its kind, which a smaller form must share, and what was seen."""

    def __init__(self, kind: str, what: object) -> None:
        super().__init__(f"{kind}: {what}")
        self.kind = kind


@dataclass
class World:
    """A store lived in. `told` says in words what was done."""

    folder: Path
    with_kills: bool = True
    left_out: frozenset[str] = OPEN
    model: Model = field(default_factory=Model)
    place: Place = HOME
    told: list[str] = field(default_factory=list)
    logger: Logger | None = None
    night: Night | None = None
    generation: int = 0
    files: int = 0
    seen: dict[str, int] = field(default_factory=dict)
    keys: int = 0
    games: list[str] = field(default_factory=list)
    had_games: bool = False
    is_bound: bool = False
    """Whether commands obey the permissions of files."""
    names: int = 0
    backup: tuple[Path, Path, Model] | None = None
    """The last backup: of which store, its file, and what that store had in it."""
    automatic: dict[tuple[str, str], str] = field(default_factory=dict)
    """The handles that the program gave to the players of nights."""
    slowest: tuple[float, str, float, int] = (0.0, "", 0.0, 0)
    """What came nearest to the time it may take: the part of that, what it was, its units of work, the size."""
    commands: int = 0
    lines: int = 0

    @property
    def store(self) -> Path:
        return self.folder / f"store-{self.generation}"

    def tell(self, text: str) -> None:
        self.told.append(text)

    def file(self, name: str) -> Path:
        """The path of a new file."""
        self.files += 1
        return self.folder / f"{self.files}-{name}"

    def new_name(self, word: str) -> str:
        """The name of a night that there never was."""
        self.names += 1
        return f"{word}{self.names}"

    # --- commands

    def peder(
        self,
        *words: str,
        code: int | None = 0,
        store: Path | None = None,
        kill_at: int | None = None,
    ) -> Done:
        """Run a command; it must end with `code` if that is given."""
        self.commands += 1
        self.tell(f"peder {' '.join(words)}" + (f"  # killed in call {kill_at}" if kill_at else ""))
        done = peder(store or self.store, self.place, words, kill_at=kill_at, bound=self.is_bound)
        self.check_time(done.seconds, COMMAND, words[0])
        if done.fault:
            raise FaultError(f"crash of {words[0]}", done)
        if code is not None and done.code not in (code, -9):
            raise FaultError(f"refused {words[0]}", done)
        return done

    @property
    def size(self) -> int:
        """Number of entries and hands in the store."""
        nights = self.model.nights.values()
        return sum(one.results.hands if one.results else len(one.entries) for one in nights)

    def check_time(self, seconds: float, most: tuple[float, float], what: str) -> None:
        """Raise FaultError where something took more than a fixed time and a time for each entry, in units of work."""
        units = seconds / unit()
        allowed = most[0] + most[1] * self.size
        self.slowest = max(self.slowest, (units / allowed, what, units, self.size))
        if units > allowed:
            raise FaultError(
                f"too slow: {what}", f"{units:.0f} units at {self.size} entries: {self.told[-1]}"
            )

    # --- the logger

    def open(self, night: Night, *, kill_at: int | None = None) -> None:
        """Open a night in the logger, which may die in its `kill_at`th call."""
        self.shut(tables=False)
        self.tell(f"peder log {night.name}" + (f"  # killed in call {kill_at}" if kill_at else ""))
        self.night = night
        try:
            self.logger = Logger(self.store, night.name, self.place, kill_at)
        except KilledError:
            self.open(night)
            return
        except AssertionError as error:
            raise FaultError("a night can't be opened", error) from error
        self.check_entries()

    def shut(self, *, tables: bool, kill: bool = False) -> None:
        if self.logger is None:
            return
        logger, self.logger, self.night = self.logger, None, None
        self.tell("kill -9" if kill else "luk" + ("" if tables else "  # the tables wait"))
        if kill:
            logger.kill()
            return
        try:
            logger.close(tables=tables)
        except KilledError:
            pass
        except AssertionError as error:
            raise FaultError("a night can't be closed", error) from error

    def leave(self, draw: Random) -> None:
        """Let something else be done with the store, with the night still open or not; the tables follow the journals."""
        if chance(draw, 0.6):
            self.shut(tables=True)
        self.peder("nights")

    def ask(self, what: str, *given: Any, **named: Any) -> Any:
        """Ask the logger. Raises KilledError."""
        assert self.logger
        try:
            answer = self.logger.ask(what, *given, **named)
        except AssertionError as error:
            raise FaultError("crash of a line", error) from error
        if what != "reopened":  # reads the store's games anew
            self.check_time(self.logger.seconds, LINE, what)
        return answer

    def check_entries(self) -> None:
        """The logger has the entries that were confirmed, and no more."""
        assert self.night
        more = int(self.ask("state")["entries"]) - len(self.night.entries)
        if more:
            raise FaultError("confirmed entries", f"{more:+} of {len(self.night.entries)}")

    def enter(
        self,
        text: str,
        what: What | Undo | Edit | Confirm | None,
        *,
        expect: Sequence[str] = ("kept",),
        send: Callable[[], tuple[Any, ...]] | None = None,
        by: str = "",
    ) -> str:
        """Enter a line that means `what` (None: it must not be logged), expecting one of some statuses; returns it."""
        assert self.night
        assert self.logger
        night, language = self.night, self.place.language
        self.tell(f"{by or 'log'}> {text if len(text) < 300 else f'{text[:140]} … {text[-140:]}'}")
        self.lines += 1
        try:
            answer = send() if send else self.ask("enter", text, language)
        except KilledError:
            return self._after_kill(text, what, by)
        status = str(answer[0])
        self.told[-1] += f"  # {status}: {answer[1]:.120}"
        if status not in expect:
            raise FaultError(f"a line is {status}", f"{text[:200]!r}: {answer[:2]}")
        if status in ("kept", "draft"):
            if what is None:
                raise FaultError("a line is logged", f"{text[:200]!r}: {answer[:2]}")
            night.entries = night.with_(what, draft=status == "draft", by=by)
        return status

    def _after_kill(self, text: str, what: What | Undo | Edit | Confirm | None, by: str) -> str:
        """Open the night again: the line that wasn't answered is there, or it isn't."""
        assert self.night
        night, self.logger = self.night, None
        self.tell("  # killed before the answer")
        try:
            self.logger = Logger(self.store, night.name, self.place)
        except AssertionError as error:
            raise FaultError("a night can't be opened", error) from error
        state = self.ask("state")
        if state["entries"] == len(night.entries) + 1 and what is not None:
            hand = night.next_hand() if isinstance(what, Hand | Unread) else None
            draft = hand is not None and state["hands"][hand][0] == "draft"
            night.entries = night.with_(what, draft=draft, by=by)
        self.check_entries()
        return "killed"

    # --- what is known

    def table(self) -> Table:
        assert self.night
        return self.night.table()

    def handles(self, table: Table | None = None) -> dict[str, str]:
        """The handle of each player, as the toolbar shows them; at an earlier `table` those that the players had there."""
        assert self.night
        given = self.table().handle
        live = {player: handle for player, _, handle, _ in self.ask("state")["players"]}
        wrong = {player: live[player] for player, handle in given.items() if live[player] != handle}
        if wrong:
            raise FaultError("other handles", f"{wrong} instead of {given}")
        self.automatic |= {(self.night.name, one): live[one] for one in live if one not in given}
        if table is None:
            return live
        return {one: table.handle.get(one) or self.automatic[self.night.name, one] for one in table.players}

    def possible(self, entries: Sequence[Any]) -> bool:
        """Whether the night could have these entries."""
        assert self.night
        return possible(self.night, entries)

    def later(self, hours: float) -> None:
        """Let the clock jump."""
        now = self.place.now + timedelta(hours=hours)
        self.place = Place(language=self.place.language, zone=self.place.zone, now=now)


def possible(night: Night, entries: Sequence[Any]) -> bool:
    """Whether these entries would all be possible in a night, and leave no hand open."""
    try:
        return not night.table(entries).is_open
    except ImpossibleError:
        return False


def chance(draw: Random, share: float) -> bool:
    return draw.random() < share


def money_of(value: object) -> Fraction:
    return Fraction(str(value))
