"""`peder risk`: what an evening may cost, for any stack and any hours."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer

from language import join_words, tr, trn
from language.forms import number
from pipeline.commands import JsonOption, StoreOption, games_of, print_json, say
from pipeline.commands.simulate import StacksOption, prepare, stacks_for
from pipeline.commands.variants import AddOption, find_variant

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from engine.api import Variant
    from pipeline.analysis.pace import Pace
    from pipeline.analysis.risk import Evenings, GameShare, MissingRun, Table


_MOST_PLAYED = 10_000_000
"""Hands that are played without being asked for: about a minute."""


GamesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="GAME",
        help="The games, each with its share of the hands: hold'em:3 guts.",
        show_default=False,
    ),
]
StackOption = Annotated[
    list[int] | None,
    typer.Option("--stack", min=1, help="Chips to lose; may be given again.", show_default="75, 150, 300"),
]
HoursOption = Annotated[float, typer.Option("--hours", min=0.01, max=1000, help="How long the evening is.")]
PlayersOption = Annotated[
    int | None,
    typer.Option("--players", "-k", help="Players at the table.", show_default="as in most hands"),
]
LineupOption = Annotated[
    str | None,
    typer.Option(
        "--lineup",
        help="How they play: a profile, several around the table, or FILE.toml.",
        show_default="as in most hands",
    ),
]


def risk(
    games: GamesArgument,
    store: StoreOption,
    stack: StackOption = None,
    hours: HoursOption = 4.5,
    players: PlayersOption = None,
    lineup: LineupOption = None,
    add: AddOption = None,
    stacks: StacksOption = None,
    as_json: JsonOption = False,
) -> None:
    """Estimate what an evening of some games may cost: the chance of losing a whole stack, the range of
    results and the deepest drawdown.

    From the evenings of runs (`peder simulate`), with a formula's figures next to them. Runs that the store lacks are
    played first, by friends unless --lineup says otherwise.
    """
    from pipeline.analysis.evenings import USUAL_STACKS, evening_rows
    from pipeline.analysis.marts import open_marts
    from pipeline.analysis.pace import paces_of
    from pipeline.analysis.risk import (
        HANDS,
        LINEUP,
        PLAYERS,
        MissingRun,
        RiskError,
        find_table,
        mixed_evenings,
    )

    catalogue = games_of(store)
    parts = _added_up(
        [
            (find_variant(catalogue, game, add), share)
            for game, share in map(_with_share, catalogue.split_names(games))
        ]
    )
    table = find_table(lineup, stacks_for(stacks, [part.variant for part in parts], store))
    if not (store / "hands").is_dir():
        _play(store, [MissingRun(parts[0].variant, players or PLAYERS, table.lineup or LINEUP, HANDS)], table)
    length, rows = timedelta(hours=hours), []
    for attempt in range(1 + len(parts)):
        try:
            with open_marts(store, ("mart_variants",)) as con:
                paces = paces_of(con)
                evenings = mixed_evenings(con, store, parts, length=length, players=players, table=table)
                rows = evening_rows(con, evenings.figures, stack or USUAL_STACKS, evenings.sigma)
            break
        except RiskError as error:
            if attempt == len(parts) or not 0 < sum(run.hands for run in error.missing) <= _MOST_PLAYED:
                raise
            _play(store, error.missing, table)
    if as_json:
        print_json(_answer(parts, evenings, rows, hours, paces))
    else:
        _print(parts, evenings, rows, hours, paces)


def _answer(
    parts: list[GameShare],
    evenings: Evenings,
    rows: list[dict[str, Any]],
    hours: float,
    paces: Mapping[str, Pace],
) -> dict[str, Any]:
    """The answer as JSON takes it."""
    from pipeline.analysis.pace import pace_of

    return {
        "games": [
            {
                "variant_id": part.variant.id, "additions": part.variant.additions, "hands": hands,
                "pace": pace_of(part.variant, paces)._asdict(),
            }
            for part, hands in zip(parts, evenings.hands, strict=True)
        ],
        "hours": hours, "players": evenings.players, "lineup": evenings.lineup,
        "evenings": evenings.count, "needed": evenings.needed,
        "figures": rows,
    }  # fmt: skip


def _print(
    parts: list[GameShare],
    evenings: Evenings,
    rows: list[dict[str, Any]],
    hours: float,
    paces: Mapping[str, Pace],
) -> None:
    """Print the answer: a sentence a figure."""
    from pipeline.analysis.pace import pace_text
    from pipeline.analysis.risk import MissingRun
    from queries.people_error import AMOUNT_HIGH, AMOUNT_LOW

    typer.echo(_heading(parts, evenings, hours))
    typer.echo(pace_text([part.variant for part in parts], paces))
    typer.echo()
    for row in rows:
        typer.echo(_sentence(row))
    typer.echo(
        "\n"
        + tr(
            "In brackets: the 95 % interval, what real people leave open where a stack is lost, and what the formula of a "
            "random walk says."
        )
    )
    typer.echo(
        tr(
            "The interval covers the hands only. Real people play differently: at a real table the amounts may be {low:.1f} "
            "to {high:.1f} times as large.",
            low=AMOUNT_LOW,
            high=AMOUNT_HIGH,
        )
    )
    if evenings.needed:
        commands = [
            f"`{MissingRun(part.variant, evenings.players, evenings.lineup, hands).command}`"
            for part, hands in zip(parts, evenings.needed, strict=True)
        ]
        typer.echo(
            tr(
                "These evenings are too few for intervals; to play enough, run {commands}.",
                commands=join_words(commands),
            )
        )


def _play(store: Path, missing: Sequence[MissingRun], table: Table) -> None:
    """Play the runs that a question lacks, and say so. Raises CallError for a line-up that can't be played by name."""
    from pipeline.simulation.runs import simulate
    from pipeline.store.progress import bar
    from pipeline.store.store import Store

    with bar() as progress:
        prepare([run.variant for run in missing], progress)
        for one in missing:
            run = one.run(store, table)
            say(tr("Playing {hands:,} hands of {game} first.", hands=one.hands, game=one.variant.name))
            simulate(Store(store), run, replace=Store(store).has(run.name), progress=progress)


def _with_share(text: str) -> tuple[str, float]:
    """A game and its share of the hands, 1 where none is said."""
    name, colon, share = text.rpartition(":")
    if not colon:
        return text, 1.0
    try:
        times = float(share.replace(",", "."))
    except ValueError:
        times = 0.0
    if not (name.strip() and 0 < times < 1e6):
        raise typer.BadParameter(
            tr("{text!r}: a game's share is a number above 0, such as hold'em:3", text=text)
        )
    return name, times


def _added_up(asked: list[tuple[Variant, float]]) -> list[GameShare]:
    """The games and their shares; who names a game twice asks for both shares of it."""
    from pipeline.analysis.risk import GameShare

    games = {(variant.id, variant.additions): variant for variant, _ in asked}
    shares = dict.fromkeys(games, 0.0)
    for variant, share in asked:
        shares[variant.id, variant.additions] += share
    return [GameShare(variant, shares[call]) for call, variant in games.items()]


def _heading(parts: list[GameShare], evenings: Evenings, hours: float) -> str:
    games = join_words(
        [
            trn(
                "{n} hand of {game}",
                "{n} hands of {game}",
                hands,
                game=f"{part.variant.name} {part.variant.additions}".strip(),
            )
            for part, hands in zip(parts, evenings.hands, strict=True)
        ]
    )
    from pipeline.analysis.compare_text import lineup_text

    return tr(
        "{hours:g} hours: {games}, {players} players, all {lineup}; {count:,} evenings played hand by hand.",
        hours=hours,
        games=games,
        players=evenings.players,
        lineup=lineup_text(evenings.lineup),
        count=evenings.count,
    )


def _sentence(row: dict[str, Any]) -> str:
    """A figure of an evening, in a sentence with its interval and what the formula says."""
    name, _, detail = str(row["metric"]).partition("_")
    is_share = row["measure"] == "share"
    value = row["value"]
    known = [figure for figure in (row["low"], row["high"]) if figure is not None]
    scale = (
        100 if is_share else -1 if value < 0 else 1
    )  # a loss is positive, so that an interval around 0 has a sign

    def scaled(figure: float) -> str:
        return number(scale * figure)

    words = {"number": detail, "chips": scaled(value), "often": scaled(value)}
    match name, detail:
        case "gone", _:
            text = tr("In {often} of 100 evenings {number} chips are gone at some time", **words)
        case "ahead", _:
            text = tr("In {often} of 100 evenings you end ahead", **words)
        case "net", "p5" if value < 0:
            text = tr("1 evening in 20 loses {chips} or more", **words)
        case "net", "p5":
            text = tr("1 evening in 20 wins {chips} or less", **words)
        case "net", "p95" if value > 0:
            text = tr("1 evening in 20 wins {chips} or more", **words)
        case "net", "p95":
            text = tr("1 evening in 20 loses {chips} or less", **words)
        case "net", _ if value < 0:
            text = tr("Every other evening loses {chips} or more", **words)
        case "net", _:
            text = tr("Every other evening wins {chips} or more", **words)
        case _, "p95":
            text = tr("1 evening in 20 falls {chips} or more below its best", **words)
        case _:
            text = tr("Every other evening falls {chips} or more below its best", **words)
    ends = [scaled(figure) for figure in sorted(known, key=lambda figure: scale * figure)]
    people = []
    if is_share and row["people_low"] is not None:
        people = [
            tr("real people {low} to {high}", low=scaled(row["people_low"]), high=scaled(row["people_high"]))
        ]
    formula = tr("formula {value}", value=scaled(row["formula"]))
    between = [tr("{low} to {high}", low=ends[0], high=ends[-1])] if ends else []
    return f"{text} ({'; '.join([*between, *people, formula])})."
