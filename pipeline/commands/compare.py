"""`peder compare`: which game is wilder, by how much, how sure."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from language import tr
from language.forms import number
from pipeline.commands import (
    EveryGameOption,
    JsonOption,
    PlayersOption,
    StoreOption,
    games_of,
    print_json,
    print_rows,
    say,
)
from pipeline.commands.simulate import StacksOption, prepare, stacks_for
from pipeline.commands.variants import AddOption, find_variant

if TYPE_CHECKING:
    from pipeline.analysis.own_group import OwnGroup


GamesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME GAME",
        help="The games, by any of their names, with additions: hold'em+hilo.",
        show_default=False,
    ),
]
PerOption = Annotated[str, typer.Option("--per", help="Compare per hour, chain or hand.")]
HandsOption = Annotated[
    int | None,
    typer.Option(
        "--hands",
        "-n",
        min=1,
        help="Hands of each game by each line-up; all hands of a carried pot count as one.",
        show_default="50000, with --all 20000",
    ),
]
SeedOption = Annotated[int, typer.Option("--seed", "-s", help="The seed of all cards.")]
GroupOption = Annotated[
    Path | None,
    typer.Option(
        "--group",
        help="A file of profiles, as `peder profile fit` writes: one more line-up.",
        show_default="the store's own group, if its nights were logged act by act",
    ),
]


def compare(
    store: StoreOption,
    games: GamesArgument = None,
    every: EveryGameOption = False,
    per: PerOption = "hour",
    hands: HandsOption = None,
    players: PlayersOption = 5,
    seed: SeedOption = 1,
    group: GroupOption = None,
    add: AddOption = None,
    stacks: StacksOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compare games: which is wilder, by how much and how sure that is, in two sentences and a small table.

    Several line-ups play the games, each with its own cards. Their hands are stored, so that the same
    question is answered at once the next time, and the page of games shows them.
    """
    from engine.api import CATALOGUE, CallError
    from pipeline.analysis.compare import LINEUPS, OWN, PER, Comparison, compare as compared
    from pipeline.analysis.compare_text import spread_text
    from pipeline.analysis.own_group import find_group, group_text
    from pipeline.analysis.pace import pace_text, read_paces
    from pipeline.analysis.tournaments import tournament_remark
    from pipeline.simulation.group import family_of
    from pipeline.simulation.profiles import read_profiles
    from pipeline.simulation.stacks import LOGGED, logged_stacks
    from pipeline.store.progress import bar

    if per not in PER:
        raise typer.BadParameter(
            tr("{per!r} is none of {known}", per=per, known=", ".join(PER)), param_hint="--per"
        )
    if bool(games) == every:
        raise CallError(tr("Name the games to compare, or say --all: `peder variants` lists them."))
    own = read_profiles(group) if group else {}
    catalogue = games_of(store)
    variants = [
        find_variant(catalogue, game, add)
        for game in (CATALOGUE if every else catalogue.split_names(games or ()))
    ]
    if stacks != LOGGED and (remark := tournament_remark(store)):
        say(remark)
    hands = hands or (20_000 if every else 50_000)
    depths = stacks_for(stacks, variants, store)
    with bar() as progress:
        fitted = {} if own else find_group(store, players, progress, logged_stacks(store) if depths else None)
    fitted = fitted if {family_of(variant) for variant in variants} & fitted.keys() else {}
    lineups = {**LINEUPS, **({OWN: tuple(own) or ("friends",)} if own or fitted else {})}
    comparison = Comparison(
        variants=variants, players=players, hands=hands, seed=seed, group=fitted,
        lineups=lineups, own=own, stacks=depths, paces=read_paces(store),
    )  # fmt: skip
    with bar() as progress:
        prepare(comparison.variants, progress)
        result = compared(store, comparison, per, progress)
    if as_json:
        print_json(_answer(result, fitted))
        return
    _print(result, spread_text(per), group_text(fitted, variants, catalogue) if fitted else "")
    if not every:
        typer.echo(pace_text(variants, comparison.paces))


def _answer(result: dict[str, Any], fitted: OwnGroup) -> dict[str, Any]:
    """The answer as JSON takes it."""
    families = {
        family: {"game": one.game, "hands": one.hands}
        | {name: each._asdict() for name, each in one.figures.items()}
        for family, one in fitted.items()
    }
    return result | ({"own_group": families} if families else {})


def _print(result: dict[str, Any], spread: str, group: str) -> None:
    """Print the answer: sentences, and a table of the games."""
    for sentence in result["sentences"]:
        typer.echo(sentence)
    if group:
        typer.echo(group)
    typer.echo()
    typer.echo(spread)
    print_rows([_row(game, result["hands"]) for game in result["games"]], as_json=False)


def _row(game: dict[str, Any], hands: int) -> dict[str, str]:
    """A game for the eye: the deviation by each line-up with its interval, and what 1 evening in 20 loses."""
    from pipeline.analysis.compare_text import hands_needed, lineup_text

    row = {tr("game"): game["name"]}
    for lineup, figure in game["by_lineup"].items():
        if figure["low"] is None:
            ends = tr("too few: play {hands:,}", hands=hands_needed(figure, hands))
        elif figure["low"] == figure["high"]:
            ends = tr("exact")
        else:
            ends = f"{number(figure['low'], 1)}–{number(figure['high'], 1)}"
        row[lineup_text(lineup)] = f"{number(figure['net_sd'], 1)} ({ends})"
    for figure in game["figures"]:
        if figure["metric"] == "net_p5":
            low, high = sorted(max(0.0, -end) for end in figure["band"])
            row[tr("1 evening in 20 loses")] = tr("{low:,.0f} to {high:,.0f}", low=low, high=high)
    row.setdefault(tr("1 evening in 20 loses"), "")
    return row
