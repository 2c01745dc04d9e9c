-- When the bank has bought chips back, the accounts of a night add up to zero or lack only a pot that no player won. A
-- night that has ended needs a banker for such a pot.
select
    m.session_id,
    cast(null as bigint) as hand_no,
    fault('the accounts add up to {} chips, with {} in a pot that nobody won', sum(m.net + m.difference), s.pot_left)
        as fault
from mart_settlements as m
inner join mart_sessions as s using (session_id)
inner join stg_sessions as n using (session_id)
group by m.session_id, s.pot_left, s.banker_id, n.kind, n.ended_at
having
    (sum(m.returned) > 0 and sum(m.net + m.difference) not in (0, -s.pot_left))
    or (n.kind = 'night' and n.ended_at is not null and s.banker_id is null and s.pot_left > 0)
