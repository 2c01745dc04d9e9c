-- Grain: session, game, additions, table size, of runs whose hands are all in another run too: statistics of games leave them
-- out. A seed deals a game's chains in one order, so of runs of one seed and line-up the longest contains the others.
with games as (
    select
        x.session_id,
        x.variant_id,
        x.additions,
        x.player_count,
        s.seed,
        try_cast(s.house_rules as json) as rules
    from int_variant_sums as x
    inner join stg_sessions as s using (session_id)
    where s.kind = 'run' and x.per = 'chain' and s.seed is not null
    group by all
),

tables as (
    select
        * exclude (rules),
        try_cast(rules ->> 'hands' as bigint) as chains,
        try_cast(rules -> 'profiles' as varchar[]) as profiles,
        rules ->> 'own' as own
    from games
),

seated as (  -- each profile once, then the first again
    select *, [profiles[1 + seat % len(profiles)] for seat in range(player_count)] as around
    from tables
),

ordered as (  -- duplicate play goes through all seatings, whichever is the first
    select
        *,
        row_number() over (
            partition by
                seed, variant_id, additions, player_count, own,
                list_min([around[place:] || around[:place - 1] for place in range(1, player_count + 1)])
            order by chains desc, session_id
        ) as place
    from seated
    where chains is not null and len(profiles) > 0
)

select session_id, variant_id, additions, player_count
from ordered
where place > 1
