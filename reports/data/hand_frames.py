"""Hands: of a player, of a night, act by act."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from duckdb import DuckDBPyConnection

from reports.data.cast import names_now
from reports.data.frames import frame_of, measured, named_frame, part_of, with_ids, with_names


def season_hands(con: DuckDBPyConnection, season: str | None, player_id: str) -> pl.DataFrame:
    """A player's hands of a season in order; `value` of the hand and `total` after it, in `measure`;
    whether the player dealt it.

    >>> season_hands(con, "2026", "p1").select("session_id", "hand_no", "value", "total", "measure").row(0)
    ('2026-01', 1, -0.5, -0.5, 'DKK')
    """
    frame = part_of(
        con,
        """
        select
            c.player_id, c.session_id, c.hand_no, c.variant_id, c.net, c.net_money, c.currency, v.name as game,
            s.started_at as night_at, h.dealer_id = c.player_id as own_deal
        from mart_player_cumulative as c
        left join mart_variants as v using (variant_id)
        left join mart_sessions as s using (session_id)
        left join mart_hands as h using (session_id, hand_no)
        where c.kind = 'night' and c.season is not distinct from $season and c.player_id in $ids
        order by c.season_hand
        """,
        "player_id",
        player_id,
        season=season,
    )
    return measured(frame, money="net_money", chips="net", within=["currency"])


def hand_views(con: DuckDBPyConnection, season: str | None, player_id: str) -> pl.DataFrame:
    """A player's hands of a season: whether the player compared cards (`shown`), and the gain from the cards after
    the first ones in chips (`later_chips`: street luck, else all-in luck; null if not known).


    >>> hand_views(con, "2026", "p1").height == season_hands(con, "2026", "p1").height
    True
    """
    views = part_of(
        con,
        """
        select
            s.player_id, s.session_id, s.hand_no, bool_or(s.at_showdown) as shown,
            sum(coalesce(d.later, s.won - e.expected)) as later_chips
        from int_seats as s
        left join stg_deals as d using (session_id, hand_no, seat)
        left join stg_equities as e using (session_id, hand_no, seat)
        where s.kind = 'night' and s.season is not distinct from $season and s.player_id in $ids
        group by all
        """,
        "player_id",
        player_id,
        season=season,
    )
    return views.drop("player_id")


def extreme_hands(
    con: DuckDBPyConnection, season: str | None, nights: list[str] | None = None
) -> pl.DataFrame:
    """The largest win and largest loss of one hand of a season, or of some of its nights, in money where the
    chips' worth is known: at most two rows, `what` is win or loss.

    >>> extreme_hands(con, "2026").select("what", "name", "net").rows()
    [('win', 'Erik', 131), ('loss', 'Anna', -42)]
    """
    return named_frame(
        con,
        """
        with hands as (
            select
                c.session_id, c.hand_no, c.season_hand, c.player_id, c.variant_id, c.net, c.net > 0 as is_win,
                abs(c.net * coalesce(s.chip_value, 1)) as size
            from mart_player_cumulative as c
            join named_players as p using (player_id)
            left join mart_sessions as s using (session_id)
            where c.kind = 'night' and c.season is not distinct from $season and c.net != 0
                and ($nights is null or c.session_id in (select unnest($nights::varchar[])))
        ),

        largest as (select is_win, max(size) as size from hands group by is_win)  -- few hands are left to be ordered

        select
            if(c.is_win, 'win', 'loss') as what, c.session_id, c.hand_no, c.net, p.name, p.join_order,
            v.name as game, s.started_at as night_at
        from hands as c
        join largest using (is_win, size)
        join named_players as p using (player_id)
        left join mart_sessions as s using (session_id)
        left join mart_variants as v using (variant_id)
        qualify row_number() over (partition by c.is_win order by c.season_hand, c.player_id) = 1
        order by c.net desc
        """,
        season=season,
        nights=nights,
    )


def winners(con: DuckDBPyConnection, session_id: str) -> pl.DataFrame:
    """The winners of a session's confirmed hands: a row per hand and winner.

    >>> winners(con, "2026-03").select("hand_no", "name").row(0)
    (1, 'Søren')
    """
    rows = "from mart_winners where session_id in $ids"
    return with_names(con, rows, hidden=True, order="r.hand_no, r.won desc, r.seat", night=session_id)


def hand_log(con: DuckDBPyConnection, session_id: str) -> pl.DataFrame:
    """All of a session's hands in order, drafts too (`status`): game, dealer, pots, outcome, note.

    >>> hand_log(con, "2026-03").select("hand_no", "game", "status", "pot").row(0)
    (1, 'Cincinnati', 'confirmed', 22)
    """
    return part_of(
        con,
        """
        select
            h.session_id, h.hand_no, h.status, coalesce(h.chain_no, h.hand_no) as chain_no, h.variant_id,
            coalesce(v.name, h.variant_id) as game, h.additions, d.name as dealer, h.pot_in, h.pot, h.pot_out,
            h.outcome, h.started_at, h.note, h.common
        from stg_hands as h
        left join mart_variants as v using (variant_id)
        left join int_players as i on i.stored_id = h.dealer_id
        left join named_players as d on d.player_id = i.player_id
        where h.session_id in $ids
        order by h.hand_no
        """,
        "session_id",
        session_id,
    )


def hand_seats(con: DuckDBPyConnection, session_id: str) -> pl.DataFrame:
    """The players in a session's hands, drafts too, in the order of the seats; a hidden player has no name.

    >>> hand_seats(con, "2026-03").select("hand_no", "seat", "name", "net").row(0)
    (1, 0, 'Bo', -3)
    """
    seats = """
        select s.* exclude (player_id), i.player_id
        from stg_seats as s
        left join int_players as i on i.stored_id = s.player_id
        where s.session_id in $ids
        """
    return with_names(con, seats, hidden=True, order="r.hand_no, r.seat", night=session_id)


def hand_acts(con: DuckDBPyConnection, session_id: str) -> pl.DataFrame:
    """Every act of a session's hands that are known act by act, in order: `card` as `As`, chips
    into the pot.

    >>> hand_acts(con, "2026-03").select("hand_no", "round", "seat", "kind", "chips").row(0)
    (1, 0, 0, 'ante', 2)
    """
    return part_of(
        con,
        """
        select a.session_id, a.hand_no, a.round, a.seat, a.kind, a.chips, c.word as card
        from stg_actions as a
        left join stg_terms as c on c.list = 'card' and c.code = a.card
        where a.session_id in $ids
        order by a.hand_no, a.action_no
        """,
        "session_id",
        session_id,
    )


def hand_chances(con: DuckDBPyConnection, session_id: str) -> pl.DataFrame:
    """The chances to win from street to street (`stg_chances`) of a session's hands whose cards are known, in order.

    >>> hand_chances(con, "2026-03").columns
    ['session_id', 'hand_no', 'acts', 'seat', 'part']
    """
    return part_of(
        con,
        """
        select session_id, hand_no, acts, seat, part
        from stg_chances
        where session_id in $ids
        order by hand_no, acts, seat
        """,
        "session_id",
        session_id,
    )


def best_hands(con: DuckDBPyConnection, nights: Sequence[str], melds: Sequence[str]) -> pl.DataFrame:
    """The best hand that each player won some nights with, the best of all first: player_id, name, join_order, meld, cards
    ("As Kd", null where not known), whether the game has common cards too (`has_common`) and those of the first board
    (`common`), net in chips, the game, the night and its start. `melds` are the categories, the lowest first; hands that
    aren't one of them, such as a sum of points, don't count.

    >>> melds = ["pair", "two_pair", "three", "straight", "flush", "full_house"]
    >>> best_hands(con, ["2026-03"], melds).select("name", "meld").row(0)
    ('Bo', 'full_house')
    """
    every = frame_of(
        con,
        """
        select
            w.player_id, w.meld, w.cards, w.net, w.hand_no, w.session_id, coalesce(v.name, h.variant_id) as game, s.started_at,
            list_position($melds::varchar[], w.meld) as meld_place,
            coalesce(list_contains(g.traits, 'common'), false) as has_common
        from mart_winners as w
        join mart_hands as h using (session_id, hand_no)
        left join mart_variants as v on v.variant_id = h.variant_id
        left join stg_variants as g on g.variant_id = h.variant_id
        left join mart_sessions as s on s.session_id = w.session_id
        where list_contains($melds::varchar[], w.meld)
        qualify row_number() over (partition by w.session_id, w.player_id order by meld_place desc, w.net desc, w.hand_no) = 1
        """,
        melds=list(melds),
    )
    best = (
        every.filter(pl.col("session_id").is_in(list(nights)))
        .join(names_now(con).drop("called"), on="player_id")
        .sort(
            "meld_place", "net", "started_at", "hand_no", "join_order",
            descending=[True, True, False, False, False], nulls_last=True,
        )
        .unique("player_id", keep="first", maintain_order=True)
        .drop("meld_place")
    )  # fmt: skip
    with_board = best.filter("has_common").select("session_id", "hand_no").unique(maintain_order=True).rows()
    query, named = with_ids(
        """
        select session_id, hand_no, common[1] as common
        from stg_hands
        where session_id in $ids and hand_no in (select unnest($numbers::int[]))
        """,
        [night for night, _ in with_board],
    )
    boards = frame_of(con, query, **named, numbers=[number for _, number in with_board])
    return best.join(boards, on=["session_id", "hand_no"], how="left", maintain_order="left")
