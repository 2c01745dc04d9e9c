-- What melds win each game: how often each is shown and wins, the usual winner, and the weakest that wins half the time.
with sums as (
    select
        s.kind,
        x.variant_id,
        x.additions,
        x.player_count,
        x.meld,
        added_ratio_sums(x.wins) as wins,
        min(x.least) as least
    from int_meld_sums as x
    anti join int_repeated using (session_id, variant_id, additions, player_count)
    inner join stg_sessions as s using (session_id)
    group by grouping sets (
        (s.kind, x.variant_id, x.additions, x.player_count, x.meld), (s.kind, x.variant_id, x.additions, x.meld)
    )
),

placed as (
    select
        *,
        row_number() over weakest_first as place,
        sum(wins.number) over game as of_shown,
        sum(wins.total) over game as of_won,
        sum(wins.total) over weakest_first as won_up_to,
        wins.total / wins.number as win_rate,
        share_sample(wins) as effective
    from sums
    window
        game as (partition by kind, variant_id, additions, player_count),
        weakest_first as (
            partition by kind, variant_id, additions, player_count
            order by least nulls first, meld
            rows unbounded preceding
        )
)

select
    kind,
    variant_id,
    game_id(variant_id) as game_id,
    additions,
    cast(player_count as bigint) as player_count,
    meld,
    place,
    cast(wins.number as bigint) as shown,
    cast(wins.total as bigint) as won,
    wins.number / of_shown as share_shown,
    wins.total / nullif(of_won, 0) as share_won,
    win_rate,
    share_low(win_rate * effective, effective) as low,
    share_high(win_rate * effective, effective) as high,
    coalesce(2 * won_up_to >= of_won and 2 * (won_up_to - wins.total) < of_won, false) as usual_winner,
    coalesce(place = min(place) filter (where 2 * wins.total >= wins.number) over (
        partition by kind, variant_id, additions, player_count
    ), false) as wins_half
from placed
order by kind desc, variant_id, additions, player_count nulls first, place
