"""Write docs/reference/: commands, the grammar of the log, marts, formats and games, each from the code itself.

    python -m docs.reference        write the pages (`make docs` does, and builds the site)

A test compares the pages with the code. The rulings have a page of their own, docs/rulings.md, by `peder rulings`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

import typer
import yaml
from typer.core import TyperGroup

from engine.api import (
    ADDITIONS,
    CATALOGUE,
    FAMILIES,
    TABLE_ERRORS,
    Variant,
    largest_table,
    rulings_page,
)
from language import speak
from pipeline.cli import COMMANDS, app
from pipeline.formats.registry import FORMATS
from pipeline.night.parser.commands import COMMANDS as LOG_COMMANDS, in_reader_language
from pipeline.night.prompt.help import HAND, TOPICS
from queries.models import FOLDER as MODELS

DOCS = Path(__file__).parent
MADE = "Generated from the code by `make docs`."
EVERYWHERE = frozenset({"--store", "--lang", "--json", "--help"})
"""Options that most commands have, described once."""
PLAIN_TYPE = re.compile(r" <[^|>]+>")
GROUP = typer.main.get_command(app)


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table in Markdown."""
    lines = [
        list(head),
        *([str(cell).replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows),
    ]
    lines.insert(1, ["---"] * len(lines[0]))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def items(rows: Iterable[tuple[str, str]]) -> str:
    """A list in Markdown: what is explained, and the explanation."""
    return "".join(f"- {name}: {about}\n" for name, about in rows)


def examples(rows: Iterable[tuple[str, str]]) -> str:
    """Lines of the log in English words, and what they mean."""
    return items((f"`{in_reader_language(line)}`", about) for line, about in rows)


def code(texts: Iterable[str]) -> str:
    """Words as code, separated by commas."""
    return ", ".join(f"`{text}`" for text in texts)


def commands_page() -> Iterator[str]:
    """Every command, with its help."""
    yield f"""# Commands

{MADE} Every command that prints a result takes `--json`: one document on stdout, messages on stderr.

A command's argument is its subject: a night, a season, a game, a player or a file to read. If you leave out a night or a season,
the latest is meant (`log` and `serve`: tonight). In every command, `--season SEASON` names a season and `--out FILE` the file to
write (`-` is standard output where the result is text). `--store FOLDER` or `PEDER_STORE` names the store, and `--lang en` or
`--lang da` the language. `--store`, `--lang`, `--json` and `--help` aren't repeated below. Arguments in brackets are optional; `…` says that there may be several.

Exit code 0 means done, 1 that the input or the data is wrong, 2 that the command was typed wrong.
"""
    assert isinstance(GROUP, TyperGroup)
    context = typer.Context(GROUP)
    for title, names in COMMANDS.items():
        yield f"## {title}\n"
        for name in names:
            yield from _helps(GROUP.get_command(context, name), f"peder {name}")


def _helps(command: Any, words: str, shared: Collection[tuple[str, str]] = ()) -> Iterator[str]:
    """The help of a command and of those below it, without what is `shared` by the commands of its group."""
    yield f"### `{' '.join([words, *_usage(command)])}`\n"
    yield f"{' '.join(command.help.split())}\n"
    below = list(_below(command))
    parameters = _parameters(command)
    if below:
        first, *others = (_parameters(one) for _, one in below)
        parameters = [one for one in first if all(one in other for other in others)]
        if parameters:
            yield "Each takes:\n"
    if own := [one for one in parameters if one not in shared]:
        yield items((f"`{name}`", about) for name, about in own)
    for name, one in below:
        yield from _helps(one, f"{words} {name}", parameters)


def _usage(command: Any) -> list[str]:
    """The arguments of a command, those in brackets that may be left out."""
    pieces = command.collect_usage_pieces(typer.Context(command))
    return [piece for piece in pieces if piece not in ("[OPTIONS]", "|", "COMMAND ...")]


def _parameters(command: Any) -> list[tuple[str, str]]:
    """The arguments and options of a command, with what they say."""
    context = typer.Context(command)
    arguments = iter(_usage(command))
    parameters = []
    for one in command.get_params(context):
        record = one.get_help_record(context)
        if record and EVERYWHERE.isdisjoint(one.opts):
            name, about = record
            name = next(arguments).strip("[]") if one.param_type_name == "argument" else name
            about = re.sub(r" \[(default|env var): \(?(.*?)\)?([;\]])", r"[\1: \2\3", about)
            parameters.append((PLAIN_TYPE.sub("", name), about.replace("  [required]", "")))
    return parameters


def _below(command: Any) -> Iterator[tuple[str, Any]]:
    """The visible commands of a group, by name; none of a command."""
    if isinstance(command, TyperGroup):
        context = typer.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None and not below.hidden:
                yield name, below


def log_page() -> Iterator[str]:
    """The grammar of the log."""
    yield f"""# The grammar of the log

{MADE} `?` in `peder log` shows the same; [Log a night](../logging.md) explains it step by step. Danish and English
words work at any time, also mixed.

## A hand in a line
"""
    yield examples(HAND)
    yield "## Words and marks\n"
    for topic in TOPICS:
        title = in_reader_language(topic.words[0])
        words = dict.fromkeys((title, *topic.words))
        yield f"### {title}\n\n{topic.about[0].upper()}{topic.about[1:]}. Words: {code(words)}.\n"
        yield examples(topic.examples)
    yield "## Commands of the log\n"
    yield table(
        ("form", "what it does", "words", "example"),
        (
            (
                f"`{one.form}`",
                one.about,
                code(word for word in dict.fromkeys((one.name, *one.words)) if word in one.words),
                f"`{in_reader_language(one.example)}`",
            )
            for one in LOG_COMMANDS
        ),
    )
    yield "## What a dealer adds\n"
    yield table(
        ("words", "meaning", "example"), ((code(one.words), one.about, one.form) for one in ADDITIONS)
    )
    yield "## Errors at the table\n\nWritten after the hand, as in `!error b too few`.\n"
    yield table(
        ("words", "error", "what is usually done"),
        ((code(one.words), f"{one.name} ({one.source})", one.text) for one in TABLE_ERRORS),
    )


def marts_page() -> Iterator[str]:
    """Every mart with its columns."""
    yield f"""# Marts

{MADE} A mart is a table made for reading: `peder sql "from mart_players"`, or `store.mart("mart_players")` in
[Python](../analysis.md). The *grain* is what a row stands for. [Definitions](../definitions.md) says what is
counted, and [How the statistics work](../statistics.md) explains the estimates. What `peder sql` can read besides (`stg_*`, `int_*`), `peder sql "show tables"` lists.
"""
    shared = yaml.safe_load((MODELS / "marts" / "columns.yml").read_text(encoding="utf-8"))
    yield "## Columns of several marts\n"
    yield _columns(shared)
    for file in sorted((MODELS / "marts").glob("mart_*.yml")):
        mart = yaml.safe_load(file.read_text(encoding="utf-8"))
        yield f"## {file.stem}\n\n{mart['about'].strip()} Grain: {code(mart['grain'])}.\n"
        own = {name: meaning for name, meaning in mart["columns"].items() if meaning}
        if others := [name for name in mart["columns"] if name not in own]:
            yield f"With {code(others)}, and:\n"
        yield _columns(own)


def _columns(columns: dict[str, dict[str, str]]) -> str:
    """Columns with their units and meanings, a line each."""
    return items(
        (f"`{name}` ({unit})", about) for name, meaning in columns.items() for unit, about in meaning.items()
    )


def formats_page() -> Iterator[str]:
    """The formats that can be read and written."""
    yield f"""# Formats

{MADE} Sessions as JSON follow [a schema](../sessions.schema.json), as do hands in [Open Hand History](../ohh.schema.json).

## Imported

See [Import what was played elsewhere](../importing.md).
"""
    yield table(
        ("command", "files", "what it reads"),
        (
            (f"`peder import {one.name}`", " ".join(one.suffixes), one.about)
            for one in FORMATS
            if not one.is_former
        ),
    )
    yield "## Exported\n\nSee [Export and back up](../exporting.md).\n"
    assert isinstance(GROUP, TyperGroup)
    export = GROUP.get_command(typer.Context(GROUP), "export")
    yield table(
        ("command", "what it writes"),
        ((f"`peder export {name}`", one.get_short_help_str(400)) for name, one in _below(export)),
    )


def games_page() -> Iterator[str]:
    """The games of the catalogue, by family."""
    yield f"""# Games

{MADE} `peder show GAME` gives a game's full rules; any of its names will do. [Rulings](../rulings.md) settle what the
rules leave open.
"""
    for family, title in FAMILIES.items():
        games = [variant for variant in CATALOGUE.values() if variant.family == family]
        if games:
            yield f"## {title.capitalize()}\n"
            yield items((_heading_of(game), game.summary) for game in games)


def _heading_of(game: Variant) -> str:
    danish = f", *{game.name_da}*" if game.name_da and game.name_da != game.name else ""
    return f"**{game.name}**{danish} ({code([game.id, *game.aliases])}; {game.players[0]}–{largest_table(game)} players)"


PAGES: dict[str, Callable[[], Iterator[str]]] = {
    "commands.md": commands_page,
    "log.md": log_page,
    "marts.md": marts_page,
    "formats.md": formats_page,
    "games.md": games_page,
}
"""The pages by name."""


def written(name: str) -> str:
    """The text of a page."""
    speak("en")
    return "\n".join(piece.rstrip("\n") + "\n" for piece in PAGES[name]())


def main() -> None:
    for name in PAGES:
        (DOCS / "reference" / name).write_text(written(name), encoding="utf-8")
    (DOCS / "rulings.md").write_text(rulings_page(), encoding="utf-8")


if __name__ == "__main__":
    main()
