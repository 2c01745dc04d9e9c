"""`--help`, and what the command line says of wrong usage, in the language spoken.

Typer writes both, in English and from texts of its own; the help of a command is its docstring, that of an
option stands with it. They are looked up in the catalogue by what they say in English.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import pairwise
from typing import Any

from language import LanguageError, mark, of_locale, speak, tr
from language.known import say_known
from language.texts import paragraphs

FRAME = {
    "ARGUMENTS_PANEL_TITLE": mark("Arguments"),
    "OPTIONS_PANEL_TITLE": mark("Options"),
    "COMMANDS_PANEL_TITLE": mark("Commands"),
    "ERRORS_PANEL_TITLE": mark("Error"),
    "ABORTED_TEXT": mark("Aborted."),
    "DEFAULT_STRING": mark("[default: {}]"),
    "ENVVAR_STRING": mark("[env var: {}]"),
    "REQUIRED_LONG_STRING": mark("[required]"),
    "RICH_HELP": mark("Try [blue]'{command_path} {help_option}'[/] for help."),
}
"""Typer's own words around a help and an error, by their names in `typer.rich_utils`."""

OWN = (
    mark("Show this message and exit."),
    mark("Install completion for the current shell."),
    mark("Show completion for the current shell, to copy it or customize the installation."),
    mark("[OPTIONS]"),
    mark("COMMAND [ARGS]..."),
)
"""What Typer says of the options that every command has."""

WRONG = (
    mark("Invalid value for {where}: {what}"),
    mark("Invalid value: {what}"),
    mark("Missing argument {what}."),
    mark("Missing option {what}."),
    mark("Missing command."),
    mark("No such option: {name} (Possible options: {names})"),
    mark("No such option: {name}"),
    mark("No such command {name}. Did you mean {near}?"),
    mark("No such command {name}."),
    mark("Got unexpected extra argument(s) ({names})"),
    mark("Option {name} requires an argument."),
    mark("Option {name} requires {n} arguments."),
    mark("Argument {name} takes {n} values."),
    mark("Could not open file {file}: {why}"),
    mark("Option {name} does not take a value."),
    mark("Value {value} is not a valid {kind}."),
    mark("Input should be a valid integer, unable to parse string as an integer"),
    mark("Input should be a valid number, unable to parse string as a number"),
    mark("Input should be greater than or equal to {least}"),
    mark("Input should be less than or equal to {most}"),
    mark("Input should be greater than {least}"),
    mark("Input should be less than {most}"),
    mark("Input should be a valid number"),
    mark("Input should be a finite number"),
    mark("Input should be a valid integer, got a number with a fractional part"),
    mark("Input should be a valid integer"),
    mark("Unable to parse input string as an integer, exceeded maximum size"),
    mark("Input should be a valid boolean, unable to interpret input"),
    mark("Input should be a valid string"),
    mark("{value} is not one of {names}."),
    mark("{value} does not match the formats {names}."),
    mark("{n} values are required, but {given} given."),
    mark("{kind} {value} does not exist."),
    mark("{kind} {value} is a file."),
    mark("{kind} {value} is a directory."),
    mark("{kind} {value} is not readable."),
    mark("{kind} {value} is not writable."),
    mark("File"),
    mark("Directory"),
    mark("Path"),
)
"""What Typer says of wrong usage, its places named; the first that fits is it."""


def speak_as_asked(args: Sequence[str], asked: str | None) -> None:
    """Speak the language that a command line asks for: `--lang`, else `asked` (PEDER_LANG), else the
    locale's. One that isn't there is for the option itself to refuse.
    """
    said = next((after for word, after in pairwise(args) if word == "--lang"), asked)
    said = next((word.partition("=")[2] for word in args if word.startswith("--lang=")), said)
    try:
        speak(said or of_locale())
    except LanguageError:
        speak(of_locale())


def say_help(command: Any) -> None:
    """Let a command, with those below it, say its help in the language spoken."""
    command.help = _translated(command.help)
    command.options_metavar = tr(command.options_metavar)
    command.context_class = _context_class(command.context_class)
    command.format_help = partial(_format_help, command)
    for param in command.params:
        param.help = _translated(param.help)
        param.metavar = tr(param.metavar) if param.metavar else param.metavar
        if isinstance(param.show_default, str):
            param.show_default = tr(param.show_default)
    for below in getattr(command, "commands", {}).values():
        say_help(below)
    if hasattr(command, "subcommand_metavar"):
        command.subcommand_metavar = tr(command.subcommand_metavar)


def _translated(text: str | None) -> str | None:
    return "\n\n".join(map(tr, paragraphs(text))) if text else text


def _format_help(command: Any, ctx: Any, formatter: Any) -> None:
    _say_frame()
    option = command.get_help_option(ctx)
    if option is not None:
        option.help = tr(option.help)
    type(command).format_help(command, ctx, formatter)


def _say_frame() -> None:
    from typer import rich_utils

    for name, text in FRAME.items():
        setattr(rich_utils, name, tr(text))


@cache
def _context_class(base: Any) -> Any:
    """A context whose usage line begins with the word for it."""

    class Formatter(base.formatter_class):  # type: ignore[misc]
        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
            super().write_usage(prog, args, tr("Usage: ") if prefix is None else prefix)

    class Context(base):  # type: ignore[misc]
        formatter_class = Formatter

    return Context


def say_wrong(error: Any) -> None:
    """Let an error of usage say what it says in the language spoken."""
    _say_frame()
    said = say_known(error.format_message(), WRONG)
    error.format_message = lambda: said
