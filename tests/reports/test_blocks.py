"""The parts of a page, each small and pure."""

from __future__ import annotations

import re
from collections.abc import Callable

import plotly.graph_objects as go
import polars as pl
import pytest

from reports.charts.layout import figure
from reports.components.blocks import (
    Chart,
    Choice,
    Column,
    Fact,
    Facts,
    Folded,
    Paragraph,
    Search,
    Section,
    Table,
)
from reports.components.columns import (
    MIN_HANDS,
    count_column,
    gain_column,
    interval_column,
    player_column,
    share_column,
    tint_class,
)
from reports.components.numbers import unknown
from tests.reports.house import HOSTILE
from tests.reports.page_scripts import chart_data

Snapshot = Callable[[str, str], None]

EMPTY = figure([], height=100, margin=(0, 0, 0, 0), xaxis={}, yaxis={})


def lined(html: str) -> str:
    """A snapshot is easier to read, and to compare, with a line a tag."""
    return html.replace("><", ">\n<") + "\n"


def table(frame: pl.DataFrame, **settings: object) -> Table:
    columns = [
        player_column(),
        gain_column("Chips", "net"),
        count_column("Hands", "hands"),
        share_column("VPIP", "vpip"),
        interval_column("Spread", "sd", 1),
    ]
    return Table(frame=frame, columns=columns, caption="Won & lost", empty="Nobody played.", **settings)  # type: ignore[arg-type]


def rows() -> pl.DataFrame:
    return pl.DataFrame(
        {
            "name": ["Anna", "<b>Bo</b>"],
            "join_order": [0, 9],
            "net": [1200, -1200],
            "hands": [40, 38],
            "vpip": [0.31, None],
            "sd": [8.25, 7.0],
            "sd_low": [8.0, None],
            "sd_high": [8.5, None],
        }
    )


def test_a_table(snapshot: Snapshot) -> None:
    whole = table(rows(), foot=["Sum", "0", "78", "", ""], sortable=True, row_id="name", find="name")
    snapshot("table.html", lined(whole.html()))


def test_facts(snapshot: Snapshot) -> None:
    facts = Facts(
        [
            Fact(label="Biggest pot", value="213 chips", note="hand 19 & after"),
            Fact(label="Nights", value="8"),
        ]
    )
    snapshot("facts.html", lined(facts.html()))


def test_a_choice_and_the_rest(snapshot: Snapshot) -> None:
    charts = {name: Chart(figure=EMPTY, about=f"{name}.") for name in "ab"}
    section = Section(
        heading="Ups & downs",
        anchor="ups",
        blocks=[
            Paragraph("Quiet <now>.", quiet=True),
            Search(label="Find", hint="a game"),
            Choice(label="Per", charts=charts, name="per"),
            Folded(summary="More", blocks=[Paragraph("Here.")]),
        ],
    )
    snapshot("section.html", lined(section.html()))


def test_what_nobody_knows_is_said_and_never_a_zero() -> None:
    html = table(rows()).html()
    cell = re.search(
        r'<td><span aria-hidden="true">–</span><span class="unseen">not known</span></td>',
        html,
    )
    assert cell
    assert "– not known: not logged." in html
    assert "not known" not in table(rows().with_columns(vpip=pl.lit(0.0))).html()


def test_a_table_without_rows_is_a_sentence() -> None:
    assert table(rows().head(0)).html() == "<p>Nobody played.</p>"


def test_a_hidden_player_has_no_name() -> None:
    html = table(rows().with_columns(name=pl.lit(None, pl.String))).html()
    assert html.count("a hidden player") == 2


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_shown_letter_by_letter(name: str) -> None:
    html = table(rows().with_columns(name=pl.lit(name)), row_id="name", find="name").html()
    assert not re.search(r"<(img|svg|script|b)\b", html)
    assert not re.search(r"</(script|b)\b", html)


@pytest.mark.parametrize("name", [*HOSTILE, "a\u2028b\u2029c", "<!--<script>"])
def test_a_name_stays_within_a_charts_data(name: str) -> None:
    drawn = go.Figure(EMPTY).add_scatter(x=[1], y=[2], name=name)
    html = Chart(figure=drawn, about="A line.").html()
    assert html.count("<script") == html.count("</script>") == 1
    (data,) = re.findall("<script[^>]*>(.*?)</script>", html, re.DOTALL)
    assert not set("<>&\u2028\u2029") & set(data)
    (drawn_again,) = chart_data(html)
    assert drawn_again["data"][0]["name"] == name


def test_a_chart_is_described_for_those_who_cant_see_it() -> None:
    html = Chart(figure=EMPTY, about='The "line".').html()
    assert 'role="img" aria-label="The &quot;line&quot;."' in html


@pytest.mark.parametrize(
    ("value", "style"),
    [(0, ""), (None, ""), (1, "tint-gain1"), (-30, "tint-loss2"), (100, "tint-gain3"), (-100, "tint-loss3")],
)
def test_the_tint_deepens_with_the_sum(value: float | None, style: str) -> None:
    assert tint_class(value, 100) == style


def test_a_cell_may_have_a_style_of_its_own() -> None:
    column = Column(
        label="Net", cell=lambda row: str(row["net"]), style=lambda row: "loss" if row["net"] < 0 else ""
    )
    assert column.html({"net": -1}, "-1", heads_row=False) == '<td class="loss">-1</td>'
    assert column.html({"net": 1}, "1", heads_row=True) == '<th scope="row" class="number">1</th>'


def test_a_figure_of_few_hands_is_grey_and_has_no_interval() -> None:
    html = table(
        rows().with_columns(hands=pl.Series([MIN_HANDS - 1, MIN_HANDS]), sd_low=6.5, sd_high=9.5)
    ).html()
    assert html.count('<span class="few">8.2</span>') == 1
    assert html.count("6.5 to 9.5") == 1


def test_a_typed_text_is_never_taken_for_an_unknown_value() -> None:
    """A player may be called as an unknown value is written."""
    column = Column(label="Player", kind="text", cell=lambda row: row["name"])
    html = Table(frame=[{"name": str(unknown())}], columns=[column], caption="Players").html()
    assert "not known" in html
    assert "unseen" not in html
    assert "not logged" not in html
    gap = Table(frame=[{"name": unknown()}], columns=[column], caption="Players").html()
    assert "unseen" in gap
    assert "not logged" in gap


def test_a_chart_of_hundreds_of_rows_has_no_picture_for_readers_without_scripts() -> None:
    import plotly.graph_objects as go

    from reports.components.blocks import TALLEST_STILL, Chart

    def chart(height: int) -> str:
        layout = {"height": height, "margin": {"l": 1, "r": 1, "t": 1, "b": 1}}
        axes = {"xaxis": {"range": [0, 1]}, "yaxis": {"range": [0, 1]}, "template": {}}
        return Chart(
            figure=go.Figure([go.Scatter(x=[0, 1], y=[0, 1])], {**layout, **axes}), about="A line"
        ).html()

    assert "<noscript><svg" in chart(TALLEST_STILL)
    assert "<noscript><p>The numbers are in a table nearby.</p>" in chart(TALLEST_STILL + 1)
