-- The cumulative line, a point a hand that the player was dealt into.
with numbered as (
    select
        session_id,
        h.hand_no,
        s.night_no,
        row_number() over (partition by s.kind, s.season order by s.night_no, h.hand_no) as season_hand
    from int_named_hands as h
    inner join int_sessions as s using (session_id)
    where s.named
),

points as (  -- two merged ids at one table are one player
    select
        session_id, hand_no, player_id, kind, season, variant_id, started_at, currency,
        sum(net) as net,
        sum(net_money) as net_money
    from int_seats
    group by all
)

select
    p.kind,
    p.season,
    session_id,
    n.night_no,
    hand_no,
    n.season_hand,
    p.started_at,
    p.player_id,
    p.variant_id,
    cast(p.net as bigint) as net,
    cast(sum(p.net) over session_line as bigint) as session_net,
    p.currency,
    p.net_money,
    sum(p.net_money) over session_line as session_net_money,
    sum(p.net_money) over season_line as season_net_money
from points as p
inner join numbered as n using (session_id, hand_no)
window
    session_line as (partition by session_id, p.player_id order by hand_no rows unbounded preceding),
    season_line as (
        partition by p.kind, p.season, p.currency, p.player_id
        order by n.season_hand
        rows unbounded preceding
    )
order by p.kind, p.season, n.season_hand, p.player_id
