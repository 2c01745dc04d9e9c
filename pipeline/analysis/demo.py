"""The demo: what the project does, with sample data, in a folder to look at."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from engine.api import CATALOGUE
from language import tr
from pipeline.analysis.game_facts import game_source
from pipeline.analysis.marts import open_marts
from pipeline.formats.pokernow.session import import_log
from pipeline.formats.sessions import write_import
from pipeline.simulation.group import GROUP
from pipeline.simulation.runs import Run, simulate
from pipeline.simulation.season import play_season
from pipeline.store.progress import Progress
from pipeline.store.store import Store
from reports.pages.night import write_night
from reports.pages.player import write_player
from reports.pages.season import write_season
from reports.pages.variants import write_variants

SAMPLE = "pokernow-sample.csv"
NIGHTS = 6
HANDS = 10_000
PLAYERS = 5
SEED = 1


def play_demo(folder: Path, *, progress: Progress) -> dict[str, Path]:
    """Play a season, import a night, simulate every game, and write the pages; returns what each page shows.

    The store is `folder`/store, and what an earlier demo left in it is played anew. Raises StoreError where
    the folder can't be written.
    """
    store = Store(folder / "store")
    games = list(CATALOGUE.values())
    play_season(store, nights=NIGHTS, seed=SEED, season="demo", replace=True, progress=progress)
    progress(tr("importing a night"), 0, 0)
    with as_file(files("pipeline") / "formats" / "samples" / SAMPLE) as log:
        imported = import_log(log)
    write_import(store, [imported], replace=True)
    run = Run(variants=games, hands=HANDS, players=PLAYERS, seed=SEED, profiles=("friends",))
    simulate(store, run, session_id="demo-comparison", replace=True, progress=progress)
    progress(tr("writing the pages"), 0, 0)
    pages = {
        tr("the season"): folder / "season.html",
        tr("{name}'s season", name=GROUP[0].name): folder / "player.html",
        tr("the imported night"): folder / "night.html",
        tr("which game to deal"): folder / "variants.html",
    }
    with open_marts(store.path) as con:
        season, player, night, variants = pages.values()
        write_season(con, season, "demo")
        write_player(con, player, GROUP[0].name, "demo")
        write_night(con, night, imported.session_id)
        write_variants(con, variants, "run", game_source(con, store.path))
    return pages
