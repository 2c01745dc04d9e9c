"""The cache of compiled kernels.

Numba considers a cached function current as long as its own file is unchanged, so after a change in another file it
would use the old code. Each kernel is therefore cached in a folder named by a hash of its own file and of every
source of the engine that it imports. A wheel ships such folders (`engine.ahead`); what isn't among them is compiled
and cached for the user.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from functools import cache
from pathlib import Path

import numba
from platformdirs import user_cache_path

from engine.compile.target import TARGET

_ENGINE = Path(__file__).parents[1]
CARD_GAMES = _ENGINE / "kernel" / "table.py"
"""The file of the kernel that plays the games of data."""
SHIPPED = _ENGINE / "compile" / "shipped"
"""The folders of kernels that a wheel contains; a checkout has none."""


PYTHON = f"py{sys.version_info.major}{sys.version_info.minor}{getattr(sys, 'abiflags', '')}"
"""This Python's version, as in the names of the files."""
ROLLOUT, WORTH = "rollout", "worth"
"""The names of the kernels that play hands out from a position and that say what a hand is worth; no variant uses them."""
_ALONE = {"": CARD_GAMES, ROLLOUT: _ENGINE / "rules" / "rollout.py", WORTH: _ENGINE / "kernel" / "value.py"}


def kernel_file(name: str) -> Path:
    """The file of a kernel: that of `engine.special` which a variant names, or for "" the interpreter's."""
    if name in _ALONE:
        return _ALONE[name]
    module = _ENGINE / "special" / name
    game = module / "game.py"
    return game if game.exists() else module.with_suffix(".py")


_IMPORT = re.compile(r"^[ ]*from engine\.([\w.]+) import (\([^)]*\)|.*)", re.MULTILINE)


@cache
def _imported(source: Path) -> tuple[Path, ...]:
    """The files of the engine that a file imports. Parsing the sources would take a tenth of a second."""
    files: list[Path] = []
    for package, names in _IMPORT.findall(source.read_text(encoding="utf-8")):
        folder = _ENGINE.joinpath(*package.split("."))
        for module in (folder, *(folder / name for name in re.findall(r"\w+", names))):
            files += [file for file in (module.with_suffix(".py"), module / "__init__.py") if file.exists()]
    return tuple(files)


def kernel_sources(root: Path) -> list[Path]:
    """The files that a kernel is made of: its own, `root`, and everything of the engine that it imports."""
    sources: set[Path] = set()
    waiting = [root]
    while waiting:
        source = waiting.pop()
        if source not in sources:
            sources.add(source)
            waiting += _imported(source)
    return sorted(sources)


@cache
def source_hash(root: Path) -> str:
    """Return a hash of the sources of a kernel, numba's version and the target processor, 12 hexadecimal digits.
    Python's version is in the names of the files.

    >>> len(source_hash(CARD_GAMES)), source_hash(CARD_GAMES) == source_hash(kernel_file("guts"))
    (12, False)
    """
    digest = hashlib.sha256(f"{numba.__version__} {TARGET}".encode())
    for source in kernel_sources(root):
        digest.update(os.path.relpath(source, _ENGINE).encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:12]


def cache_folder(root: Path) -> Path:
    """Return the folder of the kernels of a file, in the user's cache or in `NUMBA_CACHE_DIR`, named by `source_hash`.

    >>> len(cache_folder(CARD_GAMES).name)
    12
    """
    named = os.environ.get("NUMBA_CACHE_DIR")
    return (Path(named) if named else user_cache_path("peder") / "kernels") / source_hash(root)


def shipped_folder(root: Path) -> Path:
    """The folder of the shipped kernels of a file, if its sources are the same."""
    return SHIPPED / source_hash(root)


def is_compiled(name: str) -> bool:
    """Whether the kernel that a variant names is compiled for its current sources and this Python: shipped, or cached
    by an earlier process.
    """
    root = kernel_file(name)
    return any(any(folder.glob(f"*.{PYTHON}.*.nbc")) for folder in (shipped_folder(root), cache_folder(root)))
