-- A player who folded wins nothing. A draft may say anything.
select session_id, hand_no, fault('seat {} folded in round {} and won {}', seat, folded_round, won) as fault
from stg_seats
semi join int_hands using (session_id, hand_no)
where folded_round is not null and won > 0
