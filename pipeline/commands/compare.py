"""`peder compare`: which game is wilder, by how much, how sure."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from language import mark, tr
from pipeline.commands import JsonOption, StoreOption, print_json, print_rows
from pipeline.commands.risk import metric_text
from pipeline.commands.simulate import StacksOption, prepare, stacks_for
from pipeline.commands.variants import AddOption, called


def register(app: typer.Typer) -> None:
    """Add `peder compare`."""
    app.command("compare")(compare)


def compare(
    games: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME GAME",
            help="The games, by any name, with what is added: hold'em+hilo.",
            show_default=False,
        ),
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
    stacks: StacksOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say in two sentences which game is wilder, by how much and how sure, with the figures below.

    Several line-ups play the games, each of them on its own cards, once: the second time the answer is there.
    """
    from engine.api import named_games
    from pipeline.analysis.compare import LINEUPS, PER, Comparison, compare as compared
    from pipeline.analysis.compare_text import spread_text
    from pipeline.simulation.profiles import read_profiles
    from pipeline.store.progress import bar

    if per not in PER:
        raise typer.BadParameter(
            tr("{per!r} is none of {known}", per=per, known=", ".join(PER)), param_hint="--per"
        )
    own = read_profiles(group) if group else {}
    lineups = {**LINEUPS, **({"own group": tuple(own)} if own else {})}
    variants = [called(game, add) for game in named_games(games)]
    comparison = Comparison(
        variants=variants, players=players, hands=hands, seed=seed,
        lineups=lineups, own=own, stacks=stacks_for(stacks, variants, store),
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
    typer.echo(spread_text(per))
    print_rows([_row(game) for game in found["games"]], as_json=False)
    typer.echo()
    typer.echo(tr("An evening of 4½ hours, in chips, and its hands; pots in antes."))
    print_rows([row for game in found["games"] for row in _figure_rows(game)], as_json=False)


def _row(game: dict[str, Any]) -> dict[str, str]:
    """A game for the eye: its ranks, the deviation by each line-up with its interval, and what skill is."""
    from pipeline.analysis.compare_text import lineup_text

    low, high = game["rank"]
    row = {
        tr("game"): game["name"],
        tr("rank"): f"{low}" if low == high else f"{low}–{high}",
        tr("all line-ups"): "–".join(f"{end:.1f}" for end in game["band"]),
    }
    for lineup, figure in game["by_lineup"].items():
        if figure["low"] is None:
            ends = tr("too few: play {hands:,}", hands=figure["needed"])
        elif figure["low"] == figure["high"]:
            ends = tr("exact")
        else:
            ends = f"{figure['low']:.1f}–{figure['high']:.1f}"
        row[lineup_text(lineup)] = f"{figure['net_sd']:.1f} ({ends}; {figure['effective']:,.0f})"
    skill = game["skill"]
    row |= {tr("skill in an evening"): "", "N*": ""}
    if skill and skill["n_star"]:
        least, most = skill["share_low"] or 0, skill["share_high"]
        row[tr("skill in an evening")] = f"{skill['share_of_evening']:.0%} ({least:.0%}–{most:.0%})"
        end = f"{skill['n_star_high']:,.0f}" if skill["n_star_high"] else ""
        row["N*"] = f"{skill['n_star']:,.0f} ({skill['n_star_low']:,.0f}–{end})"
    return row


_FIGURES = {"pot_mean": mark("mean pot"), "showdown": mark("showdown"), "carried": mark("pot carried on")}
_SHOWN = ("gone_150", "net_p5", "net_p95", "drawdown_p50", *_FIGURES)
_CELLS = {"share": "{:.0%}", "antes": "{:.1f}", "chips": "{:,.0f}"}


def _figure_rows(game: dict[str, Any]) -> list[dict[str, str]]:
    """The figures of a game for the eye, but those that are nothing whoever plays: the band over the
    line-ups, and what each is by each. The first row names the game.
    """
    from pipeline.analysis.compare_text import lineup_text

    rows: list[dict[str, str]] = []
    for figure in game["figures"]:
        metric, told = figure["metric"], figure["by_lineup"]
        if metric not in _SHOWN or not any(each["value"] for each in told.values() if each):
            continue
        show = _CELLS[figure["measure"]].format
        low, high = map(show, figure["band"])
        rows.append(
            {
                tr("game"): "" if rows else game["name"],
                tr("what"): tr(_FIGURES[metric]) if metric in _FIGURES else metric_text(metric),
                tr("all line-ups"): tr("{low} to {high}", low=low, high=high),
                **{
                    lineup_text(lineup): show(each["value"]) if each else tr("too few")
                    for lineup, each in told.items()
                },
            }
        )
    return rows
