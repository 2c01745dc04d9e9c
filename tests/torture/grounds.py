"""Bad ground: damaged stores, two processes at once, a store that can't be written, a disk that fills."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from itertools import product
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
    "what was built": ".cache/marts/*/*.duckdb",
}


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
            checked = peder(store, "check")
            asked = peder(store, "sql", "select count(*) as n from mart_hands")
            for done in (checked, asked):
                if done.fault:
                    wrong.append(f"{done}"[:400])
            if what == "what was built":
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
