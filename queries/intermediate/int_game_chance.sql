-- Grain: game, additions, table size, of hands of players with names. The variance (of a chain, divided by its hands) and
-- third moment about 0 of a seat's net of a hand by chance, in antes. From runs of just that; else of the game at any table with
-- any additions; else from the group's own hands. source says which.
with asked as (
    select distinct variant_id, additions, player_count
    from int_player_game_sums
    where variant_id is not null
),

sums as (
    select
        kind = 'run' as simulated,
        variant_id,
        additions,
        player_count,
        grouping(additions) as any_table,
        sum(nets.net_squares / unit ** 2 order by (unit, player_count, additions, kind)) as squares,
        cast(sum(nets.seats) filter (where unit is not null) as double) as seats,
        cast(sum(nets.clusters) filter (where unit is not null) as double) as chains,
        cast(sum(counts.hands) filter (where unit is not null) as double) as hands
    from int_game_sums
    where per = 'chain' and variant_id in (select variant_id from asked)
    group by grouping sets ((kind = 'run', variant_id, additions, player_count), (kind = 'run', variant_id))
),

by_unit as (
    select
        kind = 'run' as simulated,
        variant_id,
        additions,
        player_count,
        unit,
        grouping(additions) as any_table,
        sum(n * chips * chips * chips) as third,
        sum(n) as n
    from int_amounts
    where fact = 'net' and player_count is not null and variant_id in (select variant_id from asked)
    group by grouping sets ((kind = 'run', variant_id, additions, player_count, unit), (kind = 'run', variant_id, unit))
),

thirds as (
    select
        simulated,
        variant_id,
        additions,
        player_count,
        any_table,
        sum(third / unit ** 3 order by unit) / sum(n) as third
    from by_unit
    group by simulated, variant_id, additions, player_count, any_table
),

chances as (
    select
        simulated,
        variant_id,
        s.additions,
        s.player_count,
        any_table = 1 as any_table,
        s.squares / s.seats * s.chains / s.hands as variance,
        t.third
    from sums as s
    inner join thirds as t using (simulated, variant_id, any_table)
    where s.hands > 0
        and s.additions is not distinct from t.additions
        and s.player_count is not distinct from t.player_count
)

select
    variant_id,
    a.additions,
    a.player_count,
    arg_min((c.variance, c.third), (not c.simulated, c.any_table)) as chance,
    arg_min(
        case when not c.simulated then 'own' when c.any_table then 'run, other tables' else 'run' end,
        (not c.simulated, c.any_table)
    ) as source
from asked as a
inner join chances as c using (variant_id)
where c.any_table or (c.simulated and c.additions = a.additions and c.player_count = a.player_count)
group by variant_id, a.additions, a.player_count
