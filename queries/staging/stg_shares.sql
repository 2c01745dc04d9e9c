-- A part of a pot that was won; share_no counts from 0 within the hand.
with unfolded as (
    select session_id, hand_no, unnest(shares) as share, generate_subscripts(shares, 1) - 1 as share_no
    from hands
)

select
    session_id, hand_no, share_no, share.pot_no, share.board_no, share.half, share.seat, share.chips, share.meld,
    share.score
from unfolded
