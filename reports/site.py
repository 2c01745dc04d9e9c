"""One site of every page: a front page, links between the pages, one copy of what they share.

Only changed pages are rendered: the site stores a key of the data that each page depends on (`.peder-site.json`). A
night's page depends on the files of the night, on facts from earlier nights, and on its neighbours' dates, so it
stays as it was sent. The other pages depend on the whole store. The caller gives both states (`SiteState`), and may
have other processes write pages too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path

import polars as pl
from duckdb import DuckDBPyConnection

from language import tr
from reports import data
from reports.components.blocks import Row
from reports.components.links import Links, linking
from reports.errors import ReportError
from reports.game_source import NO_GAMES, GameSource
from reports.manifest import (
    MANIFEST,
    PROGRAM,
    WHOLE,
    SiteState,
    WrittenSite,
    page_key,
    read_manifest,
)
from reports.page import Frame, Page, render, shared_files, slug, write
from reports.pages.awards import Award
from reports.pages.hands import season_hands_page
from reports.pages.index import index_page
from reports.pages.night import Pays, night_page, no_payments
from reports.pages.player import player_page
from reports.pages.season import season_page
from reports.pages.settlement import SeasonPays, no_season_payments
from reports.pages.variants import variants_page

INDEX = "index.html"
ROBOTS, ROBOTS_TEXT = "robots.txt", "User-agent: *\nDisallow: /\n"
"""The request of a public site to search engines, for a site at the root of its host."""
GAMES = "games.html"
HANDS_AHEAD = 2_000
"""Number of hands of consecutive nights that are read into memory at once."""
Progress = Callable[[str, int, int], None]
Elsewhere = Callable[[str], "Future[bool]"]
"""Has another process write a page of the site, by name (`Site.write_page`)."""


def _no_progress(what: str, done: int, of: int) -> None: ...


@dataclass(frozen=True, kw_only=True)
class _File:
    """A page of the site: the function that makes it, its links, and the key of the data that it depends on (empty if
    unknown). `night` is the night that the page is about, and `season` its seasons: one, or every season for a page of all.
    """

    make: Callable[[], Page]
    links: Links
    key: str
    season: tuple[str | None, ...]
    night: str | None = None


@dataclass(frozen=True, kw_only=True)
class SiteFacts:
    """What a site shows that isn't in the marts: what the bank makes of a night and of a season (None for a site without
    payments), the games' rules and evenings, and the group's awards, the house's if None.
    """

    pays: Pays | None = no_payments
    season_pays: SeasonPays | None = no_season_payments
    source: GameSource = NO_GAMES
    awards: Sequence[Award] | None = None


class Site:
    """The pages of a site in a folder."""

    def __init__(
        self,
        con: DuckDBPyConnection,
        folder: Path,
        state: SiteState | None = None,
        facts: SiteFacts = SiteFacts(),
        *,
        is_public: bool = False,
    ) -> None:
        self.con = con
        self.folder = folder
        self.state = state or SiteState()
        self.facts = facts
        every = data.sessions(con)
        self.nights = every.filter(pl.col("kind") != "run")
        nights = self.nights.filter(pl.col("kind") == "night")
        self.seasons: list[str | None] = nights.unique("season", keep="last", maintain_order=True)[
            "season"
        ].to_list()
        self.has_games = not every.is_empty()
        self.before = read_manifest(folder)
        self.shared = shared_files()
        self.written = self.nights
        self.is_public = is_public
        self.answers = data.Answers(con)

    def write(self, progress: Progress = _no_progress, elsewhere: Elsewhere | None = None) -> WrittenSite:
        """Write every page that isn't up to date. Raises ReportError if a page can't be written."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ReportError(
                tr("{file} can't be written ({why}).", file=self.folder, why=error.strerror)
            ) from error
        texts = dict(self.shared.values()) | ({ROBOTS: ROBOTS_TEXT} if self.is_public else {})
        shared = {file: self._write(file, text) for file, text in texts.items()}
        stale = [name for name in self.files if not self._is_up_to_date(name)]
        self.written = self.nights.filter(
            pl.col("session_id").is_in([self.files[name].night for name in stale])
        )
        is_new = shared | dict.fromkeys(self.files, False) | dict(self._write_all(stale, progress, elsewhere))
        done = WrittenSite(
            written=[name for name, new in is_new.items() if new],
            unchanged=[name for name, new in is_new.items() if not new],
        )
        whole = page_key(self.state.store) if self.state.store else ""
        keys = {name: file.key for name, file in self.files.items()}
        self._finish({WHOLE: whole, PROGRAM: page_key(), **dict.fromkeys(shared, ""), **keys}, done)
        return done

    def _write_all(
        self, names: Sequence[str], progress: Progress, elsewhere: Elsewhere | None
    ) -> Iterator[tuple[str, bool]]:
        """Write pages from the last one on, while other processes write from the first one on, and write the pages at which
        those fail. Yields each page's name and whether it has changed.
        """
        begun = {name: elsewhere(name) for name in names if elsewhere}
        for done, name in enumerate(reversed(names), 1):
            progress(name, done, len(names))
            other = begun.get(name)
            if other is None or other.cancel() or other.exception():
                yield name, self.write_page(name)
            else:
                yield name, other.result()

    def write_page(self, name: str) -> bool:
        """Write a page; returns whether it has changed."""
        file = self.files[name]
        with linking(file.links), self.answers.in_use():
            self.answers.read_ahead(self._portions.get(file.night, []))
            return self._write(name, render(file.make(), self._frame(file.season)))

    @cached_property
    def _portions(self) -> dict[str | None, list[str]]:
        """For each night whose page is written, the nights that are read together with it."""
        numbered = self.written.select("session_id", portion=pl.col("hands").cum_sum() // HANDS_AHEAD)
        portions = [rows["session_id"].to_list() for rows in numbered.partition_by("portion")]
        return {night: nights for nights in portions for night in nights}

    def _is_up_to_date(self, name: str) -> bool:
        key = self.files[name].key
        return bool(key) and self.before.get(name) == key and (self.folder / name).is_file()

    def _frame(self, of: tuple[str | None, ...]) -> Frame:
        """The frame of a page, with links to the season that it is about."""
        nav = [
            *[(season_title(season), _season_file(season)) for season in of[::-1][:6]],
            *[(tr("Hands"), _hands_file(season)) for season in of[-1:]],
            *([(tr("Games"), GAMES)] * self.has_games),
        ]
        shared = {name: file for name, (file, _) in self.shared.items()}
        return Frame(shared=shared, nav=nav, is_public=self.is_public)

    @cached_property
    def files(self) -> dict[str, _File]:
        """Every page by the name of its file; pages that take longest come first."""
        con = self.con
        games = GAMES if self.has_games else None
        whole = page_key(self.state.store) if self.state.store else ""
        places = {session: f"night-{slug(session)}.html" for session in self.nights["session_id"]}
        lists: dict[str | None, str] = {
            night: _hands_file(season)
            for night, kind, season in self.nights.select("session_id", "kind", "season").iter_rows()
            if kind == "night"
        }
        seasons = {season: _season_file(season) for season in self.seasons}
        latest: dict[str, str] = {}
        of_season: dict[str | None, dict[str, str]] = {}
        files: dict[str, _File] = {}
        for season in self.seasons:
            people = data.standings(con, season)["player_id"].unique(maintain_order=True)
            own = of_season[season] = {
                person: f"player-{slug(person)}-{slug(season or '')}.html" for person in people
            }
            latest |= own
            cast = data.cast_of_season(con, season).to_dicts()
            listed = {**lists, None: _hands_file(season)}
            links = Links(
                nights=places, players=_by_order(cast, own), seasons=seasons, games=games, hands=listed,
                namesakes=_namesakes(cast),
            )  # fmt: skip
            files |= self._season_files(season, own, links, whole)
        cast = data.cast_of_all(con).to_dicts()
        links = Links(
            nights=places, players=_by_order(cast, latest), seasons=seasons, games=games, hands=lists,
            namesakes=_namesakes(cast),
        )  # fmt: skip
        every = tuple(self.seasons)
        if self.has_games:
            make = partial(variants_page, con, source=self.facts.source)
            files = {GAMES: _File(make=make, links=links, key=whole, season=every), **files}
        files |= self._night_files(places, of_season, lists)
        files[INDEX] = _File(
            make=partial(index_page, con, self.facts.pays), links=links, key=whole, season=every
        )
        return files

    def _season_files(
        self, season: str | None, players: Mapping[str, str], links: Links, key: str
    ) -> dict[str, _File]:
        """The pages of a season, of its hands and of its players (files by id); `key` is the key of the whole store."""
        nights = self.nights.filter(pl.col("season").eq_missing(season), pl.col("kind") == "night")
        season_make = partial(season_page, self.con, season, self.facts.awards, self.facts.season_pays)
        files = {
            _season_file(season): _File(make=season_make, links=links, key=key, season=(season,)),
            _hands_file(season): _File(
                make=partial(season_hands_page, self.con, season),
                links=links,
                key=self._night_key(nights["session_id"], links, (season,), self._names),
                season=(season,),
            ),
        }
        for person, file in players.items():
            make = partial(player_page, self.con, person, season)
            files[file] = _File(make=make, links=links, key=key, season=(season,))
        return files

    def _night_files(
        self,
        places: dict[str, str],
        of_season: dict[str | None, dict[str, str]],
        lists: dict[str | None, str],
    ) -> Iterator[tuple[str, _File]]:
        known = data.known_then(self.con)
        for session, around in self._with_neighbours():
            name, season = session["session_id"], session["season"]
            cast = data.cast_of_night(self.con, name).to_dicts()
            there = [row for row in cast if row["is_own"]]
            own = (season,) if name in lists else ()
            links = Links(
                nights={night: places[night] for night, _ in around},
                players=_by_order(there, of_season.get(season, {})),
                games=GAMES,
                hands={name: lists[name]} if name in lists else {},
                namesakes=_namesakes(there),
            )
            yield (
                places[name],
                _File(
                    make=partial(night_page, self.con, name, self.facts.pays),
                    links=links,
                    key=self._night_key(
                        [name], links, own, self._names_of(name, cast), repr(around), known.get(name, "")
                    ),
                    season=own,
                    night=name,
                ),
            )

    def _with_neighbours(self) -> Iterator[tuple[Row, list[tuple[str, datetime | None]]]]:
        """Each night with the ids and start times of itself and the nights around it, which its page states."""
        for rows in self.nights.partition_by("kind", maintain_order=True):
            begun = rows.select("session_id", "started_at").rows()
            for at, session in enumerate(rows.iter_rows(named=True)):
                yield session, begun[max(0, at - 1) : at + 2]

    def _night_key(
        self, nights: Iterable[str], links: Links, season: tuple[str | None, ...], *others: str
    ) -> str:
        """The key of a page that depends on some nights; empty if their state is unknown."""
        states = [self.state.night(night) for night in nights]
        return page_key(*states, repr(links), repr(self._frame(season)), *others) if all(states) else ""

    @cached_property
    def _names(self) -> str:
        """The names of players and games."""
        return data.players(self.con).write_json() + data.games(self.con).write_json()

    def _names_of(self, night: str, cast: Sequence[Row]) -> str:
        """The names of the players of a night and of its bank, and how they want to be paid."""
        in_bank = self._in_banks.get(night, [])
        called = {
            row["player_id"]: (row["called"], row["name"], row["is_namesake"], row["is_own"])
            for row in cast
            if row["is_own"] or row["player_id"] in in_bank
        }
        paid = [self.state.payees.get(player) for player in sorted({*called, *in_bank})]
        return repr((called, paid))

    @cached_property
    def _in_banks(self) -> dict[str, list[str]]:
        return data.players_in_banks(self.con)

    def _write(self, name: str, text: str) -> bool:
        place = self.folder / name
        with suppress(OSError):
            if place.read_bytes() == text.encode():
                return False
        write(text, place, replace=name in self.before)
        return True

    def _finish(self, manifest: Mapping[str, str], done: WrittenSite) -> None:
        """Remove the pages that this site no longer has, and write its manifest."""
        for name in self.before.keys() - manifest.keys():
            if name == Path(name).name:
                with suppress(OSError):
                    (self.folder / name).unlink()
                    done.removed.append(name)
        write(
            json.dumps(dict(sorted(manifest.items())), indent=0) + "\n", self.folder / MANIFEST, replace=True
        )


def _by_order(cast: Sequence[Row], files: Mapping[str, str]) -> dict[int, str]:
    """Players' files by `join_order` in a cast."""
    return {row["join_order"]: files[row["player_id"]] for row in cast if row["player_id"] in files}


def _namesakes(cast: Sequence[Row]) -> tuple[str, ...]:
    return tuple(row["player_id"] for row in cast if row["is_namesake"])


def season_title(season: str | None) -> str:
    """The title of a season on pages.

    >>> season_title("2026")
    'Season 2026'
    """
    return tr("Season {season}", season=season) if season else tr("The season")


def _season_file(season: str | None) -> str:
    return f"season-{slug(season)}.html" if season else "season.html"


def _hands_file(season: str | None) -> str:
    return f"hands-{slug(season)}.html" if season else "hands.html"
