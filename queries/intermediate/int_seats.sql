-- Grain: a player with a name in a confirmed hand. What the hand brought, and what is known of how it was played:
-- the flags are null where nobody logged them, and in a spoilt deal.
select
    h.session_id,
    h.hand_no,
    h.chain_no,
    s.kind,
    s.season,
    s.currency,
    s.chip_value,
    h.variant_id,
    h.unit,
    h.started_at,
    coalesce(p.player_id, x.player_id) as player_id,
    x.paid,
    x.won,
    x.net,
    x.net * s.chip_value as net_money,
    case when h.played then x.folded_round is not null end as folded,
    case when h.played then h.showdown and x.folded_round is null end as at_showdown,
    case when h.played then x.peder_used end as peder,
    case when h.played and h.detail in ('actions', 'cards') then coalesce(a.voluntary, 0) > 0 end as vpip,
    case when h.played and h.detail in ('actions', 'cards') then coalesce(a.raises, 0) end as raises,
    case when h.played and h.detail in ('actions', 'cards') then coalesce(a.calls, 0) end as calls
from int_hands as h
inner join int_sessions as s using (session_id)
inner join stg_seats as x using (session_id, hand_no)
left join int_players as p on p.stored_id = x.player_id
left join int_seat_acts as a using (session_id, hand_no, seat)
where x.player_id is not null
