-- Who folded wins nothing.
select session_id, hand_no, format('seat {} folded in round {} and won {}', seat, folded_round, won) as fault
from stg_seats
where folded_round is not null and won > 0
