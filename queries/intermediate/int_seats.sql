-- Grain: a player with a name in a confirmed hand: what the hand brought, and how it was played. Two merged ids are one player.
-- chip: what a chip is worth, as text: chips of different worth aren't added up.
select
    session_id,
    x.hand_no,
    x.chain_no,
    s.kind,
    s.season,
    s.currency,
    s.chip_value,
    concat_ws(' ', s.currency, s.chip_value) as chip,
    x.variant_id,
    x.additions,
    x.player_count,
    coalesce(q.player_id, x.dealer_id) as dealer_id,
    x.unit,
    x.started_at,
    x.seat,
    coalesce(p.player_id, x.player_id) as player_id,
    x.paid,
    x.won,
    x.net,
    x.net * s.chip_value as net_money,
    x.meld,
    x.cards,
    x.took,
    x.won_hand,
    x.folded,
    x.at_showdown,
    x.won_showdown,
    case when g.rounds > 1 then x.saw_second end as saw_second,
    case when g.rounds > 1 and x.saw_second then x.at_showdown end as second_to_showdown,
    x.peder,
    x.vpip,
    x.pfr,
    x.three_bet,
    x.raises,
    x.calls,
    x.raises_later,
    x.calls_later
from int_named_seats as x
inner join int_sessions as s using (session_id)
left join stg_variants as g using (variant_id)
left join int_players as p on p.stored_id = x.player_id
left join int_players as q on q.stored_id = x.dealer_id
