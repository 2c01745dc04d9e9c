-- Who took chips out of a pot that weren't only their own, in the confirmed hands of players with names.
select session_id, hand_no, seat, player_id, won, net, meld, cards
from int_seats
where took
order by session_id, hand_no, seat
