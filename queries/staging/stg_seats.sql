-- A player in a hand.
select
    hand_key, session_id, hand_no, seat, player_id, profile, stack_before, paid, won, net, shadow, peder_used,
    folded_round, showed, declared, announced, meld, meld_score, cards
from seats
