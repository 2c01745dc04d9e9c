-- The tails of a seat's net of a hand: skewness, quantiles, and the share of the squares that the largest nets make.
with powers as (  -- whole numbers, that become antes unit by unit
    select
        kind,
        variant_id,
        additions,
        player_count,
        table_no,
        unit,
        sum(n) as n,
        sum(n * chips) as first,
        sum(n * chips * chips) as second,
        sum(n * chips * chips * chips) as third,
        sum(n * chips * chips * chips * chips) as fourth,
        coalesce(sum(n) filter (where chips <= -peder_chips()), 0) as peders
    from int_amounts
    where fact = 'net'
    group by kind, variant_id, additions, player_count, table_no, unit
),

means as (
    select
        kind,
        variant_id,
        additions,
        player_count,
        table_no,
        sum(n) as n,
        sum(first / unit order by unit) / sum(n) as first,
        sum(second / unit ** 2 order by unit) / sum(n) as second,
        sum(third / unit ** 3 order by unit) / sum(n) as third,
        sum(fourth / unit ** 4 order by unit) / sum(n) as fourth,
        sum(peders) / sum(n) as lose_peder
    from powers
    group by kind, variant_id, additions, player_count, table_no
),

moments as (
    select
        *,
        second - first * first as variance,
        third - 3 * first * second + 2 * first ** 3 as third_about_mean,
        fourth - 4 * first * third + 6 * first * first * second - 3 * first ** 4 as fourth_about_mean
    from means
),

ranked as (  -- how many nets are as large or larger, won or lost
    select
        *,
        amount as net,
        sum(n) over (partition by table_no order by abs(amount) desc, amount rows unbounded preceding) as largest
    from int_ranked_amounts
    where fact = 'net'
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
    m.kind,
    m.variant_id,
    game_id(m.variant_id) as game_id,
    m.additions,
    cast(m.player_count as bigint) as player_count,
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
order by m.kind desc, m.variant_id, m.additions, m.player_count nulls first
