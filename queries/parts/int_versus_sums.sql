-- Grain: session, player, other player. Sums over their hands and chains that add up, in antes where not counts. flow: each
-- winner's gain of a chain comes from the losers in proportion to their losses.
with nets as (
    select
        session_id,
        chain_no,
        player_id,
        count(*) as hands,
        exact_sum(net / unit) as net
    from int_named_seats
    where unit is not null
    group by all
),

pots as (
    select
        *,
        sum(greatest(net, 0)) over (partition by session_id, chain_no order by player_id rows between unbounded preceding and unbounded following) as gained,
        sum(greatest(-net, 0)) over (partition by session_id, chain_no order by player_id rows between unbounded preceding and unbounded following) as lost
    from nets
),

flows as (
    select
        a.session_id,
        a.player_id,
        b.player_id as other_id,
        least(a.hands, b.hands) as hands,
        case
            when a.net > 0 and b.net < 0 then a.net * -b.net / greatest(a.gained, a.lost)
            when a.net < 0 and b.net > 0 then a.net * b.net / greatest(a.gained, a.lost)
            else 0
        end as flow
    from pots as a
    inner join pots as b using (session_id, chain_no)
    where a.player_id <> b.player_id
),

together as (
    select
        session_id,
        a.player_id,
        b.player_id as other_id,
        count(*) filter (where a.unit is not null) as hands,
        count(*) filter (where a.at_showdown and b.at_showdown) as showdowns,
        count(*) filter (where a.at_showdown and b.at_showdown and a.won_showdown and not b.won_showdown) as won,
        count(*) filter (where a.at_showdown and b.at_showdown and b.won_showdown and not a.won_showdown) as lost
    from int_named_seats as a
    inner join int_named_seats as b using (session_id, hand_no)
    where a.player_id <> b.player_id
    group by all
),

chains as (
    select
        session_id,
        player_id,
        other_id,
        count(*) as chains,
        sum(hands) as chain_hands,
        sum(hands * hands) as chain_hands_squared,
        decimal_sum(flow) as flow,
        decimal_sum(flow * flow) as flow_squared,
        decimal_sum(flow * hands) as flow_x_hands
    from flows
    group by all
)

select session_id, player_id, other_id, t.* exclude (session_id, player_id, other_id), c.* exclude (session_id, player_id, other_id)
from together as t
full join chains as c using (session_id, player_id, other_id)
