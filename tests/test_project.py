"""The project's conventions: imports, locks, the version, links, every command documented."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import metadata
from pathlib import Path

import pytest
import typer
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement
from packaging.version import Version
from typer.core import TyperGroup

from engine.catalogue import VARIANTS
from pipeline.cli import MODULES as COMMANDS, app

ROOT = Path(__file__).parents[1]
FOLDERS = ("engine", "language", "peder", "pipeline", "queries", "reports")

MAY_IMPORT = {
    "engine": {"language"},
    "language": set[str](),
    "peder": {"engine", "pipeline"},
    "pipeline": {"engine", "language", "queries", "reports"},
    "queries": {"language"},
    "reports": {"language", "queries"},
}
"""The folders that a folder may import."""

WEB = {"cryptography", "segno", "starlette", "uvicorn"}
"""What `peder serve` alone needs."""

CLUSTER = {"distributed", "obstore"}
"""What a store in a bucket and workers on other machines alone need."""

SCREEN = {"prompt_toolkit", "rich", "typer"}
"""What writes to a terminal and reads from one."""

MAY_NOT_IMPORT = {
    "language": {"duckdb", "numba", "plotly", "polars"} | SCREEN | WEB | CLUSTER,
    "engine": {"babel", "duckdb", "polars", "pyarrow", "sqlite3", "plotly"} | SCREEN | WEB | CLUSTER,
    "queries": {"babel", "numba", "plotly"} | SCREEN | WEB | CLUSTER,
    "reports": {"babel", "numba"} | SCREEN | WEB | CLUSTER,
    "peder": {"babel", "duckdb", "numba", "plotly"} | SCREEN | WEB | CLUSTER,
    "pipeline": {"babel", "plotly"},
}
"""Libraries that belong to another folder: the engine has no files, no SQL and no screen, and so on."""

ADDRESSES = {
    "127.0.0.1",
    "json-schema.org",
    "keepachangelog.com",
    "paypal.me",
    "semver.org",
    "toml.io",
    "www.paypal.com",
    "www.paypal.me",
}
"""The hosts whose addresses may stand in the project's files."""

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
KINDS = ("*.py", "*.md", "*.toml", "*.lock", "*.sql", "*.yml", "*.css", "*.js", "Makefile", ".ci/*")


def tracked(*patterns: str) -> list[Path]:
    """The files that git keeps or would keep, by pattern; skips where this is no checkout."""
    if not (ROOT / ".git").exists():
        pytest.skip("needs a git checkout")
    answer = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [place for name in answer.stdout.split("\0") if name and (place := ROOT / name).is_file()]


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


@cache
def syntax(place: Path) -> ast.Module:
    """A module, parsed; not to be changed."""
    return ast.parse(place.read_text("utf-8"))


@cache
def nodes(place: Path) -> tuple[ast.AST, ...]:
    """Every node of a module."""
    return tuple(ast.walk(syntax(place)))


@cache
def imports(place: Path) -> tuple[tuple[int, str], ...]:
    """Every name that a module imports, wherever in it, with its line; relative imports made absolute."""
    package = place.relative_to(ROOT).parent.parts
    found: list[tuple[int, str]] = []
    for node in nodes(place):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            found.append((node.lineno, ".".join((*base, *filter(None, [node.module])))))
    return tuple(found)


MODULES = {
    ".".join(place.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): place
    for folder in FOLDERS
    for place in modules(folder)
}


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The first circle of a graph; empty without one."""
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        return list(error.args[1])
    return []


def test_folders_import_one_way() -> None:
    wrong = [
        f"{place.relative_to(ROOT)}:{line} imports {name}"
        for folder in FOLDERS
        for place in modules(folder)
        for line, name in imports(place)
        if (other := name.split(".")[0]) in FOLDERS and other not in {folder, *MAY_IMPORT[folder]}
    ]
    assert wrong == []


def test_a_wheel_has_all_that_its_modules_import() -> None:
    """What only makes files that ship (models and their like) is left out of it."""
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"][
        "wheel"
    ]
    left_out = {ROOT / name for name in wheel["exclude"]}
    assert all(place.is_file() for place in left_out)
    names = {name for name, place in MODULES.items() if place in left_out}
    wrong = [
        f"{place.relative_to(ROOT)}:{line} imports {name}"
        for place in set(MODULES.values()) - left_out
        for line, name in imports(place)
        if name in names
    ]
    assert wrong == []


def test_every_module_of_a_wheel_is_used_in_it() -> None:
    """What only makes files that ship is left out: no command, kernel or caller of `peder` reaches it."""
    files = {ROOT / file.relative_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    assert not [
        place for place in files if place.name in ("training.py", "solving.py") and "special" in place.parts
    ]
    shipped = {name for name, place in MODULES.items() if place in files}
    # the build hook imports the first, and phones the last
    waiting = ["engine.ahead", "peder", "pipeline.cli", "pipeline.console", "pipeline.serve.pocket"]
    waiting += [f"pipeline.commands.{module}" for module in COMMANDS.values()]
    waiting += [f"engine.special.{variant.kernel}" for variant in VARIANTS.values() if variant.kernel]
    used: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in shipped and name not in used:
            used.add(name)
            waiting += [name.rpartition(".")[0], f"{name}.game", *references(MODULES[name])]
    assert not [name for name in shipped - used if MODULES[name].name != "__init__.py"]


def references(place: Path) -> set[str]:
    """The modules that a file imports, or names in a text such as ``pipeline.formats.ohh.reader:import_ohh``."""
    found: set[str] = set()
    for node in nodes(place):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value.partition(":")[0])
    return found


def test_imports_form_no_circle() -> None:
    """Neither files, wherever in them the import is, nor folders, at the top of their files."""
    assert circle({name: imports_when_run(place) - {name} for name, place in MODULES.items()}) == []
    folders: dict[str, set[str]] = {}
    for name, place in MODULES.items():
        needed = imports_at_top(place) - {name}
        folders.setdefault(folder_of(name), set()).update(map(folder_of, needed))
    assert circle({name: needed - {name} for name, needed in folders.items()}) == []


def test_what_docstrings_refer_to_is_there() -> None:
    """A module in backticks, or a name in one."""
    wrong = []
    for name, place in MODULES.items():
        for path in re.findall(rf"`((?:{'|'.join(FOLDERS)})(?:\.\w+)+)`", place.read_text("utf-8")):
            module, _, last = path.rpartition(".")
            if path not in MODULES and not (
                module in MODULES and re.search(rf"\b{last}\b", MODULES[module].read_text("utf-8"))
            ):
                wrong.append(f"{name}: {path}")
    assert wrong == []


def test_scripts_of_phones_import_one_way() -> None:
    page = ROOT / "pipeline" / "serve" / "page"
    graph = {
        place.name: set(re.findall(r"^import .* from '\./(.+)'$", place.read_text("utf-8"), re.M))
        for place in page.glob("*.js")
    }
    assert set().union(*graph.values()) <= graph.keys()
    assert circle(graph) == []


def imports_at_top(place: Path) -> set[str]:
    """The project's modules that a file imports when it is imported itself."""
    return modules_in(syntax(place).body)


def imports_when_run(place: Path) -> set[str]:
    """The project's modules that a file imports at its top or in a function: all but those for types alone."""
    for_types = {
        id(inner)
        for node in syntax(place).body
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    return modules_in(node for node in nodes(place) if id(node) not in for_types)


def modules_in(statements: Iterable[ast.AST]) -> set[str]:
    """The project's modules that statements import."""
    results: set[str] = set()
    for node in statements:
        if isinstance(node, ast.ImportFrom) and node.module:
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            results |= {name if name in MODULES else node.module for name in names}
        elif isinstance(node, ast.Import):
            results |= {alias.name for alias in node.names}
    return results & MODULES.keys()


def folder_of(module: str) -> str:
    """The folder of a module; a file at the root of a top-level folder counts as a folder."""
    return module.rpartition(".")[0] if module.count(".") > 1 else module


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_library_is_imported_where_it_belongs(folder: str) -> None:
    barred = {"bench", "tests"} | MAY_NOT_IMPORT[folder]
    places = modules(folder)
    results = [
        f"{place.relative_to(ROOT)}:{line} imports {name}"
        for place in places
        for line, name in imports(place)
        if name.split(".")[0] in barred
    ]
    assert places
    assert results == []


def test_daily_commands_import_no_kernels() -> None:
    """Importing numba takes a quarter of a second, which a line of the log must not wait for, nor a page."""
    modules = "pipeline.night.service, pipeline.night.settle, pipeline.analysis.site, reports.site"
    assert not is_imported("numba", modules)


def test_only_pages_import_plotly() -> None:
    """It takes a tenth of a second."""
    modules = (
        "pipeline.night.service, pipeline.night.settle, pipeline.cli, reports.data, reports.search.hands"
    )
    assert not is_imported("plotly", f"{modules}, reports.components.numbers, reports.components.palette")
    assert is_imported("plotly", "reports.page")


def is_imported(library: str, modules: str) -> bool:
    """Whether a process that imports modules has imported a library."""
    asked = f"import sys; import {modules}; print('{library}' in sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return answer.stdout.strip() == "True"


def test_barred_libraries_are_dependencies() -> None:
    """A misspelt name in `MAY_NOT_IMPORT` would bar nothing."""
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = (*PROJECT["project"]["dependencies"], *extras["cluster"])
    declared = {Requirement(text).name.replace("-", "_") for text in wanted}
    barred = set().union(*MAY_NOT_IMPORT.values())
    assert barred - declared == {"pyarrow", "sqlite3"}


def test_files_name_no_registry_and_no_home_folder() -> None:
    """An address is one that the project stands by, and no path leads to somebody's own folders."""
    own_folder = re.compile(r"(?<![\w.$}])/(?:home|Users|work)/\w+")
    address = re.compile(r"\bhttps?://([^\s/:{\"'<>)\]\\]+)")
    results = []
    vendored = ROOT / "reports" / "assets" / "plotly"
    for place in tracked(*KINDS):
        if vendored in place.parents:
            continue
        for number, line in enumerate(place.read_text().splitlines(), 1):
            hosts = {host for host in address.findall(line) if host not in ADDRESSES}
            if hosts or (own_folder.search(line) and place != Path(__file__)):
                results.append(f"{place.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    assert results == []


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-lowest.lock", "requirements-docs.lock"])
def test_a_lock_satisfies_the_project_and_has_hashes(lock: str) -> None:
    text = re.sub(r"(?m)^ *#.*\n", "", (ROOT / lock).read_text())
    entries = [entry.split() for entry in text.replace("\\\n", " ").splitlines()]
    hashes = [
        [word for word in entry if re.fullmatch("--hash=sha256:[0-9a-f]{64}", word)] for entry in entries
    ]
    assert all(hashes)
    pins = [Requirement(" ".join(entry[: -len(known)])) for entry, known in zip(entries, hashes, strict=True)]
    extras = PROJECT["project"]["optional-dependencies"]
    groups = PROJECT["dependency-groups"]
    asked = (*PROJECT["project"]["dependencies"], *extras["cluster"], *groups["dev"])
    for wanted in groups["docs"] if "docs" in lock else asked:
        requirement = Requirement(wanted)
        results = [pin for pin in pins if pin.name == requirement.name]
        assert results, f"{requirement.name} isn't in {lock}: run `make lock`"
        for pin in results:
            version = str(pin.specifier).removeprefix("==")
            assert requirement.specifier.contains(version), f"{pin} isn't {wanted}: run `make lock`"
            if "lowest" in lock:
                (bound,) = (Version(s.version) for s in requirement.specifier if s.operator == ">=")
                message = f"{pin} isn't the lowest of {wanted}: run `make lock`"
                assert Version(version).release[: len(bound.release)] == bound.release, message


def test_the_version_stands_in_one_place() -> None:
    assert metadata.version("peder") == PROJECT["project"]["version"]
    assigned = [
        place.relative_to(ROOT)
        for folder in FOLDERS
        for place in modules(folder)
        if re.search(r"^__version__|\bversion\s*=\s*[\"']\d", place.read_text(), re.M)
    ]
    assert assigned == []


def commands(group: TyperGroup, words: str = "peder") -> Iterator[str]:
    context = typer.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None, name
        if command.hidden:
            continue
        if isinstance(command, TyperGroup):
            yield from commands(command, f"{words} {name}")
        else:
            yield f"{words} {name}"


def test_every_command_is_documented() -> None:
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    pages = "\n".join(place.read_text() for place in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")))
    known = set(commands(group))
    assert known
    assert [words for words in sorted(known) if not re.search(rf"\b{words}\b", pages)] == []


def test_decisions_are_numbered_and_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    names = sorted(place.name for place in folder.glob("[!R]*.md"))
    assert all(re.fullmatch(r"\d{4}-[a-z0-9-]+\.md", name) for name in names)
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))
    index = (folder / "README.md").read_text()
    assert [name for name in names if f"]({name})" not in index] == []


def test_a_contributor_s_first_commands_bring_the_tools_that_they_use() -> None:
    """What `make demo` installs runs Peder, not its tests."""
    block = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("```")[1]
    rules = (ROOT / "Makefile").read_text(encoding="utf-8")
    needs = dict(re.findall(r"^([\w-]+):([^#\n]*)", rules, re.MULTILINE))
    made = [
        needs[target] for target in re.findall(r"^make (\S+)", block.partition("pytest")[0], re.MULTILINE)
    ]
    assert "pytest" in block
    assert any(".venv/locked" in needed for needed in made)
