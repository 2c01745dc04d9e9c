"""What a language model's client is answered: the pages' digits, with their intervals, and nothing else."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.api import PederError
from pipeline.analysis.marts import open_marts
from pipeline.analysis.questions import MOST_ROWS, Questions, readable
from reports.page_json import page_data
from reports.pages.night import night_page
from reports.pages.player import player_page
from reports.pages.season import season_page
from tests.reports.house import FRIENDS, build_house

NIGHTS = ("2026-01", "2026-02", "2026-03")
RATES = ("vpip", "won_hand")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_house(tmp_path_factory.mktemp("questions"), nights=3, hands=14, run_hands=20).path


@pytest.fixture(scope="module")
def pages(store: Path) -> Callable[..., dict[str, Any]]:
    with open_marts(store) as con:
        made = {
            "season": page_data(season_page(con)),
            **{name: page_data(player_page(con, name)) for name in FRIENDS},
            **{night: page_data(night_page(con, night)) for night in NIGHTS},
        }

    def section(page: str, anchor: str) -> dict[str, Any]:
        (found,) = (part for part in made[page]["sections"] if part["anchor"] == anchor)
        return dict(found)

    return section


def golden() -> Iterator[Any]:
    """Thirty questions, each with what is asked of the tools and where a page has the answer."""
    for name in FRIENDS:
        player = f"player_id = (select player_id from mart_players where name = '{name}')"
        yield pytest.param(
            f"select net_money from mart_standings where kind = 'night' and {player}",
            lambda pages, name=name: row_of(pages("season", "standings"), "name", name)["net_money"],
            id=f"How much has {name} won?",
        )
        yield pytest.param(
            f"select hands from mart_standings where kind = 'night' and {player}",
            lambda pages, name=name: row_of(pages("season", "standings"), "name", name)["hands"],
            id=f"How many hands has {name} played?",
        )
    for night in NIGHTS:
        yield pytest.param(
            f"""
            select p.name from mart_player_nights as n join mart_players as p using (player_id)
            where session_id = '{night}' order by net desc limit 1
            """,
            lambda pages, night=night: pages(night, "top")["texts"][0].partition(" won the night")[0],
            id=f"Who won {night}?",
        )
        yield pytest.param(
            f"""
            select trim(format('{{:.2f}}', pot_money), '0').trim('.') from mart_hands
            where session_id = '{night}' order by pot desc limit 1
            """,
            lambda pages, night=night: (
                fact(pages(night, "top"), "Biggest pot").removesuffix("\u202fkr").rstrip("0")
            ),
            id=f"How big was the biggest pot of {night}?",
        )


def row_of(section: dict[str, Any], column: str, value: object) -> dict[str, Any]:
    (row,) = (row for row in section["tables"][0]["rows"] if row[column] == value)
    return dict(row)


def fact(section: dict[str, Any], label: str) -> str:
    return str(next(fact["value"] for fact in section["facts"] if fact["label"] == label)).strip()


@pytest.mark.parametrize(("sql", "on_page"), [*golden()])
def test_a_query_gives_the_digits_of_the_pages(
    store: Path, pages: Callable[..., dict[str, Any]], sql: str, on_page: Callable[..., object]
) -> None:
    (row,) = Questions(store).query(sql)["rows"]
    (answer,) = row.values()
    expected = on_page(pages)
    assert answer == expected or float(answer) == pytest.approx(float(str(expected))), (answer, expected)


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("name", FRIENDS)
def test_a_rate_has_the_interval_and_the_sample_of_the_page(
    store: Path, pages: Callable[..., dict[str, Any]], name: str, rate: str
) -> None:
    on_page = row_of(pages(name, "rates"), "metric", rate)
    said = [one for one in Questions(store).rates(name, "2026")["rates"] if one["metric"] == rate]
    columns = ("value", "low", "high", "numerator", "denominator")
    known = [[on_page[column] for column in columns]] if on_page["value"] is not None else []
    assert [[one[column] for column in columns] for one in said] == known


def test_there_are_thirty_golden_questions() -> None:
    assert len([*golden()]) + len(RATES) * len(FRIENDS) == 30


def test_every_rate_of_a_player_has_an_interval_and_a_sample(store: Path) -> None:
    rates = Questions(store).rates("Anna")["rates"]
    shares = [one for one in rates if one["measure"] == "share"]
    assert len(shares) > 5
    assert all(one["low"] <= one["value"] <= one["high"] and one["denominator"] > 0 for one in shares)


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("select value from mart_player_stats", "low, high, denominator"),
        ("select net_per_100 from mart_player_variant", "low, high, hands"),
        ("from read_text('/etc/hostname')", "can't be read"),
        ("from read_parquet('players/part-0.parquet')", "can't be read"),
        ("from 'players/part-0.parquet'", "isn't a table"),
        ("from glob('*')", "can't be read"),
        ("select (select max(content) from read_text('x')) from mart_players", "can't be read"),
        ("select * from query('from stg_players')", "can't be read"),
        ("from query_table('stg_players')", "can't be read"),
        ("from stg_players", "isn't a table"),
        ("from STG_PLAYERS", "isn't a table"),
        ("from players", "isn't a table"),
        ("from marts.stg_players", "isn't a table"),
        ("with stg_players as (from stg_players) from stg_players", "another name"),
        ('with "players/part-0.parquet" as (select 1) from "players/part-0.parquet"', "another name"),
        ("from duckdb_settings()", "can't be read"),
        ("show tables", "no settings"),
        ("select * from (describe stg_players)", "no settings"),
        ("select getenv('HOME')", "no settings"),
        ("select current_setting('memory_limit')", "no settings"),
        ("insert into mart_players values (1)", "one select"),
        ("copy mart_players to 'x.csv'", "one select"),
        ("attach 'x.db'", "one select"),
        ("install httpfs", "one select"),
        ("select 1; drop table mart_players", "one select"),
        ("", "one select"),
        ("selec", "one select"),
        ("select nothing from mart_players", "can't be run"),
        ("select repeat('x', 300000) as x from mart_players", "too long"),
    ],
)
def test_nothing_else_is_read_or_changed(store: Path, sql: str, said: str) -> None:
    before = {place: place.stat().st_mtime_ns for place in store.rglob("*.parquet")}
    with pytest.raises(PederError) as refused:
        Questions(store).query(sql)
    assert said in str(refused.value)
    assert before == {place: place.stat().st_mtime_ns for place in store.rglob("*.parquet")}


def test_a_query_with_parts_of_its_own_is_answered(store: Path) -> None:
    sql = "with nets as (select player_id, sum(net) as net from stg_seats group by all) select count(*) as n from nets, range(2)"
    assert Questions(store).query(sql)["rows"][0]["n"] >= 12


def test_figures_of_games_come_with_what_people_leave_open(store: Path) -> None:
    game = "select value, low, high, sample from mart_variant_stats where kind = 'run' and metric = 'net_sd'"
    people = Questions(store).query(game)["people"]
    assert people["amount"] == pytest.approx([0.58, 1.73], abs=0.01)
    assert people["ratio"] == pytest.approx([0.79, 1.27], abs=0.01)
    assert "people" not in Questions(store).query("select net_money from mart_standings")


def test_rows_and_time_are_limited(store: Path) -> None:
    answer = Questions(store).query("select i from range(5000) as r(i)", limit=3)
    assert answer == {"rows": [{"i": 0}, {"i": 1}, {"i": 2}], "has_more": True}
    assert len(Questions(store).query("select i from range(5000) as r(i)", limit=10**9)["rows"]) == MOST_ROWS
    with pytest.raises(PederError, match="took longer"):
        Questions(store, seconds=0.1).query(
            "select count(*) from range(10000000000) as a(x), range(10000) as b(y) where hash(x, y) = 1"
        )


def test_tables_say_what_they_mean(store: Path) -> None:
    questions = Questions(store)
    assert questions.tables()["tables"].keys() == readable().keys()
    assert "stg_players" not in readable()
    assert questions.tables("mart_hands")["columns"]["pot"] == "chips: everything in the pot at the end"
    with pytest.raises(PederError, match="there are: "):
        questions.tables("nothing")


def test_rules_and_hands_are_text(store: Path) -> None:
    questions = Questions(store)
    assert questions.rules("baseball", "hilo")["additions"] == "hilo"
    text = questions.hand("2026-01", 1)["text"]
    assert text.startswith("Hand 1, ")
    assert all(name in text for name in FRIENDS)
    for ask in (
        lambda: questions.rules("no such game"),
        lambda: questions.hand("2026-01", 999),
        lambda: questions.hand("nowhere", 1),
        lambda: questions.rates("Nobody"),
        lambda: questions.rates("Anna", "1999"),
    ):
        with pytest.raises(PederError):
            ask()


@pytest.mark.skipif(
    importlib.util.find_spec("mcp") is None, reason="mcp isn't installed (pip install peder[mcp])"
)
@pytest.mark.filterwarnings("ignore")
def test_a_client_is_answered_by_the_protocol(store: Path) -> None:
    from mcp import Client

    from pipeline.commands.mcp import server_of

    async def ask() -> None:
        async with Client(server_of(store)) as client:
            tools = (await client.list_tools()).tools
            assert [tool.name for tool in tools] == ["tables", "query", "rates", "rules", "hand"]
            assert all(tool.annotations and tool.annotations.read_only_hint for tool in tools)
            answer = await client.call_tool(
                "query", {"sql": "select name from mart_players order by name", "limit": 1}
            )
            assert not answer.is_error
            assert "Anna" in str(answer.content[0])
            refused = await client.call_tool("query", {"sql": "from stg_players"})
            assert refused.is_error
            assert "isn't a table that can be asked for" in str(refused.content[0])

    asyncio.run(ask())
