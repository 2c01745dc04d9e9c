-- The dealer is a player the store knows.
select h.session_id, h.hand_no, fault('the store has no player {}, the dealer', h.dealer_id) as fault
from stg_hands as h
left join int_players as p on p.stored_id = h.dealer_id
where h.dealer_id is not null and p.player_id is null
