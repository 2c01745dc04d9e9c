"""The command line: `peder` and its commands, and the only place where an error becomes a printed sentence.

A module of `pipeline.commands` holds one or more commands, functions of their names, or a `group` of commands. It is
imported when one of them is called; for help all are. Library code raises; here a `PederError` (or a file that the system
refuses) is written to stderr as one sentence, and the exit code is 1.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from inspect import getdoc
from itertools import pairwise
from typing import Annotated, Any

import typer

from engine.errors import PederError
from language import LANGUAGES, locale_language, mark, speak, tr
from pipeline.commands import BucketAddress, default_store, store_path, with_games
from pipeline.commands.usage import (
    WIDTH,
    Application,
    Group,
    UsageError,
    check_language,
    show_refusal,
    summary,
)
from queries import system

COMMANDS = {
    mark("A night"): {
        "log": "log",
        "serve": "serve",
        "app": "app",
        "bank": "bank",
        "settle": "bank",
        "nights": "nights",
        "next": "next",
    },
    mark("Looking back"): {
        "report": "report",
        "hands": "hands",
        "players": "players",
    },
    mark("Games"): {
        "variants": "variants",
        "show": "variants",
        "rulings": "variants",
        "meld": "variants",
        "game": "game",
        "compare": "compare",
        "risk": "risk",
        "simulate": "simulate",
        "simulate season": "season",
        "profile": "profile",
    },
    mark("Data"): {
        "import": "imports",
        "export": "exports",
        "sql": "sql",
        "mcp": "mcp",
        "store": "store",
        "demo": "demo",
    },
}
"""The commands as the help lists them, under its headings: each with the module of `pipeline.commands`."""

ALIASES = {
    "season": "season",
    "standings": "standings",
    "check": "store",
    "build": "store",
    "backup": "backup",
    "restore": "backup",
    "settings": "settings",
}
"""Former names of commands, which the help doesn't list: `peder season` for `peder simulate season`."""

MODULES = {name: module for commands in COMMANDS.values() for name, module in commands.items()} | ALIASES

LEAST_MEMORY = 2 << 30
"""Bytes that a process must be allowed to address: numba, polars and DuckDB reserve more than they use."""


class Peder(Group):
    """The group of all commands."""

    sections = COMMANDS

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command, with its module imported; None where there is none of that name."""
        if cmd_name not in self.commands and cmd_name in MODULES:
            function, application = _function(cmd_name), Application()
            if isinstance(function, Application):
                application.add_typer(function, name=cmd_name, hidden=cmd_name in ALIASES)
            else:
                application.command(cmd_name, hidden=cmd_name in ALIASES)(function)
            self.commands.update(typer.main.get_group(application).commands)
        return super().get_command(ctx, cmd_name)

    def about(self, ctx: Any, name: str) -> str:
        """The line of a command in the help, without building its parameters, which takes half of the help's time."""
        function = _function(name)
        text = function.info.help if isinstance(function, Application) else getdoc(function)
        return summary(text or "")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        super().format_options(ctx, formatter)
        formatter.write_paragraph()
        formatter.write_text(
            tr(
                "Every command takes --lang too, one that works on a store --store, and one that prints a result --json for one "
                "JSON document."
            )
        )

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands, in the order of the help, but those of two words."""
        return [name for name in MODULES if " " not in name]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that a command line names, in two words where there is one, and what is left of the line."""
        if (name := " ".join(args[:2])) in MODULES:
            return name, self.get_command(ctx, name), args[2:]
        return super().resolve_command(ctx, args)

    def main(self, args: Sequence[str] | None = None, *given: Any, **settings: Any) -> Any:
        """Run a command line and end the process: exit code 2 for wrong usage."""
        args = sys.argv[1:] if args is None else list(args)
        set_language(args)
        try:
            code = super().main(args, *given, **{**settings, "standalone_mode": False})
        except UsageError as error:
            show_refusal(error)
            code = error.exit_code
        except typer.Abort:
            typer.echo(tr("Aborted."), err=True)
            code = 1
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; exit code 1 and one sentence on stderr when its input or the data is wrong."""
        try:
            check_memory()
            return super().invoke(ctx)
        except (typer.TyperException, typer.Exit, typer.Abort, BrokenPipeError, EOFError):
            raise  # wrong usage, the end of the command, a closed pipe
        except Exception as error:
            if os.environ.get("PEDER_DEBUG"):
                raise
            typer.echo(f"peder: {error_text(error)}", err=True)
            raise typer.Exit(1) from error


def _function(name: str) -> Any:
    """The function of a command, or the application of a group of commands; imports its module."""
    module = import_module(f"pipeline.commands.{MODULES[name]}")
    names = ("group", name.rpartition(" ")[2])
    one, other = reversed(names) if name in ALIASES else names  # a group's function is its callback
    return getattr(module, one, None) or getattr(module, other)


def set_language(args: Sequence[str]) -> None:
    """Speak the language of `--lang`, else of PEDER_LANG, else the locale's; help is printed before options are
    read. A language that doesn't exist is refused by the option itself.
    """
    wanted = next((after for word, after in pairwise(args) if word == "--lang"), os.environ.get("PEDER_LANG"))
    wanted = next((word.partition("=")[2] for word in args if word.startswith("--lang=")), wanted)
    speak(wanted if wanted in LANGUAGES else locale_language())


def check_memory() -> None:
    """Raise PederError if this process may use too little memory for the libraries, which would kill it."""
    limit = system.memory_limit()
    if limit is not None and limit < LEAST_MEMORY:
        raise PederError(
            tr(
                "A program may use {limit} MB of memory here, and peder needs {needed}: raise the limit (ulimit -v).",
                limit=limit >> 20,
                needed=LEAST_MEMORY >> 20,
            )
        )


def error_text(error: Exception) -> str:
    if isinstance(error, PederError):
        return str(error)
    if isinstance(error, OSError):
        if error.errno in system.DISK_FULL:
            return tr("The disk is full: make room and run the command again.")
        if not error.filename:
            return str(error)
        return tr(
            "{place}: {strerror}. Check the path, or name another.",
            place=error.filename,
            strerror=error.strerror,
        )
    if isinstance(error, UnicodeEncodeError) and error.encoding == "utf-8":
        text = error.object[max(0, error.start - 20) : error.end + 20]
        return tr("{text!r} has half of a character, or a byte that isn't text: write it again.", text=text)
    if isinstance(error, MemoryError):
        return tr("There is too little memory: close other programs, or ask for less at once.")
    return tr(
        "a fault in peder itself, {name}: {error} (with PEDER_DEBUG=1 it shows where)",
        name=type(error).__name__,
        error=error,
    )


app = Application(
    cls=Peder,
    help="Logs, settles, reports and simulates nights of dealer's choice poker.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDTH},
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        from pipeline.store.columns import STORE_FORMAT

        typer.echo(
            tr("peder {version}, store format {number}", version=version("peder"), number=STORE_FORMAT)
        )
        raise typer.Exit


@app.callback()
def _peder(
    ctx: typer.Context,
    store: Annotated[
        Any,
        typer.Option(
            "--store",
            envvar="PEDER_STORE",
            parser=store_path,
            metavar="FOLDER|s3://BUCKET/PREFIX",
            help="The folder or the bucket of the store.",
            show_default="user's data",
        ),
    ] = None,
    lang: Annotated[
        str | None,  # `set_language` has read it
        typer.Option(
            "--lang",
            envvar="PEDER_LANG",
            callback=check_language,
            metavar="|".join(LANGUAGES),
            help="The language of pages and messages.",
            show_default="the locale's",
        ),
    ] = None,
    show_version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and stop."),
    ] = False,
) -> None:
    ctx.obj = store
    if not isinstance(store, BucketAddress):
        with_games(store or default_store())
        return
    from pipeline.distributed import bucket_mirror

    with suppress(PederError):  # a command that needs the bucket says what is missing
        with_games(bucket_mirror(store).path)  # as they were fetched last


def main() -> None:
    """Run `peder` with the process's arguments (the console script's entry point)."""
    system.prepare_console()
    gc.set_threshold(200_000)  # a command makes few cycles, and looking for them takes a fifth of its time
    atexit.register(gc.freeze)  # else Python looks for them when it ends, for a tenth of a site's time
    app(prog_name="peder")


if __name__ == "__main__":
    main()
