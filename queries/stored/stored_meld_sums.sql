-- What int_meld_sums says, from the sums beside the parts.
with facts as (
    select session_id, variant_id, additions, player_count, unnest(melds) as told from stg_sums
)

select
    session_id,
    variant_id,
    additions,
    player_count,
    told.meld as meld,
    added_ratio_sums(told.wins) as wins,
    min(told.least) as least
from facts
group by session_id, variant_id, additions, player_count, told.meld
