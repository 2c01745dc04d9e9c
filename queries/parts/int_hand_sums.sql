-- Grain: a confirmed hand with seats. Sums over its seats, in chips.
-- microseconds: from its start to its end; a typed hand starts where the line before it was typed, so dealing is included.
-- alone: no pot carried in or out, so the hand is a chain of its own.
with seats_of_hand as (
    select
        hand_key,
        count(*) as seats,
        count(*) filter (where named) as names,
        sum(paid) as paid,
        sum(won) as won,
        sum(shadow) as shadow,
        sum(net) as net_sum,
        sum(net * net) as net_squares
    from int_summed_seats
    group by hand_key
)

select
    h.hand_key,
    h.session_id,
    h.hand_no,
    h.chain_no,
    h.deal_no,
    h.variant_id,
    h.additions,
    coalesce(h.player_count, x.seats) as player_count,
    h.unit,
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
