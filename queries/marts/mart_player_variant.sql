-- Who gains at which game.
with sums as (
    select
        case grouping(season) when 0 then 'season' else 'all' end as scope,
        kind,
        season,
        player_id,
        variant_id,
        sum(nets.seats) as hands,
        sum(won_hands) as won_hands,
        sum(nets.net_sum) as net,
        min(first_chip) = max(last_chip) as same_chips,
        max(best) as best,
        min(worst) as worst,
        net_sums_in_antes(nets, unit, (unit, season)) as nets
    from int_player_sums
    group by grouping sets ((kind, season, player_id, variant_id), (kind, player_id, variant_id))
),

means as (
    select
        *,
        nets.net_sum / nets.seats as mean,
        z() * sqrt(mean_error(of_nets(nets))) as margin
    from sums
)

select
    scope,
    kind,
    season,
    player_id,
    variant_id,
    cast(hands as bigint) as hands,
    cast(won_hands as bigint) as won_hands,
    case when same_chips then cast(net as bigint) end as net,
    nets.net_sum as net_units,
    100 * nets.net_sum / nets.seats as net_per_100,
    100 * (mean - margin) as low,
    100 * (mean + margin) as high,
    case when same_chips and best > 0 then best end as biggest_win,
    case when same_chips and worst < 0 then worst end as biggest_loss
from means
order by scope, kind, season, player_id, variant_id
