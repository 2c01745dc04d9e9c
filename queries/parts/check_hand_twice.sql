-- A hand is there once.
select session_id, hand_no, fault('there {} times', count(*)) as fault
from stg_hands
group by session_id, hand_no
having count(*) > 1
