"""The pages name folders and files that exist."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import DOCS

PLACE = re.compile(r"`((?:engine|language|pipeline|queries|reports|tests)/[\w./]*)`")
PAGES = ("architecture.md", "finding-your-way.md")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_places_that_exist(page: str) -> None:
    places = PLACE.findall((DOCS / page).read_text(encoding="utf-8"))
    assert places
    assert [place for place in places if not (DOCS.parent / place).exists()] == []
