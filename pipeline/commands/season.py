"""`peder simulate season`: whole nights played by the simulator, for a season's page before anyone has logged one."""

from __future__ import annotations

from typing import Annotated

import typer

from language import join_words, tr
from pipeline.commands import JsonOption, StoreOption, games_of, print_rows, say
from pipeline.commands.nights import follow_journals
from pipeline.commands.simulate import Cluster, players_for

_SEATS, _FEWEST = 6, 3
"""The table that a store's own group is fitted at, and the fewest members it has."""


NightsOption = Annotated[int, typer.Option("--nights", "-n", help="Number of nights.")]
SeedOption = Annotated[
    int, typer.Option("--seed", "-s", help="The seed: the same seed plays the same season.")
]
GroupOption = Annotated[
    str | None,
    typer.Option(
        "--group",
        help="Who plays, and how: 'Anna:rock Bo:maniac Carl'.",
        show_default="the group of the nights logged act by act, else six friends",
    ),
]
GuestsOption = Annotated[
    str | None,
    typer.Option(
        "--guests",
        help="Occasional players, named like the group.",
        show_default="two, of the six friends",
    ),
]
GamesOption = Annotated[
    list[str] | None, typer.Option("--game", help="Only these games.", show_default="all")
]
NameOption = Annotated[
    str | None,
    typer.Option("--season", metavar="SEASON", help="The season's name.", show_default="simulated SEED"),
]
IntoOption = Annotated[
    str | None,
    typer.Option(
        "--into",
        metavar="SEASON",
        help="The same, in a store with nights that were logged or imported.",
        show_default=False,
    ),
]
ReplaceOption = Annotated[
    bool, typer.Option("--replace", help="Play again nights that are already in the store.")
]


def season(
    store: StoreOption,
    nights: NightsOption = 10,
    seed: SeedOption = 1,
    group: GroupOption = None,
    guests: GuestsOption = None,
    games: GamesOption = None,
    name: NameOption = None,
    into: IntoOption = None,
    replace: ReplaceOption = False,
    cluster: Cluster = None,
    as_json: JsonOption = False,
) -> None:
    """Simulate a season of dealer's choice played by a named group, with its bank."""
    from engine.api import CATALOGUE
    from pipeline.analysis.derived import derive_luck
    from pipeline.analysis.own_group import find_group
    from pipeline.analysis.pace import read_paces
    from pipeline.simulation.group import SIMULATED, fitted_group, parse_group
    from pipeline.simulation.season import apart_from, check_season_apart, play_season, real_nights
    from pipeline.store.progress import bar
    from pipeline.store.store import Store

    chosen = [games_of(store).find(game) for game in games] if games else list(CATALOGUE.values())
    if into and name and into != name:
        raise typer.BadParameter(tr("two seasons are named: {one!r} and {other!r}", one=into, other=name))
    follow_journals(store)
    real = real_nights(Store(store))
    check_season_apart(real, into)
    members = parse_group(group, guests)
    with bar() as progress:
        fitted = find_group(store, _SEATS, progress) if group is None else {}
        logged = fitted_group({family: one.profiles for family, one in fitted.items()})
        if len(logged) >= _FEWEST:
            members = (*logged, *(member for member in members if member.guest and guests is not None))
            say(
                tr(
                    "They play as {names} did in the nights that were logged act by act; --group names others.",
                    names=join_words([member.name.removesuffix(SIMULATED) for member in logged]),
                )
            )
        members = apart_from(Store(store), real, members)
        learned = any(member.learned for member in members)
        pool = players_for(cluster, progress, chosen, learned=learned)
        written = play_season(
            Store(store), nights=nights, seed=seed, group=members, season=into or name,
            variants=chosen, paces={game: pace.seconds for game, pace in read_paces(store).items()},
            replace=replace, pool=pool, progress=progress,
        )  # fmt: skip
        derive_luck(Store(store), progress, only=written)
    print_rows([{"session_id": night} for night in written], as_json=as_json)
