"""The guides: what each says to do is done to a copy of the project, and its own proof is run there.

A block that begins with ``diff title="FILE"`` changes a file: lines to take out and lines around them must stand
there, once; lines to put in alone go to the end. A block of another kind with a file is that file. Commands
of ``sh`` are run when all is done; the last is the proof.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, Block, blocks_of

ROOT = DOCS.parent
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
MODULES = {"peder": ("pipeline.cli",), "pytest": ("pytest", "-q", "-p", "no:cacheprovider")}
GUIDES = sorted(page.name for page in DOCS.glob("adding-*.md"))


def copy_of_the_project(place: Path) -> None:
    skipped = shutil.ignore_patterns(".*")  # what is compiled of unchanged files comes along
    for name in ("bench", "docs", "engine", "language", "peder", "pipeline", "queries", "reports", "tests"):
        shutil.copytree(ROOT / name, place / name, ignore=skipped)
    for name in ("README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, place)


def apply(block: Block, project: Path) -> None:
    """Do to a file what a block says."""
    assert block.place
    file = project / block.place
    if block.kind != "diff":
        assert not file.exists(), f"{block.place} is there already"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block.text, encoding="utf-8")
        return
    text = file.read_text(encoding="utf-8")
    for hunk in re.split(r"^@@.*\n", block.text, flags=re.MULTILINE):
        lines = hunk.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] in " -\n")
        after = "".join(line[1:] for line in lines if line[0] in " +\n")
        if before:
            assert text.count(before) == 1, f"{block.place} doesn't have once:\n{before}"
            text = text.replace(before, after)
        else:
            text += after
    file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    "is_run", [False, pytest.param(True, marks=pytest.mark.nightly)], ids=["fits", "runs"]
)
@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_does_what_it_says(guide: str, is_run: bool, tmp_path: Path) -> None:
    blocks = blocks_of(guide)
    placed = [block for block in blocks if block.place]
    project = tmp_path / "project"
    if is_run:
        copy_of_the_project(project)
    else:
        for name in {block.place for block in placed if block.place and (ROOT / block.place).exists()}:
            (project / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, project / name)
    for block in placed:
        apply(block, project)
    touched = len({block.place for block in placed})
    page = " ".join((DOCS / guide).read_text(encoding="utf-8").split())
    assert f"touches {NUMBERS[touched]} files" in page
    if is_run:
        _run(blocks, project)


def _run(blocks: list[Block], project: Path) -> None:
    scripts = [block.text.splitlines() for block in blocks if block.kind == "sh"]
    commands = [shlex.split(line) for line in chain.from_iterable(scripts)]
    assert blocks[-1].kind == "sh"
    assert commands[-1][0] == "pytest"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}
    for (
        program,
        *arguments,
    ) in commands:  # not a worker: it would share what other runs have made (tests/begun.py)
        run = subprocess.run(
            [sys.executable, "-m", *MODULES[program], *arguments],
            cwd=project,
            env={**environment, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(project)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stdout + run.stderr
