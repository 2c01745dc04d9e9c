-- Grain: kind, game, additions, table size (null for all), fact, amount in antes. n: in how many seats, hands or chains of the
-- `total` it occurred; up_to: in how many that or less.
with amounts as (
    select
        kind,
        variant_id,
        additions,
        player_count,
        fact,
        table_no,
        chips / unit as amount,
        cast(sum(n) as bigint) as n
    from int_amounts
    group by all
)

select
    *,
    sum(n) over (partition by table_no) as total,
    sum(n) over (partition by table_no order by amount rows unbounded preceding) as up_to
from amounts
