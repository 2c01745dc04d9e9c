"""`peder compare`: which game is wilder, by how much, how sure."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from language import tr
from pipeline.commands import JsonOption, StoreOption, print_json, print_rows
from pipeline.commands.variants import AddOption, called


def register(app: typer.Typer) -> None:
    """Add `peder compare`."""
    app.command("compare")(compare)


def compare(
    games: Annotated[
        list[str], typer.Argument(metavar="GAME GAME…", help="The games, by any name.", show_default=False)
    ],
    store: StoreOption,
    per: Annotated[str, typer.Option("--per", help="Taken per hour, chain or hand.")] = "hour",
    hands: Annotated[
        int,
        typer.Option(
            "--hands",
            "-n",
            min=1,
            help="Hands of each game by each line-up; those of a carried pot count as one.",
        ),
    ] = 50_000,
    players: Annotated[int, typer.Option("--players", "-k", help="Players at the table.")] = 5,
    seed: Annotated[int, typer.Option("--seed", "-s", help="The seed of all cards.")] = 1,
    group: Annotated[
        Path | None,
        typer.Option(
            "--group",
            help="A file of profiles, as `peder profile fit` writes: one more line-up.",
            show_default=False,
        ),
    ] = None,
    add: AddOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say in two sentences which game is wilder, by how much and how sure, with the figures below.

    Several line-ups play the games, each of them on its own cards, once: the second time the answer is there.
    """
    from engine.api import named_games
    from pipeline.commands.simulate import prepare
    from pipeline.compare import LINEUPS, PER, Comparison, compare as compared
    from pipeline.progress import bar
    from pipeline.simulation.profiles import read_profiles

    if per not in PER:
        raise typer.BadParameter(
            tr("{per!r} is none of {known}", per=per, known=", ".join(PER)), param_hint="--per"
        )
    own = read_profiles(group) if group else {}
    lineups = {**LINEUPS, **({"own group": tuple(own)} if own else {})}
    comparison = Comparison(
        variants=[called(game, add) for game in named_games(games)], players=players, hands=hands, seed=seed,
        lineups=lineups, own=own,
    )  # fmt: skip
    with bar() as progress:
        prepare(comparison.variants, progress)
        found = compared(store, comparison, per, progress)
    if as_json:
        print_json(found)
        return
    for sentence in found["sentences"]:
        typer.echo(sentence)
    typer.echo()
    print_rows([_row(game) for game in found["games"]], as_json=False)
    typer.echo()
    typer.echo(
        tr(
            "A deviation, its 95 % interval, and the effective sample: as many hands of equal weight would "
            "tell as much of it."
        )
    )


def _row(game: dict[str, Any]) -> dict[str, str]:
    """A game for the eye: its ranks, the deviation by each line-up with its interval, and what skill is."""
    low, high = game["rank"]
    row = {tr("game"): game["name"], tr("rank"): f"{low}" if low == high else f"{low}–{high}"}
    for lineup, figure in game["by_lineup"].items():
        if figure["low"] is None:
            ends = tr("too few: play {hands:,}", hands=figure["needed"]) if figure["needed"] else tr("exact")
        else:
            ends = f"{figure['low']:.1f}–{figure['high']:.1f}"
        row[lineup] = f"{figure['net_sd']:.1f} ({ends}; {figure['effective']:,.0f})"
    skill = game["skill"]
    row[tr("skill in an evening")] = f"{skill['share_of_evening']:.0%}" if skill and skill["n_star"] else ""
    row["N*"] = f"{skill['n_star']:,.0f}" if skill and skill["n_star"] else ""
    return row
