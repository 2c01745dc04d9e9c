-- The cards of a seat where they are known whatever became of the hand: what the first cards were worth, and what later ones
-- did; both are 0 on average.
select session_id, hand_no, seat, worth, worth_variance as variance, later
from luck
where worth is not null or later is not null
