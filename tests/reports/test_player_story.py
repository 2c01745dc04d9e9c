"""A player's season in three sentences, and the views of the line: each figure is one that a reader adds up."""

from __future__ import annotations

import polars as pl
import pytest
from duckdb import DuckDBPyConnection

from reports import data
from reports.charts.totals import player_line
from reports.components.blocks import Chart
from reports.components.columns import enough_hands, interval_bar, per_100, per_100_column
from reports.components.filtered_line import FilteredLine
from reports.components.html import text_of
from reports.pages.player_story import player_story

GAMES = pl.DataFrame(
    {
        "game": ["Guts", "Omaha", "Razz", "Stud"], "variant_id": ["g", "o", "r", "s"], "hands": [40, 12, 30, 9],
        "net": [30, -20, 5, 99], "low": [1.0, -9.0, -2.0, None], "high": [9.0, 3.0, 4.0, None],
    }
)  # fmt: skip
VERSUS = pl.DataFrame({"name": ["Bo", "Ida"], "join_order": [1, 2], "net_units": [40.0, -12.0]})


def nights(values: list[float]) -> pl.DataFrame:
    return pl.DataFrame(
        {"value": values, "measure": "chips"}, schema={"value": pl.Float64, "measure": pl.String}
    )


def told(
    games: pl.DataFrame = GAMES, versus: pl.DataFrame = VERSUS, values: tuple[float, ...] = ()
) -> list[str]:
    return [text_of(each) for each in player_story("Anna", games, versus, nights([*values]), None)]


def test_three_sentences() -> None:
    assert told(values=(*[4.0] * 3, *[-2.0] * 10)) == [
        "Anna wins the most at Guts, +30\u202fchips, and loses the most at Omaha, −20\u202fchips (could be luck).",
        "Most comes from Bo, 40 antes; most goes to Ida, 12 antes.",
        "The last 10 nights brought Anna −2\u202fchips on average, the 3 before that +4\u202fchips.",
    ]


def test_what_there_is_nothing_of_is_not_told() -> None:
    assert told(GAMES.clear(), VERSUS.clear(), (1.0,) * 12) == []
    assert told(GAMES.filter(game="Stud"), VERSUS.clear()) == []  # of nine hands
    assert told(GAMES.filter(game="Guts"), VERSUS.clear()) == []  # the only one
    assert told(GAMES.filter(pl.col("game").is_in(["Guts", "Stud"])), VERSUS.filter(name="Ida")) == [
        "Anna wins the most at Guts, +30\u202fchips.",
        "Most goes to Ida, 12 antes; Anna is ahead of nobody.",
    ]
    small = VERSUS.with_columns(net_units=pl.Series([400.0, -12.0]))
    assert told(GAMES.clear(), small) == ["Most comes from Bo, 400 antes; nobody has much from Anna."]


def test_rows_of_few_hands_go_and_intervals_are_bars_on_one_scale() -> None:
    frame = per_100(enough_hands(GAMES.with_columns(net_per_100=pl.Series([5.0, -3.0, 1.0, 700.0]))))
    assert frame["game"].to_list() == ["Guts", "Omaha", "Razz"]
    cell = str(per_100_column(frame).cell(frame.row(0, named=True)))
    assert "--low:56%;--high:100%;--at:78%" in cell
    assert text_of(interval_bar(1, 0, 2, 4, "0 to 2")) == "0 to 2"


def test_views_of_a_line_add_up_to_all_hands(con: DuckDBPyConnection) -> None:
    hands, views = data.season_hands(con, "2026", "p1"), data.hand_views(con, "2026", "p1")
    assert len(views) == len(hands) == views.select("session_id", "hand_no").n_unique()
    ((shown,),) = con.execute(
        "select count(*) filter (where at_showdown) from int_seats "
        "where kind = 'night' and season = '2026' and player_id = 'p1'"
    ).fetchall()
    assert views["shown"].sum() == shown
    figure = player_line(
        hands.join(views, on=["session_id", "hand_no"], maintain_order="left").with_columns(later=pl.col("later_chips")),
        "Anna", 0, [float(at) for at in range(1, hands["session_id"].n_unique() + 1)],
    )  # fmt: skip
    assert len(figure.layout.meta["hands"]["shown"]) == len(hands)
    assert figure.data[0].x[-1] == len(hands)
    assert figure.data[0].y[-1] == hands["session_id"].n_unique()
    assert figure.data[-1].y[-1] == pytest.approx(hands["total"][-1])


def test_of_one_game_there_is_nothing_to_choose(con: DuckDBPyConnection) -> None:
    hands = data.season_hands(con, "2026", "p1")
    views = data.hand_views(con, "2026", "p1")
    every = hands.join(views, on=["session_id", "hand_no"], maintain_order="left").with_columns(
        later=pl.col("later_chips")
    )
    of_one = every.filter(variant_id=every["variant_id"][0])
    for rows, is_shown in ((every, True), (of_one, False)):
        chart = Chart(figure=player_line(rows, "Anna", 0, [1.0] * rows["session_id"].n_unique()), about="")
        assert ("every game" in FilteredLine(hands=rows, chart=chart).html()) == is_shown
