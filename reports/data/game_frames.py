"""Games: the group's hands and calls, and figures from simulated hands."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from reports.data.frames import NIGHTS, OF_SEASON, frame_of, named_frame, part_of


def games(con: DuckDBPyConnection) -> pl.DataFrame:
    """The games of the catalogue: id, name, and `words`, all that one goes by, in lower case; an own game also by
    its id without the version.

    >>> games(con).filter(id="omaha")["name"].item()
    "Omaha Hold 'Em"
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


def player_games(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """Who gained at which game in a season: a row a player and game, the most played game first.

    `table_hands` is the number of hands of the game that anybody played.

    >>> player_games(con, "2026").select("name", "game", "hands", "table_hands").row(0)
    ('Anna', 'Seven Card Stud, Deuces Wild', 65, 67)
    """
    return named_frame(
        con,
        f"""
        select g.*, p.name, p.join_order, coalesce(v.name, g.variant_id) as game, v.family, t.table_hands
        from (from mart_player_variant where {OF_SEASON}) as g
        join named_players as p using (player_id)
        left join mart_variants as v using (variant_id)
        left join (
            select variant_id, count(*) as table_hands from mart_hands where {NIGHTS} group by variant_id
        ) as t using (variant_id)
        order by t.table_hands desc, game, p.join_order
        """,
        season=season,
    )


def calls(con: DuckDBPyConnection, season: str | None, player_id: str) -> pl.DataFrame:
    """A row a game that the player called, the most called first: `mart_player_calls` with its name.

    >>> calls(con, "2026", "p1").select("game", "calls").row(0)
    ('Cincinnati', 12)
    """
    return part_of(
        con,
        f"""
        select c.*, coalesce(v.name, c.variant_id) as game
        from (from mart_player_calls where {OF_SEASON} and player_id in $ids) as c
        left join mart_variants as v using (variant_id)
        order by c.calls desc, game
        """,
        "player_id",
        player_id,
        season=season,
    )


def favourites(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """A row a player of a season: the row of `mart_player_calls` of the game that the player's calls have
    more of than the others', with its name, and how many `games` in `all_calls` calls there were.

    >>> favourites(con, "2026").select("name", "game", "all_calls").row(0)
    ('Bo', "Hayley's komet", 52)
    """
    return named_frame(
        con,
        f"""
        select
            c.*, p.name, p.join_order, coalesce(v.name, c.variant_id) as game,
            count(*) over of_player as games, sum(c.calls) over of_player as all_calls
        from (from mart_player_calls where {OF_SEASON}) as c
        join named_players as p using (player_id)
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


def runs(con: DuckDBPyConnection) -> pl.DataFrame:
    """The simulation runs: seed, hands, how many of these another run has, too, games, and the profiles.

    >>> runs(con).select("hands", "games").rows()
    [(400, 10)]
    """
    return frame_of(con, "select * from mart_runs order by started_at nulls first, session_id")


def game_stats(con: DuckDBPyConnection, kind: str) -> pl.DataFrame:
    """Each game over all table sizes: a row a game and its additions, a column a metric and what it is per.

    Of each metric in `METRICS` the value (`net_sd_hand`), the ends of its interval (`net_sd_hand_low`,
    `net_sd_hand_high`), the sample (`net_sd_hand_sample`), as many of equal weight as would tell as much
    (`net_sd_hand_effective`) and about how many it takes where that is too small (`net_sd_hand_needed`); null
    where the mart has none.

    >>> games = game_stats(con, "run")
    >>> {"net_sd_hand", "net_sd_hand_low", "net_sd_hand_high"} <= {*games.columns}
    True
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
    """The table sizes that were played, smallest first.

    >>> table_sizes(con, "night")
    [4, 5, 6]
    """
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
    """The distribution of the seats' nets of a hand, over all table sizes: variant_id, additions, bin (antes), n.

    >>> net_distribution(con, "night").columns
    ['variant_id', 'additions', 'bin', 'n']
    """
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


def game_versions(con: DuckDBPyConnection) -> pl.DataFrame:
    """The versions of a group's own games that nights were played by, without the first of each: `game` (its name),
    `version`, and the first hand (`since`, `session_id`, `hand_no`). `is_one_game`: whether it counts with an earlier one.

    >>> game_versions(con).height  # no game of the group itself
    0
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
            row_number() over (partition by v.variant_id order by v.since, version_id) > 1 as is_one_game
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
        qualify row_number() over (partition by split_part(version_id, '@', 1) order by v.since, version_id) > 1
        order by v.since, version_id
        """,
    )
