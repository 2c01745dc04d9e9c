-- What a player's hands bring by position, by dealer and by table size.
with parts as (
    select
        s.kind,
        s.season,
        s.player_id,
        x.split,
        x.part,
        s.session_id,
        s.chain_no,
        s.unit,
        count(*) as hands,
        sum(s.net) as net,
        sum(s.net * s.net) as squares,
        count(s.vpip) as vpip_known,
        count(*) filter (where s.vpip) as vpip,
        count(s.won_hand) as played,
        count(*) filter (where s.won_hand) as won
    from int_seats as s
    cross join lateral (
        values
        ('position', cast(s.player_count - 1 - s.seat as varchar)),
        ('dealer', s.dealer_id),
        ('table', cast(s.player_count as varchar))
    ) as x (split, part)
    where x.part is not null
    group by all
),

sums as (
    select
        kind,
        season,
        player_id,
        split,
        part,
        unit,
        net_sums(hands, net, squares) as nets,
        sum(hands) as hands,
        sum(vpip_known) as vpip_known,
        sum(vpip) as vpip,
        sum(played) as played,
        sum(won) as won
    from parts
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
        sum(hands) as hands,
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
