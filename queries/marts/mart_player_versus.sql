-- Head to head: each winner's gain of a chain comes from the losers in proportion to their losses.
with nets as (
    select
        kind,
        season,
        session_id,
        chain_no,
        player_id,
        count(*) as hands,
        exact_sum(net / unit) as net
    from int_seats
    where unit is not null
    group by all
),

pots as (
    select
        *,
        sum(greatest(net, 0)) over (partition by session_id, chain_no order by player_id rows between unbounded preceding and unbounded following) as gained,
        sum(greatest(-net, 0)) over (partition by session_id, chain_no order by player_id rows between unbounded preceding and unbounded following) as lost
    from nets
),

flows as (
    select
        a.kind,
        a.season,
        a.session_id,
        a.chain_no,
        a.player_id,
        b.player_id as other_id,
        least(a.hands, b.hands) as hands,
        case
            when a.net > 0 and b.net < 0 then a.net * -b.net / greatest(a.gained, a.lost)
            when a.net < 0 and b.net > 0 then a.net * b.net / greatest(a.gained, a.lost)
            else 0
        end as flow
    from pots as a
    inner join pots as b using (session_id, chain_no)
    where a.player_id <> b.player_id
),

together as (
    select
        case grouping(a.season) when 0 then 'season' else 'all' end as scope,
        a.kind,
        a.season,
        a.player_id,
        b.player_id as other_id,
        count(*) filter (where a.unit is not null) as hands,
        count(*) filter (where a.at_showdown and b.at_showdown) as showdowns,
        count(*) filter (where a.at_showdown and b.at_showdown and a.won_showdown and not b.won_showdown) as won,
        count(*) filter (where a.at_showdown and b.at_showdown and b.won_showdown and not a.won_showdown) as lost
    from int_seats as a
    inner join int_seats as b using (session_id, hand_no)
    where a.player_id <> b.player_id
    group by grouping sets ((a.kind, a.season, a.player_id, b.player_id), (a.kind, a.player_id, b.player_id))
),

sums as (
    select
        case grouping(season) when 0 then 'season' else 'all' end as scope,
        kind,
        season,
        player_id,
        other_id,
        {
            clusters: cast(count(*) as double),
            number: cast(sum(hands) as double),
            total: exact_sum(flow),
            number_x_number: cast(sum(hands * hands) as double),
            total_x_total: exact_sum(flow * flow),
            total_x_number: exact_sum(flow * hands)
        } as flows
    from flows
    group by grouping sets ((kind, season, player_id, other_id), (kind, player_id, other_id))
)

select
    s.scope,
    s.kind,
    s.season,
    s.player_id,
    s.other_id,
    coalesce(d.hands, 0) as hands,
    s.flows.total as net_units,
    100 * s.flows.total / s.flows.number as net_per_100,
    100 * (s.flows.total / s.flows.number - mean_margin(s.flows)) as low,
    100 * (s.flows.total / s.flows.number + mean_margin(s.flows)) as high,
    coalesce(d.showdowns, 0) as showdowns,
    coalesce(d.won, 0) as won,
    coalesce(d.lost, 0) as lost
from sums as s
left join together as d
    on d.scope = s.scope and d.kind = s.kind and d.season is not distinct from s.season
    and d.player_id = s.player_id and d.other_id = s.other_id
order by s.scope, s.kind, s.season, s.player_id, s.other_id
