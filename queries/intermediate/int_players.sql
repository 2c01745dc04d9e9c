-- Grain: an id that the store knows. The player it stands for: itself, or the end of its chain of merges.
with recursive lines as (
    select player_id, player_id as merged_id
    from stg_players
    union  -- only what is new, so that a circle of merges ends too
    select l.player_id, p.merged_into as merged_id
    from lines as l
    inner join stg_players as p on p.player_id = l.merged_id
    where p.merged_into is not null
),

ends as (
    select l.player_id, min(l.merged_id) as merged_id
    from lines as l
    left join stg_players as p on p.player_id = l.merged_id
    where p.merged_into is null
    group by l.player_id
)

select p.player_id as stored_id, coalesce(e.merged_id, p.player_id) as player_id
from stg_players as p
left join ends as e using (player_id)
