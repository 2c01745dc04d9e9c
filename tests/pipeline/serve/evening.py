"""A night on two phones, in a browser each: hands of every family tapped and typed, corrections, the bank,
drafts, a network that goes, a server that is killed, both phones at once.
"""

from __future__ import annotations

import json
import signal
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from pipeline.night.journal import journal_place, read_journal
from pipeline.night.replay import Replay
from pipeline.night.service import NightService
from tests.pipeline.serve.phone import HEIGHT, WIDTH, Phone
from tests.pipeline.serve.served import Served

SETTINGS = {
    "da": ("spillere Anna, Bo, Carl, Dorte, Erik, Ester", "bankør c", "chip 25 øre", "lån 20p"),
    "en": ("players Anna, Bo, Carl, Dorte, Erik, Ester", "banker c", "chip 25 øre", "loan 20p"),
}


@dataclass(frozen=True, kw_only=True)
class Tapped:
    """A hand to be tapped: what to tap after the game and the level, and the line that comes of it."""

    game: str
    level: int
    then: tuple[str, ...]
    line: str
    ordinary: bool = True


def fold(handle: str, chips: int | None = None) -> tuple[str, ...]:
    """Taps for a player who folded."""
    return (f'[data-fold="{handle}"]', *(() if chips is None else (f'[data-step="{chips}"]',)))


def win(handle: str, meld: int | None = None, *marks: str) -> tuple[str, ...]:
    """Taps for a winner, the meld by its place among the buttons."""
    shown = () if meld is None else (f"#melds button:nth-child({meld + 1})",)
    return (f'[data-win="{handle}"]', *(f'[data-mark="{mark}"]' for mark in marks), *shown)


PAIR, TWO, THREE, STRAIGHT, FLUSH, FULL, FOUR = range(7)
MELDS = {
    "da": ("par", "2par", "3ens", "straight", "fl", "hus", "4ens"),
    "en": ("pair", "2pair", "trips", "straight", "flush", "full", "quads"),
}
"""What a meld's button writes, by its place, in each language: `{5}` in a line."""

HANDS: tuple[Tapped, ...] = (
    Tapped(
        game="seven-card-stud",
        level=14,
        then=(*fold("b", 3), *fold("c", 7), *win("d", FULL)),
        line="7s 14 b3 c7 +d {5}",
    ),
    Tapped(game=".", level=8, then=(*fold("a", 2), *win("b")), line=". 8 a2 +b"),
    Tapped(game="straight-poker", level=12, then=(*fold("b", 2), *win("d", TWO)), line="sp 12 b2 +d {1}"),
    Tapped(
        game="three-card-draw",
        level=10,
        then=(*fold("a"), *fold("b"), *win("c", THREE)),
        line="3cd 10 a2 b2 +c {2}",
    ),
    Tapped(
        game="mississippi-ratfuck",
        level=12,
        then=(*win("d", FLUSH, "hi"), *win("e", None, "lo")),
        line="ratfuck 12 +d hi {4} +e lo",
        ordinary=False,
    ),
    Tapped(game="five-card-stud", level=12, then=(*fold("b", 2), *win("c", PAIR)), line="5s 12 b2 +c {0}"),
    Tapped(game="spit-in-the-ocean", level=7, then=win("a", THREE), line="spit 7 +a {2}"),
    Tapped(game="criss-cross", level=20, then=(*fold("d", 2), *win("a", FOUR)), line="cc 20 d2 +a {6}"),
    Tapped(
        game="seven-card-stud",
        level=15,
        then=(*fold("b"), '[data-mark="out"]', *win("a", None)),
        line="7s 15 b- +a",
        ordinary=False,
    ),
    Tapped(
        game="seven-card-stud",
        level=64,
        then=(*fold("e"), '[data-mark="stayed"]', '[data-mark="peder"]', *win("d", FULL, "peder")),
        line="7s 64 e* +d* {5}",
        ordinary=False,
    ),
    Tapped(
        game="straight-poker",
        level=12,
        then=(*fold("e", 12), '[data-mark="shadow"]', '[data-step="4"]', *win("b", TWO)),
        line="sp 12 e12/4 +b {1}",
        ordinary=False,
    ),
    Tapped(
        game="texas-holdem",
        level=20,
        then=(*fold("a"), *fold("b", 1), *fold("c", 2), *win("e", FULL)),
        line="th 20 a0 b1 c2 +e {5}",
    ),
    Tapped(
        game="texas-holdem",
        level=40,
        then=(
            *fold("a"),
            *fold("b"),
            *fold("c"),
            *fold("d"),
            '[data-mark="stayed"]',
            '[data-key="…"]',
            '[data-key="2"]',
            '[data-key="0"]',
            *win("e"),
            '[data-mark="side"]',
            *win("es"),
        ),
        line="th 40 a0 b0 c0 d=20 +e side +es",
        ordinary=False,
    ),
    Tapped(
        game="omaha",
        level=24,
        then=(*fold("b", 2), *win("c", FULL, "hi"), *win("d", None, "lo")),
        line="om 24 b2 +c hi {5} +d lo",
        ordinary=False,
    ),
    Tapped(game="guts", level=2, then=(*fold("b"), *win("a")), line="guts 2 b! +a"),
    Tapped(game=".", level=2, then=('[data-end="++"]',), line=". 2 ++"),
    Tapped(
        game="seven-twenty-seven",
        level=18,
        then=(*fold("b", 3), *win("d", None, "hi"), *win("e", None, "lo")),
        line="727 18 b3 +d hi +e lo",
        ordinary=False,
    ),
    Tapped(game="poker-dice", level=2, then=win("e", FOUR), line="pd 2 +e {6}"),
    Tapped(game="seven-card-stud", level=5, then=('[data-end="!nd"]',), line="7s 5 !nd"),
    Tapped(game="fan-tan", level=2, then=win("a"), line="ft 2 +a"),
    Tapped(
        game="poker-32",
        level=14,
        then=(*fold("e"), '[data-mark="out"]', *fold("es"), '[data-mark="out"]', *win("c", FLUSH)),
        line="p32 14 e- es- +c {4}",
        ordinary=False,
    ),
)

TYPED = (
    "syn 8 +a",
    "liar 4 +b",
    "7s hilo 14 b3 +d hi fl +e lo 7-5-4-3-2",
    "sp vild 2 12 +a par",
    "crs 14 +d (9c 2d Qs / 9s 3h 4h Kd)",
    "th 40 a=20 b0 c0 d0 e0 +a igen +es",
    "; Erik havde fødselsdag",
    "betal a c 8 kr",
    "køb b 1p",
    "pause es",
    "tilbage es",
    "=74",
    "retur b 30",
    "5s 9 +a ; en note på hånden",
    ". 9 +d",
    "1-5 15 a2 +d",
    "lån a 1p",
)


@dataclass
class Evening:
    """Two phones at a table; what was tapped, what was sent, what was wrong."""

    served: Served
    phones: Sequence[Phone]
    random: Random
    sent: list[str] = field(default_factory=list)
    taps: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)

    def tap(self, phone: Phone, hand: Tapped) -> None:
        """Tap a hand together and send it."""
        before, hand_no = phone.taps, len(self.sent)
        again = f'[data-again="{hand.level}"]'
        if hand.game == "." and phone.evaluate(f"!!document.querySelector({json.dumps(again)})"):
            phone.reach(again)
            phone.tap(again)
        elif not self._find(phone, hand.game):
            phone.reach('[data-do="search"]')
            phone.tap('[data-do="search"]')
            alias = hand.line.split(maxsplit=1)[0]
            phone.fill("#search", alias)
            phone.taps += len(alias)
            if phone.evaluate("!!document.querySelector('#search')"):
                phone.tap(f'[data-found="{hand.game}"]')
        if not phone.line().endswith(f" {hand.level}") and not self._find(phone, str(hand.level), "step"):
            for key in f"…{hand.level}":
                phone.reach(f'[data-key="{key}"]')
                phone.tap(f'[data-key="{key}"]')
        for selector in hand.then:
            phone.reach(selector)
            phone.tap(selector)
        expected = hand.line.format(*MELDS[phone.language])
        if phone.line():  # the meld of a lone winner has sent the hand
            if phone.line() != expected:
                self.faults.append(f"{hand_no}: tapped {phone.line()!r} for {expected!r}")
            self._still(phone)
            phone.tap("#send")
        self.sent.append(expected)
        if hand.ordinary:
            self.taps.append(phone.taps - before)

    def _find(self, phone: Phone, name: str, kind: str = "game") -> bool:
        selector = f'[data-{kind}="{name}"]'
        if phone.evaluate(f"!document.querySelector('{selector}')"):
            return False
        phone.reach(selector)
        phone.tap(selector)
        return True

    def write(self, phone: Phone, line: str) -> None:
        """Type a line and send it."""
        phone.write(line)
        self.sent.append(line)

    def done(self, *phones: Phone) -> None:
        """Wait until everything has arrived; where a phone asks, it is told to send all the same."""
        for phone in phones or self.phones:
            end = time.monotonic() + 180
            while phone.waits():
                if phone.evaluate("!!document.querySelector('[data-do=anyway]')"):
                    phone.tap("[data-do=anyway]")
                if time.monotonic() > end:
                    self.faults.append(f"still waiting: {phone.waits()}")
                    return
                time.sleep(0.03)
            answer = phone.evaluate("import('/page/phone.js').then(({ phone }) => phone.answer)")
            if answer and answer["status"] in ("refused", "barred", "failed"):
                self.faults.append(f"refused: {answer['text']}")

    def killed(self) -> None:
        """Kill the server without a word, and start it again."""
        self.served.stop(signal.SIGKILL)
        self.served.start()

    def _still(self, phone: Phone) -> None:
        """Nothing is scrolled, and what a thumb knows by heart stays where it is."""
        page = "document.documentElement"
        scrolled = phone.evaluate(f"[scrollX, scrollY, {page}.scrollWidth, {page}.scrollHeight]")
        if scrolled != [0, 0, WIDTH, HEIGHT]:
            self.faults.append(f"scrolled: {scrolled}")
        for selector in ("#send", "#panel", '[data-win="a"]', "#melds", "#said"):
            where = phone.evaluate(
                f"(({{ x, y, width, height }}) => [x, y, width, height].join())"
                f"(document.querySelector('{selector}').getBoundingClientRect())"
            )
            if not where.startswith("0,0") and self.places.setdefault(selector, where) != where:
                self.faults.append(f"{selector} jumped from {self.places[selector]} to {where}")

    def play(self) -> None:
        """The whole night."""
        one, two = self.phones
        for line in SETTINGS[one.language]:
            one.answer(line)
            self.sent.append(line)
            self.done(one)
        hands, typed = list(HANDS), list(TYPED)
        kills = {6: False, 13: False, 18: True}
        for number, hand in enumerate(hands):
            phone = self.phones[number % 2]
            self.tap(phone, hand)
            if number in kills:
                if kills[number]:  # while both have lines that wait
                    for other in self.phones:
                        other.offline(True)
                    self.write(one, typed.pop(0))
                    self.write(two, typed.pop(0))
                    self.write(one, typed.pop(0))
                    for other in self.phones:
                        other.offline(False)
                self.killed()
            self.done()
            if number % 5 == 2:
                self.away(self.random.choice(self.phones), typed)
        for place, line in enumerate(typed):
            self.write(self.phones[place % 2], line)
            if place % 3:
                self.done()
        self.done()
        self.tell(two)
        self.correct(one, two)

    def _follows(self, phone: Phone, other: Phone) -> None:
        """Wait until a phone shows what the other one was answered last."""
        version = other.state()["version"]
        phone.wait(f"import('/page/net.js').then(({{ net }}) => net.state.version >= {version})")

    def away(self, phone: Phone, typed: list[str]) -> None:
        """A phone loses the network for some lines, while the other goes on."""
        other = next(one for one in self.phones if one is not phone)
        phone.offline(True)
        for _ in range(2):
            if typed:
                self.write(phone, typed.pop(0))
        if typed:
            self.write(other, typed.pop(0))
        self.done(other)
        if typed and not phone.waits():
            self.faults.append("nothing waits on a phone without a network")
        phone.offline(False)
        self.done()

    def tell(self, phone: Phone) -> None:
        """A hand bet by bet: taps add words to its lines, which all check until somebody wins."""
        self.write(phone, ": 7s")
        self.done()
        for _ in range(5):
            phone.wait("!document.querySelector('#line').value")
            phone.tap('[data-game="."]')
            if phone.line() != ".":
                self.faults.append(f"tapped {phone.line()!r} for '.' in a hand that is told")
            phone.tap("#send")
            self.sent.append(": .")
            self.done()
        phone.reach('[data-win="d"]')
        phone.tap('[data-win="d"]')
        phone.tap("#melds button:nth-child(6)")
        phone.tap("#send")
        self.sent.append(f": +d {MELDS[phone.language][FULL]}")
        self.done()
        if phone.state()["bet_by_bet"]:
            self.faults.append("the hand that was told bet by bet is still open")

    def correct(self, one: Phone, two: Phone) -> None:
        """Drafts, undo, redo, edits, from both phones; then the end."""
        self.write(two, "7s 14 x3 +d")
        two.wait("document.querySelector('#said.refused') && document.querySelector('#line').value")
        two.tap("#send")  # sent twice, it is a draft
        self.done()
        one.tap('[data-tab="night"]')
        one.tap("[data-mend]")
        one.wait("document.querySelector('#line')?.value.startsWith('ret ')")
        number = one.line().split()[1]
        self.write(one, f"ret {number} 7s 14 b3 +d")
        self.done()
        self.write(two, "7s 400 +a")  # doubtful
        self.done()
        said = len(two.state()["waiting"])
        two.tap("[data-do=ok]")
        self.sent.append(f"ok {two.state()['hands'][0]['hand_no']}")
        self.done()
        if len(two.state()["waiting"]) != said - 1:
            self.faults.append("a draft wasn't confirmed")
        self._follows(one, two)
        shown = one.evaluate("import('/page/net.js').then(({ net }) => net.shown.entry)")
        one.tap("[data-do=undo]")
        self.sent.append(f"u #{shown}")
        self.done()
        self.write(one, f"u #{one.state()['last_entry']['n']}")
        self.done()
        self._follows(two, one)
        for hand in two.state()["waiting"]:
            self.write(
                two, f"ret {hand['hand_no']} 7s 9 +a" if not hand["can_be"] else f"ok {hand['hand_no']}"
            )
            self.done()
        one.tap('[data-tab="night"]')
        one.tap("[data-do=end]")
        self.sent.append("slut" if one.language == "da" else "end")
        self.done()
        one.wait("document.querySelectorAll('.pays').length > 2")

    def check(self, folder: Path) -> None:
        """The journal has each line once, and tells what the same lines tell that are read from a file."""
        entries = read_journal(journal_place(self.served.store, self.served.night)).entries
        said = Counter(entry.as_typed for entry in entries)
        for line, times in (Counter(self.sent) - said).items():
            self.faults.append(f"{times} times too seldom: {line!r}")
        for line, times in (said - Counter(self.sent)).items():
            self.faults.append(f"{times} times too often: {line!r}")
        if len({entry.key for entry in entries}) != len(entries):
            self.faults.append("two entries have one key")
        with NightService(folder, self.served.night) as service:
            service.enter_file([entry.as_typed for entry in entries], keep_going=True)
            again = [(entry.n, entry.line, entry.draft, entry.hand) for entry in service.replay.entries]
            told = Replay(entries)
            if again != [(entry.n, entry.line, entry.draft, entry.hand) for entry in entries]:
                self.faults.append("the entries read from a file differ")
            for what in ("nets", "carried", "stacks"):
                if getattr(told.night, what) != getattr(service.night, what):
                    self.faults.append(f"{what} differ")
        if told.night.drafts or told.night.ended_at is None:
            self.faults.append(f"the night isn't over: {told.night.drafts}")
        for phone in self.phones:
            self.faults += [
                fault for fault in phone.problems if "ERR_" not in fault and "status of" not in fault
            ]
            self.faults += phone.dialogs

    @property
    def median_taps(self) -> float:
        """Taps for an ordinary hand."""
        return statistics.median(self.taps)


def evening(folder: Path, languages: tuple[str, str], seed: int) -> Evening:
    """Play a night in a folder, the phones speaking two languages; what came of it."""
    folder.mkdir(parents=True, exist_ok=True)
    with Served(folder / "store") as served:
        made = [
            Phone(folder / f"profile-{n}", language=code, dark=n == 1) for n, code in enumerate(languages)
        ]
        try:
            for phone in made:
                phone.sit_down(served, served.banker)
            night = Evening(served, made, Random(seed))
            night.play()
            code = served.stop()
            if code:
                night.faults.append(f"the server ended with {code}")
            night.check(folder / "again")
        finally:
            for phone in made:
                phone.close()
        return night
