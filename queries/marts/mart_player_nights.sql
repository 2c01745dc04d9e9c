-- A player's evening, and the season's line as it stood after it.
with nights as (
    select
        session_id,
        player_id,
        currency,
        count(*) as hands,
        count(*) filter (where won_hand) as won_hands,
        sum(paid) as paid,
        sum(won) as won,
        sum(net) as net,
        sum(net_money) as net_money,
        max(net) as best,
        min(net) as worst
    from int_seats
    group by session_id, player_id, currency
),

units as (
    select session_id, player_id, unit, sum(net) as net
    from int_seats
    where unit is not null
    group by session_id, player_id, unit
),

in_antes as (
    select session_id, player_id, sum(net / unit order by unit) as net_units
    from units
    group by session_id, player_id
)

select
    s.kind,
    s.season,
    session_id,
    s.night_no,
    s.started_at,
    player_id,
    n.hands,
    n.won_hands,
    cast(n.paid as bigint) as paid,
    cast(n.won as bigint) as won,
    cast(n.net as bigint) as net,
    a.net_units,
    case when n.best > 0 then n.best end as biggest_win,
    case when n.worst < 0 then n.worst end as biggest_loss,
    n.currency,
    n.net_money,
    sum(n.net_money) over (
        partition by s.kind, s.season, n.currency, player_id order by s.night_no rows unbounded preceding
    ) as season_net_money,
    rank() over (partition by session_id order by n.net desc) as rank
from nights as n
inner join int_sessions as s using (session_id)
left join in_antes as a using (session_id, player_id)
order by s.kind, s.season, s.night_no, rank, player_id
