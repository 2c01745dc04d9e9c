-- What int_session_sums says, from the sums beside the parts: a row a part.
select
    session_id,
    0 as drafts,
    whole.first_hand as first_hand,
    whole.last_hand as last_hand,
    cast(null as timestamptz) as started_at,
    cast(null as timestamptz) as ended_at,
    whole.hands as hands,
    whole.chains as chains,
    player_count as seats,
    0 as names,
    whole.paid as paid,
    whole.won as won,
    whole.shadow as shadow,
    whole.biggest_pot as biggest_pot,
    whole.biggest_pot_hand_no as biggest_pot_hand_no,
    variant_id as biggest_pot_variant_id,
    whole.profiles as profiles
from stg_sums
