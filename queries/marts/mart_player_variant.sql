-- What each player wins at each game.
with sums as (
    select
        case grouping(season) when 0 then 'season' else 'all' end as scope,
        kind,
        season,
        player_id,
        variant_id,
        sum(nets.seats) as hands,
        sum(won_hands) as won_hands,
        sum(nets.net_sum) as net,
        min(first_chip) = max(last_chip) as same_chips,
        max(best) as best,
        min(worst) as worst,
        net_sums_in_antes(nets, unit, (unit, season)) as nets
    from int_player_sums
    group by grouping sets ((kind, season, player_id, variant_id), (kind, player_id, variant_id))
),

means as (
    select
        *,
        nets.net_sum / nets.seats as mean,
        net_margin(nets.clusters, effective_sample(nets), net_error(nets)) as margin
    from sums
),

seats as (
    select s.kind, s.season, x.player_id, x.variant_id, x.additions, x.player_count, sum(x.played) as played
    from int_player_game_sums as x
    inner join int_sessions as s using (session_id)
    group by all
),

games as (
    select
        case grouping(season) when 0 then 'season' else 'all' end as scope,
        kind,
        season,
        player_id,
        variant_id,
        case when count(*) = count(c.variance)
            then sum(s.played * c.variance order by s.season, s.additions, s.player_count)
        end as variance
    from seats as s
    left join int_group_chance as c using (kind, variant_id, additions, player_count)
    group by grouping sets ((kind, season, player_id, variant_id), (kind, player_id, variant_id))
),

-- One scale fits all games of a group; where a player's own hands of a game have a larger variance (guts among players who always
-- go in), that one counts.
chances as (
    select
        g.* replace (greatest(g.variance, net_error(m.nets) * m.nets.seats ** 2) as variance)
    from games as g
    inner join means as m using (scope, kind, player_id, variant_id)
    where m.season is not distinct from g.season
),

-- All players' nets at a game sum to 0: how far they lie from it beyond chance, in deviations of the game (docs/statistics.md).
needs as (
    select
        m.scope,
        m.kind,
        m.season,
        sum(m.nets.seats ** 2 order by player_id, variant_id) / nullif(greatest(
            0,
            sum(m.nets.seats * (m.nets.net_sum ** 2 / c.variance - 1) order by player_id, variant_id)
        ), 0) as needed
    from means as m
    inner join chances as c using (scope, kind, player_id, variant_id)
    where c.season is not distinct from m.season and c.variance > 0
    group by all
)

select
    m.scope,
    m.kind,
    m.season,
    m.player_id,
    m.variant_id,
    cast(hands as bigint) as hands,
    cast(won_hands as bigint) as won_hands,
    case when same_chips then cast(net as bigint) end as net,
    nets.net_sum as net_units,
    100 * nets.net_sum / nets.seats as net_per_100,
    100 * (mean - margin) as low,
    100 * (mean + margin) as high,
    sqrt(c.variance) as chance_sd,
    n.needed,
    case when c.variance > 0 then coalesce(nets.seats / (nets.seats + n.needed), 0) end as reliability,
    case when c.variance > 0 then coalesce(nets.seats / (nets.seats + n.needed), 0) * 100 * mean end as shrinkage_estimate,
    case when same_chips and best > 0 then best end as biggest_win,
    case when same_chips and worst < 0 then worst end as biggest_loss
from means as m
left join chances as c
    on c.scope = m.scope and c.kind = m.kind and c.season is not distinct from m.season
    and c.player_id = m.player_id and c.variant_id is not distinct from m.variant_id
left join needs as n on n.scope = m.scope and n.kind = m.kind and n.season is not distinct from m.season
order by m.scope, m.kind, m.season, m.player_id, m.variant_id
