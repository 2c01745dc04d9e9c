"""`peder profile fit`: profiles that play as real players did."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from language import tr
from pipeline.commands import JsonOption, StoreOption, print_rows, say

if TYPE_CHECKING:
    from pipeline.simulation.fitting import Fitted


def register(app: typer.Typer) -> None:
    """Add `peder profile …`."""
    group = typer.Typer(help="How players play, as profiles for the simulator.", no_args_is_help=True)
    group.callback()(_profile)
    group.command("fit")(fit)
    app.add_typer(group, name="profile")


def _profile() -> None:
    pass


def fit(
    store: StoreOption,
    players: Annotated[list[str], typer.Argument(metavar="PLAYER…", help="Who: names, aliases or ids.")],
    out: Annotated[Path | None, typer.Option("--out", help="Write the profiles to this file.")] = None,
    game: Annotated[
        str | None, typer.Option("--game", help="At which game.", show_default="what they played most")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Fit profiles to the logged figures of players who sit together, and say how well they fit."""
    from pipeline.commands.simulate import prepare
    from pipeline.logged import logged_figures
    from pipeline.progress import bar
    from pipeline.simulation.fitting import fit_group
    from pipeline.simulation.profiles import profiles_text

    logged, variant, size = logged_figures(store, players, game)
    with bar() as progress:
        prepare([variant], progress)
        progress("fitting", 0, 0)
        fitted = fit_group(logged, variant, size)
    rows = [row for one in fitted for row in _rows(one, as_json)]
    print_rows(rows, as_json=as_json)
    text = profiles_text({one.name: one.profile for one in fitted})
    if out:
        out.write_text(text, encoding="utf-8")
        say(
            tr(
                "{out} holds them: peder simulate GAME --profiles {out}, or peder season --group {out}.",
                out=out,
            )
        )
    elif not as_json:
        say(tr("With --out FILE.toml they are kept, for --profiles and --group:\n\n{text}", text=text))


def _rows(one: Fitted, as_json: bool) -> list[dict[str, object]]:
    """A row a figure: what was logged, what the profile shows in hands that weren't fitted."""
    rows: list[dict[str, object]] = []
    for figure in ("vpip", "pfr", "showdown", "pot"):
        logged, shown = getattr(one.logged, figure), getattr(one.shown, figure)
        off = shown / logged - 1 if logged else None
        rows.append(
            {
                "player": one.name, "hands": one.logged.hands, "figure": figure,
                "logged": logged if as_json else round(logged, 3),
                "shown": shown if as_json else round(shown, 3),
                "off": off if as_json or off is None else f"{off:+.0%}",
            }
        )  # fmt: skip
    return rows
