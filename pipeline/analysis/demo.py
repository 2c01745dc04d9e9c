"""The demo: a store with a bit of everything, and all its pages, in a folder to look at."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path

from engine.api import CATALOGUE, Variant, is_compiled
from language import tr
from language.forms import number
from pipeline.formats.pokernow.log import import_log
from pipeline.formats.sessions import write_import
from pipeline.night.service import NightService
from pipeline.simulation.runs import Run, simulate
from pipeline.simulation.season import play_season
from pipeline.store.files import write_whole
from pipeline.store.games import games_folder, load_games
from pipeline.store.progress import Progress
from pipeline.store.store import Store

SAMPLES = files("pipeline") / "formats" / "samples"
SEASON, NIGHT, GAME, RUN = "demo", "2026-06-27", "woolworth", "demo-comparison"
NIGHTS = 10
HANDS = 3_000
PLAYERS = 5
SEED = 1

AT_ONCE = ("", "guts")
"""The kernels that the demo waits for: that of the games of data, and of the game that most groups call."""

Tell = Callable[[str], None]
"""Called with the result of a step and the seconds it took."""


@contextmanager
def step(tell: Tell, done: str) -> Iterator[None]:
    """Report a step and the seconds it took."""
    began = time.perf_counter()
    yield
    tell(tr("{seconds:>5} s  {done}", seconds=number(time.perf_counter() - began, 1), done=done))


def add_own_game(store: Path) -> None:
    """Define a game in a store, as `peder game add` does."""
    text = (SAMPLES / f"{GAME}.toml").read_bytes()
    place = games_folder(store) / f"{GAME}.toml"
    place.parent.mkdir(parents=True, exist_ok=True)
    write_whole(place, text)
    load_games(store)


def games_of(store: Store) -> list[Variant]:
    """The games that the demo plays: those of `AT_ONCE`, and others whose kernels are compiled. A wheel has all kernels;
    in a new checkout, compiling the rest would take as long as all else.
    """
    kernels = {variant.kernel for variant in CATALOGUE.values()}
    ready = {kernel for kernel in kernels if kernel in AT_ONCE or is_compiled(kernel)}
    return [*(v for v in CATALOGUE.values() if v.kernel in ready), store.catalogue.find(GAME)]


def fill_store(store: Store, games: Sequence[Variant], *, progress: Progress, tell: Tell) -> None:
    """Play a season, log a night, import one, and simulate these games; an earlier demo's sessions are replaced.
    Raises StoreError if the store can't be written.
    """
    with step(tell, tr("a season of {n} nights, played", n=NIGHTS)):
        shipped = [variant for variant in games if variant.id in CATALOGUE]
        play_season(
            store, nights=NIGHTS, seed=SEED, season=SEASON, variants=shipped, replace=True, progress=progress
        )
    with step(tell, tr("a night logged a line a hand, one hand of it a game of your own")):
        lines = (SAMPLES / "demo-night.txt").read_text(encoding="utf-8").splitlines()
        with NightService(store.path, NIGHT) as service:
            if not service.has_file(lines):
                service.enter_file(lines)
            service.update_tables()
    with step(tell, tr("a night imported from PokerNow")), as_file(SAMPLES / "pokernow-sample.csv") as log:
        write_import(store, [import_log(log)], replace=True)
    with step(tell, tr("{n} games compared, {hands} hands each", n=len(games), hands=HANDS)):
        run = Run(variants=games, hands=HANDS, players=PLAYERS, seed=SEED, profiles=("friends",))
        simulate(store, run, session_id=RUN, replace=True, progress=progress)
