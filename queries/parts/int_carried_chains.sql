-- Grain: a chain of several hands, at least one of them played. Columns as of int_chains.
with carried as (
    select h.*, t.variant_id, t.player_count
    from int_hand_sums as h
    inner join int_tables as t using (table_no)
    where not h.alone
),

facts as (
    select
        chain_key,
        arg_min(table_no, hand_no) as table_no,
        sum(paid) as pot,
        count(*) filter (where played) as hands,
        count(distinct variant_id) > 1 as mixed,
        min(deal_no) as deal_no
    from carried
    group by chain_key
),

nets as (
    select
        c.chain_key,
        x.player_id,
        case when x.player_id is null then (x.seat + c.hand_no - c.chain_no) % c.player_count end as place,
        sum(x.net) as net
    from stg_seats as x
    inner join carried as c using (hand_key)
    group by all
),

sums as (
    select
        chain_key,
        count(*) as seats,
        sum(net) as net_sum,
        sum(net * net) as net_squares
    from nets
    group by chain_key
)

select f.*, sums.seats, sums.net_sum, sums.net_squares
from facts as f
inner join sums using (chain_key)
where f.hands > 0
