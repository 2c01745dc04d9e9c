-- Grain: session, game, additions, table size, unit (ante in chips, null when not known), per (hand or chain). Whole
-- numbers that add up over any rows, in chips. A cluster is a chain, in duplicate play a deal in all its seatings: its
-- hands are not independent, nor are the seats of a hand. nets: of the seats of a hand, or of the players over a chain; pots: of hands, or all that was put in over
-- a chain; showdowns: hands that know, and those with one; carries: hands, and those whose pot went on (per hand);
-- counts: of hands (mixed: chains over several games). formulas.sql says what they hold.
with hands_played as (
    select
        *,
        case when microseconds between 1 and 1_800_000_000 then microseconds end as took  -- longer is a break
    from int_hand_sums
    where played
),

clusters as (
    select
        'hand' as per, session_id, variant_id, additions, player_count, unit,
        count(*) as hands, count(*) as pots, sum(pot) as pot, sum(seats) as seats, sum(net_sum) as net_sum,
        sum(net_squares) as net_squares,
        count(showdown) as showdown_known,
        count(*) filter (where showdown) as showdowns,
        count(*) filter (where pot_out > 0) as carried,
        count(rounds_played) as rounds_known,
        sum(rounds_played) as rounds,
        count(took) as timed,
        sum(took) as microseconds,
        0 as mixed
    from hands_played
    group by session_id, deal_no, if(deal_no is null, chain_no, null), variant_id, additions, player_count, unit
    union all by name
    select
        'chain' as per, session_id, variant_id, additions, player_count, unit, sum(hands) as hands, count(*) as pots,
        sum(pot) as pot, sum(seats) as seats, sum(net_sum) as net_sum, sum(net_squares) as net_squares,
        0 as showdown_known,
        0 as showdowns,
        0 as carried,
        count(*) filter (where mixed) as mixed
    from int_chains
    group by session_id, deal_no, if(deal_no is null, chain_no, null), variant_id, additions, player_count, unit
)

select
    session_id,
    variant_id,
    additions,
    player_count,
    unit,
    per,
    net_sums(seats, net_sum, net_squares) as nets,
    ratio_sums(pots, pot) as pots,
    ratio_sums(showdown_known, showdowns) as showdowns,
    ratio_sums(pots, carried) as carries,
    hand_counts(hands, rounds_known, rounds, timed, microseconds, mixed) as counts
from clusters
group by session_id, variant_id, additions, player_count, unit, per
