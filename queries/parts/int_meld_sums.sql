-- Grain: session, game, additions, table size, meld. What melds were compared at showdowns and how often they won: whole
-- numbers that add up over any rows. A cluster is a hand, in duplicate play a deal in all its seatings, with so many seats that had
-- the meld and so many of them that won something; least: the smallest score among them, which tells the order of melds.
with shown as (
    select
        h.session_id,
        coalesce(h.deal_no, h.hand_no) as cluster_no,
        h.variant_id,
        h.additions,
        h.player_count,
        x.meld,
        count(*) as seats,
        count(*) filter (where x.won > 0) as winners,
        min(x.meld_score) as least
    from int_hand_sums as h
    inner join stg_seats as x using (session_id, hand_no)
    where h.played and h.showdown and x.meld is not null and x.folded_round is null
    group by all
)

select
    session_id,
    variant_id,
    additions,
    player_count,
    meld,
    ratio_sums(seats, winners) as wins,
    min(least) as least
from shown
group by all
