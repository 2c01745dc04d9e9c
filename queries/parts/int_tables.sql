-- Grain: session, game, additions, table size, unit of hands. table_no numbers them in their order, so that all readers number them
-- the same. Sums group by it and look the names up last: grouping by five columns, texts among them, takes ten times as long.
with uncounted as (  -- hands without a number of players; mostly there are none, and then no seats are read
    select hand_key, count(*) as seats
    from stg_seats
    where hand_key in (select hand_key from stg_hands where player_count is null)
    group by hand_key
),

tables as (
    select distinct session_id, variant_id, additions, coalesce(player_count, seats) as player_count, unit
    from int_hands
    left join uncounted using (hand_key)
)

select row_number() over (order by session_id, variant_id, additions, player_count, unit) as table_no, *
from tables
