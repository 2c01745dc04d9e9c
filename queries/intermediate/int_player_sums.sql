-- Grain: kind, season, player, game, unit (ante in chips, null when not known). Whole numbers that add up over any
-- rows: nets of the player's hands, the clusters being chains; the largest and the smallest net of a hand; acts.
with clusters as (
    select
        kind,
        season,
        player_id,
        variant_id,
        unit,
        session_id,
        chain_no,
        count(*) as hands,
        sum(net) as net_sum,
        sum(net * net) as net_squares,
        count(*) filter (where won > 0) as won_hands,
        max(net) as best,
        min(net) as worst,
        sum(raises) as raises,
        sum(calls) as calls
    from int_seats
    group by kind, season, player_id, variant_id, unit, session_id, chain_no
)

select
    kind,
    season,
    player_id,
    variant_id,
    unit,
    net_sums(hands, net_sum, net_squares) as nets,
    sum(won_hands) as won_hands,
    max(best) as best,
    min(worst) as worst,
    sum(raises) as raises,
    sum(calls) as calls
from clusters
group by kind, season, player_id, variant_id, unit
