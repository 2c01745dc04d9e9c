-- Grain: kind. How far nets of the group's own hands go beside what runs say of the same games, as a ratio of variances.
-- Runs are played by others, so their word is a prior: who plays moves the logarithm of a game's variance by about 1
-- (docs/statistics.md). scale is the mean of what is left to believe once the group's own hands are known.
with own as (
    select
        kind,
        variant_id,
        additions,
        player_count,
        net_sums_in_antes(nets, unit, unit) as nets,
        cast(sum(counts.hands) filter (where unit is not null) as double) as hands
    from int_game_sums
    where per = 'chain' and kind <> 'run'
    group by all
),

sums as (
    select
        kind,
        sum(o.nets.net_squares order by (variant_id, additions, player_count)) as squares,
        sum(o.nets.squares_x_squares order by (variant_id, additions, player_count)) as squares_x_squares,
        sum(c.chance[1] * o.hands / o.nets.clusters * o.nets.seats order by (variant_id, additions, player_count)) as expected
    from own as o
    inner join int_game_chance as c using (variant_id, additions, player_count)
    where c.source <> 'own' and o.hands > 0 and o.nets.clusters > 0
    group by kind
),

told as (
    select
        kind,
        squares / expected as ratio,
        squares * squares / squares_x_squares as effective
    from sums
    where squares > 0 and expected > 0
),

errors as (
    select *, (1 + 1.5 / sqrt(effective)) ** 2 / effective as error
    from told
)

select
    kind,
    ratio,
    effective,
    exp((ln(ratio) + error / 2) / (1 + error)) as scale
from errors
