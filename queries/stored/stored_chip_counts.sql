-- What int_chip_counts says, from the sums beside the parts.
with facts as (
    select session_id, variant_id, additions, player_count, unit, 'net' as fact, unnest(nets) as counted from stg_sums
    union all by name
    select session_id, variant_id, additions, player_count, unit, 'hand' as fact, unnest(pots) as counted from stg_sums
    union all by name
    select session_id, variant_id, additions, player_count, unit, 'chain' as fact, unnest(chain_pots) as counted
    from stg_sums
)

select session_id, variant_id, additions, player_count, unit, fact, counted.chips as chips, sum(counted.n) as n
from facts
group by all
