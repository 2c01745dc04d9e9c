-- How volatile each game is by who plays it: the deviation of a seat's net for each line-up of runs, and what it is taken per.
with sums as (
    select
        s.kind,
        x.variant_id,
        x.additions,
        x.player_count,
        array_to_string(s.profiles, ', ') as lineup,
        x.per,
        cast(sum(x.counts.hands) filter (where x.unit is not null) as double) as hands,
        sum(x.pots.number) as known,
        net_sums_in_antes(x.nets, x.unit, (x.unit, x.session_id)) as nets,
        ratio_sums_in_antes(x.pots, x.unit, (x.unit, x.session_id)) as pots,
        sum(x.carries.total) as carried
    from int_variant_sums as x
    anti join int_repeated using (session_id, variant_id, additions, player_count)
    inner join int_sessions as s using (session_id)
    where s.kind = 'run'
    group by all
),

spread as (
    select
        * exclude (nets, pots),
        pots.number as pots,
        nets.clusters,
        pots_grow(hands, pots.number, carried) as grow,
        variance(nets) as variance,
        variance_error(nets) as variance_error,
        effective_sample(nets) as effective
    from sums
),

net_sd as (
    select *, 1.0 as times
    from spread
    union all by name
    select s.* replace ('hour' as per), sqrt(3600 * s.pots / (s.hands * g.pace)) as times
    from spread as s
    inner join int_paces as g using (variant_id)
    where s.per = 'chain' and g.pace > 0
)

select
    kind,
    variant_id,
    game_id(variant_id) as game_id,
    additions,
    cast(player_count as bigint) as player_count,
    lineup,
    per,
    times * sqrt(variance) as net_sd,
    times * sqrt(variance) * ends.low as low,
    times * sqrt(variance) * ends.high as high,
    cast(known as bigint) as sample,
    cast(effective as double) as effective,
    cast(case when enough < 1 then ceil(pots / enough) end as bigint) as needed
from (
    select
        *,
        enough(effective, clusters, grow) as enough,
        deviation_ends(effective, clusters, grow, variance, variance_error) as ends
    from net_sd
)
order by kind desc, variant_id, additions, player_count, lineup, per
