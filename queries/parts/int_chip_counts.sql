-- Grain: session, game, additions, table size, unit (ante in chips), fact. counted: in ascending order of chips, the number of times (n) of each amount of chips: a seat's net of a hand (net), a hand's pot (hand), all that was put in over a chain (chain). Whole
-- numbers that add up over any rows.
with facts as (
    select
        h.session_id, h.variant_id, h.additions, h.player_count, h.unit, 'net' as fact, x.net as chips, count(*) as n
    from int_hand_sums as h
    inner join stg_seats as x using (session_id, hand_no)
    where h.played and h.unit is not null
    group by all
    union all by name
    select session_id, variant_id, additions, player_count, unit, 'hand' as fact, pot as chips, count(*) as n
    from int_hand_sums
    where played and unit is not null
    group by all
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
