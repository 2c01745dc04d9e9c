"""A part of an evening on phones as they are: the banker's in a browser, tapped, its network coming and going, and a
guest's, which logs meanwhile. Only where there is a browser, and only in the long form.
"""

from __future__ import annotations

import json
import os
import re
import signal
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import Pipe
from pathlib import Path
from random import Random

from pipeline.serve.conflicts import Role
from pipeline.serve.run import serve
from tests.pipeline.serve.phone import Phone
from tests.pipeline.serve.served import Client, Served
from tests.reports.browser import chromium
from tests.seasons.checks import check_night
from tests.seasons.evening import Lines
from tests.seasons.model import Hand, Night, Said, Undo, effective
from tests.seasons.store import Place
from tests.seasons.world import HOME, FaultError, World, chance, possible

QUEUE = "import('/page/net.js').then(({ net }) => net.queue)"
BAR = "document.querySelector('#said p')?.textContent ?? ''"


@dataclass
class Forked(Served):
    """A night served by a fork of this process, which has its faults, planted ones too."""

    place: Place = HOME
    number: int = field(init=False, default=0)

    def start(self) -> Forked:
        ours, theirs = Pipe()
        self.number = os.fork()
        if not self.number:
            ours.close()
            self.place.go()
            try:
                serve(self.store, self.night, host="127.0.0.1", port=self.port, tls=False, others=Role.LOG, say=lambda text: theirs.send("".join(text)))  # fmt: skip
            except Exception as error:
                with suppress(OSError):
                    theirs.send(repr(error))
            finally:
                os._exit(0)
        theirs.close()
        pins: list[str] = []
        said = ""
        while "/board" not in said:
            try:
                said = str(ours.recv())
            except EOFError:
                raise FaultError("a night can't be served", said) from None
            pins += re.findall(r"PIN (\d{6})", said)
        self.others, self.banker = pins
        self.pipe = ours  # open: what it says at its end must go somewhere
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        os.kill(self.number, how)
        _, code = os.waitpid(self.number, 0)
        self.pipe.close()
        self.number = 0
        return code

    def __exit__(self, *_: object) -> None:
        if self.number:
            self.stop()


@dataclass
class Table:
    """The banker's phone and the guest's at a night, and what waits on the banker's."""

    world: World
    night: Night
    phone: Phone
    guest: Client
    handles: dict[str, str]
    away: bool = False
    waiting: list[tuple[str, Hand | Said | Undo]] = field(default_factory=list)

    def line(self, draw: Random) -> tuple[str, Hand | Said] | None:
        """A hand or a note that is right whatever others log meanwhile."""
        table = self.night.table()
        if chance(draw, 0.2):
            note = f"note {draw.random()}"
            return f"; {note}", Said(note)
        later = Night(self.night.name)
        later.entries = self.night.entries
        for _, waits in self.waiting:
            later.entries = later.with_(waits)
        made = Lines(self.world, draw, table, self.handles).hand()
        if made is None or made[2] != ("kept",) or later.table().playing() != table.playing():
            return None
        text, what, _ = made
        assert isinstance(what, Hand)
        is_rich = all((stack := table.stack(one)) is None or stack > 400 for one in table.playing())
        is_plain = list(what.wins.values()) == [None] and not table.carried
        return (text, what) if is_rich and is_plain else None

    def some_line(self, draw: Random) -> tuple[str, Hand | Said] | None:
        return next(filter(None, (self.line(draw) for _ in range(20))), None)

    def banker_writes(self, draw: Random) -> None:
        if self.phone.evaluate("!!document.querySelector('.question')"):
            return  # a night whose only hand and loan were taken back is asked what the bank lends
        if made := self.some_line(draw):
            text, what = made
            self.world.tell(f"tapped> {text}" + ("  # waits" if self.away else ""))
            self.phone.write(text)
            self.waiting.append((text, what))
            if self.away:
                self.phone.wait(f"({BAR}).endsWith({text!r})")
            else:
                self.arrive()

    def guest_writes(self, draw: Random) -> None:
        if made := self.some_line(draw):
            text, what = made
            reply = self.guest.line(text)
            self.world.tell(f"guest> {text}  # {reply['status']}")
            if reply["status"] != "kept":
                raise FaultError(f"a line is {reply['status']}", f"{text!r}: {reply['text']}")
            self.night.entries = self.night.with_(what, by="guest")
            if not self.away:
                self.see_all()

    def undo(self, draw: Random) -> None:
        """Undo takes back what the bar says, as it is read by a person."""
        bar = str(self.phone.evaluate(BAR))
        if not self.phone.evaluate("!!document.querySelector('[data-do=undo]')"):
            return
        entry: int | None = None
        if self.waiting and isinstance(self.waiting[-1][1], Undo):
            return
        if not self.waiting:
            if hand := re.match(r"(\d+) ", bar):
                entry = next(
                    (one.n for one in effective(self.night.entries) if one.hand == int(hand[1])), None
                )
            elif shown := re.match(r"#(\d+) ", bar):
                entry = int(shown[1])
            if (
                entry is None
                or self.night.brings_back_odd(entry)
                or not possible(self.night, self.night.with_(Undo(entry)))
            ):
                return
        elif not bar.endswith(self.waiting[-1][0]):
            raise FaultError("the bar shows another line", f"{bar!r} instead of {self.waiting[-1][0]!r}")
        count = len(self.phone.waits())
        has_line = bool(self.phone.evaluate("!!document.querySelector('#line')"))
        deed = "document.querySelector('[data-do=undo]').click()"
        if has_line and chance(draw, 0.3):
            deed = (
                "{ const line = document.querySelector('#line'); line.value = 'u'; "
                "line.dispatchEvent(new Event('input')); document.querySelector('#send').click() }"
            )
        # what was on its way to the phone as the network went may come between reading and tapping
        if not self.phone.evaluate(
            f"(() => {{ if (({BAR}) !== {json.dumps(bar)}) return false; {deed}; return true }})()"
        ):
            return
        self.world.tell(f"tapped> Undo, of {bar!r}")
        if entry is None:
            self.waiting.pop()  # dropped at once; where it was tried, its undo waits in its place
            self.phone.wait(f"{QUEUE}.then((queue) => queue.length !== {count} || !!queue.at(-1)?.undo)")
            lines = self.phone.evaluate(
                f"{QUEUE}.then((queue) => queue.filter((item) => !item.undo && !item.text.startsWith('u #')).map((item) => item.text))"
            )
            if len(lines) != sum(not isinstance(what, Undo) for _, what in self.waiting):
                raise FaultError("undo of a line that waits", f"{lines} instead of {self.waiting}")
            return
        self.waiting.append((bar, Undo(entry)))
        if not self.away:
            self.arrive()

    def go(self, draw: Random) -> None:
        """The network goes, or comes back."""
        self.away = not self.away
        self.world.tell("tapped> away" if self.away else "tapped> back")
        self.phone.offline(self.away)
        if self.away:
            self.phone.be_away()
        else:
            self.arrive()

    def arrive(self) -> None:
        """All that waited is logged, in its order."""
        asked = "!!document.querySelector('[data-do=anyway]')"
        gone = "import('/page/net.js').then(({ net }) => net.live && !net.queue.length)"
        while True:
            self.phone.wait(f"{gone}.then((gone) => gone || {asked})")
            if self.phone.evaluate(gone):
                break
            bar = self.phone.evaluate(BAR)
            self.phone.tap("[data-do=anyway]")
            self.phone.wait(f"({BAR}) !== {json.dumps(bar)}")  # the next question may be another line's
        for _, what in self.waiting:
            self.night.entries = self.night.with_(what, by="banker")
        self.waiting.clear()
        self.see_all()

    def see_all(self) -> None:
        """The phone shows the night with all its entries."""
        self.phone.settle()
        count = len(self.night.entries)
        self.phone.wait(f"document.querySelector('#tab').dataset.version >= {count}")
        if (version := int(self.phone.state()["version"])) != count:
            raise FaultError("confirmed entries", f"{version} on the phone instead of {count}")


def tapped(world: World, draw: Random) -> None:
    """Lines, undos and absences of a banker's phone in a browser, between a guest's."""
    night = world.night
    if night is None or len(night.table().playing()) < 3 or chromium() is None:
        return
    handles = world.handles()
    world.shut(tables=chance(draw, 0.5))
    world.tell(f"peder serve {night.name}")
    profile = world.file("profile")
    with Forked(world.store, night.name, place=world.place) as served:
        phone = Phone(Path(profile), language="en")
        try:
            table = Table(world, night, phone, Client(served), handles)
            table.guest.login(served.others)
            phone.sit_down(served, served.banker)
            phone.settle()
            for _ in range(draw.randint(6, 14)):
                deeds = (table.banker_writes, table.guest_writes, table.undo, table.go)
                (deed,) = draw.choices(deeds, (4, 3, 4, 2))
                deed(draw)
            if table.away:
                table.go(draw)
        except TimeoutError as error:
            raise FaultError("a phone that doesn't go on", error) from error
        finally:
            phone.close()
    world.open(night)
    check_night(world)
