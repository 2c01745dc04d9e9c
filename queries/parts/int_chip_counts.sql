-- Grain: session, game, additions, table size, unit (ante in chips), fact. counted: in ascending order of chips, the number of times (n) of each amount of chips: a seat's net of a hand (net), a hand's pot (hand), all that was put in over a chain (chain). Whole
-- numbers that add up over any rows.
with facts as (
    select h.table_no, 'net' as fact, x.net as chips, count(*) as n
    from stg_seats as x
    inner join int_hand_sums as h using (hand_key)
    where h.played
    group by all
    union all
    select table_no, 'hand' as fact, pot as chips, count(*) as n
    from int_hand_sums
    where played
    group by all
    union all
    select table_no, 'chain' as fact, pot as chips, count(*) as n
    from int_chains
    group by all
)

select
    t.session_id,
    t.variant_id,
    t.additions,
    t.player_count,
    t.unit,
    f.fact,
    list({chips: cast(f.chips as bigint), n: f.n} order by f.chips) as counted
from facts as f
inner join int_tables as t using (table_no)
where t.unit is not null
group by all
