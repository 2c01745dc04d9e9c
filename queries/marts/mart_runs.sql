-- The simulation runs.
with repeated as (
    select x.session_id, cast(sum(x.counts.hands) as bigint) as hands
    from int_variant_sums as x
    inner join int_repeated using (session_id, variant_id, additions, player_count)
    where x.per = 'hand'
    group by x.session_id
)

select
    session_id,
    m.started_at,
    m.ended_at,
    s.seed,
    s.engine_version,
    m.hands,
    coalesce(r.hands, 0) as repeated,
    m.games,
    m.players,
    array_to_string(i.profiles, ', ') as profiles
from mart_sessions as m
inner join int_sessions as i using (session_id)
inner join stg_sessions as s using (session_id)
left join repeated as r using (session_id)
where m.kind = 'run'
order by m.started_at nulls first, session_id
