"""One site of every page: an index, links between the pages, one copy of what they share.

Only what changed is written: a night's page is made again when its files, the players, the language or the
program are others than when it was written (`.peder-site.json` remembers), the rest when its text differs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import polars as pl
from duckdb import DuckDBPyConnection

from language import tr, trn
from language.spoken import spoken
from reports import data, numbers
from reports.awards import Award
from reports.behind import night_hands
from reports.blocks import Block, Column, Folded, Row, Section, Table
from reports.cells import count_column, player
from reports.game_source import NOBODY, GameSource
from reports.hands_page import season_hands_page
from reports.html import Child, Html, fragment, tag
from reports.links import Links, linking, night_link
from reports.night import Pays, night_page, nobody_pays
from reports.numbers import day, number, span
from reports.page import DEALERS_CHOICE, Frame, Page, ReportError, render, shared_files, write
from reports.player import player_page
from reports.season import no_night, season_page
from reports.variants import variants_page

MEMORY = ".peder-site.json"
INDEX = "index.html"
GAMES = "games.html"
LATEST = 24
"""So many nights stand open on the index, where there are many more."""

Stamp = Callable[[str], str]
"""What tells a night's data from any other state of it."""
Progress = Callable[[str, int, int], None]


def _no_progress(what: str, done: int, of: int) -> None: ...


def _always_new(night: str) -> str:
    return ""


@dataclass(kw_only=True)
class WrittenSite:
    """The files of a site: those that were written now, those that stood as they are, those taken away."""

    written: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)


def write_site(
    con: DuckDBPyConnection,
    folder: Path,
    pays: Pays = nobody_pays,
    stamp: Stamp = _always_new,
    progress: Progress = _no_progress,
    source: GameSource = NOBODY,
    awards: Sequence[Award] | None = None,
) -> WrittenSite:
    """Write every page into `folder`. Raises ReportError where that can't be done."""
    return _Site(con, folder, pays, stamp, progress, source, awards).write()


class _Site:
    def __init__(
        self,
        con: DuckDBPyConnection,
        folder: Path,
        pays: Pays,
        stamp: Stamp,
        progress: Progress,
        source: GameSource,
        awards: Sequence[Award] | None,
    ) -> None:
        self.con = con
        self.folder = folder
        self.pays = pays
        self.stamp = stamp
        self.progress = progress
        self.source = source
        self.awards = awards
        every = data.sessions(con)
        self.nights = every.filter(pl.col("kind") != "run")
        self.seasons: list[str | None] = (
            self.nights.filter(pl.col("kind") == "night")["season"].unique(maintain_order=True).to_list()
        )
        self.has_games = not every.is_empty()
        self.rests_on = (_program(), data.players(con).write_json(), spoken().code)
        self.done = WrittenSite()
        self.before = self._remembered()
        self.memory: dict[str, str] = {}

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
            (tr("All pages"), INDEX),
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
                self.memory[name] = key
                continue
            with linking(links):
                self._write(name, render(page(), frame), key)
        self._forget()
        return self.done

    def _pages(self, places: dict[str, str]) -> Iterator[tuple[str, Callable[[], Page], str, Links]]:
        """Every page: its file, what makes it, what it rests on (empty: unknown), where it leads."""
        con = self.con
        games = GAMES if self.has_games else None
        lists: dict[str | None, str] = {
            night: _hands_file(season)
            for night, kind, season in self.nights.select("session_id", "kind", "season").iter_rows()
            if kind == "night"
        }
        of_season: dict[str | None, dict[int, str]] = {}
        for season in self.seasons:
            rows = data.standings(con, season).select("player_id", "join_order").unique(maintain_order=True)
            of_season[season] = {
                order: f"player-{slug(person)}-{slug(season or '')}.html"
                for person, order in rows.iter_rows()
            }
            listed = {**lists, None: _hands_file(season)}
            links = Links(nights=places, players=of_season[season], games=games, hands=listed)
            yield _season_file(season), partial(season_page, con, season, self.awards), "", links
            of_these = self.nights.filter(pl.col("season").eq_missing(season), pl.col("kind") == "night")
            key = self._key(*of_these["session_id"], also=places)
            yield _hands_file(season), partial(season_hands_page, con, season), key, links
            for person, order in rows.iter_rows():
                make = partial(player_page, con, person, season)
                yield of_season[season][order], make, "", links
        for session, season in self.nights.select("session_id", "season").iter_rows():
            links = Links(nights=places, players=of_season.get(season, {}), games=games, hands=lists)
            yield (
                places[session],
                partial(night_page, con, session, self.pays),
                self._key(session, also=places),
                links,
            )
        latest = of_season[self.seasons[-1]] if self.seasons else {}
        links = Links(nights=places, players=latest, games=games, hands=lists)
        if self.has_games:
            yield GAMES, partial(variants_page, con, source=self.source), "", links
        yield INDEX, self._index, "", links

    def _key(self, *nights: str, also: Iterable[str]) -> str:
        """What a page of some nights rests on; empty, where that isn't known."""
        stamps = [self.stamp(night) for night in nights]
        if not all(stamps):
            return ""
        return sha256("|".join([*self.rests_on, *stamps, *also]).encode()).hexdigest()

    def _index(self) -> Page:
        if self.nights.is_empty():
            return Page(title=tr("All pages"), kicker=tr(DEALERS_CHOICE), lead=no_night())
        people = data.players(self.con)
        latest_first = self.nights.reverse()
        return Page(
            title=tr("All pages"),
            kicker=tr(DEALERS_CHOICE),
            lead=tr(
                "{nights}, {hands}, {span}.",
                nights=numbers.nights(len(self.nights)),
                hands=numbers.hands(int(self.nights["hands"].sum())),
                span=span(self.nights["started_at"].to_list()),
            ),
            sections=[
                Section(heading=tr("Players"), anchor="players", blocks=[_People(people)]),
                Section(heading=tr("Nights"), anchor="nights", blocks=every_night(latest_first)),
            ],
        )

    def _season_links(self) -> list[tuple[str, str]]:
        return [
            (tr("Season {season}", season=season) if season else tr("The season"), _season_file(season))
            for season in self.seasons[::-1][:6]
        ]

    def _write(self, name: str, text: str, key: str = "") -> None:
        place = self.folder / name
        self.memory[name] = key
        with suppress(OSError):
            if place.read_bytes() == text.encode():
                self.done.kept.append(name)
                return
        write(text, place)
        self.done.written.append(name)

    def _remembered(self) -> dict[str, str]:
        with suppress(OSError, ValueError):
            memory = json.loads((self.folder / MEMORY).read_text("utf-8"))
            if isinstance(memory, dict):
                return {str(name): str(key) for name, key in memory.items()}
        return {}

    def _forget(self) -> None:
        """Take away the pages that this site no longer has, and remember those that it has."""
        for name in self.before.keys() - self.memory.keys():
            if name == Path(name).name:
                with suppress(OSError):
                    (self.folder / name).unlink()
                    self.done.removed.append(name)
        write(json.dumps(self.memory, indent=0, sort_keys=True), self.folder / MEMORY)


@dataclass(frozen=True)
class _People:
    """Everybody's name, leading to their page."""

    people: pl.DataFrame

    def html(self) -> Html:
        """A `ul`."""
        rows = self.people.select("name", "join_order").iter_rows()
        return tag("ul", [tag("li", player(name, order)) for name, order in rows], class_="people")


def every_night(nights: pl.DataFrame) -> list[Block]:
    """Nights and imports (`data.sessions`, the latest first): of many the latest, and all to unfold."""
    every = _night_table(nights, tr("Every night and import, the latest first"))
    if len(nights) <= 2 * LATEST:
        return [every]
    latest = _night_table(nights.head(LATEST), tr("The latest nights and imports"))
    return [latest, Folded(summary=trn("The {n} night", "All {n} nights", len(nights)), blocks=[every])]


def _night_table(nights: pl.DataFrame, caption: str) -> Table:
    drafts = Column(
        label=tr("Drafts"),
        sort="drafts",
        cell=lambda row: number(row["drafts"]) if row["drafts"] else "",
    )
    return Table(
        frame=nights,
        caption=caption,
        empty=tr("No night has been logged."),
        columns=[
            Column(label=tr("Night"), kind="text", sort="started_at", cell=_dated),
            Column(label=tr("Hands"), sort="hands", cell=night_hands),
            count_column(tr("Players"), "players"),
            Column(label=tr("Best"), kind="text", sort="best", cell=_best),
            Column(label=tr("Biggest pot"), sort="biggest_pot", cell=_pot),
            *([drafts] if nights["drafts"].sum() else []),
        ],
        sortable=True,
    )


def _dated(row: Row) -> Child:
    when = day(row["started_at"]) if row["started_at"] else row["session_id"]
    place = tag("span", f" {row['place']}", class_="quiet") if row["place"] else None
    return fragment(night_link(when, row["session_id"]), place)


def _best(row: Row) -> Child:
    return tag("span", row["best"], class_="player") if row["best"] else ""


def _pot(row: Row) -> Child:
    if row["biggest_pot"] is None:
        return ""
    return night_link(number(row["biggest_pot"]), row["session_id"], row["biggest_pot_hand_no"])


def _season_file(season: str | None) -> str:
    return f"season-{slug(season)}.html" if season else "season.html"


def _hands_file(season: str | None) -> str:
    return f"hands-{slug(season)}.html" if season else "hands.html"


def slug(name: str) -> str:
    """A name as a part of a file's: what isn't plain is replaced, and told apart by a digest."""
    plain = "".join(char if char.isascii() and (char.isalnum() or char in "-_") else "-" for char in name)
    if plain == name.lower() and len(name) <= 60:
        return plain
    return f"{plain[:40].lower()}-{sha256(name.encode()).hexdigest()[:8]}"


def _program() -> str:
    """What tells this program's pages from those of another version of it."""
    digest = sha256()
    for folder in ("reports", "language"):
        for place in sorted(_sources(files(folder)), key=lambda place: place.name):
            digest.update(place.read_bytes())
    return digest.hexdigest()


def _sources(folder: object) -> Iterator[Path]:
    for place in folder.iterdir():  # type: ignore[attr-defined]
        if place.is_dir():
            yield from _sources(place)
        elif place.name.endswith((".py", ".js", ".css", ".po")):
            yield place


__all__ = ["WrittenSite", "slug", "write_site"]
