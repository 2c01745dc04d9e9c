-- Acts are of kinds that the store knows, and are there where the hand says so.
select session_id, hand_no, fault('act {} is of no known kind ({})', action_no, code) as fault
from stg_actions
where kind is null
union all
select
    session_id,
    hand_no,
    case when has_actions then fault('acts, though its detail is result') else fault('no acts, though its detail says so') end
from stg_hands as h
inner join stg_terms as d on d.list = 'detail' and d.word = h.detail
where h.status = 'confirmed' and h.has_actions <> ('acts' in d.traits)
