-- Grain: session, game, additions, table size, unit (ante in chips, null when not known), per (hand or chain). Whole
-- numbers that add up over any rows, in chips. A cluster is a chain, in duplicate play a deal in all its seatings: its
-- hands are not independent, nor are the seats of a hand. nets: of the seats of a hand, or of the players over a chain; pots: of hands, or all that was put in over
-- a chain; showdowns: hands that know, and those with one; carries: hands, and those whose pot went on (per hand);
-- counts: of hands (mixed: chains over several games). formulas.sql says what they hold.
with hands_played as not materialized (
    select
        *,
        case when microseconds between 1 and 1_800_000_000 then microseconds end as took  -- longer is a break
    from int_hand_sums
    where played
),

observed as not materialized (
    select
        'hand' as per, table_no, deal_no,
        case when not alone then chain_no end as chain_no,
        1 as hands, 1 as pots, pot, seats, net_sum, net_squares,
        cast(showdown is not null as int) as showdown_known,
        cast(coalesce(showdown, false) as int) as showdowns,
        cast(pot_out > 0 as int) as carried,
        cast(rounds_played is not null as int) as rounds_known,
        rounds_played as rounds,
        cast(coalesce(took > 0, false) as int) as timed, took as microseconds, 0 as mixed
    from hands_played
    union all by name
    select
        'chain' as per, table_no, deal_no, hands, 1 as pots, pot, seats,
        net_sum, net_squares,
        0 as showdown_known,
        0 as showdowns,
        0 as carried,
        cast(mixed as int) as mixed
    from int_chains
),

clusters as (
    select * from observed where deal_no is null and chain_no is null
    union all by name
    select
        per, table_no,
        sum(pot) as pot, sum(net_sum) as net_sum, sum(net_squares) as net_squares,
        -- counts stay integers of 64 bits: products of 128 bits take several times as long
        cast(sum(hands) as bigint) as hands, cast(sum(pots) as bigint) as pots, cast(sum(seats) as bigint) as seats,
        cast(sum(showdown_known) as bigint) as showdown_known,
        cast(sum(showdowns) as bigint) as showdowns,
        cast(sum(carried) as bigint) as carried,
        cast(sum(rounds_known) as bigint) as rounds_known,
        cast(sum(rounds) as bigint) as rounds,
        cast(sum(timed) as bigint) as timed,
        cast(sum(microseconds) as bigint) as microseconds,
        cast(sum(mixed) as bigint) as mixed
    from observed
    where deal_no is not null or chain_no is not null
    group by per, table_no, deal_no, if(deal_no is null, chain_no, null)
),

sums as (
    select
        table_no,
        per,
        net_sums(seats, net_sum, net_squares) as nets,
        ratio_sums(pots, pot) as pots,
        ratio_sums(showdown_known, showdowns) as showdowns,
        ratio_sums(pots, carried) as carries,
        hand_counts(hands, rounds_known, rounds, timed, microseconds, mixed) as counts
    from clusters
    group by table_no, per
)

select
    t.session_id,
    t.variant_id,
    t.additions,
    t.player_count,
    t.unit,
    s.per,
    s.* exclude (table_no, per)
from sums as s
inner join int_tables as t using (table_no)
