-- What cards did for a player, and the net without that: a control variate from the first cards, from later ones, and from both
-- where both are known. The slope of a game's nets on the worth of the cards is 1 by `regular`'s play; it is estimated from the
-- sessions before, so it depends on nothing in its own session, and what a session comes to stays as it was.
with known as materialized (
    select
        s.kind,
        s.player_id,
        s.variant_id,
        s.additions,
        s.session_id,
        s.chain_no,
        s.net / s.unit as net,
        d.worth,
        d.variance,
        d.later / s.unit as later
    from stg_deals as d
    inner join int_seats as s using (session_id, hand_no, seat)
    where s.unit is not null and s.player_id is not null
),

hands as (
    select * exclude (variance, later), 'first' as cards
    from known
    where worth is not null
    union all by name
    select * exclude (worth, variance, later), later as worth, 'later' as cards
    from known
    where later is not null
),

chains as (
    select
        kind,
        variant_id,
        additions,
        cards,
        session_id,
        chain_no,
        count(*) as seats,
        decimal_sum(net * worth) as net_x_worth,
        decimal_sum(worth * worth) as worth_squares,
        decimal_sum(net * net) as net_squares
    from hands
    group by all
),

-- Decimals, as a window adds up fractions in an order of its own.
games as (
    select
        kind,
        variant_id,
        additions,
        cards,
        session_id,
        sum(seats) as seats,
        sum(net_x_worth) as net_x_worth,
        sum(worth_squares) as worth_squares,
        sum(net_squares) as net_squares,
        cast(sum(cast(net_x_worth - worth_squares as double) ** 2 order by chain_no) as decimal(38, 6)) as beyond_squares
    from chains
    group by all
),

earlier as (
    select
        variant_id,
        additions,
        cards,
        session_id,
        sum(g.seats) over before as seats,
        cast(sum(g.net_x_worth) over before as double) as net_x_worth,
        cast(sum(g.worth_squares) over before as double) as worth_squares,
        cast(sum(g.net_squares) over before as double) as net_squares,
        cast(sum(g.beyond_squares) over before as double) as beyond_squares
    from games as g
    inner join int_sessions as s using (session_id)
    window before as (
        partition by g.kind, variant_id, additions, cards order by s.started_at nulls last, session_id
        rows between unbounded preceding and 1 preceding
    )
),

-- The prior of the slope is 1 with deviation 1 for first cards, and .3 for later ones, where few large pots decide.
priors as (
    select
        *,
        case
            when cards = 'later' and worth_squares > 0 then beyond_squares / (0.3e0 ** 2 * worth_squares)
            else net_squares / seats
        end as prior
    from earlier
),

slopes as (
    select *, case when worth_squares + prior > 0 then (net_x_worth + prior) / (worth_squares + prior) else 1 end as slope
    from priors
),

lucks as materialized (
    select
        k.session_id,
        k.chain_no,
        k.player_id,
        k.net,
        f.slope * k.worth as first,
        f.slope * f.slope * k.variance as first_variance,
        l.slope * k.later as later,
        l.slope * l.slope * (k.later * k.later) as later_variance
    from known as k
    left join slopes as f
        on f.cards = 'first' and f.session_id = k.session_id and f.variant_id = k.variant_id and f.additions = k.additions
    left join slopes as l
        on l.cards = 'later' and l.session_id = k.session_id and l.variant_id = k.variant_id and l.additions = k.additions
),

chains_of_player as materialized (
    select
        session_id,
        chain_no,
        player_id,
        count(first) as first_hands,
        exact_sum(case when first is not null then net end) as first_net,
        exact_sum(first) as first,
        exact_sum(first_variance) as first_variance,
        count(later) as later_hands,
        exact_sum(case when later is not null then net end) as later_net,
        exact_sum(later) as later,
        exact_sum(later_variance) as later_variance,
        exact_sum(later + coalesce(first, 0)) as both_luck,
        exact_sum(later_variance + coalesce(first_variance, 0)) as both_variance
    from lucks
    group by all
),

-- Both, where all players' cards are known: in some of those games no card is a first one, for they are turned unseen.
players as (
    select session_id, player_id, 'first' as cards, first_hands as hands, first_net as net, first as luck, first_variance as variance
    from chains_of_player
    where first_hands > 0
    union all
    select session_id, player_id, 'later', later_hands, later_net, later, later_variance
    from chains_of_player
    where later_hands > 0
    union all
    select session_id, player_id, 'both', later_hands, later_net, both_luck, both_variance
    from chains_of_player
    where later_hands > 0
),

sessions as (
    select
        session_id,
        player_id,
        cards,
        count(*) as chains,
        sum(hands) as hands,
        decimal_sum(net) as net,
        decimal_sum(luck) as luck,
        decimal_sum(variance) as variance,
        decimal_sum(net * net) as net_squares,
        decimal_sum((net - luck) * (net - luck)) as rest_squares
    from players
    group by all
),

sums as (
    select
        case when grouping(s.season) = 1 then 'all' when grouping(session_id) = 1 then 'season' else 'session' end as scope,
        s.kind,
        s.season,
        session_id,
        x.player_id,
        x.cards,
        cast(sum(x.chains) as double) as chains,
        cast(sum(x.hands) as bigint) as hands,
        exact_sum(x.net) as net_units,
        exact_sum(x.luck) as luck_units,
        sqrt(exact_sum(x.variance)) as deviation_units,
        exact_sum(x.net_squares) as net_squares,
        exact_sum(x.rest_squares) as rest_squares
    from sessions as x
    inner join int_sessions as s using (session_id)
    group by grouping sets (
        (s.kind, s.season, session_id, x.player_id, x.cards), (s.kind, s.season, x.player_id, x.cards), (s.kind, x.player_id, x.cards)
    )
)

select
    scope,
    kind,
    season,
    session_id,
    player_id,
    cards,
    hands,
    net_units,
    luck_units,
    deviation_units,
    case when deviation_units > 0 then normal_cdf(luck_units / deviation_units) end as luck_quantile,
    net_units - luck_units as adjusted_units,
    case when chains > 1 then sum_error(net_squares, net_units, chains) end as net_error_units,
    case when chains > 1 then sum_error(rest_squares, net_units - luck_units, chains) end as adjusted_error_units,
    1 - rest_squares / nullif(net_squares, 0) as explained
from sums
order by scope, kind, season, session_id, player_id, cards
