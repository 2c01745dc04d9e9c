-- Grain: a confirmed hand of a session in which players have names.
select * exclude (hand_key)
from int_hands
where session_id in (select session_id from stg_seats where player_id is not null)
