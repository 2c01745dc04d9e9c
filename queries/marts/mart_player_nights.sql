-- A player's evening, and the season's line after it. The difference that the count showed is in the net: the
-- standings and the settlement say the same.
with hands as (
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

differences as (
    select session_id, player_id, currency, sum(difference) as net, sum(difference_money) as net_money
    from int_bank
    where kind = 'difference' and session_id is not null
    group by session_id, player_id, currency
),

nights as (
    select
        coalesce(h.session_id, d.session_id) as session_id,
        coalesce(h.player_id, d.player_id) as player_id,
        coalesce(h.currency, d.currency) as currency,
        coalesce(h.hands, 0) as hands,
        coalesce(h.won_hands, 0) as won_hands,
        coalesce(h.paid, 0) as paid,
        coalesce(h.won, 0) as won,
        coalesce(h.net, 0) + coalesce(d.net, 0) as net,
        case when h.player_id is null then 0 else h.net_money end + coalesce(d.net_money, 0) as net_money,
        h.best,
        h.worst
    from hands as h
    full outer join differences as d
        on d.session_id = h.session_id and d.player_id = h.player_id and d.currency is not distinct from h.currency
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
