-- The simulation runs.
select
    session_id,
    m.started_at,
    m.ended_at,
    s.seed,
    s.engine_version,
    m.hands,
    m.games,
    m.players,
    array_to_string(i.profiles, ', ') as profiles
from mart_sessions as m
inner join int_sessions as i using (session_id)
inner join stg_sessions as s using (session_id)
where m.kind = 'run'
order by m.started_at nulls first, session_id
