-- A seat has one player the store knows, who sits there once, or in a run a profile.
with named as (
    select x.session_id, x.hand_no, x.seat, x.player_id, p.player_id as known_as
    from stg_seats as x
    left join int_players as p on p.stored_id = x.player_id
    where x.player_id is not null
)

select session_id, hand_no, fault('seat {}: no player and no profile', seat) as fault
from stg_seats
where player_id is null and profile is null
union all
select session_id, hand_no, fault('seat {}: the store has no player {}', seat, player_id) as fault
from named
where known_as is null
union all
select session_id, hand_no, fault('{} sits there {} times', known_as, count(*)) as fault
from named
where known_as is not null
group by session_id, hand_no, known_as
having count(*) > 1
