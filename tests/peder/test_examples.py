"""The examples in docstrings run, and all that `import peder` offers has one."""

from __future__ import annotations

import doctest
import inspect
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import engine.api
import peder
from pipeline.analysis.demo import SAMPLES
from pipeline.analysis.frames import OpenStore
from pipeline.analysis.marts import open_marts, tables_of
from pipeline.bank.ledger import BankEntry, BankKind, NightLedger
from pipeline.formats.pokernow.log import import_log
from pipeline.formats.sessions import write_import
from pipeline.night.replay import Replay
from pipeline.night.service import NightService
from pipeline.store.store import Store
from reports.figures import Figures
from tests.reports.house import build_house

ROOT = Path(peder.__file__).parents[1]
FOLDERS = ("engine", "language", "peder", "pipeline", "queries", "reports")
MODULES = sorted(
    ".".join(place.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for folder in FOLDERS
    for place in (ROOT / folder).rglob("*.py")
    if ">>> " in place.read_text("utf-8")
)
IMPORT = re.compile(r"^ *from ([\w.]+) import (\([^)]*\)|.*)", re.MULTILINE)
FUNCTION = re.compile(r"^def ([a-z]\w*)\(.*?(?=^[^\s)]|\Z)", re.MULTILINE | re.DOTALL)
"""A public function of a module, to the next line that isn't indented: parsing all sources takes a second."""

LINES = (
    "players Anna, Bo, Carl, Dorte",
    "banker d",
    "chip 25 øre",
    "loan 150",
    "7s 14 b3 +d full house",
    "hold'em 20 a4 +b",
    "omaha/8 10 b2 +c hi +d lo",
    "straight 12 +a",
)
WITHOUT_EXAMPLE = {
    "engine.compile.cache.is_compiled": "depends on what was compiled before",
    "engine.compile.jit.kernel": "compiles",
    "engine.players.training.card_games.train_game": "trains",
    "pipeline.analysis.compare.compare": "plays two games",
    "pipeline.analysis.marts.check_store": "runs all checks, for a second",
    "pipeline.analysis.own_group.estimate_group": "plays hands of friends, for a second",
    "pipeline.analysis.own_group.find_group": "fits profiles, for ten seconds",
    "pipeline.analysis.precision.simulate_until": "plays a game until it is known",
    "pipeline.analysis.site.write_site": "writes all pages, for seconds",
    "pipeline.distributed.cluster_workers": "needs a scheduler and workers",
    "pipeline.distributed.summed_by": "takes a second",
    "pipeline.formats.duckdb_file.export_duckdb": "writes all marts, for a second",
    "pipeline.night.prompt.app.run": "reads a terminal",
    "pipeline.serve.app_folder.write_app": "packs Python for phones, which takes seconds",
    "pipeline.serve.run.serve": "serves until a signal",
    "pipeline.simulation.fitting.table_figures": "plays 6,000 deals in every seating",
}
"""Functions that another part of the program imports, and why their docstring shows no example."""
PARTS_WITHOUT = {"engine/kernel"}
"""Parts whose functions take the state of a kernel, and show no example yet."""
PARSER = ("pipeline", "night", "parser")


def example_night() -> NightLedger:
    """A night in the bank's ledger: Anna, the banker, won 30 chips and a side bet of 5, and paid for pizza."""
    parts = [
        BankEntry(
            kind=BankKind.EXPENSE, player_id=player, counterparty_id="anna", money=Decimal(60), note="pizza"
        )
        for player in ("anna", "bo")
    ]
    bet = BankEntry(kind=BankKind.BET, player_id="anna", counterparty_id="bo", chips=5)
    return NightLedger(
        name="2026-11-27",
        currency="DKK",
        chip_value=Decimal("0.50"),
        banker_id="anna",
        nets={"anna": 30, "bo": -30},
        entries=[bet, *parts],
        hands=40,
        drafts=2,
    )


def log_night(folder: Path) -> Replay:
    """Log a night of four players and four hands, a line a minute from 19:00 UTC, and derive its tables."""
    moments = (datetime(2026, 11, 27, 19, minute, tzinfo=UTC) for minute in count())
    with NightService(folder, "2026-11-27", now=lambda: next(moments)) as service:
        for line in LINES:
            assert service.enter(line).status == "kept"
        return service.replay


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """What examples may use: `folder` is that of a store of six friends' season, and `store` has it open; `con` reads its
    marts, and `tables` are its files. `night` is the ledger of a night of another group, `log` a PokerNow log, `online` the store of its
    hands, `logged` the folder of a store with a night that was logged, and `replay` that night. `tmp` is an empty folder.
    """
    folder = build_house(tmp_path_factory.mktemp("house"), nights=12, hands=24, run_hands=40).path
    log = SAMPLES / "pokernow-sample.csv"
    online = Store(tmp_path_factory.mktemp("online"))
    write_import(online, [import_log(log)])
    logged = tmp_path_factory.mktemp("logged")
    replay = log_night(logged)
    with peder.open_store(folder) as store, open_marts(folder) as con:
        yield {
            "peder": peder,
            "folder": folder,
            "store": store,
            "con": con,
            "tables": tables_of(Store(folder)),
            "night": example_night(),
            "log": log,
            "online": online,
            "logged": logged,
            "replay": replay,
        }


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str, names: dict[str, Any], tmp_path: Path) -> None:
    if name == "pipeline.distributed":
        pytest.importorskip("obstore", reason="needs the extra peder[cluster]")
    known = {**names, "tmp": tmp_path}
    result = doctest.testmod(import_module(name), extraglobs=known, raise_on_error=False)
    assert result.attempted > 0
    assert result.failed == 0


def test_functions_of_the_engine_show_an_example() -> None:
    """All functions of its public API, except those that compile or train."""
    slow = {"compile_kernels", "is_compiled", "train_game"}
    names = {name for name in {*vars(engine.api), *engine.api._MODULES} - slow if not name.startswith("_")}
    functions = {name: inspect.unwrap(getattr(engine.api, name)) for name in names}
    without = [
        name
        for name, one in functions.items()
        if inspect.isfunction(one)
        and one.__module__.startswith("engine")
        and ">>> " not in (one.__doc__ or "")
    ]
    assert without == []


@pytest.mark.parametrize("offered", [peder, OpenStore, Figures])
def test_what_analysts_call_shows_an_example(offered: Any) -> None:
    without = [
        name
        for name, member in inspect.getmembers(offered)
        if not name.startswith("_") and (inspect.isfunction(member) or inspect.isdatadescriptor(member))
        if ">>> " not in (member.__doc__ or "")
        and inspect.getmodule(member) in (None, inspect.getmodule(offered))
    ]
    assert without == []


@pytest.mark.parametrize("folder", ["queries", "reports"])
def test_every_function_of_a_folder_shows_an_example(folder: str) -> None:
    without = []
    for place in sorted((ROOT / folder).rglob("*.py")):
        name = ".".join(place.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        functions = map(inspect.unwrap, filter(callable, vars(import_module(name)).values()))
        without += [
            f"{name}.{one.__name__}"
            for one in functions
            if inspect.isfunction(one) and one.__module__ == name and not one.__name__.startswith("_")
            if ">>> " not in (one.__doc__ or "")
        ]
    assert without == []


def part_of(place: Path) -> str:
    """The part of the program that a source file belongs to: `pipeline/bank`, `engine/cards`, `peder`; the log's parser
    is one of its own.
    """
    parts = place.relative_to(ROOT).parts[:-1]
    return "/".join(parts if parts[:3] == PARSER else parts[:2])


def sources(*folders: str) -> Iterator[tuple[str, str, str]]:
    """The part, module and text of each source file in some folders."""
    for place in sorted(place for folder in folders for place in (ROOT / folder).rglob("*.py")):
        module = ".".join(place.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        yield part_of(place), module, place.read_text("utf-8")


def test_functions_that_another_part_imports_show_an_example() -> None:
    importing: dict[tuple[str, str], set[str]] = {}
    for part, _, text in sources(*FOLDERS):
        for module, names in IMPORT.findall(text):
            for name in re.findall(r"\w+", names):
                importing.setdefault((module, name), set()).add(part)
    without = []
    for part, module, text in sources("engine", "pipeline"):
        functions = {one[1]: one[0] for one in FUNCTION.finditer(text)}  # of overloads the last
        without += [
            f"{module}.{name}"
            for name, code in functions.items()
            if part not in PARTS_WITHOUT and importing.get((module, name), set()) - {part}
            if ">>> " not in code
        ]
    assert sorted(without) == sorted(WITHOUT_EXAMPLE)
