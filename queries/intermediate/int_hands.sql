-- Grain: a confirmed hand.
-- played: not a spoilt deal, so the statistics of its game count it.
-- showdown: at least two players compared hands; null when it isn't logged.
select
    hand_key,
    session_id,
    hand_no,
    coalesce(chain_no, hand_no) as chain_no,
    deal_no,
    variant_id,
    version_id,
    coalesce(additions, '') as additions,
    dealer_id,
    player_count,
    nullif(unit, 0) as unit,
    coalesce(pot_in, 0) as pot_in,
    pot,
    coalesce(pot_out, 0) as pot_out,
    outcome,
    coalesce('played' in o.traits, true) as played,
    case
        when outcome = 'showdown' then true
        when outcome = 'last_standing' then false
        else showdown_count > 1
    end as showdown,
    rounds_played,
    showdown_count,
    detail,
    coalesce('acts' in d.traits, false) as has_acts,
    coalesce(started_at, ended_at) as started_at,  -- when a hand of a file began isn't known
    ended_at,
    note
from stg_hands
left join stg_terms as o on o.list = 'outcome' and o.word = outcome
left join stg_terms as d on d.list = 'detail' and d.word = detail
where status = 'confirmed'
