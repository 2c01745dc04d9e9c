"""One site of every page: a front page, links between the pages, one copy of what they share.

Only pages that changed are rendered: the site remembers a key of what each page follows from
(`.peder-site.json`). A night's page follows from the files of the night; the other pages follow from the whole
store, because luck alone is measured on all hands. The caller gives both states (`SiteState`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path

import polars as pl
from duckdb import DuckDBPyConnection

from language import tr
from reports import data
from reports.components.links import Links, linking
from reports.errors import ReportError
from reports.game_source import NOBODY, GameSource
from reports.manifest import MANIFEST, WHOLE, SiteState, WrittenSite, page_key, read_manifest
from reports.page import Frame, Page, render, shared_files, write
from reports.pages.awards import Award
from reports.pages.hands import season_hands_page
from reports.pages.index import index_page
from reports.pages.night import Pays, night_page, nobody_pays
from reports.pages.player import player_page
from reports.pages.season import season_page
from reports.pages.variants import variants_page

INDEX = "index.html"
GAMES = "games.html"
Progress = Callable[[str, int, int], None]


def _no_progress(what: str, done: int, of: int) -> None: ...


def write_site(
    con: DuckDBPyConnection,
    folder: Path,
    pays: Pays = nobody_pays,
    state: SiteState | None = None,
    progress: Progress = _no_progress,
    source: GameSource = NOBODY,
    awards: Sequence[Award] | None = None,
) -> WrittenSite:
    """Write every page that isn't up to date into `folder`. Raises ReportError where that can't be done."""
    return _Site(con, folder, pays, state or SiteState(), progress, source, awards).write()


class _Site:
    def __init__(
        self,
        con: DuckDBPyConnection,
        folder: Path,
        pays: Pays,
        state: SiteState,
        progress: Progress,
        source: GameSource,
        awards: Sequence[Award] | None,
    ) -> None:
        self.con = con
        self.folder = folder
        self.pays = pays
        self.state = state
        self.progress = progress
        self.source = source
        self.awards = awards
        every = data.sessions(con)
        self.nights = every.filter(pl.col("kind") != "run")
        self.seasons: list[str | None] = (
            self.nights.filter(pl.col("kind") == "night")["season"].unique(maintain_order=True).to_list()
        )
        self.has_games = not every.is_empty()
        self.done = WrittenSite()
        self.before = read_manifest(folder)
        self.manifest: dict[str, str] = {WHOLE: page_key(state.store) if state.store else ""}

    def write(self) -> WrittenSite:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ReportError(
                tr("{file} can't be written ({why}).", file=self.folder, why=error.strerror)
            ) from error
        shared = shared_files()
        for name, text in shared.items():
            self._write(name, text)
        nav = [
            *self._season_links(),
            *[(tr("Hands"), _hands_file(season)) for season in self.seasons[-1:]],
            *([(tr("Games"), GAMES)] * self.has_games),
        ]
        frame = Frame(shared=tuple(shared), nav=nav)
        places = {session: f"night-{slug(session)}.html" for session in self.nights["session_id"]}
        pages = list(self._pages(places))
        for done, (name, page, key, links) in enumerate(pages, 1):
            self.progress(name, done, len(pages))
            if key and self.before.get(name) == key and (self.folder / name).is_file():
                self.done.kept.append(name)
                self.manifest[name] = key
                continue
            with linking(links):
                self._write(name, render(page(), frame), key)
        self._finish()
        return self.done

    def _pages(self, places: dict[str, str]) -> Iterator[tuple[str, Callable[[], Page], str, Links]]:
        """Every page: its file, what makes it, its key (empty: not known), where its links lead."""
        con = self.con
        games = GAMES if self.has_games else None
        whole = page_key(self.state.store) if self.state.store else ""
        names = data.players(con).write_json()
        lists: dict[str | None, str] = {
            night: _hands_file(season)
            for night, kind, season in self.nights.select("session_id", "kind", "season").iter_rows()
            if kind == "night"
        }
        seasons = {season: _season_file(season) for season in self.seasons}
        of_season: dict[str | None, dict[int, str]] = {}
        for season in self.seasons:
            rows = data.standings(con, season).select("player_id", "join_order").unique(maintain_order=True)
            of_season[season] = {
                order: f"player-{slug(person)}-{slug(season or '')}.html"
                for person, order in rows.iter_rows()
            }
            listed = {**lists, None: _hands_file(season)}
            links = Links(
                nights=places, players=of_season[season], seasons=seasons, games=games, hands=listed
            )
            yield seasons[season], partial(season_page, con, season, self.awards), whole, links
            of_these = self.nights.filter(pl.col("season").eq_missing(season), pl.col("kind") == "night")
            key = self._night_key(of_these["session_id"], also=(names, *places))
            yield _hands_file(season), partial(season_hands_page, con, season), key, links
            for person, order in rows.iter_rows():
                make = partial(player_page, con, person, season)
                yield of_season[season][order], make, whole, links
        for session, season in self.nights.select("session_id", "season").iter_rows():
            links = Links(nights=places, players=of_season.get(season, {}), games=games, hands=lists)
            yield (
                places[session],
                partial(night_page, con, session, self.pays),
                self._night_key([session], also=(names, *places)),
                links,
            )
        latest = of_season[self.seasons[-1]] if self.seasons else {}
        links = Links(nights=places, players=latest, seasons=seasons, games=games, hands=lists)
        if self.has_games:
            yield GAMES, partial(variants_page, con, source=self.source), whole, links
        yield INDEX, partial(index_page, con, self.pays), whole, links

    def _night_key(self, nights: Iterable[str], also: Iterable[str]) -> str:
        """The key of a page that follows from some nights; empty where their state isn't known."""
        states = [self.state.night(night) for night in nights]
        return page_key(*states, *also) if all(states) else ""

    def _season_links(self) -> list[tuple[str, str]]:
        return [
            (tr("Season {season}", season=season) if season else tr("The season"), _season_file(season))
            for season in self.seasons[::-1][:6]
        ]

    def _write(self, name: str, text: str, key: str = "") -> None:
        place = self.folder / name
        self.manifest[name] = key
        with suppress(OSError):
            if place.read_bytes() == text.encode():
                self.done.kept.append(name)
                return
        write(text, place)
        self.done.written.append(name)

    def _finish(self) -> None:
        """Remove the pages that this site no longer has, and write its manifest."""
        for name in self.before.keys() - self.manifest.keys():
            if name == Path(name).name:
                with suppress(OSError):
                    (self.folder / name).unlink()
                    self.done.removed.append(name)
        write(json.dumps(self.manifest, indent=0, sort_keys=True), self.folder / MANIFEST)


def _season_file(season: str | None) -> str:
    return f"season-{slug(season)}.html" if season else "season.html"


def _hands_file(season: str | None) -> str:
    return f"hands-{slug(season)}.html" if season else "hands.html"


def slug(name: str) -> str:
    """A name as a part of a file's name: other characters are replaced, and a digest keeps names apart."""
    plain = "".join(char if char.isascii() and (char.isalnum() or char in "-_") else "-" for char in name)
    if plain == name.lower() and len(name) <= 60:
        return plain
    return f"{plain[:40].lower()}-{sha256(name.encode()).hexdigest()[:8]}"
