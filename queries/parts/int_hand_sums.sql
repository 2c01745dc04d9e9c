-- Grain: a confirmed hand with seats. Sums over its seats, in chips; table_no is its game and table in int_tables.
-- microseconds: from its start to its end; a typed hand starts where the line before it was typed, so dealing is included.
-- chain_key: the hand_key of its chain's first hand. alone: no pot carried in or out, so the hand is a chain of its own.
with seats_of_hand as (
    select
        hand_key,
        count(*) as seats,
        count(player_id) as names,
        sum(paid) as paid,
        sum(won) as won,
        sum(shadow) as shadow,
        sum(net) as net_sum,
        sum(net * net) as net_squares
    from stg_seats
    group by hand_key
)

select
    h.hand_key,
    h.hand_no,
    h.chain_no,
    h.hand_key - h.hand_no + h.chain_no as chain_key,
    h.deal_no,
    t.table_no,
    h.pot_in,
    coalesce(h.pot, h.pot_in + x.paid) as pot,
    h.pot_out,
    h.played,
    h.showdown,
    h.chain_no = h.hand_no and h.pot_out = 0 as alone,
    h.rounds_played,
    date_diff('microsecond', h.started_at, h.ended_at) as microseconds,
    x.seats,
    x.names,
    x.paid,
    x.won,
    x.shadow,
    x.net_sum,
    x.net_squares
from int_hands as h
inner join seats_of_hand as x using (hand_key)
inner join int_tables as t
    on t.session_id = h.session_id
    and t.variant_id is not distinct from h.variant_id
    and t.additions = h.additions
    and t.player_count = coalesce(h.player_count, x.seats)
    and t.unit is not distinct from h.unit
