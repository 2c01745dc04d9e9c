-- What the first cards did for a player, and what is left of the net without that: a control variate. How far a game's nets go
-- with the worth of the cards is 1 by `regular`'s play, and is learned from all hands but those of the chain itself, so that it
-- hangs on nothing in it.
with hands as (
    select
        s.kind,
        s.season,
        s.player_id,
        s.variant_id,
        s.additions,
        s.session_id,
        s.chain_no,
        s.net / s.unit as net,
        d.worth,
        d.variance,
        (s.hand_no, s.seat) as place
    from stg_deals as d
    inner join int_seats as s using (session_id, hand_no, seat)
    where s.unit is not null and s.player_id is not null
),

chains as (
    select
        kind,
        variant_id,
        additions,
        session_id,
        chain_no,
        count(*) as seats,
        sum(net * worth order by place) as net_x_worth,
        sum(worth * worth order by place) as worth_squares,
        sum(net * net order by place) as net_squares
    from hands
    group by all
),

games as (
    select
        kind,
        variant_id,
        additions,
        count(*) as chains,
        sum(seats) as seats,
        sum(net_x_worth order by session_id, chain_no) as net_x_worth,
        sum(worth_squares order by session_id, chain_no) as worth_squares,
        sum(net_squares order by session_id, chain_no) as net_squares
    from chains
    group by all
),

others as (
    select
        kind,
        variant_id,
        additions,
        session_id,
        chain_no,
        g.net_x_worth - c.net_x_worth as net_x_worth,
        g.worth_squares - c.worth_squares as worth_squares,
        (g.net_squares - c.net_squares) / (g.seats - c.seats) as net_square
    from chains as c
    inner join games as g using (kind, variant_id, additions)
    where g.chains > 1
),

slopes as (
    select *, (net_x_worth + net_square) / (worth_squares + net_square) as slope
    from others
    where worth_squares + net_square > 0
),

players as (
    select
        kind,
        season,
        player_id,
        session_id,
        chain_no,
        count(*) as hands,
        sum(net order by variant_id, place) as net,
        sum(coalesce(slope, 0) * worth order by variant_id, place) as luck,
        sum(coalesce(slope * slope, 0) * variance order by variant_id, place) as variance
    from hands
    left join slopes using (kind, variant_id, additions, session_id, chain_no)
    group by all
),

sums as (
    select
        case grouping(season) when 0 then 'season' else 'all' end as scope,
        kind,
        season,
        player_id,
        cast(count(*) as double) as chains,
        cast(sum(hands) as bigint) as hands,
        sum(net order by session_id, chain_no) as net_units,
        sum(luck order by session_id, chain_no) as luck_units,
        sqrt(sum(variance order by session_id, chain_no)) as deviation_units,
        sum(net * net order by session_id, chain_no) as net_squares,
        sum((net - luck) * (net - luck) order by session_id, chain_no) as rest_squares
    from players
    group by grouping sets ((kind, season, player_id), (kind, player_id))
)

select
    scope,
    kind,
    season,
    player_id,
    hands,
    net_units,
    luck_units,
    deviation_units,
    case when deviation_units > 0 then normal_cdf(luck_units / deviation_units) end as luck_quantile,
    net_units - luck_units as rest_units,
    case when chains > 1 then sum_error(net_squares, net_units, chains) end as net_error_units,
    case when chains > 1 then sum_error(rest_squares, net_units - luck_units, chains) end as rest_error_units
from sums
order by scope, kind, season, player_id
