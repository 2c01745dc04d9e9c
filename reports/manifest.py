"""The manifest of a site (`.peder-site.json`): for each file a key of the data and code that it depends on."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from language.current import current_language

MANIFEST = ".peder-site.json"
WHOLE = "store"
"""The manifest's entry for the state of the whole store."""
PROGRAM = "program"
"""The manifest's entry for the program, the language and the time zone: if these differ, every page is stale."""


def _unknown(night: str) -> str:
    return ""


@dataclass(frozen=True, kw_only=True)
class SiteState:
    """The state of the data, as texts that differ when the data differ; empty where not known: of the whole
    store, of each night by its name, and of how each player is paid, by their ids.
    """

    store: str = ""
    night: Callable[[str], str] = _unknown
    payees: Mapping[str, str] = field(default_factory=dict)


@dataclass(kw_only=True)
class WrittenSite:
    """The files of a site that were written, were up to date, or were removed."""

    written: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)


def unchanged_site(folder: Path, state: SiteState) -> WrittenSite | None:
    """The files of a site that is up to date with a store; None if it isn't, or if that is unknown.

    >>> unchanged_site(tmp, SiteState(store="12 nights")) is None
    True
    """
    manifest = read_manifest(folder)
    manifest.pop(PROGRAM, None)
    if not state.store or manifest.pop(WHOLE, "") != page_key(state.store):
        return None
    if not all((folder / name).is_file() for name in manifest):
        return None
    return WrittenSite(unchanged=list(manifest))


def missing_nights(folder: Path, sessions: int) -> int:
    """Number of `sessions` that have no page in the folder's site; all of them if another program wrote the site.

    >>> missing_nights(tmp, 12)
    12
    """
    manifest = read_manifest(folder)
    if manifest.get(PROGRAM) != page_key():
        return sessions
    return sessions - sum(1 for name in manifest if name.startswith("night-"))


def read_manifest(folder: Path) -> dict[str, str]:
    """The key of each file of the site in a folder, by name: empty where none is known, or an older version wrote it. Nothing where
    there is no site.

    >>> read_manifest(tmp / "no-site")
    {}
    """
    with suppress(OSError, ValueError):
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        if isinstance(manifest, dict):
            return {str(name): key if isinstance(key, str) else "" for name, key in manifest.items()}
    return {}


def page_key(*states: str) -> str:
    """The key of a page that follows from these states, the program, the language and the time zone.

    >>> page_key("a") == page_key("a"), page_key("a") == page_key("b")
    (True, False)
    """
    return sha256("|".join([_program(), current_language().code, *time.tzname, *states]).encode()).hexdigest()


@cache
def _program() -> str:
    """A digest of the code that makes the pages."""
    digest = sha256()
    for folder in ("reports", "language", "queries"):
        for place in sorted(_sources(files(folder)), key=lambda place: place.name):
            digest.update(place.read_bytes())
    return digest.hexdigest()


def _sources(folder: object) -> Iterator[Path]:
    for place in folder.iterdir():  # type: ignore[attr-defined]
        if place.is_dir():
            yield from _sources(place)
        elif place.name.endswith((".py", ".js", ".css", ".po", ".sql", ".gz")):
            yield place


def files_of_others(folder: Path) -> list[str]:
    """The names in a folder that don't belong to its site, without hidden files.

    >>> (tmp / "holiday.jpg").touch()
    >>> files_of_others(tmp)
    ['holiday.jpg']
    """
    try:
        own = json.loads((folder / MANIFEST).read_text("utf-8")).keys() - {WHOLE, PROGRAM}
    except (OSError, ValueError):
        own = set()
    return sorted(place.name for place in folder.iterdir() if place.name not in own and place.name[0] != ".")
