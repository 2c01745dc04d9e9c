"""The catalogues: every text of the code translated, and none that the code no longer says."""

from __future__ import annotations

import ast
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

from language import LANGUAGES, speaking
from language.__main__ import EXTRACT
from language.catalogue import read_catalogue, untranslated
from language.extraction import extract
from pipeline.night.confirmation import announced_text
from reports.components.hand_log import meld_text

ROOT = Path(__file__).parents[2]
FOLDERS = [ROOT / name for name in ("engine", "language", "pipeline", "queries", "reports")]
TRANSLATED = [code for code in LANGUAGES if code != "en"]


def places(text: str) -> set[str]:
    return {
        f"{name}!{conversion}:{form}"
        for _, name, form, conversion in Formatter().parse(text)
        if name is not None
    }


def test_every_text_is_translated_and_none_is_left_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    CommandLineInterface().run((EXTRACT + str(tmp_path / "peder.pot")).split())
    with (tmp_path / "peder.pot").open("rb") as file:
        there = {str(message.id) for message in read_po(file)}
    assert len(there) > 1000
    for code in TRANSLATED:
        known = {str(message.id) for message in read_catalogue(code)}
        assert there - known == set(), "`make words` adds them: translate them in language/locale/"
        assert known - there == set(), "`make words` takes them out"
        assert untranslated(code) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_fills_in_what_the_text_does(code: str) -> None:
    for message in read_catalogue(code):
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
    results = [
        f"{place.relative_to(ROOT)}:{node.lineno}"
        for folder in FOLDERS
        for place in folder.rglob("*.py")
        for node in ast.walk(ast.parse(place.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"tr", "mark", "trn"}
        and any(isinstance(arg, ast.JoinedStr | ast.BinOp) for arg in node.args[:2])
    ]
    assert results == []


def test_texts_are_extracted_wherever_they_are() -> None:
    code = b"""import typer
f"{tr('Games')}"; trn("{n} hand", "{n} hands", 2, by=[tr("in a call")]); other(mark("Two " "literals."))
def command(x: StoreOption, y: Annotated[int, typer.Option(help="Of an option.", metavar="[HAND]")]):
    '''Docstring

    of two
    paragraphs.
    '''
"""
    results = [texts for _, _, texts, _ in extract(BytesIO(code), ["tr", "trn", "mark"], [], {})]
    assert set(results) == {
        ("Games",),
        ("{n} hand", "{n} hands"),
        ("in a call",),
        ("Two literals.",),
        "Of an option.",
        "[HAND]",
        "Docstring",
        "of two paragraphs.",
    }


def test_the_log_and_the_pages_name_melds_the_same_in_danish() -> None:
    with speaking("da"):
        assert announced_text("big_straight") == meld_text("big_straight") == "stor straight"
        assert announced_text("full_house") == meld_text("full_house") == "fuldt hus"
