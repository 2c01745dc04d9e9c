"""The blocks of a page: facts, paragraphs, tables, charts and choices between charts.

Each block is plain data with an `html()`. All text in it is escaped there (`reports.components.html`); the texts inside
a figure are escaped where the figure is made (`reports.charts.layout.plain`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

import polars as pl

from language import tr
from reports.components.html import Child, Html, fragment, tag, text_of
from reports.components.meanings import column_meanings, meaning_of, tappable
from reports.components.numbers import Unknown, unknown
from reports.components.scripts import PLOTLY, data_script, need_script
from reports.components.still import settings_of, still

if TYPE_CHECKING:
    import plotly.graph_objects as go

Row = Mapping[str, Any]

SHEET = 30
"""Number of a table's rows that fit on one sheet of paper; longer tables begin on a new sheet."""
TALLEST_STILL = 5_000
"""Maximum height in pixels of a figure that is drawn for readers without scripts, who otherwise have the
table alone.
"""
PAPER = 900
"""Maximum height in pixels of a figure that must fit on one sheet of paper."""


class Block(Protocol):
    """Anything that a section may hold."""

    def html(self) -> Html:
        """The block as HTML."""
        ...


@dataclass(frozen=True)
class Paragraph:
    """A sentence or a few; `quiet` for a remark under a figure or a table, `is_note` for what a player wrote."""

    text: Child
    quiet: bool = False
    is_note: bool = False

    def html(self) -> Html:
        """A `p`."""
        return tag("p", self.text, class_="quiet" if self.quiet else "note" if self.is_note else None)


@dataclass(frozen=True)
class Notice:
    """A notice at the top."""

    text: str

    def html(self) -> Html:
        """A `p` with a bar at its side."""
        return tag("p", self.text, class_="notice", role="note")


@dataclass(frozen=True)
class ItemList:
    """A short list under its own heading."""

    heading: str
    items: Sequence[Child]

    def html(self) -> Html:
        """A heading and a `ul`."""
        return tag(
            "div",
            tag("h2", self.heading) if self.heading else None,
            tag("ul", [tag("li", item) for item in self.items]),
            class_="list",
        )


@dataclass(frozen=True, kw_only=True)
class Fact:
    """A key figure: its label, its value, and a remark (player, date, sample size). `meaning` opens under the
    label; the default is that of `meanings.MEANINGS`.
    """

    label: str
    value: Child
    note: Child = None
    meaning: Child = ""


def _fact_label(fact: Fact) -> Child:
    meaning = fact.meaning or meaning_of(fact.label)
    return tappable(fact.label, meaning) if meaning else fact.label


@dataclass(frozen=True)
class Facts:
    """Key figures side by side."""

    facts: Sequence[Fact]

    def html(self) -> Html:
        """A `dl` of boxes."""
        boxes = [
            tag(
                "div",
                tag("dt", _fact_label(fact)),
                tag("dd", fact.value, class_="value"),
                tag("dd", fact.note, class_="note") if fact.note else None,
            )
            for fact in self.facts
        ]
        return tag("dl", boxes, class_="facts", style=f"--columns:{_columns(len(boxes))}")


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column of a table: its heading, and a function for the content of a row's cell.

    The reader may sort by the frame's column `sort`; `value` formats one value of it, for example the median.
    `style` gives a cell's class (a tint). A `minor` column is left out on a phone.
    """

    label: str
    cell: Callable[[Row], Child]
    sort: str | None = None
    value: Callable[[float], Child] | None = None
    kind: Literal["text", "number"] = "number"
    style: Callable[[Row], str] | None = None
    minor: bool = False

    @property
    def classes(self) -> str:
        """The classes of its heading."""
        return f"{self.kind} minor" if self.minor else self.kind

    def cell_classes(self, style: str = "", *, heads_row: bool = False) -> str | None:
        """The classes of a cell. Numbers, the most frequent kind, have no class, because a site has a hundred
        thousand of them.
        """
        kind = self.kind if heads_row or self.kind == "text" else ""
        return " ".join(filter(None, (kind, "minor" if self.minor else "", style))) or None

    def html(self, row: Row, content: Child, *, heads_row: bool, sortable: bool = True) -> Html:
        """The cell with its content; an unknown value is a dash with a text for screen readers."""
        if isinstance(content, Unknown):
            content = fragment(tag("span", "–", aria_hidden="true"), tag("span", unknown(), class_="unseen"))
        return tag(
            "th" if heads_row else "td",
            content,
            scope="row" if heads_row else None,
            class_=self.cell_classes(self.style(row) if self.style else "", heads_row=heads_row),
            data_value=_sort_value(row, self.sort) if sortable else None,
        )


@dataclass(frozen=True, kw_only=True)
class Table:
    """A frame, or rows, as a table; the first column heads its row.

    `row_id` names the column whose value links a row to the rows of charts, `find` the column that a search
    looks in. `empty` is shown if the frame has no rows. `foot` is the last row, one cell per column. `dense`
    is for many columns, `matrix` for one column per player.
    """

    frame: pl.DataFrame | Sequence[Row]
    columns: Sequence[Column]
    caption: Child
    empty: str = ""
    foot: Sequence[Child] = ()
    sortable: bool = False
    row_id: str | None = None
    find: str | None = None
    dense: bool = False
    matrix: bool = False

    def html(self) -> Html:
        """A captioned `table` that scrolls within itself, or a sentence."""
        rows = self.rows()
        if not rows:
            return Paragraph(self.empty).html()
        head = tag(
            "tr",
            [
                tag(
                    "th",
                    column.label,
                    scope="col",
                    class_=column.classes,
                    data_sort=self.sortable and bool(column.sort),
                )
                for column in self.columns
            ],
        )
        contents = [[column.cell(row) for column in self.columns] for row in rows]
        body = [
            tag(
                "tr",
                self._cells(row, cells),
                data_row=row[self.row_id] if self.row_id else None,
                data_find=row[self.find] if self.find else None,
            )
            for row, cells in zip(rows, contents, strict=True)
        ]
        table = tag(
            "table",
            tag("caption", tag("span", self.caption)),
            tag("thead", head),
            tag("tbody", body),
            tag("tfoot", tag("tr", self._foot())) if self.foot else None,
            class_="matrix" if self.matrix else "dense" if self.dense else None,
            data_sortable=self.sortable,
        )
        has_gaps = any(isinstance(cell, Unknown) for cells in (*contents, self.foot) for cell in cells)
        classes = "scroll long" if len(rows) > SHEET else "scroll"
        return fragment(
            tag("div", table, class_=classes, role="group", aria_label=text_of(self.caption), tabindex=0),
            slide_cue(),
            column_meanings(self.columns, rows),
            Paragraph(tr("– not known: not logged."), quiet=True).html() if has_gaps else None,
        )

    def rows(self) -> Sequence[Row]:
        """The rows of the frame by column."""
        return self.frame.to_dicts() if isinstance(self.frame, pl.DataFrame) else self.frame

    def _foot(self) -> list[Html]:
        cells = zip(self.columns, self.foot, strict=True)
        return [
            tag(
                "td" if i else "th",
                cell,
                scope=None if i else "row",
                class_=column.cell_classes(heads_row=i == 0),
            )
            for i, (column, cell) in enumerate(cells)
        ]

    def _cells(self, row: Row, contents: Sequence[Child]) -> list[Html]:
        return [
            column.html(row, content, heads_row=i == 0, sortable=self.sortable)
            for i, (column, content) in enumerate(zip(self.columns, contents, strict=True))
        ]


@dataclass(frozen=True, kw_only=True)
class Chart:
    """A figure with the sentence that describes it.

    `about` is shown above the figure, and is its text alternative; the numbers are in a table nearby.
    """

    figure: go.Figure
    about: Child

    def html(self) -> Html:
        """A `figure` with its specification as data; the page's script draws it."""
        need_script(PLOTLY)
        height = self.figure.layout.height
        is_long = height > TALLEST_STILL
        without = tag("p", tr("The numbers are in a table nearby.")) if is_long else still(self.figure)
        return tag(
            "figure",
            tag("figcaption", self.about),
            tag(
                "div", class_="chart", role="img", aria_label=text_of(self.about), style=f"height:{height}px"
            ),
            data_script(figure_json(self.figure)),
            tag("noscript", without) if without else None,
            class_="tall" if height > PAPER else None,
        )


def figure_json(figure: go.Figure) -> dict[str, Any]:
    """A figure as plotly.js reads it, without its template, which a page holds once.

    >>> import plotly.graph_objects as go
    >>> sorted(figure_json(go.Figure(go.Scatter(y=[1, 2]))))
    ['data', 'layout']
    """
    traces, layout = settings_of(figure)
    return {"data": traces, "layout": {name: value for name, value in layout.items() if name != "template"}}


@dataclass(frozen=True, kw_only=True)
class Race:
    """Lines over the hands of a night, with a slider that shows their state after a hand."""

    figure: go.Figure
    about: Child
    last: int

    def html(self) -> Html:
        """The chart and its slider."""
        slider = tag(
            "input", type="range", min=1, max=self.last, value=self.last, aria_label=tr("After hand")
        )
        control = tag(
            "div",
            tag("button", tr("Play"), type="button", data_pause=tr("Pause")),
            slider,
            tag("output", str(self.last)),
            class_="control race",
        )
        return fragment(Chart(figure=self.figure, about=self.about).html(), control)


@dataclass(frozen=True, kw_only=True)
class Choice:
    """Several charts, of which one is shown at a time."""

    label: str
    charts: Mapping[str, Chart]
    name: str

    def html(self) -> Html:
        """A control, and the charts, all but the first hidden."""
        views = [
            tag("div", chart.html(), class_="view", hidden=i > 0)
            for i, chart in enumerate(self.charts.values())
        ]
        buttons = [
            tag(
                "label",
                tag("input", type="radio", name=self.name, value=i, checked=i == 0),
                tag("span", text),
            )
            for i, text in enumerate(self.charts)
        ]
        control = tag("fieldset", tag("legend", self.label), buttons, class_="control")
        return tag("div", control, views, class_="choice")


@dataclass(frozen=True, kw_only=True)
class Search:
    """A field that narrows the page's charts and tables to the rows that match."""

    label: str
    hint: str

    def html(self) -> Html:
        """The field."""
        field = tag("input", type="search", placeholder=self.hint, autocomplete="off")
        return tag("div", tag("label", self.label, " ", field), class_="search")


@dataclass(frozen=True, kw_only=True)
class Folded:
    """Blocks that a reader opens; on paper they are open. Content that is `made_when_opened`, such as tables
    of thousands of cells, is not part of the document until then: the page's script takes it out of a
    `noscript`.
    """

    summary: str
    blocks: Sequence[Block]
    made_when_opened: bool = False

    def html(self) -> Html:
        """A `details`."""
        inside = fragment(block.html() for block in self.blocks)
        return tag(
            "details",
            tag("summary", self.summary),
            tag("noscript", inside) if self.made_when_opened else inside,
        )


@dataclass(frozen=True, kw_only=True)
class Section:
    """A heading and its blocks; `anchor` is its fragment identifier. A section with a `summary`, one sentence
    about its content, is closed until a reader opens it; on paper it is open.
    """

    heading: str
    anchor: str
    blocks: Sequence[Block]
    summary: str = ""

    def html(self) -> Html:
        """A `section`."""
        name = f"{self.anchor}-heading"
        heading = tag("h2", self.heading, id=name)
        blocks: Child = [block.html() for block in self.blocks]
        if self.summary:
            summary = tag("summary", heading, tag("span", self.summary, class_="inside"))
            return tag(
                "section",
                tag("details", summary, blocks),
                id=self.anchor,
                aria_labelledby=name,
                class_="folds",
            )
        return tag("section", heading, blocks, id=self.anchor, aria_labelledby=name)


def _columns(boxes: int) -> int:
    """Number of boxes in a row, chosen so that all rows are about equally full."""
    rows = -(-boxes // 6)
    return -(-boxes // rows) if boxes else 1


def slide_cue() -> Html:
    """The hint below a table that scrolls sideways, which shows where more columns are.

    >>> print(slide_cue())
    <p class="quiet cue" aria-hidden="true">Slide the table for more columns →</p>
    """
    return tag("p", tr("Slide the table for more columns →"), class_="quiet cue", aria_hidden="true")


def on_screen(text: str) -> Html:
    """A sentence about what a reader can press, which paper doesn't show.

    >>> on_screen("Press a dot.")
    '<span class="on-screen">Press a dot.</span>'
    """
    return tag("span", text, class_="on-screen")


def _sort_value(row: Row, column: str | None) -> str | None:
    if column is None or row.get(column) is None:
        return None
    return str(row[column])
