"""`peder export`: the store's tables and sessions in formats that others read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from language import tr, trn
from pipeline.commands import ReadOption, say
from pipeline.commands.usage import Application

Sessions = Annotated[
    list[str] | None, typer.Argument(metavar="SESSION", help="The sessions to write.", show_default=False)
]
All = Annotated[bool, typer.Option("--all", help="All sessions of the store.")]

Table = Annotated[
    str,
    typer.Argument(
        metavar="TABLE|MART", help="Such as sessions, hands, seats, bank, mart_standings.", show_default=False
    ),
]
OfSession = Annotated[
    str | None, typer.Option("--session", help="Only this session's rows.", show_default="all")
]
Out = Annotated[Path, typer.Option("--out", help="The file to write; - is standard output, .gz packs it.")]

_REASONS = 8
"""Most reasons for leaving hands out that are printed."""

Skip = Annotated[bool, typer.Option("--skip", help="Leave out hands that PHH can't hold, and say why.")]
Extra = Annotated[
    bool,
    typer.Option(
        "--extra", hidden=True, help="Write what PHH has no field for to extra fields (_session, …)."
    ),
]


group = Application(help="Write tables and sessions for other programs.", no_args_is_help=True)


def _sessions_to_export(store: Path, sessions: list[str] | None, every: bool) -> list[str]:
    """The sessions to export, none for all, with their tables up to date."""
    from pipeline.analysis.marts import follow_journals

    if bool(sessions) == every:
        raise typer.BadParameter(tr("name sessions, or say --all"), param_hint="SESSION")
    follow_journals(store)
    return sessions or []


@group.command("csv")
def csv(table: Table, store: ReadOption, session: OfSession = None, out: Out = Path("-")) -> None:
    """Export a table or a mart as CSV, with texts escaped so that no program takes one for a formula."""
    from pipeline.formats.csv.tables import export_csv

    _say_written(trn("{n} row", "{n} rows", export_csv(store, table, out, session)), out)


@group.command("duckdb")
def duckdb(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Such as season.duckdb.", show_default=False)],
    store: ReadOption,
) -> None:
    """Export all marts and tables as one DuckDB database, in which every table and column says what it means."""
    from pipeline.formats.duckdb_file import export_duckdb
    from pipeline.store.progress import bar

    with bar() as progress:
        count = export_duckdb(store, file, progress)
    _say_written(trn("{n} table", "{n} tables", count), file)


@group.command("json")
def json(store: ReadOption, sessions: Sessions = None, every: All = False, out: Out = Path("-")) -> None:
    """Export sessions as JSON Lines, with everything that the store has about them; `peder import json` reads
    them."""
    from pipeline.formats.json.writer import export_json, is_without_journal
    from pipeline.formats.output import sessions_to_export
    from pipeline.store.progress import bar
    from pipeline.store.store import Store

    chosen = _sessions_to_export(store, sessions, every)
    with bar() as progress:
        counts = export_json(Store(store), chosen, out, progress)
    sessions_text = trn("{n} session", "{n} sessions", counts["session"])
    _say_written(f"{sessions_text}, {trn('{n} hand', '{n} hands', counts['hand'])}", out)
    for name in filter(partial(is_without_journal, Store(store)), sessions_to_export(Store(store), chosen)):
        say(
            tr(
                "The journal of {session!r} is gone: its hands and its bank are in the file, and the night can't be logged further.",
                session=name,
            )
        )
    _say_payments(store, chosen)


def _say_payments(store: Path, sessions: Sequence[str]) -> None:
    """Say how many payments of these sessions' seasons an export of sessions leaves out: who reads it would owe them again."""
    from engine.api import PederError
    from pipeline.night.season_payments import read_payments
    from pipeline.store.store import Store

    seasons = set(Store(store).read("sessions", sessions or None, ["season"])["season"])
    try:
        count = sum(payment.season in seasons for payment in read_payments(store))
    except PederError as error:
        say(str(error))
        return
    if count:
        say(
            trn(
                "{n} payment of a season isn't in it, so an import owes it again: `peder store backup` takes payments along.",
                "{n} payments of seasons aren't in it, so an import owes them again: `peder store backup` takes payments along.",
                count,
            )
        )


@group.command("ohh")
def ohh(store: ReadOption, sessions: Sessions = None, every: All = False, out: Out = Path("-")) -> None:
    """Export hold'em, omaha and stud as Open Hand History, for trackers; lists what the format can't
    describe."""
    from pipeline.formats.ohh.writer import export_ohh
    from pipeline.store.store import Store

    chosen = _sessions_to_export(store, sessions, every)
    count, left = export_ohh(Store(store), chosen, out)
    _say_left_out(left)
    _say_written(trn("{n} hand", "{n} hands", count), out)


@group.command("parquet")
def parquet(table: Table, store: ReadOption, session: OfSession = None, out: Out = Path("-")) -> None:
    """Export a table or a mart as a Parquet file."""
    from pipeline.formats.csv.tables import export_parquet

    _say_written(trn("{n} row", "{n} rows", export_parquet(store, table, out, session)), out)


@group.command("phh")
def phh(
    store: ReadOption,
    sessions: Sessions = None,
    every: All = False,
    out: Out = Path("-"),
    skip: Skip = False,
    extra: Extra = False,
) -> None:
    """Export hands of PHH's eleven games in that format, for pokerkit and other programs."""
    from pipeline.formats.phh.writer import export_phh
    from pipeline.store.progress import bar
    from pipeline.store.store import Store

    chosen = _sessions_to_export(store, sessions, every)
    with bar() as progress:
        count, left_out = export_phh(Store(store), chosen, out, skip=skip, extra=extra, progress=progress)
    for why, hands in left_out.most_common():
        say(trn("{n} hand left out: {why}.", "{n} hands left out: {why}.", hands, why=why))
    _say_written(trn("{n} hand", "{n} hands", count), out)


@group.command("pokerstars")
def pokerstars(
    store: ReadOption,
    sessions: Sessions = None,
    every: All = False,
    hero: Annotated[
        str | None,
        typer.Option(
            "--hero", metavar="PLAYER", help="Whose cards are written as dealt.", show_default="no player's"
        ),
    ] = None,
    out: Out = Path("-"),
) -> None:
    """Export hold'em and Omaha with blinds as PokerStars text, for trackers and solvers; counts what it can't say."""
    from pipeline.formats.pokerstars import export_pokerstars
    from pipeline.store.store import Store

    chosen = _sessions_to_export(store, sessions, every)
    count, left = export_pokerstars(Store(store), chosen, out, hero)
    _say_left_out(left)
    _say_written(trn("{n} hand", "{n} hands", count), out)


def _say_left_out(left: Counter[str]) -> None:
    """Say why hands were left out, and how many."""
    for reason, number in left.most_common(_REASONS):
        say(tr("Left out: {number:,} {reason}.", number=number, reason=reason))
    if len(left) > _REASONS:
        others = sum(left.values()) - sum(number for _, number in left.most_common(_REASONS))
        say(tr("Left out: {others:,} of other kinds.", others=others))


def _say_written(what: str, out: Path) -> None:
    """Say what was written, unless it went to standard output."""
    if out != Path("-"):
        say(tr("{what} written to {file}.", what=what, file=out))
