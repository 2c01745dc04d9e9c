-- Once a night has ended and the bank has bought a player's chips back, nothing is left before the player.
select
    m.session_id,
    cast(null as bigint) as hand_no,
    format('{} has handed {} chips back, but {} should be left', m.player_id, m.returned, m.stack) as fault
from mart_settlements as m
inner join mart_sessions as s using (session_id)
inner join stg_sessions as n using (session_id)
where n.ended_at is not null and m.returned > 0 and m.stack <> 0 and m.player_id is distinct from s.banker_id
