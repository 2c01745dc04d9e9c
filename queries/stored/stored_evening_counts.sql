-- What int_evening_counts says, from the sums beside the parts.
with facts as (
    select session_id, variant_id, additions, player_count, unit, unnest(evenings) as counted from stg_sums
)

select
    session_id,
    variant_id,
    additions,
    player_count,
    unit,
    counted.fact as fact,
    counted.chips as chips,
    sum(counted.n) as n,
    sum(counted.pairs) as pairs
from facts
group by all
