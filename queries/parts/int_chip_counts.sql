-- Grain: session, game, additions, table size, unit (ante in chips), fact. counted: in ascending order of chips, the number of times (n) of each amount of chips: a seat's net of a hand (net), a hand's pot (hand), all that was put in over a chain (chain). Whole
-- numbers that add up over any rows.
with of_tables as (
    select h.table_no, 'net' as fact, x.net as chips, count(*) as n
    from int_summed_seats as x
    inner join int_played_hands as h using (hand_key)
    group by all
    union all
    select table_no, 'hand' as fact, pot as chips, count(*) as n
    from int_played_hands
    group by all
),

facts as (
    select session_id, variant_id, additions, player_count, unit, fact, chips, n
    from of_tables
    inner join int_tables using (table_no)
    where unit is not null
    union all by name
    select session_id, variant_id, additions, player_count, unit, 'chain' as fact, pot as chips, count(*) as n
    from int_chains
    where unit is not null
    group by all
)

select
    session_id,
    variant_id,
    additions,
    player_count,
    unit,
    fact,
    list({chips: cast(chips as bigint), n: n} order by chips) as counted
from facts
group by all
