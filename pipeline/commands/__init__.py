"""The commands of `peder`, and their common parts: the store that they work in, and printing.

The commands stand in the table in `pipeline.cli`. Modules import slow packages (numba, polars, duckdb, plotly) inside
their commands, so that `peder --help` answers at once.
"""

from __future__ import annotations

import importlib
import json
import math
import os
import re
import shutil
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

import typer

from language import mark, tr

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from engine.api import Catalogue
    from pipeline.distributed.mirror import Mirror

Answer = TypeVar("Answer")


def default_store() -> Path:
    """Return the default store: the folder `peder/store` in the user's data directory.

    >>> "/".join(default_store().parts[-2:])
    'peder/store'
    """
    from platformdirs import user_data_path

    return user_data_path("peder", appauthor=False) / "store"


class BucketAddress(str):
    """The address of a store in a bucket: `s3://bucket/prefix` (in tests `file://…`, a folder as one)."""

    __slots__ = ()


def store_path(text: str) -> Path | BucketAddress:
    """Return the folder or the bucket that `--store` names. Raises BadParameter for an empty name.

    >>> store_path("friends/poker").parts, isinstance(store_path("s3://friends/poker"), BucketAddress)
    (('friends', 'poker'), True)
    """
    if not text.strip() or "\0" in text:
        raise typer.BadParameter(tr("name a folder"), param_hint="--store")
    if text.startswith(("s3://", "file://")):
        return BucketAddress(text)
    return Path(text)


def named_store(ctx: typer.Context, given: Path | BucketAddress | None) -> Path | BucketAddress:
    """The command's `--store`, else `peder --store`, else PEDER_STORE, else the user's data directory."""
    return given or ctx.obj or default_store()


def _store_with_games(ctx: typer.Context, given: Path | BucketAddress | None) -> Path | BucketAddress:
    """The store of the command, with its own games loaded."""
    store = named_store(ctx, given)
    if isinstance(store, BucketAddress):
        from pipeline.distributed import bucket_mirror

        mirror = bucket_mirror(store)
        mirror.follow(games_alone=True)
        with_games(mirror.path)
        return store
    return with_games(store)


def local_store(ctx: typer.Context, given: Path | BucketAddress | None) -> Path:
    """The same as a folder of this machine: a bucket is fetched into one, and what the command writes there
    is published when it ends.
    """
    store = named_store(ctx, given)
    return with_games(mirrored(ctx, store).path if isinstance(store, BucketAddress) else store)


def with_games(store: Path) -> Path:
    """Read a store's own games and return the store; writes a line to stderr for each that can't be read.

    >>> from contextlib import redirect_stderr
    >>> (tmp / "games").mkdir()
    >>> (tmp / "games" / "oops.toml").touch()
    >>> with redirect_stderr(sys.stdout):
    ...     _ = with_games(tmp)
    peder: games/oops.toml, line 1: the game has no name: write name = "Woolworth"; the game is left out.
    """
    from pipeline.store.games import GAMES, load_games

    if "engine.catalogue" in sys.modules or (store / GAMES).is_dir():
        for fault in load_games(store):
            say(f"peder: {fault}")
    return store


def games_of(store: Path | BucketAddress) -> Catalogue:
    """The games that ship and the group's own, of the store of a command."""
    from pipeline.store.games import catalogue_of

    if isinstance(store, BucketAddress):
        from pipeline.distributed import bucket_mirror

        return catalogue_of(bucket_mirror(store).path)
    return catalogue_of(store)


def mirrored(ctx: typer.Context, address: BucketAddress) -> Mirror:
    """The store in a bucket as a folder of this machine, up to date; what the command writes there is published
    when it ends, however it ends.
    """
    from pipeline.distributed import bucket_mirror
    from pipeline.store.progress import bar

    mirror = bucket_mirror(address)
    with bar() as progress:
        mirror.follow(progress)

    def publish() -> None:
        with bar() as progress:
            mirror.publish(progress)

    ctx.call_on_close(publish)
    return mirror


def _folder_only(ctx: typer.Context, given: Path | BucketAddress | None) -> Path:
    """The same, and a sentence for a bucket."""
    store = named_store(ctx, given)
    if isinstance(store, BucketAddress):
        from engine.api import PederError

        raise PederError(
            tr(
                "Journals lie on this machine's disk, not in {store}: name a folder with --store. A "
                "night that is played is published with `peder export json NIGHT --out night.jsonl` "
                "there, and `peder import json night.jsonl --store {store}`.",
                store=store,
            )
        )
    return with_games(store)


def _existing(
    find: Callable[[typer.Context, Path | BucketAddress | None], Path],
) -> Callable[[typer.Context, Path | BucketAddress | None], Path]:
    """Return `find` for a command that only reads: it refuses a named store that doesn't exist."""

    def existing(ctx: typer.Context, given: Path | BucketAddress | None) -> Path:
        named = given or ctx.obj
        if isinstance(named, Path) and not named.is_dir():
            from engine.api import PederError

            raise PederError(
                tr(
                    "There is no store at {path}: simulate, import or log something, or name another with --store.",
                    path=named,
                )
            )
        return find(ctx, given)

    return existing


def _store_option(callback: Callable[..., Any], metavar: str, what: str) -> Any:
    return typer.Option(
        "--store",
        default_factory=lambda: None,
        callback=callback,
        parser=store_path,
        metavar=metavar,
        help=what,
        show_default="user's data",
    )


_ANY = mark("FOLDER|s3://BUCKET/PREFIX")
_WHAT = mark("The folder or the bucket of the store (or set PEDER_STORE).")
StoreOption = Annotated[Path, _store_option(local_store, _ANY, _WHAT)]
"""For a command's parameter `store: StoreOption` (without a default): it arrives as a Path."""

NamedStoreOption = Annotated[Any, _store_option(_store_with_games, _ANY, _WHAT)]
"""The same, for a command that writes into a bucket by itself: it arrives as a Path or a BucketAddress."""

ReadOption = Annotated[Path, _store_option(_existing(local_store), _ANY, _WHAT)]
"""`StoreOption` for a command that only reads: a store that was named and isn't there is a mistyped one."""

_FOLDER = mark("The folder of the store (or set PEDER_STORE).")
FolderOption = Annotated[Path, _store_option(_folder_only, mark("FOLDER"), _FOLDER)]
"""The same, for what keeps a journal: a bucket is refused."""
ReadFolderOption = Annotated[Path, _store_option(_existing(_folder_only), mark("FOLDER"), _FOLDER)]
"""`FolderOption` for a command that only reads."""

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
"""For a command's parameter `as_json: JsonOption = False`."""

NightArgument = Annotated[
    str | None, typer.Argument(metavar="NIGHT", help="A night or an import, else the latest night.")
]

TonightArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="NIGHT", help="The night, such as 2026-03-14; tonight if left out.", show_default=False
    ),
]

SeasonArgument = Annotated[str | None, typer.Argument(metavar="SEASON", help="The season, else the latest.")]

ShownSeason = Annotated[
    str | None, typer.Option("--season", metavar="SEASON", help="The season.", show_default="the latest")
]

EveryGameOption = Annotated[bool, typer.Option("--all", help="Every game of the catalogue.")]

PlayersOption = Annotated[int, typer.Option("--players", "-k", help="Players at the table.")]


def plain(value: object) -> Any:
    """`value` as JSON knows it: times in ISO 8601, decimals as numbers, NaN and infinities as null."""
    match value:
        case Decimal():
            return int(value) if value == value.to_integral_value() else float(value)
        case float():
            return value if math.isfinite(value) else None
        case datetime() | date() | time():
            return value.isoformat()
        case Mapping():
            return {str(key): plain(item) for key, item in value.items()}
        case str() | int() | None:
            return value
        case Iterable():
            return [plain(item) for item in value]
        case _:
            return str(value)


def print_json(value: object) -> None:
    """Print one JSON document on stdout."""
    typer.echo(json.dumps(plain(value), ensure_ascii=False, indent=2))


def print_rows(rows: Sequence[Mapping[str, object]], *, as_json: bool, right: Collection[str] = ()) -> None:
    """Print rows (column name -> value): a list of objects with `--json`, else a table, in which columns of numbers
    and those that `right` names (amounts as text) are aligned to the right.
    """
    if as_json:
        print_json(rows)
        return
    if not rows:
        say(tr("There is nothing to show."))
        return
    cells = [["" if value is None else printable(str(value)) for value in row.values()] for row in rows]
    numeric = [
        name in right or any(isinstance(row[name], int | float | Decimal) for row in rows) for name in rows[0]
    ]
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else _PIPE
    if not _print_fitting([*rows[0]], cells, numeric, width):
        _print_folded([*rows[0]], cells, numeric, width)


_PIPE = 10_000
"""Width of a table that goes to a file or to another program."""


def _print_fitting(
    names: Sequence[str], cells: Sequence[Sequence[str]], numeric: Sequence[bool], width: int
) -> bool:
    """Print a table a line a row, and return whether it could be: whether it fits, with no line ends in it."""
    from rich.cells import cell_len

    columns = [*zip(names, *cells, strict=True)]
    widths = [max(map(cell_len, column)) for column in columns]
    if sum(widths) + 2 * (len(names) - 1) > width or any("\n" in cell for row in cells for cell in row):
        return False

    def line(row: Sequence[str]) -> str:
        room = (" " * (wide - cell_len(cell)) for cell, wide in zip(row, widths, strict=True))
        return "  ".join(
            blank + cell if right else cell + blank
            for cell, blank, right in zip(row, room, numeric, strict=True)
        )

    typer.secho(line(names), bold=True)
    typer.echo("\n".join(map(line, cells)))
    return True


def _print_folded(
    names: Sequence[str], cells: Sequence[Sequence[str]], numeric: Sequence[bool], width: int
) -> None:
    """Print a table with the cells folded that are too wide for it."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for name, right in zip(names, numeric, strict=True):
        table.add_column(Text(name), justify="right" if right else "left", overflow="fold")
    for row in cells:
        table.add_row(*map(Text, row))
    Console(width=width).print(table)


_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """Text with its control characters, other than line ends, as escapes: a terminal would obey them."""
    return _CONTROL.sub(lambda match: repr(match[0])[1:-1], text)


def confirm(question: str, *, default: bool) -> bool:
    """Ask a yes-or-no question on stderr, in English or Danish; an empty answer is the default."""
    yes, no = tr("y"), tr("n")
    offered = f"{yes.upper()}/{no}" if default else f"{yes}/{no.upper()}"
    while True:
        answer = typer.prompt(f"{question} [{offered}]", default="", show_default=False, err=True)
        word = answer.strip().casefold()
        if word in ("", "y", "yes", "j", "ja", "n", "no", "nej"):
            return word[:1] in "yj" if word else default
        say(tr("Answer {yes} or {no}.", yes=yes, no=no))


def can_ask() -> bool:
    """Whether a person at a terminal can be asked: neither input nor messages go to a file or a program."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def say(message: str) -> None:
    """Print a message on stderr; results go to stdout."""
    typer.echo(message, err=True)


def at_once(work: Callable[[], Answer]) -> Answer:
    """Do work that may stay in a library for long; Ctrl-C ends the process with code 130 at any moment. Only for work
    that may be killed without damage to a store.
    """
    answers: SimpleQueue[tuple[Answer | None, BaseException | None]] = SimpleQueue()

    def run() -> None:
        try:
            answers.put((work(), None))
        except BaseException as error:
            answers.put((None, error))

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        while True:
            with suppress(Empty):
                answer, error = answers.get(timeout=0.2)  # for ever, Windows wouldn't be interrupted
                break
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            sys.stderr.write("\x1b[?25h\n")  # a bar hides the cursor
        with suppress(OSError, ValueError):
            sys.stderr.flush()
            sys.stdout.flush()
        os._exit(130)
    thread.join()  # it is done; libraries would complain if it still held their objects at the end of the process
    if error is not None:
        raise error
    return cast("Answer", answer)


def run_plain() -> None:
    """Leave kernels plain Python in this process: loading numba and compiling take longer than some hands."""
    if "engine.compile.jit" in sys.modules:
        return  # already decided
    before = os.environ.get("NUMBA_DISABLE_JIT")
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    try:
        importlib.import_module("engine.compile.jit")
    finally:
        if before is None:
            del os.environ["NUMBA_DISABLE_JIT"]
        else:
            os.environ["NUMBA_DISABLE_JIT"] = before


@contextmanager
def open_for_reports(store: Path, marts: Collection[str]) -> Iterator[DuckDBPyConnection]:
    """These marts of a store; what a report has to say is raised as an error of this side."""
    from engine.api import PederError
    from pipeline.analysis.marts import open_marts
    from reports.errors import ReportError

    with open_marts(store, marts) as con:
        try:
            yield con
        except ReportError as error:
            raise PederError(str(error)) from error


def one_season(given: str | None, named: str | None) -> str | None:
    """The season that a command names, as its argument or by --season. Raises BadParameter for two of them."""
    if given is not None and named is not None and given != named:
        raise typer.BadParameter(tr("two seasons are named: {one!r} and {other!r}", one=given, other=named))
    return named if given is None else given
