"""Recognizes a file's format by its beginning."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from language import tr
from pipeline.formats.files import STDIN, FileError, chunks, columns_in, readable
from pipeline.formats.registry import FORMATS

SUFFIXES = tuple(dict.fromkeys(suffix for form in FORMATS for suffix in form.suffixes))
_HEAD = 4096
_SEPARATOR = re.compile(r"\"?sep *=", re.IGNORECASE)
"""The first line of a spreadsheet's file that names what is between its columns."""
_POKERNOW_JSON = re.compile(r'^[\[{][^{]{0,300}("playersInfos"|"generatedAt"[^{]{0,200}"gameId")')
"""A ledger or hands as PokerNow gives them to programs."""
_TOML = re.compile(r"\[[\w.-]{1,99}\]|[\w-]{1,99} ?=")


def kind_of(path: Path) -> str:
    """Return the name of a file's format. Raises FileError for a file that can't be read or is of no known format, and for
    standard input, which can't be read twice.

    >>> kind_of(log)
    'pokernow'
    """
    if path == STDIN:
        raise FileError(tr("Name the format of standard input, such as `peder import pokernow -`."))
    data = next(readable(path, chunks(path)), b"")[:_HEAD]
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text = data.decode("utf-16" if is_wide else "utf-8-sig", errors="replace").lstrip()
    if _POKERNOW_JSON.search(text):
        raise FileError(
            tr(
                "{name} is PokerNow's JSON, which isn't read: download the log and the ledger as CSV, in the table's Log / Ledger "
                "window.",
                name=path.name,
            )
        )
    if kind := kind_of_text(text):
        return kind
    if "\ufffd" in text[:1] or "\0" in text or not text:
        raise FileError(
            tr("{name} isn't text, or empty: take the file as it was downloaded.", name=path.name)
        )
    return "csv"


def kind_of_text(text: str) -> str | None:
    """The format of a text by its beginning; None for one without a sign of any, which a spreadsheet has.

    >>> [kind_of_text(text) for text in ('entry,at,order', '{"ohh": {', '{"type":"peder"', "variant = 'NT'", '{"n": 1,')]
    ['pokernow', 'ohh', 'json', 'phh', 'night']
    >>> kind_of_text("sep=;")
    """
    plain = text.replace('"', "")
    columns = columns_in(plain.partition("\n")[0])
    if columns >= {"entry", "at", "order"} or columns >= {"player_nickname", "player_id"}:
        return "pokernow"
    if re.match(r"\{\s*type\s*:\s*peder\b", plain):
        return "json"
    if re.match(r"\[?\{\s*n\s*:\s*\d", plain):
        return "night"
    if re.match(r"\[?\s*\{", plain):
        return "ohh"
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return "phh" if _TOML.match(first) and not _SEPARATOR.match(first) else None
