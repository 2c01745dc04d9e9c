-- Grain: kind, game, additions, table size (null for all), fact, unit (ante in chips), chips. In how many seats, hands or chains
-- this amount occurred: int_chip_counts over the sessions of a kind. table_no numbers the tables, as grouping by one number is faster.
with tables as materialized (
    select
        s.kind,
        x.variant_id,
        x.additions,
        x.player_count,
        x.fact,
        list({unit: x.unit, counted: x.counted}) as counts,
        row_number() over () as table_no
    from int_chip_counts as x
    anti join int_repeated using (session_id, variant_id, additions, player_count)
    inner join stg_sessions as s using (session_id)
    group by grouping sets (
        (s.kind, x.variant_id, x.additions, x.player_count, x.fact), (s.kind, x.variant_id, x.additions, x.fact)
    )
),

by_unit as (
    select table_no, unnest(counts, recursive := true)
    from tables
),

amounts as (
    select table_no, unit, unnest(counted, recursive := true)
    from by_unit
),

sums as (
    select table_no, unit, chips, cast(sum(n) as hugeint) as n
    from amounts
    group by all
)

select t.kind, t.variant_id, t.additions, t.player_count, t.fact, table_no, s.unit, s.chips, s.n
from sums as s
inner join tables as t using (table_no)
