"""The translations of a language: `locale/CODE/LC_MESSAGES/peder.po`.

A checkout reads the `.po` itself, so that a translator's changes show at once. A wheel also has a compiled copy
(`hatch_build.py`), which is read instead; the app on a phone has only that copy (`pipeline.serve.app_folder`).
"""

from __future__ import annotations

from gettext import GNUTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

DOMAIN = "peder"


def _place(code: str, kind: str) -> Traversable:
    return files("language").joinpath("locale", code, "LC_MESSAGES", f"{DOMAIN}.{kind}")


def read_catalogue(code: str) -> Catalog:
    """Read the catalogue of a language. Raises FileNotFoundError if there is none."""
    from babel.messages.pofile import read_po

    with _place(code, "po").open("rb") as file:
        return read_po(file, locale=code, domain=DOMAIN, abort_invalid=True)


def compiled(catalogue: Catalog) -> bytes:
    """A catalogue in the form that `gettext` reads."""
    from babel.messages.mofile import write_mo

    data = BytesIO()
    write_mo(data, catalogue)
    return data.getvalue()


def translations(code: str) -> GNUTranslations:
    """The catalogue of a language as `gettext` uses it."""
    copy = _place(code, "mo")
    data = copy.read_bytes() if copy.is_file() else compiled(read_catalogue(code))
    return GNUTranslations(BytesIO(data))


def untranslated(code: str) -> list[str]:
    """The texts of a language's catalogue that have no translation yet."""
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in read_catalogue(code)
        if not message.string or not all(message.string)
    ]


__all__ = ["DOMAIN", "compiled", "read_catalogue", "translations", "untranslated"]
