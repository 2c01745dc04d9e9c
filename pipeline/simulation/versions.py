"""The version of the program and its libraries, which machines must share to write the same bytes."""

from __future__ import annotations

import hashlib
import os
import platform
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from engine.api import PederError
from language import tr

_HOUSE = Path(__file__).parents[2]
_SOURCES = (
    "engine/**/*.py",
    "engine/**/*.npz",
    "engine/players/people.json",
    "pipeline/simulation/*.py",
    "pipeline/store/*part*.py",
    "pipeline/store/columns.py",
    "pipeline/store/schemas.py",
    "queries/**/*.py",
    "queries/**/*.sql",
)
_LIBRARIES = ("polars", "numpy", "numba", "duckdb")


class VersionsError(PederError):
    """A worker has another version than the run that it should play."""


class Versions(NamedTuple):
    """The version of a program: peder's version, a hash of the sources that play, write and sum up (kernels
    included), and the versions of the libraries that affect the bytes.
    """

    peder: str
    sources: str
    libraries: tuple[str, ...]

    def __str__(self) -> str:
        return f"peder {self.peder} ({self.sources}) with {', '.join(self.libraries)}"


@cache
def versions() -> Versions:
    """Return the versions of this process.

    >>> [library.partition(" ")[0] for library in versions().libraries]
    ['polars', 'numpy', 'numba', 'duckdb']
    """
    digest = hashlib.sha256()
    for pattern in _SOURCES:
        for file in sorted(_HOUSE.glob(pattern)):
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(file.relative_to(_HOUSE).as_posix().encode() + b"\0" + file.read_bytes())
    return Versions(
        version("peder"), digest.hexdigest()[:12], tuple(f"{name} {version(name)}" for name in _LIBRARIES)
    )


def check_versions(wanted: Versions) -> None:
    """Raise VersionsError unless this process has the required version.

    >>> check_versions(versions())
    >>> check_versions(versions()._replace(peder="1.0.0"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    pipeline.simulation.versions.VersionsError: The worker ... is peder ..., and the run is peder 1.0.0 ...
    """
    if versions() != wanted:
        raise VersionsError(
            tr(
                "The worker {node}:{pid} is {versions}, and the run is {wanted}: install the same "
                "on both, so that they write the same bytes.",
                node=platform.node(),
                pid=os.getpid(),
                versions=versions(),
                wanted=wanted,
            )
        )
