-- A seat belongs to a hand.
select x.session_id, x.hand_no, fault('seat {} of a hand that isn''t there', x.seat) as fault
from stg_seats as x
left join stg_hands as h using (session_id, hand_no)
where h.hand_no is null
