-- Grain: session. What all its hands come to, in whole numbers and extremes that merge.
with carried as (
    select session_id, count(distinct chain_no) as chains
    from int_hand_sums
    inner join int_tables using (table_no)
    where not alone
    group by session_id
),

confirmed as (
    select
        session_id,
        count(*) as hands,
        count(*) filter (where alone) + coalesce(any_value(carried.chains), 0) as chains,
        max(seats) as seats,
        sum(names) as names,
        sum(paid) as paid,
        sum(won) as won,
        sum(shadow) as shadow,
        max(pot) as biggest_pot
    from int_hand_sums
    inner join int_tables using (table_no)
    left join carried using (session_id)
    group by session_id
),

biggest as (
    select
        session_id,
        min(hand_no) as biggest_pot_hand_no,
        arg_min(variant_id, hand_no) as biggest_pot_variant_id
    from int_hand_sums
    inner join int_tables using (table_no)
    inner join confirmed using (session_id)
    where pot = biggest_pot
    group by session_id
),

noted as (
    select
        session_id,
        count(*) filter (where status = 'draft') as drafts,
        min(hand_no) as first_hand,
        max(hand_no) as last_hand,
        min(started_at) as started_at,
        max(coalesce(ended_at, started_at)) as ended_at
    from stg_hands
    group by session_id
),

profiles as (
    select session_id, list(distinct profile) as profiles
    from stg_seats
    where profile is not null
    group by session_id
)

select *
from noted
left join confirmed using (session_id)
left join biggest using (session_id)
left join profiles using (session_id)
