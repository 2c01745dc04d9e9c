"""What a group does the morning after a night, in processes of their own: seasons of 30 and 300 nights, with
nothing cached, after one more night, and with nothing new.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
from functools import cache
from importlib.resources import files
from pathlib import Path

from bench.marts import Spent, run_peder
from pipeline.analysis.derived import derive_luck
from pipeline.simulation.season import play_season
from pipeline.store.store import Store
from queries.cache import FOLDER

STEPS = {
    "first": "standings, first",
    "later": "standings after one more night",
    "memory": "memory of the first standings",
    "site": "report --all, first",
    "site later": "report --all after one more night",
    "site unchanged": "report --all with nothing new",
}
"""What is measured of a season, in this order."""


@cache
def _season(nights: int) -> Store:
    folder = tempfile.TemporaryDirectory(prefix="peder-bench-")
    atexit.register(folder.cleanup)
    store = Store(Path(folder.name) / "store")
    play_season(store, nights=nights, seed=1, season="bench")
    derive_luck(store)  # as the log does when a night is left
    return store


@cache
def _measured(nights: int) -> dict[str, Spent]:
    """The commands one after the other on a copy of a season."""
    with tempfile.TemporaryDirectory(prefix="peder-bench-") as folder:
        store, site = Store(Path(folder) / "store"), str(Path(folder) / "site")
        shutil.copytree(_season(nights).path, store.path, copy_function=os.link)
        times = {"first": run_peder(store, "standings")}
        shutil.rmtree(store.path / FOLDER / "marts")
        times["site"] = run_peder(store, "report", "--all", site)
        times["site unchanged"] = run_peder(store, "report", "--all", site)
        *_, night = play_season(store, nights=nights + 1, seed=1, season="bench")
        derive_luck(store, only=[night])
        times["later"] = run_peder(store, "standings")
        times["site later"] = run_peder(store, "report", "--all", site)
        return times


def everyday(step: str, nights: int) -> float:
    """The seconds that a step takes in a season of N nights, or the megabytes."""
    return _measured(nights)["first"].memory if step == "memory" else _measured(nights)[step].seconds


def hands_seconds() -> float:
    """The time of a search for the hands of a player, the marts built."""
    store = _season(30)
    run_peder(store, "build")
    return run_peder(store, "hands", "player=Anna", "pot>=100").seconds


def import_seconds() -> float:
    """The time to import ten nights of PokerNow: one, in ten years."""
    text = (files("pipeline") / "formats" / "samples" / "pokernow-sample.csv").read_text("utf-8")
    with tempfile.TemporaryDirectory(prefix="peder-bench-") as folder:
        logs = [Path(folder) / f"poker_now_log_{year}.csv" for year in range(2011, 2021)]
        for log in logs:
            log.write_text(re.sub(r"\b20\d\d(-\d\d-\d\dT)", rf"{log.stem[-4:]}\1", text), "utf-8")
        store = Store(Path(folder) / "store")
        spent = run_peder(store, "import", "pokernow", "--merge", *map(str, logs))
        if len(store.session_ids()) != len(logs):
            raise RuntimeError(f"{len(store.session_ids())} of {len(logs)} nights were imported")
        return spent.seconds


def settle_seconds() -> float:
    """The time to settle a season."""
    return run_peder(_season(30), "settle", "--season", "bench").seconds
