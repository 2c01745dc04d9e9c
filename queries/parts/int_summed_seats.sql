-- Grain: a player in a hand. What sums are taken of, read once for all of them. meld: null for a player who folded.
select
    hand_key,
    player_id is not null as named,
    paid,
    won,
    shadow,
    net,
    case when folded_round is null then meld end as meld,
    meld_score
from stg_seats
