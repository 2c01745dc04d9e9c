-- The cards of a seat where they are told whatever became of the hand: what the first were worth, and what later ones did;
-- 0 on average both.
select session_id, hand_no, seat, worth, variance, later
from deals
