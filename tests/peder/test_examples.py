"""The examples in docstrings run, and all that `import peder` offers has one."""

from __future__ import annotations

import ast
import doctest
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

import engine.api
import peder
from pipeline.analysis.frames import OpenStore
from pipeline.analysis.marts import open_marts, tables_of
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


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """What examples may use: `folder` is that of a store of six friends' season, and `store` has it open; `con` reads its
    marts, and `tables` are its files. `tmp` is an empty folder.
    """
    folder = build_house(tmp_path_factory.mktemp("house"), nights=12, hands=24, run_hands=40).path
    with peder.open_store(folder) as store, open_marts(folder) as con:
        yield {
            "peder": peder,
            "folder": folder,
            "store": store,
            "con": con,
            "tables": tables_of(Store(folder)),
        }


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str, names: dict[str, Any], tmp_path: Path) -> None:
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


def functions_for_others(folder: str) -> Iterator[FunctionType]:
    """The functions of a folder that modules of other folders use."""
    for place in sorted(place for name in FOLDERS if name != folder for place in (ROOT / name).rglob("*.py")):
        nodes = [*ast.walk(ast.parse(place.read_text("utf-8")))]
        modules: dict[str, ModuleType] = {}
        for node in nodes:
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == folder:
                assert node.module
                for name in node.names:
                    of = import_module(node.module)
                    if not hasattr(of, name.name):
                        import_module(f"{node.module}.{name.name}")
                    match getattr(of, name.name):
                        case FunctionType() as function:
                            yield function
                        case ModuleType() as module:
                            modules[name.asname or name.name] = module
        for node in nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                function = getattr(modules.get(node.value.id), node.attr, None)
                if isinstance(function, FunctionType):
                    yield function


COMPLETE = [
    "queries.builder", "queries.cache", "queries.meanings", "queries.models", "queries.outputs",
    "queries.parsed", "queries.run_sums", "queries.sources", "queries.system", "queries.warehouse",
    "reports.charts.chooser", "reports.charts.form", "reports.charts.games", "reports.charts.layout",
    "reports.charts.lines", "reports.charts.rows", "reports.charts.standalone", "reports.charts.styles",
    "reports.charts.totals", "reports.components.amounts", "reports.components.blocks",
    "reports.components.calendar", "reports.components.columns", "reports.components.drill_down",
    "reports.components.findings", "reports.components.hand_log", "reports.components.html",
    "reports.components.links", "reports.components.meanings", "reports.components.numbers",
    "reports.components.palette", "reports.components.replays", "reports.components.scripts",
    "reports.components.still", "reports.components.streaks", "reports.data.cast", "reports.data.frames",
    "reports.data.game_frames", "reports.data.hand_frames", "reports.data.luck_frames",
    "reports.data.night_frames", "reports.data.player_frames", "reports.manifest", "reports.page",
    "reports.page_json", "reports.pages.awards", "reports.pages.forecast", "reports.pages.game_chooser",
    "reports.pages.hands", "reports.pages.index", "reports.pages.luck", "reports.pages.moments",
    "reports.pages.night", "reports.pages.player", "reports.pages.player_games", "reports.pages.player_rates",
    "reports.pages.player_tables", "reports.pages.season", "reports.pages.season_games",
    "reports.pages.season_luck", "reports.pages.season_nights", "reports.pages.season_standings",
    "reports.pages.settlement", "reports.pages.story", "reports.pages.variants", "reports.pictures.drawing",
    "reports.pictures.posters", "reports.pictures.strip", "reports.search.columns", "reports.search.fields",
    "reports.search.hands", "reports.site",
]  # fmt: skip
"""The modules within which every public function shows an example: those that charts and statistics begin with."""


@pytest.mark.parametrize("name", COMPLETE)
def test_every_function_of_a_module_shows_an_example(name: str) -> None:
    module = import_module(name)
    functions = filter(inspect.isfunction, map(inspect.unwrap, filter(callable, vars(module).values())))
    offered = [one for one in functions if one.__module__ == name and not one.__name__.startswith("_")]
    assert offered
    assert [one.__name__ for one in offered if ">>> " not in (one.__doc__ or "")] == []


@pytest.mark.parametrize("folder", ["queries", "reports"])
def test_what_other_folders_call_shows_an_example(folder: str) -> None:
    offered = {f"{each.__module__}.{each.__name__}": each for each in functions_for_others(folder)}
    assert len(offered) > 20
    assert [name for name, each in offered.items() if ">>> " not in (each.__doc__ or "")] == []
