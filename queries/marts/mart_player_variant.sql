-- Who gains at which game.
with sums as (
    select
        case grouping(season) when 0 then 'season' else 'all' end as scope,
        kind,
        season,
        player_id,
        variant_id,
        sum(n) as hands,
        sum(won_hands) as won_hands,
        sum(t) as net,
        max(best) as best,
        min(worst) as worst,
        cast(sum(c) filter (where unit is not null) as double) as c,
        cast(sum(n) filter (where unit is not null) as double) as n,
        cast(sum(nn) filter (where unit is not null) as double) as nn,
        sum(t / unit order by unit, season) as t,
        sum(tn / unit order by unit, season) as tn,
        sum(tt / unit ** 2 order by unit, season) as tt
    from int_player_sums
    group by grouping sets ((kind, season, player_id, variant_id), (kind, player_id, variant_id))
)

select
    scope,
    kind,
    season,
    player_id,
    variant_id,
    cast(hands as bigint) as hands,
    cast(won_hands as bigint) as won_hands,
    cast(net as bigint) as net,
    t as net_units,
    100 * t / n as net_per_100,
    100 * (t / n - z() * sqrt(mean_error(c, n, t, tt, tn, nn))) as low,
    100 * (t / n + z() * sqrt(mean_error(c, n, t, tt, tn, nn))) as high,
    case when best > 0 then best end as biggest_win,
    case when worst < 0 then worst end as biggest_loss
from sums
order by scope, kind, season, player_id, variant_id
