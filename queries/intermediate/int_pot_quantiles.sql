-- Grain: kind, game, additions, table size (null for all), per (hand or chain), quantile. Quantiles of the pot in antes:
-- percentile_cont over all pots, taken from how often each pot occurred.
with quantiles as (  -- each lies at place percent * (total - 1) / 100, counted from 0, mostly between two pots
    select
        r.kind,
        r.variant_id,
        r.additions,
        r.player_count,
        r.fact as per,
        any_value(r.total) as pots,
        p.metric,
        p.percent * (any_value(r.total) - 1) % 100 / 100 as between_them,
        min(case when r.up_to > p.percent * (r.total - 1) // 100 then r.amount end) as below,
        min(case when r.up_to > (p.percent * (r.total - 1) + 99) // 100 then r.amount end) as above
    from int_ranked_amounts as r
    cross join (
        values
        ('pot_p10', 10), ('pot_p25', 25), ('pot_p50', 50), ('pot_p75', 75), ('pot_p90', 90), ('pot_p99', 99), ('pot_max', 100)
    ) as p (metric, percent)
    where r.fact <> 'net'
    group by r.kind, r.variant_id, r.additions, r.player_count, r.fact, r.table_no, p.metric, p.percent
)

select
    kind,
    variant_id,
    additions,
    player_count,
    per,
    metric,
    below + between_them * (above - below) as pot,
    pots
from quantiles
