-- A dealer's error noted on a hand, and what was done; error_no counts from 0 within the hand.
with unfolded as (
    select session_id, hand_no, unnest(errors) as error, generate_subscripts(errors, 1) - 1 as error_no
    from hands
)

select session_id, hand_no, error_no, error.kind, error.seat, error.remedy
from unfolded
