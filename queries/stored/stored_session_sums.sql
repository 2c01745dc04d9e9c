-- What int_session_sums says, from the sums beside the parts: a row a part.
select
    session_id,
    cast(0 as bigint) as drafts,
    whole.first_hand as first_hand,
    whole.last_hand as last_hand,
    cast(null as timestamptz) as started_at,
    cast(null as timestamptz) as ended_at,
    whole.hands as hands,
    whole.chains as chains,
    player_count as seats,
    cast(0 as hugeint) as names,
    cast(whole.paid as hugeint) as paid,
    cast(whole.won as hugeint) as won,
    cast(whole.shadow as hugeint) as shadow,
    cast(whole.biggest_pot as hugeint) as biggest_pot,
    whole.biggest_pot_hand_no as biggest_pot_hand_no,
    variant_id as biggest_pot_variant_id,
    whole.profiles as profiles
from stg_sums
