-- A player's evenings and what chance alone would do in the games played; the drawdown, the streak of nights ahead, and the last
-- ten nights.
with units as (
    select
        s.kind,
        session_id,
        x.player_id,
        x.variant_id,
        x.additions,
        x.player_count,
        x.unit,
        sum(x.hands) as hands,
        sum(x.played) as played,
        sum(x.net) as net
    from int_player_game_sums as x
    inner join int_sessions as s using (session_id)
    group by all
),

games as (  -- in one order, so that the digits of the sums are always the same
    select
        session_id,
        u.player_id,
        list({
            hands: u.hands,
            known: c.source is not null,
            net: u.net / u.unit,
            variance: u.played * c.variance,
            variance_chips: u.played * c.variance * u.unit * u.unit,
            third: u.played * c.third
        } order by u.variant_id, u.additions, u.player_count, u.unit) as list
    from units as u
    left join int_group_chance as c using (kind, variant_id, additions, player_count)
    group by session_id, u.player_id
),

nights as (
    select
        session_id,
        player_id,
        cast(list_sum([g.hands for g in list]) as bigint) as hands,
        cast(coalesce(list_sum([g.hands for g in list if g.known]), 0) as bigint) as hands_known,
        list_sum([g.net for g in list]) as net_units,
        list_sum([g.net for g in list if g.known]) as known_units,
        list_sum([g.variance for g in list]) as variance,
        list_sum([g.variance_chips for g in list]) as variance_chips,
        list_sum([g.third for g in list]) as third
    from games
),

lines as (
    select
        n.*,
        s.kind,
        s.season,
        s.night_no,
        sum(n.net_units) over season_line as season_units,
        sum(n.known_units) over last_ten as form_known,
        sum(n.variance) over last_ten as form_variance,
        sum(n.third) over last_ten as form_third,
        sum(n.net_units) over last_ten as form_units,
        count(*) over last_ten as form_nights,
        stddev_samp(n.net_units) over last_ten as volatility,
        sign(n.net_units) as won
    from nights as n
    inner join int_sessions as s using (session_id)
    window
        season_line as (partition by s.kind, s.season, n.player_id order by s.night_no rows unbounded preceding),
        last_ten as (
            partition by s.kind, s.season, n.player_id order by s.night_no rows between 9 preceding and current row
        )
),

falls as (
    select
        *,
        greatest(0, max(season_units) over (
            partition by kind, season, player_id order by night_no rows unbounded preceding
        )) - season_units as drawdown_units,
        row_number() over (partition by kind, season, player_id order by night_no)
        - row_number() over (partition by kind, season, player_id, won order by night_no) as row_of_alike
    from lines
)

select
    kind,
    season,
    session_id,
    night_no,
    player_id,
    hands,
    hands_known,
    net_units,
    sqrt(variance) as chance_sd,
    sqrt(variance_chips) as chance_sd_chips,
    c.scale,
    sum_quantile(known_units, variance, third) as quantile,
    season_units,
    drawdown_units,
    max(drawdown_units) over (
        partition by kind, season, player_id order by night_no rows unbounded preceding
    ) as max_drawdown_units,
    cast(won * row_number() over (
        partition by kind, season, player_id, won, row_of_alike order by night_no
    ) as bigint) as streak,
    cast(form_nights as bigint) as form_nights,
    form_units,
    sum_quantile(form_known, form_variance, form_third) as form_quantile,
    case when form_nights = 10 then volatility end as volatility,
    case when form_nights = 10 then sqrt(form_variance / 10) end as chance_volatility
from falls
left join int_chance_scale as c using (kind)
order by kind, season, night_no, player_id
