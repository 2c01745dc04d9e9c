-- Who took chips out of a pot, in the confirmed hands of players with names.
select
    h.session_id,
    h.hand_no,
    x.seat,
    coalesce(p.player_id, x.player_id) as player_id,
    x.won,
    x.net,
    x.meld,
    x.cards
from int_hands as h
inner join stg_seats as x using (session_id, hand_no)
left join int_players as p on p.stored_id = x.player_id
where x.won > 0 and x.player_id is not null
order by h.session_id, h.hand_no, x.seat
