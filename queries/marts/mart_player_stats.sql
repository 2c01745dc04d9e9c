-- What a player's hands show: a row a metric.
with sums as (  -- the sums in antes take the hands whose ante is known, unit by unit
    select
        case grouping(season) when 0 then 'season' else 'all' end as scope,
        kind,
        season,
        player_id,
        cast(sum(nets.seats) as double) as hands,
        cast(sum(nets.net_sum) as double) as net,
        net_sums_in_antes(nets, unit, (unit, variant_id, season)) as nets,
        min(first_chip) = max(last_chip) as same_chips,
        max(best) as best,
        min(worst) as worst,
        sum(raises) as raises,
        sum(calls) as calls,
        sum(raises_later) as raises_later,
        sum(calls_later) as calls_later
    from int_player_sums
    group by grouping sets ((kind, season, player_id), (kind, player_id))
),

spread as (
    select
        *,
        nets.net_sum / nets.seats as mean,
        z() * sqrt(mean_error(of_nets(nets))) as mean_margin,
        variance(nets) as v
    from sums
),

rates as (
    select
        case grouping(season) when 0 then 'season' else 'all' end as scope,
        kind,
        season,
        player_id,
        rate as metric,
        sum(hits) as k,
        sum(known) as n
    from int_player_rates
    group by grouping sets ((kind, season, player_id, rate), (kind, player_id, rate))
),

rows_of_all as (
    select s.scope, s.kind, s.season, s.player_id, x.*
    from spread as s
    cross join lateral (
        values
        ('hands', 'hands', s.hands, null, null, null, null),
        ('net', 'chips', case when s.same_chips then s.net end, null, null, null, null),
        ('biggest_win', 'chips', case when s.same_chips and s.best > 0 then s.best end, null, null, null, null),
        ('biggest_loss', 'chips', case when s.same_chips and s.worst < 0 then s.worst end, null, null, null, null),
        ('net_units', 'antes', s.nets.net_sum, null, null, null, null),
        (
            'net_per_100', 'antes', 100 * s.nets.net_sum / s.nets.seats,
            100 * (s.mean - s.mean_margin), 100 * (s.mean + s.mean_margin),
            s.nets.net_sum, s.nets.seats
        ),
        (
            'net_sd', 'antes', sqrt(s.v),
            sqrt(s.v) / deviation_ratio(s.nets), sqrt(s.v) * deviation_ratio(s.nets), null, null
        ),
        ('aggression', 'ratio', s.raises / nullif(s.calls, 0), null, null, s.raises, s.calls),
        (
            'af', 'ratio', s.raises_later / nullif(s.calls_later, 0), null, null, s.raises_later, s.calls_later
        )
    ) as x (metric, measure, value, low, high, numerator, denominator)
    union all by name
    select
        scope, kind, season, player_id, metric, 'share' as measure, k / nullif(n, 0) as value,
        share_low(k, n) as low, share_high(k, n) as high, k as numerator, n as denominator
    from rates
)

select
    scope,
    kind,
    season,
    player_id,
    metric,
    measure,
    cast(value as double) as value,
    cast(low as double) as low,
    cast(high as double) as high,
    cast(numerator as double) as numerator,
    cast(denominator as double) as denominator
from rows_of_all
order by scope, kind, season, player_id, metric
