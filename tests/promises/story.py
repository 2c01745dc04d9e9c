"""A store with everything that this release can write, made by its own commands, and what it answers.

Two logged nights with every kind of line, corrections, drafts, loans, expenses, side bets, a carried pot and a hand bet by
bet; a night that was deleted; an own game in two versions; an import of each format, with a namesake; merged, renamed
and hidden players; a simulated season and run; payments of a night and a season, one taken back.
"""

from __future__ import annotations

import json
import shlex
import zipfile
from pathlib import Path
from typing import Any

from tests.pipeline.formats.logs import SAMPLE
from tests.promises.surface import answer, surface
from tests.stores import peder as run

OWN_GAME = """\
name = "Julestud"
like = "seven-card-stud"
wild = "deuces"
"""
SECOND = OWN_GAME.replace("deuces", "kings")
SHEET = "date,player,net\n2026-01-09,Anna,120.50\n2026-01-09,Bo Hansen,-120.50\n"
FIRST_NIGHT = """\
players Anna, Bo, Carl, Dorte, Erik, Frida
banker c
chip 25 øre
loan 2p50
7s 14 b3 c7 +d full house
. 11 a2 b2 +c
guts 2 a! b! ++
. +e
julestud 12 b4 +a quads
th 40 a=20 b2 +a side +c
baseball wild 2 hilo 12 +d hi flush +e lo 6-4
7s 12 e12/4 +d
mr 12 +d hi +e lo a both
; Dorte's birthday
joins Gustav after b
expense a 300 kr pizza for a,b,c
expense b 1.200 kr beer
buy e 1p cash
shadow b d 20
pay b d 5
7s 64 b* a2 +d
u
7s 4 !nd !error b got one card too few
rename e Erik Holm
crs 14 +d (9c 2d Qs / 9s 3h 4h Kd) pair
: 7s
b2 g. c. d. e- f- a-
+d two pair
7s 9 ++
loan 1p
. 8 +b
edit 2 . 11 a2 b2 +d
7s 9 ++
count a 4p !
end shared
"""
SECOND_NIGHT = """\
players Anna, Bo, Carl, Dorte, Bo Hansen
banker a
chip 0.50 kr
julestud 12 boa4 +a full house
omaha 24 a0 +c straight
woolworth 10 +d
liars-poker 4 +d
u
poker-dice 2 +c
end
"""


SEEDED = Path(__file__).parents[1] / "golden" / "seeded-hands.json"
KEPT = (
    ("settle", "2026-03-06"), ("settle", "2026-04-10"), ("settle", "--season", "2026"), ("settle", "sheet-2026-01-09"),
    ("bank", "2026-03-06"), ("bank", "2026-04-10"), ("standings",), ("nights",),
    ("sql", "select session_id, status, count(*) as n, sum(pot) as pots from stg_hands group by all order by all"),
    ("sql", "select session_id, player_id, count(*) as n, sum(net) as net from stg_seats group by all order by all"),
    ("sql", "select session_id, kind, count(*) as n, sum(chips) as chips from stg_bank group by all order by all"),
)  # fmt: skip
"""What the store answers, to the øre: later releases answer the same, and may add."""


def tell(store: Path) -> None:
    """Live through the evenings in an empty store."""
    work = store.parent

    def written(name: str, text: str) -> Path:
        (work / name).write_text(text, encoding="utf-8")
        return work / name

    def do(*words: str | Path, code: int = 0) -> Any:
        return run(store, *words, code=code)

    do("game", "add", written("julestud.toml", OWN_GAME))
    do("log", "2026-03-06", "--season", "2026", "--place", "Farum", "--keep-going",
       "--from", written("first.txt", FIRST_NIGHT))  # fmt: skip
    do("game", "add", written("julestud.toml", SECOND), "--replace")
    do("log", "2026-04-10", "--season", "2026", "--keep-going", "--from", written("second.txt", SECOND_NIGHT))
    do("log", "2026-04-11", "--from", written("wrong.txt", "players Anna, Bo, Carl\n7s 5 +a\n"))
    do("nights", "delete", "2026-04-11")
    do("import", SAMPLE, "--season", "online")
    do("import", "csv", written("sheet.csv", SHEET), "--season", "2026")
    do("simulate", "season", "--into", "tried", "--nights", "2", "--seed", "7")
    do("simulate", "seven-card-stud", "-n", "200", "-k", "4", "--seed", "3", "--detail", "cards")
    do("simulate", "guts", "-n", "200", "-k", "4", "--seed", "3")
    other = work / "other"
    run(
        other,
        "simulate",
        "texas-holdem",
        "-n",
        "40",
        "-k",
        "4",
        "--seed",
        "5",
        "--detail",
        "cards",
        "--session",
        "away",
        code=0,
    )
    for kind in ("ohh", "phh", "json"):
        run(other, "export", kind, "away", "--out", work / f"away.{kind}", code=0)
        do("import", kind, work / f"away.{kind}", *(() if kind == "json" else ("--session", f"away-{kind}")))
    do("players", "alias", "carl", "Kalle")
    do("players", "pay", "anna", "MobilePay 12 34 56 78")
    do("settle", "2026-03-06", "--all-paid")
    do("settle", "--season", "2026", "--paid", "Bo Anna 10 kr")
    do("settle", "--season", "2026", "--paid", "Bo Dorte 1 kr")
    do("settle", "--season", "2026", "--take-back", "2")


def freeze(folder: Path, work: Path) -> None:
    """Write a release's folder: the store as a backup, what it answers, what others build on."""
    store = work / "store"
    tell(store)
    folder.mkdir(parents=True, exist_ok=True)
    run(store, "store", "backup", work / "backup.zip", code=0)
    with zipfile.ZipFile(folder / "store.zip", "w", zipfile.ZIP_LZMA) as packed:
        packed.write(work / "backup.zip", "backup.zip")
    answers = {shlex.join(words): answer(store, *words) for words in KEPT}
    seeds = json.loads(SEEDED.read_text(encoding="utf-8"))
    for name, data in {**surface(store), "answers": answers, "seeds": seeds}.items():
        text = json.dumps(data, ensure_ascii=False, indent=0, sort_keys=True)
        (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")
