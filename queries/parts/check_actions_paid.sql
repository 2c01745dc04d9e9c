-- The acts of a seat, where they are known, make what it paid.
with acts_of_seat as (
    select session_id, hand_no, seat, sum(chips) as chips
    from stg_actions
    where seat is not null
    group by session_id, hand_no, seat
)

select
    session_id,
    hand_no,
    case
        when x.seat is null then fault('acts of seat {}, where nobody sits', a.seat)
        else fault('seat {} paid {}, but its acts make {}', x.seat, x.paid, coalesce(a.chips, 0))
    end as fault
from stg_seats as x
full outer join acts_of_seat as a using (session_id, hand_no, seat)
inner join stg_hands as h using (session_id, hand_no)
where h.status = 'confirmed' and h.has_actions and coalesce(x.paid, -1) <> coalesce(a.chips, 0)
