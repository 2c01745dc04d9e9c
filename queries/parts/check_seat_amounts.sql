-- A seat's net is won less paid; nothing is negative, and no more is shadow than was paid.
select
    session_id,
    hand_no,
    format('seat {}: paid {}, won {}, net {}, shadow {}', seat, paid, won, net, shadow) as fault
from stg_seats
where
    paid is null or won is null or net is null
    or net <> won - paid or paid < 0 or won < 0 or shadow < 0 or shadow > paid
