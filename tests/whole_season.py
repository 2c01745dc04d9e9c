"""A small season from its first line to its pages: all that Peder prints and writes on the way, in one folder.

``python -m tests.whole_season FOLDER`` lives it at fixed times, so that two of them are the same to the byte under
any ``PYTHONHASHSEED`` (`tests/test_hash_seeds.py`).
"""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from contextlib import chdir
from datetime import UTC, datetime, tzinfo
from itertools import count
from pathlib import Path
from unittest import mock

from typer.testing import CliRunner

import engine.compile.jit  # noqa: F401 - a first command that needs no kernels would have all of them run as plain Python
import pipeline

SAMPLES = Path(pipeline.__file__).parent / "formats" / "samples"
TABLE = "players Anna, Bo, Carl, Dorte, Erik, Frida"
NIGHTS = {
    "2026-01-09": (
        TABLE, "banker c", "chip 25 øre", "loan 2p50", "season 2026", "7s 14 b3 c7 +d full house", "20 a0 e0 f6 +d two pair",
        "guts 2 +a b!", ". +e", "woolworth 22 c2 f2 +b straight", "omaha/8 16 a0 f0 e4 +c hi full house +d lo", "7s x", "7s y",
        "hold'em 12 +a +b", "expense a 125 kr pizza", "expense b 80 kr beer for a, b, c", "loan k 50 Ken buys", "buy e 50",
        "joins Karen", "pay a b 5 kr", "bank", "settle", "history", "drafts", "nonsense that nobody can read", "? loan", "end !",
    ),
    "2026-01-16": (
        "players Anna, Bo, Erik, Karen, Frida", "banker a", "chip 25 øre", "loan 2p50", "season 2026", "straight-poker 9 b2 e2 +a",
        "holdem 12 a2 +b", ". 12 a2 +b", "u", "woolworth 16 e4 k4 +a", "guts 2 +b", "count a 30, b 20", "bank", "end !",
    ),
    "2026-01-23": (
        "players Anna=a, Bo=b, Dorte=d", "chip 25 øre", "loan 2p50", "season 2026", "holdem 12 a2 +b",
        "baseball 26 a2 +d", "a raises", "and", "bank", "end !",
    ),
}  # fmt: skip
SHEET = "Dato;Anna;Bo;ANNA K;Zoë;Zoe;Frída;Frida;I alt;Noter\n4.1.2025;120,5;-120,5;20;-20;10;-10;0;0;hos Bo\n11.1.2025;-40;40;10;-10;5;-5;;;\n"
LEDGERS = (
    "date,player,net\n2024-01-04,Bo,120\n2024-01-04,Bo Hansen,-120\n2024-02-01,bo!,-40\n2024-02-01,Carl,40\n"
)
COMMANDS = (
    "--help", "log --help", "report --help", "hands --help", "export --help", "import --help", "--lang da --help",
    "nights", "nights --json", "standings", "standings --json", "settle 2026-01-09", "settle 2026-01-09 --json",
    "settle --season 2026", "settle --season 2026 --json", "settle --season 2026 --text", "bank 2026-01-09", "bank 2026-01-09 --json",
    "players", "players --json", "players merge Zoe Zoë", "players tag Anna loud late zany", "players note Anna tight", "players show Anna",
    "players alias Anna Annie", "players", "players --tag late", "players split Zoe",
    "variants", "variants --json", "variants stud", "variants wild", "variants xyz", "show woolworth", "show guts", "show holdm", "show 7s --json",
    "rulings", "rulings --json", "meld woolworth AsKsQsJsTs", "game list", "game check store/games/woolworth.toml", "game share woolworth",
    "players split zoe-2", "hands", "hands --json", "hands player=Anna", "hands player=Anna game=7s,guts", "hands with deuces wild", "hands Bo won", "hands vs=Anna nonsense=3",
    "hands playr=Bo", "hands --out hands.html", "check", "check --json", "check --deep", "store", "store build", "store check",
    "simulate holdem guts baseball -n 200 --session one --json", "simulate holdem 7s -n 100 --session two --detail cards --profiles friends,careful",
    "simulate holdem -n 100 --session three --detail actions --add 'wild 2'",
    "compare holdem guts -n 200", "compare holdem guts -n 200 --json", "compare holdem guts -n 100 --per hand",
    "profile fit", "simulate season --nights 2 --seed 3 --into sim", "standings sim", "next 2026-02-06 --out next.ics",
    "sql 'select * from mart_player_nights'", "sql 'select * from mart_standings' --json", "sql 'select player_id, count(*) from stg_seats group by all order by all'",
    "sql 'select * from nowhere'", "sql 'select nothing from mart_standings'",
    "export csv mart_standings --out e.csv", "export csv seats --out seats.csv", "export parquet hands --out h.parquet", "export json 2026-01-09 --out n.json", "export json --all --out all.json", "export ohh two --out ohh.json", "export phh two --skip --out phh.phhs",
    "export pokerstars two --out ps.txt", "export duckdb all.duckdb",
    "report --all pages", "--lang da report --all sider", "report --publish public", "report night 2026-01-09 --text", "report season 2026 --text", "report player Anna --out a.html", "report variants --out v.html",
    "report night 2026-01-09 --json", "report season 2026 --json", "report season sim --out sim.html", "report player Anna --season sim --out anna.html",
    "import json all.json --replace", "settle --season 2026 --paid 'Bo Anna 1 kr'", "settle --season 2026", "nights delete 2026-01-23", "nights", "store backup b.peder", "store restore b.peder", "app app",
    "loog", "report nigth", "export cvs",
)  # fmt: skip


NOT_COMPARED = frozenset({".cache", ".backups.json", ".peder-site.json", "b.peder", "all.duckdb"})
"""What may differ: caches, what states the times of files, and a database, whose rows have no order."""


class _Clock(datetime):
    """A clock that stands still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return datetime(2026, 2, 1, 12, tzinfo=tz or UTC)


def live(folder: Path) -> None:
    """Live the season in a folder: its store, what was printed, and what was written."""
    from pipeline.cli import app

    said = folder / "said"
    said.mkdir(parents=True)
    number = count(1)

    def run(*words: str, typed: str | None = None) -> None:
        result = CliRunner().invoke(app, ["--store", "store", *words], input=typed)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        name = f"{next(number):03} {' '.join(words)[:60]}".replace("/", "_")
        output = re.sub(r"in [\d.]+ seconds", "in some seconds", result.output)
        output = re.sub(
            r".*, once.*: (?:half a minute|some seconds)\.\n", "", output
        )  # kernels not compiled yet
        (said / name).write_text(f"{result.exit_code}\n{output}", encoding="utf-8")

    with (
        chdir(folder),
        mock.patch("pipeline.simulation.runs.datetime", _Clock),
        mock.patch("pipeline.store.backup.archive.datetime", _Clock),
        mock.patch("secrets.token_hex", lambda n: "ab" * n),
    ):
        run("game", "add", str(SAMPLES / "woolworth.toml"))
        for night, lines in NIGHTS.items():
            os.environ["PEDER_CLOCK"] = f"{night}T19:00:00+01:00"
            Path(f"{night}.txt").write_text("\n".join(lines), encoding="utf-8")
            run("log", night, "--from", f"{night}.txt", "--keep-going")
            run("log", night, "--history")
        Path("sheet.csv").write_text(SHEET, encoding="utf-8")
        Path("old.csv").write_text(LEDGERS, encoding="utf-8")
        run("import", "csv", "sheet.csv", "--preview")
        run("import", "csv", "sheet.csv")
        run("import", "old.csv")
        run("import", "old.csv", "--merge")
        run("import", str(SAMPLES / "pokernow-sample.csv"), "--season", "2026")
        for command in COMMANDS:
            run(*shlex.split(command))
        serve()


def serve() -> None:
    """What phones are sent."""
    from pipeline.night.service import NightService
    from pipeline.serve.conflicts import Role
    from pipeline.serve.shared import SharedNight
    from pipeline.serve.view import catalogue

    os.environ["PEDER_CLOCK"] = "2026-01-30T19:00:00+01:00"
    with NightService(Path("store"), "2026-01-30") as service:
        table = SharedNight(service)
        answers = [
            table.enter(line, key=f"phone-a-{n}", seen=10**6, role=Role.BANKER)
            for n, line in enumerate([*NIGHTS["2026-01-09"][:-1], "holdem 12 a2 +b", "betal b d 5"])
        ]
        seen = json.loads(table.view())
        told = {
            "answers": answers,
            "view": seen,
            "bank": table.bank(),
            "catalogue": catalogue(service.night.games),
        }
    Path("served.json").write_text(json.dumps(told, indent=1, default=str), encoding="utf-8")


if __name__ == "__main__":
    live(Path(sys.argv[1]))
