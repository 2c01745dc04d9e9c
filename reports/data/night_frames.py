"""Nights, seasons and money: who was there, what each won, who owes whom."""

from __future__ import annotations

from typing import NamedTuple

import polars as pl
from duckdb import DuckDBPyConnection

from language import tr
from reports.data.cast import names_now, played_nights
from reports.data.frames import NIGHTS, create_once, frame_of, measured, named_frame, with_names
from reports.data.game_frames import game_versions
from reports.errors import ReportError

_SESSIONS = """
    select s.*, i.is_imported, is_tournament(i.house_rules) as is_tournament, v.name as biggest_pot_game
    from mart_sessions as s
    left join stg_sessions as i using (session_id)
    left join mart_variants as v on v.variant_id = s.biggest_pot_variant_id
    order by s.started_at nulls first, s.session_id
"""


def sessions(con: DuckDBPyConnection, kind: str | None = None) -> pl.DataFrame:
    """Nights, imports and runs in time order: `mart_sessions` with names for its ids.

    >>> sessions(con, "night").select("session_id", "hands", "best").row(0)
    ('2026-01', 24, 'Erik')
    """
    rows = frame_of(con, _SESSIONS)
    names = dict(names_now(con).select("player_id", "name").iter_rows())
    ids = {"banker": "banker_id", "best": "best_player_id", "worst": "worst_player_id"}
    rows = rows.with_columns(
        pl.col(column).replace_strict(names, default=None, return_dtype=pl.String).alias(name)
        for name, column in ids.items()
    )
    return rows if kind is None else rows.filter(pl.col("kind") == kind)


class Before(NamedTuple):
    """The figures that a night is compared with: the nights of its season before it (`nights`), in money where all
    chips' worth is known (else in chips), the largest pot, win and loss of theirs, and the pot that one in ten hands
    reaches, this night's among them.
    """

    nights: int
    pot: float | None
    win: float | None
    loss: float | None
    large_pot: float | None


def seasons_before(con: DuckDBPyConnection) -> dict[str, Before]:
    """The figures that each night or import is compared with. Later nights don't change them.

    >>> seasons_before(con)["2026-03"].nights
    2
    """
    create_once(con, "seasons_before", _BEFORE)
    return {name: Before(*rest) for name, *rest in frame_of(con, "from seasons_before").iter_rows()}


def known_then(con: DuckDBPyConnection) -> dict[str, str]:
    """For each night and import, a text of the facts on its page that other files hold: earlier nights, and the names
    of its games. Later nights don't change it.


    >>> sorted(known_then(con))[:2]
    ['2026-01', '2026-02']
    """
    create_once(con, "seasons_before", _BEFORE)
    queries = (
        "from seasons_before",
        "select * from mart_player_deals where scope = 'session' order by player_id, cards",
        """
        select h.session_id, variant_id, v.name
        from (select distinct session_id, variant_id from stg_hands) as h
        left join stg_variants as v using (variant_id)
        where variant_id is not null
        order by variant_id
        """,
    )
    texts: dict[str, str] = {}
    for rows in (*(frame_of(con, query) for query in queries), game_versions(con)):
        at = rows.columns.index("session_id")
        for row in rows.iter_rows():
            texts[row[at]] = texts.get(row[at], "") + repr(row)
    return texts


def players_in_banks(con: DuckDBPyConnection) -> dict[str, list[str]]:
    """The players in the book of each night's bank, who may not have sat down at the table.

    >>> players_in_banks(con)["2026-03"]
    ['p2', 'p3', 'p4', 'p5', 'p6']
    """
    rows = frame_of(
        con,
        """
        select session_id, list_sort(list(distinct player))
        from (
            select session_id, unnest([player_id, other_id]) as player
            from mart_bank
            where session_id is not null
        )
        where player is not null
        group by session_id
        """,
    )
    return dict(rows.iter_rows())


def chips_besides_hands(con: DuckDBPyConnection) -> dict[str, dict[str, int]]:
    """The chips that each night brought its players besides the hands, by a count of the chips, side bets or a carried pot,
    of those whose net they change.

    >>> chips_besides_hands(con)
    {}
    """
    rows = named_frame(
        con,
        """
        select session_id, player_id, sum(difference) as chips
        from int_bank
        join named_players using (player_id)
        where session_id is not null
        group by all
        having chips != 0
        order by all
        """,
    )
    chips: dict[str, dict[str, int]] = {}
    for night, player, of_player in rows.iter_rows():
        chips.setdefault(night, {})[player] = int(of_player)
    return chips


_BEFORE = """
    with nights as (
        select session_id, kind, season, currency, night_no, coalesce(cast(chip_value as double), 1) as worth,
            chip_value is null as in_chips, biggest_pot, best_net, worst_net
        from mart_sessions
        where kind != 'run'
    ),

    pots as (
        select distinct
            session_id,
            quantile_cont(h.pot * n.worth, 0.9) over (
                partition by n.kind, n.season, n.currency, n.in_chips order by n.night_no
                range between unbounded preceding and current row
            ) as large_pot
        from mart_hands as h
        inner join nights as n using (session_id)
    )

    select session_id, count(*) over before, max(biggest_pot * worth) over before, max(best_net * worth) over before,
        min(worst_net * worth) over before, large_pot
    from nights
    left join pots using (session_id)
    window before as (
        partition by kind, season, currency, in_chips order by night_no rows between unbounded preceding and 1 preceding
    )
    order by session_id
"""


def chosen_season(every: pl.DataFrame, season: str | None) -> str | None:
    """The requested season, else the season of the last of the nights `every`. Raises ReportError.

    >>> chosen_season(sessions(con, "night"), None)
    '2026'
    """
    there = every["season"].drop_nulls().unique(maintain_order=True).to_list()
    if season is not None and season not in there:
        if season in every["session_id"].to_list():
            raise ReportError(
                tr("{name!r} is a night, not a season: peder report night {name!r} shows it.", name=season)
            )
        known = tr("it has {seasons}", seasons=", ".join(there)) if there else tr("no night belongs to one")
        raise ReportError(
            tr("There is no season {season!r} in the store: {known}.", season=season, known=known)
        )
    if every.is_empty():
        raise ReportError(tr("No night has been logged yet: peder log begins one."))
    latest: str | None = played_nights(every)["season"][-1]
    return latest if season is None else season


def standings(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """A season of nights: a row a currency and player, best first; `net` is in chips, null where chips of
    different worth would be added up. `rank` is by money, by chips where a currency or a worth isn't known. `net_per_100` has its
    interval, from `low` to `high`, where the player has one currency only.

    >>> standings(con, "2026").select("name", "net_money", "currency").row(0)
    ('Carl', 78.75, 'DKK')
    """
    return named_frame(
        con,
        """
        select
            s.* replace (
                if(
                    bool_and(c.net is not null) over same and (s.currency is null or bool_or(s.net_money is null) over same),
                    rank() over (partition by s.currency order by c.net desc), s.rank
                ) as rank
            ),
            p.name, p.join_order, c.net,
            if(count(*) over theirs = 1, m.value, c.net_per_100) as net_per_100,
            case when count(*) over theirs = 1 then m.low end as low,
            case when count(*) over theirs = 1 then m.high end as high
        from mart_standings as s
        join named_players as p using (player_id)
        left join (
            select
                n.player_id,
                n.currency,
                case when count(distinct coalesce(w.chip_value, 0)) = 1 then sum(n.net) end as net,
                100 * sum(n.net_units) / sum(n.hands) filter (where n.net_units is not null) as net_per_100
            from mart_player_nights as n
            left join mart_sessions as w using (session_id)
            where n.kind = 'night' and n.season is not distinct from $season
            group by all
        ) as c on c.player_id = s.player_id and c.currency is not distinct from s.currency
        left join mart_player_stats as m
            on m.player_id = s.player_id and m.scope = 'season' and m.kind = 'night'
            and m.season is not distinct from $season and m.metric = 'net_per_100'
        where s.kind = 'night' and s.season is not distinct from $season
        window same as (partition by s.currency), theirs as (partition by s.player_id)
        order by s.currency nulls last, rank, c.net desc, p.join_order
        """,
        season=season,
    )


def player_nights(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """A season: a row for each night and player, in time order, with the `value` and the running `total` in
    `measure`. `chip_value` is the value of a chip on the night; chips of different values aren't added up.

    >>> player_nights(con, "2026").select("session_id", "name", "value", "total", "measure").row(1)
    ('2026-01', 'Bo', -22.25, -22.25, 'DKK')
    """
    of_night = "select session_id, chip_value, place from mart_sessions"
    frame = with_names(
        con,
        f"from (from mart_player_nights where {NIGHTS}) left join ({of_night}) using (session_id)",
        order="r.night_no, p.join_order",
        season=season,
    )
    # the amounts of a sheet are money, and its chips made from them
    is_sheet = (pl.col("hands") == 0).all().over("currency")
    return measured(
        frame, money="net_money", chips="net", within=["player_id", "currency"], is_money=is_sheet
    )


def in_main_measure(evenings: pl.DataFrame) -> pl.DataFrame:
    """The rows (`player_nights`) in the measure of the most nights: money and chips can't be compared.

    >>> in_main_measure(player_nights(con, "2026"))["measure"].unique().to_list()
    ['DKK']
    """
    nights = evenings.group_by("measure", maintain_order=True).agg(pl.col("session_id").n_unique())
    main = nights.sort("session_id", descending=True, maintain_order=True)["measure"].head(1)
    return evenings.filter(pl.col("measure").is_in(main.to_list()))


def running_nets(con: DuckDBPyConnection, session_id: str) -> pl.DataFrame:
    """A session: a row a hand and player, in order; its `value` and the `total` after it, in `measure`.

    Where a count of the chips, side bets or a carried pot changed a player's net, a last row says by how much: `is_count`, with
    the number after the last hand's, so that the totals end at the nets of the night (`mart_player_nights`).

    >>> running_nets(con, "2026-03").select("hand_no", "name", "value", "total", "measure").row(0)
    (1, 'Anna', -0.5, -0.5, 'DKK')
    """
    frame = with_names(
        con,
        """
        select r.*, v.name as game
        from mart_player_cumulative as r left join mart_variants as v using (variant_id)
        where r.session_id in $ids
        """,
        order="r.hand_no, p.join_order",
        night=session_id,
    ).with_columns(is_count=False)
    if not frame.is_empty():
        frame = pl.concat([frame, _counts(con, session_id, frame)], how="diagonal_relaxed")
    return measured(frame, money="net_money", chips="net", within=["player_id"])


def _counts(con: DuckDBPyConnection, session_id: str, hands: pl.DataFrame) -> pl.DataFrame:
    """Differences between the nets of a night and the sums of its hands, a row for each player who has one."""
    nets = with_names(
        con,
        "from mart_player_nights where session_id in $ids",
        order="p.join_order",
        night=session_id,
    )
    sums = hands.group_by("player_id").agg(
        pl.col("net").sum().alias("of_hands"), pl.col("net_money").sum().alias("money_of_hands")
    )
    return (
        nets.join(sums, on="player_id", how="left", maintain_order="left")
        .select(
            "session_id", "player_id", "name", "join_order", "currency",
            net=pl.col("net") - pl.col("of_hands").fill_null(0),
            net_money=pl.col("net_money") - pl.col("money_of_hands").fill_null(0),
            hand_no=pl.lit(hands["hand_no"].max() + 1),  # type: ignore[operator]
            is_count=True,
        )
        .filter(pl.col("net") != 0)
    )  # fmt: skip


# a banker who sat in no hand and has nothing in the book belongs to the accounts all the same
_WITH_BANKER = """
    from mart_settlements where session_id in $ids
    union all by name
    select
        s.session_id, s.banker_id as player_id, s.currency, 0 as net, 0 as net_money, 0 as lent, 0 as bought, 0 as returned,
        0 as shadow, 0 as difference, 0 as stack, 0 as book_money, 0 as difference_money, 0 as payments, 0 as expenses,
        0 as balance_money
    from mart_sessions as s
    anti join mart_settlements as a on a.session_id = s.session_id and a.player_id = s.banker_id
    where s.session_id in $ids and s.banker_id is not null
"""


def settlements(con: DuckDBPyConnection, session_ids: list[str]) -> pl.DataFrame:
    """What each player has to get (+) or to pay (-) for some sessions: a row for each player in each, of a single session
    also for its banker.

    Hidden players too, for the sums: their name is null.

    >>> settlements(con, ["2026-03"]).select("name", "currency", "net", "net_money").row(0)
    ('Anna', 'DKK', -91, -22.75)
    """
    order = "r.session_id, p.join_order"
    if len(session_ids) == 1:
        return with_names(con, _WITH_BANKER, hidden=True, order=order, night=session_ids[0])
    rows = "from mart_settlements where session_id in (select unnest($session_ids::varchar[]))"
    return with_names(con, rows, hidden=True, order=order, session_ids=session_ids)


def payments(con: DuckDBPyConnection) -> pl.DataFrame:
    """Payments made outside the nights, for whole seasons, as in `settlements`.

    >>> payments(con).height
    0
    """
    rows = "from mart_settlements where session_id is null"
    return with_names(con, rows, hidden=True, order="p.join_order")


def bank(con: DuckDBPyConnection, session_id: str) -> pl.DataFrame:
    """The bank's book of a session, entry by entry: `mart_bank` with the names of both players.

    >>> bank(con, "2026-03").select("name", "kind", "chips").row(0)
    ('Bo', 'loan', 200)
    """
    return with_names(
        con,
        """
        select r.*, o.name as other, o.join_order as other_order
        from mart_bank as r left join named_players as o on o.player_id = r.other_id
        where r.session_id in $ids
        """,
        hidden=True,
        order="r.entry_no",
        night=session_id,
    )


def latest_money(con: DuckDBPyConnection) -> tuple[float, str | None] | None:
    """The value of a chip on the latest night that has one, and the currency; a tournament's chips aren't money.

    >>> latest_money(con)
    (0.25, 'DKK')
    """
    frame = frame_of(
        con,
        """
        select cast(m.chip_value as double) as chip_value, m.currency
        from mart_sessions as m
        inner join stg_sessions as s using (session_id)
        where m.kind = 'night' and m.chip_value is not null and not is_tournament(s.house_rules)
        order by m.started_at desc nulls last, session_id desc
        limit 1
        """,
    )
    return next(frame.iter_rows(), None)


def only_ante(con: DuckDBPyConnection, session_ids: list[str]) -> int | None:
    """The ante of all hands of some sessions; None if there are several.

    >>> only_ante(con, ["2026-03"])
    2
    """
    antes = frame_of(con, "select distinct session_id, unit from mart_hands where unit is not null")
    units = antes.filter(pl.col("session_id").is_in(session_ids))["unit"].unique()
    return int(units[0]) if len(units) == 1 else None
