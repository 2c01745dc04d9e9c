"""The data that a page carries for its scripts, packed or not (`reports.components.scripts`)."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from typing import Any

PICTURES = '{"pictures":'
_DATA = re.compile(r'<script type="application/(json|gzip)"(?: id="([^"]*)")?>(.*?)</script>', re.DOTALL)


def script_texts(html: str) -> list[tuple[str, str]]:
    """The id, empty where it has none, and the text of each script of data; plotly.js isn't data."""
    return [
        (name, gzip.decompress(b64decode(text)).decode() if kind == "gzip" else text)
        for kind, name, text in _DATA.findall(html)
        if name != "plotly-packed"
    ]


def script_data_of(html: str, name: str) -> Any:
    """The data with an id, such as `night-data`."""
    return json.loads(dict(script_texts(html))[name])


def chart_data(html: str) -> list[dict[str, Any]]:
    """The figures of a page's charts, as plotly.js takes them."""
    return [
        json.loads(text) for name, text in script_texts(html) if not name and not text.startswith(PICTURES)
    ]


def pictures_to_share(html: str) -> list[str]:
    """The pictures behind a page's buttons and its switch of units, as SVG."""
    packed = [
        json.loads(text)["pictures"]
        for name, text in script_texts(html)
        if not name and text.startswith(PICTURES)
    ]
    return [picture for pictures in packed for units in pictures.values() for picture in units]


def with_data(html: str, name: str, value: Any) -> str:
    """The page with other data of this id."""
    text = json.dumps(value).replace("<", "\\u003c")
    return re.sub(
        rf'<script type="[^"]*" id="{name}">.*?</script>',
        lambda _: f'<script type="application/json" id="{name}">{text}</script>',
        html,
        flags=re.DOTALL,
    )


def opened(html: str) -> str:
    """The page with what is packed in it as text."""
    return _DATA.sub(lambda found: "".join(text for _, text in script_texts(found[0])), html)
