"""`peder profile fit`: profiles that play as real players did."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from language import tr
from language.forms import number
from pipeline.commands import JsonOption, StoreOption, print_rows, say
from pipeline.commands.simulate import StacksOption, prepare, stacks_for
from pipeline.commands.usage import Application

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.api import Variant
    from pipeline.analysis.foretelling import Estimate
    from pipeline.simulation.fitting import Figures


group = Application(help="Describe how players play, as profiles for the simulator.", no_args_is_help=True)


def _sizes(text: str) -> range:
    """Sizes of tables: 6, or 4-6."""
    least, _, most = text.strip().partition("-")
    try:
        sizes = range(int(least), int(most or least) + 1)
    except ValueError:
        sizes = range(0)
    if not sizes:
        raise typer.BadParameter(tr("{text!r} isn't a table size: write 6, or 4-6", text=text))
    return sizes


PlayersArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PLAYER",
        help="Names, aliases or ids; the whole group if left out.",
        show_default=False,
    ),
]
OutOption = Annotated[Path | None, typer.Option("--out", help="Write the profiles to this file.")]
GameOption = Annotated[
    str | None,
    typer.Option("--game", help="The game to fit the profiles at.", show_default="what they played most"),
]
SeatsOption = Annotated[
    int | None,
    typer.Option("--players", "-k", help="Players at the table.", show_default="as they usually were"),
]
SessionsOption = Annotated[
    list[str] | None,
    typer.Option("--session", help="Only hands of this session; may be given again.", show_default=False),
]
TablesOption = Annotated[
    range | None,
    typer.Option(
        "--tables",
        parser=_sizes,
        metavar="N|N-N",
        help="Only hands at tables of this size.",
        show_default=False,
    ),
]


@group.command("fit")
def fit(
    store: StoreOption,
    players: PlayersArgument = None,
    out: OutOption = None,
    game: GameOption = None,
    seats: SeatsOption = None,
    sessions: SessionsOption = None,
    tables: TablesOption = None,
    stacks: StacksOption = None,
    as_json: JsonOption = False,
) -> None:
    """Fit profiles to the statistics of a group, or of players who sit together, and report how well they
    fit.
    """
    from pipeline.analysis.observed import logged_figures
    from pipeline.analysis.own_group import (
        estimate_group,
        estimate_player,
        expected_figures,
        foretold_text,
    )
    from pipeline.analysis.tournaments import tournament_remark
    from pipeline.formats.output import opened
    from pipeline.simulation.fitting import fit_group
    from pipeline.simulation.profiles import profiles_text
    from pipeline.simulation.stacks import LOGGED
    from pipeline.store.progress import bar

    if stacks != LOGGED and (remark := tournament_remark(store)):
        say(remark)
    logged = logged_figures(
        store, players or (), game, sessions=sessions or (), size=seats, tables=tables or ()
    )
    played_with = stacks_for(stacks, [logged.variant], store)
    with bar() as progress:
        prepare([logged.variant], progress)
        estimates, foretold = estimate_group(logged, played_with) if logged.table else ({}, [])
        table = expected_figures(logged.table, estimates) if logged.table else None
        own = {name: estimate_player(each, table) for name, each in logged.players.items()} if table else {}
        aims = {name: expected_figures(each, own.get(name, {})) for name, each in logged.players.items()}
        fitted = fit_group(aims, logged.variant, logged.size, table, logged.company, progress, played_with)
    of_all = None if as_json else tr("the table")
    rows = []
    if not logged.company:
        rows += _rows(
            of_all,
            logged.table or fitted.logged,
            fitted.shown,
            (*_FIGURES, "showdowns"),
            as_json,
            estimates or None,
        )
    for one in fitted.players:
        rows += _rows(one.name, logged.players[one.name], one.shown, _FIGURES, as_json, own.get(one.name))
    print_rows(rows, as_json=as_json, right=["off"])
    if foretold and not as_json:
        say(foretold_text(foretold))
    run = _run_of(logged.variant, logged.size, stacks)
    text = profiles_text({one.name: one.profile for one in fitted.players}, f"{run} FILE.toml")
    if out:
        with opened(out) as file:
            file.write(text.encode())
        say(tr("{out} holds them: {run} {out}, or peder simulate season --group {out}.", out=out, run=run))
    elif not as_json:
        say(tr("With --out FILE.toml they are saved, for --profiles and --group:\n\n{text}", text=text))


def _run_of(variant: Variant, size: int, stacks: str | None) -> str:
    """The command that plays a game with fitted profiles; their file follows."""
    added = str(variant.additions)
    called = f"{variant.id} --add '{added}'" if added else variant.id
    depth = f" --stacks {stacks}" if stacks else ""
    return f"peder simulate {called} --players {size}{depth} --profiles"


_FIGURES = ("vpip", "pfr", "showdown", "pot")


def _rows(
    who: str | None,
    logged: Figures,
    shown: Figures,
    figures: Sequence[str],
    as_json: bool,
    estimates: Mapping[str, Estimate] | None = None,
) -> list[dict[str, object]]:
    """A row for each figure: as logged, as expected (where `estimates` are given and hold the figure), and as the profiles show in
    hands that weren't fitted, each with its standard error.
    """
    rows: list[dict[str, object]] = []
    for figure in figures:
        row: dict[str, object] = {"player": who, "hands": logged.hands, "figure": figure}
        known = {"logged": (getattr(logged, figure), logged.error(figure))}
        if estimates and figure in estimates:
            known["expected"] = estimates[figure].value, estimates[figure].error
        known["shown"] = getattr(shown, figure), shown.error(figure)
        for word, (value, error) in known.items():
            if as_json:
                row |= {word: value, f"{word}_error": error}
            else:
                decimals = 3 if value < 1 else 1
                row[word] = f"{number(value, decimals)} ± {number(error, decimals)}"
            if word == "logged" and estimates and figure not in estimates:  # a player's pot
                row |= {"expected": None, "expected_error": None} if as_json else {"expected": ""}
        was = known.get("expected", known["logged"])[0]
        off = getattr(shown, figure) / was - 1 if was else None
        row["off"] = off if as_json or off is None else f"{off:+.0%}"
        rows.append(row)
    return rows
