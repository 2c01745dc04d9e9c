-- What went into a hand comes out: sum(paid) + pot_in = sum(won) + pot_out.
select
    session_id,
    hand_no,
    fault('{} paid and {} carried in, but {} won and {} carried out', paid, pot_in, won, pot_out) as fault
from int_hand_sums
inner join int_tables using (table_no)
where paid + pot_in <> won + pot_out
