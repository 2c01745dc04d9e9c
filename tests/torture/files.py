"""Files of every format, cut, mixed and damaged: a whole import, or one sentence and nothing left."""

from __future__ import annotations

import gzip
import json
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl

from engine.api import VARIANTS, PederError
from pipeline.formats.csv.nights import Terms, nights_of
from pipeline.formats.csv.sheet import read_sheet
from pipeline.formats.json.reader import import_json
from pipeline.formats.json.writer import export_json
from pipeline.formats.ohh.reader import import_ohh
from pipeline.formats.ohh.writer import export_ohh
from pipeline.formats.phh.session import import_together
from pipeline.formats.phh.writer import export_phh
from pipeline.formats.pokernow.ledger import import_ledger
from pipeline.formats.pokernow.log import import_log
from pipeline.formats.sessions import write_import
from pipeline.simulation.runs import Run, simulate
from pipeline.store.backup.restore import restore_backup
from pipeline.store.backup.take import take_backup
from pipeline.store.manifest import damage
from pipeline.store.people import Registry
from pipeline.store.store import Store
from tests.pipeline.formats.logs import SAMPLE
from tests.torture.mutations import damaged, no_disk

LEDGER = """player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net
Karen,p1,2026-04-28T02:26:25.976Z,,200,,226,26
Per,p4,2026-04-28T01:20:11.002Z,2026-04-28T02:40:00.000Z,250,224,0,-26
"""
PHH = """variant = 'N2L1D'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ['d dh p1 7c5d4h3sKc', 'd dh p2 ??????????', 'd dh p3 ??????????', 'p3 f', 'p1 cc', 'p2 cc',
  'p1 sd Kc', 'p2 sd ????', 'd dh p1 2c', 'd dh p2 ????', 'p1 cbr 10', 'p2 cc',
  'p1 sm 7c5d4h3s2c', 'p2 sm 8c7d4s3h2d']
players = ['Anna', 'Bo', "Carl o'Hara"]
finishing_stacks = [111, 88, 100]
"""
"""A hand of which a house took one chip."""
SHEET = "Dato;Anna;Bo;Carl\n4.1.2019;120,50;-100;-20,50\n18-1-2019;-1.250,00;1250;\n31/01/19;(75);;75 kr.\n"


def files(folder: Path, first: int, count: int) -> Iterator[tuple[int, str, list[str]]]:
    """Try damaged files of each format in turn: the number, what it was, what is wrong."""
    with no_disk():
        whole = _whole(folder)
        names = sorted(whole)
        for number in range(first, count):
            draw = random.Random(number)
            name = names[number % len(names)]
            data = _changed(whole[name], draw)
            yield number + 1, f"file {number} ({name})", list(_wrong(folder, name, data))


def right_store(folder: Path) -> Store:
    """A store with an import and a run, and its backup beside it, `right.zip`."""
    store = Store(folder / "right")
    write_import(store, [import_log(SAMPLE)])
    played = Run(variants=[VARIANTS["texas-holdem"]], hands=5, players=3, seed=1, detail="cards")
    simulate(store, played, session_id="r1")
    take_backup(store, folder / "right.zip")
    return store


def _whole(folder: Path) -> dict[str, bytes]:
    """A right file of each format."""
    store = right_store(folder)
    export_json(store, [], folder / "right.jsonl")
    text = (folder / "right.jsonl").read_text()
    *lines, end = text.splitlines(keepends=True)
    no_sum = {key: value for key, value in json.loads(end).items() if key != "sha256"}
    stud = Run(variants=[VARIANTS["razz"], VARIANTS["badugi"]], hands=3, players=3, seed=1, detail="cards")
    simulate(store, stud, session_id="r2")
    export_ohh(store, [], folder / "right.ohh")
    export_phh(store, [], folder / "right.phhs", skip=True)
    head, *rows = SAMPLE.read_bytes().splitlines(keepends=True)
    return {
        "json": text.encode(),
        "json-unsummed": "".join([*lines, json.dumps(no_sum), "\n"]).encode(),
        "json-packed": gzip.compress(text.encode(), mtime=0),
        "ohh": (folder / "right.ohh").read_bytes()[:20_000],
        "log": head + b"".join(rows[-220:]),
        "log-packed": gzip.compress(head + b"".join(rows[-220:]), mtime=0),
        "phh": PHH.encode(),
        "phhs": b"\n[20]\n".join((folder / "right.phhs").read_bytes().split(b"\n[20]\n")[:1]),
        "ledger": LEDGER.encode(),
        "sheet": SHEET.encode(),
        "sheet-utf-16": SHEET.encode("utf-16"),
        "backup": (folder / "right.zip").read_bytes(),
    }


def _changed(data: bytes, draw: random.Random) -> bytes:
    """Damaged, in another encoding, with a long name or number put in, or with a path that leads out."""
    match draw.randrange(12):
        case 0:
            return data.decode(errors="replace").encode("utf-16")
        case 1:
            return data.decode(errors="replace").encode("latin-1", errors="replace")
        case 2:
            place = draw.randrange(len(data))
            return data[:place] + draw.choice([b"9", b"A", b"../"]) * 10_000 + data[place:]
        case 3:
            return data.replace(b"\n", b"\r\n")
        case _:
            return damaged(data, draw)


def _wrong(folder: Path, name: str, data: bytes) -> Iterator[str]:
    file, store = folder / "tried", Store(folder / "store")
    file.write_bytes(data)
    shutil.rmtree(store.path, ignore_errors=True)
    try:
        _read(name)(store, file)
    except PederError as error:
        if "\n" in str(error) or len(str(error)) > 2000:
            yield f"no sentence: {str(error)[:200]!r}"
        if store.path.exists() and (store.session_ids() or store.unfinished()):
            yield f"something is left after {str(error)[:200]!r}"
        return
    except Exception as error:
        yield f"{error!r:.300}"
        return
    yield from (f"{session}: {fault}" for session, fault in damage(store.path))
    hands = store.read("hands").filter(status="confirmed")
    seats = store.read("seats").join(hands, on=["session_id", "hand_no"], how="semi")
    sums = seats.group_by("session_id", "hand_no").agg(pl.sum("paid"), pl.sum("won"))
    odd = sums.join(hands, on=["session_id", "hand_no"]).filter(
        pl.col("paid") + pl.col("pot_in") != pl.col("won") + pl.col("pot_out")
    )
    if len(odd):
        yield f"hands that don't add up: {odd['hand_no'].to_list()[:9]}"


def _read(name: str) -> Callable[[Store, Path], object]:
    match name.partition("-")[0]:
        case "json":
            return import_json
        case "backup":
            return restore_backup
        case "sheet":
            return lambda store, file: write_import(
                store, nights_of(read_sheet(file), Registry.of(store), Terms())
            )
        case "ohh":
            return lambda store, file: write_import(store, [import_ohh(file)])
        case "phh" | "phhs":
            return lambda store, file: write_import(store, [import_together([file])])
        case "log":
            return lambda store, file: write_import(store, [import_log(file)])
        case _:
            return lambda store, file: write_import(store, [import_ledger(file)])
