-- The part of a hand's pots that a seat could expect from street to street, where first cards are known; those that are not are dealt at random.
with unfolded as (
    select session_id, hand_no, seat, unnest(chances) as chance
    from luck
)

select session_id, hand_no, chance.acts, seat, chance.part
from unfolded
