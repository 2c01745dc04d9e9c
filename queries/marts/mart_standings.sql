-- A season's table in money, one for each currency.
with seasons as (
    select
        kind,
        season,
        currency,
        player_id,
        count(*) as nights,
        count(*) filter (where net > 0) as nights_won,
        cast(sum(hands) as bigint) as hands,
        sum(net_money) as net_money,
        sum(net_units order by night_no) as net_units,
        max(net_money) filter (where net_money > 0) as best_night_money,
        min(net_money) filter (where net_money < 0) as worst_night_money
    from mart_player_nights
    group by kind, season, currency, player_id
)

select
    kind,
    season,
    currency,
    player_id,
    rank() over (partition by kind, season, currency order by net_money desc nulls last) as rank,
    nights,
    nights_won,
    hands,
    net_money,
    net_units,
    best_night_money,
    worst_night_money
from seasons
order by kind, season, currency, rank, player_id
