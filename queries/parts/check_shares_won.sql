-- The shares of the pots, where they are known, make what each seat won.
with shares_of_seat as (
    select session_id, hand_no, seat, sum(chips) as chips
    from stg_shares
    group by session_id, hand_no, seat
)

select
    session_id,
    hand_no,
    case
        when x.seat is null then fault('a share of {} for seat {}, where nobody sits', s.chips, s.seat)
        else fault('seat {} won {}, but has shares of {}', x.seat, x.won, coalesce(s.chips, 0))
    end as fault
from stg_seats as x
full outer join shares_of_seat as s using (session_id, hand_no, seat)
inner join stg_hands as h using (session_id, hand_no)
where h.status = 'confirmed' and h.has_shares and coalesce(x.won, -1) <> coalesce(s.chips, 0)
