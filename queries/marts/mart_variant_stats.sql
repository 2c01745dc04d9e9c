-- How wild each game is: a row a metric. Every select under rows_of_all adds rows of the same shape.
with sums as (  -- what is in chips becomes antes here, unit by unit, always in the same order so that the digits are too
    select
        kind,
        variant_id,
        additions,
        player_count,
        per,
        sum(h) as known,
        sum(hands) as hands,
        sum(mixed) as mixed,
        sum(showdown_known) as showdown_known,
        sum(showdowns) as showdowns,
        sum(carried) as carried,
        sum(rounds_known) as rounds_known,
        sum(rounds) as rounds,
        sum(timed) as timed,
        sum(microseconds) as microseconds,
        cast(sum(hands) filter (where unit is not null) as double) as hands_in_antes,
        cast(sum(c) filter (where unit is not null) as double) as c,
        cast(sum(h) filter (where unit is not null) as double) as h,
        cast(sum(n) filter (where unit is not null) as double) as n,
        cast(sum(hh) filter (where unit is not null) as double) as hh,
        cast(sum(nn) filter (where unit is not null) as double) as nn,
        sum(p / unit order by unit, player_count) as p,
        sum(t / unit order by unit, player_count) as t,
        sum(ph / unit order by unit, player_count) as ph,
        sum(tn / unit order by unit, player_count) as tn,
        sum(s / unit ** 2 order by unit, player_count) as s,
        sum(pp / unit ** 2 order by unit, player_count) as pp,
        sum(tt / unit ** 2 order by unit, player_count) as tt,
        sum(sn / unit ** 2 order by unit, player_count) as sn,
        sum(st / unit ** 3 order by unit, player_count) as st,
        sum(ss / unit ** 4 order by unit, player_count) as ss
    from int_game_sums
    group by grouping sets (
        (kind, variant_id, additions, player_count, per), (kind, variant_id, additions, per)
    )
),

spread as (
    select
        *,
        variance(c, n, t, s, tt, tn, nn) as v,
        sqrt(variance_error(c, n, t, s, tt, tn, nn, ss, st, sn)) as v_error
    from sums
),

net_sd as (
    select kind, variant_id, additions, player_count, per, v, v_error, h, 1.0 as times
    from spread
    union all by name
    select  -- as many chains as fit in an hour at the catalogue's pace
        s.kind, s.variant_id, s.additions, s.player_count, 'hour' as per, s.v, s.v_error, s.h,
        sqrt(3600 * s.h / (s.hands_in_antes * g.pace)) as times
    from spread as s
    inner join stg_variants as g using (variant_id)
    where s.per = 'chain' and g.pace > 0
),

rows_of_all as (
    select
        kind, variant_id, additions, player_count, 'net_sd' as metric, per, 'antes' as measure,
        times * sqrt(v) as value,
        case when v > 0 then times * sqrt(v) * exp(-z() * v_error / (2 * v)) end as low,
        case when v > 0 then times * sqrt(v) * exp(z() * v_error / (2 * v)) end as high,
        h as sample
    from net_sd
    union all by name
    select
        kind, variant_id, additions, player_count, 'pot_mean' as metric, per, 'antes' as measure,
        p / h as value,
        p / h - z() * sqrt(mean_error(c, h, p, pp, ph, hh)) as low,
        p / h + z() * sqrt(mean_error(c, h, p, pp, ph, hh)) as high,
        h as sample
    from sums
    union all by name
    select kind, variant_id, additions, player_count, metric, per, 'antes' as measure, pot as value, pots as sample
    from int_pot_quantiles
    union all by name
    select
        s.kind, s.variant_id, s.additions, s.player_count, x.metric, 'hand' as per, 'share' as measure,
        x.k / nullif(x.n, 0) as value, share_low(x.k, x.n) as low, share_high(x.k, x.n) as high, x.n as sample
    from sums as s
    cross join lateral (
        values ('showdown', s.showdowns, s.showdown_known), ('carried', s.carried, s.known)
    ) as x (metric, k, n)
    where s.per = 'hand'
    union all by name
    select
        s.kind, s.variant_id, s.additions, s.player_count, x.metric, x.per, x.measure, x.value, x.n as sample
    from sums as s
    cross join lateral (
        values
        ('hands', 'hand', 'hands', cast(s.known as double), s.known),
        ('rounds', 'hand', 'rounds', s.rounds / nullif(s.rounds_known, 0), s.rounds_known),
        ('seconds', 'hand', 'seconds', s.microseconds / nullif(s.timed, 0) / 1e6, s.timed),
        ('chains', 'chain', 'chains', cast(s.known as double), s.known),
        ('mixed_chains', 'chain', 'chains', cast(s.mixed as double), s.known),
        ('hands_per_chain', 'chain', 'hands', s.hands / s.known, s.known)
    ) as x (metric, per, measure, value, n)
    where s.per = x.per
)

select
    kind,
    variant_id,
    additions,
    cast(player_count as bigint) as player_count,
    metric,
    per,
    measure,
    cast(value as double) as value,
    cast(low as double) as low,
    cast(high as double) as high,
    cast(coalesce(sample, 0) as bigint) as sample
from rows_of_all
order by kind, variant_id, additions, player_count nulls first, metric, per
