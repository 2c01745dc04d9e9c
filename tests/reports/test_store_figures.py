"""The figures of the pages by name (`store.figures`): what the pages show, in figures that stand by themselves."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import plotly.graph_objects as go
import polars as pl
import pytest
from duckdb import DuckDBPyConnection

from reports import data
from reports.charts.lines import LABEL_GAP
from reports.charts.standalone import standalone
from reports.charts.totals import player_line, season_line
from reports.errors import ReportError
from reports.figures import Figures, _one_measure

Draw = Callable[[Figures], go.Figure]

DRAWN: dict[str, Draw] = {
    "season": lambda figures: figures.season_line(),
    "night": lambda figures: figures.night_line(),
    "hands": lambda figures: figures.player_line("Anna"),
    "band": lambda figures: figures.luck_band("anna"),
    "form": lambda figures: figures.form("Anna"),
    "drawdowns": lambda figures: figures.drawdowns(),
    "own drawdowns": lambda figures: figures.drawdowns("Anna"),
    "forecast": lambda figures: figures.forecast(),
    "games": lambda figures: figures.net_by_game("Anna"),
    "rates": lambda figures: figures.rates("Anna"),
    "volatility": lambda figures: figures.game_volatility("chain"),
    "pots": lambda figures: figures.pots(),
}


def texts(figure: go.Figure) -> list[str]:
    return [text for trace in figure.data for text in trace.text or ()]


@pytest.mark.parametrize("name", DRAWN)
def test_a_figure_stands_by_itself(con: DuckDBPyConnection, name: str) -> None:
    figure = DRAWN[name](Figures(con))
    assert isinstance(figure, go.Figure)
    assert len(figure.data) > 0
    assert not any("¤" in text for text in texts(figure))
    assert figure.layout.meta is None
    with pytest.raises(ValueError, match="Invalid"):
        figure.update_layout(height="tall")


def test_a_seasons_line_is_that_of_its_page(con: DuckDBPyConnection) -> None:
    nights = data.player_nights(con, "2026")
    lines = {line.name: line for line in Figures(con).season_line("2026").data if line.name}
    totals = nights.group_by("name").agg(pl.last("total")).rows()
    assert {name: pytest.approx(line.y[-1]) for name, line in lines.items()} == dict(totals)


def test_a_line_hand_by_hand_says_what_each_hand_brought(con: DuckDBPyConnection) -> None:
    person = data.find_player(data.players(con), "Anna")
    hands = data.season_hands(con, "2026", person.player_id)
    (line,) = Figures(con).player_line("Anna", "2026").data
    assert list(line.x) == list(range(len(hands) + 1))
    assert (line.text[0], len(line.text)) == ("", len(hands) + 1)
    (of_page,) = player_line(hands, person.name, person.join_order).data
    assert of_page.x is None
    last = hands.row(-1, named=True)
    assert f"hand {last['hand_no']}<br>" in line.text[-1]
    assert (
        len({text.partition(",")[2].partition(",")[0] for text in line.text[1:]})
        == hands["session_id"].n_unique()
    )


def test_names_at_the_ends_of_lines_lie_apart(con: DuckDBPyConnection) -> None:
    figure = season_line(data.player_nights(con, "2026"))
    for note in figure.layout.annotations:
        note.y = 0.0
    figure = standalone(figure)
    places = sorted(note.ay for note in figure.layout.annotations)
    assert len(places) > 2
    assert all(b - a >= LABEL_GAP - 1 for a, b in pairwise(places))


@pytest.mark.parametrize(
    ("draw", "says"),
    [
        (lambda figures: figures.season_line(), "No night has been logged yet"),
        (lambda figures: figures.night_line(), "No night has been logged yet"),
        (lambda figures: figures.form("Quentin"), "There is no player called 'Quentin'"),
        (lambda figures: figures.pots(), "No pot with a known ante"),
        (lambda figures: figures.game_volatility("year"), "per hand, chain, hour, not per 'year'"),
        (lambda figures: figures.game_volatility(), "There are too few hands to tell"),
    ],
)
def test_what_cannot_be_drawn_is_a_sentence(empty: DuckDBPyConnection, draw: Draw, says: str) -> None:
    with pytest.raises(ReportError, match=says):
        draw(Figures(empty))


def test_a_style_needs_acts(con: DuckDBPyConnection) -> None:
    with pytest.raises(ReportError, match="Style needs more hands that are logged action by action"):
        Figures(con).styles("Anna")


def test_a_season_in_two_measures_asks_which() -> None:
    frame: Any = pl.DataFrame({"measure": ["DKK", "chips", "DKK"], "value": [1, 2, 3]})
    with pytest.raises(ReportError, match="in DKK and chips: choose with measure='DKK'"):
        _one_measure(frame, None)
    with pytest.raises(ReportError, match="in DKK and chips"):
        _one_measure(frame, "EUR")
    assert _one_measure(frame, "DKK")["value"].to_list() == [1, 3]
