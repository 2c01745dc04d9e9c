"""The project's own habits: who may import whom, the lock, the version, every command documented."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
import typer
from packaging.requirements import Requirement
from packaging.version import Version
from typer.core import TyperGroup

from engine import api
from pipeline.cli import app

ROOT = Path(__file__).parents[1]
FOLDERS = ("engine", "language", "pipeline", "queries", "reports")

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
    "pipeline": {"babel", "plotly"},
}
"""Libraries that belong to another folder: the engine has no files, no SQL and no screen, and so on."""

LONGEST = 420
"""How many lines a file may have and be one thing still."""

ADDRESSES = {"127.0.0.1", "json-schema.org", "keepachangelog.com", "semver.org"}
"""The hosts whose addresses may stand in the project's files."""

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
README = (ROOT / "README.md").read_text(encoding="utf-8")
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


def imports(place: Path) -> Iterator[tuple[int, str]]:
    """Every name that a module imports, wherever in it, with its line; relative imports made absolute."""
    package = place.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(place.read_text())):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            yield node.lineno, ".".join((*base, *filter(None, [node.module])))


def part_of_pipeline(name: str) -> str | None:
    """The folder or file of the pipeline that a module lies in."""
    names = name.split(".")
    return names[1] if names[0] == "pipeline" and len(names) > 1 else None


def test_the_readme_draws_the_imports_there_are() -> None:
    drawn = set(re.findall(r"^(\w+) → (\w+) ", README, re.MULTILINE))
    there = {
        (folder, other)
        for folder in FOLDERS
        for place in modules(folder)
        for _, name in imports(place)
        if (other := name.split(".")[0]) in FOLDERS and other != folder
    }
    assert drawn == there


def test_the_readme_lists_the_pipeline_with_what_is_imported_first() -> None:
    listed = re.findall(r"^  (\w+)(?:/|\.py) ", README, re.MULTILINE)
    there = {
        place.stem for place in (ROOT / "pipeline").glob("[!_]*") if place.is_dir() or place.suffix == ".py"
    }
    assert sorted(listed) == sorted(there)
    upwards = [
        f"{place.relative_to(ROOT)}:{line} imports {name}"
        for place in modules("pipeline")
        for line, name in imports(place)
        if (mine := part_of_pipeline(".".join(place.relative_to(ROOT).with_suffix("").parts))) in listed
        and (other := part_of_pipeline(name)) in listed
        and listed.index(other) > listed.index(mine)
    ]
    assert upwards == []


def test_the_index_of_decisions_leads_to_every_note() -> None:
    folder = ROOT / "docs" / "decisions"
    rows = re.findall(r"^\| (\d+)–(\d+) \|", (folder / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    ranges = [range(int(first), int(last) + 1) for first, last in rows]
    numbers = [int(place.name[:4]) for place in folder.glob("[0-9]*.md")]
    assert [number for number in numbers if sum(number in tens for tens in ranges) != 1] == []
    assert [tens for tens in ranges if not any(number in tens for number in numbers)] == []


def test_the_index_of_decisions_marks_what_was_replaced() -> None:
    folder = ROOT / "docs" / "decisions"
    index = re.findall(
        r"^\| \[(\d+)\]\((\d{4})\S+\) \| \[(\d+)\]\((\d{4})\S+\) \|",
        (folder / "README.md").read_text(),
        re.MULTILINE,
    )
    assert all(int(old) == int(file) and int(new) == int(by) for old, file, new, by in index)
    said = {
        (int(old), int(place.name[:4]))
        for place in folder.glob("[0-9]*.md")
        for old in re.findall(r"\b[Rr]eplaces (?:in |decision |note )*(\d+)", place.read_text())
    }
    assert said
    assert said <= {(int(old), int(new)) for old, _, new, _ in index}


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_library_is_imported_where_it_belongs(folder: str) -> None:
    barred = {"bench", "tests"} | MAY_NOT_IMPORT[folder]
    places = modules(folder)
    found = [
        f"{place.relative_to(ROOT)}:{line} imports {name}"
        for place in places
        for line, name in imports(place)
        if name.split(".")[0] in barred
    ]
    assert places
    assert found == []


def test_the_pipeline_enters_the_engine_by_its_door() -> None:
    """`engine.api` is all that it imports of it, and the door shows no name that nobody wants."""
    found = [
        f"{place.relative_to(ROOT)}:{line} imports {name}"
        for place in modules("pipeline")
        for line, name in imports(place)
        if name.split(".")[0] == "engine" and name != "engine.api"
    ]
    assert found == []
    wanted = {
        alias.name
        for place in modules("pipeline")
        for node in ast.walk(ast.parse(place.read_text()))
        if isinstance(node, ast.ImportFrom) and node.module == "engine.api"
        for alias in node.names
    }
    assert wanted == set(dir(api))
    assert all(hasattr(api, name) for name in wanted)


def test_the_door_opens_what_is_asked_for_alone() -> None:
    """A line of the log waits for no kernel, nor does a settlement."""
    asked = "import sys; import pipeline.night.desk, pipeline.settling.settle; print('numba' in sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "False"


def test_a_library_that_a_folder_may_not_import_is_one_that_another_does() -> None:
    """A misspelt name in `MAY_NOT_IMPORT` would bar nothing."""
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = (*PROJECT["project"]["dependencies"], *extras["serve"], *extras["cluster"])
    declared = {Requirement(text).name.replace("-", "_") for text in wanted}
    barred = set().union(*MAY_NOT_IMPORT.values())
    assert barred - declared == {"pyarrow", "sqlite3"}


def test_files_are_one_thing_each() -> None:
    long = [
        str(place.relative_to(ROOT))
        for folder in (*FOLDERS, "bench")
        for place in modules(folder)
        if len(place.read_text().splitlines()) > LONGEST
    ]
    assert long == []


def test_files_name_no_registry_and_nobodys_machine() -> None:
    """An address is one that the project stands by, and no path leads to somebody's own folders."""
    own_folder = re.compile(r"(?<![\w.$}])/(?:home|Users|work)/\w+")
    address = re.compile(r"\bhttps?://([^\s/:\"'<>)\]\\]+)")
    found = []
    for place in tracked(*KINDS):
        for number, line in enumerate(place.read_text().splitlines(), 1):
            hosts = {host for host in address.findall(line) if host not in ADDRESSES}
            if hosts or (own_folder.search(line) and place != Path(__file__)):
                found.append(f"{place.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    assert found == []


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-lowest.lock"])
def test_a_lock_satisfies_the_project_and_has_hashes(lock: str) -> None:
    text = re.sub(r"(?m)^ *#.*\n", "", (ROOT / lock).read_text())
    entries = [entry.split() for entry in text.replace("\\\n", " ").splitlines()]
    hashes = [
        [word for word in entry if re.fullmatch("--hash=sha256:[0-9a-f]{64}", word)] for entry in entries
    ]
    assert all(hashes)
    pins = [Requirement(" ".join(entry[: -len(known)])) for entry, known in zip(entries, hashes, strict=True)]
    extras = PROJECT["project"]["optional-dependencies"]
    asked = (*PROJECT["project"]["dependencies"], *extras["serve"], *extras["cluster"])
    for wanted in (*asked, *PROJECT["dependency-groups"]["dev"]):
        requirement = Requirement(wanted)
        found = [pin for pin in pins if pin.name == requirement.name]
        assert found, f"{requirement.name} isn't in {lock}: run `make lock`"
        for pin in found:
            version = str(pin.specifier).removeprefix("==")
            assert requirement.specifier.contains(version), f"{pin} isn't {wanted}: run `make lock`"
            if "lowest" in lock:
                (bound,) = (Version(s.version) for s in requirement.specifier if s.operator == ">=")
                told = f"{pin} isn't the lowest of {wanted}: run `make lock`"
                assert Version(version).release[: len(bound.release)] == bound.release, told


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
    for name, command in group.commands.items():
        if isinstance(command, TyperGroup):
            yield from commands(command, f"{words} {name}")
        elif not command.hidden:
            yield f"{words} {name}"


def test_every_command_is_documented() -> None:
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    assert group.list_commands(typer.Context(group))  # all are there then
    pages = "\n".join(place.read_text() for place in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")))
    known = set(commands(group))
    assert known
    assert [words for words in sorted(known) if not re.search(rf"\b{words}\b", pages)] == []


def test_links_between_pages_lead_somewhere() -> None:
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in tracked("*.md")
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text())
        if not target.startswith("http") and not (page.parent / target).exists()
    ]
    assert broken == []


def test_decisions_are_numbered_once() -> None:
    names = sorted(place.name for place in (ROOT / "docs" / "decisions").glob("[!R]*.md"))
    numbers = [int(name.split("-")[0]) for name in names]
    assert all(re.fullmatch(r"\d{4}-[a-z0-9-]+\.md", name) for name in names)
    assert len(set(numbers)) == len(numbers)
