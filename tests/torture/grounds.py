"""Bad ground: damaged stores, two processes at once, a store that can't be written, a disk that fills."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import combinations, product
from pathlib import Path

from tests.pipeline.formats.logs import SAMPLE
from tests.torture.child import ended, marts, peder, snapshot, started
from tests.torture.kills import NIGHT

FILES = {
    "a night's hands": "hands/session_id=n1/part-*.parquet",
    "a night's seats": "seats/session_id=n1/part-*.parquet",
    "a night's row": "sessions/session_id=n1/part-0.parquet",
    "a night's bank": "bank/session_id=n1/part-0.parquet",
    "a night's statement": "contents/session_id=n1/contents.json",
    "a night's journal": "journal/n1.jsonl",
    "a run's hands": "hands/session_id=run*/part-0*.parquet",
    "a run's seats": "seats/session_id=run*/part-0*.parquet",
    "an import's row": "sessions/session_id=pokernow*/part-0.parquet",
    "an import's hands": "hands/session_id=pokernow*/part-*.parquet",
    "the players": "players/part-0.parquet",
    "the games": "variants/part-0.parquet",
    "a night's luck": ".cache/luck/session_id=n1/*.parquet",
    "what was built": ".cache/marts/*/*.duckdb",
}
CACHED = ("a night's luck", "what was built")
ASKED = (
    ["check"],
    ["sql", "select count(*) as n from mart_hands"],
    ["standings"],
    ["export", "csv", "hands"],
    ["settle", "n1", "--text"],
    ["nights"],
    ["store", "backup", "--skip-damaged", "{store}/../damaged.zip"],
)
"""Commands that read a damaged store."""
MODES = (0o000, 0o444, 0o555)


def _flip(place: Path, share: float) -> None:
    data = bytearray(place.read_bytes())
    data[min(int(share * len(data)), len(data) - 1)] ^= 1
    place.write_bytes(data)


def _write(data: bytes) -> Callable[[Path], object]:
    return lambda place: place.write_bytes(data)


def _cut(share: float) -> Callable[[Path], object]:
    return lambda place: place.write_bytes(place.read_bytes()[: int(share * place.stat().st_size)])


def _folder(place: Path) -> None:
    place.unlink()
    place.mkdir()


DAMAGE: dict[str, Callable[[Path], object]] = {
    "gone": lambda place: place.unlink(),
    "empty": _write(b""),
    "cut to a tenth": _cut(0.1),
    "cut to half": _cut(0.5),
    "without its end": _cut(0.99),
    "a bit flipped at its beginning": lambda place: _flip(place, 0.0),
    "a bit flipped within": lambda place: _flip(place, 0.5),
    "a bit flipped at its end": lambda place: _flip(place, 1.0),
    "foreign": _write(b"PAR1 nothing of ours PAR1"),
    "a folder": _folder,
}


class Grounds:
    """A sound store, and what can be done to copies of it."""

    def __init__(self, folder: Path, *, runs: bool = True) -> None:
        self.folder = folder
        self.asked = ASKED if runs else ASKED[:2]
        self.sound = folder / "sound"
        log = folder / "night.txt"
        log.write_text("\n".join(NIGHT))
        self.commands = {
            "log": ["log", "n1", "--from", str(log)],
            "import": ["import", "pokernow-log", str(SAMPLE)],
            "build": ["build"],
        }
        if runs:
            self.commands["simulate"] = ["simulate", "guts", "-n", "300", "--threads", "1"]
        for words in (*self.commands.values(), ["build"]):
            done = peder(self.sound, *words)
            assert done.code == 0, done
        self.whole = snapshot(self.sound)
        self.rows = marts(self.sound)

    def _copy(self) -> Path:
        store = self.folder / "now"
        shutil.rmtree(store, ignore_errors=True)
        return shutil.copytree(self.sound, store)

    def damaged(self, first: int = 0) -> Iterator[tuple[str, list[str]]]:
        """Every kind of damage to every kind of file: its name, what is wrong with the answers to it."""
        for what, how in list(product(FILES, DAMAGE))[first:]:
            store = self._copy()
            place = sorted(store.glob(FILES[what]))[0]
            before = place.read_bytes()
            DAMAGE[how](place)
            assert not (place.is_file() and place.read_bytes() == before), f"{what} {how} is no damage"
            wrong = []
            answers = [peder(store, *words) for words in self.asked]
            wrong += [f"{done}"[:400] for done in answers if done.fault]
            checked = answers[0]
            if what in CACHED:
                if checked.code or marts(store) != self.rows:
                    wrong.append(f"it wasn't built anew: {checked}"[:400])
            elif what != "the games" and (checked.code != 1 or place.parent.name not in checked.said):
                wrong.append(f"not seen: {checked}"[:400])
            yield f"{what} {how}", wrong

    def at_once(self, number: int) -> list[str]:
        """Two of the same command, begun together: one does it, the other does too or says why not."""
        wrong = []
        for name, words in self.commands.items():
            store = self.folder / f"twice-{number}"
            shutil.rmtree(store, ignore_errors=True)
            if name == "build":
                shutil.copytree(self.sound, store, ignore=shutil.ignore_patterns(".cache"))
            forks = [started(store, words), started(store, words)]
            both = [ended(*fork) for fork in forks]
            if any(done.fault for done in both) or all(done.code for done in both):
                wrong.append(f"{name}: {both}"[:800])
            if name != "build" and peder(store, "check").code:
                wrong.append(f"{name}: the check fails")
            shutil.rmtree(store)
        return wrong

    def pairs(self, number: int) -> list[str]:
        """Two different writers at once: each does its work, or says why not."""
        words = (
            ["log", "n2", "--from", self.commands["log"][-1]],
            ["players", "rename", "bo", "Bodil"],
            ["settle", "n1", "--all-paid"],
            ["log", "n1", "--repair"],
            ["import", "pokernow-log", str(SAMPLE), "--session", "again"],
            ["store", "backup", str(self.folder / "pair.zip")],
            ["check", "--accept"],
            ["build"],
        )
        one, other = list(combinations(words, 2))[number % (len(words) * (len(words) - 1) // 2)]
        store = self._copy()
        both = [ended(*fork) for fork in [started(store, one), started(store, other)]]
        wrong = [f"{done}"[:400] for done in both if done.fault]
        for again in (one, other):
            if (done := peder(store, *again)).fault:
                wrong.append(f"again: {done}"[:400])
        if (checked := peder(store, "check")).code:
            wrong.append(f"{one[:2]} and {other[:2]}: {checked.said[-400:]}")
        return wrong

    def forbidden(self, number: int) -> list[str]:
        """A file, or its folder, that the system keeps from us: a sentence, and all as before when it is free again."""
        what, mode = list(product(FILES, MODES))[number % (len(FILES) * len(MODES))]
        store = self._copy()
        place = sorted(store.glob(FILES[what]))[0]
        (place if number % 2 else place.parent).chmod(mode)
        wrong = []
        for words in (
            *ASKED[:6],
            ["log", "n2", "--from", self.commands["log"][-1]],
            ["players", "hide", "anna"],
        ):
            done = ended(*started(store, words, bound=True))
            if done.fault or (done.code and not done.said.strip()):
                wrong.append(f"{what} at {mode:03o}, {words[0]}: {done}"[:400])
        place.parent.chmod(0o777)
        if place.exists():  # what was built may have been built again
            place.chmod(0o777)
        if what not in CACHED and (checked := peder(store, "check")).code:
            wrong.append(f"{what} at {mode:03o}: {checked.said[-400:]}")
        return wrong

    def filling(self, kilobytes: int) -> list[str]:
        """Commands on a disk of a few kilobytes, which then grows: a sentence, and the repeat ends whole.

        Needs the right to mount.
        """
        wrong = []
        disk = self.folder / "disk"
        disk.mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", disk], check=True)
        try:
            for name, words in self.commands.items():
                done = peder(disk / "s", *words)
                if done.fault:
                    wrong.append(f"{kilobytes} kB, {name}: {done}"[:500])
            subprocess.run(["mount", "-o", "remount,size=200m", disk], check=True)
            for name, words in self.commands.items():
                again = peder(disk / "s", *words)
                if again.fault:
                    wrong.append(f"{kilobytes} kB, {name} again: {again}"[:500])
            now = snapshot(disk / "s")
            if now != self.whole:
                changed = sorted(p for p in now.keys() | self.whole.keys() if now.get(p) != self.whole.get(p))
                wrong.append(f"{kilobytes} kB: other bytes: {changed[:6]}")
        finally:
            subprocess.run(["umount", disk], check=True)
        return wrong

    def shut(self) -> list[str]:
        """A store that can only be read: writing ends in a sentence. Needs the right to mount."""
        wrong = []
        disk = self.folder / "shut"
        disk.mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", disk], check=True)
        try:
            shutil.copytree(self.sound, disk / "s", ignore=shutil.ignore_patterns(".cache"))
            subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
            for words in (
                ["check"],
                ["build"],
                ["sql", "from mart_players"],
                ["players"],
                ["settle", "n1", "--text"],
            ):
                done = peder(disk / "s", *words)
                if done.code or done.fault:
                    wrong.append(f"{words}: {done}"[:500])
            for words in (["log", "n2", "--from", self.commands["log"][-1]], ["players", "hide", "Anna"],
                          ["simulate", "guts", "-n", "10"]):  # fmt: skip
                done = peder(disk / "s", *words)
                if done.fault or done.code != 1:
                    wrong.append(f"{words}: {done}"[:500])
        finally:
            subprocess.run(["umount", disk], check=True)
        return wrong


def many_nights(folder: Path, count: int = 2000) -> list[str]:
    """A store of some thousand nights: every daily command answers, and a backup comes back the same."""
    draw, first = random.Random(1), date(1985, 1, 4)
    rows = ["Dato;Anna;Bo;Carl;Dorte"]
    for number in range(count):
        nets = [draw.randint(-400, 400) for _ in range(3)]
        rows.append(";".join([str(first + timedelta(weeks=number)), *map(str, [*nets, -sum(nets)])]))
    sheet, store = folder / "sheet.csv", folder / "many"
    sheet.write_text("\n".join(rows))
    (folder / "night.txt").write_text("\n".join(NIGHT))
    wrong = []
    for words in (
        ["import", "csv", str(sheet), "--season", "all"], ["log", "n1", "--from", str(folder / "night.txt")],
        ["standings", "all"], ["report", "season", "all", "--out", str(folder / "season.html")], ["nights"],
        ["settle", "--season", "all", "--all-paid"], ["players", "hide", "anna"], ["check"],
        ["store", "backup", str(folder / "many.zip")],
    ):  # fmt: skip
        done = peder(store, *words)
        if done.code:
            wrong.append(f"{words[:2]}: {done}"[:400])
    if (done := peder(folder / "again", "store", "restore", str(folder / "many.zip"))).code:
        wrong.append(f"{done}"[:400])
    # of this machine alone, and in no backup: the folder that was asked for last, and where backups go
    expected = {
        name: data for name, data in snapshot(store).items() if not name.endswith((".last", ".backups.json"))
    }
    if snapshot(folder / "again") != expected:
        wrong.append("the backup brings back something else")
    return wrong
