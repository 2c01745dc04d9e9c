"""A text in the language spoken."""

from __future__ import annotations

from typing import Any

from language.forms import number
from language.spoken import spoken


def mark(text: str) -> str:
    """Mark a text of a table of texts as one to translate; `tr` says it in the reader's language."""
    return text


def tr(text: str, /, **values: Any) -> str:
    """A text in the language spoken, its `{places}` filled in as by `str.format`."""
    said = spoken().texts.gettext(text)
    return said.format(**values) if values else said


def trn(one: str, many: str, n: int, /, **values: Any) -> str:
    """The same for a count, which stands as `{n}`: the form that the language takes for it."""
    return spoken().texts.ngettext(one, many, n).format(n=number(n), **values)


__all__ = ["mark", "tr", "trn"]
