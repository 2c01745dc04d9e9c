"""Random lines at the log, by the grammar and with noise, in both languages; and what a night is compared by."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from engine.api import VARIANTS
from language import speaking
from pipeline.bank.ledger import AccountCache
from pipeline.night.night import Night
from pipeline.night.parser.commands import COMMANDS
from pipeline.night.replay import Replay
from pipeline.night.service import NightService
from pipeline.store.people import Person, Registry
from pipeline.store.players import frame
from pipeline.store.store import Store

PEOPLE = (
    Person(player_id="pokernow:p4e8bbfc09", name="Anna"),
    Person(player_id="phh/some.one@x;y", name="Bo Hansen", handle="bh"),
    Person(player_id="ohh-site-7", name="=7/;Zoë, 8"),
)
"""Players known from imports, whose ids and names no log would give."""

_GAMES = (
    *(name for variant in VARIANTS.values() for name in (variant.id, *variant.aliases)),
    *("7s", "th", "guts", "baseball", "lp") * 20,
    *(".", "") * 10,
    *("texas holdem", "7-card stud", "hilo", "slut"),
)
_ADDITIONS = (
    "",
    "",
    "",
    "hilo",
    "vild 2",
    "wild 2 5",
    "spar",
    "no limit",
    "pot",
    "psykologi",
    "joker",
    "rang",
    "lav",
)
_MELDS = (
    "hus", "full house", "four eights", "pair", "pair aces", "par i 8", "two pair kings and fours", "hus-K-4",
    "3 ens", "three of a kind", "trips 9", "flush", "straight", "6-4", "A-4", "1-2-3-4-6", "26,5", "26½", "quads",
    "4ens-8", "5ens", "straight flush", "hi", "lo", "begge", "both flush", "hi hus", "spar", "sum", "boat", "es",
    "lille straight", "a flush", "with a flush", "8-7-5",
)  # fmt: skip
_CARDS = (
    "(As Kd)",
    "(8s Kh / 9h)",
    "( / 9d 2c)",
    "(5s 5d Kh Kc 4s)",
    "(Ts 9s 8s 7s 6s 2h 2d)",
    "(2c",
    "(As As)",
)
_WORDS = (
    "for", "til", "alle", "all but", "undtagen a", "efter b", "kontant", "cash", "part", "del", "!", "!!", ";", ",", "-",
    "note", ": drop", "=66", "#3", "1p10", "0", "999999999", "kr", "EUR", "øl", "pizza for b", "in", "is", "og", "and",
    "board (9h 2c 4d)", "side +b", "igen +c", "!fejl b fik et kort", "!error x ; y", "!nd", "!om", "++", "won with",
    "folded at 3", "e\u0301", "\u200b", "ﬁ", "İ", "ß", "\uff12", "<b>", "'", '"', "\\", "/", "*", "=", "+", "(", ")",
)  # fmt: skip
_HANDLES = ("a", "b", "c", "d", "e", "bo", "anna", "carl", "x", "dorte", "bh", "z")


class Typist:
    """Types random lines; the same ones for a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.handles = _HANDLES

    def one(self, words: tuple[str, ...]) -> str:
        return self.random.choice(words)

    def chips(self) -> str:
        return self.one(("1", "2", "5", "12", "14", "30", "1p", "1p10", "2p50", "0", "66", "250"))

    def who(self) -> str:
        return self.one(self.handles) if self.random.random() < 0.93 else self.one(_HANDLES)

    def several(self) -> str:
        return self.one((",", ", ", " ")).join(self.who() for _ in range(self.random.randint(1, 4)))

    def hand(self) -> str:
        space = self.one((" ", " ", " ", ""))
        parts = [
            f"{self.who()}:" if self.random.random() < 0.1 else "",
            self.one(_GAMES),
            self.one(_ADDITIONS),
            self.one((self.chips(), self.chips(), self.chips(), f"={self.chips()}", "")),
        ]
        parts += [self.clause() for _ in range(self.random.choice((0, 0, 0, 1, 1, 2, 3)))]
        parts += self.ending()
        if self.random.random() < 0.05:
            parts.append(self.one(_WORDS))
        return space.join(part for part in parts if part)

    def clause(self) -> str:
        mark = self.one(
            (self.chips(), "-", f"={self.chips()}", "*", f"/{self.chips()}", "!", f"!{self.chips()}", "")
        )
        more = self.one(("", "", "", f" {self.one(_MELDS)}", f" {self.one(_CARDS)}"))
        return f"{self.who()}{mark}{more}"

    def ending(self) -> list[str]:
        kind = self.random.random()
        if kind < 0.1:
            return [self.one(("++", "!nd", "!om", "!redeal"))]
        wins = [self.win() for _ in range(self.random.choice((1, 1, 1, 2, 3)))]
        more = self.one(
            ("", "", "", "=66", "; a note", "!fejl b byttede for meget", "board (9h 2c 4d 5s Jh)")
        )
        return [*wins, more]

    def win(self) -> str:
        joint = self.one((*("",) * 12, "side ", "igen "))
        meld = self.one(_MELDS) if self.random.random() < 0.7 else ""
        cards = self.one(_CARDS) if self.random.random() < 0.2 else ""
        return f"{joint}+{self.who()}{self.one(('', '', '', '', self.chips(), '*'))} {meld} {cards}"

    def act(self) -> str:
        acts = [
            f"{self.who()}{self.one((self.chips(), '.', '-', '*', '!', '=5', ' ind', ' ude', ' hi', ' byt 2', ' køb', ' alt 20', ' før 2', ' (As Kd)', ' betal 3'))}"
            for _ in range(self.random.randint(1, 4))
        ]
        return self.one(
            (
                f": {self.one(_GAMES)} {self.one(_ADDITIONS)}",
                f": {' '.join(acts)}",
                ": .",
                ": drop",
                f": {' '.join(self.ending())}",
            )
        )

    def command(self) -> str:
        word = self.one(self.one_command())
        rest = {
            "players": lambda: self.one((",", "Anna, Bo, Carl", "Anna,", "Carl, Dorte, Anna, Bo Hansen", "=7/;Zoë, Bo", "Bo=b, Anna=an, Carl")),
            "chip": lambda: self.money(),
            "joins": lambda: f"{self.one(('Frida', 'Zoë', 'Anna', '7', 'Bo Hansen', 'Gitte=gg', 'X after y'))} {self.one(('', 'efter b', 'after d'))}",
            "date": lambda: self.one(("2026-03-14", "14.3.2026", "2026-02-30")),
            "season": lambda: self.one(("2026", "for alle !", "é")),
            "place": lambda: self.one(("Farum", "; x", "!")),
            "loan": lambda: f"{self.one(('', 'alle', self.several()))} {self.chips()}",
            "expense": lambda: f"{self.who()} {self.money()} {self.one(('', 'øl', 'pizza', 'for øl', 'til b', 'for b pizza'))} {self.one(('', f'for {self.several()}', 'for alle', 'for alle undtagen b', 'for all but a, b, c'))}",
            "pay": lambda: f"{self.who()} {self.who()} {self.one((self.chips(), self.money()))}{self.one(('', '', ' !'))}",
            "shadow": lambda: f"{self.who()} {self.who()} {self.chips()}",
            "undo": lambda: self.one(("", "", "1", "#5", "#9", "3")),
            "edit": lambda: f"{self.one(('', '1', '2', '#6', '#9'))} {self.one((self.hand(), self.act(), ''))}",
            "ok": lambda: self.one(("", "", "1", "#9")),
            "skip": lambda: self.one(("", "2", "; noget")),
            "end": lambda: self.one(("", "!")),
        }.get(word[0], lambda: f"{self.one((self.who(), self.several()))}{self.one(('', '', f' {self.chips()}', f' {self.chips()} kontant', f' {self.chips()} !', ' !'))}")  # fmt: skip
        said = self.one(word[1])
        return f"{said} {rest()}".strip() if self.random.random() < 0.9 else f"{self.who()} {said} {rest()}"

    def one_command(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return tuple(
            (command.name, command.words) for command in COMMANDS if command.name not in ("quit", "help")
        )

    def money(self) -> str:
        return f"{self.one(('12', '12,50', '0.25', '1200', '100', '16,57', '0.125', '1.500'))}{self.one((' ', ''))}{self.one(('', 'kr', 'øre', 'EUR', 'SEK', 'cent', '€', 'DKK'))}"

    def line(self) -> str:
        kind = self.random.random()
        if kind < 0.5:
            line = self.hand()
        elif kind < 0.62:
            line = self.act()
        elif kind < 0.9:
            line = self.command()
        elif kind < 0.95:
            line = f"{self.one(('=66', '!fejl b fik et kort for lidt', '!error x ; y', '; ' + self.one(_WORDS), 'note x', '+d', 'b3', '+d hus'))}"
        else:
            line = " ".join(self.one(_WORDS) for _ in range(self.random.randint(1, 6)))
        if self.random.random() < 0.15:
            place = self.random.randint(0, len(line))
            line = (
                line[:place]
                + self.one(("", " ", self.one(_WORDS)))
                + line[place + self.random.randint(0, 2) :]
            )
        return line


def state(night: Night) -> Night:
    """A night without what depends on the language that it was read in: why drafts and faults are so."""
    hands = tuple(replace(hand, why="") for hand in night.hands)
    faults = tuple((n, "") for n, _ in night.faults)
    return replace(night, hands=hands, faults=faults, account_cache=AccountCache())


def clock() -> Callable[[], datetime]:
    seconds = count()
    start = datetime(2026, 3, 14, 20, tzinfo=UTC)
    return lambda: start + timedelta(seconds=next(seconds))


def differences(store: Path, seed: int, lines: int, reopen: int = 10) -> Iterator[str]:
    """Log random lines, in both languages in turn, and compare the night with its journal read again."""
    typist = Typist(seed)
    Store(store).change_reference("players", lambda _: frame(Registry(PEOPLE)))
    now = clock()
    languages = ("da", "en")
    with speaking("da"), NightService(store, "n", now=now) as service:
        for line in ("spillere Anna, Bo, Carl, Dorte, Erik, Ester", "bankør c", "lån 2p50"):
            service.enter(line)
        said: list[str] = []
        for number in range(lines):
            line = typist.line()
            said.append(line)
            typist.handles = tuple(service.night.handles) or _HANDLES
            with speaking(languages[number % 2]):
                try:
                    service.enter(line)
                except Exception as error:
                    yield f"seed {seed}, line {number}: {line!r}: {type(error).__name__}: {error}"
                    return
            if (number + 1) % reopen:
                continue
            with speaking(languages[number // reopen % 2]):
                again = Replay(service.journal.entries)
            if state(again.night) != state(service.night):
                yield f"seed {seed}, one of the lines to {number}: {said[-reopen:]!r}"
                return
            settled = [str(entry.money) for entry in service.night.ledger if entry.money is not None]
            assert all("." not in one or len(one.split(".")[1]) <= 6 for one in settled)
