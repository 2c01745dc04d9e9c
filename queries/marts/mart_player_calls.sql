-- What a player calls when dealing, and how it pays, compared with what others call and with the same game when others deal.
-- At a table on the web the dealer chooses nothing.
with calls as (
    select s.kind, s.season, h.session_id, h.hand_no, coalesce(p.player_id, h.dealer_id) as dealer_id, h.variant_id
    from int_named_hands as h
    inner join int_sessions as s using (session_id)
    inner join stg_sessions as g using (session_id)
    left join int_players as p on p.stored_id = h.dealer_id
    where not g.is_imported and h.dealer_id is not null and h.variant_id is not null and h.chain_no = h.hand_no
),

scoped_calls as (
    select
        case grouping(season) when 0 then 'season' else 'all' end as scope,
        kind,
        season,
        dealer_id as player_id,
        variant_id,
        count(*) as calls
    from calls
    group by grouping sets ((kind, season, dealer_id, variant_id), (kind, dealer_id, variant_id))
),

shares as (
    select
        *,
        sum(calls) over (partition by scope, kind, season, player_id) as own,
        sum(calls) over (partition by scope, kind, season, variant_id) as of_game,
        sum(calls) over (partition by scope, kind, season) as of_all
    from scoped_calls
),

chains as (
    select
        kind,
        season,
        player_id,
        variant_id,
        player_id = dealer_id as deals,
        unit,
        session_id,
        chain_no,
        count(*) as hands,
        sum(net) as net,
        sum(net * net) as squares
    from int_seats
    where dealer_id is not null and unit is not null
    group by all
),

sums as (
    select kind, season, player_id, variant_id, deals, unit, net_sums(hands, net, squares) as nets
    from chains
    group by all
),

nets as (
    select
        case grouping(season) when 0 then 'season' else 'all' end as scope,
        kind,
        season,
        player_id,
        variant_id,
        deals,
        net_sums_in_antes(nets, unit, (unit, season)) as nets
    from sums
    group by grouping sets ((kind, season, player_id, variant_id, deals), (kind, player_id, variant_id, deals))
),

margins as (select *, net_margin(nets.clusters, effective_sample(nets), net_error(nets)) as margin from nets)

select
    s.scope,
    s.kind,
    s.season,
    s.player_id,
    s.variant_id,
    cast(s.calls as bigint) as calls,
    s.calls / s.own as share,
    (s.of_game - s.calls) / nullif(s.of_all - s.own, 0) as others_share,
    cast(coalesce(own.nets.seats, 0) as bigint) as hands,
    own.nets.net_sum as net_units,
    100 * own.nets.net_sum / own.nets.seats as net_per_100,
    100 * (own.nets.net_sum / own.nets.seats - own.margin) as low,
    100 * (own.nets.net_sum / own.nets.seats + own.margin) as high,
    cast(coalesce(other.nets.seats, 0) as bigint) as others_hands,
    100 * other.nets.net_sum / other.nets.seats as others_per_100
from shares as s
left join margins as own
    on own.deals and own.scope = s.scope and own.kind = s.kind and own.season is not distinct from s.season
    and own.player_id = s.player_id and own.variant_id = s.variant_id
left join nets as other
    on not other.deals and other.scope = s.scope and other.kind = s.kind and other.season is not distinct from s.season
    and other.player_id = s.player_id and other.variant_id = s.variant_id
order by s.scope, s.kind, s.season, s.player_id, s.variant_id
