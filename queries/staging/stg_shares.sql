-- A part of a pot that was won; share_no counts from 0 within the hand.
select
    h.session_id,
    h.hand_no,
    unfolded.place - 1 as share_no,
    unfolded.share.pot_no,
    unfolded.share.board_no,
    unfolded.share.half,
    unfolded.share.seat,
    unfolded.share.chips,
    unfolded.share.meld,
    unfolded.share.score
from hands as h
cross join unnest(h.shares) with ordinality as unfolded (share, place)
