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
        list_sort(list_distinct(flatten(list(profiles)))) as profiles
    from int_session_sums
    group by session_id
),

biggest as (
    select
        s.session_id,
        min(p.biggest_pot_hand_no) as biggest_pot_hand_no,
        arg_min(p.biggest_pot_variant_id, p.biggest_pot_hand_no) as biggest_pot_variant_id
    from sums as s
    inner join int_session_sums as p on p.session_id = s.session_id and p.biggest_pot = s.biggest_pot
    group by s.session_id
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
    s.currency,
    s.chip_value,
    coalesce(x.named, false) as named,
    coalesce(x.hands, 0) as hands,
    coalesce(x.drafts, 0) as drafts,
    coalesce(x.chains, 0) as chains,
    coalesce(x.seats, 0) as seats,
    coalesce(x.paid, 0) as paid,
    coalesce(x.pot_left, 0) as pot_left,
    x.shadow,
    x.biggest_pot,
    b.biggest_pot_hand_no,
    b.biggest_pot_variant_id,
    x.profiles
from stg_sessions as s
left join sums as x using (session_id)
left join biggest as b using (session_id)
