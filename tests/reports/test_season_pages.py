"""Sections of the season's and the player's pages as data: what a band reaches, who wins awards, games beside
chance, calendar and months, styles, the bank's entries."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from html import unescape
from itertools import accumulate
from math import sqrt
from pathlib import Path
from statistics import median
from typing import Any

import polars as pl
import pytest
from duckdb import DuckDBPyConnection

from language import speaking
from reports import data
from reports.charts.form import form_and_drawdown
from reports.charts.styles import styles
from reports.charts.totals import MANY_NIGHTS, NAMED, season_line
from reports.components.amounts import chips_shown, worth_of
from reports.components.blocks import Block, Facts, Table
from reports.components.calendar import CalendarNight, calendar_blocks, month_sums
from reports.components.columns import (
    SIDE_BY_SIDE,
    gain_column,
    interval_column,
    most_frequent,
    pivot_players,
    player_key,
    split_table,
)
from reports.components.findings import findings_blocks, with_certainty
from reports.components.html import text_of
from reports.components.links import Links, linking
from reports.components.meanings import column_meanings, meaning_of
from reports.components.streaks import add_depth, add_form
from reports.data import in_main_measure
from reports.errors import ReportError
from reports.page import Page, render
from reports.pages.awards import MEASURES, Award, house_awards, read_awards, season_figures, winners
from reports.pages.index import index_page
from reports.pages.luck import add_chance
from reports.pages.night import night_page, no_payments
from reports.pages.player import player_page
from reports.pages.player_rates import style_frame, style_heading
from reports.pages.season import season_page
from reports.pages.season_nights import best_of, month_rows
from reports.pages.settlement import night_accounts
from reports.pages.variants import variants_page
from tests.reports.figures import plotted
from tests.reports.page_scripts import chart_data

START = datetime(2026, 1, 9, 19, tzinfo=UTC)


def evenings(values: dict[str, list[float | None]], weeks: int = 2) -> pl.DataFrame:
    """A row a night and player who was there, of these nets in kroner by player; a chip is 25 øre."""
    rows: list[dict[str, Any]] = []
    totals = dict.fromkeys(values, 0.0)
    for n in range(len(next(iter(values.values())))):
        for order, (name, nets) in enumerate(values.items()):
            value = nets[n]
            if value is None:
                continue
            totals[name] += value
            rows.append(
                {
                    "session_id": f"n{n + 1}", "started_at": START + timedelta(weeks=weeks * n),
                    "player_id": name.lower(), "name": name, "join_order": order, "value": value,
                    "total": totals[name], "measure": "DKK", "chip_value": 0.25, "hands": 40,
                }
            )  # fmt: skip
    return pl.DataFrame(rows)


def test_of_many_players_and_nights_lines_are_steps_and_few_have_names() -> None:
    nights = MANY_NIGHTS + 5
    values: dict[str, list[float | None]] = {
        f"P{n:02}": [float(n) if night % (n + 1) == 0 else None for night in range(nights)] for n in range(20)
    }
    figure = plotted(season_line(evenings(values, weeks=1)))
    named = [trace for trace in figure.data if trace.mode == "lines" and trace.hoverinfo != "skip"]
    came_most = {f"P{n:02}" for n in range(NAMED)}
    stand = {trace.name: trace.y[-1] for trace in figure.data}
    ends = {min(stand, key=stand.__getitem__), max(stand, key=stand.__getitem__)}
    assert {trace.name for trace in named} == came_most | ends
    assert len(named) == len(figure.layout.annotations)
    assert len(figure.data) == 20
    for trace in figure.data:
        n = int(trace.name[1:])
        came = len(range(0, nights, n + 1))
        assert trace.line.shape == "hv"
        assert (trace.x[-1], trace.y[-1]) == (nights, n * came)
        assert len(trace.x) <= came + 2  # the beginning, each night there, the end


def test_awards_go_to_the_first_and_not_to_nobody_nor_to_everybody() -> None:
    figures = pl.DataFrame(
        [
            ("a", "Anna", 0, "vpip", 0.2, 10), ("b", "Bo", 1, "vpip", 0.5, 10),
            ("c", "Carl", 2, "vpip", 0.1, 1), ("a", "Anna", 0, "nights", 10.0, 10),
            ("b", "Bo", 1, "nights", 10.0, 10), ("c", "Carl", 2, "nights", 1.0, 1),
            ("a", "Anna", 0, "peder", 0.1, 10), ("b", "Bo", 1, "peder", 0.1, 10),
            ("a", "Anna", 0, "longest_streak", 1.0, 10), ("b", "Bo", 1, "longest_streak", 0.0, 10),
            ("a", "Anna", 0, "longest_slump", 1.0, 10), ("b", "Bo", 1, "longest_slump", 2.0, 10),
        ],
        schema=["player_id", "name", "join_order", "measure", "value", "nights"],
        orient="row",
    )  # fmt: skip
    awards = [
        Award(name="Stenen", of="vpip", lowest=True),
        Award(name="Trofast", of="nights"),
        Award(name="Peder", of="peder"),
        Award(name="Bølle", of="aggression"),
        Award(name="Stimen", of="longest_streak"),
        Award(name="Nedturen", of="longest_slump"),
    ]
    won = {award.name: first["name"].to_list() for award, first in winners(awards, figures)}
    # Carl came once in ten, and one night ahead is no streak
    assert won == {"Stenen": ["Anna"], "Trofast": ["Anna", "Bo"], "Nedturen": ["Bo"]}


def test_a_groups_own_awards_are_read_from_its_folder(tmp_path: Path) -> None:
    assert read_awards(tmp_path) == house_awards()
    file = tmp_path / "awards.toml"
    file.write_text('[[award]]\nname = "Stenen"\nof = "vpip"\nlowest = true\n')
    assert read_awards(tmp_path) == [Award(name="Stenen", of="vpip", lowest=True)]
    with speaking("da"):
        assert "Klippen" in {award.name for award in house_awards()}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[award]\n", "can't be read"),
        ("[prizes]\n", "something else than"),
        ('[[award]]\nname = "A"\nof = "vpipp"\n', "award 1: nothing is measured as 'vpipp'; did you mean"),
        ('[[award]]\nname = "A"\nof = "zzz"\n', "there is net_units"),
        ('[[award]]\nname = ""\nof = "vpip"\n', "it has a name"),
        ('[[award]]\nname = "A"\nof = "vpip"\nfrom = 3\n', "it has a name"),
    ],
)  # fmt: skip
def test_awards_that_arent_understood_are_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "awards.toml").write_text(text)
    with pytest.raises(ReportError) as raised:
        read_awards(tmp_path)
    assert said in str(raised.value)
    assert "awards.toml" in str(raised.value)


def test_every_measure_of_awards_is_explained_and_found(con: DuckDBPyConnection) -> None:
    told = (Path(__file__).parents[2] / "docs" / "awards.md").read_text()
    assert [name for name in MEASURES if f"| `{name}` |" not in told] == []
    found = set(season_figures(con, "2026")["measure"])
    assert found <= set(MEASURES)
    assert {"nights", "net_units", "longest_streak", "vpip", "won_hand", "games_called"} <= found


def test_a_result_at_a_game_is_a_finding_when_its_interval_excludes_zero_after_shrinkage() -> None:
    """80 antes in 400 hands are 4 deviations of 20; weighted by .8 that is 3.58 deviations from zero."""
    rows = [
        ("a", "x", 400, 80.0, 20.0, 0.8), ("b", "x", 400, -80.0, 20.0, 0.8), ("a", "y", 3, 60.0, 2.0, 0.03),
        ("b", "y", 100, 50.0, 20.0, 0.5), ("c", "x", 20, None, None, None),
    ]  # fmt: skip
    games = pl.DataFrame(
        rows,
        schema=["player_id", "variant_id", "hands", "net_units", "chance_sd", "reliability"],
        orient="row",
    ).with_columns(table_hands=pl.lit(500), game=pl.col("variant_id"), name=pl.col("player_id"))
    known = with_certainty(games)
    assert known.select("player_id", "variant_id").rows() == [("a", "x"), ("b", "x"), ("b", "y")]
    assert known["certainty"].to_list() == pytest.approx([4 * sqrt(0.8), 4 * sqrt(0.8), 2.5 * sqrt(0.5)])
    first = known.row(0, named=True)
    reach = 1.959964 * sqrt(0.8) * 5  # antes a 100 hands
    assert first["estimate"] == pytest.approx(16)
    assert (first["estimate_low"], first["estimate_high"]) == pytest.approx((16 - reach, 16 + reach))
    (table,) = findings_blocks(games)
    assert table.html().count("<tr") == 3  # the head and the two that exclude zero
    same = games.with_columns(reliability=pl.lit(None, pl.Float64))
    sentence, certain = findings_blocks(same)
    assert "Nobody has played enough of any one game to tell" in sentence.html()
    assert "Estimate" not in certain.html()


def test_a_calendar_has_each_night_on_its_day_and_leads_to_it() -> None:
    nights = [
        CalendarNight(session_id=f"n{y}", at=datetime(y, 3, 7, 19, tzinfo=UTC), about="<b>", spot="p0")
        for y in (2024, 2025, 2026)
    ]
    with linking(Links(nights={"n2026": "night-n2026.html"})):
        late, early = (block.html() for block in calendar_blocks(nights, "colours"))
    assert late.index("2026") < late.index("2025")
    assert "2024" in early
    assert "2024" not in late
    assert '<a href="night-n2026.html">7</a>' in late
    assert "&lt;b&gt;" in late
    assert late.count('class="month"') == 24
    assert calendar_blocks([], "") == []


def test_months_add_up() -> None:
    line = evenings({"Anna": [10.0, -4.0, 7.0, None], "Bo": [-10.0, 4.0, -7.0, 1.0]})
    sums = month_sums(line.filter(pl.col("player_id") == "anna"))
    assert sums.select("year", "1", "2", "3", "sum").rows() == [(2026, 6.0, 7.0, None, 13.0)]
    nights = line.select("session_id", "started_at", "hands").unique("session_id", maintain_order=True)
    nights = nights.with_row_index("night_no", 1)
    rows = month_rows(nights, line).select("nights", "hands", "best", "best_value", "worst").rows()
    assert rows == [(2, 80, "Anna", 7.0, "Bo"), (2, 80, "Anna", 6.0, "Bo")]
    assert best_of(line, ["session_id"]).select("name", "value").rows()[:2] != []


def test_money_and_chips_are_not_compared() -> None:
    """Of two nights in kroner and one in chips the extremes are those in kroner, however many chips were won."""
    line = pl.DataFrame(
        {
            "session_id": ["n1", "n2", "n3"], "player_id": ["a", "b", "c"], "value": [12.5, -30.0, 400.0],
            "measure": ["DKK", "DKK", "chips"],
        }
    )  # fmt: skip
    assert in_main_measure(line)["value"].to_list() == [12.5, -30.0]
    assert in_main_measure(line.filter(session_id="n3"))["value"].to_list() == [400.0]
    assert in_main_measure(line.clear()).is_empty()


def test_players_beyond_a_tables_width_unfold() -> None:
    line = evenings({f"P{n:02}": [1.0] * (1 + (n == 13)) + [None] * (n != 13) for n in range(15)})
    group = most_frequent(data.people(line), line)
    assert group[0].name == "P13"  # the one who came twice
    wide = pivot_players(line.select("session_id").unique(), line, "session_id", group, "value")
    assert wide.filter(pl.col("session_id") == "n2")[player_key(group[0])].to_list() == [1.0]
    widths: list[int] = []

    def table(some: Any) -> Any:
        widths.append(len(some))
        return None

    assert len(split_table(group, table)) == 2
    assert widths == [SIDE_BY_SIDE, 3]


def test_a_style_stands_beside_the_groups(con: DuckDBPyConnection) -> None:
    rows = [
        ("a", "Anna", 0, "vpip", 0.3, 0.25, 0.35, 90, 300, 0.31, 0.4),
        ("a", "Anna", 0, "af", 2.0, 1.6, 2.5, 200, 100, None, None),
        ("b", "Bo", 1, "vpip", 0.5, 0.45, 0.55, 150, 300, 0.49, 0.4),
        ("b", "Bo", 1, "af", 0.5, 0.4, 0.6, 100, 200, None, None),
        ("c", "Carl", 2, "vpip", 0.4, 0.1, 0.8, 2, 5, 0.4, 0.4),
        ("c", "Carl", 2, "af", None, None, None, 0, 0, None, None),
    ]  # fmt: skip
    names = ["player_id", "name", "join_order", "metric", "value", "low", "high", "numerator", "denominator",
             "shrinkage_estimate", "group_value"]  # fmt: skip
    frame = style_frame(pl.DataFrame(rows, schema=names, orient="row", infer_schema_length=None))
    assert frame.select("name", "vpip", "af", "af_group").rows() == [
        ("Anna", 0.31, 2.0, 1.0),
        ("Bo", 0.49, 0.5, 1.0),
    ]
    assert style_heading(frame.row(0, named=True)) == "Anna is tighter and more aggressive than the group"
    figure = plotted(styles(frame, "b"))
    anna, bo = figure.data
    assert ((anna.x[0], anna.y[0]), (bo.x[0], bo.y[0])) == ((0.31, 2.0), (0.49, 0.5))
    assert anna.error_x.array is None
    assert bo.error_y.array[0] == pytest.approx(0.1)
    assert len(style_frame(data.player_stats(con, "2026"))) <= 6


def test_form_and_falls_are_the_marts(con: DuckDBPyConnection) -> None:
    mine = add_form(data.luck(con, "2026").filter(pl.col("player_id") == "p1"), [])
    falls, form = plotted(form_and_drawdown(mine, 0)).data
    assert list(form.y) == mine["form_units"].to_list()
    assert list(falls.y) == [-fall for fall in mine["drawdown_units"]]


def test_form_and_falls_of_one_line_are_in_its_money(con: DuckDBPyConnection) -> None:
    evenings, luck = data.player_nights(con, "2026"), data.luck(con, "2026")
    nights = add_form(luck, [add_chance(evenings, luck)])
    falls = add_depth(data.drawdowns(con, "2026"), nights)
    assert {*nights["measure"], *falls["measure"]} == {"DKK"}
    for rows in nights.partition_by("player_id"):
        nets = evenings.filter(player_id=rows["player_id"][0])["value"].to_list()
        totals = list(accumulate(nets))
        below = [max(0, *totals[: n + 1]) - total for n, total in enumerate(totals)]
        assert rows["form"].to_list() == pytest.approx(
            [sum(nets[max(0, n - 9) : n + 1]) for n in range(len(nets))]
        )
        assert rows["drawdown"].to_list() == pytest.approx(below)
        assert rows["max_drawdown"][-1] == pytest.approx(max(below))
        deepest = falls.filter(player_id=rows["player_id"][0])["depth"]
        assert max(deepest, default=0) == pytest.approx(max(below))


def test_what_each_calls_is_what_the_others_call_less(con: DuckDBPyConnection) -> None:
    for row in data.favourites(con, "2026").to_dicts():
        calls = data.calls(con, "2026", row["player_id"])
        more = (calls["share"] - calls["others_share"].fill_null(0)).to_list()
        assert row["share"] - (row["others_share"] or 0) == pytest.approx(max(more))
        assert (row["games"], row["all_calls"]) == (len(calls), calls["calls"].sum())


def test_the_banks_entries_stand_on_the_nights_page(tmp_path: Path) -> None:
    from pipeline.analysis.marts import open_marts
    from pipeline.night.service import NightService

    with NightService(tmp_path, "n1") as service:
        for line in ("players Anna, Bo, Carl", "banker c", "chip 25 øre", "loan 100", "7s 10 +b", "buy a 20"):
            assert service.enter(line).status == "kept", line
        service.update_tables()
    with open_marts(tmp_path) as con:
        book = data.bank(con, "n1")
        html = "".join(block.html() for block in night_accounts(con, "n1", "DKK"))
    assert book["kind"].to_list().count("purchase") == 1
    assert html.count("The bank lends") == book["kind"].to_list().count("loan") > 0
    assert "buys from the bank" in html
    entries = html.count('<span class="entry p')
    assert entries == len(book)  # each begins with the player's spot


PLAIN = {"Hands", "Nights", "Players", "Amount", "Chips", "Money", "When"}
"""Columns of numbers whose labels say all."""


def every_block(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        yield block
        yield from every_block(getattr(block, "blocks", ()))


@pytest.mark.parametrize(
    "page",
    [
        season_page,
        lambda con: player_page(con, "Bo"),
        night_page,
        lambda con: night_page(con, "log-1"),
        lambda con: index_page(con, no_payments),
        variants_page,
    ],
)
def test_every_figure_has_its_meaning_a_tap_away(
    con: DuckDBPyConnection, page: Callable[[DuckDBPyConnection], Page]
) -> None:
    made = page(con)
    blocks = list(every_block([*made.top, *(block for part in made.sections for block in part.blocks)]))
    columns = [
        column.label
        for table in blocks
        if isinstance(table, Table) and not table.matrix
        for column in table.columns
        if column.kind == "number"
    ]
    assert {label for label in columns if not meaning_of(label)} <= PLAIN
    facts = [fact for block in blocks if isinstance(block, Facts) for fact in block.facts]
    assert all(fact.meaning or meaning_of(fact.label) for fact in facts)
    assert columns


def test_a_players_figures_say_what_is_typical_of_the_group(con: DuckDBPyConnection) -> None:
    (facts,) = (block for block in player_page(con, "Bo").top if isinstance(block, Facts))
    group = con.sql(
        "select max(net) as best from mart_player_cumulative where kind = 'night' group by player_id"
    )
    best = median(best for (best,) in group.fetchall())
    (said,) = (text_of(fact.meaning) for fact in facts.facts if fact.label == "Biggest win in a hand")
    assert said.startswith("The largest net of a single hand. Typical here: +")
    worth = worth_of(data.sessions(con, "night"))
    assert text_of(chips_shown(best, worth)) in said


def test_what_an_award_says_no_highlight_says_again(con: DuckDBPyConnection) -> None:
    def labels(awards: list[Award] | None) -> list[str]:
        blocks = {section.anchor: section.blocks for section in season_page(con, awards=awards).sections}
        return [
            fact.label for block in blocks["highlights"] if isinstance(block, Facts) for fact in block.facts
        ]

    twice = {"Best night", "Biggest win in a hand"}
    assert set(labels([])) - set(labels(None)) == twice
    with linking(Links(nights={f"2026-0{n}": f"night-{n}.html" for n in range(1, 6)})):
        awards = next(section for section in season_page(con).sections if section.anchor == "awards")
        assert re.search(r"The hand of the season.*?href=\"night-\d.html#hand-\d+\"", awards.html())
        assert re.search(r"The night of the season.*?href=\"night-\d.html\"", awards.html())


def test_a_typical_value_stands_alone_and_gains_have_none() -> None:
    rows = [{"rate": 0.1 * n, "rate_low": 0.0, "rate_high": 1.0, "net": 10 * n - 25} for n in range(1, 5)]
    columns = [interval_column("Share", "rate", 2), gain_column("Net", "net")]
    said = text_of(column_meanings(columns, rows))
    assert "known. Typical here: 0.25Net" in said
    assert said.endswith("Winnings minus losses.")


def test_the_standings_show_who_climbed_and_how_each_came_there(con: DuckDBPyConnection) -> None:
    html = render(season_page(con))
    standings = html.partition('id="standings"')[2].partition("</table>")[0]
    people = data.standings(con, "2026").height
    assert standings.count('class="trend"') == people
    line = data.player_nights(con, "2026")
    last = line["session_id"].unique(maintain_order=True)[-1]

    def places(nights: pl.DataFrame) -> dict[str, int]:
        sums = nights.group_by("player_id").agg(pl.col("value").sum()).sort("value", descending=True)
        return {player: place for place, player in enumerate(sums["player_id"])}

    before, now = places(line.filter(pl.col("session_id") != last)), places(line)
    moved = [before[player] - place for player, place in now.items() if before[player] != place]
    shown = re.findall("([▲▼])([0-9]+)", standings)
    assert sorted(int(n) if arrow == "▲" else -int(n) for arrow, n in shown) == sorted(moved)


def test_the_leader_is_shown_with_the_biggest_hand(con: DuckDBPyConnection) -> None:
    html = unescape(render(season_page(con)))
    leader = data.standings(con, "2026").sort("net_money", descending=True).row(0, named=True)
    mine = data.season_hands(con, "2026", leader["player_id"])
    best = mine.sort("net", descending=True).row(0, named=True)
    said = html.partition(f"{leader['name']}'s biggest hand: ")[2].partition("</p>")[0]
    assert f"{best['net'] / 4:+.2f}" in said
    assert f"hand {best['hand_no']}" in said
    line = html.partition('id="line"')[2].partition('id="awards"')[0]
    (peak,) = (trace["text"] for trace in chart_data(line)[0]["data"] if trace.get("text") == [best["game"]])
    assert peak == [best["game"]]
