-- A player is there once, and merged into another that is there, not in a circle.
select
    cast(null as varchar) as session_id,
    cast(null as bigint) as hand_no,
    case
        when m.player_id is null and p.merged_into is not null
            then fault('player {} is merged into {}, which isn''t there', p.player_id, p.merged_into)
        when e.merged_into is not null then fault('player {} is merged into another in a circle', p.player_id)
        when count(*) over (partition by p.player_id) > 1 then fault('player {} is there twice', p.player_id)
    end as fault
from stg_players as p
left join stg_players as m on m.player_id = p.merged_into
left join int_players as i on i.stored_id = p.player_id
left join stg_players as e on e.player_id = i.player_id
qualify fault is not null
