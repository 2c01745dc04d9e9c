-- All-in luck: won less expected in hands where all chips were in and cards were to come.
with hands as (
    select
        s.kind,
        s.season,
        s.player_id,
        s.chip,
        s.unit,
        s.won,
        e.expected,
        e.variance,
        (session_id, hand_no) as place
    from stg_equities as e
    inner join int_seats as s using (session_id, hand_no, seat)
    where s.unit is not null
),

sums as (
    select
        case grouping(season) when 0 then 'season' else 'all' end as scope,
        kind,
        season,
        player_id,
        count(*) as all_ins,
        sum(won / unit order by place) as won_units,
        sum(expected / unit order by place) as expected_units,
        sqrt(sum(variance / unit ** 2 order by place)) as deviation_units,
        case when min(chip) = max(chip) then sum(won - expected order by place) end as luck
    from hands
    group by grouping sets ((kind, season, player_id), (kind, player_id))
)

select
    scope,
    kind,
    season,
    player_id,
    all_ins,
    won_units,
    expected_units,
    won_units - expected_units as luck_units,
    luck,
    deviation_units,
    case when deviation_units > 0 then normal_cdf((won_units - expected_units) / deviation_units) end as luck_quantile
from sums
order by scope, kind, season, player_id
