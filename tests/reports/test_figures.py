"""Figures hold the frames' numbers, and show typed texts letter by letter."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any, cast

import plotly.graph_objects as go
import polars as pl
import pytest
from hypothesis import given, settings, strategies as st

from reports.charts.games import net_by_game, pots, rates, volatility
from reports.charts.layout import plain, ticks, wrapped
from reports.charts.lines import BOTTOM, LABEL_GAP, TOP, PlayerLine, XAxis, few, lines, spread
from reports.charts.standalone import standalone
from reports.charts.totals import date_marks, player_line, season_line, session_line
from reports.components.blocks import Chart
from reports.components.numbers import number
from reports.components.palette import LIGHT, player_colour
from reports.components.still import settings_of
from tests.reports.figures import plotted
from tests.reports.page_scripts import chart_data

BO = "<b>Bo</b>"
NIGHTS = [
    datetime(2026, 1, 9, 18, tzinfo=UTC),
    datetime(2026, 1, 23, 18, tzinfo=UTC),
    datetime(2026, 2, 6, 18, tzinfo=UTC),
]


def evenings() -> pl.DataFrame:
    """Anna at all three nights, Bo at the first and the last."""
    rows = [
        ("n1", NIGHTS[0], "p1", "Anna", 0, 5.0, 5.0),
        ("n1", NIGHTS[0], "p2", BO, 1, -5.0, -5.0),
        ("n2", NIGHTS[1], "p1", "Anna", 0, -2.5, 2.5),
        ("n3", NIGHTS[2], "p1", "Anna", 0, -10.0, -7.5),
        ("n3", NIGHTS[2], "p2", BO, 1, 10.0, 5.0),
    ]
    names = ["session_id", "started_at", "player_id", "name", "join_order", "value", "total"]
    return pl.DataFrame(rows, schema=names, orient="row").with_columns(measure=pl.lit("DKK"))


def games() -> pl.DataFrame:
    return pl.DataFrame(
        {
            "row_id": ["guts+", "harakiri+", "cincinnati+hilo"],
            "label": ["Guts", "Harakiri", "Cincinnati, hilo"],
            "net_sd_hand": [8.0, 12.5, None],
            "net_sd_hand_low": [7.0, 12.0, None],
            "net_sd_hand_high": [9.5, 13.0, None],
            "net_sd_hand_effective": [612.0, 4321.0, None],
            "net_sd_hand_needed": [None, None, None],
            "pot_p10_hand": [5.0, 9.0, 4.0],
            "pot_p25_hand": [8.0, 12.0, 6.0],
            "pot_p50_hand": [10.0, 20.0, 8.0],
            "pot_p75_hand": [15.0, 31.0, 12.0],
            "pot_p90_hand": [30.0, 48.0, 20.0],
        }
    )


def by_name(figure: go.Figure) -> dict[str, Any]:
    return {trace.name: trace for trace in plotted(figure).data}


def test_the_seasons_line_is_the_totals_and_level_where_a_player_was_away() -> None:
    figure = season_line(evenings())
    drawn = by_name(figure)
    assert list(drawn["Anna"].y) == [0, 5.0, 2.5, -7.5]
    bo = drawn[plain(BO)]
    assert list(bo.y) == [0, -5.0, -5.0, 5.0]
    assert bo.line.color == player_colour(1)
    assert "not there" in bo.text[2]
    assert "¤10|+u|+10.00\u202fkr¤ that night" in bo.text[3]


def test_first_and_last_are_in_colour_and_every_line_is_named_at_its_end() -> None:
    ends = {"Anna": 4, BO: 9, "Carl": -13, "Dorte": 0}
    drawn = [
        PlayerLine(name=name, order=order, x=[0, 1], y=[0, end], words=["", ""])
        for order, (name, end) in enumerate(ends.items())
    ]
    figure = plotted(lines(drawn, XAxis(marks={1: "9 Jan"}, titles={1: "9 Jan"})))
    grey, muted = LIGHT["faint"], LIGHT["muted"]
    assert {trace.name: trace.line.color for trace in figure.data} == {
        "Anna": grey, plain(BO): player_colour(1), "Carl": player_colour(2), "Dorte": grey,
    }  # fmt: skip
    assert {trace.name: trace.meta["color"] for trace in figure.data}["Dorte"] == player_colour(3)
    assert {note.text: note.font.color for note in figure.layout.annotations} == {
        "Anna": muted, plain(BO): player_colour(1), "Carl": player_colour(2), "Dorte": muted,
    }  # fmt: skip
    assert [trace.name for trace in figure.data][-1] == plain(BO)  # above the others
    assert [note.text for note in figure.layout.annotations] == [trace.name for trace in figure.data]
    assert {trace.line.dash for trace in figure.data} == {None}


def test_first_and_last_of_a_large_group_are_named_however_seldom_they_came() -> None:
    rows = [("n1", NIGHTS[0], f"p{n}", f"P{n}", n, float(50 - n), float(50 - n)) for n in range(20)]
    rows += [("n2", NIGHTS[1], f"p{n}", f"P{n}", n, 0.0, float(50 - n)) for n in range(1, 19)]
    names = ["session_id", "started_at", "player_id", "name", "join_order", "value", "total"]
    figure = season_line(pl.DataFrame(rows, schema=names, orient="row").with_columns(measure=pl.lit("DKK")))
    assert {"P0", "P19"} <= {note.text for note in plotted(figure).layout.annotations}
    assert figure.data[-1].line.color == player_colour(0)


def test_an_axis_of_several_years_says_which() -> None:
    summer, winter = datetime(2024, 6, 7, 19, tzinfo=UTC), datetime(2026, 1, 9, 19, tzinfo=UTC)
    assert date_marks({1: summer, 2: summer + timedelta(7)}, 12) == {1: "7 Jun", 2: "14 Jun"}
    assert date_marks({1: summer, 2: winter}, 12) == {1: "7 Jun<br>2024", 2: "9 Jan<br>2026"}
    assert list(date_marks({n: winter + timedelta(7 * n) for n in range(300)}, 12)) == list(
        range(24, 300, 25)
    )


def test_a_chart_of_forty_lines_is_tall_enough_for_their_names() -> None:
    drawn = [
        PlayerLine(name=f"Player {n}", order=n, x=[0, 1], y=[0, n % 3], words=["", ""]) for n in range(40)
    ]
    layout = plotted(lines(drawn, XAxis(marks={1: "9 Jan"}, titles={1: "9 Jan"}))).layout
    heights = [layout.height, layout.meta["narrow"]["height"], layout.meta["print"]["height"]]
    assert all(height - TOP - BOTTOM >= 40 * LABEL_GAP for height in heights)
    assert [(note.x, note.y) for note in layout.annotations] == [
        (1, n) for n in [*sorted((n % 3 for n in range(40)), reverse=True)[1:-1], 0, 2]
    ]


def test_a_nights_line_is_level_over_hands_sat_out() -> None:
    rows = [(1, "Guts", "p1", "Anna", 0, 5.0, 5.0), (1, "Guts", "p2", BO, 1, -5.0, -5.0)]
    rows += [(3, "Lunatic", "p1", "Anna", 0, 2.0, 7.0)]
    names = ["hand_no", "game", "player_id", "name", "join_order", "value", "total"]
    running = pl.DataFrame(rows, schema=names, orient="row").with_columns(
        measure=pl.lit("chips"), is_count=False
    )
    drawn = by_name(session_line(running))
    assert (list(drawn["Anna"].x), list(drawn["Anna"].y)) == ([0, 1, 3], [0, 5, 7])
    assert (list(drawn[plain(BO)].x), list(drawn[plain(BO)].y)) == ([0, 1, 3], [0, -5, -5])
    assert drawn[plain(BO)].meta["states"] == " ps"
    shown = by_name(standalone(session_line(running)))
    assert list(shown["Anna"].text) == ["", "Anna +5.00 (+5.00)", "Anna +7.00 (+2.00)"]
    assert shown[plain(BO)].text[2] == f"{plain(BO)} · sat out"


def test_a_players_line_runs_hand_by_hand_with_a_divider_a_night() -> None:
    rows = [("n1", NIGHTS[0], 1, "guts", "Guts", True, 3.0, 3.0)]
    rows += [("n1", NIGHTS[0], 2, "guts", "Guts", False, -1.0, 2.0)]
    rows += [("n2", NIGHTS[1], 1, "lunatic", "Lunatic", None, 4.0, 6.0)]
    names = ["session_id", "night_at", "hand_no", "variant_id", "game", "own_deal", "value", "total"]
    hands = pl.DataFrame(rows, schema=names, orient="row").with_columns(measure=pl.lit("DKK"))
    figure = plotted(player_line(hands, "Anna", 0))
    assert list(figure.data[0].y) == [0, 3, 2, 6]
    assert [shape.x0 for shape in figure.layout.shapes] == [1, 3]
    assert list(figure.layout.xaxis.ticktext) == ["9 Jan", "23 Jan"]
    assert len(figure.layout.annotations) == 0
    of_hands = figure.layout.meta["hands"]
    assert of_hands | {each: of_hands[each].tolist() for each in ("games", "no")} == {
        "ids": ["guts", "lunatic"],
        "names": ["Guts", "Lunatic"],
        "games": [0, 0, 1],
        "own": "tfn",
        "no": [1, 2, 1],
        "said": "{date}, hand {no}",
        "nights": [(0, "Fri, 9 Jan 2026", 2026), (2, "Fri, 23 Jan 2026", 2026)],
    }


def test_a_hand_of_a_players_line_takes_a_few_bytes() -> None:
    """So that the page of 20,000 hands, of which the libraries take 0.6 MB, stays below 1.6 MB."""
    place = pl.int_range(20_000)
    hands = pl.select(
        session_id=(place // 100).cast(pl.String), night_at=pl.lit(NIGHTS[0]), hand_no=place % 100 + 1,
        variant_id="game-" + (place % 80).cast(pl.String), game="Game " + (place % 80).cast(pl.String),
        own_deal=place % 6 == 0, value=(place % 400 - 200) / 4, measure=pl.lit("DKK"),
    ).with_columns(total=pl.col("value").cum_sum())  # fmt: skip
    size = len(Chart(figure=player_line(hands, "Anna", 0), about="").html())
    assert size < 20 * len(hands)


def test_volatility_sorts_the_wildest_first_and_leaves_out_what_is_not_known() -> None:
    figure = plotted(volatility(games(), "hand"))
    (dots,) = figure.data
    assert list(dots.x) == [12.5, 8.0]
    assert list(dots.error_x.array) == [0.5, 1.5]
    assert list(dots.error_x.arrayminus) == [0.5, 1.0]
    assert figure.layout.meta["rows"]["ids"] == ["harakiri+", "guts+"]
    assert list(figure.layout.yaxis.ticktext) == ["Harakiri", "Guts"]
    assert list(dots.text)[1].endswith("95 % interval 7.00 to 9.50<br>effective sample 612")


def test_what_takes_more_hands_shows_how_many_and_no_interval() -> None:
    few = pl.when(pl.col("row_id") == "guts+")
    known = games().with_columns(
        *(
            few.then(None).otherwise(pl.col(f"net_sd_hand_{end}")).alias(f"net_sd_hand_{end}")
            for end in ("low", "high")
        ),
        net_sd_hand_needed=few.then(8_160),
    )
    (dots,) = plotted(volatility(known, "hand")).data
    assert list(dots.error_x.array) == [0.5, 0.0]
    assert list(dots.text)[1].endswith("per hand<br>too few hands: play about 8,200<br>effective sample 612")


def test_pots_show_five_quantiles_of_each_game() -> None:
    figure = plotted(pots(games()))
    thin, thick = figure.data
    assert list(thin.x) == list(thick.x) == [20.0, 10.0, 8.0]
    assert [m + d for m, d in zip(thin.x, thin.error_x.array, strict=True)] == [48.0, 30.0, 20.0]
    assert [m - d for m, d in zip(thick.x, thick.error_x.arrayminus, strict=True)] == [12.0, 8.0, 6.0]
    assert figure.layout.xaxis.type == "log"


def test_games_far_apart_stand_on_a_scale_that_multiplies() -> None:
    near, far = (
        games(),
        games().with_columns(net_sd_hand_high=pl.lit(200.0), net_sd_hand=pl.Series([8.0, 120, None])),
    )
    assert plotted(volatility(near, "hand")).layout.xaxis.type is None
    axis = plotted(volatility(far, "hand")).layout.xaxis
    assert axis.type == "log"
    assert list(axis.ticktext) == ["7", "10", "15", "20", "30", "50", "70", "100", "150", "200"]


def test_an_empty_pot_has_a_place_on_the_scale() -> None:
    axis = plotted(pots(games().with_columns(pot_p10_hand=pl.lit(0.0)))).layout.xaxis
    assert axis.range[0] == -1
    assert list(axis.ticktext) == ["0.1", "0.2", "0.5", "1", "2", "5", "10", "20", "50"]


def test_net_by_game_tells_a_loss_by_colour() -> None:
    frame = pl.DataFrame({"variant_id": ["a", "b"], "game": ["A", "B"], "net": [-7, 12], "hands": [3, 1]})
    (bars,) = plotted(net_by_game(frame)).data
    assert list(bars.x) == [12, -7]
    assert list(bars.marker.color) == [LIGHT["gain"], LIGHT["loss"]]
    assert list(bars.text) == [
        "<b>B</b><br>+12\u202fchips in 1 hand",
        "<b>A</b><br>\u22127\u202fchips in 3 hands",
    ]


def test_rates_stand_beside_the_groups() -> None:
    frame = pl.DataFrame(
        {
            "metric": ["vpip"],
            "label": ["VPIP"],
            "value": [0.4],
            "low": [0.3],
            "high": [0.5],
            "denominator": [90],
            "numerator": [36],
        }
    )
    group, mine = plotted(rates(frame, [0.45])).data
    assert (list(group.x), list(mine.x)) == ([0.45], [0.4])
    assert mine.text[0] == "<b>VPIP</b><br>40\u202f% of 90"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("<b>Bo</b>", "&lt;b&gt;Bo&lt;/b&gt;"),
        ('<a href="x">', '&lt;a href="x"&gt;'),
        ("a &amp; b", "a &amp;amp; b"),
        ("%{y}", "%&#123;y}"),
        ("two\n lines", "two lines"),
    ],
)
def test_plotly_shows_typed_text_letter_by_letter(typed: str, shown: str) -> None:
    assert plain(typed) == shown


def test_a_long_name_is_cut_before_it_is_escaped() -> None:
    assert plain("<<<<<<", 4) == "&lt;&lt;&lt;…"


def test_a_long_label_takes_two_lines() -> None:
    label = "Three Card Draw, Deuces and One-eyed Picture Cards Wild"
    assert wrapped(label, 34) == "Three Card Draw, Deuces and<br>One-eyed Picture Cards Wild"
    assert wrapped("Å" * 100, 34).count("<br>") == 1


@given(st.lists(st.floats(-100, 100), min_size=1, max_size=5))
def test_labels_keep_their_order_and_a_distance(values: list[float]) -> None:
    falling = sorted(values, reverse=True)
    placed = spread(falling, -100, 100, 0.04)
    assert all(a - b >= 8 - 1e-9 for a, b in pairwise(placed))
    assert min(placed) >= -100


@settings(deadline=None)
@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.integers(3, 10))
def test_ticks_are_round_few_and_within(low: float, width: float, most: int) -> None:
    made = ticks(low, low + width, most, number)
    values = made["tickvals"]
    assert len(values) <= most
    assert all(low - 1e-6 * width <= value <= low + 1.000001 * width for value in values)
    assert len(set(made["ticktext"])) == len(values)


def test_few_marks_keep_the_last() -> None:
    assert few({1: "a", 2: "b", 3: "c", 4: "d", 5: "e"}, 3) == {1: "a", 3: "c", 5: "e"}


def test_a_figure_looks_as_it_did(snapshot: Callable[[str, str], None]) -> None:
    html = Chart(figure=season_line(evenings()), about="").html()
    (drawn,) = chart_data(html)
    snapshot("season_line.json", json.dumps(drawn, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def test_a_figure_of_a_plotly_with_other_private_parts_is_copied() -> None:
    class Figure:
        def to_plotly_json(self) -> dict[str, object]:
            return {"data": [{"type": "bar"}], "layout": {"height": 300}}

    assert settings_of(cast("go.Figure", Figure())) == ([{"type": "bar"}], {"height": 300})
