-- The cumulative line, a point a hand that the player was dealt into.
with numbered as (
    select
        session_id,
        h.hand_no,
        s.kind,
        s.season,
        s.night_no,
        row_number() over (partition by s.kind, s.season order by s.night_no, h.hand_no) as season_hand,
        h.started_at,
        h.variant_id,
        s.currency
    from int_named_hands as h
    inner join int_sessions as s using (session_id)
    where s.named
),

points as (  -- two merged ids at one table are one player
    select session_id, hand_no, player_id, sum(net) as net, sum(net_money) as net_money
    from int_seats
    group by all
),

sessions as (  -- what the season's sessions before it brought
    select
        session_id,
        p.player_id,
        sum(sum(p.net_money)) over sessions_before as before
    from points as p
    inner join int_sessions as s using (session_id)
    group by session_id, p.player_id, s.kind, s.season, s.currency, s.night_no
    window sessions_before as (
        partition by s.kind, s.season, s.currency, p.player_id
        order by s.night_no
        rows between unbounded preceding and 1 preceding
    )
),

lines as (
    select *, sum(net) over session_line as session_net, sum(net_money) over session_line as session_net_money
    from points
    window session_line as (partition by session_id, player_id order by hand_no rows unbounded preceding)
)

select
    n.kind,
    n.season,
    session_id,
    n.night_no,
    hand_no,
    n.season_hand,
    n.started_at,
    player_id,
    n.variant_id,
    cast(p.net as bigint) as net,
    cast(p.session_net as bigint) as session_net,
    n.currency,
    p.net_money,
    p.session_net_money,
    coalesce(s.before + p.session_net_money, s.before, p.session_net_money) as season_net_money
from lines as p
inner join numbered as n using (session_id, hand_no)
inner join sessions as s using (session_id, player_id)
order by n.kind, n.season, n.season_hand, player_id
