"""`python -m language`: bring the catalogues up to date with the code (`make words`)."""

from pathlib import Path

from language.catalogue import FOLDERS, empty, renew
from language.spoken import LANGUAGES, SOURCE

HERE = Path(__file__).parent

if __name__ == "__main__":
    for code in LANGUAGES.keys() - {SOURCE}:
        new, gone = renew(code, [HERE.parent / name for name in FOLDERS], HERE / f"{code}.po")
        print(f"{code}: {new} new, {gone} gone, {len(empty(code))} to translate")
