"""`peder demo`: everything once, in a folder to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from language import tr
from pipeline.commands import JsonOption, print_rows, say


def demo(
    folder: Annotated[Path, typer.Option("--out", help="The folder for the pages and their store.")] = Path(
        "demo"
    ),
    show: Annotated[bool, typer.Option("--open", help="Open the first page in a browser.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Play a season, log and import a night, define a game, compare all games, and write their pages."""
    from engine.api import CATALOGUE
    from pipeline.analysis import demo as sample
    from pipeline.commands.report import write_all
    from pipeline.commands.simulate import prepare
    from pipeline.store.progress import bar
    from pipeline.store.store import Store

    store = Store(folder / "store")
    with sample.step(say, tr("the games ready to play")), bar() as progress:
        sample.add_own_game(store.path)
        games = sample.games_of(store)
        prepare(games, progress, pages=True)
    with bar() as progress:
        sample.fill_store(store, games, progress=progress, tell=say)
    with sample.step(say, tr("all pages written")):
        write_all(store.path, folder)
    if left_out := len(CATALOGUE) + 1 - len(games):
        say(
            tr(
                "{n} games are left out, for they aren't compiled yet: `peder simulate --all --store {store}` compiles and plays "
                "them.",
                n=left_out,
                store=store.path,
            )
        )
    pages = {
        "index.html": tr("where to begin: the last night, the standings, all nights and games"),
        f"season-{sample.SEASON}.html": tr("a season of {n} nights", n=sample.NIGHTS + 1),
        f"night-{sample.NIGHT}.html": tr("the logged night, with a game of your own"),
        "games.html": tr("which game to deal: all games compared"),
    }
    rows = [{"page": str((folder / name).resolve()), "shows": shows} for name, shows in pages.items()]
    print_rows(rows, as_json=as_json)
    if show:
        typer.launch((folder / "index.html").resolve().as_uri())
