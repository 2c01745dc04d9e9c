-- What a player's hands bring by position, by dealer and by table size.
with sums as (
    select
        s.kind,
        s.season,
        x.player_id,
        x.split,
        x.part,
        x.unit,
        added_net_sums(x.nets) as nets,
        sum(x.vpip_known) as vpip_known,
        sum(x.vpip) as vpip,
        sum(x.played) as played,
        sum(x.won) as won
    from int_split_sums as x
    inner join int_sessions as s using (session_id)
    group by all
),

totals as (
    select
        case grouping(season) when 0 then 'season' else 'all' end as scope,
        kind,
        season,
        player_id,
        split,
        part,
        sum(nets.seats) as hands,
        net_sums_in_antes(nets, unit, (unit, season)) as nets,
        sum(vpip_known) as vpip_known,
        sum(vpip) as vpip,
        sum(played) as played,
        sum(won) as won
    from sums
    group by grouping sets ((kind, season, player_id, split, part), (kind, player_id, split, part))
)

select
    scope,
    kind,
    season,
    player_id,
    split,
    part,
    cast(hands as bigint) as hands,
    nets.net_sum as net_units,
    100 * nets.net_sum / nets.seats as net_per_100,
    100 * (nets.net_sum / nets.seats - margin) as low,
    100 * (nets.net_sum / nets.seats + margin) as high,
    won / nullif(played, 0) as won_hand,
    cast(played as bigint) as played,
    vpip / nullif(vpip_known, 0) as vpip,
    cast(vpip_known as bigint) as vpip_known
from (select *, net_margin(nets.clusters, effective_sample(nets), net_error(nets)) as margin from totals)
order by scope, kind, season, player_id, split, part
