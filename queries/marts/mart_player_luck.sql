-- A player's evenings and what chance alone would do in the games played; the drawdown, the streak of nights ahead, and the last
-- ten nights.
with units as (
    select
        s.kind,
        s.session_id,
        s.player_id,
        s.variant_id,
        s.additions,
        s.player_count,
        s.unit,
        count(*) as hands,
        count(s.won_hand) as played,
        sum(s.net) as net
    from int_seats as s
    where s.unit is not null
    group by all
),

nights as (
    select
        session_id,
        u.player_id,
        cast(sum(u.hands) as bigint) as hands,
        cast(coalesce(sum(u.hands) filter (where c.source is not null), 0) as bigint) as hands_known,
        sum(u.net / u.unit order by u.variant_id, u.additions, u.player_count, u.unit) as net_units,
        sum(u.net / u.unit order by u.variant_id, u.additions, u.player_count, u.unit) filter (where c.source is not null)
            as known_units,
        sum(u.played * c.variance order by u.variant_id, u.additions, u.player_count, u.unit) as variance,
        sum(u.played * c.variance * u.unit * u.unit order by u.variant_id, u.additions, u.player_count, u.unit) as variance_chips,
        sum(u.played * c.third order by u.variant_id, u.additions, u.player_count, u.unit) as third
    from units as u
    left join int_group_chance as c using (kind, variant_id, additions, player_count)
    group by session_id, u.player_id
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
