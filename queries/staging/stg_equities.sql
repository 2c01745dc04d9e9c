-- A player who was in when no player could act any more, before the last common cards: what the pots were worth on average.
select session_id, hand_no, seat, board, expected, expected_variance as variance
from luck
where expected is not null
