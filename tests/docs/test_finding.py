"""The page of places leads to files that exist, and to names that are defined in them."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import DOCS

PLACE = re.compile(r"`((?:[a-z]\w*/)+[\w.]*)`((?: `\w+`)*)")
ROWS = [
    row
    for row in (DOCS / "finding-your-way.md").read_text(encoding="utf-8").splitlines()
    if row.startswith("| ") and "? |" in row
]


def test_it_answers_at_least_twenty_questions() -> None:
    assert len(ROWS) >= 20
    assert all(row.count(" | ") >= 2 for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split(" | ")[0].strip("| "))
def test_a_question_leads_to_a_place(row: str) -> None:
    places = PLACE.findall(row)
    assert places or ".md)" in row
    for path, names in places:
        file = DOCS.parent / path
        assert file.exists(), path
        for name in re.findall(r"\w+", names):
            defined = rf"^\s*(?:def |class |create macro )?{name}\b(?:\(|:| =|$)"
            assert re.search(defined, file.read_text(encoding="utf-8"), re.MULTILINE), f"{path}: {name}"
