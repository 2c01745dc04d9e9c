"""What a language model's client is answered: the pages' digits, with their intervals, and nothing else."""

from __future__ import annotations

import ast
import asyncio
import importlib.util
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.api import PederError
from pipeline.analysis.marts import open_marts
from pipeline.analysis.questions import MOST_ROWS, Questions, readable
from queries.cache import FOLDER
from reports.page_json import page_data
from reports.pages.night import night_page
from reports.pages.player import player_page
from reports.pages.season import season_page
from tests.reports.house import FRIENDS, build_house
from tests.stores import marts_in

NIGHTS = ("2026-01", "2026-02", "2026-03")
RATES = ("vpip", "won_hand")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = build_house(tmp_path_factory.mktemp("questions"), nights=3, hands=14, run_hands=20).path
    open_marts(path).close()
    return path


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
    rows = [row for row in pages(name, "rates")["tables"][0]["rows"] if row["metric"] == rate]
    said = [one for one in Questions(store).rates(name, "2026")["rates"] if one["metric"] == rate]
    columns = ("value", "low", "high", "numerator", "denominator")
    known = [[row[column] for column in columns] for row in rows]
    assert [[one[column] for column in columns] for one in said] == known
    assert known or (name, rate) == ("Carl", "vpip")


def test_there_are_thirty_golden_questions() -> None:
    assert len([*golden()]) + len(RATES) * len(FRIENDS) == 30


def test_every_rate_of_a_player_has_an_interval_and_a_sample(store: Path) -> None:
    rates = Questions(store).rates("Anna")["rates"]
    shares = [one for one in rates if one["measure"] == "share"]
    assert len(shares) > 5
    for one in shares:
        group = one["of_the_group"]
        assert group["low"] - 1e-9 <= group["share"] <= group["high"] + 1e-9
        assert group["n"] > one["denominator"]
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


WON = "count(*) filter (where won > 0)"


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("select avg(won > 0) from stg_seats", "share_of(condition)"),
        ("select AVG(cast(won > 0 as int)) from stg_seats", "share_of(condition)"),
        ('select main."mean"(net) from stg_seats', "mean_of(value)"),
        (f"select {WON} / count(*) from stg_seats", "share_of"),
        (f"select 100 * {WON} // count(*) as percent from stg_seats", "share_of"),
        (f"select round(100.0 * divide({WON}, count(*)), 1)::varchar || '%' as text from stg_seats", "share_of"),
        (f"select fdiv({WON}, count(*)) from stg_seats", "share_of"),
        (f"select {WON} / 180.0 from stg_seats", "share_of"),
        (f"select {WON} / 50 from stg_seats", "share_of"),
        (f"select {WON} * pow(count(*), -1) from stg_seats", "share_of"),
        (f"select {WON} * count(*) ** -1 from stg_seats", "share_of"),
        (f"select exp(ln({WON}) - ln(count(*))) from stg_seats", "share_of"),
        ("with r as (select seat, avg(net) as net from stg_seats group by seat) select max(net) from r", "mean_of"),
        ("select player_id from stg_seats group by 1 order by avg(net) desc limit 1", "mean_of"),
        ("select seat from stg_seats group by 1 having median(net) > 0", "mean_of"),
        ("select avg(net) over (partition by seat) from stg_seats", "mean_of"),
        ("select percent_rank() over (order by net) from stg_seats", "share_of"),
        ("select list_avg(list(net)) from stg_seats", "mean_of"),
        ("select list_aggregate(list(net), 'avg') from stg_seats", "mean_of"),
        ("select wavg(net, paid) from stg_seats", "mean_of"),
        ("select quantile_cont(net, 0.9), stddev(net) from stg_seats", "mean_of"),
        ("select avg(columns(* exclude (session_id))) from (select net, session_id from stg_seats)", "mean_of"),
        ("select (select avg(net) from stg_seats) as x", "mean_of"),
        ("select list_transform([1], lambda x: x / hands) from mart_players", "share_of"),
        ("select name, nights_won / nights from mart_standings join mart_players using (player_id)", "share_of"),
        ("select count_if(won > 0) / unit from (select won, count(*) over () as unit from stg_seats) group by unit", "share_of"),
        ("select k / unit from (select sum(won) as k, count(*) as unit from stg_seats)", "unit is a column of the table"),
        ("select share_of(won > 0).share from stg_seats", "column of its own"),
        ("select r.share from (select share_of(won > 0) as r from stg_seats)", "column of its own"),
        ("with r as (select mean_of(net) as m from stg_seats) select m.mean from r", "column of its own"),
        ("select share_of(won > 0)::varchar from stg_seats", "column of its own"),
        ("select seat from stg_seats group by 1 order by share_of(won > 0)", "column of its own"),
        ("select rate('won', won > 0) from stg_seats", "can't be read"),
        ("select odds(0.5)", "can't be read"),
        ("select value, 0 as low, 1 as high, 9 as denominator from mart_player_stats", "low is a column of the table"),
        ("select value, min(low) as low, high, denominator from mart_player_stats group by all", "low is a column"),
        ("select * replace (0 as low) from mart_player_stats", "low is a column of the table"),
        ("select * rename (value as low, low as x) from mart_player_stats", "low is a column of the table"),
        ("select h, low, high, denominator from mart_player_stats as s(a, b, c, d, e, f, h, low, high)", "low is a column of the table"),
        ("select {low: 0}, low, high, denominator from mart_player_stats", "low is a column of the table"),
        ("select s from mart_player_stats as s", "low, high, denominator"),
        ("select max(v) from (select value as v, low, high, denominator from mart_player_stats)", "low, high, denominator"),
        ("select n_star from mart_variant_skill", "n_star_low, n_star_high"),
        ("select win_rate, low, high from mart_variant_melds", "shown"),
        ("select share_shown, low, high, shown from mart_variant_melds", "share_shown"),
        ("select lose_peder from mart_variant_tails", "lose_peder"),
        ("select others_share from mart_player_calls", "others_share"),
        ("select lose_peder from marts.main.mart_variant_tails", "isn't a table"),
        ("select vpip + 0 from mart_player_splits", "can't be run"),
    ],
)  # fmt: skip
def test_no_rate_is_answered_without_its_interval_and_sample(store: Path, sql: str, said: str) -> None:
    with pytest.raises(PederError) as refused:
        Questions(store).query(sql)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    "sql",
    [
        "select sum(net), count(*), min(won), max(pot) from stg_seats join stg_hands using (session_id, hand_no)",
        "select seat, count(*) filter (where won > 0) as won, count(*) as n from stg_seats group by all order by won desc",
        "select sum(net / unit) from stg_seats join stg_hands using (session_id, hand_no)",
        "select max(net) / 50, max(won / nullif(unit, 0)) from stg_seats join stg_hands using (session_id, hand_no)",
        "select hand_no % 3, epoch(max(ended_at) - min(started_at)) / 60 as minutes from mart_hands group by 1",
        "select net * chip_value from stg_seats join stg_sessions using (session_id)",
        "select metric, value, low, high, denominator from mart_player_stats as s where s.scope = 'all' order by value desc",
        "select s.low as low, s.* exclude (low) from mart_player_stats as s",
        "select * from mart_player_variant",
        "select row_number() over (order by net_money desc) as place, net_money from mart_standings",
        "select string_agg(name, ' / ') as names, first(hands) as low from mart_players",
    ],
)  # fmt: skip
def test_counts_and_sums_are_answered(store: Path, sql: str) -> None:
    assert Questions(store).query(sql)["rows"]


def test_a_share_and_a_mean_of_ones_own_have_their_interval_and_sample(store: Path) -> None:
    questions = Questions(store)
    sql = """
        select seat, share_of(won > 0) as won, mean_of(net) as net, share_of(count(*) filter (where net < 0), count(*)) as lost
        from stg_seats join stg_sessions using (session_id) where kind = 'night' group by all
        union all
        select -1, share_of(won > 0), mean_of(net), share_of(1, 2) from stg_seats where won is null
        order by won desc
    """
    rows = questions.query(sql)["rows"]
    counts = questions.query(
        "select seat, count(*) as n, count(*) filter (where won > 0) as k, sum(net) as net, sum(net * net) as squares from stg_seats "
        "join stg_sessions using (session_id) where kind = 'night' group by all"
    )["rows"]
    by_seat = {row["seat"]: row for row in rows}
    for row in counts:
        won, net = by_seat[row["seat"]]["won"], by_seat[row["seat"]]["net"]
        n, k = row["n"], row["k"]
        z = 1.959964
        middle, reach = k + z * z / 2, z * (k * (n - k) / n + z * z / 4) ** 0.5  # Wilson
        assert won["share"] == pytest.approx(k / n)
        assert (won["low"], won["high"]) == pytest.approx(
            ((middle - reach) / (n + z * z), (middle + reach) / (n + z * z))
        )
        assert won["n"] == net["n"] == n
        assert net["mean"] == pytest.approx(int(row["net"]) / n)
        error = ((int(row["squares"]) - int(row["net"]) ** 2 / n) / (n - 1) / n) ** 0.5
        assert net["high"] - net["mean"] == pytest.approx(net["mean"] - net["low"])
        assert z * error < net["high"] - net["mean"] < 5 * error  # Student, of few nets
    assert by_seat[-1]["won"] == {"share": None, "low": None, "high": None, "n": 0}


def test_tables_answer_their_rates_with_an_interval(store: Path) -> None:
    with open_marts(store) as con:
        expected = {
            (season, player, split, part): (won, played)
            for season, player, split, part, won, played in con.execute(
                "select season, player_id, split, part, won_hand, played from mart_player_splits where scope = 'season' and kind = 'night'"
            ).fetchall()
        }
        shares = dict(
            con.execute(
                "select (season, player_id, variant_id)::varchar, share from mart_player_calls where scope = 'season'"
            ).fetchall()
        )
    sql = "from mart_player_splits where scope = 'season' and kind = 'night'"
    rows = Questions(store).query(sql, limit=MOST_ROWS)["rows"]
    assert len(rows) == len(expected) > 20
    for row in rows:
        won, played = expected[row["season"], row["player_id"], row["split"], row["part"]]
        told = ast.literal_eval(row["won_hand"].replace("NULL", "None"))
        assert (told["share"], told["n"]) == (pytest.approx(won), played)
        assert won is None or told["low"] <= won <= told["high"]
    with open_marts(store) as con:
        typical = dict(
            con.execute(
                "select metric, any_value(group_value) from mart_player_stats where scope = 'all' and kind = 'night' group by metric"
            ).fetchall()
        )
    sql = "from mart_player_stats where scope = 'all' and kind = 'night' and measure = 'share'"
    rows = Questions(store).query(sql, limit=MOST_ROWS)["rows"]
    groups = {
        row["metric"]: ast.literal_eval(row["group_value"].replace("NULL", "None"))["share"] for row in rows
    }
    assert len(groups) > 10
    assert groups == pytest.approx({metric: typical[metric] for metric in groups})
    rows = Questions(store).query(
        "select (season, player_id, variant_id)::varchar as key, share, low, high, hands from mart_player_calls where scope = 'season'"
    )["rows"]
    assert {row["key"]: ast.literal_eval(row["share"])["share"] for row in rows} == pytest.approx(shares)


def test_every_rate_of_the_tables_has_an_interval_or_is_told_apart() -> None:
    """A new column of rates has to be considered in `interval_rule.REPLACED`."""
    no_samples = {
        "quantile",
        "luck_quantile",
        "form_quantile",
        "reliability",
        "shrinkage_estimate",
        "explained",
        "rarest_share",
        "error_per_100",
    }
    with_interval = {"net_per_100", "win_rate", "value", "low", "high"}
    for name, table in readable().items():
        for column, meaning in table.columns.items():
            if meaning.unit == "share" or "per 100" in meaning.unit:
                is_text = meaning.unit.startswith("text of")
                assert (
                    is_text
                    or column in no_samples
                    or (column in with_interval and {"low", "high"} <= table.columns.keys())
                ), (name, column)


def test_a_query_with_parts_of_its_own_is_answered(store: Path) -> None:
    sql = "with nets as (select player_id, sum(net) as net from stg_seats group by all) select count(*) as n from nets, range(2)"
    assert Questions(store).query(sql)["rows"][0]["n"] >= 12


def test_figures_of_games_come_with_what_people_leave_open(store: Path) -> None:
    game = "select value, low, high, sample from mart_variant_stats where kind = 'run' and metric = 'net_sd'"
    people = Questions(store).query(game)["people"]
    assert people["amount"] == pytest.approx([0.534, 1.872], abs=0.005)
    assert people["ratio"] == pytest.approx([0.717, 1.395], abs=0.005)
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


def test_a_hand_takes_no_mart_and_rates_take_theirs(store: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(store, tmp_path / "s", ignore=shutil.ignore_patterns(FOLDER))
    questions = Questions(copy)
    questions.hand("2026-01", 1)
    assert not marts_in(copy)
    questions.rates("Anna")
    assert marts_in(copy) == {"mart_player_stats"}


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
