"""Questions of a language model's client on a store: its tables with their meanings, a query, a player's rates, the
rules of a game, a hand as text. Nothing is written, and nothing else is read.

A query may name the described marts and staging views alone: no file, no function that reads one, no setting. They
don't contain how players are paid. A rate is answered only with its interval and its sample (`interval_rule`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from math import exp
from pathlib import Path
from threading import Timer
from typing import Any

from duckdb import DuckDBPyConnection

from engine.api import Act, PederError, call, card_text, describe, parse_additions
from language import tr
from pipeline.analysis.interval_rule import (
    check_estimates,
    check_intervals,
    described_with_intervals,
    replace_rates,
)
from pipeline.analysis.marts import open_marts, sentences
from pipeline.store.games import catalogue_of
from pipeline.store.people import Registry
from pipeline.store.store import Store
from queries import selects
from queries.meanings import Description, descriptions
from queries.parsed import (
    FUNCTIONS_OF_VALUES,
    Node,
    lists_tables,
    nodes_of,
    parse,
    table_functions,
    tables_defined,
    tables_named,
)
from queries.people_error import AMOUNT_HIGH, AMOUNT_LOW, RATIO_REACH
from queries.sources import text_in_sql

MOST_ROWS = 1000
MOST_SECONDS = 20.0
MOST_LETTERS = 200_000
"""Letters of an answer as JSON."""
PRIVATE_TABLES = frozenset({"stg_players"})
"""Tables that say how players are paid."""
_OF_GAMES = "mart_variant_"
"""Prefixes of the tables with results of games, also of simulated people."""
_SETTINGS = frozenset(
    {"getenv", "current_setting", "getvariable", "write_log", "current_database", "current_schemas"}
)


def readable() -> dict[str, Description]:
    """The tables that may be asked for, by name."""
    tables = {name: about for name, about in descriptions().items() if name not in PRIVATE_TABLES}
    return described_with_intervals(tables)


class Questions:
    """The tools, on the store in a folder."""

    def __init__(self, store: Path, *, seconds: float = MOST_SECONDS) -> None:
        self.store, self.seconds = store, seconds

    def tables(self, name: str = "") -> dict[str, Any]:
        """Without a name every table with what its rows are; with one its columns, their units and meanings. Raises
        PederError.
        """
        known = readable()
        if not name:
            return {"tables": {table: str(about) for table, about in known.items()}}
        if name not in known:
            raise PederError(
                tr("There is no table {name!r}; there are: {names}.", name=name[:80], names=", ".join(known))
            )
        columns = {column: str(meaning) for column, meaning in known[name].columns.items()}
        return {"table": name, "about": str(known[name]), "columns": columns}

    def query(self, sql: str, limit: int = 200) -> dict[str, Any]:
        """The rows of one select, at most `limit`. Raises PederError."""
        limit = max(1, min(limit, MOST_ROWS))
        with open_marts(self.store) as con:
            with sentences():
                parsed = parse(con, sql)
            read = _tables_read(con, parsed)
            check_estimates(parsed)
            replace_rates(con, read)
            within = f"select * from ({sql.strip().rstrip(';')}\n) limit {limit + 1}"
            rows = self._rows(con, within)
            columns = [name for name, *_ in con.execute(f"describe {within}").fetchall()]
        check_intervals(readable(), read, parsed, columns)
        answer: dict[str, Any] = {"rows": rows[:limit], "has_more": len(rows) > limit}
        if any(name.startswith(_OF_GAMES) for name in read):
            answer["people"] = _people()
        if len(json.dumps(answer)) > MOST_LETTERS:
            raise PederError(tr("The answer is too long: ask for fewer rows or columns."))
        return answer

    def rates(self, player: str, season: str = "") -> dict[str, Any]:
        """What a player does, each rate with its 95% interval and the hands that it rests on. Raises PederError."""
        person = Registry.of(Store(self.store)).get(player)
        sql = f"""
            select
                metric, measure, value, low, high, numerator, denominator,
                case when measure = 'share' then share_of(cast(k as bigint), cast(n as bigint)) end as of_the_group
            from (
                select
                    *,
                    sum(numerator) over (partition by metric) as k,
                    sum(denominator) over (partition by metric) as n
                from mart_player_stats
                where kind = 'night' and {f"season = {text_in_sql(season)}" if season else "scope = 'all'"}
            )
            where player_id = {text_in_sql(person.player_id)} and value is not null
            order by metric
        """
        with open_marts(self.store, ("mart_player_stats",)) as con:
            rows = self._rows(con, sql)
        if not rows:
            raise PederError(
                tr("Nothing is known of {name} there: no confirmed hand of a night.", name=person.name)
            )
        return {"player": person.name, "season": season or None, "rates": rows}

    def rules(self, game: str, additions: str = "") -> dict[str, Any]:
        """The rules of a game as text, with what a dealer adds. Raises PederError."""
        return describe(call(catalogue_of(self.store).find(game), parse_additions([additions])))

    def hand(self, session: str, number: int) -> dict[str, Any]:
        """A hand as text. Raises PederError."""
        key = {"session": session, "number": number}
        where = "where session_id = $session and hand_no = $number"
        with open_marts(self.store, ()) as con, sentences():
            hands = selects.run(con, f"from stg_hands {where}", key)
            if not hands:
                raise PederError(
                    tr("There is no hand {number} in {session!r}.", number=number, session=session[:80])
                )
            seats = selects.run(con, f"from stg_seats {where} order by seat", key)
            acts = selects.run(con, f"from stg_actions {where} order by action_no", key)
        registry = Registry.of(Store(self.store))
        names = [
            registry.name_of(seat["player_id"]) if seat["player_id"] else str(seat["profile"])
            for seat in seats
        ]
        lines = _hand_lines(hands[0], seats, acts, names, self._game_name(hands[0]["variant_id"]))
        return {"session": session, "hand": number, "text": "\n".join(lines)}

    def _game_name(self, variant_id: str | None) -> str:
        games = catalogue_of(self.store)
        return games[variant_id].name if variant_id and variant_id in games else str(variant_id)

    def _rows(self, con: DuckDBPyConnection, sql: str) -> list[dict[str, Any]]:
        """The rows of a select, times and exact numbers as text. Raises PederError, also where it takes too long."""
        timer = Timer(self.seconds, con.interrupt)
        timer.start()
        try:
            with sentences():
                rows = selects.run(con, sql)
        except PederError as error:
            if not timer.is_alive():
                raise PederError(
                    tr("The query took longer than {n:.0f} seconds: ask for less.", n=self.seconds)
                ) from error
            raise
        finally:
            timer.cancel()
        return [{name: _plain(value) for name, value in row.items()} for row in rows]


def _people() -> dict[str, Any]:
    """The second width of every figure of simulated hands, for readers who put a verdict into words."""
    return {
        "amount": [AMOUNT_LOW, AMOUNT_HIGH],
        "ratio": [exp(-RATIO_REACH), exp(RATIO_REACH)],
        "about": (
            "low and high cover the hands only. Of simulated hands (kind 'run') people leave more open: multiply an amount by "
            "`amount`, the ratio of two games' net_sd by `ratio`. State both widths; a game is certainly wilder than another only if "
            "the ratio stays above 1 with both. Hands of nights and imports need no such width."
        ),
    }


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    return value if isinstance(value, str | int | float | bool | list | None) else str(value)


def _tables_read(con: DuckDBPyConnection, parsed: Node) -> set[str]:
    """The tables that a parsed select reads. Raises PederError for one that reads anything else."""
    functions = {str(node.get("function_name", "")).casefold() for node in nodes_of(parsed)}
    if not _SETTINGS.isdisjoint(functions) or lists_tables(parsed):
        raise PederError(tr("Only the tables are answered, no settings: `tables` describes them."))
    local = tables_defined(parsed)
    for name in local:
        # one that is a table's name too could stand for the table, another for a file
        if not name.isidentifier() or name in _catalog(con):
            raise PederError(
                tr("Give {name!r} in the query another name, a word that no table has.", name=name[:80])
            )
    read = tables_named(parsed) - local
    for name in read - readable().keys():
        raise PederError(
            tr("{name!r} isn't a table that can be asked for: `tables` lists all tables.", name=name[:80])
        )
    for name in table_functions(parsed) - FUNCTIONS_OF_VALUES:
        raise PederError(tr("{name!r} can't be read from here.", name=name[:80]))
    return read


def _catalog(con: DuckDBPyConnection) -> set[str]:
    """The names of all tables and views, also those that can't be asked for."""
    tables = "select table_name from duckdb_tables() union select view_name from duckdb_views()"
    return {str(name).casefold() for (name,) in con.execute(tables).fetchall()}


def _hand_lines(
    hand: Mapping[str, Any],
    seats: list[dict[str, Any]],
    acts: list[dict[str, Any]],
    names: list[str],
    game: str,
) -> Iterator[str]:
    """A hand, a line for what it was, for each player and for each round of acts."""
    added = f" ({hand['additions']})" if hand["additions"] else ""
    dealer = names[-1] if names else tr("nobody")
    yield tr(
        "Hand {number}, {game}, {dealer} dealt; pot {pot}.",
        number=hand["hand_no"],
        game=game + added,
        dealer=dealer,
        pot=hand["pot"],
    )
    if hand["status"] != "confirmed":
        yield tr("A draft: it counts nowhere.")
    for board in hand["common"] or ():
        yield tr("Board: {cards}", cards=board)
    for name, seat in zip(names, seats, strict=True):
        parts = [tr("{name} paid {paid}, won {won}", name=name, paid=seat["paid"], won=seat["won"])]
        parts += [tr("folded")] if seat["folded_round"] is not None else []
        parts += [text for text in (seat["announced"] or seat["meld"], seat["cards"]) if text]
        yield ", ".join(map(str, parts))
    rounds: dict[int, list[str]] = {}
    for act in acts:
        kind = Act(act["code"])
        what = act["card"] if act["card"] is None else card_text(act["card"])
        amount = what if what is not None else act["chips"] or ""
        who = names[act["seat"]] if act["seat"] is not None and act["seat"] < len(names) else ""
        rounds.setdefault(act["round"], []).append(" ".join(filter(None, [who, kind.word, str(amount)])))
    for number, texts in rounds.items():
        yield tr("Round {number}: {acts}", number=number, acts=", ".join(texts))
    if hand["note"]:
        yield tr("Note: {text}", text=hand["note"])
