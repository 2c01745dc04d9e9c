"""The manifest of a site (`.peder-site.json`): of each of its files the key of what it follows from, and where the part
is that can be replaced.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from language.current import current_language

MANIFEST = ".peder-site.json"
WHOLE = "store"
"""The manifest's entry for the state of the whole store."""


def _unknown(night: str) -> str:
    return ""


@dataclass(frozen=True, kw_only=True)
class SiteState:
    """The state of the data, as texts that differ when the data differ; empty where not known: of the whole
    store, of each night by its name, and of how players are paid.
    """

    store: str = ""
    night: Callable[[str], str] = _unknown
    payees: str = ""


@dataclass(kw_only=True)
class WrittenSite:
    """The files of a site: those that were written, those that were up to date, those removed."""

    written: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class ManifestEntry:
    """What the manifest says of a page: the key of what it follows from (empty where that isn't known), the key of what its
    replaceable part follows from as well, and the part's place.
    """

    key: str = ""
    part_key: str = ""
    part: PartPlace | None = None

    @classmethod
    def of(cls, words: object) -> ManifestEntry:
        """The entry that `to_json` gave; an entry that follows from nothing where that was damaged, or of another
        version.
        """
        match words:
            case [str() as key, str() as part_key]:
                return cls(key=key, part_key=part_key)
            case [str() as key, str() as part_key, int() as begin, int() as length, str() as digest]:
                return cls(key=key, part_key=part_key, part=PartPlace(begin, length, digest))
        return cls()

    def to_json(self) -> list[str | int]:
        """The entry as JSON takes it."""
        return [self.key, self.part_key, *(self.part or ())]


class PartPlace(NamedTuple):
    """The place of a part in the text of a page, and a digest of the part."""

    begin: int
    length: int
    digest: str

    @classmethod
    def of(cls, part: str, page: str) -> PartPlace | None:
        """The place of a part of a page; None where the page has no such part, or nothing is in it.

        >>> PartPlace.of("brave", "O brave new world")[:2]
        (2, 5)
        """
        begin = page.find(part) if part else -1
        return cls(begin, len(part), sha256(part.encode()).hexdigest()) if begin >= 0 else None

    def replaced(self, page: str, part: str) -> str | None:
        """A page with another part in this place; None for a page that was changed since.

        >>> PartPlace.of("brave", "O brave new world").replaced("O brave new world", "bold")
        'O bold new world'
        """
        end = self.begin + self.length
        if sha256(page[self.begin : end].encode()).hexdigest() != self.digest:
            return None
        return page[: self.begin] + part + page[end:]


def unchanged_site(folder: Path, state: SiteState) -> WrittenSite | None:
    """The files of a site that is up to date with a store; None where it isn't, or that isn't known."""
    manifest = read_manifest(folder)
    if not state.store or manifest.pop(WHOLE, ManifestEntry()).key != page_key(state.store):
        return None
    if not all((folder / name).is_file() for name in manifest):
        return None
    return WrittenSite(kept=list(manifest))


def read_manifest(folder: Path) -> dict[str, ManifestEntry]:
    """The entry of each file of the site in a folder, by name; empty where there is no site."""
    with suppress(OSError, ValueError):
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        if isinstance(manifest, dict):
            return {str(name): ManifestEntry.of(words) for name, words in manifest.items()}
    return {}


def page_key(*states: str) -> str:
    """The key of a page that follows from these states, the program, the language and the time zone."""
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
