-- Grain: kind, game, additions, table size (null for all), per (hand or chain), quantile. Quantiles of the pot in antes:
-- percentile_cont over all pots, taken from how often each pot occurred.
with counts as (
    select
        s.kind,
        x.variant_id,
        x.additions,
        x.player_count,
        x.fact as per,
        x.chips / x.unit as pot,
        sum(x.n) as n
    from int_chip_counts as x
    inner join stg_sessions as s using (session_id)
    where x.fact <> 'net'
    group by grouping sets (
        (s.kind, x.variant_id, x.additions, x.player_count, x.fact, x.chips / x.unit),
        (s.kind, x.variant_id, x.additions, x.fact, x.chips / x.unit)
    )
),

ranked as (
    select
        *,
        sum(n) over (
            partition by kind, variant_id, additions, player_count, per order by pot rows unbounded preceding
        ) as up_to,
        sum(n) over (partition by kind, variant_id, additions, player_count, per) as total
    from counts
),

-- The quantile lies at place percent * (total - 1) / 100, counted from 0: between two pots, mostly. Only the rows that hold
-- a place beside it are looked at.
around as (
    select
        r.kind,
        r.variant_id,
        r.additions,
        r.player_count,
        r.per,
        q.metric,
        r.total,
        (q.percent * (r.total - 1)) % 100 / 100 as between_them,
        min(r.pot) filter (where r.up_to > q.percent * (r.total - 1) // 100) as below,
        min(r.pot) filter (where r.up_to > (q.percent * (r.total - 1) + 99) // 100) as above
    from ranked as r
    cross join (
        values
        ('pot_p10', 10), ('pot_p25', 25), ('pot_p50', 50), ('pot_p75', 75), ('pot_p90', 90), ('pot_p99', 99),
        ('pot_max', 100)
    ) as q (metric, percent)
    where
        r.up_to > q.percent * (r.total - 1) // 100
        and r.up_to - r.n <= (q.percent * (r.total - 1) + 99) // 100
    group by all
)

select
    kind,
    variant_id,
    additions,
    player_count,
    per,
    metric,
    below + between_them * (above - below) as pot,
    total as pots
from around
