"""Checks before a file is replaced: a file of another kind isn't overwritten, because it may be the only copy."""

from __future__ import annotations

import errno
import re
from contextlib import suppress
from pathlib import Path

from language import tr

HEAD = 4096
"""Bytes of a file's beginning that show its kind."""
_BACKUP = "backup"
_KINDS = {
    b"PK\x03\x04": _BACKUP,
    b"PEDERENC": _BACKUP,
    b"PAR1": "parquet",
    b"\x1f\x8b": "gzip",
    b"BEGIN:VCALENDAR": "calendar",
    b"<svg": "picture",
    b"{": "json",
}  # fmt: skip
_PAGES = (b"<!doctype html", b"<html")
_OUR_PAGE = b'name="generator" content="peder '
_BLANK = b"\xef\xbb\xbf \t\r\n"
_JSON_LIST = re.compile(rb"(?:\[\s*)+[\]{\"\d-]")
"""How a list begins; `[Anna]` begins a table of TOML, which is text."""


def kind_of(head: bytes) -> str:
    """Return the kind of a file by its beginning; a page or a text is `page` or `text`, whatever it says.

    >>> kind_of(b"<!doctype html><title>My own page"), kind_of(b"date,player,net")
    ('page', 'text')
    """
    if head[8:12] == b"DUCK":
        return "database"
    begun = head.lstrip(_BLANK)
    if begun[:16].lower().startswith(_PAGES):
        return "our page" if _OUR_PAGE in head else "page"
    if _JSON_LIST.match(begun):
        return "json"
    known = next((kind for mark, kind in _KINDS.items() if begun.startswith(mark)), None)
    return known or ("data" if b"\0" in head else "text")


def check_replaceable(place: Path, head: bytes) -> None:
    """Raise FileExistsError if a file of another kind is at a place where one that begins with `head` is to be; an empty file is
    of any kind.

    >>> (tmp / "notes.txt").write_text("my notes")
    8
    >>> check_replaceable(tmp / "notes.txt", b"my list")
    """
    there = b""
    with suppress(OSError), place.open("rb") as file:
        there = file.read(HEAD)
    if there and kind_of(there) != kind_of(head[:HEAD]):
        raise FileExistsError(errno.EEXIST, tr("a file of another kind is there"), str(place))
