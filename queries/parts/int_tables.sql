-- Grain: session, game, additions, table size, unit of hands. table_no numbers them, for seats are grouped faster by one number.
select row_number() over () as table_no, *
from (
    select distinct session_id, variant_id, additions, player_count, unit
    from int_hand_sums
)
