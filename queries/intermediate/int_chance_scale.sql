-- Grain: kind. Ratio of the variance of the group's own hands to the variance of runs of the same games. Runs are played by
-- others, so they are a prior: players move the logarithm of a game's variance by about 1 (docs/statistics.md). scale is the
-- posterior mean.
with own as (  -- the nets of a chain, which belongs to the game and table of its first hand
    select
        kind,
        variant_id,
        additions,
        player_count,
        net_sums_in_antes(nets, unit, unit) as nets
    from int_game_sums
    where per = 'chain' and kind <> 'run'
    group by all
),

squares as (
    select
        kind,
        sum(o.nets.net_squares order by (variant_id, additions, player_count)) as squares,
        sum(o.nets.squares_x_squares order by (variant_id, additions, player_count)) as squares_x_squares
    from own as o
    inner join int_game_chance as c using (variant_id, additions, player_count)
    where c.source <> 'own'
    group by kind
),

played as (  -- the seats of each hand at its own table: players come and go while a pot is carried
    select
        kind,
        variant_id,
        additions,
        player_count,
        net_sums_in_antes(nets, unit, unit) as nets
    from int_game_sums
    where per = 'hand' and kind <> 'run'
    group by all
),

expected as (
    select
        kind,
        sum(c.chance[1] * p.nets.seats order by (variant_id, additions, player_count)) as expected
    from played as p
    inner join int_game_chance as c using (variant_id, additions, player_count)
    where c.source <> 'own'
    group by kind
),

sums as (
    select *
    from squares
    inner join expected using (kind)
),

ratios as (
    select
        kind,
        squares / expected as ratio,
        squares * squares / squares_x_squares as effective
    from sums
    where squares > 0 and expected > 0
),

errors as (
    select *, (1 + 1.5 / sqrt(effective)) ** 2 / effective as error
    from ratios
)

select
    kind,
    ratio,
    effective,
    exp((ln(ratio) + error / 2) / (1 + error)) as scale
from errors
