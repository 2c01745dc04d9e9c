"""HTML that escapes by default.

`tag` escapes every child and every attribute that isn't `Html` already. Joining or formatting an `Html` gives
a plain `str` again, which is escaped when it is used: a slip shows as `&lt;` on the page, never as markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import escape
from string import Formatter

from language.forms import with_genitives

VOID = frozenset({"br", "input", "link", "meta"})


class Html(str):
    """HTML, and its `text`: what a reader sees."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, html: str, text: str = "") -> Html:
        made = str.__new__(cls, html)
        made.text = text
        return made


Child = str | None | Iterable["Child"]
"""A valid child of an element: text, `Html`, None, or a sequence of them."""


def fragment(*children: Child) -> Html:
    """The children one after another, text escaped and None left out.

    >>> str(fragment("Anna & ", None, tag("b", "Bo")))
    'Anna &amp; <b>Bo</b>'
    """
    parts: list[str] = []
    texts: list[str] = []
    _add(children, parts, texts)
    return Html("".join(parts), "".join(texts))


def text_of(child: Child) -> str:
    """What a reader sees of some HTML.

    >>> text_of(["Anna & ", tag("b", "Bo")])
    'Anna & Bo'
    """
    return fragment(child).text


def filled(text: str, /, **children: Child) -> Html:
    """A translated text with elements in its `{places}`.

    >>> str(filled("{winner} won", winner=tag("b", "Bo")))
    '<b>Bo</b> won'
    """
    parts = Formatter().parse(with_genitives(text, children, text_of))
    return fragment([(before, children[place] if place else None) for before, place, _, _ in parts])


def tag(name: str, /, *children: Child, **attributes: str | int | bool | None) -> Html:
    """An element.

    Attribute names are written the Python way: `class_`, `data_row`, `aria_label`. True writes the name
    alone, None and False leave the attribute out.

    >>> str(tag("a", "Anna & Bo", href="night.html", class_="night", hidden=None))
    '<a href="night.html" class="night">Anna &amp; Bo</a>'
    """
    written = "".join(
        [
            _attribute(key) if value is True else f'{_attribute(key)}="{_escaped(str(value))}"'
            for key, value in attributes.items()
            if value is not None and value is not False
        ]
    )
    if name in VOID:
        return Html(f"<{name}{written}>", " " if name == "br" else "")
    parts: list[str] = []
    texts: list[str] = []
    _add(children, parts, texts)
    return Html(f"<{name}{written}>{''.join(parts)}</{name}>", "".join(texts))


def _escaped(text: str) -> str:
    """Text without markup. Most of a page's texts have none to escape, and to look takes a third of the time."""
    return escape(text) if _MARKUP.search(text) else text


_MARKUP = re.compile("[&<>\"']")


@cache
def _attribute(key: str) -> str:
    return f" {key.rstrip('_').replace('_', '-')}"


def _add(children: Iterable[Child], parts: list[str], texts: list[str]) -> None:
    for child in children:
        if isinstance(child, Html):
            parts.append(child)
            texts.append(child.text)
        elif isinstance(child, str):
            text = child.replace(" %", "\u202f%")  # no line ends between a number and its unit
            parts.append(_escaped(text))
            texts.append(text)
        elif child is not None:
            _add(child, parts, texts)
