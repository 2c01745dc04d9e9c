-- A player's drawdowns: the nights of a season after which the line was below its best, with their beginning, low and end.
with marked as (  -- the nights of a drawdown share the number of new bests before them
    select
        *,
        count(*) filter (where drawdown_units = 0) over (
            partition by kind, season, player_id order by night_no rows unbounded preceding
        ) as best_no
    from mart_player_luck
),

bests as (
    select kind, season, player_id, best_no, night_no, session_id
    from marked
    where drawdown_units = 0
),

falls as (
    select
        kind,
        season,
        player_id,
        best_no,
        max(drawdown_units) as depth_units,
        arg_max(session_id, (drawdown_units, -night_no)) as deepest_session,
        count(*) as nights
    from marked
    where drawdown_units > 0
    group by kind, season, player_id, best_no
)

select
    f.kind,
    f.season,
    f.player_id,
    cast(row_number() over (
        partition by f.kind, f.season, f.player_id order by f.depth_units desc, f.best_no
    ) as bigint) as drawdown_no,
    f.depth_units,
    b.session_id as best_session,
    f.deepest_session,
    r.session_id as regained_session,
    cast(f.nights as bigint) as nights
from falls as f
left join bests as b
    on b.kind = f.kind and b.season is not distinct from f.season and b.player_id = f.player_id and b.best_no = f.best_no
left join bests as r
    on r.kind = f.kind and r.season is not distinct from f.season and r.player_id = f.player_id and r.best_no = f.best_no + 1
order by f.kind, f.season, f.player_id, drawdown_no
