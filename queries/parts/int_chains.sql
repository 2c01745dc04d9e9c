-- Grain: a chain, a pot with all the confirmed hands it was carried through, at least one of them played.
-- It belongs to the game and table of its first hand. pot: everything put in; seats: the players, net_sum the sum of
-- their nets over the chain, net_squares of these squared, in chips. Without a name, a player is known by the place at
-- the table: the deal moves left each hand.
with carried as (
    select * from int_hand_sums where not alone
),

facts as (
    select
        session_id,
        chain_no,
        arg_min(variant_id, hand_no) as variant_id,
        arg_min(additions, hand_no) as additions,
        arg_min(player_count, hand_no) as player_count,
        arg_min(unit, hand_no) as unit,
        sum(paid) as pot,
        count(*) filter (where played) as hands,
        count(distinct variant_id) > 1 as mixed,
        min(deal_no) as deal_no
    from carried
    group by session_id, chain_no
),

nets as (
    select
        c.session_id,
        c.chain_no,
        coalesce(x.player_id, cast((x.seat + c.hand_no - c.chain_no) % c.player_count as varchar)) as who,
        sum(x.net) as net
    from carried as c
    inner join stg_seats as x using (session_id, hand_no)
    group by 1, 2, 3
),

sums as (
    select
        session_id,
        chain_no,
        count(*) as seats,
        sum(net) as net_sum,
        sum(net * net) as net_squares
    from nets
    group by session_id, chain_no
)

select
    session_id, chain_no, variant_id, additions, player_count, unit, pot, 1 as hands, false as mixed, deal_no, seats,
    net_sum, net_squares
from int_hand_sums
where alone and played
union all by name
select f.*, sums.seats, sums.net_sum, sums.net_squares
from facts as f
inner join sums using (session_id, chain_no)
where f.hands > 0
