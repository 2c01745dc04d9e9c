"""Luck: the effect of chance on a player's results, night by night and card by card."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from reports.data.frames import NIGHTS, named_frame, part_of, season_row, with_names


def luck(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """A row a night and player of a season, in time order: `mart_player_luck` with names.

    >>> luck(con, "2026").select("session_id", "name", "hands").row(0)
    ('2026-01', 'Anna', 24)
    """
    frame = with_names(
        con,
        f"""
        select r.*, s.started_at
        from (from mart_player_luck where {NIGHTS}) as r left join mart_sessions as s using (session_id)
        """,
        order="r.night_no, p.join_order",
        season=season,
    )
    return frame.with_columns(night_of_player=pl.int_range(1, pl.len() + 1).over("player_id"))


def drawdowns(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """A row a drawdown of a season, the deepest first: `mart_player_drawdowns` with names and the nights' times.

    >>> drawdowns(con, "2026").select("name", "best_session", "deepest_session", "nights").row(0)
    ('Anna', '2026-01', '2026-12', 10)
    """
    ends = ("best", "deepest", "regained")
    return with_names(
        con,
        f"""
        select r.*, {", ".join(f"{end}.started_at as {end}_at" for end in ends)}
        from (from mart_player_drawdowns where {NIGHTS}) as r
        {" ".join(f"left join mart_sessions as {end} on {end}.session_id = r.{end}_session" for end in ends)}
        """,
        order="r.depth_units desc, p.join_order, r.drawdown_no",
        season=season,
    )


def all_ins(con: DuckDBPyConnection, season: str | None, player_id: str) -> pl.DataFrame:
    """The row of `mart_player_all_ins` of a player's season; none if no all-in is known well enough.

    >>> all_ins(con, "2026", "p1").height  # no all-in was logged with its cards
    0
    """
    return season_row(con, "mart_player_all_ins", season, player_id)


def deals(con: DuckDBPyConnection, season: str | None, player_id: str) -> pl.DataFrame:
    """The rows of `mart_player_deals` of a player's season, first cards first; none if no cards are recorded.

    >>> deals(con, "2026", "p1").height  # no cards were logged
    0
    """
    rows = season_row(con, "mart_player_deals", season, player_id)
    return rows.sort(
        pl.col("cards").replace_strict({"first": 0, "later": 1, "both": 2}, return_dtype=pl.Int8)
    )


def card_luck(con: DuckDBPyConnection, session_id: str | None = None) -> pl.DataFrame:
    """A row a player and kind of cards of `mart_player_deals` for a night or an import, or for all of them, with
    names, and the session's `ante`, where it has only one.

    >>> card_luck(con, "2026-03").height  # no cards were logged
    0
    """
    query = f"""
        select d.*, p.name, p.join_order, h.ante
        from mart_player_deals as d
        join named_players as p using (player_id)
        left join (
            select session_id, if(min(unit) = max(unit), min(unit), null) as ante
            from mart_hands
            {"where session_id in $ids" if session_id else ""}
            group by session_id
        ) as h using (session_id)
        where d.scope = 'session' {"and d.session_id in $ids" if session_id else ""}
        order by d.session_id, p.join_order, d.cards
        """
    return part_of(con, query, "session_id", session_id) if session_id else named_frame(con, query)
