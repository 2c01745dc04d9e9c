"""The texts of a language: the file beside this one, read; and the file brought up to date with the code.

A `.po` is read as it is: what a translator writes holds at once, and no compiled copy of it can be stale.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from gettext import GNUTranslations
from importlib.resources import files
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from language.texts import paragraphs

Text = str | tuple[str, ...]
"""A text as the code has it: one, or that for one and that for many."""

IMPORT = "from language import "
"""What stands in a module that says something."""

COMMANDS = "import typer"
"""What stands in a module that may have commands."""

HELPED = ("Argument", "Option", "Typer")
HELP = ("help", "metavar", "show_default")
"""What typer is told of a command or an option for people to read."""

FOLDERS = ("engine", "pipeline", "queries", "reports")
"""Where texts are."""

KEYWORDS = {"tr": 1, "mark": 1, "trn": 2}
"""The functions of `language` whose first so many arguments are a text."""


def read(code: str) -> Catalog:
    """The catalogue of a language."""
    with files("language").joinpath(f"{code}.po").open("rb") as file:
        return read_po(file, locale=code, domain="peder", abort_invalid=True)


def compiled(code: str) -> GNUTranslations:
    """The catalogue of a language as `gettext` asks it."""
    packed = BytesIO()
    write_mo(packed, read(code))
    packed.seek(0)
    return GNUTranslations(packed)


def empty(code: str) -> list[Text]:
    """The texts of a language's catalogue that nobody has translated."""
    return [text for text, said in _texts(read(code)).items() if not said or not all(said)]


def _texts(catalogue: Catalog) -> dict[Text, Text]:
    """What a catalogue holds: each text, and what it says for it."""

    def frozen(text: str | list[str] | tuple[str, ...] | None) -> Text:
        return text or "" if isinstance(text, str | None) else tuple(text)

    return {frozen(message.id): frozen(message.string) for message in catalogue if message.id}


def texts_in(folders: Sequence[Path]) -> set[Text]:
    """Every text of the code in some folders: the literals that `tr`, `mark` and `trn` are called with, and
    what commands and their options say of themselves.
    """
    sources = (place.read_text("utf-8") for folder in folders for place in folder.rglob("*.py"))
    both = [(ast.parse(source), source) for source in sources if IMPORT in source or COMMANDS in source]
    trees = (tree for tree, source in both if IMPORT in source)
    calls = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    said: set[Text] = {text for call in calls if (text := _text_of(call)) is not None}
    return said.union(*map(_help_in, (tree for tree, source in both if COMMANDS in source)))


def _text_of(call: ast.Call) -> Text | None:
    """The text that a call says; None for another function, or one that is given no literal."""
    if not isinstance(call.func, ast.Name) or call.func.id not in KEYWORDS:
        return None
    wanted = call.args[: KEYWORDS[call.func.id]]
    texts = [arg.value for arg in wanted if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    if len(texts) != len(wanted):
        return None
    return texts[0] if len(texts) == 1 else tuple(texts)


def _help_in(tree: ast.Module) -> Iterator[str]:
    """The help of a module's commands: what stands with their options, and the commands' docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in HELPED:
            for keyword in node.keywords:
                value = keyword.value
                if keyword.arg in HELP and isinstance(value, ast.Constant) and isinstance(value.value, str):
                    yield from paragraphs(value.value) if keyword.arg == "help" else [value.value]
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and _is_command(node):
            yield from paragraphs(ast.get_docstring(node) or "")


def _is_command(function: ast.FunctionDef) -> bool:
    """Whether a function's parameters are a command's: typer's, or the options that many commands have."""
    annotations = (arg.annotation for arg in function.args.args if arg.annotation)
    return any(re.search(r"\btyper\.(Option|Argument)|\w+Option\b", ast.unparse(one)) for one in annotations)


def renew(code: str, folders: Sequence[Path], out: Path) -> tuple[int, int]:
    """Write a language's file with the texts there are: new ones empty, old ones gone. How many of each."""
    there = texts_in(folders)
    known = _texts(read(code))
    new = Catalog(locale=code, domain="peder")
    for text in there:
        new.add(text, known.get(text, "")).flags.clear()  # of Babel's, which guesses what stands in a text
    written = BytesIO()
    write_po(written, new, width=0, sort_output=True, no_location=True, omit_header=True)
    out.write_bytes(HEADER.format(code=code, plural=new.plural_forms).encode() + written.getvalue())
    return len(there - known.keys()), len(known.keys() - there)


HEADER = (
    '# What peder says in the language "{code}": `make words` brings this up to date with the code.\n'
    'msgid ""\nmsgstr ""\n'
    '"Language: {code}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    '"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: {plural}\\n"\n\n'
)

__all__ = ["FOLDERS", "Text", "compiled", "empty", "paragraphs", "read", "renew", "texts_in"]
