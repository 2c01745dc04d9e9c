-- Sums that lie beside parts are those of their hands.
with told as (
    select distinct session_id from stg_sums
),

recomputed as (
    select * from int_variant_sums semi join told using (session_id)
),

counted as (
    select * exclude (counted), unnest(counted, recursive := true)
    from int_chip_counts semi join told using (session_id)
),

counted_stored as (
    select * replace (sum(n) as n)
    from (select * exclude (counted), unnest(counted, recursive := true) from stored_chip_counts)
    group by all
),

evenings as (
    select * exclude (counted), unnest(counted, recursive := true)
    from int_evening_counts semi join told using (session_id)
),

evenings_stored as (
    select * replace (sum(n) as n, sum(pairs) as pairs)
    from (select * exclude (counted), unnest(counted, recursive := true) from stored_evening_counts)
    group by all
),

melds as (
    select * from int_meld_sums semi join told using (session_id)
),

skills as (
    select * from int_skill_sums semi join told using (session_id)
),

sessions_told as (
    select
        session_id,
        sum(hands) as hands, sum(chains) as chains, sum(paid) as paid, sum(won) as won, sum(shadow) as shadow,
        min(first_hand) as first_hand, max(last_hand) as last_hand, max(biggest_pot) as biggest_pot
    from stored_session_sums
    group by session_id
),

sessions_recomputed as (
    select
        session_id,
        sum(hands) as hands, sum(chains) as chains, sum(paid) as paid, sum(won) as won, sum(shadow) as shadow,
        min(first_hand) as first_hand, max(last_hand) as last_hand, max(biggest_pot) as biggest_pot
    from int_session_sums semi join told using (session_id)
    group by session_id
)

select
    session_id,
    cast(null as bigint) as hand_no,
    format('the sums of {} beside its parts, per {}, aren''t those of its hands', variant_id, per) as fault
from recomputed as x
full outer join stored_variant_sums as s using (session_id, variant_id, additions, player_count, unit, per)
where x.nets is distinct from s.nets
    or x.pots is distinct from s.pots
    or x.showdowns is distinct from s.showdowns
    or x.carries is distinct from s.carries
    or x.counts is distinct from s.counts
union all by name
select
    session_id,
    null as hand_no,
    format('how often {} {} has {} chips, beside its parts, isn''t what its hands say', fact, variant_id, chips) as fault
from counted as x
full outer join counted_stored as s using (session_id, variant_id, additions, player_count, unit, fact, chips)
where x.n is distinct from s.n
union all by name
select
    session_id,
    null as hand_no,
    format('how often the {} of an evening of {} is {}, beside its parts, isn''t what its hands say', fact, variant_id, chips)
        as fault
from evenings as x
full outer join evenings_stored as s using (session_id, variant_id, additions, player_count, unit, fact, chips)
where (x.n, x.pairs) is distinct from (s.n, s.pairs)
union all by name
select
    session_id,
    null as hand_no,
    format('how often {} wins {}, beside its parts, isn''t what its hands say', meld, variant_id) as fault
from melds as x
full outer join stored_meld_sums as s using (session_id, variant_id, additions, player_count, meld)
where x.wins is distinct from s.wins or x.least is distinct from s.least
union all by name
select
    session_id,
    null as hand_no,
    format('what {} wins of {} in {}, beside its parts, isn''t what its hands say', profile, other, variant_id) as fault
from skills as x
full outer join stored_skill_sums as s
    using (session_id, variant_id, additions, player_count, unit, profile, other, profile_seats, other_seats)
where x.edges is distinct from s.edges or x.squares is distinct from s.squares
union all by name
select session_id, null as hand_no, 'the totals beside its parts aren''t those of its hands' as fault
from sessions_recomputed as x
full outer join sessions_told as s using (session_id)
where (x.hands, x.chains, x.paid, x.won, x.shadow, x.first_hand, x.last_hand, x.biggest_pot)
    is distinct from (s.hands, s.chains, s.paid, s.won, s.shadow, s.first_hand, s.last_hand, s.biggest_pot)
