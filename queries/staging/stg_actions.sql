-- An act; action_no counts from 0 within the hand. Acts are packed as engine/actions.py says: kind (6 bits),
-- seat (4 bits, 15 is nobody in particular), round (5 bits), value. `chips` sums to what the seat paid.
with unfolded as (
    select
        h.session_id,
        h.hand_no,
        act.place - 1 as action_no,
        act.packed & 63 as code,
        (act.packed >> 6) & 15 as seat,
        (act.packed >> 10) & 31 as round,
        act.packed >> 15 as value
    from hands as h
    cross join unnest(h.actions) with ordinality as act (packed, place)
)

select
    u.session_id,
    u.hand_no,
    u.action_no,
    u.round,
    nullif(u.seat, 15) as seat,
    u.code,
    k.kind,
    k.voluntary,
    k.aggressive,
    case when k.pays then u.value when k.kind = 'returned' then -u.value end as chips,
    case when k.has_card then u.value end as card,
    u.value
from unfolded as u
left join action_kinds as k on k.code = u.code
