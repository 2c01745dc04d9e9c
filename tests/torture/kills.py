"""Writers killed anywhere, and the same command again: it must end in the bytes of one left alone."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

from pipeline.store.backup.archive import Archive
from pipeline.store.backup.regular import FILE as SETTINGS, read_settings
from pipeline.store.manifest import LAST
from pipeline.store.store import Store
from tests.pipeline.formats.logs import SAMPLE
from tests.torture.child import in_fork, killed_after, marts, peder, snapshot
from tests.torture.files import LEDGER, PHH, SHEET

NIGHT = [
    "players Anna, Bo, Carl",
    "banker a",
    "chip 25 øre",
    "loan 100",
    "anna paid 300 kr pizza",
    *["7s 10 +b", "7s 12 +a", "guts 2 +c"] * 4,
]
REPEATED = (
    "ends with already", "is already in the store", "was merged into", "has these hands already",
    "isn't a merged id", "The season has no payment #1", "isn't a game of yours", "a game woolly already",
)  # fmt: skip
"""What is said where the first time had done all of it."""

WEIGHTS = {
    "log": 8, "import": 8, "import json": 4, "import ledger": 2, "import csv": 2, "import ohh": 2, "import phh": 2,
    "import pokernow": 2, "simulate": 3, "season": 1, "build": 1, "settle": 4, "settle season": 4, "take back": 2,
    "rename": 2, "alias": 1, "handle": 1, "pay": 1, "merge": 2, "split": 1, "hide": 2, "unhide": 1, "restore": 4,
    "backup": 2, "export": 1, "accept": 2, "repair": 2, "game add": 2, "game new": 2, "game replace": 2,
    "game merge": 2, "game split": 1, "game retire": 2,
}  # fmt: skip
GAME = 'name = "Woolworth"\nlike = "seven-card-stud"\nwild = ["5", "T"]\n'


class Kills:
    """Commands, each with the store that it begins with and the one that it must end in."""

    def __init__(self, folder: Path, names: Sequence[str] = tuple(WEIGHTS)) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.names = names
        log = folder / "night.txt"
        log.write_text("\n".join(NIGHT))
        ledger = folder / "ledger.csv"
        ledger.write_text(LEDGER)
        season = folder / "seasons"
        self.commands: dict[str, tuple[Sequence[str], Path]] = {
            "log": (["log", "n1", "--from", str(log)], self._store("empty")),
            "import": (["import", "pokernow-log", str(SAMPLE)], self._store("empty")),
            "import ledger": (["import", "pokernow-ledger", str(ledger)], self._store("empty")),
            "simulate": (
                ["simulate", "straight-poker", "guts", "-n", "400", "--threads", "2"],
                self._store("empty"),
            ),
            "season": (
                ["season", "-n", "2", "--game", "guts", "--seed", "5", "--into", "simulated"],
                self._store("empty"),
            ),
        }
        base = self._store("logged")
        for name in ("log", "import", "season"):
            if name in names:
                assert peder(base, *self.commands[name][0]).code == 0
        nights, hands, backup = (str(folder / name) for name in ("nights.jsonl", "hands.ohh", "backup.zip"))
        for name, words in (
            ("import json", ["export", "json", "--all", "--out", nights]),
            ("import ohh", ["export", "ohh", "--all", "--out", hands]),
            ("restore", ["store", "backup", backup]),
        ):
            if name in names:
                assert (done := peder(base, *words)).code == 0, done
        for file, text in (("sheet.csv", SHEET), ("hand.phh", PHH)):
            (folder / file).write_text(text)
        for file, lines in (
            ("season.txt", ["season 2026", *NIGHT]),
            ("more.txt", ["7s 12 +a"]),
            ("others.txt", ["players Annika, Berit, Cilla", *NIGHT[1:4], "7s 10 +b"]),
            ("woolworth.txt", [*NIGHT, "woolworth 14 +a"]),
        ):
            (folder / file).write_text("\n".join(lines))
        (folder / "other").mkdir(exist_ok=True)
        (folder / "woolworth.toml").write_text(GAME)
        (folder / "other" / "woolworth.toml").write_text(GAME.replace('"5", "T"', '"6"'))
        open_nights = [["log", name, "--from", str(folder / "season.txt")] for name in ("n2", "n3")]
        settle_season = ["settle", "--season", "2026", "--all-paid"]
        game, other_game = (
            ["game", "add", str(folder / file)] for file in ("woolworth.toml", "other/woolworth.toml")
        )
        replace, merge = [*other_game, "--replace"], ["game", "merge", "woolworth"]
        play = ["log", "n4", "--from", str(folder / "woolworth.txt")]
        merged = [
            ["log", "n5", "--from", str(folder / "others.txt")], ["players", "merge", "annika", "anna"],
            ["players", "hide", "anna"],
        ]  # fmt: skip
        spoilt = self._after("repair", ["log", "n1", "--from", str(folder / "more.txt")])
        journal = spoilt / "journal" / "n1.jsonl"
        if journal.exists():
            first, last = journal.read_bytes().splitlines(keepends=True)
            journal.write_bytes(first + last.replace(b"stud 12 +a", b"stud 13 +a"))
        unstated = shutil.copytree(base, self._store("unstated"), dirs_exist_ok=True)
        for place in unstated.glob("contents/*"):
            shutil.rmtree(place) if place.is_dir() else place.unlink()
        empty = self._store("empty")
        self.commands |= {
            "import json": (["import", "json", nights], empty),
            "import csv": (["import", "csv", str(folder / "sheet.csv")], empty),
            "import ohh": (["import", "ohh", hands], empty),
            "import phh": (["import", "phh", str(folder / "hand.phh")], empty),
            "restore": (["store", "restore", backup], empty),
            "backup": (["store", "backup", str(folder / "taken.zip")], base),
            "rename": (["players", "rename", "anna", "Annelise"], base),
            "merge": (["players", "merge", "anna", "pokernow:aK3vQ9xLm2"], base),
            "hide": (["players", "hide", "anna"], base),
            "accept": (["check", "--accept"], unstated),
            "repair": (["log", "n1", "--repair"], spoilt),
            "game add": (game, base),
            "game new": (["game", "new"], base),
            "game replace": (replace, self._after("game replace", game, play)),
            "game merge": (merge, self._after("game merge", game, play, replace)),
            "game split": (
                ["game", "split", "woolworth"],
                self._after("game split", game, play, replace, merge),
            ),
            "game retire": (["game", "retire", "woolworth"], self._after("game retire", game, play)),
            "alias": (["players", "alias", "anna", "Annie"], base),
            "handle": (["players", "handle", "anna", "q"], base),
            "pay": (["players", "pay", "anna", "MobilePay 12345678"], base),
            "split": (["players", "split", "annika"], self._after("split", *merged)),
            "unhide": (["players", "unhide", "anna"], self._after("unhide", *merged)),
            "import pokernow": (["import", "pokernow", str(SAMPLE)], empty),
            "export": (["export", "json", "--all", "--out", "{store}/nights.jsonl"], base),
            "take back": (
                ["settle", "--season", "2026", "--take-back", "1"],
                self._after("take back", *open_nights, settle_season),
            ),
            "build": (["build"], base),
            "settle": (["settle", "n1", "--all-paid"], base),
            "settle season": (settle_season, self._after("settle season", *open_nights)),
        }
        self.whole: dict[str, tuple[dict[str, str], str, int, float]] = {}
        for name in names:
            words, before = self.commands[name]
            store = shutil.copytree(before, season / name, dirs_exist_ok=True)
            began = time.monotonic()
            done = peder(store, *words)
            took = time.monotonic() - began
            assert done.code == 0, (name, done)
            again = peder(store, *words)
            assert not again.fault, again
            self.whole[name] = (
                snapshot(store), marts(store) if name == "build" else "", done.calls, took
            )  # fmt: skip

    def _store(self, name: str) -> Path:
        place = self.folder / name
        place.mkdir(exist_ok=True)
        return place

    def _after(self, name: str, *commands: Sequence[str]) -> Path:
        """The logged store after some commands, where the command `name` is tried."""
        store = self.folder / f"before {name}"
        if name in self.names:
            shutil.copytree(self.folder / "logged", store)
            for words in commands:
                assert (done := peder(store, *words)).code == 0, done
        return store

    def once(self, number: int) -> tuple[str, list[str]]:
        """One kill, drawn from its number: the command, and what is wrong after its repeat."""
        draw = random.Random(number)
        (name,) = draw.choices(self.names, [WEIGHTS[name] for name in self.names])
        words, before = self.commands[name]
        *_, calls, took = self.whole[name]
        store = self.folder / "now"
        while True:  # until the kill comes before the end: each case is one
            shutil.rmtree(store, ignore_errors=True)
            shutil.copytree(before, store)
            if draw.random() < 0.75:
                died = peder(store, *words, kill_at=draw.randint(1, calls))
            else:
                died = killed_after(store, words, draw.uniform(0, 1.1 * took))
            if died.code:
                break
        wrong = [] if died.code == -9 else [f"{died}"]
        wrong += _nameless(store)
        if draw.random() < 0.1:  # and killed again
            peder(store, *words, kill_at=draw.randint(1, calls))
        wrong += self.repeated(name, store)
        if number % 20 == 0 and (checked := peder(store, "check")).code:
            wrong.append(f"check: {checked.said[-600:]}")
        return name, wrong

    def repeated(self, name: str, store: Path) -> list[str]:
        """What is wrong after a command that was killed is repeated."""
        words, _ = self.commands[name]
        files, rows, *_ = self.whole[name]
        wrong = []
        again = peder(store, *words)
        if again.fault or (again.code and not any(said in again.said for said in REPEATED)):
            wrong.append(f"the repeat: {again}")
        now = snapshot(store)
        changed = sorted(place for place in files.keys() | now.keys() if files.get(place) != now.get(place))
        if (
            name == "settle season"
        ):  # the last entry that was confirmed may be recorded late, by the next logger
            changed = [place for place in changed if not place.endswith(LAST)]
        if name == "backup":  # the time of the last backup is another
            changed = [place for place in changed if place != SETTINGS]
            if not Path(read_settings(store).last_file).exists():
                wrong.append(f"{SETTINGS} names no backup")
        if changed:
            wrong.append(f"other bytes: {changed[:5]}")
        if name == "build" and marts(store) != rows:
            wrong.append("other marts")
        if name == "backup":
            Archive(self.folder / "taken.zip")  # raises unless it is whole
            wrong += [f"{left.name} is left" for left in self.folder.glob(".taken.zip.*")]
        return wrong

    def twice(self, number: int) -> tuple[str, list[str]]:
        """`settle --season` killed in one of its calls, and its repeat in one of its own: as many numbers as calls
        have each first one.
        """
        words, before = self.commands["settle season"]
        calls = self.whole["settle season"][2]
        first, second = number * 61 % calls, random.Random(number).randrange(calls)
        store = self.folder / "now"
        shutil.rmtree(store, ignore_errors=True)
        shutil.copytree(before, store)
        for call in (first, second):
            peder(store, *words, kill_at=call + 1)
        return f"calls {first + 1} and {second + 1}", self.repeated("settle season", store)


def _nameless(store: Path) -> list[str]:
    """The players of whole sessions whom the table of players lacks."""

    def work() -> str:
        opened = Store(store)
        known = set(opened.read("players")["player_id"])
        played = set(opened.read("seats", columns=["player_id"])["player_id"].drop_nulls())
        return " ".join(sorted(played - known))

    return [f"nobody knows {player}" for player in in_fork(work).split()]
