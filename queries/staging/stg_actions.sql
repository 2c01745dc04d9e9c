-- An act; action_no counts from 0 within the hand. Acts are packed as engine/actions.py says: kind (6 bits),
-- seat (4 bits, 15 is nobody in particular), round (5 bits), value. `chips` sums to what the seat paid.
with unfolded as (
    select session_id, hand_no, unnest(actions) as packed, generate_subscripts(actions, 1) - 1 as action_no
    from hands
),

parts as (
    select
        session_id,
        hand_no,
        action_no,
        packed & 63 as code,
        (packed >> 6) & 15 as seat,
        (packed >> 10) & 31 as round,
        packed >> 15 as value
    from unfolded
)

select
    p.session_id,
    p.hand_no,
    p.action_no,
    p.round,
    nullif(p.seat, 15) as seat,
    p.code,
    k.kind,
    k.voluntary,
    k.aggressive,
    case when k.pays then p.value when k.kind = 'returned' then -p.value end as chips,
    case when k.has_card then p.value end as card,
    p.value
from parts as p
left join action_kinds as k on k.code = p.code
