-- A session is there once, of a known kind, with a banker the store knows, and doesn't end before it begins.
select
    session_id,
    cast(null as bigint) as hand_no,
    case
        when coalesce(s.kind not in ('night', 'run', 'import'), true) then fault('kind {}', s.kind)
        when s.ended_at < s.started_at then fault('ends before it begins')
        when s.banker_id is not null and p.player_id is null
            then fault('the store has no player {}, the banker', s.banker_id)
        when count(*) over (partition by session_id) > 1 then fault('there twice')
    end as fault
from stg_sessions as s
left join int_players as p on p.stored_id = s.banker_id
qualify fault is not null
