-- Grain: a session. What its hands come to, and which night of its season it is (of its kind, in time order, from 1).
with sums as (
    select
        session_id,
        sum(drafts) as drafts,
        min(started_at) as started_at,
        max(ended_at) as ended_at,
        sum(hands) as hands,
        sum(chains) as chains,
        max(seats) as seats,
        sum(names) > 0 as named,
        sum(paid) as paid,
        sum(paid) - sum(won) as pot_left,
        sum(shadow) as shadow,
        max(biggest_pot) as biggest_pot,
        arg_max({hand_no: biggest_pot_hand_no, variant_id: biggest_pot_variant_id}, (biggest_pot, -biggest_pot_hand_no))
            filter (where biggest_pot is not null) as biggest,
        list_sort(list_distinct(flatten(list(profiles)))) as profiles
    from int_session_sums
    group by session_id
),

-- chips that the bank laid out for a pot of an earlier night (negative), or that players got of a pot that nobody won
pots as (
    select session_id, sum(chips) as chips
    from stg_bank
    where kind = 'pot'
    group by session_id
)

select
    session_id,
    s.kind,
    s.season,
    coalesce(s.started_at, x.started_at) as started_at,
    coalesce(s.ended_at, x.ended_at) as ended_at,
    row_number() over (
        partition by s.kind, s.season order by coalesce(s.started_at, x.started_at) nulls last, session_id
    ) as night_no,
    if(is_tournament(s.house_rules), null, s.currency) as currency, -- a tournament's chips aren't money, whatever the import says
    s.chip_value,
    coalesce(x.named, false) as named,
    coalesce(x.hands, 0) as hands,
    coalesce(x.drafts, 0) as drafts,
    coalesce(x.chains, 0) as chains,
    coalesce(x.seats, 0) as seats,
    coalesce(x.paid, 0) as paid,
    coalesce(x.pot_left, 0) - coalesce(p.chips, 0) as pot_left,
    x.shadow,
    x.biggest_pot,
    x.biggest.hand_no as biggest_pot_hand_no,
    x.biggest.variant_id as biggest_pot_variant_id,
    x.profiles
from stg_sessions as s
left join sums as x using (session_id)
left join pots as p using (session_id)
