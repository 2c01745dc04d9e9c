-- Grain: kind, season, player, game, unit (ante in chips, null when not known). Whole numbers that add up over any
-- rows: nets of the player's hands, the clusters being chains; the largest and the smallest net of a hand; acts.
-- acts: bets and raises of those and calls, acts_later those after the first betting round.
-- first_chip, last_chip: what a chip was worth; if they differ, sums in chips say nothing.
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
        count(*) filter (where won_hand) as won_hands,
        max(net) as best,
        min(net) as worst,
        min(chip) as first_chip,
        max(chip) as last_chip,
        sum(raises) as raises,
        sum(raises + calls) as acts,
        sum(raises_later) as raises_later,
        sum(raises_later + calls_later) as acts_later
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
    min(first_chip) as first_chip,
    max(last_chip) as last_chip,
    ratio_sums(acts, raises) as acts,
    ratio_sums(acts_later, raises_later) as acts_later
from clusters
group by kind, season, player_id, variant_id, unit
