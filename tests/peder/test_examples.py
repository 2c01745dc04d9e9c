"""The examples in docstrings run, and all that `import peder` offers has one."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import peder
from pipeline.analysis.frames import OpenStore
from reports.figures import Figures
from tests.reports.house import build_house

ROOT = Path(peder.__file__).parents[1]
MODULES = sorted(
    ".".join(place.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for folder in ("engine", "language", "peder", "pipeline", "queries", "reports")
    for place in (ROOT / folder).rglob("*.py")
    if ">>> " in place.read_text("utf-8")
)


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """What examples may use: `folder` is that of a store of six friends' season, and `store` has it open."""
    folder = build_house(tmp_path_factory.mktemp("house"), nights=12, hands=24, run_hands=40).path
    with peder.open_store(folder) as store:
        yield {"peder": peder, "folder": folder, "store": store}


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str, names: dict[str, Any]) -> None:
    result = doctest.testmod(import_module(name), extraglobs=names, raise_on_error=False)
    assert result.attempted > 0
    assert result.failed == 0


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
