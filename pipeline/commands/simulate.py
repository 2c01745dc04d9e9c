"""`peder simulate`: play many hands of some games and keep them as a run."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from language import tr, trn
from language.forms import number
from pipeline.commands import (
    BucketAddress,
    EveryGameOption,
    JsonOption,
    NamedStoreOption,
    PlayersOption,
    games_of,
    local_store,
    print_rows,
    say,
)
from pipeline.commands.variants import AddOption, find_variant

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from engine.api import Profile, Variant
    from pipeline.simulation.executor import Pool
    from pipeline.simulation.runs import Run
    from pipeline.simulation.stacks import Stacks
    from pipeline.store.progress import Progress
    from pipeline.store.store import Store


Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        envvar="PEDER_CLUSTER",
        metavar="ADDRESS",
        help="Use the workers of a Dask scheduler: tcp://HOST:8786, tls://….",
        show_default=False,
    ),
]


def _part(text: str) -> float:
    """Read a share: 1% or 0.01."""
    share = text.strip().replace(",", ".")
    try:
        return float(share[:-1]) / 100 if share.endswith("%") else float(share)
    except ValueError:
        raise typer.BadParameter(tr("{text!r} isn't a share: write 1% or 0.01", text=text)) from None


def _shard(text: str) -> tuple[int, int]:
    """One shard of several: 3/8."""
    part, _, of = text.partition("/")
    try:
        shard = int(part), int(of)
    except ValueError:
        shard = 0, 0
    if not 1 <= shard[0] <= shard[1]:
        raise typer.BadParameter(
            tr("{text!r} isn't a shard: write 1/8 to 8/8", text=text), param_hint="--shard"
        )
    return shard


def _run_texts(row: Mapping[str, Any]) -> dict[str, str]:
    """Return the results of a run as text, with their precision."""
    return {
        tr("game"): row["game"],
        tr("hands"): number(row["hands"]),
        tr("deviation in antes"): number(row["net_sd"], 3),
        tr("within"): f"{number(100 * row['within'], 2)}%",
        tr("run"): row["session_id"],
    }


def _result(row: Mapping[str, Any]) -> dict[str, str]:
    """Return the results of a game as text."""
    deviation = "–" if row["net_sd"] is None else number(row["net_sd"], 2)
    known = row["low"] is not None
    ends = f"{number(row['low'], 2)}–{number(row['high'], 2)}" if known else tr("too few hands")
    return {
        tr("game"): row["game"],
        tr("hands"): number(row["hands"]),
        tr("deviation in antes"): f"{deviation} ({ends})",
        tr("mean pot in antes"): number(row["pot_mean"], 1),
    }


StacksOption = Annotated[
    str | None,
    typer.Option(
        "--stacks",
        metavar="N|N-N|logged",
        help="Stacks in big blinds: 40, 30-200, or logged as in the store. Games without all-in ignore it.",
        show_default="100",
    ),
]


def stacks_for(text: str | None, games: Sequence[Variant], store: Path) -> Stacks | None:
    """The stacks of an option; None for the usual ones. Raises CallError for what can't be read, or games in which no
    player can go all-in.
    """
    from engine.api import CallError
    from pipeline.analysis.tournaments import tournament_remark
    from pipeline.simulation.stacks import LOGGED, parse_stacks

    if text is None:
        return None
    if text == LOGGED and (remark := tournament_remark(store)):
        say(remark)
    if not any(game.all_in for game in games):
        raise CallError(
            tr(
                "--stacks is for games in which a player can go all-in: these are played for the house's stakes."
            )
        )
    return parse_stacks(text, store)


GamesArgument = Annotated[list[str] | None, typer.Argument(metavar="GAME", help="The games, by any name.")]
HandsOption = Annotated[
    int | None,
    typer.Option(
        "--hands",
        "-n",
        help="Hands of each game; all hands of a carried pot count as one.",
        show_default="100000",
    ),
]
UntilOption = Annotated[
    float | None,
    typer.Option(
        "--until",
        parser=_part,
        metavar="PART",
        help="Instead of --hands: until each game's deviation is known to within this: 1%.",
        show_default=False,
    ),
]
SeedOption = Annotated[
    int,
    typer.Option("--seed", "-s", help="The seed: the same seed plays the same hands, which count once."),
]
ProfilesOption = Annotated[
    str,
    typer.Option(
        "--profiles",
        help="How they play: friends, careful, regular, rock, … or FILE.toml; several play each deal in "
        "every seating.",
    ),
]
DetailOption = Annotated[str, typer.Option("--detail", help="What is recorded: result, actions or cards.")]
SessionOption = Annotated[str | None, typer.Option("--session", help="The run's name.")]
ReplaceOption = Annotated[
    bool, typer.Option("--replace", help="Play again a run that is already in the store.")
]
ThreadsOption = Annotated[
    int | None, typer.Option("--threads", help="Number of threads that play.", show_default="cores + 1")
]
ShardOption = Annotated[
    str | None,
    typer.Option(
        "--shard",
        hidden=True,
        metavar="I/N",
        help="Play only every N-th part, from the I-th on; the shard that plays the last "
        "missing part completes the run.",
        show_default=False,
    ),
]


def simulate(
    ctx: typer.Context,
    store: NamedStoreOption,
    games: GamesArgument = None,
    every: EveryGameOption = False,
    hands: HandsOption = None,
    until: UntilOption = None,
    players: PlayersOption = 5,
    seed: SeedOption = 1,
    profiles: ProfilesOption = "friends",
    stacks: StacksOption = None,
    detail: DetailOption = "result",
    add: AddOption = None,
    session: SessionOption = None,
    replace: ReplaceOption = False,
    threads: ThreadsOption = None,
    cluster: Cluster = None,
    shard: ShardOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play hands of some games, or of all games with --all, and store them."""
    from pipeline.distributed import bucket_runs
    from pipeline.simulation.runs import Run, simulate
    from pipeline.store.progress import bar
    from pipeline.store.store import Store

    chosen = _games_to_play(store, games or [], every, add)
    names, own = _seated(profiles, players)
    _check_combination(hands=hands, until=until, session=session, replace=replace, shard=shard)
    part = _shard(shard) if shard else (1, 1)
    run = Run(
        variants=list(dict.fromkeys(chosen)), hands=_hands(until) if hands is None else hands, players=players,
        seed=seed, profiles=names, own=own, detail=detail,
        stacks=stacks_for(stacks, chosen, local_store(ctx, store)) if stacks else None,
    )  # fmt: skip
    began = monotonic()
    with bar() as progress:
        pool = players_for(cluster, progress, run.variants, learned=run.learned)
        if until is not None:
            from pipeline.analysis.precision import simulate_until

            rows = simulate_until(
                Store(local_store(ctx, store)), run, until,
                replace_there=replace, threads=threads, pool=pool, progress=progress,
            )  # fmt: skip
            _print_precision(rows, as_json=as_json)
            return
        runs = bucket_runs(store) if isinstance(store, BucketAddress) else Store(store)
        if isinstance(runs, Store) and not replace:
            _say_repeated(runs, run, session or run.name)
        name = simulate(
            runs, run, session_id=session, replace=replace, threads=threads, pool=pool,
            shard=part, progress=progress,
        )  # fmt: skip
    if shard and not runs.has(name):
        say(tr("Shard {shard} is played; the run is whole when all others are.", shard=shard))
    if as_json:
        print_rows([_answer(run, name)], as_json=True)
        return
    _print_run(runs if isinstance(runs, Store) else None, run, name, seconds=monotonic() - began)


def _print_precision(rows: Sequence[Mapping[str, Any]], *, as_json: bool) -> None:
    """Print how precise each game's deviation is by now."""
    print_rows(
        rows if as_json else [_run_texts(row) for row in rows],
        as_json=as_json,
        right=[tr("hands"), tr("deviation in antes"), tr("within")],
    )


def _games_to_play(
    store: Path | BucketAddress, games: list[str], every: bool, add: list[str] | None
) -> list[Variant]:
    """The named games with their additions, or all games. Raises CallError for neither or both."""
    from engine.api import CATALOGUE, CallError

    if bool(games) == every:
        raise CallError(tr("Name the games to simulate, or say --all: `peder variants` lists them."))
    catalogue = games_of(store)
    return [
        find_variant(catalogue, name, add) for name in (CATALOGUE if every else catalogue.split_names(games))
    ]


def _seated(profiles: str, players: int) -> tuple[list[str], dict[str, Profile]]:
    """The profiles, by name or from a file; warns if a table is too small to seat all of them."""
    from pipeline.simulation.profiles import named_profiles

    names, own = named_profiles(profiles)
    if len(names) > players:
        say(
            tr(
                "At a table of {players} sit the first {players} of {n} profiles: --players {n} seats all.",
                players=players,
                n=len(names),
            )
        )
    return names, own


def _check_combination(
    *, hands: int | None, until: float | None, session: str | None, replace: bool, shard: str | None
) -> None:
    """Raise CallError for options that exclude each other."""
    from engine.api import CallError

    if until is not None and session is not None:
        raise CallError(
            tr("With --until each game is a run of its own, and named after it: leave out --session.")
        )
    if until is not None and hands is not None:
        raise CallError(tr("With --until each game is played for as long as it takes: leave out --hands."))
    if shard and (replace or until is not None):
        raise CallError(tr("--shard goes with neither --replace nor --until: a shard is a part of one run."))


def _hands(until: float | None) -> int:
    """Number of hands to play of a game at first."""
    if until is None:
        return 100_000
    from pipeline.analysis.precision import FIRST

    return FIRST


def _answer(run: Run, name: str) -> dict[str, Any]:
    """A run for JSON."""
    return {"session_id": name, "games": len(run.variants), "hands": run.chains, "seed": run.seed}


def _print_run(store: Store | None, run: Run, name: str, *, seconds: float) -> None:
    """Print the results of a run, its place in a local store, and the time it took."""
    from pipeline.analysis.deviation import run_results
    from pipeline.analysis.marts import open_marts

    if store is not None and store.has(name):
        with open_marts(store.path, ()) as con:
            results = run_results(con, name)
        print_rows(
            [_result(row) for row in results], as_json=False, right=[tr("hands"), tr("mean pot in antes")]
        )
        typer.echo()
    typer.echo(
        trn(
            "{n} hand played in {seconds:.1f} seconds, saved as the run {name}.",
            "{n} hands played in {seconds:.1f} seconds, saved as the run {name}.",
            run.chains,
            seconds=seconds,
            name=name,
        )
    )


def _say_repeated(store: Store, run: Run, name: str) -> None:
    """Say that another run of the store has all the requested hands. Raises StoreError if it is the requested run
    itself.
    """
    from pipeline.simulation.runs import with_all_hands
    from pipeline.store.files import StoreError

    longer = with_all_hands(store, run)
    if longer is None:
        return
    if store.has(name):
        raise StoreError(
            tr(
                "The store has these hands already, in the run {name!r}: ask for more than {hands:,} "
                "with --hands, for others with --seed, or --replace to play it again.",
                name=longer.session_id,
                hands=longer.hands,
            )
        )
    say(
        tr(
            "The run {name!r} has all of these hands, and they count once: ask for more than {hands:,} with "
            "--hands, or for others with --seed.",
            name=longer.session_id,
            hands=longer.hands,
        )
    )


def players_for(
    cluster: str | None, progress: Progress, variants: Sequence[Variant], *, learned: bool
) -> Pool | None:
    """The workers of a cluster, or None for this process, ready to play."""
    if cluster:
        return workers_for(cluster, progress, variants, learned=learned)
    prepare(variants, progress, learned=learned)
    return None


def workers_for(
    address: str, progress: Progress, variants: Sequence[Variant] = (), *, learned: bool = False
) -> Pool:
    """The workers of a cluster, their kernels for some games compiled.

    Raises CallError where the packages for it are missing, ClusterError where there is no such cluster.
    """
    from pipeline.distributed import cluster_workers

    progress(tr("getting the workers ready (once half a minute)"), 0, 0)
    return cluster_workers(address, variants, learned=learned)


def prepare(
    variants: Sequence[Variant], progress: Progress, *, learned: bool = True, pages: bool = False
) -> None:
    """Compile the kernels if they aren't compiled (half a minute), and train the games that `learned` players have no
    model of (some seconds each), with a message for each. With `pages`, also compile the kernels that the pages on
    games need.
    """
    from engine.api import compile_kernels, is_compiled, is_trained, train_game

    if not all(is_compiled(kernel) for kernel in {variant.kernel for variant in variants}):
        progress(tr("getting the games ready, once after an installation (half a minute)"), 0, 0)
        if not sys.stderr.isatty():
            say(tr("Getting the games ready, once after an installation: half a minute."))
    compile_kernels(variants, pages=pages)
    to_learn = [variant for variant in variants if learned and not variant.kernel]
    unknown = [variant for variant in to_learn if not is_trained(variant)]
    for done, variant in enumerate(unknown):
        what = tr("learning {name} {additions}", name=variant.name, additions=variant.additions).strip()
        progress(tr("{what}, once (some seconds)", what=what), done, len(unknown))
        if not sys.stderr.isatty():
            say(tr("{what}, once: some seconds.", what=what[:1].upper() + what[1:]))
        train_game(variant)
