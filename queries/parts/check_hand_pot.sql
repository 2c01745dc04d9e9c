-- The pot is what was carried in and what was paid.
select
    session_id,
    hand_no,
    fault('a pot of {}, but {} carried in and {} paid', pot, pot_in, paid) as fault
from int_hand_sums
inner join int_tables using (table_no)
where pot <> pot_in + paid
