-- Grain: session, player, game, additions, table size, unit (ante in chips). Sums over the player's hands that add up.
select
    session_id,
    player_id,
    variant_id,
    additions,
    player_count,
    unit,
    count(*) as hands,
    count(won_hand) as played,
    sum(net) as net
from int_named_seats
where unit is not null
group by all
