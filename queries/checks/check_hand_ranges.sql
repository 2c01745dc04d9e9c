-- No two parts of a session hold the same hands.
select
    a.session_id,
    cast(null as bigint) as hand_no,
    fault('hands {} to {} and {} to {} are in two parts', a.first_hand, a.last_hand, b.first_hand, b.last_hand) as fault
from int_session_sums as a
inner join int_session_sums as b
    on b.session_id = a.session_id
    and (b.first_hand, b.last_hand) > (a.first_hand, a.last_hand)
    and b.first_hand <= a.last_hand
