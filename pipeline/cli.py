"""The command line: `peder` and its commands, and the one place where an error becomes a sentence.

A module of `pipeline.commands` holds a group of commands and adds them with its `register`. It is imported
when a command of its name is called; for all others, and for help, all are. Library code raises; here a
`PederError` (or a file that the system refuses) is written to stderr as one sentence, and the exit code is 1.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from engine.api import PederError
from language import LANGUAGES, LanguageError, of_locale, speak, tr
from pipeline.commands import store_path
from pipeline.commands.given import take_given
from pipeline.commands.helped import say_help, say_wrong, speak_as_asked

MODULES = (
    "backup",
    "bank",
    "build",
    "compare",
    "demo",
    "exports",
    "hands",
    "imports",
    "log",
    "players",
    "profile",
    "report",
    "risk",
    "season",
    "serve",
    "simulate",
    "standings",
    "variants",
)
"""Those of `pipeline.commands` that have commands, in the order of the help."""


class Peder(TyperGroup):
    """The group of all commands: says what is wrong, not where in the program that was found."""

    def make_context(self, info_name: str | None, args: list[str], *given: Any, **extra: Any) -> Any:
        """Speak the language that is asked for, before anything is said in it."""
        speak_as_asked(args, os.environ.get("PEDER_LANG"))
        say_help(self)
        take_given(self)
        try:
            return super().make_context(info_name, args, *given, **extra)
        except TyperException as error:
            say_wrong(error)
            raise

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command, with its module imported; None where there is none of that name."""
        if cmd_name not in self.commands:
            self._add([cmd_name] if cmd_name in MODULES else MODULES)
        return super().get_command(ctx, cmd_name)

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands."""
        self._add(MODULES)
        return super().list_commands(ctx)

    def _add(self, modules: Iterable[str]) -> None:
        for module in modules:
            own = typer.Typer()
            import_module(f"pipeline.commands.{module}").register(own)
            for name, command in typer.main.get_group(own).commands.items():
                if name not in self.commands:
                    say_help(command)
                    take_given(command)
                    self.add_command(command, name)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; exit code 1 and one sentence on stderr when its input or the data is wrong."""
        try:
            return super().invoke(ctx)
        except TyperException as error:  # of usage: exit code 2
            say_wrong(error)
            raise
        except (typer.Exit, typer.Abort, BrokenPipeError, EOFError):
            raise  # typer's own: the end; a reader who has gone
        except Exception as error:
            if os.environ.get("PEDER_DEBUG"):
                raise
            typer.echo(f"peder: {_in_words(error)}", err=True)
            raise typer.Exit(1) from error


def _in_words(error: Exception) -> str:
    if isinstance(error, PederError):
        return str(error)
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)
    return tr(
        "a fault in peder itself, {name}: {error} (with PEDER_DEBUG=1 it shows where)",
        name=type(error).__name__,
        error=error,
    )


app = typer.Typer(
    cls=Peder,
    help="Keeps, settles, reports and simulates nights of dealer's choice poker.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"peder {version('peder')}")
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
        str | None,
        typer.Option(
            "--lang",
            envvar="PEDER_LANG",
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
    try:
        speak(lang or of_locale())
    except LanguageError as error:
        raise typer.BadParameter(str(error), param_hint="--lang") from error
    ctx.obj = store


def main() -> None:
    """Run `peder` with the process's arguments (the console script's entry point)."""
    gc.set_threshold(50_000)  # a command makes trees: looking for rings was a fifth of its time
    app(prog_name="peder")


if __name__ == "__main__":
    main()
