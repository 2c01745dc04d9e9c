-- Grain: a hand that the statistics of its game count, with the number of its game and table in int_tables.
select h.*, t.table_no
from int_hand_sums as h
inner join int_tables as t
    on t.session_id = h.session_id
    and t.variant_id is not distinct from h.variant_id
    and t.additions = h.additions
    and t.player_count = h.player_count
    and t.unit is not distinct from h.unit
where h.played
