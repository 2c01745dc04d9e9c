"""The four reports: what they say, and what they keep to themselves."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Set
from html import unescape
from pathlib import Path
from typing import Any, cast

import polars as pl
import pytest
from duckdb import DuckDBPyConnection

from pipeline.analysis.marts import open_marts
from reports import data
from reports.components.numbers import THIN
from reports.components.rates import RATES
from reports.errors import ReportError
from reports.page import Page, render
from reports.pages import night, player, season, variants
from reports.pages.night import night_page, night_text
from reports.pages.player import nothing_of, player_page
from reports.pages.season import season_page
from reports.pages.season_games import MOST_PLAYED
from reports.pages.variants import variants_page
from reports.search import hands
from reports.search.columns import pack_hands
from reports.search.fields import parse
from tests.reports.house import FRIENDS, HOSTILE, build_house
from tests.reports.page_scripts import chart_data, pictures_to_share

MAX_BYTES = 1_600_000
"""Size of a page with charts; plotly.js (basic bundle) takes 1.2 million."""

PAGES: dict[str, Callable[[DuckDBPyConnection], Page]] = {
    "season": season_page,
    "player": lambda con: player_page(con, "p2"),
    "variants": variants_page,
    "night": night_page,
    "import": lambda con: night_page(con, "log-1"),
}


def text(html: str) -> str:
    """What a reader sees: no tags, no scripts."""
    without = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return re.sub("[ \n]+", " ", unescape(re.sub(r"<[^>]*>", " ", without)))


def figures(html: str) -> list[dict[str, object]]:
    return chart_data(html)


def cells(html: str, caption: str) -> list[list[str]]:
    """The rows of the table whose caption starts so."""
    found = next(
        t for t in re.findall(r"<table.*?</table>", html, re.DOTALL) if text(t).strip().startswith(caption)
    )
    rows = re.findall(r"<tr.*?</tr>", found, re.DOTALL)
    return [[text(cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)] for row in rows]


def test_the_rates_of_a_player_are_all_there(con: DuckDBPyConnection) -> None:
    shares = con.execute("select distinct metric from mart_player_stats where measure = 'share'").fetchall()
    assert set(RATES) == {metric for (metric,) in shares}
    known = "select metric from mart_player_stats where season = '2026' and player_id = 'p2' and value is not null"
    there = {metric for (metric,) in con.execute(known).fetchall()}
    assert 5 < len(there & RATES.keys()) < len(RATES)  # a line says little of how a hand was played
    shown = [row[0] for row in cells(render(player_page(con, "p2")), "The rates")[1:]]
    assert shown == [f"{rate.label} {rate.meaning}" for name, rate in RATES.items() if name in there]


@pytest.mark.parametrize("report", PAGES)
def test_a_page_needs_no_network(con: DuckDBPyConnection, report: str) -> None:
    html = render(PAGES[report](con))
    packed = r"<script( type=\"application/gzip\"[^>]*)?>.*?</script>"
    without_scripts = re.sub(packed, "", html, flags=re.DOTALL)
    assert not re.search(r"(https?:)?//[a-z]", without_scripts, re.IGNORECASE)
    assert not re.search(
        r"<(link(?! rel=\"icon\" href=\"data:)|iframe|img|object|embed|base)\b|@import|url\(",
        without_scripts,
        re.IGNORECASE,
    )
    assert re.findall(r'(?:src|href)="(?!data:)([^#"][^"]*)"', without_scripts) == []
    assert len(html.encode()) < MAX_BYTES


@pytest.mark.parametrize("report", PAGES)
def test_a_page_reads_in_order_with_headings_captions_and_a_language(
    con: DuckDBPyConnection, report: str
) -> None:
    hidden = "<style>.*?</style>"
    html = re.sub(hidden, "", render(PAGES[report](con)), flags=re.DOTALL)
    assert '<html lang="en">' in html
    assert len(re.findall("<h1", html)) == 1
    assert html.count("<table") == html.count("<caption")
    assert html.count("<figure") == html.count("<figcaption") == html.count('role="img"')
    assert all(f'id="{anchor}"' in html for anchor in re.findall(r'href="#([^"]*)"', html))


def test_the_season_adds_up(con: DuckDBPyConnection) -> None:
    html = render(season_page(con))
    assert "5 nights, 70 hands of" in text(html)
    standings = cells(html, "Won and lost over the season")[1:]
    assert len(standings) == len(FRIENDS)
    money = [float(row[1].replace("\u2212", "-").replace(",", "")) for row in standings]
    chips = data.standings(con, "2026")["net"].to_list()
    assert sum(chips) == 0
    assert chips == sorted(chips, reverse=True)
    assert money == [pytest.approx(chip / 4, abs=0.5) for chip in chips]
    exact = [float(value) for value in re.findall(r'<data value="([^"]*)">', html[html.index("<tfoot>") :])]
    assert sorted(exact[: len(chips)]) == sorted(chip / 4 for chip in chips)


def test_the_seasons_line_ends_where_the_standings_do(con: DuckDBPyConnection) -> None:
    html = render(season_page(con))
    line = figures(html)[0]
    ends = sorted((trace["y"][-1] for trace in line["data"] if "name" in trace), reverse=True)  # type: ignore[attr-defined]
    standings = cells(html, "Won and lost over the season")[1:]
    places = len(standings[0][1].partition(".")[2])
    assert [f"{end:+.{places}f}".replace("-", "\u2212") for end in ends] == [row[1] for row in standings]


def test_the_most_played_games_stand_by_player_with_their_hands_and_the_others_unfold(
    con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = data.player_games(con, "2026")
    count = games["variant_id"].n_unique()
    rows = cells(render(season_page(con)), "Net in kr and hands below it")
    assert len(rows) - 1 == count <= MOST_PLAYED
    monkeypatch.setattr("reports.pages.season_games.MOST_PLAYED", 3)
    html = render(season_page(con))
    assert len(cells(html, "Net in kr and hands below it")) - 1 == 3
    folded = html.partition(f"<summary>The other {count - 3} games</summary>")[2]
    assert len(cells(folded, "Net in kr and hands below it")) - 1 == count - 3
    first = games.row(0, named=True)
    assert rows[1][0].startswith(first["game"])
    assert f"{round(first['net'] / 4):+,}".replace("-", "\u2212") + str(first["hands"]) in (
        cell.replace(" ", "") for cell in rows[1]
    )


def test_a_player_keeps_a_colour_on_every_page_of_a_season(con: DuckDBPyConnection) -> None:
    def colour(figure: dict[str, object], name: str) -> str:
        return next(t["meta"]["color"] for t in figure["data"] if t.get("name") == name)  # type: ignore[attr-defined, no-any-return]

    seen = {
        colour(figures(render(page))[0], "Bo")
        for page in (season_page(con), player_page(con, "Bo"), night_page(con))
    }
    assert len(seen) == 1


def _whole(metric: str) -> str:
    return f"{RATES[metric].label} {RATES[metric].meaning}"


def test_a_rate_that_no_hand_knows_is_left_out(con: DuckDBPyConnection) -> None:
    rates = {row[0]: row[1:] for row in cells(render(player_page(con, "bo")), "The rates")}
    assert _whole("peder") not in rates
    assert re.match(r"\d+\u202f% ", rates[_whole("vpip")][0])


def test_the_games_say_who_played_them_how_often_and_from_which_seed(con: DuckDBPyConnection) -> None:
    words = text(render(variants_page(con)))
    assert "400 hands of 10 games, simulated." in words
    assert "400 hands; players: loose and steady; seed 42 (run-1)." in words
    assert "Tables of 5 players." in words


def test_the_games_can_be_those_of_the_groups_own_nights(con: DuckDBPyConnection) -> None:
    html = render(variants_page(con, "night"))
    assert "70 hands of" in text(html)
    assert "played on the group's own nights" in text(html)


def test_without_a_simulation_the_games_are_those_that_were_played(hostile: DuckDBPyConnection) -> None:
    assert "played on the group's own nights" in text(render(variants_page(hostile)))


def test_a_night_lists_its_hands_and_what_was_noted(con: DuckDBPyConnection) -> None:
    html = render(night_page(con, "2026-02"))
    hands = [text(told).strip() for told in re.findall(r"<summary><span.*?</summary>", html, re.DOTALL)]
    assert [int(told.split()[0]) for told in hands] == list(range(1, 15))
    assert "A card too many, dealt again" in hands[4]
    assert "A small chip was worth 0.25\u202fkr." in text(html)
    assert cells(html, "The bank's book")[-1][-1] == "0.00"


def test_an_imported_night_is_shown_without_what_it_doesnt_know(con: DuckDBPyConnection) -> None:
    html = render(night_page(con, "log-1"))
    words = text(html)
    assert "Imported · log-1" in words
    assert "14 hands of 1 game between 6 players" in words
    assert "The bank's book has no entries for this night." in words


def test_every_share_of_a_players_hands_says_of_how_many(con: DuckDBPyConnection) -> None:
    html = render(player_page(con, "Anna"))
    _, *rows = cells(
        html, "By who deals, and so calls the game. Antes per 100 hands with the 95\u202f% interval"
    )
    (told,) = con.execute(
        "select sum(hands), sum(played) from mart_player_splits where scope = 'season' and kind = 'night' "
        "and season = '2026' and player_id = 'p1' and split = 'dealer' and hands >= 10"
    ).fetchall()
    assert len(rows) == 2
    assert (sum(int(row[1]) for row in rows), sum(int(row[3].split(" of ")[1]) for row in rows)) == told


def test_who_has_imported_hands_alone_is_told_where_they_are(con: DuckDBPyConnection) -> None:
    assert [data.imported(con, name) for name in ("p1", "nobody")] == [14, 0]
    assert "14 hands were all imported" in text(str(nothing_of(14))).replace(THIN, " ")


def test_the_latest_season_and_night_are_meant_when_none_is_named(con: DuckDBPyConnection) -> None:
    assert render(season_page(con)) == render(season_page(con, "2026"))
    assert render(night_page(con)) == render(night_page(con, "2026-05"))


@pytest.mark.parametrize("report", ["season", "player", "variants", "night"])
def test_names_are_shown_letter_by_letter_everywhere(hostile: DuckDBPyConnection, report: str) -> None:
    pages = {**PAGES, "player": lambda con: player_page(con, HOSTILE[0])}
    html = render(pages[report](hostile))
    markup = re.sub(r"<script[ >].*?</script>", "", html, flags=re.DOTALL) + "".join(pictures_to_share(html))
    markup = re.sub(r"<text[^>]*>[^<]*</text>", "", markup)  # text of a picture, which may be cut
    assert not re.search(r"<(img|svg(?! viewBox)|b)\b|onerror=[^&]*>", re.sub(r'"[^"]*"', '""', markup))
    for figure in figures(html):
        shown = json.dumps(figure)
        assert not re.search(r"<(?!/?(b|br)>)", shown)
        assert "<b>Bo</b>" not in shown
        assert "%{" not in shown
    if report in ("season", "night"):
        assert all(name in text(html) for name in HOSTILE)


def test_hidden_players_are_named_nowhere(tmp_path: Path) -> None:
    store = build_house(tmp_path, nights=2, hands=10, run_hands=0)
    known = store.read("players").with_columns(hidden=pl.col("name") == "Dorte")
    store.write_reference("players", known)
    with open_marts(store.path) as con:
        season = render(season_page(con))
        for html in (season, render(night_page(con, "2026-01")), render(night_page(con, "log-1"))):
            assert "Dorte" not in html
        with pytest.raises(ReportError, match="no player called 'Dorte'"):
            player_page(con, "Dorte")


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        (season_page, "No night has been logged yet."),
        (night_page, "No night has been logged yet."),
        (variants_page, "No game has been simulated yet."),
        (lambda con: variants_page(con, "import"), "Nothing has been imported yet."),
        (lambda con: player_page(con, "Anna"), "No hand of this player's is confirmed yet."),
    ],
)
def test_an_empty_store_says_so_in_a_sentence(
    empty: DuckDBPyConnection, page: Callable[[DuckDBPyConnection], Page], sentence: str
) -> None:
    html = render(page(empty))
    assert re.sub(" +", " ", sentence) in text(html)
    assert "<figure" not in html
    assert "plotly-packed" not in html.replace('getElementById("plotly-packed")', "")
    assert len(html) < 60_000


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        (lambda con: season_page(con, "2025"), "There is no season '2025' in the store: it has 2026."),
        (lambda con: player_page(con, "dorthe"), "There is no player called 'dorthe'. Did you mean Dorte?"),
        (lambda con: player_page(con, "xyz"), "There is no player called 'xyz': the store has Anna, "),
        (lambda con: night_page(con, "run-1"), "There is no night 'run-1' in the store: the latest are "),
        (
            lambda con: variants_page(con, "x"),
            "There are no hands of the kind 'x': it is one of run, night, import.",
        ),
    ],
)
def test_what_isnt_there_is_told_with_what_is(
    con: DuckDBPyConnection, page: Callable[[DuckDBPyConnection], Page], sentence: str
) -> None:
    with pytest.raises(ReportError) as told:
        page(con)
    assert str(told.value).startswith(sentence)


def test_a_night_of_drafts_alone_says_so_everywhere(tmp_path: Path) -> None:
    store = build_house(tmp_path, nights=0, run_hands=0)
    hands = pl.DataFrame({"hand_no": [1, 2], "status": ["draft"] * 2, "variant_id": ["guts"] * 2})
    seats = pl.DataFrame({"hand_no": [1, 2], "seat": [0, 0], "player_id": ["p1", "p1"]})
    store.write_session({"session_id": "n1", "kind": "night", "season": "2026"}, hands=hands, seats=seats)
    with open_marts(store.path) as con:
        season, night = text(render(season_page(con))), text(render(night_page(con)))
        player = text(render(player_page(con, "Anna")))
        pasted = night_text(con)
    assert pasted.endswith("Without 2 drafts, which don't count.")
    assert "No hand of this season is confirmed yet." in season
    assert "2 hands are still drafts, and nothing here counts them: 1 (Guts), 2 (Guts)." in night
    assert "No hand of this night is confirmed yet." in night
    assert "No hand of this player's is confirmed yet." in player


def test_a_season_of_one_night_is_told_hand_by_hand(tmp_path: Path) -> None:
    store = build_house(tmp_path, nights=1, hands=12, run_hands=0)
    with open_marts(store.path) as con:
        html = render(season_page(con))
    line = figures(html)[0]["data"][0]  # type: ignore[index]
    assert len(line["x"]) > 10
    assert "after each hand" in html


def test_two_players_of_one_name_are_told_apart(tmp_path: Path) -> None:
    store = build_house(tmp_path, names=("Bo", "Bo", "Ida"), nights=2, hands=5, run_hands=0)
    with open_marts(store.path) as con:
        with pytest.raises(ReportError, match=r"^2 players are called 'Bo': give one of the ids p\d, p\d\.$"):
            player_page(con, "Bo")
        assert player_page(con, "p1").title == "Bo (1)"
        html = render(season_page(con))
    names = [row[0][2:] for row in cells(html, "Won and lost over the season")[1:]]
    assert sorted(names) == ["Bo (1)", "Bo (2)", "Ida"]
    assert sum("name" in trace for trace in figures(html)[0]["data"]) == 3  # type: ignore[attr-defined]


class _Listening:
    """A connection that notes the marts which its queries name."""

    def __init__(self, con: DuckDBPyConnection) -> None:
        self.con = con
        self.marts: set[str] = set()

    def sql(self, query: str, *, params: Any) -> Any:
        self.marts |= set(re.findall(r"mart_\w+", query))
        return self.con.sql(query, params=params)

    def execute(self, query: str, *values: Any) -> Any:
        self.marts |= set(re.findall(r"mart_\w+", query))
        return self.con.execute(query, *values)


@pytest.mark.parametrize(
    ("marts", "make"),
    [
        (night.MARTS, PAGES["night"]),
        (season.MARTS, PAGES["season"]),
        (player.MARTS, PAGES["player"]),
        (variants.MARTS, PAGES["variants"]),
        (hands.MARTS, lambda con: pack_hands(con, hands.find_hands(con, parse("player=Anna allin=yes")))),
    ],
    ids=["night", "season", "player", "variants", "hands"],
)
def test_a_page_reads_the_marts_that_it_names(
    con: DuckDBPyConnection, marts: Set[str], make: Callable[[DuckDBPyConnection], object]
) -> None:
    listening = _Listening(con)
    make(cast("DuckDBPyConnection", listening))
    assert listening.marts <= marts
