"""`python -m language` (`make words`): bring the translations up to date with the texts in the code."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from babel.messages.frontend import CommandLineInterface

from language.catalogue import DOMAIN, untranslated
from language.current import LANGUAGES, SOURCE

HERE = Path(__file__).parent
TEMPLATE = f"language/locale/{DOMAIN}.pot"
EXTRACT = (
    "pybabel --quiet extract --mapping-file=pyproject.toml --add-location=file --no-wrap --sort-output "
    "--omit-header engine language peder pipeline queries reports --output-file="
)
UPDATE = (
    f"pybabel --quiet update --input-file={TEMPLATE} --output-dir=language/locale --domain={DOMAIN} --no-wrap "
    "--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --locale="
)


def main() -> None:
    """Extract the texts, update each language and print the texts that need a translation."""
    os.chdir(HERE.parent)
    frontend: Any = CommandLineInterface()
    frontend.run((EXTRACT + TEMPLATE).split())
    for code in LANGUAGES.keys() - {SOURCE}:
        frontend.run((UPDATE + code).split())
        empty = untranslated(code)
        print(f"{code}: {len(empty)} to translate", *empty, sep="\n  ")


if __name__ == "__main__":
    main()
