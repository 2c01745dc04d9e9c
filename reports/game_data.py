"""All data of the page of games, game by game, as the page's script takes it.

A dictionary a game and its additions, in chips and antes: stacks, money and hours are the reader's, and are
put in on the page (`assets/games/`). Keys that aren't known are null.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from math import sqrt
from statistics import NormalDist
from typing import Any

import polars as pl
from duckdb import DuckDBPyConnection

from reports import data
from reports.components.hand_log import meld_text
from reports.data import frame_of
from reports.game_source import EveningFigures, GameEvenings, GameSource

Key = tuple[str, str]
"""A game and its additions."""

PER_DEVIATION = NormalDist().inv_cdf(5 / 6)
"""The amount that two of three evenings stay within, in standard deviations of a normal distribution: an estimate if no
evenings were played.
"""

CURVE = (
    0.001, 0.002, 0.005, *(n / 100 for n in range(1, 100)), 0.995, 0.998, 0.999,
)  # fmt: skip
"""Shares of the hands at which the cumulative curve has a point."""


MOST_WINNERS = 1.1
"""Winners for every two seats that compared hands: with more, those of the players who lost weren't all logged, unless pots were
split.
"""


def game_rows(
    con: DuckDBPyConnection, kind: str, games: pl.DataFrame, source: GameSource
) -> list[dict[str, Any]]:
    """A row for each game of `games` (`data.game_stats`, labelled), ordered by the typical result of an evening, the wildest
    first. For runs, the marts of comparisons provide what the marts of `con` don't have.

    >>> from reports import data
    >>> from reports.game_source import NO_GAMES
    >>> from reports.pages.variants import labelled
    >>> rows = game_rows(con, "run", labelled(data.game_stats(con, "run")), NO_GAMES)
    >>> len(rows)
    10
    """
    evenings = _by_game(source.evenings()) if kind == "run" else {}
    other = source.compared() if kind == "run" else None
    marts = (con, other) if other else (con,)

    def from_both(find: Callable[[DuckDBPyConnection], dict[Key, Any]]) -> dict[Key, Any]:
        return {key: value for each in reversed(marts) for key, value in find(each).items()}

    units, curves = from_both(lambda each: _units(each, kind)), from_both(lambda each: _curves(each, kind))
    tails, melds = from_both(lambda each: _tails(each, kind)), from_both(lambda each: _melds(each, kind))
    skills, lineups = from_both(_skills), _lineups(*marts) if kind == "run" else {}
    catalogue = {
        row["variant_id"]: row
        for each in reversed(marts)
        for row in frame_of(each, "select * from mart_variants").iter_rows(named=True)
    }
    shown = []
    for row in games.iter_rows(named=True):
        key = (row["variant_id"], row["additions"])
        game = catalogue.get(key[0], {})
        unit, rules = units.get(key), source.rules(*key)
        shown.append(
            {
                "id": row["row_id"], "name": row["label"], "family": row["family"],
                "wild": rules.wild if rules else game.get("wild"), "rounds": game.get("rounds"),
                "players": [game.get("players_min"), game.get("players_max")], "pace": row["pace"], "measured": game.get("pace_source") == "measured",
                "chain": row["hands_per_chain_chain"], "hands": row["hands_hand"], "unit": unit,
                "hour": _interval(row, "net_sd_hour"), "hand": _interval(row, "net_sd_hand"),
                "guess": _guess(row["net_sd_hour"], unit),
                "pot": [row[f"pot_{each}_hand"] for each in ("p10", "p25", "p50", "p75", "p90", "max")],
                "showdown": row["showdown_hand"], "carried": row["carried_hand"],
                "curve": curves.get(key), "tails": tails.get(key), "melds": melds.get(key, []),
                "skill": skills.get(key), "lineups": lineups.get(key, []),
                "evenings": [_evenings(each) for each in evenings.get(key, [])],
                "rules": dict(vars(rules)) if rules else None,
            }
        )  # fmt: skip
    return sorted(shown, key=lambda row: (-(usual(row) or 0), row["name"]))


def usual(game: Mapping[str, Any], hours: float = 4.5) -> float | None:
    """Return the amount that two of three evenings of a game stay within, in chips: from played evenings, else
    guessed from the deviation.

    >>> usual({"evenings": [], "guess": 100.0}, hours=4)
    200.0
    """
    for table in game["evenings"]:
        if f"{hours:g}" in table["hours"]:
            return float(table["hours"][f"{hours:g}"]["usual"][0])
    return None if game["guess"] is None else game["guess"] * sqrt(hours)


_FIRST = ("friends", "regular")
"""Line-ups that come first where a game was played by several."""


def _order(lineup: str) -> int:
    return _FIRST.index(lineup) if lineup in _FIRST else len(_FIRST)


def _by_game(evenings: Sequence[GameEvenings]) -> dict[Key, list[GameEvenings]]:
    """By game, with the tables of friends and of regular players first; of several rows for a table, the first counts."""
    by_game: dict[Key, dict[tuple[str, int], GameEvenings]] = {}
    for game in evenings:
        tables = by_game.setdefault((game.variant_id, game.additions), {})
        tables.setdefault((game.lineup, game.players), game)
    return {
        key: sorted(tables.values(), key=lambda game: (_order(game.lineup), -len(game.samples)))
        for key, tables in by_game.items()
    }


def _evenings(game: GameEvenings) -> dict[str, Any]:
    return {
        "players": game.players,
        "lineup": game.lineup,
        "hours": {f"{hours:g}": _evening(evening) for hours, evening in game.by_hours.items()},
        "samples": game.samples,
        "drawdowns": game.drawdowns,
    }


def _evening(evening: EveningFigures) -> dict[str, Any]:
    """The figures of an evening as the page's script names them. Chances are whole thousandths, which makes the page a
    seventh smaller.
    """
    chances = zip(*evening.ruin_chance, strict=True)
    return {
        "hands": evening.hands,
        "evenings": evening.evenings,
        "net": evening.net,
        "usual": evening.typical_range,
        "ahead": round(evening.ahead, 3),
        "drawdown": evening.drawdown,
        "gone": [[round(1000 * chance) for chance in row] for row in chances],
    }


def _guess(deviation: float | None, unit: float | None) -> float | None:
    """What two of three evenings of an hour stay within, in chips, from the deviation of an hour in antes."""
    return None if deviation is None or unit is None else PER_DEVIATION * deviation * unit


def _interval(row: Mapping[str, Any], name: str) -> list[float | None]:
    """A deviation, the ends of its interval, its effective sample, and how many hands an interval takes."""
    return [row[f"{name}{ending}"] for ending in ("", "_low", "_high", "_effective", "_needed")]


def _by_key(con: DuckDBPyConnection, query: str, **parameters: Any) -> Iterator[tuple[Key, dict[str, Any]]]:
    """The rows of a query, each with its game."""
    for row in frame_of(con, query, **parameters).to_dicts():
        yield (row.pop("variant_id"), row.pop("additions")), row


def _units(con: DuckDBPyConnection, kind: str) -> dict[Key, int]:
    """The ante of most hands of a game, in chips."""
    rows = _by_key(
        con,
        """
        select variant_id, additions, arg_max(unit, (hands, -unit)) as unit
        from (
            select variant_id, additions, unit, sum(pots.number) as hands
            from int_game_sums
            where kind = $kind and per = 'hand' and unit is not null
            group by all
        )
        group by all
        """,
        kind=kind,
    )
    return {key: int(row["unit"]) for key, row in rows}


def _curves(con: DuckDBPyConnection, kind: str) -> dict[Key, list[list[float]]]:
    """The distribution of a seat's net in a hand: [antes], [share of the hands that bring less than an ante more]."""
    curves: dict[Key, list[list[float]]] = {}
    games = data.net_distribution(con, kind).group_by("variant_id", "additions", maintain_order=True)
    for variant_id, additions, bins, numbers in games.agg("bin", "n").iter_rows():
        share_of_hand = 1 / sum(numbers)
        upto = [n * share_of_hand for n in accumulate(numbers)]
        places = sorted({min(bisect_left(upto, share), len(upto) - 1) for share in CURVE})
        curves[variant_id, additions] = [
            [bins[place] for place in places],
            [round(upto[place], 4) for place in places],
        ]
    return curves


def _tails(con: DuckDBPyConnection, kind: str) -> dict[Key, dict[str, float]]:
    query = """
        select * exclude (kind, player_count)
        from mart_variant_tails
        where kind = $kind and player_count is null
        """
    return dict(_by_key(con, query, kind=kind))


def _melds(con: DuckDBPyConnection, kind: str) -> dict[Key, list[dict[str, Any]]]:
    """The melds that were compared, the strongest first. How often they won isn't known where the log names winners' melds
    rather than all.
    """
    query = """
        with compared as (
            select h.variant_id, h.additions, sum(h.showdown_count) filter (h.showdown_count > 1) as seats
            from mart_hands as h
            inner join mart_sessions as s using (session_id)
            where s.kind = $kind
            group by all
        ),

        melds as (
            select
                *,
                2 * sum(won) over game > $most * sum(shown) over game
                and sum(shown) over game < coalesce(seats, 0) as lacks_losers
            from mart_variant_melds
            left join compared using (variant_id, additions)
            where kind = $kind and player_count is null
            window game as (partition by variant_id, additions)
        )

        select
            variant_id, additions, meld, shown, share_won, if(lacks_losers, null, win_rate) as win_rate, low, high, usual_winner,
            wins_half and not lacks_losers as wins_half
        from melds
        order by variant_id, additions, place desc
        """
    melds: dict[Key, list[dict[str, Any]]] = {}
    for key, row in _by_key(con, query, kind=kind, most=MOST_WINNERS):
        rounded = {name: round(row[name], 4) for name in ("share_won", "win_rate") if row[name] is not None}
        melds.setdefault(key, []).append(row | rounded | {"meld": meld_text(row["meld"])})
    return melds


def _skills(con: DuckDBPyConnection) -> dict[Key, dict[str, Any]]:
    """The value of the largest known edge of one profile over another."""
    query = """
        select
            variant_id, additions, profile, other, deals, edge_per_100, error_per_100, n_star, n_star_low,
            n_star_high
        from mart_variant_skill
        order by edge_per_100, deals
        """
    return dict(_by_key(con, query))


def _lineups(*marts: DuckDBPyConnection) -> dict[Key, list[dict[str, Any]]]:
    """How wild a game is by who plays it, per hour in antes: friends and regular players first, then by the hands they
    played. Of a line-up at a table the first of the marts tells.
    """
    query = """
        select
            variant_id, additions, lineup, player_count as players, net_sd as value, low, high, effective,
            needed
        from mart_variant_lineups
        where per = 'hour' and net_sd is not null and lineup is not null
        order by variant_id, additions, sample desc, lineup
    """
    lineups: dict[Key, dict[tuple[str, int], dict[str, Any]]] = {}
    for con in marts:
        for key, row in _by_key(con, query):
            tables = lineups.setdefault(key, {})
            tables.setdefault((row["lineup"], row["players"]), row)
    return {
        key: sorted(tables.values(), key=lambda row: _order(row["lineup"])) for key, tables in lineups.items()
    }
