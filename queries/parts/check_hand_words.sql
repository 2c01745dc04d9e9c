-- Words that other models compare.
select
    session_id,
    hand_no,
    fault('status {}, outcome {}, detail {}', status, outcome, detail) as fault
from stg_hands
where
    coalesce(status not in ('confirmed', 'draft'), true)
    or (
        status = 'confirmed'
        and coalesce(
            outcome not in (select word from stg_terms where list = 'outcome')
            or detail not in (select word from stg_terms where list = 'detail'),
            true
        )
    )
union all
select session_id, hand_no, fault('half {} of a pot', half) as fault
from stg_shares
where half not in (select word from stg_terms where list = 'half')
union all
select session_id, hand_no, fault('seat {} declared {}', seat, declared) as fault
from stg_seats
where declared not in (select word from stg_terms where list = 'declared')
