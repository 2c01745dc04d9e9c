-- A player who was in when nobody could act any more, before the last common cards came: what the pots were worth on average.
select session_id, hand_no, seat, board, expected, variance
from equities
