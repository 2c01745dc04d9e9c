-- Once a night has ended and a player's chips were counted, nothing is left before the player. Chips handed back are no count.
with counted as (
    select distinct session_id, player_id
    from int_bank
    where kind = 'count'
)

select
    m.session_id,
    cast(null as bigint) as hand_no,
    fault('{} was counted, and {} chips should be left', m.player_id, m.stack) as fault
from mart_settlements as m
inner join mart_sessions as s using (session_id)
inner join stg_sessions as n using (session_id)
inner join counted as c on c.session_id = m.session_id and c.player_id = m.player_id
where n.ended_at is not null and m.stack <> 0 and m.player_id is distinct from s.banker_id
