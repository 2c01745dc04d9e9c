"""`peder demo`: everything once, in a folder to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands import JsonOption, print_rows


def register(app: typer.Typer) -> None:
    """Add `peder demo`."""
    app.command("demo")(demo)


def demo(
    folder: Annotated[Path, typer.Option("--out", help="The folder for the pages and their store.")] = Path(
        "demo"
    ),
    as_json: JsonOption = False,
) -> None:
    """Play a season, import a night, simulate every game, and write the pages on them."""
    from engine.api import CATALOGUE
    from pipeline.analysis.demo import play_demo
    from pipeline.commands.simulate import prepare
    from pipeline.store.progress import bar

    with bar() as progress:
        prepare(list(CATALOGUE.values()), progress)
        pages = play_demo(folder, progress=progress)
    print_rows(
        [{"page": str(path.resolve()), "shows": shows} for shows, path in pages.items()], as_json=as_json
    )
