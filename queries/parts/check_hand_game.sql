-- A confirmed hand is of a game the catalogue knows, with a unit to count in, and at a table that the game takes. Two may
-- play any game at home, whatever its rule text says, and a site may seat more players than it has, so imported hands have
-- tables of any size.
select
    h.session_id,
    h.hand_no,
    case
        when h.variant_id is null then fault('no game')
        when g.variant_id is null then fault('the catalogue has no game {}', h.variant_id)
        when h.unit is null or h.unit < 1 then fault('no ante and no big blind to count in')
        when s.is_imported is not true and h.player_count not between 2 and g.players_max
            then fault('{} players at {}, which takes {} to {}', h.player_count, g.name, g.players_min, g.players_max)
    end as fault
from int_hands as h
left join stg_variants as g using (variant_id)
left join stg_sessions as s using (session_id)
where fault is not null
