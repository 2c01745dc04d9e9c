-- How wild each game is by who plays it: the deviation of a seat's net, a row a line-up of runs and what it is taken per.
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
        ratio_sums_in_antes(x.pots, x.unit, (x.unit, x.session_id)) as pots
    from int_variant_sums as x
    inner join int_sessions as s using (session_id)
    where s.kind = 'run'
    group by all
),

net_sd as (
    select *, 1.0 as times
    from sums
    union all by name
    select s.* replace ('hour' as per), sqrt(3600 * s.pots.number / (s.hands * g.pace)) as times
    from sums as s
    inner join stg_variants as g using (variant_id)
    where s.per = 'chain' and g.pace > 0
)

select
    kind,
    variant_id,
    additions,
    cast(player_count as bigint) as player_count,
    lineup,
    per,
    times * sqrt(variance(nets)) as net_sd,
    times * sqrt(variance(nets)) / deviation_ratio(nets) as low,
    times * sqrt(variance(nets)) * deviation_ratio(nets) as high,
    cast(known as bigint) as sample,
    cast(effective_sample(nets) as double) as effective,
    cast(case
        when effective_sample(nets) < enough() then ceil(pots.number * enough() / effective_sample(nets))
    end as bigint) as needed
from net_sd
order by kind, variant_id, additions, player_count, lineup, per
