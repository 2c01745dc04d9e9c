-- A player's first cards, where they are told whatever became of the hand: their worth, 0 on average over deals.
select session_id, hand_no, seat, worth, variance
from deals
