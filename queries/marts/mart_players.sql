-- Every player that the store, a seat or the bank names; merged players are one.
with played as (
    select player_id, count(distinct session_id) as sessions, count(distinct (session_id, hand_no)) as hands
    from int_seats
    group by player_id
),

named as (
    select player_id from int_players
    union
    select player_id from played
    union
    select player_id from int_bank
)

select
    n.player_id,
    coalesce(s.name, n.player_id) as name,
    coalesce(s.hidden, false) as hidden,
    coalesce(p.sessions, 0) as sessions,
    coalesce(p.hands, 0) as hands
from named as n
left join stg_players as s using (player_id)
left join played as p using (player_id)
where n.player_id is not null
order by n.player_id
