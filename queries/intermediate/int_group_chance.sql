-- Grain: kind, game, additions, table size. int_game_chance scaled to how the group plays, by int_chance_scale.
select
    k.kind,
    c.variant_id,
    c.additions,
    c.player_count,
    c.source,
    case when c.source = 'own' then 1 else coalesce(s.scale, 1) end as scale,
    case when c.source = 'own' then c.chance[1] else c.chance[1] * coalesce(s.scale, 1) end as variance,
    case when c.source = 'own' then c.chance[2] else c.chance[2] * coalesce(s.scale, 1) ** 1.5 end as third
from int_game_chance as c
cross join (select distinct kind from int_sessions where kind <> 'run') as k
left join int_chance_scale as s using (kind)
