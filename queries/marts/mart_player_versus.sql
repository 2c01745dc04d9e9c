-- Head to head: each winner's gain of a chain comes from the losers in proportion to their losses.
with sums as (
    select
        case grouping(s.season) when 0 then 'season' else 'all' end as scope,
        s.kind,
        s.season,
        x.player_id,
        x.other_id,
        sum(x.hands) as hands,
        sum(x.showdowns) as showdowns,
        sum(x.won) as won,
        sum(x.lost) as lost,
        {
            clusters: cast(sum(x.chains) as double),
            number: cast(sum(x.chain_hands) as double),
            total: exact_sum(x.flow),
            number_x_number: cast(sum(x.chain_hands_squared) as double),
            total_x_total: exact_sum(x.flow_squared),
            total_x_number: exact_sum(x.flow_x_hands)
        } as flows
    from int_versus_sums as x
    inner join int_sessions as s using (session_id)
    group by grouping sets ((s.kind, s.season, x.player_id, x.other_id), (s.kind, x.player_id, x.other_id))
)

select
    scope,
    kind,
    season,
    player_id,
    other_id,
    cast(coalesce(hands, 0) as bigint) as hands,
    flows.total as net_units,
    100 * flows.total / flows.number as net_per_100,
    100 * (flows.total / flows.number - mean_margin(flows)) as low,
    100 * (flows.total / flows.number + mean_margin(flows)) as high,
    cast(coalesce(showdowns, 0) as bigint) as showdowns,
    cast(coalesce(won, 0) as bigint) as won,
    cast(coalesce(lost, 0) as bigint) as lost
from sums
where flows.clusters > 0
order by scope, kind, season, player_id, other_id
