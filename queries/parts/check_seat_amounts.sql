-- A seat's net is won less paid; nothing is negative, and no more is shadow than was paid. A draft may say anything.
select
    session_id,
    hand_no,
    fault(
        'seat {}: paid {}, won {}, net {}, shadow {}',
        seat,
        coalesce(cast(paid as varchar), 'nothing'),
        coalesce(cast(won as varchar), 'nothing'),
        coalesce(cast(net as varchar), 'nothing'),
        coalesce(cast(shadow as varchar), 'unknown')
    ) as fault
from stg_seats
semi join int_hands using (session_id, hand_no)
where
    paid is null or won is null or net is null
    or net <> won - paid or paid < 0 or won < 0 or shadow < 0 or shadow > paid
