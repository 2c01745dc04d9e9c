"""What was given for a command's parameters, taken as Typer takes it, without what that takes to import.

Typer checks every parameter with pydantic, which takes as long to import as the database. What wasn't given
needs no check, and what has a parser of its own is what that says.
"""

from __future__ import annotations

from functools import partial
from typing import Any


def take_given(command: Any) -> None:
    """Let a command, with those below it, take what is given for its parameters by themselves."""
    for param in command.params:
        if param.nargs == 1 and not param.multiple:
            param.process_value = partial(_taken, param, param.process_value)
    for below in getattr(command, "commands", {}).values():
        take_given(below)


def _taken(param: Any, checked: Any, ctx: Any, value: Any) -> Any:
    """The value of a parameter, by its callback, if it has one; `checked` is how Typer takes it."""
    parse = param.type_descriptor.parameter_info.parser
    if value is None and not param.required:
        taken = None
    elif value is not None and parse:
        taken = parse(value)
    else:
        return checked(ctx, value)
    return param.callback(ctx, param, taken) if param.callback else taken
