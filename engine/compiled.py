"""Where compiled kernels are kept between runs.

Numba looks only at the file that a function stands in to see whether what it kept is stale, so a change in another
file would leave the old rules in play. The folder is therefore named by a hash of every source of the kernels.
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
_ROOTS = ("kernel/table.py", "games/__init__.py")


def kernel_sources() -> list[Path]:
    """The files that the kernels are made of: the run loops and everything of the engine that they import."""
    found: set[Path] = set()
    waiting = [_ENGINE / root for root in _ROOTS if (_ENGINE / root).exists()]
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
                    waiting += [file for file in (module.with_suffix(".py"), module / "__init__.py") if file.exists()]
    return sorted(found)


@cache
def source_hash() -> str:
    """A hash of the kernels' sources and of numba's version, 12 hexadecimal digits."""
    digest = hashlib.sha256(numba.__version__.encode())
    for source in kernel_sources():
        digest.update(source.relative_to(_ENGINE).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:12]


def cache_folder() -> Path:
    """The folder of the kernels compiled from these sources; `NUMBA_CACHE_DIR` overrules it."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    return Path(named) if named else user_cache_path("peder") / "kernels" / source_hash()


def use_cache() -> Path:
    """Tell numba where to keep kernels. Call before the first kernel with a cache is imported."""
    folder = cache_folder()
    numba.config.CACHE_DIR = str(folder)
    return folder


def is_compiled() -> bool:
    """Whether the kernels of these sources have been compiled on this machine before."""
    return any(cache_folder().rglob("*.nbc"))
