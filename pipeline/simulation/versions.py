"""What must be alike for two machines to write the same bytes."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

_HOUSE = Path(__file__).parents[2]
_SOURCES = (
    "engine/**/*.py",
    "engine/data/**/*",
    "pipeline/simulation/*.py",
    "pipeline/store/*par*.py",
    "pipeline/store/schemas.py",
)
_PACKED_BY = ("polars", "numpy", "numba")


class Versions(NamedTuple):
    """A program: peder's version, a hash of the sources that play and write (of the kernels among them), and
    the versions of the libraries that have a say in the bytes.
    """

    peder: str
    sources: str
    libraries: tuple[str, ...]

    def __str__(self) -> str:
        return f"peder {self.peder} ({self.sources}) with {', '.join(self.libraries)}"


@cache
def versions() -> Versions:
    """Those of this process."""
    digest = hashlib.sha256()
    for pattern in _SOURCES:
        for file in sorted(_HOUSE.glob(pattern)):
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(file.relative_to(_HOUSE).as_posix().encode() + b"\0" + file.read_bytes())
    return Versions(
        version("peder"), digest.hexdigest()[:12], tuple(f"{name} {version(name)}" for name in _PACKED_BY)
    )
