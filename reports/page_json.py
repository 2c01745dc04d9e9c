"""The contents of a page as data: facts, sentences and tables, with the columns of the frames behind them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import Any

import plotly.graph_objects as go

from reports.components.blocks import (
    Block,
    Chart,
    Choice,
    Facts,
    Folded,
    ItemList,
    Notice,
    Paragraph,
    Race,
    Section,
    Table,
)
from reports.components.filtered_line import FilteredLine
from reports.components.hand_log import HandLog
from reports.components.html import text_of
from reports.page import Page
from reports.pages.game_chooser import GameData


def page_data(page: Page) -> dict[str, Any]:
    """A page as JSON takes it: title, lead, and by section facts, texts and tables (a list of rows each).

    >>> page_data(Page(title="Poker", kicker="2026", lead="12 nights"))
    {'title': 'Poker', 'lead': '12 nights', 'sections': []}
    """
    top = Section(heading=page.title, anchor="top", blocks=page.top)
    return {
        "title": page.title,
        "lead": text_of(page.lead),
        "sections": [_section(section) for section in (top, *page.sections) if section.blocks],
    }


def _section(section: Section) -> dict[str, Any]:
    content: dict[str, Any] = {"heading": section.heading, "anchor": section.anchor}
    for kind, value in _values(section.blocks):
        content.setdefault(kind, []).append(value)
    return content


def _values(blocks: Sequence[Block]) -> Iterator[tuple[str, Any]]:
    for block in blocks:
        match block:
            case Table():
                yield (
                    "tables",
                    {"caption": text_of(block.caption), "rows": [dict(row) for row in block.rows()]},
                )
            case Facts():
                for fact in block.facts:
                    yield "facts", {
                        "label": fact.label, "value": text_of(fact.value), "note": text_of(fact.note),
                    }  # fmt: skip
            case HandLog():
                yield from (("hands", _hand(hand, block)) for hand in block.hands.to_dicts())
            case Folded():
                yield from _values(block.blocks)
            case ItemList():
                yield "lists", {"heading": block.heading, "items": [text_of(item) for item in block.items]}
            case Paragraph() | Notice():
                yield "texts", text_of(block.text)
            case Chart():
                yield "charts", _chart(block)
            case Choice():
                yield from (("charts", _chart(chart)) for chart in block.charts.values())
            case Race():
                yield "charts", {"about": text_of(block.about), "lines": _lines(block.figure)}
            case FilteredLine():
                yield "charts", _chart(block.chart)
            case GameData():
                yield from (("games", dict(game)) for game in block.games)
            case _:  # frames that the script fills in, and choices
                continue


def _chart(chart: Chart) -> dict[str, Any]:
    return {"about": text_of(chart.about), "lines": _lines(chart.figure)}


def _lines(figure: go.Figure) -> list[dict[str, Any]]:
    """The lines, bars or dots of a figure: their names and their points."""
    return [
        {
            "name": trace.name and unescape(trace.name),
            "x": list(range(len(trace.y)) if trace.x is None else trace.x),
            "y": list(trace.y),
        }
        for trace in figure.data
        if not (trace.meta and trace.meta.get("hands"))  # marks on lines
    ]


def _hand(hand: Mapping[str, Any], log: HandLog) -> dict[str, Any]:
    number = hand["hand_no"]
    return {**hand, "seats": list(log.seats.get(number, ())), "acts": list(log.acts.get(number, ()))}
