"""Help and error messages of the command line, in the user's language.

Typer writes both in English, and its copy of Click asks no catalogue of texts (gettext) any more. These are its classes for
applications, groups and commands with the parts that a user reads taken over: the help (plain text, which needs no rich to
be imported) and the sentence of a refusal, which is chosen by the class of the error.

The classes of errors lie where `typer.BadParameter` does, in Typer's own copy of Click (tried with Typer 0.29.0 to 0.29.2).
Where another version has no class of that name, Typer's own text is shown.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.models import CommandFunctionType

from language import LANGUAGES, mark, nearest, tr
from language.texts import paragraphs

if TYPE_CHECKING:
    from typer._click import exceptions
    from typer._click.exceptions import UsageError
else:

    class _NoError(Exception):
        """Stands for a class that this version of Typer doesn't have: no error is one."""

    class _Exceptions:
        """Typer's module of errors, by the names of its classes."""

        def __getattr__(self, name: str) -> type[Exception]:
            return getattr(sys.modules[typer.BadParameter.__module__], name, _NoError)

    exceptions = _Exceptions()
    UsageError = typer.BadParameter.__bases__[0]

WIDTH = 100
"""Columns of the help, at most."""

SHARED = frozenset({"--store", "--json"})
"""Options that most commands have: the help of `peder` describes them, for all."""

if TYPE_CHECKING:
    Base = TyperCommand
else:
    Base = object


class _Helped(Base):
    """The help of a command or a group, and the language that each takes."""

    def get_params(self, ctx: Any) -> list[Any]:
        params = super().get_params(ctx)
        return params if ctx.parent is None else [*params, *_language_option(ctx)]

    def get_help_option(self, ctx: Any) -> Any:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = tr("Show this message and exit.")
            option.opts.sort(key=len)
        return option

    def get_short_help_str(self, limit: int = 45) -> str:
        return summary(self.help or "")

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        params = [*self.default_params(ctx), *self.params]
        pieces = [tr("[OPTIONS]"), *(_usage_name(param) for param in params if _is_argument(param))]
        if isinstance(self, Group) and self.default:
            return [*pieces, "|", tr("COMMAND ...")]
        return [*pieces, tr("COMMAND ...")] if isinstance(self, TyperGroup) else pieces

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), tr("Usage: "))

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text("\n\n".join(tr(text) for text in paragraphs(self.help or "") if text))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        params, elsewhere = self.get_params(ctx), []
        if ctx.parent is not None:
            params = [param for param in params if _is_argument(param) or SHARED.isdisjoint(param.opts)]
            params, elsewhere = ctx.parent.command.divide_params(self, params)
        params = [*self.default_params(ctx), *params]
        params = [param for param in params if not getattr(param, "hidden", False)]
        arguments = [(_name(param), _about(param)) for param in params if _is_argument(param)]
        options = [(_option(param), _about(param)) for param in params if not _is_argument(param)]
        for title, rows in ((tr("Arguments"), arguments), (tr("Options"), options)):
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)
        if elsewhere:
            formatter.write_paragraph()
            names = ", ".join(param.opts[0] for param in elsewhere)
            formatter.write_text(
                tr("Also {names}: see `{command} --help`.", names=names, command=ctx.parent.command_path)
            )

    def default_params(self, ctx: Any) -> list[Any]:
        """The parameters of the command that runs where none is named, in a group that has one."""
        return []

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        try:
            rest = super().parse_args(ctx, args)
        except UsageError as error:
            error.ctx = error.ctx or ctx  # Typer's parser leaves it out
            raise
        if rest and not isinstance(self, TyperGroup):
            raise UsageError(tr("This is too much: {words}", words=" ".join(rest)), ctx)
        return rest


class Command(_Helped, TyperCommand):
    """A command of `peder`."""

    allow_extra_args = True  # it refuses them itself


class Group(_Helped, TyperGroup):
    """A group of commands."""

    sections: Mapping[str, Iterable[str]] | None = None
    """The commands under each heading, where the help is to be divided so."""

    default: str = ""
    """The command that runs where none is named: what it shares with others stands in the help of the group alone."""

    def default_params(self, ctx: Any) -> list[Any]:
        if not self.default:
            return []
        others = [
            {name for param in command.params for name in param.opts}
            for command in map(self.commands.__getitem__, self.list_commands(ctx))
            if not command.hidden
        ]
        return [
            param
            for param in self.commands[self.default].params
            if SHARED.isdisjoint(param.opts) and sum(not names.isdisjoint(param.opts) for names in others) > 1
        ]

    def divide_params(self, command: Any, params: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """The parameters of a command of this group: those that its help lists, and options that the group's does."""
        shared: set[str] = set()
        if command.name != self.default:
            shared.update(
                name for param in self.default_params(None) for name in param.opts if not _is_argument(param)
            )
        listed = [param for param in params if shared.isdisjoint(param.opts)]
        return listed, [param for param in params if not shared.isdisjoint(param.opts)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        self.format_commands(ctx, formatter)
        super().format_options(ctx, formatter)

    def about(self, ctx: Any, name: str) -> str:
        """The line of a command in the help; "" for one that isn't listed."""
        command = self.get_command(ctx, name)
        return "" if command is None or command.hidden else command.get_short_help_str()

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        sections = self.sections or {tr("Commands"): self.list_commands(ctx)}
        names = [name for members in sections.values() for name in members]
        about = {name: text for name in names if (text := self.about(ctx, name))}
        width = max(map(len, about), default=0)
        for title, members in sections.items():
            with formatter.section(tr(title)):
                formatter.write_dl([(name.ljust(width), about[name]) for name in members if name in about])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        known = self.list_commands(ctx) if args[0] not in self.commands else []
        if known and args[0] not in known and not ctx.resilient_parsing:
            near = nearest(args[0], known)
            if near:
                raise UsageError(
                    tr("There is no command {name!r}. Did you mean {near!r}?", name=args[0], near=near),
                    ctx,
                )
            raise UsageError(tr("There is no command {name!r}.", name=args[0]), ctx)
        return super().resolve_command(ctx, args)


class Application(typer.Typer):
    """A Typer of these classes."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"cls": Group, "rich_markup_mode": None, **settings})

    def command(
        self, name: str | None = None, *, cls: Any = Command, **settings: Any
    ) -> Callable[[CommandFunctionType], CommandFunctionType]:
        """Add a command, as `typer.Typer` does."""
        return super().command(name, cls=cls, **settings)


def _language_option(ctx: Any) -> Iterator[Any]:
    """`--lang` after a command: the option of `peder`, which its help alone lists."""
    for param in ctx.find_root().command.params:
        if "--lang" in param.opts:
            option = copy(param)
            option.hidden, option.expose_value = True, False
            yield option


def check_language(given: str | None) -> str | None:
    """Return the language that `--lang` names, None if it isn't given. Raises BadParameter for one that doesn't exist.

    >>> check_language("da")
    'da'
    >>> check_language("sv")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    ...
    BadParameter: There is no language 'sv': there are en, da.
    """
    if given and given not in LANGUAGES:
        raise typer.BadParameter(
            tr("There is no language {name!r}: there are {known}.", name=given, known=", ".join(LANGUAGES)),
            param_hint="--lang",
        )
    return given


def summary(text: str) -> str:
    r"""Return the first paragraph of a help, which is a sentence, translated and without its full stop.

    >>> summary("Log a night.\n\nType `help` for the commands.")
    'Log a night'
    """
    first, *_ = paragraphs(text)
    return tr(first).removesuffix(".") if first else ""


def _is_argument(param: Any) -> bool:
    return bool(param.param_type_name == "argument")


def _name(param: Any) -> str:
    """The name of an argument: `GAME`, `FILE…`."""
    name = tr(param.metavar or param.name.upper().replace("_", "-"))
    return name if param.nargs == 1 else f"{name}…"


def _usage_name(param: Any) -> str:
    return _name(param) if param.required else f"[{_name(param)}]"


def _option(param: Any) -> str:
    """An option and the kind of its value: `-k, --players NUMBER`."""
    names = ", ".join([*param.opts, *param.secondary_opts])
    return names if param.is_flag or param.count else f"{names} {_kind(param)}"


def _kind(param: Any) -> str:
    if param.metavar:
        return tr(param.metavar)
    if choices := _choices(param):
        return "|".join(map(str, choices))
    kind = getattr(_descriptor(param), "annotation", None)
    if kind in (int, float, list[int], list[float]):
        return tr("NUMBER")
    return tr("FILE") if kind in (Path, list[Path]) else tr("TEXT")


def _descriptor(param: Any) -> Any:
    """Typer's description of the values of a parameter; None where this version has none."""
    return getattr(param, "type_descriptor", None)


def _choices(param: Any) -> Sequence[object]:
    """The values that a parameter may have; empty where there is no list of them."""
    descriptor = _descriptor(param)
    return descriptor.choices if getattr(descriptor, "is_choice", False) else ()


def _about(param: Any) -> str:
    """What a parameter is for, with its default, range and environment variable."""
    details = []
    if isinstance(param.show_default, str):
        details.append(tr("[default: {value}]", value=tr(param.show_default)))
    elif param.show_default and param.default not in (None, False) and not callable(param.default):
        details.append(tr("[default: {value}]", value=param.default))
    if param.envvar and param.show_envvar:
        details.append(tr("[environment: {name}]", name=param.envvar))
    return " ".join([*map(tr, filter(None, paragraphs(param.help or ""))), *details])


def refusal(error: UsageError) -> str:
    """The mistake in a command line, as a sentence."""
    match error:
        case exceptions.MissingParameter() if error.param is not None and _is_argument(error.param):
            return tr("{name} is missing.", name=_name(error.param))
        case exceptions.MissingParameter() if error.param is not None:
            return tr("The option {name} is missing.", name=error.param.opts[-1])
        case exceptions.NoSuchOption() if error.ctx and error.option_name in _options(error.ctx.find_root()):
            return tr("Write {name} before the command: peder {name} …", name=error.option_name)
        case exceptions.NoSuchOption() if (
            error.option_name in SHARED and error.ctx and error.ctx.parent is None
        ):
            return tr("Write {name} after the command: peder COMMAND {name} …", name=error.option_name)
        case exceptions.NoSuchOption():
            near = ", ".join(sorted(error.possibilities or ()))
            if near:
                return tr(
                    "There is no option {name}. Did you mean {near}?", name=error.option_name, near=near
                )
            return tr("There is no option {name}.", name=error.option_name)
        case exceptions.BadOptionUsage():
            flags = {
                name for param in _params(error) if getattr(param, "is_flag", False) for name in param.opts
            }
            if error.option_name in flags:
                return tr("{name} takes no value.", name=error.option_name)
            return tr("{name} wants a value after it.", name=error.option_name)
        case exceptions.BadParameter() if error.message:
            where = error.param_hint
            if where is None and error.param is not None:
                where = _name(error.param) if _is_argument(error.param) else error.param.opts[0]
            return f"{where}: {_bad_value(error)}" if where else _bad_value(error)
        case _:
            return tr(error.format_message())


TYPERS_OWN = (
    mark("Missing command."),
    mark("Install completion for the current shell."),
    mark("Show completion for the current shell, to copy it or customize the installation."),
)
ARGUMENTS = (mark("FILES"), mark("INTO"), mark("LETTERS"), mark("NAME"), mark("PLAYER-ID"), mark("WHO"))
"""Names of arguments that equal their parameters' names."""


def _options(ctx: Any) -> set[str]:
    return {name for param in ctx.command.get_params(ctx) for name in param.opts}


def _params(error: UsageError) -> Sequence[Any]:
    return error.ctx.command.get_params(error.ctx) if error.ctx else ()


def _bad_value(error: exceptions.BadParameter) -> str:
    """The mistake in a value: by pydantic's error code where pydantic refused it."""
    from pydantic import ValidationError

    if not isinstance(error.__cause__, ValidationError):
        return error.message
    fault = error.__cause__.errors()[0]
    given, limits = fault["input"], fault.get("ctx", {})
    match fault["type"]:
        case "int_parsing" | "int_from_float" | "int_type" | "int_parsing_size":
            return tr("{given!r} is not a whole number", given=given)
        case "float_parsing" | "float_type" | "finite_number":
            return tr("{given!r} is not a number", given=given)
        case "greater_than_equal":
            return tr("{given} is too small: {least} or more", given=given, least=limits["ge"])
        case "less_than_equal":
            return tr("{given} is too large: {most} or less", given=given, most=limits["le"])
    if choices := _choices(error.param):
        return tr("{given!r} is none of {names}", given=given, names=", ".join(map(str, choices)))
    return tr("{given!r} can't be read", given=given)


def show_refusal(error: UsageError) -> None:
    """Write to stderr the mistake in a command line and what to type next.

    >>> from contextlib import redirect_stderr
    >>> with redirect_stderr(sys.stdout):
    ...     show_refusal(typer.BadParameter("there is no game 'bridge'", param_hint="GAME"))
    peder: GAME: there is no game 'bridge'
    """
    if isinstance(error, exceptions.NoArgsIsHelpError):
        typer.echo(error.message, err=True)
        return
    typer.echo(f"peder: {refusal(error)}", err=True)
    if error.ctx is not None:
        typer.echo(error.ctx.get_usage(), err=True)
        typer.echo(tr("Try '{command} --help'.", command=error.ctx.command_path), err=True)


__all__ = [
    "WIDTH",
    "Application",
    "Command",
    "Group",
    "UsageError",
    "refusal",
    "show_refusal",
    "summary",
]
