"""What a power cut or a full disk leaves: any file of a store cut, zeroed or lengthened at any byte, and commands whose
files can't grow. Each command then works or says in a sentence why not, and no line of a journal goes.
"""

from __future__ import annotations

import json
import random
import resource
import shutil
from collections import defaultdict
from pathlib import Path

from tests.pipeline.formats.logs import SAMPLE
from tests.torture.child import Done, peder
from tests.torture.files import SHEET
from tests.torture.kills import GAME, NIGHT, Kills

READING = (
    ["check"], ["sql", "select count(*) as n from mart_hands"], ["standings", "2026"], ["settle", "n1"],
    ["settle", "--season", "2026"], ["nights"], ["players"], ["players", "show", "anna"], ["bank", "n1"],
    ["hands", "winner=Anna"], ["game", "list"], ["report", "season", "2026", "--out", "{folder}/season.html"],
    ["export", "json", "--all", "--out", "{folder}/all.jsonl"], ["backup", "{folder}/backup.zip"],
)  # fmt: skip
WRITING = (
    ["log", "n1", "--from", "{folder}/more.txt"], ["log", "n9", "--from", "{folder}/season.txt"],
    ["players", "rename", "bo", "Bodil"], ["players", "note", "anna", "never bluffs"], ["players", "split", "pokernow:aK3vQ9xLm2"],
    ["settle", "--season", "2026", "--paid", "Bo Anna 1 kr !"], ["settle", "--season", "2026", "--take-back", "2"],
    ["settle", "n2", "--paid", "Bo Anna 1 kr !"], ["log", "n1", "--repair"], ["check", "--accept"], ["build"],
    ["nights", "delete", "n2"], ["nights", "restore", "n3"], ["game", "add", "{folder}/woolworth.toml", "--replace"],
    ["import", "csv", "{folder}/sheet.csv", "--replace"],
)  # fmt: skip
LIMITS = (0, 1, 30, 200, 700, 1500, 3000, 6000, 12_000, 40_000)
"""Bytes that a file may have on a full disk."""


def said_badly(done: Done) -> bool:
    """Whether a command neither worked nor said in a sentence why not."""
    return done.fault or done.code == -9 or (bool(done.code) and not done.said.strip())


class Cuts:
    """A store with something of everything, and copies of it with one file damaged."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.sound = folder, folder / "sound"
        for name, lines in (
            ("season.txt", ["season 2026", *NIGHT]), ("more.txt", ["7s 12 +a", "bo paid 100 kr beer"]),
            ("own.txt", ["woolworth 14 +a", "end !"]),
        ):  # fmt: skip
            (folder / name).write_text("\n".join(lines) + "\n")
        (folder / "woolworth.toml").write_text(GAME)
        (folder / "sheet.csv").write_text(SHEET)
        (folder / "backups").mkdir()
        for words in (
            *(["log", night, "--from", "{folder}/season.txt"] for night in ("n1", "n2", "n3")),
            ["game", "add", "{folder}/woolworth.toml"], ["log", "n2", "--from", "{folder}/own.txt"],
            ["import", "pokernow-log", str(SAMPLE), "--season", "2026"], ["import", "csv", "{folder}/sheet.csv"],
            ["players", "note", "anna", "bluffs"], ["players", "merge", "pokernow:aK3vQ9xLm2", "carl"],
            ["backup", "{folder}/backups", "--after-nights"], ["nights", "delete", "n3"],
            ["settle", "n1", "--all-paid"], ["settle", "--season", "2026", "--all-paid"],
            ["settle", "--season", "2026", "--take-back", "1"], ["build"],
        ):  # fmt: skip
            done = self._peder(self.sound, words)
            assert not done.code, (words, done)
        kinds: dict[str, list[Path]] = defaultdict(list)
        for place in sorted(one for one in self.sound.rglob("*") if one.is_file() and one.stat().st_size):
            path = place.relative_to(self.sound)
            kinds["/".join("=" if "=" in part else part for part in path.parts)].append(path)
        self.kinds = [*kinds.values()]

    def _peder(self, store: Path, words: list[str]) -> Done:
        return peder(store, *(word.replace("{folder}", str(self.folder)) for word in words))

    def once(self, number: int) -> tuple[str, list[str]]:
        """One damage and some commands after it, drawn from its number."""
        draw = random.Random(number)
        path = draw.choice(draw.choice(self.kinds))
        store = self.folder / "now"
        shutil.rmtree(store, ignore_errors=True)
        shutil.copytree(self.sound, store)
        data = (store / path).read_bytes()
        cut = draw.randrange(len(data)) if draw.random() < 0.8 else max(0, len(data) - draw.randint(1, 60))
        how, tail = draw.choice([
            ("cut", b""), ("cut", b""), ("zeroed", bytes(len(data) - cut)), ("overwritten", draw.randbytes(len(data) - cut)),
            ("lengthened", data[cut:] + bytes(draw.randint(1, 4096))),
        ])  # fmt: skip
        (store / path).write_bytes(data[:cut] + tail)
        before = _lines(store)
        commands = [
            draw.choice(READING),
            draw.choice(WRITING),
            draw.choice(READING),
            draw.choice(WRITING),
            ["check"],
        ]
        wrong = []
        for words in commands:
            done = self._peder(store, words)
            if said_badly(done):
                wrong.append(f"{words[:3]}: {done}"[:600])
        if lost := before - _lines(store):
            wrong.append(f"{commands}: lines are gone: {sorted(lost)[:3]}")
        return f"{path} {how} at {cut} of {len(data)}", wrong


def _lines(store: Path) -> set[tuple[str, int, str]]:
    """The lines that the files of journals still have, those that were set aside and deleted too."""
    lines = set()
    for place in [*store.glob("journal/**/*"), *store.glob("deleted/*/*")]:
        for text in place.read_bytes().splitlines() if place.is_file() else []:
            try:
                rows = json.loads(text)
            except ValueError:
                continue
            entries = rows if isinstance(rows, list) else [rows]
            lines |= {
                (place.name.partition(".")[0], one["n"], one["line"])
                for one in entries
                if isinstance(one, dict) and "line" in one
            }
    return lines


def bounded(kills: Kills, number: int) -> tuple[str, list[str]]:
    """A command whose files may have a few bytes only, and its repeat where there is room again."""
    name = kills.names[number % len(kills.names)]
    limit = random.Random(number).choice(LIMITS)
    words, before = kills.commands[name]
    store = kills.folder / "now"
    shutil.rmtree(store, ignore_errors=True)
    shutil.copytree(before, store)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    try:
        done = peder(store, *words)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    wrong = [f"{done}"[:600]] if said_badly(done) or "[Errno" in done.said else []
    wrong += kills.repeated(name, store)
    if (checked := peder(store, "check")).code:
        wrong.append(f"check: {checked.said[-600:]}")
    return f"{name} in files of {limit} bytes", wrong
