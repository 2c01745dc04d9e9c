-- A player's metrics, a row each.
with sums as (  -- the sums in antes take the hands whose ante is known, unit by unit
    select
        case grouping(season) when 0 then 'season' else 'all' end as scope,
        kind,
        season,
        player_id,
        cast(sum(nets.seats) as double) as hands,
        cast(sum(nets.net_sum) as double) as net,
        net_sums_in_antes(nets, unit, (unit, variant_id, season)) as nets,
        min(first_chip) = max(last_chip) as same_chips,
        max(best) as best,
        min(worst) as worst,
        added_ratio_sums(acts) as acts,
        added_ratio_sums(acts_later) as acts_later,
        added_ratio_sums(size_first) as size_first,
        added_ratio_sums(size_second) as size_second,
        added_ratio_sums(size_third) as size_third,
        added_ratio_sums(size_fourth) as size_fourth,
        -- whether the pots grow in the games that a quarter of the squares come from
        4 * sum(nets.net_squares / unit ** 2 * cast(pots_grow(nets.seats, nets.clusters, 0) as int) order by unit, variant_id, season)
        > sum(nets.net_squares / unit ** 2 order by unit, variant_id, season) as grow
    from int_player_sums
    group by grouping sets ((kind, season, player_id), (kind, player_id))
),

spread as (
    select
        *,
        net_margin(nets.clusters, effective, error) as margin,
        enough(effective, nets.clusters, grow) as enough,
        deviation_ends(effective, nets.clusters, grow, v, variance_error) as ends
    from (
        select
            *,
            nets.net_sum / nets.seats as mean,
            net_error(nets) as error,
            variance(nets) as v,
            variance_error(nets) as variance_error,
            effective_sample(nets) as effective
        from sums
    )
),

odds as (  -- bets and raises against calls: a player's acts of a chain aren't independent
    select
        s.scope,
        s.kind,
        s.season,
        s.player_id,
        x.metric,
        cast(x.acts.total as double) as k,
        cast(x.acts.number as double) as n,
        rare_sample(x.acts) as effective
    from sums as s
    cross join lateral (values ('aggression', s.acts), ('af', s.acts_later)) as x (metric, acts)
),

sizes as (  -- the mean of a round's first bets as shares of the pot
    select s.scope, s.kind, s.season, s.player_id, x.metric, x.size, mean_margin(x.size) / 1000 as margin
    from sums as s
    cross join lateral (
        values
        ('bet_size_first', s.size_first), ('bet_size_second', s.size_second),
        ('bet_size_third', s.size_third), ('bet_size_fourth', s.size_fourth)
    ) as x (metric, size)
),

rates as (
    select
        case grouping(season) when 0 then 'season' else 'all' end as scope,
        kind,
        season,
        player_id,
        rate as metric,
        sum(hits) as k,
        sum(known) as n
    from int_player_rates
    group by grouping sets ((kind, season, player_id, rate), (kind, player_id, rate))
),

rows_of_all as (
    select s.scope, s.kind, s.season, s.player_id, x.*
    from spread as s
    cross join lateral (
        values
        ('hands', 'hands', s.hands, null, null, null, null),
        ('net', 'chips', case when s.same_chips then s.net end, null, null, null, null),
        ('biggest_win', 'chips', case when s.same_chips and s.best > 0 then s.best end, null, null, null, null),
        ('biggest_loss', 'chips', case when s.same_chips and s.worst < 0 then s.worst end, null, null, null, null),
        ('net_units', 'antes', s.nets.net_sum, null, null, null, null),
        (
            'net_per_100', 'antes', 100 * s.nets.net_sum / s.nets.seats,
            100 * (s.mean - s.margin), 100 * (s.mean + s.margin),
            s.nets.net_sum, s.nets.seats
        )
    ) as x (metric, measure, value, low, high, numerator, denominator)
    union all by name
    select
        scope, kind, season, player_id, 'net_sd' as metric, 'antes' as measure, sqrt(v) as value,
        sqrt(v) * ends.low as low, sqrt(v) * ends.high as high, effective,
        case when enough < 1 then ceil(nets.seats / enough) end as needed
    from spread
    union all by name
    select
        scope, kind, season, player_id, metric, 'ratio' as measure, odds(k / nullif(n, 0)) as value,
        odds(share_low(k / nullif(n, 0) * effective, effective)) as low,
        odds(share_high(k / nullif(n, 0) * effective, effective)) as high,
        k as numerator, n - k as denominator
    from odds
    union all by name
    select
        scope, kind, season, player_id, metric, 'ratio' as measure,
        size.total / 1000e0 / nullif(size.number, 0) as value,
        greatest(0, value - margin) as low, value + margin as high,
        size.total / 1000e0 as numerator, size.number as denominator
    from sizes
    union all by name
    select
        scope, kind, season, player_id, metric, 'share' as measure, k / nullif(n, 0) as value,
        share_low(k, n) as low, share_high(k, n) as high, k as numerator, n as denominator
    from rates
),

-- Number of hands after which a figure is half the player's own, from how far players differ beyond chance (docs/statistics.md).
groups as (
    select
        scope,
        kind,
        season,
        metric,
        sum(k) / sum(n) as mean,
        sum(k) / sum(n) * (1 - sum(k) / sum(n)) as within,
        sum(n) - sum(n * n) / sum(n) - (count(*) - 1) as weight,
        sum(k * k / n order by player_id) - sum(k) * sum(k) / sum(n)
        - (count(*) - 1) * (sum(k) / sum(n) * (1 - sum(k) / sum(n))) as beyond_chance
    from rates
    where n > 0
    group by scope, kind, season, metric
),

net_weights as (
    select
        scope,
        kind,
        season,
        player_id,
        100 * mean as value,
        nets.seats as hands,
        1 / (10000 * error) as weight
    from spread
    where error > 0
),

net_groups as (
    select
        scope,
        kind,
        season,
        sum(weight * value order by player_id) / sum(weight order by player_id) as mean,
        sum(hands) / sum(weight order by player_id) as within,
        greatest(0, sum(weight * value * value order by player_id)
            - sum(weight * value order by player_id) ** 2 / sum(weight order by player_id) - (count(*) - 1))
        / nullif(sum(weight order by player_id)
            - sum(weight * weight order by player_id) / sum(weight order by player_id), 0) as between_players
    from net_weights
    group by scope, kind, season
),

needs as (
    select
        scope, kind, season, metric, mean,
        case when weight > 0 and beyond_chance > 0 then greatest(0, within * weight / beyond_chance - 1) end as needed
    from groups
    union all by name
    select
        scope, kind, season, 'net_per_100' as metric, mean,
        case when between_players > 0 then within / between_players end as needed
    from net_groups
)

select
    r.scope,
    r.kind,
    r.season,
    r.player_id,
    r.metric,
    r.measure,
    cast(r.value as double) as value,
    cast(r.low as double) as low,
    cast(r.high as double) as high,
    cast(r.numerator as double) as numerator,
    cast(r.denominator as double) as denominator,
    cast(r.effective as double) as effective,
    cast(n.mean as double) as group_value,
    cast(coalesce(r.needed, n.needed) as double) as needed,
    cast(
        case when r.denominator > 0 then coalesce(r.denominator / (r.denominator + n.needed), 0) end as double
    ) as reliability,
    cast(
        n.mean + coalesce(r.denominator / (r.denominator + n.needed) * (r.value - n.mean), 0) as double
    ) as shrinkage_estimate
from rows_of_all as r
left join needs as n
    on n.scope = r.scope and n.kind = r.kind and n.season is not distinct from r.season and n.metric = r.metric
order by r.scope, r.kind, r.season, r.player_id, r.metric
