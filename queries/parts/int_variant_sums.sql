-- Grain: session, game, additions, table size, unit (ante in chips, null when not known), per (hand or chain). Whole
-- numbers that add up over any rows, in chips. A cluster is a chain: its hands are not independent, nor are the seats
-- of a hand. c clusters; h hands (per chain: chains) with pots p; n seat-hands (seat-chains) with net t, squared s; a
-- pair of letters is the sum over the clusters of the product of the two. docs/statistics.md has the formulas.
-- hands: hands in all; mixed: chains over several games; the rest are counts of hands, *_known those that know.
with hands_played as (
    select
        *,
        case when microseconds > 0 then microseconds end as took
    from int_hand_sums
    where played
),

clusters as (
    select
        'hand' as per, session_id, variant_id, additions, player_count, unit, 1 as hands, 1 as h, pot as p, n, t, s,
        cast(showdown is not null as int) as showdown_known,
        cast(showdown as int) as showdowns,
        0 as carried,
        cast(rounds_played is not null as int) as rounds_known,
        rounds_played as rounds,
        cast(took is not null as int) as timed,
        took as microseconds,
        0 as mixed
    from hands_played
    where alone
    union all by name
    select
        'hand' as per, session_id, variant_id, additions, player_count, unit,
        count(*) as hands, count(*) as h, sum(pot) as p, sum(n) as n, sum(t) as t, sum(s) as s,
        count(showdown) as showdown_known,
        count(*) filter (where showdown) as showdowns,
        count(*) filter (where pot_out > 0) as carried,
        count(rounds_played) as rounds_known,
        sum(rounds_played) as rounds,
        count(took) as timed,
        sum(took) as microseconds,
        0 as mixed
    from hands_played
    where not alone
    group by session_id, chain_no, variant_id, additions, player_count, unit
    union all by name
    select
        'chain' as per, session_id, variant_id, additions, player_count, unit, hands, 1 as h, pot as p, n, t, s,
        cast(mixed as int) as mixed
    from int_chains
)

select
    session_id,
    variant_id,
    additions,
    player_count,
    unit,
    per,
    sum(hands) as hands,
    count(*) as c,
    sum(h) as h,
    sum(p) as p,
    sum(n) as n,
    sum(t) as t,
    sum(s) as s,
    sum(h * h) as hh,
    sum(p * p) as pp,
    sum(p * h) as ph,
    sum(n * n) as nn,
    sum(t * t) as tt,
    sum(t * n) as tn,
    sum(s * s) as ss,
    sum(s * t) as st,
    sum(s * n) as sn,
    coalesce(sum(showdown_known), 0) as showdown_known,
    coalesce(sum(showdowns), 0) as showdowns,
    coalesce(sum(carried), 0) as carried,
    coalesce(sum(rounds_known), 0) as rounds_known,
    coalesce(sum(rounds), 0) as rounds,
    coalesce(sum(timed), 0) as timed,
    coalesce(sum(microseconds), 0) as microseconds,
    sum(mixed) as mixed
from clusters
group by session_id, variant_id, additions, player_count, unit, per
