-- Grain: a game of the catalogue. pace: seconds a hand; measured where enough hands of nights and imports have times, else the
-- catalogue's figure. Simulated seasons have the catalogue's, and tournaments are left out.
with timed as (
    select
        x.variant_id,
        cast(sum(x.counts.timed) as bigint) as hands,
        sum(x.counts.microseconds) / 1e6 as seconds
    from int_variant_sums as x
    inner join stg_sessions as s using (session_id)
    where
        x.per = 'hand' and s.kind != 'run' and s.place is distinct from 'simulated'
        and not is_tournament(s.house_rules)
    group by x.variant_id
    having sum(x.counts.timed) >= 20
)

select
    v.variant_id,
    coalesce(t.seconds / t.hands, v.pace) as pace,
    case when t.hands is null then 'assumed' else 'measured' end as pace_source
from stg_variants as v
left join timed as t using (variant_id)
