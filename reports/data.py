"""Marts -> frames: every question that a report asks, with its parameters bound.

Players are numbered by `join_order`: those of the nights first, in the order in which they first sat down. It
gives a player's colour. Two players with the same name are shown with their ids. Hidden players are in no frame;
where one took part in a hand that is listed, the name is null. A frame of money has `value` and `total` in
`measure`: the currency, or chips where a night's chips have no known value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import polars as pl
from arro3.core import Table
from duckdb import DuckDBPyConnection

from language import nearest, tr
from reports.errors import ReportError

CHIPS = "chips"
"""The measure of sums of which the worth in money is not known."""
ANTES = "antes"
"""The measure of sums over nights in money and nights in chips."""

NAMES = frozenset({"mart_player_nights", "mart_players", "mart_sessions", "mart_variants"})
"""The marts that name players, nights and games: every page needs them."""

_PLAYERS = """
    with seen as (
        select player_id, min(kind != 'night') as elsewhere, min(started_at) as first_at
        from mart_player_nights
        group by player_id
    )

    select
        p.player_id,
        p.name as called,
        p.name || if(count(*) over (partition by lower(p.name)) > 1, ' (' || p.player_id || ')', '') as name,
        row_number() over (
            order by s.elsewhere nulls last, s.first_at nulls last, p.player_id
        ) - 1 as join_order
    from mart_players as p
    left join seen as s using (player_id)
    where not p.hidden
"""

_SESSIONS = """
    select s.*, b.name as banker, best.name as best, worst.name as worst, v.name as biggest_pot_game
    from mart_sessions as s
    left join named_players as b on b.player_id = s.banker_id
    left join named_players as best on best.player_id = s.best_player_id
    left join named_players as worst on worst.player_id = s.worst_player_id
    left join mart_variants as v on v.variant_id = s.biggest_pot_variant_id
"""


_NIGHTS = "kind = 'night' and season is not distinct from $season"
"""Rows of a season's nights."""

_SEASON = f"scope = 'season' and {_NIGHTS}"
"""Rows that are of a whole season, of marts that also have each night's."""


class NamedPlayer(NamedTuple):
    """A player, as the rows of most frames name one."""

    player_id: str
    name: str
    join_order: int


def people(frame: pl.DataFrame) -> list[NamedPlayer]:
    """The players of a frame, each once, in its order."""
    rows = frame.select("player_id", "name", "join_order").unique(maintain_order=True).iter_rows()
    return [NamedPlayer(*row) for row in rows]


def frame_of(con: DuckDBPyConnection, query: str, **parameters: Any) -> pl.DataFrame:
    """The rows of a query; sums, which DuckDB counts in 128 bits, as ordinary integers and floats."""
    if re.search(r"\bplayers\b", query):
        _name_players(con)
        query = f"with players as (from named_players) {query}"
    rows = con.sql(query, params=parameters or None)
    # by way of arro3: polars would hold on to the relation's type, and duckdb complain of it in the end
    frame = pl.DataFrame(Table.from_arrow(rows))
    sums = {name: dtype.scale for name, dtype in frame.schema.items() if isinstance(dtype, pl.Decimal)}
    if not sums:
        return frame
    return frame.cast({name: pl.Float64 if scale else pl.Int64 for name, scale in sums.items()})


def _with_names(
    con: DuckDBPyConnection,
    rows: str,
    *,
    also: str = "",
    join: str = "",
    hidden: bool = False,
    order: str,
    **parameters: Any,
) -> pl.DataFrame:
    """Rows (`r`) of players with `name` and `join_order`, and what else is joined; with `hidden` also those of hidden
    players, whose name is null.
    """
    return frame_of(
        con,
        f"""
        select r.*, {also} p.name, p.join_order
        from ({rows}) as r
        {"left" if hidden else "inner"} join players as p using (player_id)
        {join}
        order by {order}
        """,
        **parameters,
    )


def _name_players(con: DuckDBPyConnection) -> None:
    _create_once(con, "named_players", _PLAYERS)


def _create_once(con: DuckDBPyConnection, name: str, query: str) -> None:
    """Create a temporary table of a query's rows, unless this connection has it: `if not exists` would plan the
    query all the same.
    """
    there = _CREATED.setdefault(con, set())
    if name not in there:
        con.execute(f"create temp table if not exists {name} as {query}")
        there.add(name)


_CREATED: WeakKeyDictionary[DuckDBPyConnection, set[str]] = WeakKeyDictionary()


def read_ahead(con: DuckDBPyConnection, nights: Sequence[str]) -> None:
    """Read the hands of some nights into memory, in place of those before: opening a night's files again for each
    query would take most of the time of its page. With no nights, the hands are the whole store's again.
    """
    for name in ("stg_hands", "stg_seats", "stg_actions"):
        con.execute(f"drop table if exists temp.{name}")
        if nights:
            places = ", ".join("?" * len(nights))
            rows = f"select * from {name} where session_id in ({places})"
            con.execute(f"create temp table {name} as {rows}", list(nights))
    con.execute("create temp table if not exists int_players as from int_players")


def players(con: DuckDBPyConnection) -> pl.DataFrame:
    """Everybody who isn't hidden: player_id, called (the name as typed), name, join_order."""
    return frame_of(con, "select * from players order by join_order")


def games(con: DuckDBPyConnection) -> pl.DataFrame:
    """The games of the catalogue: id, name, and `words`, all that one goes by, in lower case; an own game also by
    its id without the version.
    """
    return frame_of(
        con,
        """
        select
            variant_id as id,
            name,
            list_distinct(list_transform(
                list_concat(
                    [variant_id, split_part(variant_id, '@', 1), name, coalesce(name_da, name)],
                    coalesce(aliases, [])
                ),
                lambda word: lower(word)
            )) as words
        from stg_variants
        order by name
        """,
    ).with_columns(pl.col("words").list.sort())


def sessions(con: DuckDBPyConnection, kind: str | None = None) -> pl.DataFrame:
    """Nights, imports and runs in time order: `mart_sessions` with names for its ids."""
    _name_players(con)
    _create_once(con, "named_sessions", _SESSIONS)
    return frame_of(
        con,
        """
        from named_sessions
        where $kind is null or kind = $kind
        order by started_at nulls first, session_id
        """,
        kind=kind,
    )


def standings(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """A season of nights: a row a currency and player, best first; `net` is in chips, null where chips of
    different worth would be added up.
    """
    return frame_of(
        con,
        """
        select s.*, p.name, p.join_order, c.net, m.value as net_per_100, m.low, m.high
        from mart_standings as s
        join players as p using (player_id)
        left join (
            select
                n.player_id,
                n.currency,
                case when count(distinct coalesce(w.chip_value, 0)) = 1 then sum(n.net) end as net
            from mart_player_nights as n
            left join mart_sessions as w using (session_id)
            where n.kind = 'night' and n.season is not distinct from $season
            group by all
        ) as c on c.player_id = s.player_id and c.currency is not distinct from s.currency
        left join mart_player_stats as m
            on m.player_id = s.player_id and m.scope = 'season' and m.kind = 'night'
            and m.season is not distinct from $season and m.metric = 'net_per_100'
        where s.kind = 'night' and s.season is not distinct from $season
        order by s.currency nulls last, s.rank, c.net desc, p.join_order
        """,
        season=season,
    )


def player_nights(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """A season: a row a night and player, in time order; its `value` and the `total` so far in `measure`.

    `chip_value` is what the night's chips were worth: chips of different worth aren't added up.
    """
    worth = "select session_id, chip_value from mart_sessions"
    frame = _with_names(
        con,
        f"from (from mart_player_nights where {_NIGHTS}) left join ({worth}) using (session_id)",
        order="r.night_no, p.join_order",
        season=season,
    )
    return _measured(frame, money="net_money", chips="net", within=["player_id", "currency"])


def running_nets(con: DuckDBPyConnection, session_id: str) -> pl.DataFrame:
    """A session: a row a hand and player, in order; its `value` and the `total` after it, in `measure`."""
    frame = _with_names(
        con,
        "from mart_player_cumulative where session_id = $session_id",
        also="v.name as game,",
        join="left join mart_variants as v using (variant_id)",
        order="r.hand_no, p.join_order",
        session_id=session_id,
    )
    return _measured(frame, money="net_money", chips="net", within=["player_id"])


def season_hands(con: DuckDBPyConnection, season: str | None, player_id: str) -> pl.DataFrame:
    """A player's hands of a season in order; `value` of the hand and `total` after it, in `measure`;
    whether the player dealt it.
    """
    frame = frame_of(
        con,
        """
        select c.*, v.name as game, s.started_at as night_at, h.dealer_id = c.player_id as own_deal
        from mart_player_cumulative as c
        left join mart_variants as v using (variant_id)
        left join mart_sessions as s using (session_id)
        left join mart_hands as h using (session_id, hand_no)
        where c.kind = 'night' and c.season is not distinct from $season and c.player_id = $player_id
        order by c.season_hand
        """,
        season=season,
        player_id=player_id,
    )
    return _measured(frame, money="net_money", chips="net", within=["currency"])


def extreme_hands(
    con: DuckDBPyConnection, season: str | None, nights: list[str] | None = None
) -> pl.DataFrame:
    """The largest win and largest loss of one hand of a season, or of some of its nights, in money where the
    chips' worth is known: at most two rows, `what` is win or loss.
    """
    return frame_of(
        con,
        """
        select
            if(c.net > 0, 'win', 'loss') as what, c.session_id, c.hand_no, c.net, p.name, p.join_order,
            v.name as game, s.started_at as night_at
        from mart_player_cumulative as c
        join players as p using (player_id)
        left join mart_sessions as s using (session_id)
        left join mart_variants as v using (variant_id)
        where c.kind = 'night' and c.season is not distinct from $season and c.net != 0
            and ($nights is null or c.session_id in (select unnest($nights::varchar[])))
        qualify
            row_number() over (
                partition by c.net > 0
                order by abs(c.net * coalesce(s.chip_value, 1)) desc, c.season_hand, c.player_id
            ) = 1
        order by c.net desc
        """,
        season=season,
        nights=nights,
    )


def player_games(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """Who gained at which game in a season: a row a player and game, the most played game first.

    `table_hands` is the number of hands of the game that anybody played.
    """
    return frame_of(
        con,
        f"""
        select g.*, p.name, p.join_order, coalesce(v.name, g.variant_id) as game, v.family, t.table_hands
        from (from mart_player_variant where {_SEASON}) as g
        join players as p using (player_id)
        left join mart_variants as v using (variant_id)
        left join (
            select variant_id, count(*) as table_hands from mart_hands where {_NIGHTS} group by variant_id
        ) as t using (variant_id)
        order by t.table_hands desc, game, p.join_order
        """,
        season=season,
    )


def player_stats(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """What the players' hands show in a season, long: a row a player and metric."""
    rows = f"from mart_player_stats where {_SEASON}"
    return _with_names(con, rows, order="p.join_order, r.metric", season=season)


def settlements(con: DuckDBPyConnection, session_ids: list[str]) -> pl.DataFrame:
    """What each player has to get (+) or to pay (-) for some sessions: a row for each player in each.

    Hidden players too, for the sums: their name is null.
    """
    rows = "from mart_settlements where session_id in (select unnest($session_ids::varchar[]))"
    order = "r.session_id, p.join_order"
    return _with_names(con, rows, hidden=True, order=order, session_ids=session_ids)


def payments(con: DuckDBPyConnection) -> pl.DataFrame:
    """What was paid outside the nights, for whole seasons, as in `settlements`."""
    rows = "from mart_settlements where session_id is null"
    return _with_names(con, rows, hidden=True, order="p.join_order")


def latest_money(con: DuckDBPyConnection) -> tuple[float, str | None] | None:
    """What a chip was worth on the latest night that knows it, and the currency."""
    frame = frame_of(
        con,
        """
        select cast(chip_value as double) as chip_value, currency
        from mart_sessions
        where kind = 'night' and chip_value is not null
        order by started_at desc nulls last, session_id desc
        limit 1
        """,
    )
    return next(frame.iter_rows(), None)


def runs(con: DuckDBPyConnection) -> pl.DataFrame:
    """The simulation runs: seed, hands, how many of these another run has, too, games, and the profiles."""
    return frame_of(con, "select * from mart_runs order by started_at nulls first, session_id")


def game_stats(con: DuckDBPyConnection, kind: str) -> pl.DataFrame:
    """Each game over all table sizes: a row a game and its additions, a column a metric and what it is per.

    Of each metric in `METRICS` the value (`net_sd_hand`), the ends of its interval (`net_sd_hand_low`,
    `net_sd_hand_high`), the sample (`net_sd_hand_sample`), as many of equal weight as would tell as much
    (`net_sd_hand_effective`) and about how many it takes where that is too small (`net_sd_hand_needed`); null
    where the mart has none.
    """
    long = frame_of(
        con,
        """
        select s.*, coalesce(v.name, s.variant_id) as name, v.name_da, v.family, v.hand_definition, v.pace, v.pace_source
        from mart_variant_stats as s
        left join mart_variants as v using (variant_id)
        where s.kind = $kind and s.player_count is null
        """,
        kind=kind,
    )
    key = ["variant_id", "additions", "name", "name_da", "family", "hand_definition", "pace", "pace_source"]
    facts = long.select(key).unique(maintain_order=True)
    for column, ending in _ENDINGS.items():
        wide = long.with_columns(pl.concat_str("metric", pl.lit("_"), "per", pl.lit(ending)).alias("column"))
        facts = facts.join(
            wide.pivot("column", index=["variant_id", "additions"], values=column),
            on=["variant_id", "additions"],
        )
    wanted = [f"{metric}{ending}" for metric in METRICS for ending in _ENDINGS.values()]
    missing = [pl.lit(None, pl.Float64).alias(name) for name in wanted if name not in facts.columns]
    return facts.with_columns(missing).sort("name", "additions")


METRICS = (
    "hands_hand",
    *(f"net_sd_{per}" for per in ("hand", "chain", "hour")),
    *(f"pot_{each}_hand" for each in ("mean", "p10", "p25", "p50", "p75", "p90", "p99", "max")),
    "showdown_hand",
    "carried_hand",
    "hands_per_chain_chain",
)
_ENDINGS = {
    "value": "", "low": "_low", "high": "_high", "sample": "_sample", "effective": "_effective",
    "needed": "_needed",
}  # fmt: skip


def table_sizes(con: DuckDBPyConnection, kind: str) -> list[int]:
    """The table sizes that were played, smallest first."""
    frame = frame_of(
        con,
        """
        select distinct player_count
        from mart_variant_stats
        where kind = $kind and player_count is not null
        """,
        kind=kind,
    )
    return sorted(frame["player_count"].to_list())


def net_distribution(con: DuckDBPyConnection, kind: str) -> pl.DataFrame:
    """How the seats' nets of a hand fall, over all table sizes: variant_id, additions, bin (antes), n."""
    return frame_of(
        con,
        """
        select variant_id, additions, bin, sum(n) as n
        from mart_variant_distribution
        where kind = $kind and fact = 'net'
        group by all
        order by all
        """,
        kind=kind,
    )


def _measured(frame: pl.DataFrame, *, money: str, chips: str, within: list[str]) -> pl.DataFrame:
    """Add `value`, `total` and `measure`: money, or chips where no currency or no value is known."""
    known = pl.col(money).is_not_null().all().over("currency") & pl.col("currency").is_not_null()
    value = pl.when(known).then(pl.col(money)).otherwise(pl.col(chips)).cast(pl.Float64)
    return frame.with_columns(
        value.alias("value"),
        pl.when(known).then(pl.col("currency").fill_null("")).otherwise(pl.lit(CHIPS)).alias("measure"),
    ).with_columns(pl.col("value").cum_sum().over(within).alias("total"))


def luck(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """A row a night and player of a season, in time order: `mart_player_luck` with names."""
    frame = _with_names(
        con,
        f"from mart_player_luck where {_NIGHTS}",
        also="s.started_at,",
        join="left join mart_sessions as s using (session_id)",
        order="r.night_no, p.join_order",
        season=season,
    )
    return frame.with_columns(night_of_player=pl.int_range(1, pl.len() + 1).over("player_id"))


def falls(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """A row a fall of a season, the deepest first: `mart_player_drawdowns` with names and the nights' times."""
    ends = ("best", "deepest", "regained")
    return _with_names(
        con,
        f"from mart_player_drawdowns where {_NIGHTS}",
        also="".join(f"{end}.started_at as {end}_at, " for end in ends),
        join=" ".join(
            f"left join mart_sessions as {end} on {end}.session_id = r.{end}_session" for end in ends
        ),
        order="r.depth_units desc, p.join_order, r.drawdown_no",
        season=season,
    )


def all_ins(con: DuckDBPyConnection, season: str | None, player_id: str) -> pl.DataFrame:
    """The row of `mart_player_all_ins` of a player's season, or none where no all-in is known well enough."""
    return _season_row(con, "mart_player_all_ins", season, player_id)


def deals(con: DuckDBPyConnection, season: str | None, player_id: str) -> pl.DataFrame:
    """The rows of `mart_player_deals` of a player's season, first cards first; none where none are recorded."""
    found = _season_row(con, "mart_player_deals", season, player_id)
    return found.sort(
        pl.col("cards").replace_strict({"first": 0, "later": 1, "both": 2}, return_dtype=pl.Int8)
    )


def card_luck(con: DuckDBPyConnection, session_id: str | None = None) -> pl.DataFrame:
    """A row a player and kind of cards of `mart_player_deals` for a night or an import, or for all of them, with
    names, and the session's `ante`, where it has only one.
    """
    return frame_of(
        con,
        """
        select d.*, p.name, p.join_order, h.ante
        from mart_player_deals as d
        join players as p using (player_id)
        left join (
            select session_id, if(min(unit) = max(unit), min(unit), null) as ante
            from mart_hands
            group by session_id
        ) as h using (session_id)
        where d.scope = 'session' and ($session_id is null or d.session_id = $session_id)
        order by d.session_id, p.join_order, d.cards
        """,
        session_id=session_id,
    )


def only_ante(con: DuckDBPyConnection, session_ids: list[str]) -> int | None:
    """The ante that all hands of some sessions were played for; None where there are several."""
    frame = frame_of(
        con,
        """
        select distinct unit
        from mart_hands
        where unit is not null and session_id in (select unnest($session_ids::varchar[]))
        """,
        session_ids=session_ids,
    )
    return int(frame["unit"][0]) if len(frame) == 1 else None


def _season_row(con: DuckDBPyConnection, mart: str, season: str | None, player_id: str) -> pl.DataFrame:
    rows = f"from {mart} where {_SEASON} and player_id = $player_id"
    return frame_of(con, rows, season=season, player_id=player_id)


def versus(con: DuckDBPyConnection, season: str | None, player_id: str) -> pl.DataFrame:
    """A row an opponent: `mart_player_versus` with `name` and `join_order` of the other."""
    return frame_of(
        con,
        f"""
        select v.* exclude (player_id), p.name, p.join_order
        from (from mart_player_versus where {_SEASON} and player_id = $player_id) as v
        join players as p on p.player_id = v.other_id
        order by v.net_units desc, p.join_order
        """,
        season=season,
        player_id=player_id,
    )


def calls(con: DuckDBPyConnection, season: str | None, player_id: str) -> pl.DataFrame:
    """A row a game that the player called, the most called first: `mart_player_calls` with its name."""
    return frame_of(
        con,
        f"""
        select c.*, coalesce(v.name, c.variant_id) as game
        from (from mart_player_calls where {_SEASON} and player_id = $player_id) as c
        left join mart_variants as v using (variant_id)
        order by c.calls desc, game
        """,
        season=season,
        player_id=player_id,
    )


def game_versions(con: DuckDBPyConnection) -> pl.DataFrame:
    """The versions of a group's own games that nights were played by, without the first of each: `game` (its name),
    `version`, and the first hand (`since`, `session_id`, `hand_no`). `is_one_game`: whether it counts with another.
    """
    return frame_of(
        con,
        """
        select
            regexp_replace(coalesce(g.name, version_id), ' [(][0-9a-f]{6}[)]$', '') as game,
            split_part(version_id, '@', 2) as version,
            v.since,
            v.session_id,
            v.hand_no,
            count(*) over (partition by v.variant_id) > 1 as is_one_game
        from (
            select
                variant_id,
                version_id,
                min(started_at) as since,
                arg_min(session_id, (started_at, hand_no)) as session_id,
                arg_min(hand_no, (started_at, hand_no)) as hand_no
            from mart_hands
            where kind = 'night' and version_id like '%@%' and started_at is not null
            group by variant_id, version_id
        ) as v
        left join mart_variants as g on g.variant_id = v.version_id
        qualify row_number() over (partition by split_part(version_id, '@', 1) order by v.since) > 1
        order by v.since
        """,
    )


def favourites(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """A row a player of a season: the row of `mart_player_calls` of the game that the player's calls have
    more of than the others', with its name, beside how many `games` in `all_calls` calls there were.
    """
    return frame_of(
        con,
        f"""
        select
            c.*, p.name, p.join_order, coalesce(v.name, c.variant_id) as game,
            count(*) over of_player as games, sum(c.calls) over of_player as all_calls
        from (from mart_player_calls where {_SEASON}) as c
        join players as p using (player_id)
        left join mart_variants as v using (variant_id)
        window of_player as (partition by player_id)
        qualify
            row_number() over (
                partition by player_id order by c.share - coalesce(c.others_share, 0) desc, game
            ) = 1
        order by all_calls desc, p.join_order
        """,
        season=season,
    )


def pairs(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """A row a player and opponent of a season, `net_units` the player's: `mart_player_versus`."""
    return frame_of(
        con,
        f"""
        select v.player_id, v.other_id, v.net_units, v.hands
        from (from mart_player_versus where {_SEASON}) as v
        join players as p using (player_id)
        join players as o on o.player_id = v.other_id
        """,
        season=season,
    )


def bank(con: DuckDBPyConnection, session_id: str) -> pl.DataFrame:
    """The bank's book of a session, entry by entry: `mart_bank` with the names of both players."""
    return _with_names(
        con,
        "from mart_bank where session_id = $session_id",
        also="o.name as other, o.join_order as other_order,",
        join="left join players as o on o.player_id = r.other_id",
        hidden=True,
        order="r.entry_no",
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
        f"""
        select s.*, p.name, p.join_order
        from (from mart_player_splits where {_SEASON} and player_id = $player_id) as s
        left join players as p on s.split = 'dealer' and p.player_id = s.part
        where s.split <> 'dealer' or p.player_id is not null
        order by s.split, try_cast(s.part as integer), p.join_order, s.part
        """,
        season=season,
        player_id=player_id,
    )


def winners(con: DuckDBPyConnection, session_id: str) -> pl.DataFrame:
    """Who took chips out of a pot in a session's confirmed hands: a row a hand and winner."""
    rows = "from mart_winners where session_id = $session_id"
    order = "r.hand_no, r.won desc, r.seat"
    return _with_names(con, rows, hidden=True, order=order, session_id=session_id)


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
    seats = """
        select s.* exclude (player_id), i.player_id
        from stg_seats as s
        left join int_players as i on i.stored_id = s.player_id
        where s.session_id = $session_id
        """
    return _with_names(con, seats, hidden=True, order="r.hand_no, r.seat", session_id=session_id)


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


def find_player(players: pl.DataFrame, name: str) -> NamedPlayer:
    """The one player who goes by this name or id. Raises ReportError with what was nearly meant."""
    wanted = " ".join(name.split()).casefold()
    by_name: dict[str, list[NamedPlayer]] = {}
    for person, called in zip(people(players), players["called"], strict=True):
        if person.player_id == name:
            return person
        for each in {called, person.name}:  # where two have the same name, pages add the ids
            by_name.setdefault(" ".join(each.split()).casefold(), []).append(person)
    match by_name.get(wanted, []):
        case [person]:
            return person
        case [_, *_] as several:
            ids = ", ".join(person.player_id for person in several)
            raise ReportError(
                tr(
                    "{count} players are called {name!r}: give one of the ids {ids}.",
                    count=len(several), name=name, ids=ids,
                )
            )  # fmt: skip
    near = nearest(wanted, by_name)
    if near:
        meant = by_name[near][0].name
        raise ReportError(
            tr("There is no player called {name!r}. Did you mean {meant}?", name=name, meant=meant)
        )
    names = ", ".join(players["name"].head(12)) or tr("nobody yet")
    raise ReportError(
        tr("There is no player called {name!r}: the store has {names}.", name=name, names=names)
    )


def chosen_season(every: pl.DataFrame, season: str | None) -> str | None:
    """The requested season, else the season of the last of the nights `every`. Raises ReportError."""
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
    latest: str | None = every["season"][-1]
    return latest if season is None else season
