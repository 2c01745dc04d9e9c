"""Compile the kernels of `walks` into a folder: the build step of a wheel.

python -m pipeline.simulation.ahead FOLDER
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np

from engine.compile.cache import cache_folder
from pipeline.simulation import walks


def _read_only(kind: Any = np.int64) -> np.ndarray[Any, Any]:
    """An empty array as polars and Arrow hand them over, which numba has another type for."""
    values = np.empty(0, kind)
    values.flags.writeable = False
    return values


def compile_walks() -> None:
    """Compile each kernel for the types that it is called with, by calls with nothing in the arrays."""
    row, table = np.empty(0, np.int64), np.empty((0, 0), np.int64)
    fixed = _read_only()
    for values in (row, fixed):
        walks.count_values(values, 0, row)
        walks.place(fixed.reshape(0, 0), values, table)
        flags, codes = np.empty(0, np.bool_), np.empty(0, np.uint8)
        walks.count_melds(row, values, flags, flags, flags, codes, fixed, table, row)
    for nets in (table, fixed.reshape(0, 0)):
        walks.place_by_chain(nets, row, table)
    walks.walk(table, row, table, table, table)
    walks.join(table, table, row, table)


def main(folder: Path) -> None:
    """Compile, and copy what was compiled to a folder."""
    compile_walks()
    compiled = cache_folder(Path(walks.__file__))
    shutil.copytree(compiled, folder / compiled.name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
