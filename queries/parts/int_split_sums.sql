-- Grain: session, player, split (position, dealer or table), part of it, unit (ante in chips). Whole numbers that add up: the nets
-- of the player's hands, the clusters being chains, and in how many hands flags are known and true.
with chains as (
    select
        s.session_id,
        s.player_id,
        x.split,
        x.part,
        s.chain_no,
        s.unit,
        count(*) as hands,
        sum(s.net) as net,
        sum(s.net * s.net) as squares,
        count(s.vpip) as vpip_known,
        count(*) filter (where s.vpip) as vpip,
        count(s.won_hand) as played,
        count(*) filter (where s.won_hand) as won
    from int_named_seats as s
    cross join lateral (
        values
        ('position', cast(s.player_count - 1 - s.seat as varchar)),
        ('dealer', s.dealer_id),
        ('table', cast(s.player_count as varchar))
    ) as x (split, part)
    where x.part is not null
    group by all
)

select
    session_id,
    player_id,
    split,
    part,
    unit,
    net_sums(hands, net, squares) as nets,
    sum(vpip_known) as vpip_known,
    sum(vpip) as vpip,
    sum(played) as played,
    sum(won) as won
from chains
group by all
