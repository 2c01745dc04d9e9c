-- Histograms of a seat's net and of a pot, one ante wide, as whole counts.
with tables as materialized (
    select
        s.kind,
        x.variant_id,
        x.additions,
        x.player_count,
        x.fact,
        x.unit,
        list(x.counted) as counts,
        row_number() over () as table_no
    from int_chip_counts as x
    anti join int_repeated using (session_id, variant_id, additions, player_count)
    inner join stg_sessions as s using (session_id)
    group by s.kind, x.variant_id, x.additions, x.player_count, x.fact, x.unit
),

values_of as (
    select table_no, unit, unnest(flatten(counts), recursive := true)
    from tables
),

bins as (
    select table_no, cast(floor(chips / unit) as bigint) as bin, sum(n) as n
    from values_of
    where chips is not null
    group by all
)

select
    t.kind,
    t.variant_id,
    t.additions,
    cast(t.player_count as bigint) as player_count,
    case t.fact when 'net' then 'net' when 'hand' then 'pot' else 'chain_pot' end as fact,
    b.bin,
    cast(sum(b.n) as bigint) as n
from bins as b
inner join tables as t using (table_no)
group by all
order by kind desc, variant_id, additions, player_count, fact, bin
