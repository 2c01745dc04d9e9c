-- A player's evening, and the season's line after it. Differences that a count showed, side bets and carried pots are in the net: the
-- standings and the settlement say the same.
with moves as (
    select session_id, player_id, currency, hand_no, won_hand, paid, won, net, net_money
    from int_seats
    union all by name
    select session_id, player_id, currency, difference, difference_money
    from int_bank
    where kind in ('difference', 'bet', 'pot') and session_id is not null
),

nights as (
    select
        session_id,
        player_id,
        currency,
        count(hand_no) as hands,
        count(*) filter (where won_hand) as won_hands,
        coalesce(sum(paid), 0) as paid,
        coalesce(sum(won), 0) as won,
        coalesce(sum(net), 0) + coalesce(sum(difference), 0) as net,
        case when count(hand_no) > 0 then sum(net_money) else 0 end + coalesce(sum(difference_money), 0) as net_money,
        max(net) as best,
        min(net) as worst
    from moves
    group by session_id, player_id, currency
),

units as (
    select session_id, player_id, unit, sum(net) as net
    from int_player_game_sums
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
