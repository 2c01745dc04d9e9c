-- A night, a run or an import at a glance.
with games as (
    select session_id, count(distinct variant_id) as games
    from int_variant_sums
    where per = 'hand'
    group by session_id
),

players as (
    select
        session_id,
        count(*) as players,
        max(net) as best_net,
        min(net) as worst_net,
        arg_min(player_id, (-net, player_id)) as best_player_id,
        arg_min(player_id, (net, player_id)) as worst_player_id
    from mart_player_nights
    group by session_id
)

select
    session_id,
    i.kind,
    i.season,
    i.night_no,
    i.started_at,
    i.ended_at,
    s.place,
    s.notes,
    i.currency,
    i.chip_value,
    coalesce(b.player_id, s.banker_id) as banker_id,
    cast(coalesce(p.players, i.seats) as bigint) as players,
    cast(i.hands as bigint) as hands,
    cast(i.drafts as bigint) as drafts,
    cast(i.chains as bigint) as chains,
    coalesce(g.games, 0) as games,
    cast(i.paid as bigint) as paid,
    cast(i.paid as bigint) * i.chip_value as paid_money,
    cast(i.shadow as bigint) as shadow,
    cast(i.biggest_pot as bigint) as biggest_pot,
    i.biggest_pot_hand_no,
    i.biggest_pot_variant_id,
    cast(i.pot_left as bigint) as pot_left,
    p.best_player_id,
    p.best_net,
    p.worst_player_id,
    p.worst_net
from int_sessions as i
inner join stg_sessions as s using (session_id)
left join int_players as b on b.stored_id = s.banker_id
left join games as g using (session_id)
left join players as p using (session_id)
order by i.kind, i.season, i.night_no
