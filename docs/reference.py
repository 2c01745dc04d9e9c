"""Write docs/reference/commands.md from the command line's own help (`make docs`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

from language import speak
from pipeline.cli import COMMANDS, app

PAGE = Path(__file__).parent / "reference" / "commands.md"
INTRODUCTION = """# Commands

Generated from `--help` by `make docs`. Every command that prints a result takes `--json`: one document on stdout,
messages on stderr.

What a command is about is its argument: a night, a season, a game, a player, a file to read. A night or a season that is left
out is the latest (`log` and `serve`: tonight). `--season SEASON` names a season in every command that knows one, and
`--out FILE` the file to write (`-` is standard output where text is written).

Exit code 0 means done, 1 that the input or the data is wrong, 2 that the command was typed wrong.
"""


def helps(command: Any, words: str) -> Iterator[str]:
    """The help of a command and of those below it, as Markdown."""
    context = typer.Context(command, info_name=words, max_content_width=100, terminal_width=100)
    yield f"### `{words}`\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, TyperGroup):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None and not below.hidden:
                yield from helps(below, f"{words} {name}")


def main() -> None:
    speak("en")
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    context = typer.Context(group)
    pieces = [INTRODUCTION]
    for title, names in COMMANDS.items():
        pieces.append(f"## {title}\n")
        for name in names:
            pieces += helps(group.get_command(context, name), f"peder {name}")
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text("\n".join(pieces), encoding="utf-8")


if __name__ == "__main__":
    main()
