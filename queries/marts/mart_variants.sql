-- The games of the catalogue, and those that only a hand names.
with played as (
    select variant_id, cast(sum(pots.number) as bigint) as hands
    from int_game_sums
    where per = 'hand' and variant_id is not null
    group by variant_id
)

select
    variant_id,
    coalesce(v.name, variant_id) as name,
    coalesce(v.name_da, v.name, variant_id) as name_da,
    v.family,
    v.wild,
    v.rounds,
    v.players_min,
    v.players_max,
    c.pace,
    c.pace_source,
    v.hand_definition,
    coalesce(p.hands, 0) as hands
from stg_variants as v
full outer join played as p using (variant_id)
left join int_paces as c using (variant_id)
order by variant_id
