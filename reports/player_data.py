"""Marts -> frames: a season's players beside chance, beside each other, and by what they call."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from reports.data import frame_of


def luck(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """A row a night and player of a season, in time order: `mart_player_luck` with names."""
    return frame_of(
        con,
        """
        select
            u.*, s.started_at, p.name, p.join_order,
            row_number() over (partition by u.player_id order by u.night_no) as night_of_player
        from mart_player_luck as u
        join players as p using (player_id)
        left join mart_sessions as s using (session_id)
        where u.kind = 'night' and u.season is not distinct from $season
        order by u.night_no, p.join_order
        """,
        season=season,
    )


def falls(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """A row a fall of a season, the deepest first: `mart_player_falls` with names and the nights' times."""
    return frame_of(
        con,
        """
        select
            f.*, b.started_at as best_at, d.started_at as deepest_at, r.started_at as regained_at,
            p.name, p.join_order
        from mart_player_falls as f
        join players as p using (player_id)
        left join mart_sessions as b on b.session_id = f.best_session
        left join mart_sessions as d on d.session_id = f.deepest_session
        left join mart_sessions as r on r.session_id = f.regained_session
        where f.kind = 'night' and f.season is not distinct from $season
        order by f.depth_units desc, p.join_order, f.fall_no
        """,
        season=season,
    )


def all_ins(con: DuckDBPyConnection, season: str | None, player_id: str) -> pl.DataFrame:
    """The row of `mart_player_all_ins` of a player's season, or none where no all-in is known well enough."""
    return _season_row(con, "mart_player_all_ins", season, player_id)


def deals(con: DuckDBPyConnection, season: str | None, player_id: str) -> pl.DataFrame:
    """The rows of `mart_player_deals` of a player's season, first cards first; none where none are told."""
    found = _season_row(con, "mart_player_deals", season, player_id)
    return found.sort(
        pl.col("cards").replace_strict({"first": 0, "later": 1, "both": 2}, return_dtype=pl.Int8)
    )


def night_deals(con: DuckDBPyConnection, session_id: str) -> pl.DataFrame:
    """A row a player and kind of cards of `mart_player_deals` for a night or an import, with names."""
    return frame_of(
        con,
        """
        select d.*, p.name, p.join_order
        from mart_player_deals as d
        join players as p using (player_id)
        where d.scope = 'session' and d.session_id = $session_id
        """,
        session_id=session_id,
    )


def _season_row(con: DuckDBPyConnection, mart: str, season: str | None, player_id: str) -> pl.DataFrame:
    return frame_of(
        con,
        f"""
        select *
        from {mart}
        where scope = 'season' and kind = 'night' and season is not distinct from $season
            and player_id = $player_id
        """,
        season=season,
        player_id=player_id,
    )


def versus(con: DuckDBPyConnection, season: str | None, player_id: str) -> pl.DataFrame:
    """A row an opponent: `mart_player_versus` with `name` and `join_order` of the other."""
    return frame_of(
        con,
        """
        select v.* exclude (player_id), p.name, p.join_order
        from mart_player_versus as v
        join players as p on p.player_id = v.other_id
        where v.scope = 'season' and v.kind = 'night' and v.season is not distinct from $season
            and v.player_id = $player_id
        order by v.net_units desc, p.join_order
        """,
        season=season,
        player_id=player_id,
    )


def calls(con: DuckDBPyConnection, season: str | None, player_id: str) -> pl.DataFrame:
    """A row a game that the player called, the most called first: `mart_player_calls` with its name."""
    return frame_of(
        con,
        """
        select c.*, coalesce(v.name, c.variant_id) as game
        from mart_player_calls as c
        left join mart_variants as v using (variant_id)
        where c.scope = 'season' and c.kind = 'night' and c.season is not distinct from $season
            and c.player_id = $player_id
        order by c.calls desc, game
        """,
        season=season,
        player_id=player_id,
    )


def favourites(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """A row a player of a season: the row of `mart_player_calls` of the game that the player's calls have
    more of than the others', with its name, beside how many `games` in `all_calls` calls there were.
    """
    return frame_of(
        con,
        """
        select c.*, p.name, p.join_order, coalesce(v.name, c.variant_id) as game, n.games, n.all_calls
        from mart_player_calls as c
        join players as p using (player_id)
        join (
            select player_id, count(*) as games, sum(calls) as all_calls
            from mart_player_calls
            where scope = 'season' and kind = 'night' and season is not distinct from $season
            group by player_id
        ) as n using (player_id)
        left join mart_variants as v using (variant_id)
        where c.scope = 'season' and c.kind = 'night' and c.season is not distinct from $season
        qualify
            row_number() over (
                partition by player_id order by c.share - coalesce(c.others_share, 0) desc, game
            ) = 1
        order by n.all_calls desc, p.join_order
        """,
        season=season,
    )


def pairs(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """A row a player and opponent of a season, `net_units` the player's: `mart_player_versus`."""
    return frame_of(
        con,
        """
        select v.player_id, v.other_id, v.net_units, v.hands
        from mart_player_versus as v
        join players as p using (player_id)
        join players as o on o.player_id = v.other_id
        where v.scope = 'season' and v.kind = 'night' and v.season is not distinct from $season
        """,
        season=season,
    )


def bank(con: DuckDBPyConnection, session_id: str) -> pl.DataFrame:
    """The bank's book of a session, entry by entry: `mart_bank` with the names of both players."""
    return frame_of(
        con,
        """
        select b.*, p.name, p.join_order, o.name as other, o.join_order as other_order
        from mart_bank as b
        left join players as p using (player_id)
        left join players as o on o.player_id = b.other_id
        where b.session_id = $session_id
        order by b.entry_no
        """,
        session_id=session_id,
    )


def imported(con: DuckDBPyConnection, player_id: str) -> int:
    """How many confirmed hands of a player's were imported."""
    query = """
        select coalesce(sum(hands), 0) as hands from mart_player_nights
        where kind = 'import' and player_id = $player_id
        """
    return int(frame_of(con, query, player_id=player_id)["hands"][0])


def splits(con: DuckDBPyConnection, season: str | None, player_id: str) -> pl.DataFrame:
    """A row a part of the player's hands, by position, by dealer (with `name`, hidden ones left out) and by
    table: `mart_player_splits`.
    """
    return frame_of(
        con,
        """
        select s.*, p.name, p.join_order
        from mart_player_splits as s
        left join players as p on s.split = 'dealer' and p.player_id = s.part
        where s.scope = 'season' and s.kind = 'night' and s.season is not distinct from $season
            and s.player_id = $player_id and (s.split <> 'dealer' or p.player_id is not null)
        order by s.split, try_cast(s.part as integer), p.join_order, s.part
        """,
        season=season,
        player_id=player_id,
    )


__all__ = [
    "all_ins",
    "bank",
    "calls",
    "deals",
    "favourites",
    "imported",
    "luck",
    "night_deals",
    "pairs",
    "splits",
    "versus",
]
