-- An act; action_no counts from 0 within the hand. Acts are packed as engine/kernel/actions.py says, from the lowest bit: kind,
-- seat (all ones are nobody in particular), round, value; `terms` says where each begins. `chips` sums to what the seat paid.
with bits as (
    select
        cast(max(code) filter (where word = 'seat') as bigint) as seat,
        cast(max(code) filter (where word = 'round') as bigint) as round,
        cast(max(code) filter (where word = 'value') as bigint) as value
    from terms
    where term = 'act_bits'
),

fields as (
    select
        seat as seat_at,
        round as round_at,
        value as value_at,
        (1::bigint << seat) - 1 as kinds,
        (1::bigint << (round - seat)) - 1 as nobody,
        (1::bigint << (value - round)) - 1 as rounds
    from bits
),

unfolded as (
    select session_id, hand_no, unnest(actions) as packed, generate_subscripts(actions, 1) - 1 as action_no
    from hands
),

parts as (
    select
        u.session_id,
        u.hand_no,
        u.action_no,
        u.packed & f.kinds as code,
        nullif((u.packed >> f.seat_at) & f.nobody, f.nobody) as seat,
        (u.packed >> f.round_at) & f.rounds as round,
        u.packed >> f.value_at as value
    from unfolded as u
    cross join fields as f
)

select
    p.session_id,
    p.hand_no,
    p.action_no,
    p.round,
    p.seat,
    p.code,
    k.kind,
    k.voluntary,
    k.aggressive,
    case when k.pays then p.value when k.kind = 'returned' then -p.value end as chips,
    case when k.has_card then p.value end as card,
    p.value
from parts as p
left join action_kinds as k on k.code = p.code
