-- A hand, and a seat of it, is there once.
select session_id, hand_no, format('there {} times', count(*)) as fault
from stg_hands
group by session_id, hand_no
having count(*) > 1
union all
select session_id, hand_no, format('seat {} is there {} times', seat, count(*)) as fault
from stg_seats
group by session_id, hand_no, seat
having count(*) > 1
