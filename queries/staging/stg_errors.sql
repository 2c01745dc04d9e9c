-- A dealer's error noted on a hand, and what was done.
select
    h.session_id,
    h.hand_no,
    unfolded.place - 1 as error_no,
    unfolded.error.kind,
    unfolded.error.seat,
    unfolded.error.remedy
from hands as h
cross join unnest(h.errors) with ordinality as unfolded (error, place)
