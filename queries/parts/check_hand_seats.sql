-- A confirmed hand has as many seats as it says, each once, counted from 0 without a gap.
with seats_of_hand as (
    select session_id, hand_no, count(*) as n, bit_or(case when seat between 0 and 100 then 1::hugeint << cast(seat as int) end) as taken
    from stg_seats
    group by session_id, hand_no
)

select
    h.session_id,
    h.hand_no,
    case
        when x.n is null then fault('no seats')
        when x.n <> h.player_count then fault('{} players, but {} seats', h.player_count, x.n)
        when x.taken is distinct from (1::hugeint << cast(x.n as int)) - 1
            then fault('the seats aren''t counted from 0 without a gap')
    end as fault
from int_hands as h
left join seats_of_hand as x using (session_id, hand_no)
where fault is not null
