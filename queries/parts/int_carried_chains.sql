-- Grain: a chain of several hands, at least one of them played. Columns as of int_chains.
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
    from stg_seats as x
    inner join carried as c using (hand_key)
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

select f.*, sums.seats, sums.net_sum, sums.net_squares
from facts as f
inner join sums using (session_id, chain_no)
where f.hands > 0
