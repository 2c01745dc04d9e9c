-- The bank's book, entry by entry, as it was written.
select
    b.session_id,
    b.entry_no,
    b."at",
    b.kind,
    coalesce(p.player_id, b.player_id) as player_id,
    coalesce(o.player_id, b.counterparty_id) as other_id,
    b.chips,
    b.money,
    if(is_tournament(s.house_rules), null, coalesce(b.currency, s.currency)) as currency,
    b.note
from stg_bank as b
left join stg_sessions as s using (session_id)
left join int_players as p on p.stored_id = b.player_id
left join int_players as o on o.stored_id = b.counterparty_id
order by b.session_id nulls last, b.entry_no
