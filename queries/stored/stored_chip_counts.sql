-- What int_chip_counts says, from the sums beside the parts: a row a part and fact.
select session_id, variant_id, additions, player_count, unit, 'net' as fact, nets as counted
from stg_sums
union all by name
select session_id, variant_id, additions, player_count, unit, 'hand' as fact, pots as counted
from stg_sums
union all by name
select session_id, variant_id, additions, player_count, unit, 'chain' as fact, chain_pots as counted
from stg_sums
