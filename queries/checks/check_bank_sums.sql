-- Once the bank has bought chips back, all accounts of the night add up to zero, but for a pot that nobody won.
select
    m.session_id,
    cast(null as bigint) as hand_no,
    fault('the accounts add up to {} chips, with {} in a pot that nobody won', sum(m.net + m.difference), s.pot_left)
        as fault
from mart_settlements as m
inner join mart_sessions as s using (session_id)
group by m.session_id, s.pot_left
having sum(m.returned) > 0 and sum(m.net + m.difference) not in (0, -s.pot_left)
