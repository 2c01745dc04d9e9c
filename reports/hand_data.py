"""Marts and views -> frames: what the hands of one session were, as `reports.data` for its sums."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from reports.data import frame_of


def winners(con: DuckDBPyConnection, session_id: str) -> pl.DataFrame:
    """Who took chips out of a pot in a session's confirmed hands: a row a hand and winner."""
    return frame_of(
        con,
        """
        select w.*, p.name, p.join_order
        from mart_winners as w
        left join players as p using (player_id)
        where w.session_id = $session_id
        order by w.hand_no, w.won desc, w.seat
        """,
        session_id=session_id,
    )


def hand_log(con: DuckDBPyConnection, session_id: str) -> pl.DataFrame:
    """All of a session's hands in order, drafts too (`status`): game, dealer, pots, outcome, note."""
    return frame_of(
        con,
        """
        select
            h.hand_no, h.status, coalesce(h.chain_no, h.hand_no) as chain_no, h.variant_id,
            coalesce(v.name, h.variant_id) as game, h.additions, d.name as dealer, h.pot_in, h.pot, h.pot_out,
            h.outcome, h.started_at, h.note
        from stg_hands as h
        left join mart_variants as v using (variant_id)
        left join int_players as i on i.stored_id = h.dealer_id
        left join players as d on d.player_id = i.player_id
        where h.session_id = $session_id
        order by h.hand_no
        """,
        session_id=session_id,
    )


def hand_seats(con: DuckDBPyConnection, session_id: str) -> pl.DataFrame:
    """Who sat in a session's hands, drafts too, in the order of the seats; a hidden player has no name."""
    return frame_of(
        con,
        """
        select s.*, p.name, p.join_order
        from (
            select s.* exclude (player_id), i.player_id
            from stg_seats as s
            left join int_players as i on i.stored_id = s.player_id
        ) as s
        left join players as p using (player_id)
        where s.session_id = $session_id
        order by s.hand_no, s.seat
        """,
        session_id=session_id,
    )


def hand_acts(con: DuckDBPyConnection, session_id: str) -> pl.DataFrame:
    """Every act of a session's hands that are known act by act, in order: `card` as `As`, chips
    into the pot."""
    return frame_of(
        con,
        """
        select a.hand_no, a.round, a.seat, a.kind, a.chips, c.word as card
        from stg_actions as a
        left join stg_terms as c on c.list = 'card' and c.code = a.card
        where a.session_id = $session_id
        order by a.hand_no, a.action_no
        """,
        session_id=session_id,
    )
