"""The scripts that a page needs, which its blocks request while they are written, and the data of these
scripts.
"""

from __future__ import annotations

import gzip
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from json import dumps
from typing import Any

import numpy as np

from reports.components.html import Html, tag

PLOTLY = "plotly"
"""The script that draws charts."""

_needed: ContextVar[set[str] | None] = ContextVar("_needed", default=None)


@contextmanager
def collecting_scripts() -> Iterator[set[str]]:
    """Collect the names of scripts that blocks request within the `with` block.

    >>> with collecting_scripts() as scripts:
    ...     need_script("search")
    >>> scripts
    {'search'}
    """
    needed: set[str] = set()
    before = _needed.set(needed)
    try:
        yield needed
    finally:
        _needed.reset(before)


def need_script(name: str) -> None:
    """Request a script for the page: one of `reports.page.SCRIPTS`, or `PLOTLY`.

    >>> with collecting_scripts() as scripts:
    ...     need_script("search")
    >>> scripts
    {'search'}
    """
    needed = _needed.get()
    if needed is not None:
        needed.add(name)


def script_data(name: str, value: Any) -> Html:
    """The data of a script, by its name; requests the script.

    >>> with collecting_scripts():
    ...     print(script_data("search", {"hands": 2}))
    <script type="application/json" id="search-data">{"hands":2}</script>
    """
    need_script(name)
    return data_script(value, id=f"{name}-data")


def data_script(value: Any, **attributes: str) -> Html:
    """A `script` of data for the page's own scripts (`unpacked` in `assets/shared.js`): as JSON, or packed where that is
    shorter.

    >>> str(data_script([1, 2], id="hands"))
    '<script type="application/json" id="hands">[1,2]</script>'
    """
    text = dumps(value, ensure_ascii=False, separators=(",", ":"), default=np.ndarray.tolist)
    script = packed_text(text, **attributes)
    return (
        script
        if len(script) < len(text)
        else tag("script", _json(text), type="application/json", **attributes)
    )


PACKED = "application/gzip"
"""The type of a `script` whose text is packed."""


def packed_text(text: str, **attributes: str) -> Html:
    """A `script` of a text for the page's own scripts, packed (`unpackedText` in `assets/shared.js`).

    >>> str(packed_text("a" * 2000)).startswith("<script")
    True
    """
    # at 9 it takes four times as long for a hundredth less
    packed = b64encode(gzip.compress(text.encode(), 7, mtime=0)).decode()
    return tag("script", Html(packed), type=PACKED, **attributes)


def _json(text: str) -> Html:
    """JSON, safe inside a `script`: `<`, `>` and `&` occur in its strings only."""
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Html(text)
