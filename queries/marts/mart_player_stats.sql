-- What a player's hands show: a row a metric.
with sums as (  -- the sums in antes take the hands whose ante is known, unit by unit
    select
        case grouping(season) when 0 then 'season' else 'all' end as scope,
        kind,
        season,
        player_id,
        cast(sum(n) as double) as hands,
        cast(sum(t) as double) as net,
        cast(sum(c) filter (where unit is not null) as double) as c,
        cast(sum(n) filter (where unit is not null) as double) as n,
        cast(sum(nn) filter (where unit is not null) as double) as nn,
        sum(t / unit order by unit, variant_id, season) as t,
        sum(tn / unit order by unit, variant_id, season) as tn,
        sum(s / unit ** 2 order by unit, variant_id, season) as s,
        sum(tt / unit ** 2 order by unit, variant_id, season) as tt,
        sum(sn / unit ** 2 order by unit, variant_id, season) as sn,
        sum(st / unit ** 3 order by unit, variant_id, season) as st,
        sum(ss / unit ** 4 order by unit, variant_id, season) as ss,
        sum(won_hands) as won_hands,
        max(best) as best,
        min(worst) as worst,
        sum(folded_known) as folded_known,
        sum(folded) as folded,
        sum(showdown_known) as showdown_known,
        sum(showdowns) as showdowns,
        sum(won_showdowns) as won_showdowns,
        sum(peder_known) as peder_known,
        sum(peder) as peder,
        sum(vpip_known) as vpip_known,
        sum(vpip) as vpip,
        sum(raises) as raises,
        sum(calls) as calls
    from int_player_sums
    group by grouping sets ((kind, season, player_id), (kind, player_id))
),

spread as (
    select
        *,
        mean_error(c, n, t, tt, tn, nn) as mean_error,
        variance(c, n, t, s, tt, tn, nn) as v,
        variance_error(c, n, t, s, tt, tn, nn, ss, st, sn) as v_error
    from sums
),

rows_of_all as (
    select s.scope, s.kind, s.season, s.player_id, x.*
    from spread as s
    cross join lateral (
        values
        ('hands', 'hands', s.hands, null, null, null, null),
        ('net', 'chips', s.net, null, null, null, null),
        ('biggest_win', 'chips', case when s.best > 0 then s.best end, null, null, null, null),
        ('biggest_loss', 'chips', case when s.worst < 0 then s.worst end, null, null, null, null),
        ('net_units', 'antes', s.t, null, null, null, null),
        (
            'net_per_100', 'antes', 100 * s.t / s.n,
            100 * (s.t / s.n - z() * sqrt(s.mean_error)), 100 * (s.t / s.n + z() * sqrt(s.mean_error)), s.t, s.n
        ),
        (
            'net_sd', 'antes', sqrt(s.v),
            case when s.v > 0 then sqrt(s.v) * exp(-z() * sqrt(s.v_error) / (2 * s.v)) end,
            case when s.v > 0 then sqrt(s.v) * exp(z() * sqrt(s.v_error) / (2 * s.v)) end, null, null
        ),
        ('aggression', 'ratio', s.raises / nullif(s.calls, 0), null, null, s.raises, s.calls)
    ) as x (metric, measure, value, low, high, numerator, denominator)
    union all by name
    select
        s.scope, s.kind, s.season, s.player_id, x.metric, 'share' as measure, x.k / nullif(x.n, 0) as value,
        share_low(x.k, x.n) as low, share_high(x.k, x.n) as high, x.k as numerator, x.n as denominator
    from spread as s
    cross join lateral (
        values
        ('vpip', s.vpip, s.vpip_known),
        ('folded', s.folded, s.folded_known),
        ('went_to_showdown', s.showdowns, s.showdown_known),
        ('won_at_showdown', s.won_showdowns, s.showdowns),
        ('won_hand', s.won_hands, s.hands),
        ('peder', s.peder, s.peder_known)
    ) as x (metric, k, n)
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
