"""Where compiled kernels are kept between runs.

Numba looks only at the file that a function stands in to see whether what it kept is stale, so a change in
another file would leave the old rules in play. The folder is therefore named by a hash of every source of the
kernels.
"""

from __future__ import annotations

import ast
import hashlib
import os
from functools import cache
from pathlib import Path

import numba
from platformdirs import user_cache_path

_ENGINE = Path(__file__).parent
CARD_GAMES = "kernel/table.py"
OTHER_GAMES = "games/__init__.py"


def kernel_sources(root: str) -> list[Path]:
    """The files that some kernels are made of: their `root` and everything of the engine that it imports."""
    found: set[Path] = set()
    waiting = [_ENGINE / root]
    while waiting:
        source = waiting.pop()
        if source in found:
            continue
        found.add(source)
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("engine."):
                parts = node.module.split(".")[1:]
                names = [parts, *([*parts, alias.name] for alias in node.names)]
                for name in names:
                    module = _ENGINE.joinpath(*name)
                    waiting += [
                        file for file in (module.with_suffix(".py"), module / "__init__.py") if file.exists()
                    ]
    return sorted(found)


@cache
def source_hash(root: str) -> str:
    """A hash of the sources of some kernels and of numba's version, 12 hexadecimal digits."""
    digest = hashlib.sha256(numba.__version__.encode())
    for source in kernel_sources(root):
        digest.update(source.relative_to(_ENGINE).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:12]


def cache_folder(root: str) -> Path:
    """The folder of the kernels compiled from these sources; `NUMBA_CACHE_DIR` overrules it."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    return Path(named) if named else user_cache_path("peder") / "kernels" / source_hash(root)


def use_cache(root: str) -> None:
    """Tell numba where to keep the kernels of a root. Call before they are imported."""
    numba.config.CACHE_DIR = str(cache_folder(root))


def is_compiled(root: str) -> bool:
    """Whether the kernels of a root have been compiled on this machine before, as their sources are now."""
    return any(cache_folder(root).rglob("*.nbc"))
