-- Grain: a seat that acted. What was done of free will.
-- voluntary: times chips were put in by choice in the first betting round; raises: bets and raises; calls.
select
    session_id,
    hand_no,
    seat,
    count(*) filter (where voluntary and round = 1) as voluntary,
    count(*) filter (where aggressive) as raises,
    count(*) filter (where kind = 'call') as calls
from stg_actions
group by session_id, hand_no, seat
