-- Grain: a player with a name in a confirmed hand: what the hand brought, and how it was played. Two merged ids are one player.
-- chip: what a chip is worth, as text: chips of different worth aren't added up.
select
    x.* replace (case when g.rounds > 1 then x.saw_second end as saw_second),
    s.kind,
    s.season,
    s.currency,
    s.chip_value,
    concat_ws(' ', s.currency, s.chip_value) as chip,
    x.net * s.chip_value as net_money,
    case when g.rounds > 1 and x.saw_second then x.at_showdown end as second_to_showdown
from int_named_seats as x
inner join int_sessions as s using (session_id)
left join stg_variants as g using (variant_id)
