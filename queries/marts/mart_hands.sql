-- The confirmed hands of the sessions in which players have names.
select
    session_id,
    h.hand_no,
    h.chain_no,
    s.kind,
    s.season,
    h.variant_id,
    h.version_id,
    h.additions,
    coalesce(p.player_id, h.dealer_id) as dealer_id,
    h.player_count,
    h.unit,
    h.pot_in,
    h.pot,
    h.pot_out,
    s.currency,
    h.pot * s.chip_value as pot_money,
    h.outcome,
    h.rounds_played,
    h.showdown_count,
    h.detail,
    h.started_at,
    h.ended_at,
    h.note
from int_named_hands as h
inner join int_sessions as s using (session_id)
left join int_players as p on p.stored_id = h.dealer_id
where s.named
order by session_id, h.hand_no
