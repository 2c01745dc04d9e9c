-- What skill is worth in each game, from runs: the edge of one profile over another, and after how many hands it outweighs luck.
with sums as (
    select
        s.kind,
        x.variant_id,
        x.additions,
        x.player_count,
        x.profile,
        x.other,
        ratio_sums_in_antes(
            x.edges, x.unit * x.profile_seats * x.other_seats, (x.unit, x.profile_seats, x.other_seats, x.session_id)
        ) as edges,
        sum(
            x.squares / (x.unit ** 2 * x.profile_seats * x.other_seats)
            order by x.unit, x.profile_seats, x.other_seats, x.session_id
        ) as squares
    from int_skill_sums as x
    anti join int_repeated using (session_id, variant_id, additions, player_count)
    inner join stg_sessions as s using (session_id)
    where s.kind = 'run'
    group by s.kind, x.variant_id, x.additions, x.player_count, x.profile, x.other
),

-- the profile that wins comes first
means as (
    select
        *,
        edges.total < 0 as turned,
        skill_of(abs(edges.total / edges.number), sqrt(mean_error(edges)), squares / edges.number) as skill
    from sums
)

select
    kind,
    variant_id,
    game_id(variant_id) as game_id,
    additions,
    player_count,
    case when turned then other else profile end as profile,
    case when turned then profile else other end as other,
    cast(edges.number as bigint) as hands,
    cast(edges.clusters as bigint) as deals,
    100 * skill.edge as edge_per_100,
    100 * skill.error as error_per_100,
    skill.luck,
    skill.n_star,
    skill.n_star_low,
    skill.n_star_high
from means
order by kind desc, variant_id, additions, player_count, profile, other
