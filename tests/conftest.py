"""Fixtures of all tests."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from copy import copy
from importlib.resources import files
from itertools import compress
from operator import not_
from pathlib import Path
from typing import Any

import pytest
import typer.main
from hypothesis import HealthCheck, settings

import engine.compile.jit  # noqa: F401  # before an import of few hands decides that this process compiles nothing
from language import speak
from language.current import Language, current_language
from pipeline.cli import Peder
from tests.begun import Begun, KnownLuck, SharedSums, common_folder
from tests.examples import MORE_AT_NIGHT, NIGHT
from tests.reports.browser import Browser, Chromium, chromium

MOST_BY_DAY = 30
"""Number of examples of a property."""
SLOW = Path(__file__).with_name("slow.txt")
MEMORY, LEAST_MEMORY = Path("/dev/shm"), 4 << 30
"""Where Linux keeps files in memory, and the bytes free there from which on tests have their folders in it: they write
some 2 GB, and wait for disks that others use as long again as they take.
"""

gc.disable()

os.environ["PEDER_LANG"] = "en"  # independent of the machine's locale
os.environ["TZ"] = "UTC"  # and of where it stands
if hasattr(time, "tzset"):
    time.tzset()

# CI judges a change, so it tries the same few examples every time; a developer's runs and nights look for new ones
AT_ANY_SPEED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("developer", AT_ANY_SPEED, max_examples=MOST_BY_DAY)
settings.register_profile("ci", AT_ANY_SPEED, derandomize=True, max_examples=MOST_BY_DAY)
settings.register_profile(NIGHT, AT_ANY_SPEED, max_examples=MOST_BY_DAY * MORE_AT_NIGHT)
settings.load_profile("ci" if os.environ.get("CI") else "developer")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of `make test-fast`."""
    parser.addoption("--fast", action="store_true", help="without the tests in tests/slow.txt")


def pytest_configure() -> None:
    """Receive Ctrl-C as programs do, though a shell that runs the tests in the background has it ignored; have the
    folders of tests in memory.
    """
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > LEAST_MEMORY:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the tests of the whole program first: at the end, one of them would keep the other workers waiting."""
    items.sort(key=lambda item: item.path.parent != Path(__file__).parent)
    if config.getoption("--fast"):
        slow = {*SLOW.read_text(encoding="utf-8").split()}
        is_slow = [item.nodeid.partition("[")[0] in slow for item in items]
        config.hook.pytest_deselected(items=[*compress(items, is_slow)])
        items[:] = [*compress(items, map(not_, is_slow))]


def pytest_collection_finish() -> None:
    """Exclude what was imported and collected from garbage collection, which waits until then."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)  # Python's own cost the tests 6 % more time
    gc.enable()


def pytest_unconfigure() -> None:
    """Undo it, since DuckDB warns of objects left at the end."""
    gc.unfreeze()


@pytest.fixture(autouse=True, scope="session")
def _unflushed() -> Iterator[None]:
    """Leave what tests write to the system's cache: none of them takes the power away."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda file: None)
        yield


@pytest.fixture(autouse=True, scope="session")
def _commands_are_built_once() -> Iterator[None]:
    """Build `peder` and each of its commands once in each language, as a process does. Building their parameters takes
    10 ms, and the tests run thousands of commands in their process.
    """
    build, build_all = Peder.get_command, typer.main.get_group
    built: dict[tuple[object, Language], Any] = {}

    def once(make: Callable[[], Any], of: object) -> Any:
        wanted = of, current_language()
        if wanted not in built:
            built[wanted] = make()
        return built[wanted]

    def all_once(app: typer.Typer) -> Any:
        group = copy(once(lambda: build_all(app), app))
        group.params = [*group.params]  # to which the options of completion are added
        return group

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            Peder, "get_command", lambda self, ctx, name: once(lambda: build(self, ctx, name), name)
        )
        patch.setattr(typer.main, "get_group", all_once)
        yield


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """Restore the language that a test may have changed."""
    yield
    speak("en")


@pytest.fixture(scope="session")
def _begun(tmp_path_factory: pytest.TempPathFactory) -> Begun:
    return Begun(common_folder(tmp_path_factory, "begun"))


@pytest.fixture(scope="session")
def _known_luck(tmp_path_factory: pytest.TempPathFactory) -> KnownLuck:
    return KnownLuck(common_folder(tmp_path_factory, "luck"))


@pytest.fixture(scope="session")
def _shared_sums() -> Iterator[SharedSums]:
    sums = SharedSums()
    yield sums
    sums.close()


@pytest.fixture(autouse=True, scope="module")
def _begun_builds(
    request: pytest.FixtureRequest, _begun: Begun, _known_luck: KnownLuck, _shared_sums: SharedSums
) -> Iterator[None]:
    """Let builds and sums begin with the views in place, and know the luck of hands that were there before: but where
    tests are about that.
    """
    with pytest.MonkeyPatch.context() as patch:
        if request.path.name != "test_cache.py":
            patch.setattr("queries.warehouse._fill", _begun.fill)
        if request.path.name not in ("test_equities.py", "test_deal_luck.py", "test_all_ins.py"):
            patch.setattr("pipeline.analysis.derived.luck_rows", _known_luck.rows)
        if request.path.name != "test_sums.py":
            patch.setattr("pipeline.analysis.derived.run_sums", _shared_sums.lend)
        yield


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests with the mark `danish` in both languages: nothing in the program depends on a sentence."""
    if mark := metafunc.definition.get_closest_marker("danish"):
        danish = pytest.param("da", marks=[pytest.mark.nightly] * bool(mark.kwargs.get("nightly")))
        metafunc.parametrize("_language", ["en", danish], indirect=True)


@pytest.fixture(autouse=True)
def _language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Speak a language, in the commands that the test runs as well."""
    if language := getattr(request, "param", None):
        monkeypatch.setenv("PEDER_LANG", language)
        speak(language)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The rule texts and real hands beside the repository (or `PEDER_SHARED`).

    Skips without them; fails where `CI` is set.
    """
    place = Path(os.environ.get("PEDER_SHARED") or Path(__file__).parents[2] / "shared")
    if not place.is_dir():
        reason = f"needs the rule texts and real hands: {place} isn't there (PEDER_SHARED names a place)"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    return place


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """A Chromium for all browsers."""
    if chromium() is None:
        pytest.skip("needs Chromium, and there is none on this machine")
    running = Chromium(tmp_path_factory.mktemp("profile"))
    yield running
    running.close()


@pytest.fixture(scope="session")
def browser(running: Chromium) -> Iterator[Browser]:
    """One browser for all pages."""
    browser = Browser(running)
    yield browser
    browser.close()


@pytest.fixture(autouse=True)
def _forget_choices(request: pytest.FixtureRequest) -> Iterator[None]:
    """A reader's choices, such as a unit, end with the test."""
    reader: Browser | None = request.getfixturevalue("browser") if "browser" in request.fixturenames else None
    yield
    if reader:
        reader.evaluate("(() => { try { localStorage.clear() } catch { /* no page is open */ } })()")


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core, which looks for what keeps a reader from using a page."""
    pytest.importorskip("axe_core_python", reason="needs axe-core-python, which is in the lock")
    return files("axe_core_python").joinpath("axe.min.js").read_text("utf-8")
