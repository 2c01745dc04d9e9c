"""The catalogues: every text of the code translated, and none that the code no longer says."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path
from string import Formatter

import pytest

from language import LANGUAGES
from language.catalogue import FOLDERS, IMPORT, KEYWORDS, Text, empty, read, renew, texts_in

ROOT = Path(__file__).parents[2]
HERE = [ROOT / name for name in FOLDERS]
TRANSLATED = [code for code in LANGUAGES if code != "en"]


@pytest.fixture(scope="module")
def there() -> set[Text]:
    """Every text of the code."""
    return texts_in(HERE)


def places(text: str) -> set[str]:
    return {
        f"{name}!{conversion}:{form}"
        for _, name, form, conversion in Formatter().parse(text)
        if name is not None
    }


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_text_is_translated_and_none_is_left_over(code: str, there: set[Text]) -> None:
    known = {m.id if isinstance(m.id, str) else tuple(m.id) for m in read(code) if m.id}
    assert there
    assert there - known == set(), "`make words` adds them: translate them in language/"
    assert known - there == set(), "`make words` takes them out"
    assert empty(code) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_fills_in_what_the_text_does(code: str) -> None:
    for message in read(code):
        if not message.id:
            continue
        texts = [message.id] if isinstance(message.id, str) else message.id
        said = [message.string] if isinstance(message.string, str) else message.string or ()
        wanted = set().union(*map(places, texts))
        assert {frozenset(places(each) - {"n!None:"}) for each in said} == {
            frozenset(wanted - {"n!None:"})
        }, texts


def test_a_text_is_a_literal() -> None:
    """What is put together at run time is in no catalogue: `tr` fills places in, no f-string does."""
    found = [
        f"{place.relative_to(ROOT)}:{node.lineno}"
        for folder in HERE
        for place in folder.rglob("*.py")
        if IMPORT in (source := place.read_text("utf-8"))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in KEYWORDS
        and any(isinstance(arg, ast.JoinedStr | ast.BinOp) for arg in node.args[: KEYWORDS[node.func.id]])
    ]
    assert found == []


def test_a_catalogue_is_brought_up_to_date(tmp_path: Path) -> None:
    code = tmp_path / "code"
    code.mkdir()
    texts = """f"{tr('Games')}"; trn("{n} hand", "{n} hands", 2); mark("Nobody says " "this.")"""
    (code / "a.py").write_text("from language import mark, tr, trn\n" + texts)
    (code / "b.py").write_text("tr('not of the language')")
    assert texts_in([code]) == {"Games", ("{n} hand", "{n} hands"), "Nobody says this."}
    shutil.copy(ROOT / "language" / "da.po", tmp_path)
    new, gone = renew("da", [code], tmp_path / "da.po")
    assert new == 1
    assert gone > 100
    written = (tmp_path / "da.po").read_text("utf-8")
    assert 'msgid "Nobody says this."\nmsgstr ""\n' in written
    assert 'msgid "Games"\nmsgstr "Spil"\n' in written


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_catalogue_is_written_as_it_is_read(code: str, tmp_path: Path) -> None:
    assert renew(code, HERE, tmp_path / "new.po") == (0, 0)
    assert (tmp_path / "new.po").read_text("utf-8") == (ROOT / "language" / f"{code}.po").read_text("utf-8")
