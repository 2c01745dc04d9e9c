-- What int_variant_sums says, from the sums beside the parts.
with by_per as (
    select session_id, variant_id, additions, player_count, unit, 'hand' as per, per_hand as sums
    from stg_sums
    union all by name
    select session_id, variant_id, additions, player_count, unit, 'chain' as per, per_chain as sums
    from stg_sums
)

select
    session_id,
    variant_id,
    additions,
    player_count,
    unit,
    per,
    added_net_sums(sums.nets) as nets,
    added_ratio_sums(sums.pots) as pots,
    added_ratio_sums(sums.showdowns) as showdowns,
    added_ratio_sums(sums.carries) as carries,
    added_hand_counts(sums.counts) as counts
from by_per
group by session_id, variant_id, additions, player_count, unit, per
