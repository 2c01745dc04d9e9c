-- The tails of a seat's net of a hand: skewness, quantiles, and the share of the squares that the largest nets make.
with tables as materialized (
    select
        s.kind,
        x.variant_id,
        x.additions,
        x.player_count,
        list({unit: x.unit, counted: x.counted}) as counts,
        row_number() over () as table_no
    from int_chip_counts as x
    anti join int_repeated using (session_id, variant_id, additions, player_count)
    inner join stg_sessions as s using (session_id)
    where x.fact = 'net'
    group by grouping sets ((s.kind, x.variant_id, x.additions, x.player_count), (s.kind, x.variant_id, x.additions))
),

by_unit as (
    select table_no, unnest(counts, recursive := true)
    from tables
),

seats as (
    select table_no, unit, unnest(counted, recursive := true)
    from by_unit
),

counts as (
    select table_no, unit, chips, cast(sum(n) as hugeint) as n
    from seats
    group by all
),

powers as (  -- whole numbers, that become antes unit by unit
    select
        table_no,
        unit,
        sum(n) as n,
        sum(n * chips) as first,
        sum(n * chips * chips) as second,
        sum(n * chips * chips * chips) as third,
        sum(n * chips * chips * chips * chips) as fourth,
        coalesce(sum(n) filter (where chips <= -peder_chips()), 0) as peders
    from counts
    group by table_no, unit
),

means as (
    select
        table_no,
        sum(n) as n,
        sum(first / unit order by unit) / sum(n) as first,
        sum(second / unit ** 2 order by unit) / sum(n) as second,
        sum(third / unit ** 3 order by unit) / sum(n) as third,
        sum(fourth / unit ** 4 order by unit) / sum(n) as fourth,
        sum(peders) / sum(n) as lose_peder
    from powers
    group by table_no
),

moments as (
    select
        *,
        second - first * first as variance,
        third - 3 * first * second + 2 * first ** 3 as third_about_mean,
        fourth - 4 * first * third + 6 * first * first * second - 3 * first ** 4 as fourth_about_mean
    from means
),

nets as (
    select table_no, chips / unit as net, cast(sum(n) as bigint) as n
    from counts
    group by all
),

totals as (
    select table_no, cast(sum(n) as bigint) as total, sum(sum(n)) over (order by table_no) - sum(n) as of_others
    from nets
    group by table_no
),

ranked as (  -- how many nets are as low or lower, and how many as large or larger, won or lost
    select
        x.*,
        t.total,
        sum(x.n) over (order by x.table_no, x.net rows unbounded preceding) - t.of_others as up_to,
        sum(x.n) over (order by x.table_no, abs(x.net) desc, x.net rows unbounded preceding) - t.of_others as largest
    from nets as x
    inner join totals as t using (table_no)
),

tails as (
    select
        table_no,
        min(net) filter (where 100 * up_to >= total) as p1,
        min(net) filter (where 20 * up_to >= total) as p5,
        min(net) filter (where 20 * up_to >= 19 * total) as p95,
        min(net) filter (where 100 * up_to >= 99 * total) as p99,
        sum(net * greatest(0, least(n, total / 20 - (up_to - n))) order by net) / (any_value(total) / 20) as shortfall,
        sum(net * net * greatest(0, least(n, total / 100 - (largest - n))) order by abs(net) desc, net)
        / nullif(sum(net * net * n order by abs(net) desc, net), 0) as rarest
    from ranked
    group by table_no
)

select
    g.kind,
    g.variant_id,
    g.additions,
    cast(g.player_count as bigint) as player_count,
    cast(m.n as bigint) as seats,
    case when m.variance > 0 then m.third_about_mean / m.variance ** 1.5 end as skewness,
    case when m.variance > 0 then m.fourth_about_mean / m.variance ** 2 end as kurtosis,
    t.p1,
    t.p5,
    t.p95,
    t.p99,
    t.shortfall,
    m.lose_peder,
    t.rarest as rarest_share
from moments as m
inner join tails as t using (table_no)
inner join tables as g using (table_no)
order by g.kind desc, g.variant_id, g.additions, g.player_count nulls first
