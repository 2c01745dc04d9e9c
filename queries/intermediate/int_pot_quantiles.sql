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

quantiles as (
    select
        table_no,
        any_value(total) as pots,
        unnest([
            quantile_beside('pot_p10', 10, pot, up_to, total),
            quantile_beside('pot_p25', 25, pot, up_to, total),
            quantile_beside('pot_p50', 50, pot, up_to, total),
            quantile_beside('pot_p75', 75, pot, up_to, total),
            quantile_beside('pot_p90', 90, pot, up_to, total),
            quantile_beside('pot_p99', 99, pot, up_to, total),
            quantile_beside('pot_max', 100, pot, up_to, total)
        ], recursive := true)
    from ranked
    group by table_no
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
