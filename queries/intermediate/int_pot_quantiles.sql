-- Grain: kind, game, additions, table size (null for all), per (hand or chain), quantile. Quantiles of the pot in antes:
-- percentile_cont over all pots, taken from how often each pot occurred.
with tables as materialized (
    select
        s.kind,
        x.variant_id,
        x.additions,
        x.player_count,
        x.fact as per,
        list({unit: x.unit, counted: x.counted}) as counts,
        row_number() over () as table_no
    from int_chip_counts as x
    anti join int_repeated using (session_id, variant_id, additions, player_count)
    inner join stg_sessions as s using (session_id)
    where x.fact <> 'net'
    group by grouping sets (
        (s.kind, x.variant_id, x.additions, x.player_count, x.fact), (s.kind, x.variant_id, x.additions, x.fact)
    )
),

by_unit as (
    select table_no, unnest(counts, recursive := true)
    from tables
),

pots as (
    select table_no, unit, unnest(counted, recursive := true)
    from by_unit
),

counts as (
    select table_no, chips / unit as pot, cast(sum(n) as bigint) as n
    from pots
    group by all
),

totals as (
    select table_no, cast(sum(n) as bigint) as total, sum(sum(n)) over (order by table_no) - sum(n) as of_others
    from counts
    group by table_no
),

ranked as (
    select
        c.table_no,
        c.pot,
        t.total,
        sum(c.n) over (order by c.table_no, c.pot rows unbounded preceding) - t.of_others as up_to
    from counts as c
    inner join totals as t using (table_no)
),

quantiles as (  -- each lies at place percent * (total - 1) / 100, counted from 0, mostly between two pots
    select
        r.table_no,
        any_value(r.total) as pots,
        p.metric,
        p.percent * (any_value(r.total) - 1) % 100 / 100 as between_them,
        min(case when r.up_to > p.percent * (r.total - 1) // 100 then r.pot end) as below,
        min(case when r.up_to > (p.percent * (r.total - 1) + 99) // 100 then r.pot end) as above
    from ranked as r
    cross join (
        values
        ('pot_p10', 10), ('pot_p25', 25), ('pot_p50', 50), ('pot_p75', 75), ('pot_p90', 90), ('pot_p99', 99), ('pot_max', 100)
    ) as p (metric, percent)
    group by r.table_no, p.metric, p.percent
)

select
    t.kind,
    t.variant_id,
    t.additions,
    t.player_count,
    t.per,
    q.metric,
    q.below + q.between_them * (q.above - q.below) as pot,
    q.pots
from quantiles as q
inner join tables as t using (table_no)
