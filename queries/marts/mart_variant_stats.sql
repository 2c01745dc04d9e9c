-- How volatile each game is: a row for each metric. Every select under rows_of_all adds rows of the same columns.
with sums as (  -- chips become antes here, unit by unit in a fixed order, so that the digits are always the same
    select
        kind,
        variant_id,
        additions,
        player_count,
        per,
        sum(pots.number) as known,
        added_hand_counts(counts) as counts,
        ratio_sums_in_antes(showdowns, 1, (unit, player_count)) as showdowns,
        ratio_sums_in_antes(carries, 1, (unit, player_count)) as carries,
        cast(sum(case when unit is not null then counts.hands end) as double) as hands_in_antes,
        net_sums_in_antes(nets, unit, (unit, player_count)) as nets,
        ratio_sums_in_antes(pots, unit, (unit, player_count)) as pots
    from int_game_sums
    group by grouping sets (
        (kind, variant_id, additions, player_count, per), (kind, variant_id, additions, per)
    )
),

spread as (
    select
        kind,
        variant_id,
        additions,
        player_count,
        per,
        hands_in_antes,
        pots.number as pots,
        nets.clusters,
        pots_grow(counts.hands, pots.number, carries.total) as grow,
        variance(nets) as variance,
        variance_error(nets) as variance_error,
        effective_sample_by_run(nets, kind = 'run') as effective
    from sums
),

net_sd as (
    select *, 1.0 as times
    from spread
    union all by name
    select  -- as many chains as fit in an hour at the game's pace
        s.* replace ('hour' as per), sqrt(3600 * s.pots / (s.hands_in_antes * g.pace)) as times
    from spread as s
    inner join int_paces as g using (variant_id)
    where s.per = 'chain' and g.pace > 0
),

known as (
    select
        *,
        enough(effective, clusters, grow) as enough,
        deviation_ends(effective, clusters, grow, variance, variance_error) as ends
    from net_sd
),

rows_of_all as (
    select
        kind, variant_id, additions, player_count, 'net_sd' as metric, per, 'antes' as measure,
        times * sqrt(variance) as value,
        times * sqrt(variance) * ends.low as low,
        times * sqrt(variance) * ends.high as high,
        pots as sample,
        effective,
        case when enough < 1 then ceil(pots / enough) end as needed
    from known
    union all by name
    select
        kind, variant_id, additions, player_count, 'pot_mean' as metric, per, 'antes' as measure,
        pots.total / pots.number as value,
        pots.total / pots.number * exp(-reach) as low,
        pots.total / pots.number * exp(reach) as high,
        pots.number as sample,
        case when reach is null then ceil(pots.number / enough) end as needed
    from (
        select *, pot_reach(pots, grow) as reach, enough_pots(pots, grow) as enough
        from (select *, pots_grow(counts.hands, pots.number, carries.total) as grow from sums)
    )
    union all by name
    select kind, variant_id, additions, player_count, metric, per, 'antes' as measure, pot as value, pots as sample
    from int_pot_quantiles
    union all by name
    select
        s.kind, s.variant_id, s.additions, s.player_count, x.metric, 'hand' as per, 'share' as measure,
        x.k / nullif(x.n, 0) as value,
        share_low(x.k / nullif(x.n, 0) * x.effective, x.effective) as low,
        share_high(x.k / nullif(x.n, 0) * x.effective, x.effective) as high,
        x.n as sample,
        x.effective
    from sums as s
    cross join lateral (
        values
        ('showdown', s.showdowns.total, s.showdowns.number, share_sample(s.showdowns)),
        ('carried', s.carries.total, s.carries.number, share_sample(s.carries))
    ) as x (metric, k, n, effective)
    where s.per = 'hand'
    union all by name
    select
        s.kind, s.variant_id, s.additions, s.player_count, x.metric, x.per, x.measure, x.value, x.n as sample
    from sums as s
    cross join lateral (
        values
        ('hands', 'hand', 'hands', cast(s.known as double), s.known),
        ('rounds', 'hand', 'rounds', s.counts.rounds / nullif(s.counts.rounds_known, 0), s.counts.rounds_known),
        ('seconds', 'hand', 'seconds', s.counts.microseconds / nullif(s.counts.timed, 0) / 1e6, s.counts.timed),
        ('chains', 'chain', 'chains', cast(s.known as double), s.known),
        ('mixed_chains', 'chain', 'chains', cast(s.counts.mixed as double), s.known),
        ('hands_per_chain', 'chain', 'hands', s.counts.hands / s.known, s.known)
    ) as x (metric, per, measure, value, n)
    where s.per = x.per
)

select
    kind,
    variant_id,
    game_id(variant_id) as game_id,
    additions,
    cast(player_count as bigint) as player_count,
    metric,
    per,
    measure,
    cast(value as double) as value,
    cast(low as double) as low,
    cast(high as double) as high,
    cast(coalesce(sample, 0) as bigint) as sample,
    cast(effective as double) as effective,
    cast(needed as bigint) as needed
from rows_of_all
order by kind desc, variant_id, additions, player_count nulls first, metric, per
