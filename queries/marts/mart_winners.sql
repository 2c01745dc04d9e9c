-- The seats that won chips of others in a confirmed hand with named players.
select session_id, hand_no, seat, player_id, won, net, meld, cards
from int_seats
where took
order by session_id, hand_no, seat
