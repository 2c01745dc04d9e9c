-- What int_skill_sums says, from the sums beside the parts: of duplicate play, where profiles are told apart.
with told as (
    select session_id, variant_id, additions, player_count, unit, unnest(skills) as pair
    from stg_sums
)

select
    session_id,
    variant_id,
    additions,
    player_count,
    unit,
    pair.profile as profile,
    pair.other as other,
    pair.profile_seats as profile_seats,
    pair.other_seats as other_seats,
    added_ratio_sums(pair.edges) as edges,
    cast(sum(pair.squares) as hugeint) as squares
from told
group by session_id, variant_id, additions, player_count, unit, 6, 7, 8, 9
