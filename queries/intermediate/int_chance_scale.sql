-- Grain: kind. Ratio of the variance of the group's own hands to the variance of runs of the same games. Runs are played by
-- others, so they are a prior: players move the logarithm of a game's variance by about 1 (docs/statistics.md). scale is the
-- posterior mean.
with games as (  -- the squares of a chain, by the game and table of its first hand; the seats of each hand at its own table
    select
        kind,
        variant_id,
        additions,
        player_count,
        sum(nets.net_squares / unit ** 2 order by unit) filter (where per = 'chain') as squares,
        sum(nets.squares_x_squares / unit ** 4 order by unit) filter (where per = 'chain') as squares_x_squares,
        cast(sum(nets.seats) filter (where per = 'hand' and unit is not null) as double) as seats
    from int_game_sums
    where kind <> 'run'
    group by kind, variant_id, additions, player_count
),

sums as (
    select
        kind,
        sum(g.squares order by (variant_id, additions, player_count)) as squares,
        sum(g.squares_x_squares order by (variant_id, additions, player_count)) as squares_x_squares,
        sum(c.chance[1] * g.seats order by (variant_id, additions, player_count)) as expected
    from games as g
    inner join int_game_chance as c using (variant_id, additions, player_count)
    where c.source <> 'own'
    group by kind
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
