"""`peder report`: the pages on a season, a player, the games and a night."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from enum import StrEnum
from itertools import pairwise
from os.path import isfile, join
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from language import tr
from pipeline.commands import (
    JsonOption,
    NightArgument,
    ReadOption,
    SeasonArgument,
    ShownSeason,
    one_season,
    open_for_reports,
    print_json,
    say,
)
from pipeline.commands.standings import print_standings
from pipeline.commands.usage import Application, Group

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from pipeline.analysis.site import SiteKind
    from reports.manifest import SiteState, WrittenSite
    from reports.page import Page
    from reports.pictures.drawing import Poster

Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        help="The file to write.",
        show_default="named for what it shows, such as night-2026-03-14.html",
    ),
]
Open = Annotated[bool, typer.Option("--open", help="Open the page in the browser.")]
Picture = Annotated[
    Path | None,
    typer.Option(
        "--picture", help="Write a picture to share instead (SVG, 1200 by 630), as --out FILE.svg does."
    ),
]
Tall = Annotated[bool, typer.Option("--tall", help="The picture as a phone shows a story (1080 by 1920).")]
Player = Annotated[str, typer.Argument(metavar="PLAYER", help="A name, or an id.", show_default=False)]
Kind = Annotated[
    str | None,
    typer.Option("--kind", help="Whose hands: run (simulated), night or import.", show_default="run if any"),
]


class Names(StrEnum):
    """How a public site names players."""

    FULL = "full"
    INITIALS = "initials"


class _Reports(Group):
    """`--all --publish DIR` is `--publish DIR`: the folder is named once."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        words = [word for word, then in pairwise([*args, ""]) if word != "--all" or then[:2] != "--"]
        return super().parse_args(ctx, words)


group = Application(
    cls=_Reports,
    help="Write a page to look at: one HTML file that needs no network.",
    invoke_without_command=True,
)


@group.callback()
def every(
    ctx: typer.Context,
    folder: Annotated[
        Path | None,
        typer.Option("--all", metavar="DIR", help="Write every page, with an index that links them."),
    ] = None,
    publish: Annotated[
        Path | None,
        typer.Option(
            "--publish",
            metavar="DIR",
            help="Write every page for a web server that others can reach: nothing on payments, and not for search engines.",
        ),
    ] = None,
    names: Annotated[
        Names | None,
        typer.Option("--names", help="With --publish: how players are named.", show_default="full"),
    ] = None,
    payments: Annotated[
        bool, typer.Option("--payments", help="With --publish: say who pays whom, and how.")
    ] = False,
) -> None:
    """Write a page to look at: one HTML file that needs no network; with --all a folder of all of them."""
    if ctx.invoked_subcommand is not None:
        if folder is not None or publish is not None:
            raise typer.BadParameter(tr("--all writes every page: name no page with it."))
        return
    if publish is None and (names or payments):
        raise typer.BadParameter(tr("--names and --payments go with --publish"))
    if folder is None and publish is None:
        typer.echo(ctx.get_help())
        raise typer.Exit(2)
    from pipeline.commands import local_store

    store = local_store(ctx, None)
    if folder is not None:
        _say_published(write_all(store, folder), folder)
    if publish is not None:
        _publish(store, publish, names or Names.FULL, payments=payments)


def write_all(store: Path, folder: Path, kind: SiteKind | None = None) -> WrittenSite:
    """Write every page of a store that isn't up to date into a folder."""
    from pipeline.analysis.marts import follow_journals
    from reports.manifest import unchanged_site

    if (store / "sessions").is_dir():
        follow_journals(store)
    state = _state_of(store)
    if kind is None and (done := unchanged_site(folder, state)):
        return done
    from pipeline.analysis.site import OWN, site_state, write_site

    if kind and (done := unchanged_site(folder, site_state(state, kind))):
        return done
    return write_site(store, folder, state, kind or OWN)


def _publish(store: Path, folder: Path, names: Names, *, payments: bool) -> None:
    """Write the site for a public web server, and say what it reveals."""
    from tempfile import TemporaryDirectory

    from pipeline.analysis.marts import follow_journals
    from pipeline.analysis.site import SiteKind
    from pipeline.store.files import StoreError
    from pipeline.store.initials import copy_with_initials, other_names
    from pipeline.store.people import Registry
    from pipeline.store.store import Store

    if payments and names is Names.INITIALS:
        raise typer.BadParameter(
            tr("who pays whom needs names: leave out --payments or --names initials"),
            param_hint="--payments",
        )
    here, own = folder.resolve(), store.resolve()
    if own.is_relative_to(here) or here.is_relative_to(own):
        raise StoreError(
            tr(
                "The store {store} would be uploaded with {folder}: name a folder for the site alone.",
                store=store,
                folder=folder,
            )
        )
    kind = SiteKind(is_public=True, has_payments=payments)
    if names is Names.FULL:
        done = write_all(store, folder, kind)
        people = Registry.of(Store(store)).people.values()
        shown = sorted({one.name for one in people if not (one.hidden or one.merged_into)}, key=str.casefold)
        _say_published(done, folder)
        say(tr("Everyone who has its address can read the names {names}.", names=", ".join(shown)))
        say(tr("Also the places, and the notes on nights and hands, as they were typed."))
        if payments:
            say(tr("Also who owes whom, and how they are paid."))
        _say_others(folder)
        return
    follow_journals(store)
    with TemporaryDirectory() as work:
        copy = Path(work) / "store"
        copy.mkdir()
        called = copy_with_initials(Store(store), copy)
        done = write_all(copy, folder, kind)
    _say_published(done, folder)
    say(
        tr(
            "Everyone who has its address can read the initials {names}.",
            names=", ".join(sorted(called.values())),
        )
    )
    if others := other_names(Store(store)):
        say(
            tr(
                "A night, season or game keeps its name, and these seem to be named for a player: {names}.",
                names=", ".join(others),
            )
        )
    _say_others(folder)


def _say_others(folder: Path) -> None:
    """Say what else lies in the folder of a site."""
    from reports.manifest import files_of_others

    if others := files_of_others(folder):
        shown = others[:10] + ["…"] * (len(others) > 10)
        say(
            tr(
                "The folder has other files, which aren't the site's: {files}. Don't upload what isn't for "
                "everyone.",
                files=", ".join(shown),
            )
        )


def _say_published(done: WrittenSite, folder: Path) -> None:
    typer.echo(folder / "index.html")
    say(
        tr(
            "{written} files written, {kept} up to date, {removed} removed.",
            written=len(done.written),
            kept=len(done.unchanged),
            removed=len(done.removed),
        )
    )


def _state_of(store: Path) -> SiteState:
    """The state of a store's files: of all but caches, and of each night's."""
    from pipeline.store.session_names import session_folder
    from queries.cache import COMPARED, signature
    from reports.manifest import SiteState

    files = [Path(file) for whole in (store, store / COMPARED) for file in sorted(_shown_files(whole))]
    of_folder: dict[str, list[Path]] = {}
    for file in files:
        of_folder.setdefault(file.parent.name, []).append(file)
    return SiteState(
        store=signature(files), night=lambda night: signature(of_folder.get(session_folder(night), ()))
    )


def _shown_files(whole: Path) -> Iterator[str]:
    """The paths of the files in a folder that aren't hidden, nor in hidden folders."""
    for folder, inner, names in os.walk(whole):
        inner[:] = [name for name in inner if name[0] != "."]
        places = [join(folder, name) for name in names if name[0] != "."]
        yield from filter(isfile, places)


@group.command("season")
def season(
    store: ReadOption,
    season: SeasonArgument = None,
    named: ShownSeason = None,
    out: Out = None,
    as_text: Annotated[bool, typer.Option("--text", help="Print the standings instead.")] = False,
    picture: Picture = None,
    tall: Tall = False,
    open_it: Open = False,
    as_json: JsonOption = False,
) -> None:
    """A season: the standings, the line, awards, who gains at which game, the nights, the settlement."""
    from pipeline.night.payments import PagePayments
    from reports.data import chosen_season, sessions
    from reports.pages.awards import read_awards
    from reports.pages.season import MARTS, season_page, season_picture

    season = one_season(season, named)
    if as_text:
        print_standings(store, season, as_json=as_json)
        return
    if file := _picture_file(picture, out, tall):
        _write_picture(lambda con: season_picture(con, season), store, MARTS, file, tall=tall)
        return

    def build(con: DuckDBPyConnection) -> tuple[Page, str | None]:
        page = season_page(con, season, read_awards(store), PagePayments(store, con).season)
        return page, chosen_season(sessions(con, "night"), season)

    _write("season", build, store, MARTS, out, open_it=open_it, as_json=as_json)


@group.command("player")
def player(
    player: Player,
    store: ReadOption,
    season: ShownSeason = None,
    out: Out = None,
    notes: Annotated[
        bool, typer.Option("--notes", help="With your notes and tags, for your own eyes.")
    ] = False,
    picture: Picture = None,
    tall: Tall = False,
    open_it: Open = False,
    as_json: JsonOption = False,
) -> None:
    """One player's season: the line, the rates and what they rest on, the games, the nights."""
    from pipeline.store.people import Registry
    from pipeline.store.store import Store
    from reports.pages.player import MARTS, player_page, player_picture

    if file := _picture_file(picture, out, tall):
        _write_picture(lambda con: player_picture(con, player, season), store, MARTS, file, tall=tall)
        return
    registry = Registry.of(Store(store)) if notes else None
    notes_of = (lambda player_id: (registry.notes(player_id), registry.tags(player_id))) if registry else None

    _write(
        "player",
        lambda con: (player_page(con, player, season, notes_of), player),
        store,
        MARTS,
        out,
        open_it=open_it,
        as_json=as_json,
    )


@group.command("variants")
def variants(
    store: ReadOption,
    kind: Kind = None,
    out: Out = None,
    open_it: Open = False,
    as_json: JsonOption = False,
) -> None:
    """Which game to deal: calm or wild, quick or slow, a card for each, two or three side by side."""
    from pipeline.analysis.game_facts import game_source
    from pipeline.store.progress import bar
    from reports.pages.variants import MARTS, variants_page

    def build(con: DuckDBPyConnection) -> tuple[Page, None]:
        with bar() as progress:
            return variants_page(con, kind, game_source(con, store, progress)), None

    _write("variants", build, store, MARTS, out, open_it=open_it, as_json=as_json)


@group.command("night")
def night(
    store: ReadOption,
    night: NightArgument = None,
    out: Out = None,
    as_text: Annotated[
        bool, typer.Option("--text", help="Print its story instead, to paste into a message.")
    ] = False,
    picture: Picture = None,
    tall: Tall = False,
    open_it: Open = False,
    as_json: JsonOption = False,
) -> None:
    """A night or an import: who pays whom, its story, hand by hand, the bank."""
    from pipeline.night.payments import PagePayments
    from reports.pages.night import MARTS, chosen_night, night_page, night_picture, night_text

    if as_text:
        with open_for_reports(store, MARTS) as con:
            typer.echo(night_text(con, night, PagePayments(store, con).night))
    elif file := _picture_file(picture, out, tall):
        _write_picture(lambda con: night_picture(con, night), store, MARTS, file, tall=tall)
    else:

        def build(con: DuckDBPyConnection) -> tuple[Page, str]:
            page = night_page(con, night, PagePayments(store, con).night)
            return page, chosen_night(con, night)["session_id"]

        _write("night", build, store, MARTS, out, open_it=open_it, as_json=as_json)


def _picture_file(picture: Path | None, out: Path | None, tall: bool) -> Path | None:
    """The file to write a picture to, by `--picture` or `--out FILE.svg`; None for no picture. Raises PederError if
    it isn't SVG.
    """
    from engine.api import PederError

    file = picture or (out if out is not None and out.suffix.lower() == ".svg" else None)
    if file is None and tall:
        raise PederError(tr("--tall is the shape of a picture: name its file with --picture FILE.svg."))
    if file is not None and file.suffix.lower() != ".svg":
        raise PederError(
            tr(
                "{file}: pictures are SVG: name a file that ends with .svg. The button of the page makes a PNG.",
                file=file,
            )
        )
    return file


def _write_picture(
    make: Callable[[DuckDBPyConnection], Poster],
    store: Path,
    marts: Collection[str],
    file: Path,
    *,
    tall: bool,
) -> None:
    """Write a picture to share, and print where."""
    from reports.page import write
    from reports.pictures.drawing import TALL, WIDE, draw

    with open_for_reports(store, marts) as con:
        picture = draw(make(con), TALL if tall else WIDE, is_file=True)
    write(picture + "\n", file)
    typer.echo(file)


def _write(
    report: str,
    build: Callable[[DuckDBPyConnection], tuple[Page, str | None]],
    store: Path,
    marts: Collection[str],
    out: Path | None,
    *,
    open_it: bool,
    as_json: bool,
) -> None:
    """Write the page that `build` makes, named after its subject, and print the path; as JSON also the contents."""
    from reports.page import render, slug, write
    from reports.page_json import page_data

    with open_for_reports(store, marts) as con:
        page, what = build(con)
        path = out or Path(f"{report}-{slug(what.lower())}.html" if what else f"{report}.html")
        size = write(render(page), path)
        if not (page.top or page.sections):
            say(
                tr(
                    "There is nothing to show yet: peder log NIGHT logs a night, peder simulate season plays some, and peder "
                    "simulate --all plays every game."
                )
            )
    if open_it:
        import webbrowser

        webbrowser.open(path.resolve().as_uri())
    if as_json:
        print_json({"report": report, "file": str(path), "bytes": size, "page": page_data(page)})
    else:
        typer.echo(path)
