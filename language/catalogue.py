"""The translations of a language: `locale/CODE/LC_MESSAGES/peder.po`.

The `.po` itself is read (50 ms), so that what a translator writes holds at once and no compiled copy is stale.
"""

from __future__ import annotations

from gettext import GNUTranslations
from importlib.resources import files
from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

DOMAIN = "peder"


def read_catalogue(code: str) -> Catalog:
    """The catalogue of a language. Raises FileNotFoundError where there is none."""
    place = files("language").joinpath("locale", code, "LC_MESSAGES", f"{DOMAIN}.po")
    with place.open("rb") as file:
        return read_po(file, locale=code, domain=DOMAIN, abort_invalid=True)


def translations(code: str) -> GNUTranslations:
    """The catalogue of a language as `gettext` uses it."""
    compiled = BytesIO()
    write_mo(compiled, read_catalogue(code))
    compiled.seek(0)
    return GNUTranslations(compiled)


def untranslated(code: str) -> list[str]:
    """The texts of a language's catalogue that have no translation yet."""
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in read_catalogue(code)
        if not message.string or not all(message.string)
    ]


__all__ = ["DOMAIN", "read_catalogue", "translations", "untranslated"]
