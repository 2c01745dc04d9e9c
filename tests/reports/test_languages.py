"""Every word on a page is said by the language: what is left beside them are names, numbers and dates."""

from __future__ import annotations

import re
from html import unescape

import pytest
from duckdb import DuckDBPyConnection

from language import speaking
from reports.page import render
from tests.language.marked import MARKED, unsaid
from tests.reports.page_scripts import chart_data, pictures_to_share
from tests.reports.test_reports import PAGES

DATES = "Mon Tue Wed Thu Fri Sat Sun Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec"
UNITS = "kr"
COMMANDS = "peder log NIGHT season simulate all settle import"


def shown(html: str) -> list[str]:
    """What a reader sees or hears: texts, labels, and what stands in figures."""
    without = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.DOTALL)
    found = re.findall(r' (?:aria-label|placeholder|title)="([^"]*)"', without)
    found.append(unescape(re.sub(r"<[^>]*>", " ", without)))
    found += [unescape(re.sub("<[^>]*>", " ", picture)) for picture in pictures_to_share(html)]
    for figure in chart_data(html):
        for trace in figure["data"]:
            found += [text for text in [trace.get("name"), *trace.get("text", [])] if text]
        layout = figure["layout"]
        for axis in (layout["xaxis"], layout["yaxis"]):
            found += [*axis.get("ticktext", []), *axis.get("labelalias", {}).values()]
        found += [note["text"] for note in layout.get("annotations", [])]
    return [re.sub("<[^>]*>", " ", unescape(text)) for text in found]


def names(con: DuckDBPyConnection) -> set[str]:
    """What somebody typed or named: players, games, families, places, sessions, notes, profiles."""
    texts = [
        value
        for query in (
            "select unnest([name, player_id]) from mart_players",
            "select unnest([name, name_da, family]) from mart_variants",
            "select unnest([session_id, place, season]) from mart_sessions",
            "select unnest([note, additions]) from mart_hands",
            "select profiles from mart_runs",
        )
        for (value,) in con.sql(query).fetchall()
        if value
    ]
    return set(re.findall(r"[^\W\d_]{2,}", " ".join([*texts, DATES, UNITS, COMMANDS])))


@pytest.mark.parametrize("report", PAGES)
def test_every_word_of_a_page_is_said_by_the_language(con: DuckDBPyConnection, report: str) -> None:
    with speaking(MARKED):
        html = render(PAGES[report](con))
    texts = [re.sub(r"\w*…", "", text) for text in shown(html)]  # a name that is too long for a picture
    found = set().union(*map(unsaid, texts)) - names(con) - {"Peder"}
    assert found == set()
    assert html.count("⟦") > 40


@pytest.mark.parametrize("report", PAGES)
def test_a_page_is_said_in_danish(con: DuckDBPyConnection, report: str) -> None:
    with speaking("da"):
        html = render(PAGES[report](con))
    assert '<html lang="da">' in html
    assert not re.search(r"\b(hands?|nights?|players?|the|between)\b", unsaid_text(html))


def unsaid_text(html: str) -> str:
    """The texts of a page less the texts that hold typed notes."""
    return " ".join(shown(html)).replace("A card too many, dealt again", "")
