"""What was given for a command's parameters, taken as Typer takes it, without what that takes to import.

Typer checks every parameter with pydantic, which takes as long to import as the database. What wasn't given
needs no check, and what has a parser of its own is what that says.
"""

from __future__ import annotations

from functools import partial
from typing import Any


def take_given(command: Any) -> None:
    """Let a command, with those below it, take what is given for its parameters by themselves."""
    command.get_params = partial(_params, command.get_params)
    for below in getattr(command, "commands", {}).values():
        take_given(below)


def _params(params_of: Any, ctx: Any) -> Any:
    """The parameters of a command, `--help` among them, each of which takes what is given for it."""
    params = params_of(ctx)
    for param in params:
        if "process_value" not in vars(param) and param.nargs == 1 and not param.multiple:
            param.process_value = partial(_taken, param, param.process_value)
    return params


def _taken(param: Any, checked: Any, ctx: Any, value: Any) -> Any:
    """The value of a parameter, by its callback, if it has one; `checked` is how Typer takes it."""
    parse = param.type_descriptor.parameter_info.parser
    if (value is None and not param.required) or value is False:
        taken = value
    elif value is not None and parse:
        taken = parse(value)
    else:
        return checked(ctx, value)
    return param.callback(ctx, param, taken) if param.callback else taken
