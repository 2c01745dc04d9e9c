-- Grain: session, game, additions, table size, meld. What melds were compared at showdowns and how often they won: whole
-- numbers that add up over any rows. A cluster is a hand, in duplicate play a deal in all its seatings, with the number of seats that
-- had the meld and the number of those that won something; least: the smallest score among them, which tells the order of melds.
with shown as (
    select
        h.table_no,
        coalesce(h.deal_no, h.hand_no) as cluster_no,
        x.meld,
        count(*) as seats,
        count(*) filter (where x.won > 0) as winners,
        min(x.meld_score) as least
    from stg_seats as x
    inner join int_hand_sums as h using (hand_key)
    where h.played and h.showdown and x.folded_round is null and x.meld is not null
    group by all
)

select
    t.session_id,
    t.variant_id,
    t.additions,
    t.player_count,
    s.meld,
    ratio_sums(s.seats, s.winners) as wins,
    min(s.least) as least
from shown as s
inner join int_tables as t using (table_no)
group by all
